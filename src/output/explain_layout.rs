//! Text in columns of a terminal: how wide it is, cut to fit, wrapped.

use std::io::{self, Write};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The columns that explanations take.
pub const WIDTH: usize = 100;

/// The text without control characters, which could do anything to a terminal.
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect()
}

/// The text in exactly `width` columns, its end cut off or filled up.
pub fn left(text: &str, width: usize) -> String {
    let text = fit(text, width);
    let room = width - text.width().min(width);
    text + &" ".repeat(room)
}

/// The text in at most `width` columns.
pub fn fit(text: &str, width: usize) -> String {
    let text = clean(text);
    if text.width() <= width {
        return text;
    }
    let (kept, _) = text.split_at(prefix(&text, width.saturating_sub(1)));
    format!("{}…", kept.trim_end())
}

/// The bytes at the beginning of `text` that fit into `width` columns.
fn prefix(text: &str, width: usize) -> usize {
    let mut used = 0;
    let beyond = text.char_indices().find(|(_, c)| {
        used += c.width().unwrap_or(0);
        used > width
    });
    beyond.map_or(text.len(), |(end, _)| end)
}

/// Writes `label`, and beside it the words of `text`, in as many lines as they need.
pub fn wrap(label: &str, text: &str, out: &mut impl Write) -> io::Result<()> {
    let (indent, text) = (label.width(), clean(text));
    let room = WIDTH - indent.min(WIDTH / 2);
    let mut line = String::new();
    let mut lines = Vec::new();
    for mut word in text.split(' ').filter(|word| !word.is_empty()) {
        if !line.is_empty() && line.width() + 1 + word.width() > room {
            lines.push(std::mem::take(&mut line));
        }
        // What is wider than a line goes where it comes.
        while word.width() > room {
            let (head, tail) = word.split_at(prefix(word, room).max(word.chars().next().map_or(0, char::len_utf8)));
            lines.push(head.to_owned());
            word = tail;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    for (i, line) in lines.iter().enumerate() {
        let label = if i == 0 { label.to_owned() } else { " ".repeat(indent) };
        writeln!(out, "{}", format!("{label}{line}").trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(fit("日本語テキスト", 7), "日本語…");
        assert_eq!(left("日本", 6), "日本  ");
        assert_eq!(fit("abc", 3), "abc");
        assert_eq!(fit("a\u{1b}[2Jb", 9), "a\u{FFFD}[2Jb");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let mut out = Vec::new();
        wrap("label  ", &format!("{} short {}", "長".repeat(200), "word ".repeat(50)), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().all(|line| line.width() <= WIDTH) && text.lines().count() > 5, "{text}");
        assert_eq!(text.matches('長').count(), 200);
    }
}
