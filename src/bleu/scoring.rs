//! From counts to scores.
//!
//! A [`Definition`] says what is computed: a [`Counting`] makes [`Statistics`] of text, a [`Formula`] makes a [`Score`]
//! of statistics. What the files share is imported here.

mod accumulator;
#[cfg(feature = "cli")]
mod bare_score;
mod chen_cherry;
mod corpus_totals;
mod definition;
mod evaluate;
mod formula;
mod reference_lists;
mod references;
pub(crate) mod rules;
mod score;
mod segment_lines;
mod smoothing;
mod term_table;
pub mod tools;
mod weights;

pub(crate) use super::ngram::{BatchCounter, count_corpus_lines};
pub use super::ngram::{Counting, MAX_ORDER, ReferenceLength, SegmentStatistics, Statistics};
pub use accumulator::Accumulator;
#[cfg(feature = "cli")]
pub(crate) use bare_score::BareScore;
pub use corpus_totals::CorpusTotals;
pub use definition::{Definition, DefinitionBuilder};
pub use evaluate::brevity_penalty;
pub use formula::Formula;
pub use reference_lists::ReferenceLists;
pub use references::{References, Scorer};
pub use score::{Precision, Score};
pub(crate) use score::{first_highest, only};
pub(crate) use segment_lines::SegmentLines;
pub use smoothing::Smoothing;
pub(crate) use term_table::TermTable;
pub use weights::Weights;

/// The order of BLEU as published, and the default.
pub const DEFAULT_ORDER: usize = 4;
