//! Finished reports, written in one of several formats, a file each.

mod explain;
mod explain_json;
mod explain_layout;
mod explain_text;
mod json;
mod text;

use bleu::Score;
use clap::ValueEnum;
pub use explain::{ExplainedSegment, ExplainedSystem, Explanation, write_explanation};
use std::io::{self, Write};

/// What output looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// for people
    Text,
    /// for programs: all numbers, unrounded
    Json,
}

/// How to print.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The form.
    pub format: Format,
    /// Scores and precisions as percentages.
    pub percent: bool,
    /// Decimals of a score.
    pub digits: usize,
    /// Nothing but the score.
    pub score_only: bool,
}

impl Style {
    /// What scores and precisions are multiplied with.
    fn scale(&self) -> f64 {
        if self.percent { 100.0 } else { 1.0 }
    }

    /// A score as it is printed.
    fn number(&self, score: f64) -> String {
        format!("{:.*}", self.digits, score * self.scale())
    }
}

/// The scores of systems on a corpus.
pub struct Report {
    /// One for each candidate, in the order given.
    pub systems: Vec<System>,
    /// Segments in the corpus.
    pub segments: u64,
    /// How the scores were computed.
    pub signature: String,
}

/// A candidate and its score.
pub struct System {
    /// The file, as given.
    pub name: String,
    /// Its score.
    pub score: Score,
}

/// Writes the scores of a corpus.
pub fn write_report(report: &Report, style: Style, out: &mut impl Write) -> io::Result<()> {
    match style.format {
        _ if style.score_only => text::write_scores(report, style, out),
        Format::Text => text::write_report(report, style, out),
        Format::Json => json::write_report(report, style, out),
    }
}

/// Writes the scores of a segment, one for each of `systems`; segments count from 1.
pub fn write_segment(
    segment: u64,
    systems: &[String],
    scores: &[Score],
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    match style.format {
        Format::Json if !style.score_only => json::write_segment(segment, systems, scores, style, out),
        _ => text::write_segment(scores, style, out),
    }
}
