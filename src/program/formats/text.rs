//! Text for people, as wide as a terminal.

use super::layout;
use super::layout::wrap;
use super::layout::{shorten, wrap_with_emphasis};
use crate::program::request::color::{Color, Emphasis};
use crate::program::request::style::Style;
use crate::program::results::document::{Bar, Entry};
use crate::program::results::document::{Block, Document, Section};
use std::fmt::Display;
use std::io;
use std::io::Write;
use unicode_width::UnicodeWidthStr;

/// Indentation below section titles.
const INDENT: usize = 2;

/// Writes the sections of a document, separated by empty lines.
pub fn write(document: Document, style: Style, out: &mut impl Write) -> io::Result<()> {
    for (i, Section { title, blocks }) in document.into_sections().iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        let lines = title.iter().flat_map(|title| wrap(title, style.width));
        write_lines(lines.map(|line| style.color.paint(Emphasis::Title, &line).into_owned()), 0, out)?;
        let indent = if title.is_some() { INDENT } else { 0 };
        let width = style.width.saturating_sub(indent);
        for block in blocks {
            match block {
                Block::Paragraph(text) => write_lines(wrap(text, width), indent, out)?,
                Block::Line(text) => write_lines([text], indent, out)?,
                Block::Table(table) => write_lines(layout::table(table, width, style.color), indent, out)?,
                Block::Bars(bars) => write_lines(chart(bars, width), indent, out)?,
                Block::Entries(entries) => write_lines(labeled(entries, width, style.color), indent, out)?,
            }
        }
    }
    Ok(())
}

fn write_lines(lines: impl IntoIterator<Item: Display>, indent: usize, out: &mut impl Write) -> io::Result<()> {
    lines.into_iter().try_for_each(|line| writeln!(out, "{}", format!("{:indent$}{line}", "").trim_end()))
}

/// Labels, values, and bars whose lengths are proportional to them.
fn chart(bars: &[Bar], width: usize) -> Vec<String> {
    let labels = bars.iter().map(|bar| bar.label.width()).max().unwrap_or(0);
    let values = bars.iter().map(|bar| bar.value.to_string().len()).max().unwrap_or(0);
    let max = bars.iter().map(|bar| bar.value).max().unwrap_or(0).max(1);
    let room = width.saturating_sub(labels + values + 4).max(1) as u128;
    let line = |bar: &Bar| {
        // A value above 0 has a bar, however short.
        let length = (u128::from(bar.value) * room).div_ceil(u128::from(max)) as usize;
        let label = format!("{}{:2$}", bar.label, "", labels - bar.label.width());
        format!("{label}  {:>values$}  {}", bar.value, "#".repeat(length))
    };
    bars.iter().map(line).collect()
}

/// Texts beside their labels, which take at most half of the width.
fn labeled(entries: &[Entry], width: usize, color: Color) -> Vec<String> {
    let labels = entries.iter().map(|entry| entry.label.width()).max().unwrap_or(0).min(width / 2);
    let room = width.saturating_sub(labels + 2);
    let lines = |entry: &Entry| {
        let label = shorten(&entry.label, labels);
        let first = format!("{}{:2$}", color.paint(entry.label_emphasis, &label), "", labels + 2 - label.width());
        let indents = std::iter::once(first).chain(std::iter::repeat(" ".repeat(labels + 2)));
        let text = wrap_with_emphasis(&entry.text, &entry.emphasis, room, color);
        indents.zip(text).map(|(indent, line)| indent + &line).collect::<Vec<_>>()
    };
    entries.iter().flat_map(lines).collect()
}
