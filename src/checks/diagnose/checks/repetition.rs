//! Lines that repeat the same words over and over.
//!
//! | `repetition` | lines that repeat the same words four times or more in a row |
//!
//! - `repetition`: half of the line or more, unlike its references; or of a reference line, unlike the candidate's.

use super::{Check, Evidence, Finding, LineRecord, Problem, Text};
use crate::checks::diagnose::garbled_lines::{loops, shouts};

pub const CHECK: Check = Check::new(find).of_any_text();

fn find(evidence: &Evidence) -> Option<Finding> {
    let loops_or_shouts = |line: &LineRecord| loops(&line.text) || shouts(&line.text);
    let loops = evidence.lines_unlike(Text::Candidate, |own, other| own.repeats() && !loops_or_shouts(other));
    (loops.segments > 0).then(|| Finding::new(Problem::Repetition).in_lines(&loops, evidence))
}
