//! Shapes of the beginnings and ends of lines: their characters, whatever their numbers are.

use super::limits::SHORTEST_WORD;
use super::line_record::LineRecord;
use foldhash::fast::FixedState;
use std::array;
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
        match self {
            End::Beginning => shape(line.text.chars()).collect(),
            End::Ending => shape(line.text.chars().rev()).collect(),
        }
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
        let [line, other] = match self {
            End::Beginning => [line, other].map(str::trim_start),
            End::Ending => [line, other].map(str::trim_end),
        };
        if line.is_ascii() && other.is_ascii() {
            let [line, other] = [line, other].map(|line| line.bytes().map(|byte| byte.to_ascii_lowercase()));
            return match self {
                End::Beginning => place_of_outermost(line, other),
                End::Ending => place_of_outermost(line.rev(), other.rev()),
            };
        }
        let lowercase = |c: char| c.to_lowercase();
        let [line, other] = [line, other].map(str::chars);
        match self {
            End::Beginning => place_of_outermost(line.flat_map(lowercase), other.flat_map(lowercase)),
            End::Ending => place_of_outermost(line.rev().flat_map(lowercase), other.rev().flat_map(lowercase)),
        }
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

/// The shape of the first of these characters.
pub fn shape(characters: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    let mut before = ' ';
    characters.take(END).map(plain).filter(move |c| {
        let repeats = *c == '0' && before == '0';
        before = *c;
        !repeats
    })
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

/// The place of the first characters of a line among the first of another one.
fn place_of_outermost<C: Copy + Default + PartialEq>(
    mut line: impl Iterator<Item = C>,
    other: impl Iterator<Item = C>,
) -> Option<usize> {
    let (mut outermost, mut inside) = ([C::default(); SHORTEST_WORD], [C::default(); SHORTEST_WORD]);
    for place in &mut outermost {
        *place = line.next()?;
    }
    // Most lines have them at once, so that no more characters are looked at than needed.
    for (last, c) in other.take(END).enumerate() {
        inside = array::from_fn(|i| inside.get(i + 1).copied().unwrap_or(c));
        if inside == outermost && last + 1 >= SHORTEST_WORD {
            return Some(last + 1 - SHORTEST_WORD);
        }
    }
    None
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
    fn characters_are_lost_in_ascii_as_in_other_text() {
        let lines = ["The mill stood by the river.", "mill stands", "It stood by the RIVER", "", "The", "The The The"];
        for (line, other) in lines.iter().flat_map(|line| lines.map(|other| (line, other))) {
            for end in End::BOTH {
                // Characters after the first 40 make no difference.
                let lost = |far: &str| {
                    let [line, other] = [line, other].map(|line| match end {
                        End::Beginning => format!("{line}{}{far}", "#".repeat(END)),
                        End::Ending => format!("{far}{}{line}", "#".repeat(END)),
                    });
                    end.lost(&line, &other)
                };
                assert_eq!(lost("a"), lost("é"), "{line:?}, {other:?}");
            }
        }
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
