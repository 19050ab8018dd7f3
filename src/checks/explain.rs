//! Explanations of a score: count tables, the score without each loss, and the n-grams and segments that lower it most.
//!
//! [`SegmentTables`] explains one segment, counted in the textbook way. An [`Explainer`] explains a corpus, which it is
//! given some lines at a time:
//!
//! ```
//! use bleu::{AddSegments, Definition};
//! use bleu::explain::{Explainer, Plan};
//!
//! let mut explainer = Explainer::new(Plan::new(Definition::default()), 1)?;
//! explainer.add_lines(&["a red house\na blue house\n"], &["a red car\na blue house\n"])?;
//! let explanation = explainer.finish();
//! assert_eq!(explanation.systems[0].losses[0].unmatched[0].ngram, "house");
//! # Ok::<(), bleu::Error>(())
//! ```

pub(crate) mod batch;
mod breakdown;
mod corpus;
mod explanation;
mod lines_of_batch;
mod ngram_rows;
mod ngram_sums;
mod order_sums;
mod plan;
mod segment_gains;
pub(crate) mod segment_ngrams;
pub(crate) mod segment_tables;
mod unused_words;

pub use breakdown::{OrderTerm, SmoothingApplied};
pub use corpus::Explainer;
pub use explanation::{
    CorpusExplanation, Counterfactuals, Difference, NgramAdvantage, NgramCount, OrderDifference, OrderLosses,
    OverGenerated, SystemExplanation, UnusedWord,
};
pub use plan::Plan;
pub use segment_gains::{SegmentGain, SegmentScores, SegmentTexts};
pub use segment_tables::{NgramRow, NgramTable, SegmentTables};
