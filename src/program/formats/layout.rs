//! Layout of text in columns of a terminal: widths, shortening, wrapping, tables.

use crate::program::request::color::{Color, Emphasis};
use crate::program::results::document::{ColumnKind, Table};
use std::ops::Range;
use unicode_width::UnicodeWidthChar;
use unicode_width::UnicodeWidthStr;

/// Minimum width of a column of text in a table.
const MIN_TEXT: usize = 16;

/// Returns the text in at most `width` columns; "…" shows that the end is missing.
pub fn shorten(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let (kept, _) = text.split_at(prefix(text, width.saturating_sub(1)));
    format!("{}…", kept.trim_end())
}

/// Returns the number of bytes at the beginning of `text` that fit into `width` columns.
fn prefix(text: &str, width: usize) -> usize {
    let mut used = 0;
    let excess = text.char_indices().find(|(_, c)| {
        used += c.width().unwrap_or(0);
        used > width
    });
    excess.map_or(text.len(), |(end, _)| end)
}

/// Breaks the words of `text` into lines of at most `width` columns; at least one line.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    wrap_with_emphasis(text, &[], width, Color::Never)
}

/// [`wrap`]s words with the emphasis of each; further words are plain.
pub fn wrap_with_emphasis(text: &str, emphasis: &[Emphasis], width: usize, color: Color) -> Vec<String> {
    let width = width.max(2);
    let mut line = String::new();
    let mut line_width = 0;
    let mut lines = Vec::new();
    let emphasis = emphasis.iter().copied().chain(std::iter::repeat(Emphasis::Plain));
    for (mut word, emphasis) in text.split(' ').filter(|word| !word.is_empty()).zip(emphasis) {
        let mut word_width = word.width();
        if !line.is_empty() && line_width + 1 + word_width > width {
            lines.push(std::mem::take(&mut line));
        }
        // Breaks words that are wider than a line.
        while word_width > width && !word.is_empty() {
            let (head, tail) = word.split_at(prefix(word, width).max(word.chars().next().map_or(0, char::len_utf8)));
            lines.push(color.paint(emphasis, head).into_owned());
            // Not computed again, since that would take time with the square of the length.
            word_width = word_width.saturating_sub(head.width());
            word = tail;
        }
        if line.is_empty() {
            line_width = word_width;
        } else {
            line.push(' ');
            line_width += 1 + word_width;
        }
        line.push_str(&color.paint(emphasis, word));
    }
    lines.push(line);
    lines
}

/// Returns the lines of a cell, of at most `width` columns.
fn cell_lines(cell: &str, kind: ColumnKind, width: usize) -> Vec<String> {
    match kind {
        ColumnKind::Wrappable => wrap(cell, width),
        ColumnKind::LeftAligned | ColumnKind::Shortenable | ColumnKind::Number => vec![shorten(cell, width)],
    }
}

/// Fills up a line of a cell to `width` columns.
fn pad(line: &str, kind: ColumnKind, width: usize, emphasis: Emphasis, color: Color) -> String {
    let spaces = " ".repeat(width.saturating_sub(line.width()));
    let line = color.paint(emphasis, line);
    match kind {
        ColumnKind::LeftAligned | ColumnKind::Shortenable | ColumnKind::Wrappable => line.into_owned() + &spaces,
        ColumnKind::Number => spaces + &line,
    }
}

/// Returns the lines of a table of at most `width` columns. Text is shortened or wrapped if necessary; if that is not
/// enough, the columns are continued in further blocks of lines, and each block repeats the first column.
pub fn table(table: &Table, width: usize, color: Color) -> impl Iterator<Item = String> {
    let widths = column_widths(table, width);
    let blocks = blocks(&widths, table.gap, width).into_iter().enumerate();
    blocks.flat_map(move |(i, block)| {
        let columns: Vec<usize> = if i > 0 { std::iter::once(0).chain(block).collect() } else { block.collect() };
        let columns: Vec<(usize, usize)> = columns.into_iter().map(|c| (c, widths[c])).collect();
        let rows = (0..).zip(table.rows()).flat_map(move |(row, cells)| row_lines(table, row, &cells, &columns, color));
        (i > 0).then(String::new).into_iter().chain(rows)
    })
}

