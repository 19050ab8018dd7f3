//! LaTeX: tables with rules of the package booktabs, and their captions, to be put into a paper as they are.

use super::layout::blocks;
use crate::program::request::color::Emphasis;
use crate::program::request::style::LatexStyle;
use crate::program::results::document::{Column, ColumnKind, Document, Table};
use crate::program::results::paper::{COLUMN_GAP, COLUMN_WIDTH, NAME_WIDTH, column_width, small};
use std::io;
use std::io::Write;

/// Writes the tables with their captions and the signature; without captions, the signature is a comment. Remarks are
/// comments, and captions too if there is another.
pub fn write(document: &Document, style: LatexStyle, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "% \\usepackage{{booktabs}}")?;
    let signature = document.signature.as_deref().unwrap_or_default();
    if let Some(caption) = style.caption {
        writeln!(out, "\\begin{{table}}\n\\centering")?;
        write_tables(document, "", out)?;
        writeln!(out, "\\caption{{{caption}}}\n\\label{{{}}}\n\\end{{table}}", style.label)?;
        document.captions.iter().try_for_each(|line| writeln!(out, "% {line}"))?;
        writeln!(out, "% BLEU|{signature}")?;
    } else if document.captions.is_empty() {
        // The table begins a paragraph, whose indentation would take its room.
        write_tables(document, "\\noindent", out)?;
        writeln!(out, "% BLEU|{signature}")?;
    } else {
        writeln!(out, "\\begin{{table}}\n\\centering")?;
        write_tables(document, "", out)?;
        let captions: Vec<String> = document.captions.iter().map(|caption| escape(caption)).collect();
        // The signature has no spaces at which its line could end, so the spaces between words are stretched where that is wanted.
        let signature = escape(signature).replace("\\textbar{}", "\\textbar{}\\allowbreak{}");
        let signature = format!("Signature: \\texttt{{BLEU\\textbar{{}}\\allowbreak{{}}{signature}}}.");
        writeln!(out, "\\emergencystretch=2em")?;
        writeln!(out, "\\caption{{{}\n{signature}}}\n\\label{{{}}}\n\\end{{table}}", captions.join("\n"), style.label)?;
    }
    document.remarks.iter().try_for_each(|line| writeln!(out, "% {line}"))
}

/// Writes the tables, each after a command: as a whole if it fits into a column of a page with two, even if it must be small for
/// that, otherwise in blocks of columns that fit.
fn write_tables(document: &Document, command: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut is_first = true;
    for table in document.tables() {
        let widths = widths(table);
        let gaps = COLUMN_GAP * widths.len().saturating_sub(1);
        let fits = widths.iter().map(|&width| small(width)).sum::<usize>() + gaps <= COLUMN_WIDTH;
        for columns in blocks(&widths, COLUMN_GAP, if fits { usize::MAX } else { COLUMN_WIDTH }) {
            if !std::mem::take(&mut is_first) {
                writeln!(out, "\n\\medskip")?;
            }
            let first = (columns.start > 0).then_some(0);
            let block = Block::new(table, &widths, first.into_iter().chain(columns).collect());
            write!(out, "{command}{}", if block.is_small { "{\\small" } else { "" })?;
            block.write(out)?;
            out.write_all(if block.is_small { b"}\n" } else { b"" })?;
        }
    }
    Ok(())
}

/// Returns the widths of the columns in points; text is broken into lines where it is wider than the room for it.
fn widths(table: &Table) -> Vec<usize> {
    let mut widths: Vec<usize> = table.columns.iter().map(column_width).collect();
    let mut first = 0;
    for (place, (width, column)) in widths.iter_mut().zip(&table.columns).enumerate() {
        match column.kind {
            ColumnKind::Number => {}
            ColumnKind::LeftAligned => *width = (*width).min(NAME_WIDTH),
            ColumnKind::Shortenable | ColumnKind::Wrappable => {
                *width = (*width).min(COLUMN_WIDTH.saturating_sub(first + COLUMN_GAP));
            }
        }
        first = if place == 0 { *width } else { first };
    }
    widths
}

fn is_text(column: &Column) -> bool {
    column.kind != ColumnKind::Number
}

/// Some columns of a table.
struct Block<'a> {
    table: &'a Table,
    columns: Vec<usize>,
    /// Width of the room for each of the columns, if it is narrower than its text, which is broken into lines.
    rooms: Vec<Option<usize>>,
    /// Whether they are written small, because names and a column are too wide together.
    is_small: bool,
}

