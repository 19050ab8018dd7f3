//! Why inputs differ in length: counts of what some tools take for line ends and others do not.

use memchr::{memchr_iter, memmem};
use std::collections::HashSet;

/// So many inputs of different lengths are named.
const MOST_NAMED: usize = 8;

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
    /// The lines found, the last one perhaps in part.
    pub lines: u64,
    /// Whether these are all; false where counting was given up.
    pub ended: bool,
    /// What their ends look like.
    pub census: Census,
}

impl Count {
    fn length(&self) -> String {
        let more = if self.ended { "" } else { " or more" };
        format!("{} has {} line{}{more}", self.name, self.lines, if self.lines == 1 { "" } else { "s" })
    }
}

/// The message for inputs, the candidate first, not all of which are equally long.
pub fn explain_difference(counts: &[Count]) -> String {
    // Inputs are read as far as the shortest; so that one has ended.
    let Some(shortest) = counts.iter().filter(|count| count.ended).min_by_key(|count| count.lines) else {
        return String::from("the inputs differ in length");
    };
    let is_longer = |count: &&Count| count.lines > shortest.lines;
    let first = &counts[0];
    let other = if is_longer(&first) { Some(shortest) } else { counts.iter().find(is_longer) };
    let Some(other) = other else {
        return format!("{} changed while it was read; try again", first.name);
    };
    let rule = "line by line they must belong together, so that all inputs have as many lines";
    let mut lengths = HashSet::new();
    let different = counts.iter().filter(|count| lengths.insert((count.lines, count.ended)));
    let named: Vec<_> = different.take(MOST_NAMED).map(Count::length).collect();
    let mut message = format!("different lengths: {}; {rule}", named.join(", "));
    let (shorter, longer) = if is_longer(&first) { (other, first) } else { (first, other) };
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
        (shorter.census.lone_cr, "× CR (carriage return) without LF", "tr '\\r' '\\n'"),
        (shorter.census.line_separators, "× U+2028 (line separator)", "the same way of splitting for both files"),
        (shorter.census.next_lines, "× U+0085 (next line)", "the same way of splitting for both files"),
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
    if longer.ended && longer.lines > shorter.lines && longer.lines.is_multiple_of(shorter.lines) && shorter.lines > 1 {
        let times = longer.lines / shorter.lines;
        let times = if times == 2 { "exactly twice".to_owned() } else { format!("exactly {times} times") };
        causes.push(format!("{} is {times} as long: are several texts joined in it?", longer.name));
    }
    causes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn census(texts: &[&str]) -> Census {
        let mut census = Census::default();
        texts.iter().for_each(|text| census.add(text.as_bytes()));
        census
    }

    fn count(name: &str, lines: u64, ended: bool) -> Count {
        Count { name: name.into(), lines, ended, census: Census::default() }
    }

    #[test]
    fn carriage_returns_count_where_no_line_feed_follows() {
        assert_eq!(census(&["a\r\nb\rc\r\r\n"]).lone_cr, 2);
        assert_eq!(census(&["a\r\n", "b\r\n"]).lone_cr, 0);
    }

    #[test]
    fn separators_are_counted_in_all_batches() {
        let census = census(&["a\u{2028}b\u{85}c\n", "\u{85}\u{2029}\n"]);
        assert_eq!((census.line_separators, census.next_lines), (1, 2));
    }

    #[test]
    fn empty_lines_at_the_end_are_the_same_in_one_batch_and_in_many() {
        for (texts, empty) in [
            (&["a\n\n\n"][..], 2),
            (&["a\n", "\n", "\n"], 2),
            (&["a\n\n", "\n"], 2),
            (&["\n\n", "a\n"], 0),
            (&["a\n\nb\n"], 0),
            (&["\n", "\n"], 2),
            (&[], 0),
        ] {
            assert_eq!(census(texts).empty_at_end, empty, "{texts:?}");
        }
    }

    #[test]
    fn lines_that_were_not_all_counted_are_never_called_the_fewer() {
        // The second was given up early: long lines. It has as many as the first, or more.
        let counts = [count("hyp", 900, false), count("ref1", 500, false), count("ref2", 200, true)];
        let message = explain_difference(&counts);
        let lengths = "hyp has 900 lines or more, ref1 has 500 lines or more, ref2 has 200 lines;";
        assert!(message.contains(lengths) && !message.contains("as long"), "{message}");
    }

    #[test]
    fn each_length_is_told_of_one_input() {
        let lengths = [("a", 9), ("b", 9), ("c", 8), ("d", 7), ("e", 8)];
        let message = explain_difference(&lengths.map(|(name, lines)| count(name, lines, true)));
        assert!(message.contains(": a has 9 lines, c has 8 lines, d has 7 lines;"), "{message}");
    }

    #[test]
    fn the_candidate_is_compared_with_the_reference_that_differs() {
        let counts = [count("hyp", 10, true), count("ref1", 10, true), count("ref2", 20, true)];
        let message = explain_difference(&counts);
        assert!(message.contains("hyp has 10 lines, ref2 has 20 lines"), "{message}");
        assert!(message.contains("ref2 is exactly twice as long"), "{message}");
    }
}
