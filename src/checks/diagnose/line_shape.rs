//! Shapes of the beginnings and ends of lines: their characters, whatever their numbers are.

use super::limits::SHORTEST_WORD;
use super::line_record::LineRecord;
use foldhash::fast::FixedState;
use std::hash::BuildHasher;

/// Maximum number of characters at each end of a line that are looked at.
pub const END: usize = 40;

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

    /// Number of characters that a line lacks at this end, going by the place of its outermost ones in another version; `None` if
    /// that does not have them near the end.
    pub fn lost(self, line: &str, other: &str) -> Option<usize> {
        let outermost = |line: &str, length: usize| -> Vec<char> {
            let lowercase = |c: char| c.to_lowercase();
            match self {
                End::Beginning => line.trim_start().chars().flat_map(lowercase).take(length).collect(),
                End::Ending => line.trim_end().chars().rev().flat_map(lowercase).take(length).collect(),
            }
        };
        let (own, other) = (outermost(line, SHORTEST_WORD), outermost(other, END));
        if own.len() < SHORTEST_WORD { None } else { other.windows(SHORTEST_WORD).position(|inside| inside == own) }
    }

    /// A line without this many characters at this end.
    pub fn cut(self, line: &str, characters: usize) -> String {
        let rest = match self {
            End::Beginning => line.trim_start().char_indices().nth(characters).map(|(at, _)| &line.trim_start()[at..]),
            End::Ending => {
                line.trim_end().char_indices().nth_back(characters).map(|(at, c)| &line[..at + c.len_utf8()])
            }
        };
        rest.unwrap_or_default().to_owned()
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
    fn lost_characters_are_counted_at_either_end() {
        let line = "The mill stood by the river.";
        assert_eq!(End::Beginning.lost("mill stands", line), Some(4));
        assert_eq!(End::Ending.lost("it is by the river", line), Some(1));
        assert_eq!(End::Ending.lost("It stood by the River. ", line), Some(0));
        assert_eq!([End::Beginning.lost("A mill", line), End::Ending.lost("The mill", line)], [None, Some(20)]);
        assert_eq!(End::Beginning.lost("stood by the river, the mill", line), Some(9));
        assert_eq!(End::Ending.lost("The", line), None);
        assert_eq!(
            [End::Beginning.cut(line, 4), End::Ending.cut(line, 1)],
            ["mill stood by the river.", "The mill stood by the river"]
        );
        assert_eq!(
            [End::Beginning.cut("дом", 2), End::Ending.cut("дом ", 2), End::Ending.cut("дом", 9)],
            ["м", "д", ""]
        );
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
