//! Tables as they are printed: cells of text, with their marks, of LaTeX, Markdown, TSV and CSV.

mod markdown;
mod separated;
mod tex;

use anyhow::{Context, Result, bail};
use regex_lite::Regex;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// A file with tables.
#[derive(Debug, Default)]
pub struct Printed {
    pub tables: Vec<PrintedTable>,
    /// Signatures, with the numbers of their lines.
    pub signatures: Vec<(usize, String)>,
    /// Whether asterisks are explained, or in a cell.
    pub has_marks: bool,
    /// Whether the format is one in which what is significant is marked; in TSV and CSV it has a column.
    pub is_typeset: bool,
}

/// A table: its rows, the header first.
#[derive(Debug, Default)]
pub struct PrintedTable {
    pub rows: Vec<PrintedRow>,
}

/// A row of a table.
#[derive(Debug, Default)]
pub struct PrintedRow {
    /// Number of its line, from 1.
    pub line: usize,
    pub cells: Vec<Cell>,
}

/// A cell, whose text has no markup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    pub text: String,
    /// Whether it has an asterisk.
    pub is_marked: bool,
    pub is_bold: bool,
}

impl Cell {
    /// A cell of text without markup; an asterisk at its end is a mark.
    fn plain(text: &str) -> Cell {
        let text = text.trim();
        let without = text.trim_end_matches(['*', ' ']);
        let is_marked = without.len() < text.len() && text.ends_with('*');
        let text = if is_marked { without } else { text };
        Cell { text: text.replace(['−', '–'], "-"), is_marked, is_bold: false }
    }
}

/// Reads the tables of a file, whose format its name tells.
///
/// # Errors
/// If it cannot be read, or is in another format.
pub fn read(path: &Path) -> Result<Printed> {
    let name = crate::text::display::path_name(path);
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
    let parse: fn(&str) -> Vec<PrintedTable> = match extension.as_str() {
        "tex" => tex::tables,
        "md" | "markdown" => markdown::tables,
        "tsv" => |text| separated::tables(text, '\t'),
        "csv" => |text| separated::tables(text, separated::separator(text)),
        _ => bail!(
            "{name}: neither a file of --save nor a table (.tex, .md, .tsv or .csv); to check texts, name the references with -r"
        ),
    };
    let text = fs::read_to_string(path).with_context(|| name)?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    let tables = parse(text);
    let is_marked = tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells).any(|cell| cell.is_marked);
    let explains = |line: &str| ["* ", "{*} ", "\\* ", "% * "].iter().any(|mark| line.trim_start().starts_with(mark));
    let has_marks = is_marked || text.lines().any(explains);
    let is_typeset = !matches!(extension.as_str(), "tsv" | "csv");
    Ok(Printed { tables, signatures: signatures(text), has_marks, is_typeset })
}

/// The signatures in a text, with the numbers of their lines.
fn signatures(text: &str) -> Vec<(usize, String)> {
    let end = |byte: char| byte.is_whitespace() || "`}),;\"".contains(byte);
    let undone = |line: &str| {
        line.replace("\\allowbreak{}", "").replace("\\textbar{}", "|").replace("\\_", "_").replace("\\allowbreak ", "")
    };
    let found = text.lines().zip(1..).flat_map(|(line, number)| {
        let line = undone(line);
        let places = line.match_indices("nrefs:").map(|(at, _)| at).collect::<Vec<_>>();
        let signature = |at: usize| line[at..].split(end).next().unwrap_or_default().trim_end_matches('.').to_owned();
        places.into_iter().map(|at| (number, signature(at))).collect::<Vec<_>>()
    });
    found.collect()
}

/// A number that is printed in a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedNumber {
    pub text: String,
    pub value: f64,
    /// Number of decimals.
    pub decimals: usize,
    pub role: NumberRole,
}

/// The role of a number in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberRole {
    /// The place among the numbers that are no interval.
    Plain(usize),
    /// The half-width of an interval.
    HalfWidth,
    /// The ends of an interval.
    Low,
    High,
    /// A number that the value is less than.
    Bound,
}

