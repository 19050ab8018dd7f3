//! Likely problems of the input of a score: misaligned files, another script, case or tokenization, missing text.
//!
//! A [`Diagnoser`] is given a corpus some lines at a time, and returns [`Finding`]s. Findings are data; the caller decides
//! how to say them, and which option of a program helps.
//!
//! ```
//! use bleu::{Definition, diagnose::{Diagnoser, Finding}};
//!
//! let mut diagnoser = Diagnoser::new(&Definition::default());
//! diagnoser.add_lines(&["a cat\n"], &["a dog\n"])?;
//! let diagnosis = diagnoser.finish().remove(0);
//! assert!(matches!(diagnosis.findings[..], [Finding::ScoreOfZero(_)]));
//! # Ok::<(), bleu::Error>(())
//! ```

mod alignment;
mod checks;
mod corpus;
mod finding;
mod permutation;
mod text_profile;

pub use alignment::{ShiftedRange, UnrelatedRange};
pub use corpus::{Diagnoser, Diagnosis};
#[cfg(feature = "cli")]
pub(crate) use corpus::{InspectedBatch, Inspector};
pub use finding::{
    CaseShares, Finding, Lengths, Misalignment, ReferenceSet, ScriptShare, Side, SubwordMark, SubwordMarks, Unspaced,
    ZeroScore,
};
pub use permutation::Shuffled;
