//! BLEU: where counts become a score.
//!
//! A [`Definition`] says what is computed. Segments are counted into [`Statistics`], which add up; the definition makes
//! a [`Score`] of any sum.

mod accumulator;
mod batch_counter;
mod chen_cherry;
mod corpus_totals;
mod definition;
mod reference_length;
pub mod rules;
mod score;
mod smoothing;
mod statistics;
pub mod tools;
mod weights;

pub use accumulator::Accumulator;
pub(crate) use batch_counter::{BatchCounter, CountedBatch};
pub use corpus_totals::CorpusTotals;
pub use definition::{Builder, Definition};
pub use reference_length::ReferenceLength;
pub(crate) use reference_length::rounded_mean;
pub use score::{Precision, Score, brevity_penalty};
pub use smoothing::Smoothing;
pub use statistics::{SegmentStatistics, Statistics};
pub use weights::Weights;

/// The longest n-grams that can be counted, in tokens.
pub const MAX_ORDER: usize = 16;

/// The order of BLEU as published, and the default.
pub const DEFAULT_ORDER: usize = 4;
