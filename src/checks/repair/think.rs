//! The reasoning that language models write before an answer.

use super::Entry;
use memchr::memchr3_iter;
use memchr::memmem::Finder;
use std::ops::Range;

pub const ENTRY: Entry = Entry { concerns: |byte| matches!(byte, b'<' | b'[' | 0xE2), rewrite: drop_reasoning };

/// The beginnings and ends of reasoning.
const MARKS: [[&str; 2]; 11] = [
    ["<think>", "</think>"],
    ["<thinking>", "</thinking>"],
    ["<thought>", "</thought>"],
    ["<reasoning>", "</reasoning>"],
    ["<reflection>", "</reflection>"],
    ["<scratchpad>", "</scratchpad>"],
    ["<seed:think>", "</seed:think>"],
    ["[THINK]", "[/THINK]"],
    ["◁think▷", "◁/think▷"],
    ["<|begin_of_thought|>", "<|end_of_thought|>"],
    // Of the format "harmony": the answer is in a channel of its own.
    ["<|channel|>analysis<|message|>", "<|channel|>final<|message|>"],
];

/// Appends the line without reasoning, and returns the number of its parts. A part may lack its beginning, which is then that
/// of the line, as where it was in the prompt; or its end, as where the output was cut off.
fn drop_reasoning(line: &str, to: &mut String) -> u64 {
    if !has_mark(line) {
        return 0;
    }
    let Some(part) = MARKS.iter().find_map(|marks| first_part(line, *marks)) else { return 0 };
    to.push_str(&line[..part.start]);
    to.push_str(&line[part.end..]);
    1
}

/// Whether a line has one of the marks: one search, where each mark by itself would take one.
fn has_mark(line: &str) -> bool {
    let begins = |at: usize| MARKS.iter().flatten().any(|mark| line.as_bytes()[at..].starts_with(mark.as_bytes()));
    memchr3_iter(b'<', b'[', 0xE2, line.as_bytes()).any(begins)
}

/// The place of the first part of a line with reasoning between such marks.
fn first_part(line: &str, [begin, end]: [&str; 2]) -> Option<Range<usize>> {
    let find = |text: &str, mark: &str| Finder::new(mark).find(text.as_bytes());
    match (find(line, begin), find(line, end)) {
        (Some(first), Some(last)) if last < first => Some(0..last + end.len()),
        (Some(first), _) => {
            let from = first + begin.len();
            let length = find(&line[from..], end).map_or(line.len() - from, |at| at + end.len());
            Some(first..from + length)
        }
        (None, Some(last)) => Some(0..last + end.len()),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::checks::repair::Repair;

    #[test]
    fn reasoning_goes_with_its_marks() {
        for (line, expected) in [
            ("<think>Hund is dog.</think> The dog runs.", "The dog runs."),
            ("The dog. <think>Or hound?</think> It runs. <think>Yes.</think>", "The dog.  It runs."),
            ("[THINK]Hund?[/THINK]The dog runs.", "The dog runs."),
            ("◁think▷Hund?◁/think▷The dog runs.", "The dog runs."),
            (
                "<|channel|>analysis<|message|>Hund?<|end|><|start|>assistant<|channel|>final<|message|>The dog.",
                "The dog.",
            ),
            ("Hund is dog.\u{2028}</think>\u{2028}The dog runs.", "The dog runs."),
            ("<think>Hund is dog, I think, but", ""),
            ("<think></think>The dog runs.", "The dog runs."),
            ("a <b>dog</b> [1] thinks", "a <b>dog</b> [1] thinks"),
        ] {
            assert_eq!(Repair::Think.clean(line), expected, "{line}");
        }
    }
}