/// Returns the lines of a row of these columns, each with its width; row 0 holds the titles.
fn row_lines(table: &Table, row: usize, cells: &[&str], columns: &[(usize, usize)], color: Color) -> Vec<String> {
    let mut lines = Vec::new();
    if row > 0 && table.ruled.contains(&(row - 1)) {
        let width = columns.iter().map(|(_, width)| width + table.gap).sum::<usize>().saturating_sub(table.gap);
        lines.push("-".repeat(width));
    }
    let cells: Vec<_> = columns.iter().map(|&(c, width)| cell_lines(cells[c], table.columns[c].kind, width)).collect();
    for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
        let parts = columns.iter().zip(&cells).map(|(&(c, width), cell)| {
            let column = &table.columns[c];
            let emphasis = row.checked_sub(1).and_then(|row| column.emphasis.get(row)).copied().unwrap_or_default();
            pad(cell.get(line).map_or("", String::as_str), column.kind, width, emphasis, color)
        });
        lines.push(parts.collect::<Vec<_>>().join(&" ".repeat(table.gap)).trim_end().to_owned());
    }
    lines
}

/// Returns the widths of all columns: as wide as their cells, except that text columns share the remaining width.
fn column_widths(table: &Table, width: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = table.columns.iter().map(|column| column.width().min(width)).collect();
    let is_text = |c: &usize| matches!(table.columns[*c].kind, ColumnKind::Shortenable | ColumnKind::Wrappable);
    let mut texts: Vec<usize> = (0..widths.len()).filter(is_text).collect();
    let others: usize = (0..widths.len()).filter(|c| !texts.contains(c)).map(|c| widths[c]).sum();
    let mut room = width.saturating_sub(others + table.gap * widths.len().saturating_sub(1));
    room = room.max(MIN_TEXT * texts.len());
    // The narrowest first, so that what they do not need goes to the wider ones.
    texts.sort_by_key(|&c| widths[c]);
    let mut remaining = texts.len();
    for c in texts {
        widths[c] = widths[c].min(room / remaining);
        room -= widths[c];
        remaining -= 1;
    }
    // Room for the first column beside the widest other one, so that every block fits.
    if let Some((first, others)) = widths.split_first_mut() {
        let widest = others.iter().max().map_or(0, |widest| widest + table.gap);
        *first = (*first).min(width.saturating_sub(widest).max(1));
    }
    widths
}

