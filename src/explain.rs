//! Why a score is what it is: the tables behind it, what it would be without each loss, and the n-grams and segments
//! that lower it most.
//!
//! [`SegmentTables`] explains one segment, counted in the plain way of textbooks. For a corpus, an [`Examiner`] per
//! thread examines batches of segments, and an [`Explainer`] adds them up in the order of the corpus.

mod batch;
mod breakdown;
mod corpus;
mod mismatches;
mod ngram_sums;
mod segment;
mod segments;

pub(crate) use batch::{ExaminedBatch, Examiner};
pub use breakdown::{OrderTerm, SmoothingApplied};
pub use corpus::{
    CorpusExplanation, Counterfactuals, Difference, Explainer, Missed, NgramAdvantage, OrderDifference, OrderLosses,
    OverGenerated, Plan, SystemExplanation, Unmatched,
};
pub use segment::{NgramRow, NgramTable, SegmentTables};
pub use segments::{SegmentGain, SegmentScores, SegmentTexts};
