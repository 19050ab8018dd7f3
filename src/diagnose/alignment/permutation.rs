//! Lines compared with other lines of the same reference. No fixed similarity separates a weak translation from an
//! unrelated text, but any translation is more similar to its own reference than to other segments'.
//!
//! Each line is compared with its own reference and with some others, taken at random ([`sample`]). Lines that win against
//! none are looked for in the whole reference ([`search`]). If many are found at the same distance, that stretch is
//! shifted; if they are found all over, the text is shuffled; if they are found nowhere, it is another text ([`verdict`]).

mod sample;
mod search;
mod verdict;

use super::ShiftedRange;
use super::sketch::Sketch;
use super::thresholds::MIN_LINES;
use sample::Sample;
pub use verdict::{Shuffled, UnrelatedRange};

/// Result of the comparison.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Ranges that are shifted further than [`neighbors`](super::neighbors) look.
    pub shifted: Vec<ShiftedRange>,
    /// Lines in another order.
    pub shuffled: Option<Shuffled>,
    /// Whether most of the lines that win against random ones are not similar to their own reference.
    pub mostly_dissimilar: bool,
    /// Lines of another text.
    pub unrelated: Option<UnrelatedRange>,
}

/// Compares the lines of a candidate with a reference, outside of the ranges that are known to be shifted.
pub fn compare(candidates: &[&Sketch], references: &[&Sketch], known: &[ShiftedRange]) -> Comparison {
    let lines = candidates.len().min(references.len());
    let (candidates, references) = (&candidates[..lines], &references[..lines]);
    let sample = Sample::new(candidates, references, known);
    if sample.compared.len() < MIN_LINES {
        return Comparison::default();
    }
    let found = search::search(&sample);
    let shifted = search::shifted_ranges(&sample, &found.places);
    verdict::verdict(&sample, &found, shifted)
}
