//! LaTeX tables, with rules of the package booktabs.

use crate::cli::report::table::{Kind, Table, Tables};
use std::io::{self, Write};

/// Writes the tables; the signature and the captions are comments.
pub fn write(tables: &Tables, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "% \\usepackage{{booktabs}}")?;
    for (number, table) in tables.tables.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        write_table(table, out)?;
    }
    writeln!(out, "% BLEU|{}", tables.signature)?;
    tables.captions.iter().try_for_each(|line| writeln!(out, "% {line}"))
}

fn write_table(table: &Table, out: &mut impl Write) -> io::Result<()> {
    let alignment = |kind| if kind == Kind::Number { 'r' } else { 'l' };
    let alignments: String = table.columns.iter().map(|column| alignment(column.kind)).collect();
    writeln!(out, "\\begin{{tabular}}{{{alignments}}}\n\\toprule")?;
    for (line, row) in table.rows().enumerate() {
        // There is always a rule below the titles.
        if line == 1 || line > 1 && table.ruled.contains(&(line - 1)) {
            writeln!(out, "\\midrule")?;
        }
        let cells: Vec<String> = row.into_iter().map(|cell| escape(cell.trim_end())).collect();
        writeln!(out, "{} \\\\", cells.join(" & "))?;
    }
    writeln!(out, "\\bottomrule\n\\end{{tabular}}")
}

/// Escapes text for LaTeX.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            // At the start of a row, these would be arguments of the `\\` that ends the row above.
            '[' | '*' => escaped.extend(['{', c, '}']),
            '|' => escaped.push_str("\\textbar{}"),
            '<' => escaped.push_str("$<$"),
            '>' => escaped.push_str("$>$"),
            'μ' => escaped.push_str("$\\mu$"),
            'Δ' => escaped.push_str("$\\Delta$"),
            '±' => escaped.push_str("$\\pm$"),
            _ => escaped.push(c),
        }
    }
    escaped
}
