//! LaTeX: tables with rules of the package booktabs, and their captions, to be put into a paper as they are.

use super::layout::blocks;
use crate::program::request::color::Emphasis;
use crate::program::results::document::{Column, ColumnKind, Document, Table};
use std::io;
use std::io::Write;

/// Maximum number of characters of a row, about as many as fit on a page. The columns of a wider table are continued below.
const PAGE_WIDTH: usize = 100;

/// Number of characters of a row that fit into a column of a page with two.
const COLUMN_WIDTH: usize = 45;

/// Writes the tables with their captions and the signature; without captions, the signature is a comment. Remarks are
/// comments.
pub fn write(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "% \\usepackage{{booktabs}}")?;
    if document.tables().any(|table| table.columns.iter().map(Column::width).sum::<usize>() > COLUMN_WIDTH) {
        let fewer = match document.narrow {
            "" => String::new(),
            narrow => format!("choose fewer (--columns {narrow}), or "),
        };
        writeln!(out, "% Too wide for one column of two: {fewer}replace table by table*.")?;
    }
    let signature = document.signature.as_deref().unwrap_or_default();
    if document.captions.is_empty() {
        write_tables(document, out)?;
        writeln!(out, "% BLEU|{signature}")?;
    } else {
        writeln!(out, "\\begin{{table}}\n\\centering")?;
        write_tables(document, out)?;
        let captions: Vec<String> = document.captions.iter().map(|caption| escape(caption)).collect();
        // The signature has no spaces at which its line could end.
        let signature = escape(signature).replace("\\textbar{}", "\\textbar{}\\allowbreak{}");
        let signature = format!("Signature: \\texttt{{BLEU\\textbar{{}}\\allowbreak{{}}{signature}}}.");
        writeln!(out, "\\caption{{{}\n{signature}}}\n\\label{{tab:bleu}}\n\\end{{table}}", captions.join("\n"))?;
    }
    document.remarks.iter().try_for_each(|line| writeln!(out, "% {line}"))
}

fn write_tables(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    let mut is_first = true;
    for table in document.tables() {
        let widths: Vec<usize> = table.columns.iter().map(Column::width).collect();
        for block in blocks(&widths, table.gap, PAGE_WIDTH) {
            if !std::mem::take(&mut is_first) {
                writeln!(out, "\n\\medskip")?;
            }
            let first = (block.start > 0).then_some(0);
            write_table(table, &first.into_iter().chain(block).collect::<Vec<_>>(), out)?;
        }
    }
    Ok(())
}

/// Writes some columns of a table.
fn write_table(table: &Table, columns: &[usize], out: &mut dyn Write) -> io::Result<()> {
    let alignment = |&column: &usize| if table.columns[column].kind == ColumnKind::Number { 'r' } else { 'l' };
    let alignments: String = columns.iter().map(alignment).collect();
    writeln!(out, "\\begin{{tabular}}{{{alignments}}}\n\\toprule")?;
    for (line, row) in table.rows().enumerate() {
        // There is always a rule below the titles.
        if line == 1 || line > 1 && table.ruled.contains(&(line - 1)) {
            writeln!(out, "\\midrule")?;
        }
        let cell = |&column: &usize| {
            let emphasis = line.checked_sub(1).and_then(|row| table.columns[column].emphasis.get(row));
            emphasized(row[column].trim_end(), emphasis.copied().unwrap_or_default())
        };
        let cells: Vec<String> = columns.iter().map(cell).collect();
        writeln!(out, "{} \\\\", cells.join(" & "))?;
    }
    writeln!(out, "\\bottomrule\n\\end{{tabular}}")
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