/// The numbers in a cell.
pub fn numbers(text: &str) -> Vec<PrintedNumber> {
    let Ok(number) = Regex::new(r"([<±\[(,;]\s*)?([+-]?(?:\d+(?:[.,]\d+)*|\.\d+)(?:[eE][+-]?\d+)?)") else {
        return Vec::new();
    };
    let (mut found, mut plain, mut is_inside) = (Vec::<PrintedNumber>::new(), 0, false);
    for part in number.captures_iter(text) {
        let before = part.get(1).map(|before| before.as_str().trim()).unwrap_or_default();
        let Some(digits) = part.get(2) else { continue };
        // A digit of a name.
        let previous = text[..digits.start()].chars().next_back();
        let next = text[digits.end()..].chars().next();
        if previous.is_some_and(char::is_alphabetic) || next.is_some_and(char::is_alphabetic) {
            continue;
        }
        let role = match before {
            "±" => NumberRole::HalfWidth,
            "<" => NumberRole::Bound,
            "[" | "(" if plain > 0 => {
                is_inside = true;
                NumberRole::Low
            }
            "," | ";" if is_inside => NumberRole::High,
            _ => {
                plain += 1;
                NumberRole::Plain(plain - 1)
            }
        };
        // Between two numbers, a hyphen is a dash: ranks 2-3.
        let start = text[..digits.start()].trim_end_matches('-');
        let is_range = start.ends_with(|c: char| c.is_ascii_digit());
        let text = if is_range { digits.as_str().trim_start_matches('-') } else { digits.as_str() };
        let normal = normal_number(text);
        let Ok(value) = normal.parse() else { continue };
        let decimals = normal
            .split(['e', 'E'])
            .next()
            .and_then(|number| number.split_once('.'))
            .map_or(0, |(_, decimals)| decimals.len());
        // A number of a program has all its digits.
        let decimals = if normal.contains(['e', 'E']) { 17 } else { decimals };
        found.push(PrintedNumber { text: text.to_owned(), value, decimals, role });
    }
    found
}

/// A number with a decimal point, and without separators of thousands.
fn normal_number(text: &str) -> String {
    let is_thousands = |text: &str, separator: char| {
        let mut parts = text.trim_start_matches(['+', '-']).split(separator);
        let first = parts.next().unwrap_or_default();
        (1..=3).contains(&first.len()) && first != "0" && parts.clone().count() > 0 && parts.all(|part| part.len() == 3)
    };
    match (text.contains(','), text.contains('.')) {
        (true, true) => text.replace(',', ""),
        (true, false) if is_thousands(text, ',') => text.replace(',', ""),
        (true, false) => text.replace(',', "."),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_roles() {
        let roles = |text: &str| -> Vec<(String, NumberRole)> {
            numbers(text).into_iter().map(|number| (number.text, number.role)).collect()
        };
        use NumberRole::{Bound, HalfWidth, High, Low, Plain};
        assert_eq!(roles("0.52 ± 0.01"), [("0.52".into(), Plain(0)), ("0.01".into(), HalfWidth)]);
        assert_eq!(
            roles("52.1 [51.0, 53.2]"),
            [("52.1".into(), Plain(0)), ("51.0".into(), Low), ("53.2".into(), High)]
        );
        assert_eq!(roles("<.001"), [(".001".into(), Bound)]);
        assert_eq!(roles("0.79/0.58"), [("0.79".into(), Plain(0)), ("0.58".into(), Plain(1))]);
        assert_eq!(roles("-0.007"), [("-0.007".into(), Plain(0))]);
        for ranks in ["2-3", "2--3"] {
            assert_eq!(roles(ranks), [("2".into(), Plain(0)), ("3".into(), Plain(1))]);
        }
        assert!(roles("GPT4 and x2").is_empty());
        assert_eq!(numbers("39,114")[0].value, 39114.0);
        assert_eq!(numbers("0,523")[0].value, 0.523);
    }

    #[test]
    fn markup_of_latex_is_undone() {
        let text = "\\begin{tabular}{@{}lr@{}} % no & here\n\\toprule\nsystem & BLEU \\\\\n\\midrule\nA\\_1 & \\textbf{0.52}{*} \\\\\n\
                    B & $-$0.1 $\\pm$ 0.2 \\\\[2pt]\n\\multirow{2}{*}{C} & \\multicolumn{2}{c}{34.0$^*$} & 1 \\\\\n\\end{tabular}\n";
        let tables = tex::tables(text);
        let cells: Vec<(usize, Vec<Cell>)> = tables[0].rows.iter().map(|row| (row.line, row.cells.clone())).collect();
        let cell = |text: &str, is_marked, is_bold| Cell { text: text.into(), is_marked, is_bold };
        let plain = |text| cell(text, false, false);
        assert_eq!(cells[0], (3, vec![plain("system"), plain("BLEU")]));
        assert_eq!(cells[1], (5, vec![plain("A_1"), cell("0.52", true, true)]));
        assert_eq!(cells[2], (6, vec![plain("B"), plain("-0.1 ± 0.2")]));
        assert_eq!(cells[3], (7, vec![plain("C"), cell("34.0", true, false), plain(""), plain("1")]));
    }

    #[test]
    fn markup_of_markdown_is_undone() {
        let tables =
            markdown::tables("text\n\n| system | BLEU |\n| :-- | --: |\n| a\\_b | **0.5**\\* |\n| c | 0.4* |\n");
        let cell = |text: &str, is_marked, is_bold| Cell { text: text.into(), is_marked, is_bold };
        let rows: Vec<_> = tables[0].rows.iter().map(|row| (row.line, row.cells.clone())).collect();
        assert_eq!(rows[1], (5, vec![cell("a_b", false, false), cell("0.5", true, true)]));
        assert_eq!(rows[2], (6, vec![cell("c", false, false), cell("0.4", true, false)]));
    }
}
