//! A chapter of the manual as plain text, wrapped to a width: headings, paragraphs, lists, tables and code.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use unicode_width::UnicodeWidthStr;

/// Spaces between the columns of a table.
const GAP: usize = 2;
/// Least width of a column of a table that is narrowed to fit.
const MIN_COLUMN: usize = 10;
/// Spaces before code.
const CODE_INDENT: usize = 4;

/// Returns a text in Markdown as plain text whose lines have at most this many columns. Code is kept as it is, and words that are
/// longer than a line are not broken.
pub fn render(markdown: &str, width: usize) -> String {
    let mut page = Page { width, ..Page::default() };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.add(event);
    }
    page.text
}

/// The text so far, and the block that is being read.
#[derive(Default)]
struct Page {
    width: usize,
    text: String,
    /// Text of the paragraph, heading, code or cell that is being read.
    block: String,
    /// The lists around the block: the number of the next item, or `None` for bullets.
    lists: Vec<Option<u64>>,
    /// Bullet or number of an item that has no text yet.
    marker: Option<String>,
    /// Whether the last block that was written was an item.
    is_after_item: bool,
    /// Address of the link that is being read, if a reader needs it.
    address: Option<String>,
    /// Rows of the table that is being read; the first is the header.
    rows: Vec<Vec<String>>,
}

impl Page {
    fn add(&mut self, event: Event) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => self.block += &text,
            Event::SoftBreak | Event::HardBreak => self.block.push(' '),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag) {
        match tag {
            Tag::List(first) => {
                self.write_paragraph();
                self.lists.push(first);
            }
            Tag::Item => {
                self.marker = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_owned(),
                });
            }
            Tag::CodeBlock(_) => self.write_paragraph(),
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            // The text of a link within the manual says where it leads.
            Tag::Link { dest_url, .. } if dest_url.contains("://") => self.address = Some(dest_url.into_string()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                let lines = wrapped(&std::mem::take(&mut self.block), self.width);
                let rule = "-".repeat(lines.iter().map(|line| line.width()).max().unwrap_or_default());
                self.begin_block();
                self.text += &format!("{}\n{rule}\n", lines.join("\n"));
            }
            TagEnd::Paragraph | TagEnd::Item => self.write_paragraph(),
            TagEnd::List(_) => {
                self.lists.pop();
                self.is_after_item = !self.lists.is_empty();
            }
            TagEnd::CodeBlock => {
                let code = std::mem::take(&mut self.block);
                let indent = self.indent() + CODE_INDENT;
                self.begin_block();
                for line in code.lines() {
                    self.text += format!("{:indent$}{line}", "").trim_end();
                    self.text.push('\n');
                }
            }
            TagEnd::Link => {
                let address = self.address.take().filter(|address| !self.block.ends_with(address.as_str()));
                if let Some(address) = address {
                    self.block += &format!(" ({address})");
                }
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.block);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.write_table(),
            _ => {}
        }
    }

    /// Width of what stands before the lines of an item.
    fn indent(&self) -> usize {
        self.lists.iter().map(|number| if number.is_some() { "1. ".len() } else { "- ".len() }).sum()
    }

    /// Separates a block from the one before it by an empty line, except items of a list from each other.
    fn begin_block(&mut self) {
        let follows_item = std::mem::replace(&mut self.is_after_item, self.marker.is_some());
        let is_next_item = follows_item && self.marker.is_some();
        if !self.text.is_empty() && !is_next_item {
            self.text.push('\n');
        }
    }

    fn write_paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.block);
        if paragraph.is_empty() {
            return;
        }
        self.begin_block();
        let indent = self.indent();
        let marker = self.marker.take().unwrap_or_default();
        for (number, line) in wrapped(&paragraph, self.width.saturating_sub(indent)).into_iter().enumerate() {
            let before = if number == 0 { marker.as_str() } else { "" };
            self.text += &format!("{before:>indent$}{line}\n");
        }
    }

    /// Writes the table, its widest columns narrowed until it fits.
    fn write_table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        let mut widths: Vec<usize> = (0..columns)
            .map(|column| rows.iter().filter_map(|row| Some(row.get(column)?.width())).max().unwrap_or(0))
            .collect();
        while widths.iter().sum::<usize>() + GAP * columns.saturating_sub(1) > self.width {
            match widths.iter_mut().max() {
                Some(widest) if *widest > MIN_COLUMN => *widest -= 1,
                _ => break,
            }
        }
        self.begin_block();
        for (number, row) in rows.iter().enumerate() {
            let cells: Vec<Vec<String>> = row.iter().zip(&widths).map(|(cell, &width)| wrapped(cell, width)).collect();
            for line in 0..cells.iter().map(Vec::len).max().unwrap_or_default() {
                let mut text = String::new();
                for (cell, width) in cells.iter().zip(&widths) {
                    let part = cell.get(line).map_or("", String::as_str);
                    let fill = (width + GAP).saturating_sub(part.width()).max(1);
                    text += &format!("{part}{:fill$}", "");
                }
                self.text += text.trim_end();
                self.text.push('\n');
            }
            if number == 0 {
                let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
                self.text += &format!("{}\n", rules.join(&" ".repeat(GAP)));
            }
        }
    }
}

/// Returns the lines of a text, broken at spaces so that each has at most this many columns if its words allow it.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.width() + 1 + word.width() <= width => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manual::CHAPTERS;

    #[test]
    fn lists_tables_and_code_keep_their_shape() {
        let markdown = "# Title\n\nA *long* [paragraph](other.md) of `code` and words.\n\n- one\n- two words\n  - inner\n\n1. first\n\n\
            ```console\n$ a  b\n\n  c\n```\n\n| name | what it is |\n| --- | --- |\n| x | words that need some lines |\n";
        let expected = "Title\n-----\n\nA long paragraph of\ncode and words.\n\n- one\n- two words\n  - inner\n\n1. first\n\n    \
            $ a  b\n\n      c\n\nname  what it is\n----  ----------------\nx     words that need\n      some lines\n";
        assert_eq!(render(markdown, 22), expected);
    }

    #[test]
    fn chapters_fit_the_width_and_lose_no_word() {
        for (name, markdown) in CHAPTERS {
            for width in [40, 80, 200] {
                let text = render(markdown, width);
                // Code and rows of tables have two spaces in a row; words of more than a line, such as a path, are kept whole.
                let is_prose = |line: &&str| !line.starts_with("    ") && !line.trim().contains("  ");
                let has_long_word = |line: &str| line.split(' ').any(|word| 2 * word.width() > width);
                let long = text.lines().filter(is_prose).find(|line| line.width() > width && !has_long_word(line));
                assert_eq!(long, None, "{name} at {width}");
            }
            let words = |text: &str| -> Vec<String> {
                let letters = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
                letters.map(str::to_owned).collect()
            };
            let wide = words(&render(markdown, usize::MAX));
            for width in [40, 80] {
                let mut narrow = words(&render(markdown, width));
                let mut all = wide.clone();
                // Cells of a row are written side by side, so the order of words differs.
                narrow.sort_unstable();
                all.sort_unstable();
                assert!(narrow == all, "{name} at {width}");
            }
        }
    }
}
