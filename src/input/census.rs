//! Why inputs differ in length: counts of what some tools take for line ends and others do not.

use memchr::{memchr_iter, memmem};

/// What was seen at, and inside of, lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Carriage returns that no line feed follows.
    lone_cr: u64,
    /// U+2028, the line separator.
    line_separators: u64,
    /// U+0085, the next-line character.
    next_lines: u64,
    /// Empty lines at the end.
    empty_at_end: u64,
}

impl Census {
    /// Takes whole lines into account.
    pub fn add(&mut self, text: &[u8]) {
        let count = |needle: &[u8]| memmem::find_iter(text, needle).count() as u64;
        self.lone_cr += memchr_iter(b'\r', text).count() as u64 - count(b"\r\n");
        self.line_separators += count("\u{2028}".as_bytes());
        self.next_lines += count("\u{85}".as_bytes());
        let content = text.iter().rposition(|&byte| byte != b'\n');
        let feeds_at_end = (text.len() - content.map_or(0, |last| last + 1)) as u64;
        // The first of them ends the last line that has content.
        self.empty_at_end =
            if content.is_some() { feeds_at_end.saturating_sub(1) } else { self.empty_at_end + feeds_at_end };
    }
}

/// The lines of an input.
#[derive(Clone, Debug)]
pub struct Count {
    /// The input's name.
    pub name: String,
    /// The lines found.
    pub lines: u64,
    /// Whether these are all; false where counting was given up.
    pub ended: bool,
    /// What their ends look like.
    pub census: Census,
}

impl Count {
    fn length(&self) -> String {
        let more = if self.ended { "" } else { "more than " };
        format!("{} has {more}{} line{}", self.name, self.lines, if self.lines == 1 { "" } else { "s" })
    }
}

/// The message for inputs, the candidate first, not all of which are equally long.
pub fn explain_difference(counts: &[Count]) -> String {
    let first = &counts[0];
    let Some(other) = counts[1..].iter().find(|other| (other.lines, other.ended) != (first.lines, first.ended)) else {
        return format!("{} changed while it was read; try again", first.name);
    };
    let rule = "line by line they must belong together, so that all inputs have as many lines";
    let mut message = format!("different lengths: {}, {}; {rule}", first.length(), other.length());
    let (shorter, longer) = if first.lines <= other.lines { (first, other) } else { (other, first) };
    for cause in causes(shorter, longer) {
        message.push_str("\n  perhaps: ");
        message.push_str(&cause);
    }
    message
}

/// What may have made the difference, the likeliest first.
fn causes(shorter: &Count, longer: &Count) -> Vec<String> {
    let missing = longer.lines - shorter.lines;
    let mut causes = Vec::new();
    if shorter.lines == 0 {
        causes.push(format!("{} is empty: did the program that writes it fail?", shorter.name));
        return causes;
    }
    let inside = [
        (shorter.census.lone_cr, "carriage returns (CR) without a line feed", "tr '\\r' '\\n'"),
        (shorter.census.line_separators, "line separators (U+2028)", "the same way of splitting for both files"),
        (shorter.census.next_lines, "next-line characters (U+0085)", "the same way of splitting for both files"),
    ];
    for (count, what, cure) in inside {
        if count > 0 {
            let exactly = if count == missing && longer.ended { ", exactly the difference" } else { "" };
            causes.push(format!(
                "{} has {count} {what} inside lines{exactly}; only a line feed (LF) ends a line here; use {cure}",
                shorter.name
            ));
        }
    }
    if longer.ended && longer.census.empty_at_end >= missing {
        let lines = if missing == 1 { "an empty line".to_owned() } else { format!("{missing} empty lines") };
        causes.push(format!("{} ends with {lines} too many", longer.name));
    }
    if longer.ended && longer.lines > shorter.lines && longer.lines % shorter.lines == 0 && shorter.lines > 1 {
        let times = longer.lines / shorter.lines;
        let times = if times == 2 { "exactly twice".to_owned() } else { format!("exactly {times} times") };
        causes.push(format!("{} is {times} as long: are several texts joined in it?", longer.name));
    }
    causes
}
