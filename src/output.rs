//! Finished reports, written in one of several formats, a file each.

//mod explain;
//mod explain_json;
//mod explain_layout;
//mod explain_text;
mod json;
mod latex;
mod markdown;
mod stdout;
mod table;
mod text;
mod tsv;

use crate::{AllPairs, Confidence, Paired, PairedTest, Score};
use clap::ValueEnum;
//pub use explain::{ExplainedSegment, ExplainedSystem, Explanation, write_explanation};
use std::io::{self, Write};
pub use stdout::{stdout, terminal_width};

/// What output looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// for people
    Text,
    /// for programs: all numbers, unrounded
    Json,
    /// for programs and spreadsheets: a header, then a row a system, unrounded
    Tsv,
    /// a table for a README
    Markdown,
    /// a table for a paper, with the package booktabs
    Latex,
    /// bare numbers; its flag is --score-only
    #[value(skip)]
    Scores,
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
    /// No captions below tables, no warnings, notes or progress.
    pub quiet: bool,
    /// Columns of the terminal.
    pub width: usize,
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

    /// A mean and half the width of the interval round it.
    fn interval(&self, confidence: &Confidence) -> String {
        format!("{} ± {}", self.number(confidence.mean), self.number(confidence.half_width))
    }
}

/// The scores of systems on a corpus.
pub struct Report {
    /// One for each candidate: in the order given, or, where all were compared with all, the best first.
    pub systems: Vec<System>,
    /// Segments in the corpus.
    pub segments: u64,
    /// How the scores were computed.
    pub signature: String,
    /// What resampling says of the scores.
    pub findings: Findings,
}

impl Report {
    fn names(&self) -> Vec<&str> {
        self.systems.iter().map(|system| system.name.as_str()).collect()
    }
}

/// A candidate and its score.
pub struct System {
    /// The file, as given.
    pub name: String,
    /// Its score.
    pub score: Score,
}

/// What resampling says of scores; systems are in the order of the report.
pub enum Findings {
    /// Nothing: there was none.
    None,
    /// How sure each score is.
    Confidence(Vec<Confidence>),
    /// Whether each system differs from the first.
    Paired { test: PairedTest, resamples: usize, systems: Vec<Paired> },
    /// Whether each system differs from each other.
    AllPairs { test: PairedTest, resamples: usize, ranking: AllPairs },
}

impl Findings {
    /// How sure the score of a system is, where that was found.
    fn confidence(&self, system: usize) -> Option<&Confidence> {
        match self {
            Findings::None => None,
            Findings::Confidence(systems) => systems.get(system),
            Findings::Paired { systems, .. } => systems.get(system)?.confidence.as_ref(),
            Findings::AllPairs { ranking, .. } => ranking.systems.get(system)?.confidence.as_ref(),
        }
    }
}

/// Writes the scores of a corpus.
pub fn write_report(report: &Report, style: Style, out: &mut impl Write) -> io::Result<()> {
    match style.format {
        Format::Scores => text::write_scores(report, style, out),
        Format::Text => text::write_report(report, style, out),
        Format::Json => json::write_report(report, style, out),
        Format::Tsv => tsv::write_report(report, style, out),
        Format::Markdown => markdown::write_report(report, style, out),
        Format::Latex => latex::write_report(report, style, out),
    }
}

/// Writes the scores of a segment, one for each of `systems`; segments count from 1, and come in their order.
pub fn write_segment(
    segment: u64,
    systems: &[String],
    scores: &[Score],
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    match style.format {
        Format::Json => json::write_segment(segment, systems, scores, style, out),
        Format::Tsv => tsv::write_segment(segment, systems, scores, style, out),
        _ => text::write_segment(scores, style, out),
    }
}
