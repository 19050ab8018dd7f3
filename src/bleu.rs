//! From counts to scores.
//!
//! A [`Definition`] says what is computed: a [`Counting`] makes [`Statistics`] of text, a [`Formula`] makes a [`Score`]
//! of statistics.

mod accumulator;
mod chen_cherry;
mod corpus_totals;
mod definition;
mod evaluate;
mod formula;
mod references;
pub(crate) mod rules;
mod score;
mod smoothing;
mod term_table;
pub mod tools;
mod weights;

pub(crate) use crate::ngram::{BatchCounter, CountedBatch, missing_lines};
pub use crate::ngram::{Counting, MAX_ORDER, ReferenceLength, SegmentStatistics, Statistics};
pub use accumulator::Accumulator;
pub use corpus_totals::CorpusTotals;
pub use definition::{Definition, DefinitionBuilder};
pub use evaluate::brevity_penalty;
pub use formula::Formula;
pub use references::{References, Scorer};
pub use score::{Percent, Precision, Score};
pub use smoothing::Smoothing;
pub(crate) use term_table::{Penalties, TermTable};
pub use weights::Weights;

/// The order of BLEU as published, and the default.
pub const DEFAULT_ORDER: usize = 4;
