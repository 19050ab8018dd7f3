//! Finding the places of a line that changes alter, and replacing them.

use super::Change;
use crate::repair::replace;

/// A set of changes: the i-th of [`Change::ALL`] is bit i.
#[derive(Clone, Copy, Debug)]
pub struct ChangeSet(u16);

impl ChangeSet {
    /// The changes that may alter a line. Most lines contain no byte that most changes look for.
    pub fn possible_in(line: &str) -> ChangeSet {
        ChangeSet(line.bytes().fold(0, |changes, byte| changes | BEGINNING[usize::from(byte)]))
    }

    /// Whether it has the change.
    pub fn contains(self, change: Change) -> bool {
        self.0 & bit(change) != 0
    }
}

const fn bit(change: Change) -> u16 {
    1 << change as u16
}

/// For each byte, the changes whose places may begin with it.
static BEGINNING: [u16; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < table.len() * Change::ALL.len() {
        let (byte, change) = (i % table.len(), Change::ALL[i / table.len()]);
        if change.may_begin(byte as u8) {
            table[byte] |= bit(change);
        }
        i += 1;
    }
    table
};

/// Whether a place that a change alters may begin with this byte, by a table.
#[inline(always)]
pub fn may_begin(change: Change, byte: u8) -> bool {
    BEGINNING[usize::from(byte)] & bit(change) != 0
}

/// Appends the line with other text in the places that a change alters; see [`replace::replace`].
pub fn replace<T: IntoIterator<Item = char>>(
    change: Change,
    line: &str,
    to: &mut String,
    edit: impl Fn(char, &str) -> Option<(usize, T)>,
) -> u64 {
    replace::replace(line, to, |byte| may_begin(change, byte), edit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_change_alters_a_line_that_it_does_not_look_at() {
        let neighbors = ["", "a", " ", "-", "x y", "."];
        for c in ('\0'..='\u{FFFF}').chain(['😀', '𝒜', '\u{1E900}']) {
            for (before, after) in neighbors.iter().flat_map(|before| neighbors.map(|after| (before, after))) {
                // Most characters have the same neighbors as others of their class.
                if c > '\u{3100}' && !(c as u32).is_multiple_of(61) && !before.is_empty() {
                    continue;
                }
                let line = format!("{before}{c}{after}");
                let changes = ChangeSet::possible_in(&line);
                for change in Change::ALL.iter().copied().filter(|change| !changes.contains(*change)) {
                    assert_eq!(change.apply(&line), line, "{} of {line:?}", change.name());
                }
            }
        }
    }
}
