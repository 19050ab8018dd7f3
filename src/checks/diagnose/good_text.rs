//! The gains of changes on good text: the rise of the score from which a difference is more than style.
//!
//! Good translations differ in style: quotes, dashes, capitals, forms of punctuation. The score of a good text rises if such a
//! difference is ignored, so that the rise alone shows no fault.

use crate::checks::what_if::Change;

/// Rise of the score, from 0 to 1, that one in 100 pairs of good texts reaches, for each difference of style. Of 2026-11-28, by
/// `tests/real/gains.py`: 140 pairs, the systems and references of WMT22 in nine directions, each with each, and message catalogues.
/// All other changes gain less than [`MIN_RISE`].
const RISES: [(Change, f64); 5] = [
    (Change::Quotes, 0.055),
    (Change::Punctuation, 0.026),
    (Change::Nfkc, 0.0124),
    (Change::Diacritics, 0.009),
    (Change::Digits, 0.006),
];

/// Minimum rise of the score for a finding that candidate and references treat something differently: half a point of 100.
pub const MIN_RISE: f64 = 0.005;

/// Minimum rise of the score for a finding on what a change removes.
pub fn min_rise(change: Change) -> f64 {
    RISES.iter().find(|(other, _)| *other == change).map_or(MIN_RISE, |(_, rise)| *rise)
}