impl Block<'_> {
    /// The columns of a table at these places, given the widths of all.
    fn new<'a>(table: &'a Table, widths: &[usize], columns: Vec<usize>) -> Block<'a> {
        let gaps = COLUMN_GAP * (columns.len() - 1);
        let is_small = columns.iter().map(|&column| widths[column]).sum::<usize>() + gaps > COLUMN_WIDTH;
        let size = |width: usize| if is_small { small(width) } else { width };
        let others: usize = columns.iter().skip(1).map(|&column| size(widths[column])).sum();
        let room_of_names = COLUMN_WIDTH.saturating_sub(others + gaps);
        let rooms = columns.iter().enumerate().map(|(place, &column)| {
            let room = if place == 0 { widths[column].min(room_of_names) } else { size(widths[column]) };
            let is_broken = size(column_width(&table.columns[column])) > room && is_text(&table.columns[column]);
            is_broken.then_some(room)
        });
        Block { table, rooms: rooms.collect(), columns, is_small }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Block { table, columns, rooms, .. } = self;
        let alignment = |(&column, room): (&usize, &Option<usize>)| match room {
            Some(room) => format!("p{{{room}pt}}"),
            None if is_text(&table.columns[column]) => String::from("l"),
            None => String::from("r"),
        };
        let alignments: String = columns.iter().zip(rooms).map(alignment).collect();
        writeln!(out, "\\begin{{tabular}}{{@{{}}{alignments}@{{}}}}\n\\toprule")?;
        // In text that is not justified, `\\\\` ends a line, not the row.
        let end = if rooms.iter().any(Option::is_some) { "\\tabularnewline" } else { "\\\\" };
        // The lower half of a matrix, continued, is empty at its top.
        let is_written =
            |row: &[&str]| columns.len() == 1 || columns[1..].iter().any(|&column| !row[column].is_empty());
        let mut is_below_titles = false;
        for (line, row) in table.rows().enumerate().filter(|(line, row)| *line == 0 || is_written(row)) {
            // There is always a rule below the titles.
            if is_below_titles || line > 1 && table.ruled.contains(&(line - 1)) {
                writeln!(out, "\\midrule")?;
            }
            is_below_titles = line == 0;
            let cell = |(&column, room): (&usize, &Option<usize>)| {
                let emphasis = line.checked_sub(1).and_then(|row| table.columns[column].emphasis.get(row));
                let text = emphasized(row[column].trim_end(), emphasis.copied().unwrap_or_default());
                if room.is_some() { broken(&text) } else { text }
            };
            let cells: Vec<String> = columns.iter().zip(rooms).map(cell).collect();
            writeln!(out, "{} {end}", cells.join(" & "))?;
        }
        writeln!(out, "\\bottomrule\n\\end{{tabular}}")
    }
}

/// Text in several lines, which may end within a name too.
fn broken(text: &str) -> String {
    let mut lines = String::from("\\raggedright ");
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        lines.push(character);
        let begins_word = text[at + character.len_utf8()..].starts_with(char::is_alphabetic);
        let ends_part = matches!(character, '-' | '/') || character == '.' && begins_word;
        if before.is_alphanumeric() && ends_part || before == '\\' && character == '_' {
            lines.push_str("\\allowbreak{}");
        }
        before = character;
    }
    lines
}

/// Marks the number at the beginning of a cell.
fn emphasized(cell: &str, emphasis: Emphasis) -> String {
    let command = match emphasis {
        Emphasis::Best => "textbf",
        Emphasis::Tied => "underline",
        _ => return if cell == "-" { String::from("--") } else { escape(cell) },
    };
    let (number, rest) = cell.split_at(cell.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(cell.len()));
    format!("\\{command}{{{number}}}{}", escape(rest))
}

/// Escapes text for LaTeX; minus signs are in math mode.
fn escape(text: &str) -> String {
    let mut before = ' ';
    let escaped = text.char_indices().map(|(at, c)| {
        let is_after_space = matches!(std::mem::replace(&mut before, c), ' ' | '(');
        match c {
            '-' if is_after_space && text[at + 1..].starts_with(|c: char| c.is_ascii_digit()) => "$-$".into(),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{c}"),
            '\\' => "\\textbackslash{}".into(),
            '~' => "\\textasciitilde{}".into(),
            '^' => "\\textasciicircum{}".into(),
            // At the start of a row, these would be arguments of the `\\` that ends the row above.
            '[' | '*' => format!("{{{c}}}"),
            '|' => "\\textbar{}".into(),
            '<' | '>' => format!("${c}$"),
            'μ' => "$\\mu$".into(),
            'Δ' => "$\\Delta$".into(),
            '±' => "$\\pm$".into(),
            '≤' => "$\\le$".into(),
            _ => c.to_string(),
        }
    });
    escaped.collect()
}
