//! Shapes of the beginnings and ends of lines: their characters, whatever their numbers are.

use super::line_record::LineRecord;
use foldhash::fast::FixedState;
use std::hash::BuildHasher;

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

    /// The characters of a line from this end on, with one `0` for each row of digits.
    pub fn shape(self, line: &LineRecord) -> Vec<char> {
        let mut shape: Vec<char> = match self {
            End::Beginning => line.text.chars().take(END).map(plain).collect(),
            End::Ending => line.text.chars().rev().take(END).map(plain).collect(),
        };
        shape.dedup_by(|c, before| *c == '0' && *before == '0');
        shape
    }

    /// The beginning of the shape; `None` if it is shorter.
    pub fn head(self, line: &LineRecord) -> Option<Head> {
        match self {
            End::Beginning => Head::of(line.text.chars().take(END)),
            End::Ending => Head::of(line.text.chars().rev().take(END)),
        }
    }

    /// A line without a shape at this end, if it has it.
    pub fn strip(self, line: &str, shape: &[char]) -> String {
        let mut characters: Vec<char> = match self {
            End::Beginning => line.chars().collect(),
            End::Ending => line.chars().rev().collect(),
        };
        let (mut at, mut is_common) = (0, true);
        for common in shape {
            let digits = characters[at..].iter().take_while(|c| c.is_ascii_digit()).count();
            let same = characters.get(at).is_some_and(|c| c == common);
            is_common &= if *common == '0' { digits > 0 } else { same };
            at = (at + if *common == '0' { digits } else { 1 }).min(characters.len());
        }
        characters.drain(..if is_common { at } else { 0 });
        self.text(&characters)
    }

    /// A shape as it is read.
    pub fn text(self, shape: &[char]) -> String {
        match self {
            End::Beginning => shape.iter().collect(),
            End::Ending => shape.iter().rev().collect(),
        }
    }
}

/// Number of characters of a common beginning or end.
pub const COMMON: usize = 12;

/// The first characters of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Fingerprint of the characters.
    pub hash: u64,
    /// Whether the shape goes on.
    pub is_part: bool,
}

impl Head {
    /// The head of the shape of these characters.
    fn of(characters: impl Iterator<Item = char>) -> Option<Head> {
        let (mut head, mut length) = ([' '; COMMON], 0);
        let mut is_part = false;
        for c in characters.map(plain) {
            if c == '0' && length > 0 && head[length - 1] == '0' {
                continue;
            }
            if length == COMMON {
                is_part = true;
                break;
            }
            head[length] = c;
            length += 1;
        }
        (length == COMMON).then(|| Head { hash: FixedState::default().hash_one(head), is_part })
    }
}

/// A character of a shape.
fn plain(c: char) -> char {
    if c.is_ascii_digit() { '0' } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::diagnose::byte_set::ByteSet;

    fn beginning(line: &str) -> String {
        End::Beginning.shape(&LineRecord::new(line, ByteSet::of(line))).into_iter().collect()
    }

    #[test]
    fn numbers_have_one_shape() {
        assert_eq!(beginning("H-12\t-0.313\tText"), "H-0\t-0.0\tText");
        assert_eq!(beginning("H-7\t-10.5\tText"), "H-0\t-0.0\tText");
    }

    #[test]
    fn heads_are_the_beginnings_of_shapes() {
        let lines = [
            "",
            "short",
            "exactly 12 c",
            "exactly 2024 c",
            "7 or 19 more characters",
            "ab 1234567890",
            "x 1 22 333 4444 5",
        ];
        for line in lines.iter().flat_map(|line| [(*line).to_owned(), line.replace('c', "1"), line.repeat(9)]) {
            let record = LineRecord::new(&line, ByteSet::of(&line));
            for end in End::BOTH {
                let shape = end.shape(&record);
                let head = shape.get(..COMMON).map(|common| Head {
                    hash: Head::of(common.iter().copied()).unwrap().hash,
                    is_part: shape.len() > COMMON,
                });
                assert_eq!(end.head(&record), head, "{line:?}");
            }
        }
    }
}
