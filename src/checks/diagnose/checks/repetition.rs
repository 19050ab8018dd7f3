//! Lines that repeat the same words over and over.
//!
//! | `repetition` | lines that repeat the same words four times or more in a row |
//!
//! - `repetition`: a third of the line or more, unlike its references.

use super::{Check, Evidence, Finding, LineRecord, Problem, Text};
use crate::checks::diagnose::garbled_lines::{loops, shouts};

pub const CHECK: Check = Check::new("repetition", "lines repeat the same words", find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let loops_or_shouts = |line: &LineRecord| loops(&line.text) || shouts(&line.text);
    let loops = evidence.lines_unlike(Text::Candidate, |own, other| own.repeats() && !loops_or_shouts(other));
    let repeat = match loops.segments {
        0 => return None,
        1 => "1 candidate line repeats the same words over and over, unlike its references".into(),
        lines => format!("{lines} candidate lines repeat the same words over and over, unlike their references"),
    };
    let in_words = format!("{repeat}: {}", evidence.list(&loops.ranges()));
    let advice = "did the model loop? limit the length of its output, or forbid repeated n-grams";
    Some(Finding::new(Problem::Repetition, in_words, advice).in_lines(&loops, evidence))
}
