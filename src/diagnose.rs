//! Likely problems of the input of a score: misaligned files, another script, case or tokenization, missing text.
//!
//! A [`Diagnoser`] is given a corpus some lines at a time, and returns [`Finding`]s: what looks wrong, as a [`Problem`]
//! and in words, the numbers that show it, where, and how much it may cost.
//!
//! ```
//! use bleu::Definition;
//! use bleu::diagnose::{Diagnoser, Problem};
//!
//! let mut diagnoser = Diagnoser::new(&Definition::default());
//! diagnoser.add_lines(&["a cat\n"], &["a dog\n"])?;
//! let diagnosis = diagnoser.finish().remove(0);
//! let finding = &diagnosis.findings[0];
//! assert_eq!((finding.problem, finding.numbers["hyp_len"]), (Problem::ScoreOfZero, 2.0));
//! assert_eq!(
//!     finding.to_string(),
//!     "score of 0: no line of the candidate has 3 tokens, so there are no 3-grams; an effective order leaves out such \
//!      orders, a maximum order of 2 avoids them"
//! );
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

pub use alignment::extra_lines::{ExtraLines, Fit, Side, compare as compare_lengths};
pub use diagnoser::{Diagnoser, Diagnosis};
pub use finding::{Advice, Finding, SegmentRange};
pub use problem::Problem;
pub use survey::TextSurvey;
