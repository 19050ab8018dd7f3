//! Explanations of a score: count tables, the score without each loss, and the n-grams and segments that lower it most.
//!
//! [`SegmentTables`] explains one segment, counted in the textbook way. An [`Explainer`] explains a corpus, which it is
//! given some lines at a time:
//!
//! ```
//! use bleu::Definition;
//! use bleu::explain::{Explainer, Plan};
//!
//! let mut explainer = Explainer::new(Plan::new(Definition::default()), 1)?;
//! explainer.add_lines(&["a red house\na blue house\n"], &["a red car\na blue house\n"])?;
//! let explanation = explainer.finish();
//! assert_eq!(explanation.systems[0].losses[0].unmatched[0].ngram, "house");
//! # Ok::<(), bleu::Error>(())
//! ```

mod batch;
mod breakdown;
mod corpus;
mod mismatches;
mod ngram_sums;
mod segment;
mod segments;

#[cfg(feature = "cli")]
pub(crate) use batch::{BatchExplainer, ExplainedBatch};
pub use breakdown::{OrderTerm, SmoothingApplied};
pub use corpus::{
    CorpusExplanation, Counterfactuals, Difference, Explainer, Missed, NgramAdvantage, OrderDifference, OrderLosses,
    OverGenerated, Plan, SystemExplanation, Unmatched,
};
pub use segment::{NgramRow, NgramTable, SegmentTables};
pub use segments::{SegmentGain, SegmentScores, SegmentTexts};