/// Divides columns into blocks that fit into `width`; all but the first block also hold column 0.
pub fn blocks(widths: &[usize], gap: usize, width: usize) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let (mut start, mut used) = (0, 0);
    for (c, column) in widths.iter().enumerate() {
        if c > start && c > 1 && used + gap + column > width {
            blocks.push(start..c);
            (start, used) = (c, widths[0] + gap + column);
        } else {
            used += if c > 0 { gap + column } else { *column };
        }
    }
    // Avoid a block with a single column: move the previous column along, if enough columns remain.
    if let Some(last) = blocks.last_mut()
        && start + 1 == widths.len()
        && last.len() > 3
        && widths[0] + gap + widths[start - 1] + gap + widths[start] <= width
    {
        start -= 1;
        last.end = start;
    }
    blocks.push(start..widths.len());
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::results::document::Column;

    fn column(title: &str, kind: ColumnKind, cells: [&str; 2]) -> Column {
        Column::new(title, kind, cells.map(str::to_owned))
    }

    fn lines(table: &Table, width: usize, color: Color) -> Vec<String> {
        super::table(table, width, color).collect()
    }

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(shorten("日本語テキスト", 7), "日本語…");
        assert_eq!(pad("日本", ColumnKind::Shortenable, 6, Emphasis::Plain, Color::Never), "日本  ");
        assert_eq!(shorten("abc", 3), "abc");
    }

    #[test]
    fn wrapped_lines_keep_all_words_within_the_width() {
        let lines = wrap(&format!("{} short {}", "長".repeat(200), "word ".repeat(50)), 60);
        assert!(lines.iter().all(|line| line.width() <= 60) && lines.len() > 5, "{lines:?}");
        assert_eq!(lines.concat().matches('長').count(), 200);
        assert_eq!(lines.join(" ").matches("word").count(), 50);
    }

    #[test]
    fn a_table_that_fits_is_left_alone() {
        let table = Table::new(vec![
            column("name", ColumnKind::LeftAligned, ["a", "bcdef"]),
            column("n", ColumnKind::Number, ["10", "9"]),
        ]);
        assert_eq!(lines(&table, 80, Color::Never), ["name    n", "a      10", "bcdef   9"]);
    }

    #[test]
    fn text_is_shortened_before_columns_are_continued_below() {
        let long = "a sentence that is longer than the line";
        let columns =
            vec![column("n", ColumnKind::Number, ["1", "2"]), column("text", ColumnKind::Shortenable, [long, "short"])];
        assert_eq!(lines(&Table::new(columns), 20, Color::Never), ["n  text", "1  a sentence that…", "2  short"]);
    }

    #[test]
    fn wrappable_text_is_continued_in_the_lines_below() {
        let long = "a sentence that is longer than the line";
        let columns =
            vec![column("n", ColumnKind::Number, ["1", "2"]), column("text", ColumnKind::Wrappable, [long, "short"])];
        let expected = ["n  text", "1  a sentence that", "   is longer than", "   the line", "2  short"];
        assert_eq!(lines(&Table::new(columns), 20, Color::Never), expected);
    }

    #[test]
    fn columns_that_do_not_fit_are_continued_below() {
        let numbers = || column("number", ColumnKind::Number, ["123456", "7"]);
        let columns = vec![column("name", ColumnKind::LeftAligned, ["a", "b"]), numbers(), numbers(), numbers()];
        let lines = lines(&Table { columns, ruled: vec![1], gap: 2 }, 20, Color::Never);
        let first = ["name  number  number", "a     123456  123456", "--------------------", "b          7       7"];
        let second = ["", "name  number", "a     123456", "------------", "b          7"];
        assert_eq!(lines, [&first[..], &second].concat());
    }

    #[test]
    fn a_single_column_is_not_left_for_the_last_block() {
        assert_eq!(blocks(&[4, 6, 6, 6, 6], 2, 30), [0..3, 3..5]);
        assert_eq!(blocks(&[4, 6, 6, 6], 2, 20), [0..3, 3..4]);
        assert_eq!(blocks(&[4, 6, 6, 6, 26], 2, 30), [0..4, 4..5]);
    }

    #[test]
    fn emphasis_changes_nothing_but_the_color() {
        let column = column("text", ColumnKind::Shortenable, ["a sentence that is longer than the line", "b"]);
        let columns = vec![column.with_emphasis([Emphasis::Bad, Emphasis::Good])];
        let painted = lines(&Table::new(columns), 20, Color::Ansi);
        assert_eq!(painted, ["text", "\u{1b}[31ma sentence that is…\u{1b}[0m", "\u{1b}[32mb\u{1b}[0m"]);
        let words = wrap_with_emphasis("abc de f", &[Emphasis::Bad, Emphasis::Good], 2, Color::Ansi);
        let [ab, c, de, f] = ["\u{1b}[31mab\u{1b}[0m", "\u{1b}[31mc\u{1b}[0m", "\u{1b}[32mde\u{1b}[0m", "f"];
        assert_eq!(words, [ab, c, de, f]);
    }
}
