//! Flags for many samples of each segment.

use super::headings::{INPUT, MODES};
use super::values::whole;
use crate::cli::input::SampleLayout;
use crate::cli::mode::SampleChoice;
use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use std::num::NonZeroUsize;

/// Maximum number of samples of a segment that are lines: more suggest that a number is wrong.
const MAX_SAMPLES: u64 = 1 << 20;

/// Samples, and what to do with them.
#[derive(Debug, Args)]
pub struct SampleArgs {
    /// Every N lines are samples of one segment
    ///
    /// Many translations of each segment, as language models give them: lines 1 to N of the candidate are samples of
    /// segment 1, and so on. With --records, every N rows, or `array`: the key of the candidate holds an array of strings
    /// (JSON Lines), of any length. Prints the corpus scores of a typical sample, and of the best, the worst and the MBR
    /// choice of each segment; with --paired or --all-pairs, compares systems by their mean. See --pick, --pairwise, --self-bleu.
    #[arg(long, value_name = "N|array", allow_negative_numbers = true, value_parser = parse_samples, conflicts_with_all = ["text", "join_by"], help_heading = INPUT)]
    pub samples: Option<SampleLayout>,

    /// Rows with the same id in this column are samples
    ///
    /// As --samples, for a table with a row for each sample: consecutive rows with the same id, in a column or key of the
    /// --records table, are samples of one segment.
    #[arg(long, hide_short_help = true, value_name = "NAME", value_parser = OsStringValueParser::new().map(|name| SampleLayout::Rows(name.into())), requires = "records", conflicts_with_all = ["samples", "join_by"], help_heading = INPUT)]
    pub samples_by: Option<SampleLayout>,

    /// Every M lines of a reference belong to one segment
    ///
    /// For --samples. Such references may be samples themselves (pseudo-references), which --pick mbr and --pairwise compare
    /// one by one.
    #[arg(long, hide_short_help = true, value_name = "M", allow_negative_numbers = true, value_parser = parse_number, conflicts_with_all = ["records", "test_set"], help_heading = INPUT)]
    pub reference_samples: Option<NonZeroUsize>,

    /// Print one of the --samples: mbr, best, worst
    ///
    /// Prints a sample of each segment.
    /// - mbr: minimum Bayes risk; the one with the highest mean score against
    ///   the other samples, or, with -r, against each of these references
    /// - best, worst: the one with the highest or lowest score against the
    ///   references
    ///
    /// Of equal ones, the first is chosen. --format json also has its number and all scores.
    #[arg(long, group = "mode", value_enum, value_name = "CHOICE", hide_short_help = true, hide_possible_values = true, verbatim_doc_comment, help_heading = MODES)]
    pub pick: Option<SampleChoice>,

    /// Scores of all pairs of --samples (or with -r)
    ///
    /// The sentence score of each sample of a segment with each as its reference; with -r, with each of these references
    /// alone. Text: a line for each sample, a column for each reference, and an empty line between segments.
    #[arg(long, group = "mode", hide_short_help = true, help_heading = MODES)]
    pub pairwise: bool,
}

fn parse_number(text: &str) -> Result<NonZeroUsize, String> {
    whole::<usize>(1..=MAX_SAMPLES)(text).map(|number| NonZeroUsize::new(number).unwrap_or(NonZeroUsize::MIN))
}

fn parse_samples(text: &str) -> Result<SampleLayout, String> {
    if text.eq_ignore_ascii_case("array") {
        return Ok(SampleLayout::Array);
    }
    parse_number(text).map(SampleLayout::Lines).map_err(|message| format!("{message}, or `array`"))
}

impl SampleArgs {
    /// How segments have several candidates, if they do.
    pub fn layout(&self) -> Option<&SampleLayout> {
        self.samples.as_ref().or(self.samples_by.as_ref())
    }
}
