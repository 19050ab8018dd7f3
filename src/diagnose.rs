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
mod diagnoser;
mod evidence;
mod finding;
mod garbled_lines;
pub(crate) mod inspector;
mod line_shape;
mod problem;
mod scripts;
pub(crate) mod segment_list;
mod survey;
mod text_profile;
mod writing;

pub use crate::what_if::SubwordScheme;
pub use alignment::ShiftedRange;
pub use alignment::extra_lines::{ExtraLines, Fit, Side, compare as compare_lengths};
pub use diagnoser::{Diagnoser, Diagnosis};
pub use finding::{Finding, SegmentRange};
pub use problem::{LineFormat, Problem, ReferenceSet, SubwordMarks, Text, ZeroReason};
pub use scripts::ScriptShare;
pub use survey::{Suspicion, TextSurvey};
pub use writing::Writing;
