//! Why a score is what it is: the tables behind it, what it would be without each of its losses, the n-grams and
//! segments that cost it most, and what looks wrong with the texts.
//!
//! [`SegmentTables`] explains one segment, by the plain way of counting that textbooks show. An [`Examiner`] notes what
//! a batch of segments holds, a [`CorpusExamination`] adds the notes up in the order of the corpus, in bounded memory,
//! and makes a [`CorpusExplanation`] of them.

mod alignment;
mod corpus;
mod findings;
mod looks;
mod mismatches;
mod segment;
mod segments;
mod tally;
mod terms;

pub use alignment::Stretch;
pub use corpus::{
    CorpusExamination, CorpusExplanation, Difference, Examiner, Gain, Missed, Notes, OrderDifference, OrderLosses,
    Otherwise, OverGenerated, Plan, Spare, Unmatched,
};
pub use findings::Finding;
pub use segment::{NgramRow, NgramTable, SegmentTables};
pub use segments::{Scores, SegmentPull, SegmentTexts};
pub use terms::{Term, Treatment};
