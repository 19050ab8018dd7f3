//! Explanations: what is to be written, whatever the format.

use super::{Format, Style, explain_json, explain_text};
use crate::Score;
use crate::explain::{CorpusExplanation, Difference, SegmentTables};
use std::io::{self, Write};

/// Why candidates have their scores.
pub struct Explanation {
    /// One for each candidate, in the order given: one, or two.
    pub systems: Vec<ExplainedSystem>,
    /// What makes the difference, where there are two.
    pub difference: Option<Difference>,
    /// Segments in the corpus.
    pub segments: u64,
    /// How the scores were computed.
    pub signature: String,
}

/// A candidate and why it has its score.
pub struct ExplainedSystem {
    /// The file, as given.
    pub name: String,
    /// The score of the corpus, where that is asked for.
    pub corpus: Option<CorpusExplanation>,
    /// The score of one segment, where that is asked for, or there is but one.
    pub segment: Option<ExplainedSegment>,
}

/// Why a segment has its score.
pub struct ExplainedSegment {
    /// Its number, from 1.
    pub segment: u64,
    /// Its tables, counted the plain way.
    pub tables: SegmentTables,
    /// Its score, counted the fast way.
    pub score: Score,
    /// Its score as `--sentence` has it, which by default leaves out orders that it is too short for.
    pub as_sentence: f64,
}

/// Writes an explanation, as JSON if asked for, else as text.
pub fn write_explanation(explanation: &Explanation, style: Style, out: &mut impl Write) -> io::Result<()> {
    match style.format {
        Format::Json => explain_json::write(explanation, style, out),
        _ => explain_text::write(explanation, style, out),
    }
}
