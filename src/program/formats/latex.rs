//! LaTeX: tables with rules of the package booktabs, and their captions, to be put into a paper as they are.

use super::layout::blocks;
use crate::program::request::color::Emphasis;
use crate::program::request::style::LatexStyle;
use crate::program::results::document::{Column, ColumnKind, Document, Table};
use crate::program::results::paper::{COLUMN_GAP, COLUMN_WIDTH, NAME_WIDTH, column_width};
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
        // The signature has no spaces at which its line could end.
        let signature = escape(signature).replace("\\textbar{}", "\\textbar{}\\allowbreak{}");
        let signature = format!("Signature: \\texttt{{BLEU\\textbar{{}}\\allowbreak{{}}{signature}}}.");
        writeln!(out, "\\caption{{{}\n{signature}}}\n\\label{{{}}}\n\\end{{table}}", captions.join("\n"), style.label)?;
    }
    document.remarks.iter().try_for_each(|line| writeln!(out, "% {line}"))
}

/// Writes the tables, in blocks of columns that fit into a column of a page with two, each after a command.
fn write_tables(document: &Document, command: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut is_first = true;
    for table in document.tables() {
        for block in blocks(&widths(table), COLUMN_GAP, COLUMN_WIDTH) {
            if !std::mem::take(&mut is_first) {
                writeln!(out, "\n\\medskip")?;
            }
            let first = (block.start > 0).then_some(0);
            write!(out, "{command}")?;
            write_table(table, &first.into_iter().chain(block).collect::<Vec<_>>(), out)?;
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

/// Writes some columns of a table.
fn write_table(table: &Table, columns: &[usize], out: &mut dyn Write) -> io::Result<()> {
    let widths = widths(table);
    let is_broken =
        |column: usize| column_width(&table.columns[column]) > widths[column] && is_text(&table.columns[column]);
    let alignment = |&column: &usize| match is_text(&table.columns[column]) {
        true if is_broken(column) => format!("p{{{}pt}}", widths[column]),
        true => String::from("l"),
        false => String::from("r"),
    };
    let alignments: String = columns.iter().map(alignment).collect();
    writeln!(out, "\\begin{{tabular}}{{@{{}}{alignments}@{{}}}}\n\\toprule")?;
    for (line, row) in table.rows().enumerate() {
        // There is always a rule below the titles.
        if line == 1 || line > 1 && table.ruled.contains(&(line - 1)) {
            writeln!(out, "\\midrule")?;
        }
        let cell = |&column: &usize| {
            let emphasis = line.checked_sub(1).and_then(|row| table.columns[column].emphasis.get(row));
            let text = emphasized(row[column].trim_end(), emphasis.copied().unwrap_or_default());
            if is_broken(column) { broken(&text) } else { text }
        };
        let cells: Vec<String> = columns.iter().map(cell).collect();
        // In text that is not justified, `\\\\` ends a line, not the row.
        let end = if columns.iter().any(|&column| is_broken(column)) { "\\tabularnewline" } else { "\\\\" };
        writeln!(out, "{} {end}", cells.join(" & "))?;
    }
    writeln!(out, "\\bottomrule\n\\end{{tabular}}")
}

/// Text in several lines, which may end within a name too.
fn broken(text: &str) -> String {
    let mut lines = String::from("\\raggedright ");
    let mut before = ' ';
    for character in text.chars() {
        lines.push(character);
        if before.is_alphanumeric() && matches!(character, '-' | '/') || before == '\\' && character == '_' {
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
