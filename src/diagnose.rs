//! Likely problems of the input of a score: misaligned files, another script, case or tokenization, missing text.
//!
//! A [`Diagnoser`] is given a corpus some lines at a time, and returns [`Finding`]s: what looks wrong, as a [`Problem`]
//! with its numbers, where, and how much it may cost.
//!
//! ```
//! use bleu::Definition;
//! use bleu::diagnose::{Diagnoser, Problem, ZeroReason};
//!
//! let mut diagnoser = Diagnoser::new(&Definition::default());
//! diagnoser.add_lines(&["a cat\n"], &["a dog\n"])?;
//! let diagnosis = diagnoser.finish().remove(0);
//! let problem = &diagnosis.findings[0].problem;
//! assert_eq!(problem.check(), "score of 0");
//! assert!(matches!(problem, Problem::ScoreOfZero { reason: ZeroReason::NoNgrams { order: 3 }, .. }));
//! # Ok::<(), bleu::Error>(())
//! ```

mod alignment;
mod checks;
mod corpus;
mod finding;
mod occurrences;
mod oddities;
mod permutation;
mod problem;
mod shape;
mod text_profile;
mod writing;

pub use crate::what_if::SubwordScheme;
pub use alignment::ShiftedRange;
#[cfg(feature = "cli")]
pub(crate) use alignment::Sketch;
pub use corpus::{Diagnoser, Diagnosis};
#[cfg(feature = "cli")]
pub(crate) use corpus::{InspectedBatch, Inspector};
pub use finding::{Finding, SegmentRange};
pub use problem::{LineFormat, Problem, ReferenceSet, SubwordMarks, Text, ZeroReason};
pub use text_profile::ScriptShare;
#[cfg(feature = "cli")]
pub(crate) use writing::UnspacedLetters;
pub use writing::Writing;
