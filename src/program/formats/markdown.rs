//! Markdown tables, in GitHub's form.

use crate::bleu::unprintable::replace;
use crate::program::results::document::{Column, ColumnKind, Document, Table};
use std::borrow::Cow;
use std::io;
use std::io::Write;

/// Writes the tables, then the signature and the captions.
pub fn write(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    for table in document.tables() {
        write_table(table, out)?;
        writeln!(out)?;
    }
    if let Some(signature) = &document.signature {
        writeln!(out, "`BLEU|{signature}`")?;
    }
    document.paragraphs().try_for_each(|line| writeln!(out, "\n{}", escape(line)))
}

/// Writes a table. Markdown has no rules between rows: a caption names the clusters that they separate elsewhere.
fn write_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let mut write_row = |cells: Vec<String>| writeln!(out, "| {} |", cells.join(" | "));
    for (line, row) in table.rows().enumerate() {
        if line > 0 && table.ruled.contains(&(line - 1)) {
            write_row(vec![String::new(); row.len()])?;
        }
        write_row(row.into_iter().map(|cell| escape(cell.trim_end()).into_owned()).collect())?;
        if line == 0 {
            let alignment = |column: &Column| if column.kind == ColumnKind::Number { "--:" } else { ":--" }.to_owned();
            write_row(table.columns.iter().map(alignment).collect())?;
        }
    }
    Ok(())
}

/// Escapes text for Markdown.
fn escape(text: &str) -> Cow<'_, str> {
    replace(text, |c| "\\`*_[]<>|~&$".contains(c), |c| format!("\\{c}"))
}
