//! Words that differ only in their spelling: the letters of another keyboard, other digits, other joints.
//!
//! | `spelling` | Arabic letters in Persian or Urdu, tatweel, digits and full stops of other scripts, half-spaces, underscores in words |
//!
//! - `spelling`: the what-if score is half a point of 100 higher, as for `quotes`: 0.6 points for digits, which good texts
//!   differ in, and two for full stops.

use super::differences::difference;
use super::{Change, Check, Evidence, Finding};
use crate::checks::diagnose::limits::NOTICEABLE_SHARE;

/// Forms of letters, which a keyboard decides.
pub const LETTERS: Check = Check::new(|evidence| difference(evidence, Change::Letters));

/// Words that are stretched to fill a line.
pub const TATWEEL: Check = Check::new(|evidence| difference(evidence, Change::Tatweel));

pub const DIGITS: Check = Check::new(|evidence| difference(evidence, Change::Digits));

/// Variants that differ in width are characters of one kind, which NFKC makes alike.
pub const STOPS: Check = Check::new(|evidence: &Evidence| -> Option<Finding> {
    let is_width = evidence.is_most_of(Change::Nfkc, Change::Stops);
    let costs = evidence.rise(Change::Stops) >= NOTICEABLE_SHARE;
    if costs && !is_width { difference(evidence, Change::Stops) } else { None }
});

pub const UNDERSCORES: Check = Check::new(|evidence| difference(evidence, Change::Underscores));

/// Half-spaces of one side are nothing on the other, or spaces.
pub const HALF_SPACES: Check = Check::new(|evidence: &Evidence| -> Option<Finding> {
    let [dropped, widened] = [Change::HalfSpaces, Change::HalfSpacesAsSpaces];
    difference(evidence, if evidence.rise(widened) > evidence.rise(dropped) { widened } else { dropped })
});
