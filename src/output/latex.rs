//! LaTeX tables, with the rules of the package booktabs.

use super::table::{self, Side, Table};
use super::{Report, Style};
use std::io::{self, Write};

/// A table; the signature and what the table means are comments.
pub fn write_report(report: &Report, style: Style, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "% \\usepackage{{booktabs}}")?;
    for (number, table) in table::tables(report, style).iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        write_table(table, out)?;
    }
    writeln!(out, "% BLEU|{}", report.signature)?;
    if !style.quiet {
        table::captions(report).iter().try_for_each(|line| writeln!(out, "% {line}"))?;
    }
    Ok(())
}

fn write_table(table: &Table, out: &mut impl Write) -> io::Result<()> {
    let side = |side| if side == Side::Left { 'l' } else { 'r' };
    let sides: String = table.columns.iter().map(|column| side(column.side)).collect();
    writeln!(out, "\\begin{{tabular}}{{{sides}}}\n\\toprule")?;
    for (line, row) in table.rows().enumerate() {
        // Below the titles is a line, in any case.
        if line == 1 || line > 1 && table.ruled.contains(&(line - 1)) {
            writeln!(out, "\\midrule")?;
        }
        let cells: Vec<String> = row.into_iter().map(|cell| escape(cell.trim_end())).collect();
        writeln!(out, "{} \\\\", cells.join(" & "))?;
    }
    writeln!(out, "\\bottomrule\n\\end{{tabular}}")
}

/// Text that LaTeX sets as it is.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            // At the start of a row they would belong to the command that ends the row before.
            '[' | '*' => escaped.extend(['{', c, '}']),
            '|' => escaped.push_str("\\textbar{}"),
            '<' => escaped.push_str("$<$"),
            '>' => escaped.push_str("$>$"),
            'μ' => escaped.push_str("$\\mu$"),
            '±' => escaped.push_str("$\\pm$"),
            _ => escaped.push(c),
        }
    }
    escaped
}
