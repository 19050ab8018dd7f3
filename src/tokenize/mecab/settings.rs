//! The penalties for spaces in `dicrc`, which mecab-ko adds to MeCab's settings.

use super::error::{DictionaryError, DictionaryFile, Fault};

const KEY: &str = "left-space-penalty-factor";

/// Costs added to words that have spaces before them, by part of speech.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpacePenalties {
    pairs: Vec<(u16, i32)>,
}

impl SpacePenalties {
    /// Reads `left-space-penalty-factor = id,cost,id,cost,...` from the text of a `dicrc`. Without such a line, ended
    /// by LF, there are no penalties.
    ///
    /// # Errors
    /// If the line does not hold pairs of integers.
    pub fn parse(dicrc: &[u8]) -> Result<Self, DictionaryError> {
        let text = String::from_utf8_lossy(dicrc);
        let value = text.split_inclusive('\n').filter(|line| !line.starts_with([';', '#'])).find_map(|line| {
            let (key, value) = line.strip_suffix('\n')?.split_once('=')?;
            (key.trim() == KEY).then(|| value.trim())
        });
        let pairs = value.map_or(Some(Vec::new()), parse_pairs);
        pairs.map(|pairs| SpacePenalties { pairs }).ok_or_else(|| DictionaryError {
            file: DictionaryFile::Settings,
            fault: Fault::Penalty(value.unwrap_or_default().chars().take(100).collect()),
        })
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Penalty of a part of speech; the first matching pair applies.
    pub fn of(&self, part_of_speech: u16) -> i64 {
        self.pairs.iter().find(|(id, _)| *id == part_of_speech).map_or(0, |&(_, cost)| cost.into())
    }
}

fn parse_pairs(value: &str) -> Option<Vec<(u16, i32)>> {
    let numbers: Vec<&str> = value.split(',').map(str::trim).collect();
    let (pairs, rest) = numbers.as_chunks();
    let pairs: Option<_> = pairs.iter().map(|[id, cost]| Some((id.parse().ok()?, cost.parse().ok()?))).collect();
    pairs.filter(|_| rest.is_empty())
}
