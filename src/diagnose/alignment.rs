//! Alignment of texts, by the similarity of their lines.
//!
//! Texts of equal length are compared line by line with [`neighbors`], and with any other line by [`permutation`]. In texts
//! of different lengths, [`extra_lines`] are those that only one of them has.

pub mod extra_lines;
pub mod neighbors;
pub mod permutation;
mod shifted_range;
mod sketch;
pub mod thresholds;

pub use shifted_range::{ShiftedRange, strongest};
pub use sketch::Sketch;
