//! Words that findings share.

use super::finding::SegmentRange;
use super::text_profile::{ScriptShare, TextProfile};

/// References with a property.
pub struct ReferenceSet {
    /// Numbers of the references, from 1.
    numbers: Vec<usize>,
    are_all: bool,
}

impl ReferenceSet {
    pub fn new(numbers: Vec<usize>, references: usize) -> ReferenceSet {
        ReferenceSet { are_all: numbers.len() == references, numbers }
    }

    /// "the references", or "reference 2" if there are others.
    pub fn name(&self) -> String {
        if self.are_all { "the references".into() } else { numbered(&self.numbers) }
    }

    /// Whether the name is singular.
    pub fn is_singular(&self) -> bool {
        !self.are_all && self.numbers.len() == 1
    }
}

/// "reference 2", "references 1, 3".
pub fn numbered(references: &[usize]) -> String {
    let numbers: Vec<String> = references.iter().map(usize::to_string).collect();
    let noun = if numbers.len() == 1 { "reference" } else { "references" };
    format!("{noun} {}", numbers.join(", "))
}

/// "; the same holds for reference 2"; empty without references.
pub fn and_for(others: &[usize]) -> String {
    if others.is_empty() { String::new() } else { format!("; the same holds for {}", numbered(others)) }
}

/// Names the scripts of most letters.
pub fn scripts(shares: &[ScriptShare]) -> String {
    if shares.is_empty() {
        return "no letters".into();
    }
    let shares = shares.iter().take(2).filter(|x| x.share >= 0.01);
    shares.map(|x| format!("{} {:.0} %", x.script, 100.0 * x.share)).collect::<Vec<_>>().join(", ")
}

/// "segment 7", "segments 3, 9 to 12 and others".
pub fn segments(ranges: &[SegmentRange]) -> String {
    const SHOWN: usize = 5;
    let range = |range: &SegmentRange| match range.last - range.first {
        0 => range.first.to_string(),
        _ => format!("{} to {}", range.first, range.last),
    };
    let noun = if ranges.len() == 1 && ranges[0].first == ranges[0].last { "segment" } else { "segments" };
    let others = if ranges.len() > SHOWN { " and others" } else { "" };
    format!("{noun} {}{others}", ranges.iter().take(SHOWN).map(range).collect::<Vec<_>>().join(", "))
}

/// Returns the common profile of texts.
pub fn pooled<'a>(texts: impl IntoIterator<Item = &'a TextProfile>) -> TextProfile {
    let mut sum = TextProfile::default();
    texts.into_iter().for_each(|text| sum += text);
    sum
}
