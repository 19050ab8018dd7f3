//! Likely problems of the input of a score: misaligned files, another script, case or tokenization, missing text.
//!
//! A [`Diagnoser`] is given a corpus some lines at a time, and returns [`Finding`]s: what looks wrong, in words and
//! numbers, where, and what to do.
//!
//! ```
//! use bleu::{Definition, diagnose::Diagnoser};
//!
//! let mut diagnoser = Diagnoser::new(&Definition::default());
//! diagnoser.add_lines(&["a cat\n"], &["a dog\n"])?;
//! let diagnosis = diagnoser.finish().remove(0);
//! assert_eq!(diagnosis.findings[0].check, "score of 0");
//! # Ok::<(), bleu::Error>(())
//! ```

mod alignment;
mod checks;
mod corpus;
mod finding;
mod occurrences;
mod oddities;
mod permutation;
mod shape;
mod text_profile;
mod words;

#[cfg(feature = "cli")]
pub(crate) use alignment::Sketch;
pub use corpus::{Diagnoser, Diagnosis};
#[cfg(feature = "cli")]
pub(crate) use corpus::{InspectedBatch, Inspector};
pub use finding::{Finding, SegmentRange};
