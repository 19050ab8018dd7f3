//! Alignment of texts, by the similarity of their lines.
//!
//! Lines of texts of equal length are compared with the reference lines of other segments by [`permutation`]. In texts of
//! different lengths, [`extra_lines`] are those that only one of them has.

pub mod extra_lines;
pub mod permutation;
mod ranges;
mod sketch;
pub mod thresholds;

pub use ranges::ShiftedRange;
pub use sketch::Sketch;
