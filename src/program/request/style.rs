//! Presentation of results: format, columns, number style, line width.

use super::color::Color;
use super::decimals::{fixed, signed};
use super::format::{Format, Separator};
use crate::bleu::scoring::{Precision, Score};
use crate::bleu::significance::Confidence;
use crate::text::display::{distinct_names, escape, short_names};
use clap::ValueEnum;

/// A column of tables of scores, or several in tables for programs. The order is that of tables for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum ScoreColumn {
    /// positions that are consistent with --all-pairs
    Rank,
    /// the score
    Score,
    /// the score without --clean
    Uncleaned,
    /// of a log, the score after --clean think,fences,labels,markup
    Cleaned,
    /// precision of each order
    Precisions,
    /// correct n-grams of each order
    Counts,
    /// n-grams of each order
    Totals,
    /// brevity penalty
    Bp,
    /// candidate length / reference length
    Ratio,
    /// tokens of the candidate
    HypLen,
    /// tokens of the closest references
    RefLen,
    /// mean of the resamples, and 95% confidence interval
    Ci,
    /// p-value of the difference from the first system or, with --all-pairs, from the best
    P,
    /// p-value of the interval of this difference, which decides
    #[value(alias = "p-interval")]
    PInterval,
    /// difference from the first system or, with --all-pairs, from the best
    Diff,
    /// segments in which it is better, worse, equal than the first system or, with --all-pairs, the best
    Wins,
    /// with --all-pairs, p-value of the difference from the system above
    #[value(name = "p-above")]
    PAbove,
    /// with --all-pairs, difference from the system above
    #[value(name = "diff-above")]
    DiffAbove,
    /// with --all-pairs, segments in which it is better, worse, equal than the system above
    #[value(name = "wins-above")]
    WinsAbove,
    /// with --all-pairs, p-value of the difference from the best system
    #[value(name = "p-best")]
    PBest,
    /// with --all-pairs, difference from the best system
    #[value(name = "diff-best")]
    DiffBest,
    /// with --all-pairs, segments in which it is better, worse, equal than the best system
    #[value(name = "wins-best")]
    WinsBest,
    /// answers of a log without a text
    Empty,
    /// answers of a log that were refused
    Refused,
    /// answers of a log that were cut off
    CutOff,
    /// lines with each problem, in a column each; all text is looked at
    Problems,
    /// number of segments
    Segments,
    /// how the score was computed
    Signature,
}

/// The system that a ranked one is compared with in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparedWith {
    /// The one above.
    Above,
    /// The best.
    Best,
}

impl ScoreColumn {
    /// The other system of the differences that it shows, if that depends on the row's rank.
    pub fn compared_with(self) -> Option<ComparedWith> {
        match self {
            ScoreColumn::PAbove | ScoreColumn::DiffAbove | ScoreColumn::WinsAbove => Some(ComparedWith::Above),
            ScoreColumn::PBest | ScoreColumn::DiffBest | ScoreColumn::WinsBest => Some(ComparedWith::Best),
            _ => None,
        }
    }
}

/// Origin of system names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemNames {
    /// File paths; text shows only the parts that differ.
    Paths,
    /// Names that were given, or names of columns.
    Given,
}

/// Label and caption of a table in a paper.
#[derive(Clone, Copy, Debug)]
pub struct LatexStyle {
    /// Label of the table, for `\ref`.
    pub label: &'static str,
    /// Caption of the table, in LaTeX; `None` for one that explains the table.
    pub caption: Option<&'static str>,
}

impl LatexStyle {
    /// Usual label of a table.
    pub const LABEL: &str = "tab:bleu";
}

/// How results are shown.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Output format.
    pub format: Format,
    /// Scores and precisions as percentages.
    pub percent: bool,
    /// Decimals of a score.
    pub digits: usize,
    /// Whether to omit captions, warnings, notes and progress.
    pub quiet: bool,
    /// Columns of tables of scores that were chosen; none for the usual ones.
    pub columns: &'static [ScoreColumn],
    /// Separator of CSV.
    pub csv_separator: Separator,
    /// Whether numbers in TSV and CSV have a decimal comma.
    pub decimal_comma: bool,
    /// Label and caption of a table in LaTeX.
    pub latex: LatexStyle,
    /// Origin of system names.
    pub names: SystemNames,
    /// Maximum width of lines of text, in columns of a terminal.
    pub width: usize,
    /// Whether text is colored.
    pub color: Color,
}

impl Style {
    /// Factor of scores and precisions.
    pub fn scale(&self) -> f64 {
        if self.percent { 100.0 } else { 1.0 }
    }

    /// The number to show for a precision.
    pub fn precision(&self, precision: Precision) -> f64 {
        if self.percent { precision.percent() } else { precision.value() }
    }

    /// Returns distinct names of systems for people, with control characters escaped.
    pub fn system_names(&self, names: impl IntoIterator<Item: AsRef<str>>) -> Vec<String> {
        let names: Vec<_> = names.into_iter().collect();
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        match self.names {
            SystemNames::Paths => short_names(&names),
            SystemNames::Given => distinct_names(&names).iter().map(|name| escape(name)).collect(),
        }
    }

    /// The number to show for the score of a text.
    pub fn score_value(&self, score: &Score) -> f64 {
        if self.percent { score.percent() } else { score.value() }
    }

    /// Formats the score of a text.
    pub fn score(&self, score: &Score) -> String {
        self.scaled(self.score_value(score))
    }

    /// Formats a number that is not the score of a text, such as a mean of scores.
    pub fn number(&self, score: f64) -> String {
        self.scaled(score * self.scale())
    }

    /// Formats a number that is on the scale of the output.
    pub fn scaled(&self, number: f64) -> String {
        fixed(number, self.digits)
    }

    /// Formats a score; a missing one as `-`.
    pub fn optional_number(&self, score: Option<f64>) -> String {
        score.map_or_else(|| String::from("-"), |score| self.number(score))
    }

    /// Formats a difference of scores, with its sign and `more` additional decimals.
    pub fn difference(&self, difference: f64, more: usize) -> String {
        signed(difference * self.scale(), self.digits + more)
    }

    /// Formats the mean and half-width of a confidence interval on the scale of the output.
    pub fn interval(&self, confidence: &Confidence) -> String {
        format!("{} ± {}", self.scaled(confidence.mean), self.scaled(confidence.half_width))
    }
}
