//! The penalties for spaces in `dicrc`, which mecab-ko adds to MeCab's settings.

use crate::bleu::dictionary_faults::Fault;
use std::io::Read;

const KEY: &str = "left-space-penalty-factor";

/// Largest `dicrc` that is read, in bytes; real ones have 1 to 2 kB.
const MAX_BYTES: u64 = 1 << 20;

/// Costs added to words that have spaces before them, by part of speech.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpacePenalties {
    pairs: Vec<(u16, i32)>,
}

impl SpacePenalties {
    /// Reads `left-space-penalty-factor = id,cost,id,cost,...` from a `dicrc`. Without such a line, ended
    /// by LF, there are no penalties.
    ///
    /// # Errors
    /// If the line does not hold pairs of integers.
    pub fn read(dicrc: &mut impl Read) -> Result<Self, Fault> {
        let mut bytes = Vec::new();
        dicrc.take(MAX_BYTES).read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let value = text.split_inclusive('\n').filter(|line| !line.starts_with([';', '#'])).find_map(|line| {
            let (key, value) = line.strip_suffix('\n')?.split_once('=')?;
            (key.trim() == KEY).then(|| value.trim())
        });
        let Some(value) = value else { return Ok(SpacePenalties::default()) };
        let pairs = parse_pairs(value).ok_or_else(|| {
            let beginning: String = value.chars().take(100).collect();
            Fault::Damaged(format!("{KEY} is not pairs of integers: {beginning:?}"))
        })?;
        Ok(SpacePenalties { pairs })
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
