//! What looks wrong with the input of a score: misaligned files, another script, case or tokenization, missing text.
//!
//! An [`Inspector`] per thread inspects batches of segments, a [`Diagnoser`] adds them up in the order of the corpus and
//! returns [`Finding`]s. Findings are data; how to say them, and which option of a program helps, is up to the caller.

mod alignment;
mod checks;
mod corpus;
mod finding;
mod text_profile;

pub use alignment::{ShiftedRange, UnrelatedRange};
pub use corpus::Diagnoser;
pub(crate) use corpus::{InspectedBatch, Inspector};
pub use finding::{
    CaseShares, Finding, Lengths, Misalignment, ReferenceSet, ScriptShare, Side, SubwordMark, SubwordMarks, Unspaced,
    ZeroScore,
};
