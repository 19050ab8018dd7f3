//! Beginnings, ends and columns of lines, used to recognize wrapped text.

use memchr::memchr_iter;

/// Maximum number of characters at each end of a line that are looked at.
const END: usize = 40;

/// Maximum number of lines of a text whose shapes are kept.
pub const MAX_SHAPES: usize = 2000;

/// Number of lines at the beginning of a batch whose shapes are taken, and the distance of others.
pub const FIRST_SHAPES: usize = 100;
pub const LINES_PER_SHAPE: usize = 16;

/// Shape of a line.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The first characters, with `0` for each number.
    pub beginning: Vec<char>,
    /// The last characters, the last one first.
    pub end: Vec<char>,
    /// Number of tabs.
    pub tabs: usize,
    /// Number of keys if the line is an object of JSON.
    pub keys: usize,
}

impl Shape {
    /// Returns the shape of a line; `None` if it has nothing but white space.
    pub fn new(line: &str) -> Option<Shape> {
        let line = line.trim_matches([' ', '\r']);
        (!line.is_empty()).then(|| Shape {
            beginning: without_numbers(line.chars()),
            end: without_numbers(line.chars().rev()),
            tabs: memchr_iter(b'\t', line.as_bytes()).count(),
            keys: if line.starts_with('{') && line.ends_with('}') { line.matches("\":").count() } else { 0 },
        })
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

/// In tenths: "most" is 6, "few" is 1.
pub const MOST: usize = 6;
pub const FEW: usize = 1;

/// Returns the longest sequence that most of the lines begin with.
pub fn common<'a>(lines: impl Iterator<Item = &'a [char]>) -> Vec<char> {
    let mut matching: Vec<&[char]> = lines.collect();
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

    fn beginning(line: &str) -> String {
        Shape::new(line).unwrap().beginning.into_iter().collect()
    }

    #[test]
    fn numbers_have_one_shape() {
        assert_eq!(beginning("H-12\t-0.313\tText"), "H-0\t0\tText");
        assert_eq!(beginning("H-7\t-10.5\tText"), "H-0\t0\tText");
    }

    #[test]
    fn exceptions_do_not_hide_what_most_lines_begin_with() {
        let lines: Vec<Vec<char>> = (0..20).map(|i| if i == 3 { "x" } else { "Q: a" }.chars().collect()).collect();
        assert_eq!(common(lines.iter().map(Vec::as_slice)), ['Q', ':', ' ', 'a']);
        let other: Vec<Vec<char>> = ["ab", "c", "b"].map(|line| line.chars().collect()).into();
        assert_eq!(common(other.iter().map(Vec::as_slice)), []);
    }
}
