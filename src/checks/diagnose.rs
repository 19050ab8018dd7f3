//! Likely problems of the input of a score: misaligned files, another script, case or tokenization, missing text.
//!
//! A [`Diagnoser`] is given a corpus some lines at a time, and returns [`Finding`]s: what looks wrong, as a [`Problem`]
//! with the facts that show it, in which text and where, and how much it may cost.
//!
//! ```
//! use bleu::{AddSegments, Definition};
//! use bleu::diagnose::{Diagnoser, Problem};
//! use std::fs;
//!
//! // A line is missing at the start of the candidate.
//! let reference = fs::read_to_string("testdata/corpora/plain.ref1.txt")?;
//! let candidate = reference.split_once('\n').map_or("", |(_, rest)| rest).to_owned() + "\n";
//!
//! let mut diagnoser = Diagnoser::new(&Definition::default(), 1)?;
//! diagnoser.add_lines(&[candidate], &[reference])?;
//! let diagnosis = diagnoser.finish_one()?;
//! for finding in &diagnosis.findings {
//!     println!("{}: {:?}", finding.check(), finding.problem);
//! }
//! let finding = &diagnosis.findings[0];
//! let Problem::Misaligned { ranges, .. } = &finding.problem else { panic!("a line is missing") };
//! assert_eq!((ranges[0].shift, ranges[0].shifted, finding.segments[0].last), (1, 9, 8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// Adds fields of one value to the same fields of another.
macro_rules! add_fields {
    ($sum:expr, $more:expr; $($field:ident),+ $(,)?) => { $($sum.$field += $more.$field;)+ };
}

mod alignment;
mod byte_set;
mod causes;
mod checks;
mod common_words;
mod diagnoser;
mod evidence;
mod finding;
mod garbled_lines;
mod good_text;
mod input_signs;
pub(crate) mod inspected_batch;
mod limits;
mod line_ends;
mod line_record;
mod line_shape;
mod marks;
pub(crate) mod misread_lines;
mod odd_segments;
mod problem;
mod rows;
mod scripts;
pub(crate) mod segment_list;
mod segment_range;
mod segment_signs;
mod shares;
mod text_profile;
mod undoing;
mod window_signs;
mod windows;

pub use alignment::ShiftedRange;
pub use diagnoser::{Diagnoser, Diagnosis};
pub use evidence::Oddity;
pub use finding::{Finding, ScoreWithout, Text};
pub use odd_segments::{OddSegment, OddSegmentReason};
pub use problem::{
    AffectedReferences, AlteredPlaces, CHECK_NAMES, CommonPhrase, Ideographs, LengthLimit, LengthUnit, LineFormat,
    LostCase, LostMarks, Number, Phrase, Problem, ReferenceSet, ScriptShare, SubwordMarks, ZeroScore,
};
pub use segment_range::SegmentRange;

// Public only for the program and the Python package: no part of the library's interface.
#[doc(hidden)]
pub use {
    alignment::extra_lines::{ExtraLines, Fit, Side, compare as compare_lengths},
    input_signs::InputSigns,
    segment_signs::SegmentSigns,
};

#[cfg(feature = "cli")]
pub(crate) use alignment::thresholds::MAX_LINES;
#[cfg(feature = "cli")]
pub(crate) use checks::score::{no_correct, reason_of_zero};
