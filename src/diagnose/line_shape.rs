//! What most lines begin or end with, whatever their numbers.

use super::finding::quoted;
use super::line_record::LineRecord;
use super::text_profile::MOST;

/// Maximum number of characters at each end of a line that are looked at.
const END: usize = 40;

/// An end of a line.
#[derive(Clone, Copy)]
pub enum End {
    Beginning,
    Ending,
}

impl End {
    pub const BOTH: [End; 2] = [End::Beginning, End::Ending];

    /// The characters of a line from this end on, with one `0` for each number.
    pub fn shape(self, line: &LineRecord) -> Vec<char> {
        match self {
            End::Beginning => without_numbers(line.text.chars()),
            End::Ending => without_numbers(line.text.chars().rev()),
        }
    }

    /// A shape in quotes, as it is read.
    pub fn quoted(self, shape: &[char]) -> String {
        let text = match self {
            End::Beginning => quoted(&shape.iter().collect::<String>()),
            End::Ending => quoted(&shape.iter().rev().collect::<String>()),
        };
        let numbers = if shape.contains(&'0') { " (0: any number)" } else { "" };
        format!("{text}{numbers}")
    }
}

/// The characters with one `0` for each number, such as `17` or `-0.25`.
fn without_numbers(characters: impl Iterator<Item = char>) -> Vec<char> {
    let mut shape: Vec<char> = Vec::with_capacity(END + 1);
    for c in characters.take(2 * END) {
        // The last one may still become a part of a number.
        if shape.len() > END {
            break;
        }
        let c = if c.is_ascii_digit() { '0' } else { c };
        if c == '0' && shape.last() == Some(&'0') {
            continue;
        }
        // A fraction or a sign belongs to its number.
        if c == '0' && shape.ends_with(&['0', '.']) {
            shape.pop();
            continue;
        }
        if c == '0' && shape.last() == Some(&'-') && matches!(shape.iter().nth_back(1), None | Some('\t' | ' ')) {
            shape.pop();
        }
        shape.push(c);
    }
    shape.truncate(END);
    shape
}

/// Returns the longest shape that most of these begin with.
pub fn common<'a>(shapes: impl IntoIterator<Item = &'a Vec<char>>) -> Vec<char> {
    let mut matching: Vec<&Vec<char>> = shapes.into_iter().collect();
    let least = (MOST * matching.len()).div_ceil(10);
    let mut common: Vec<char> = Vec::new();
    while let Some(next) = majority(matching.iter().filter_map(|line| line.get(common.len()).copied())) {
        matching.retain(|line| line.get(common.len()) == Some(&next));
        if matching.len() < least {
            break;
        }
        common.push(next);
    }
    common
}

/// The character that occurs in more than half of them, if any does (majority vote of Boyer and Moore).
fn majority(characters: impl Iterator<Item = char>) -> Option<char> {
    let (mut majority, mut lead) = (None, 0u32);
    for c in characters {
        if lead == 0 {
            majority = Some(c);
        }
        lead = if majority == Some(c) { lead + 1 } else { lead - 1 };
    }
    majority
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnose::byte_set::ByteSet;

    fn beginning(line: &str) -> String {
        End::Beginning.shape(&LineRecord::new(line, ByteSet::of(line))).into_iter().collect()
    }

    #[test]
    fn numbers_have_one_shape() {
        assert_eq!(beginning("H-12\t-0.313\tText"), "H-0\t0\tText");
        assert_eq!(beginning("H-7\t-10.5\tText"), "H-0\t0\tText");
    }

    #[test]
    fn exceptions_do_not_hide_what_most_lines_begin_with() {
        let lines: Vec<Vec<char>> = (0..20).map(|i| if i == 3 { "x" } else { "Q: a" }.chars().collect()).collect();
        assert_eq!(common(&lines), ['Q', ':', ' ', 'a']);
        let other: Vec<Vec<char>> = ["ab", "c", "b"].map(|line| line.chars().collect()).into();
        assert!(common(&other).is_empty());
    }
}
