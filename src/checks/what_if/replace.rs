//! Finding the places of a line that changes alter, and replacing them.

use super::Change;
use crate::checks::repair::replace;
use crate::checks::repair::replace::set_of_line;

/// A set of changes: the i-th of [`Change::ALL`] is bit i.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChangeSet(u32);

impl ChangeSet {
    /// The changes that may alter a line.
    pub fn possible_in(line: &str) -> ChangeSet {
        ChangeSet(set_of_line(&BEGINNING, line))
    }

    /// The changes of either set.
    pub fn with(self, other: ChangeSet) -> ChangeSet {
        ChangeSet(self.0 | other.0)
    }

    /// Whether it has the change.
    pub fn contains(self, change: Change) -> bool {
        self.0 >> change as u16 & 1 == 1
    }
}

/// For each byte, the changes whose places may begin with it. To compute it when the program runs would take a twentieth of a score of
/// a few segments.
static BEGINNING: [u32; 256] = {
    let (mut sets, mut place) = ([0; 256], 0);
    while place < sets.len() * Change::ALL.len() {
        let (change, byte) = (place / sets.len(), place % sets.len());
        sets[byte] |= (Change::ALL[change].may_begin(byte as u8) as u32) << change;
        place += 1;
    }
    sets
};

/// Appends the line with other text in the places that a change alters; see [`replace::replace`].
pub fn replace<T: IntoIterator<Item = char>>(
    change: Change,
    line: &str,
    to: &mut String,
    edit: impl Fn(char, &str) -> Option<(usize, T)>,
) -> u64 {
    replace::replace(line, to, |byte| BEGINNING[usize::from(byte)] >> change as u16 & 1 == 1, edit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::sample;

    #[test]
    fn no_change_alters_a_line_that_it_does_not_look_at() {
        let neighbors = ["", "a", " ", "-", "x y", "."];
        let pairs = neighbors.iter().flat_map(|before| neighbors.map(|after| (before, after)));
        let characters = ('\0'..='\u{FFFF}').chain(['😀', '𝒜', '\u{1E900}']);
        let lines = characters.flat_map(|c| pairs.clone().map(move |(before, after)| format!("{before}{c}{after}")));
        for line in sample(20, lines) {
            let changes = ChangeSet::possible_in(&line);
            for change in Change::ALL.iter().copied().filter(|change| !changes.contains(*change)) {
                assert_eq!(change.apply(&line), line, "{} of {line:?}", change.name());
            }
        }
    }
}
