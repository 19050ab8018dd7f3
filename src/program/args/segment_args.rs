//! Flags that decide which segments count, and with which text. Their effects are in `text/segment_rules`.

use super::headings::INPUT;
use crate::bleu::signature::{EmptyCandidate, EmptyReference};
use crate::checks::repair::{Repair, Repairs};
use crate::text::SegmentRules;
use clap::Args;
use std::path::PathBuf;

/// Flags about the segments that are read, in the order in which help lists them.
#[derive(Debug, Args)]
pub struct SegmentArgs {
    /// Join the segments of each label before counting
    ///
    /// Segments with the same label are joined into one, for document-level scores. Labels are given as for --by.
    #[arg(long, hide_short_help = true, value_name = "NAME|FILE", help_heading = INPUT)]
    pub join_by: Option<PathBuf>,

    /// Meaning of empty references: empty, missing, skip
    #[arg(long, hide_short_help = true, value_enum, value_name = "MEANING", hide_possible_values = true, help_heading = INPUT)]
    #[arg(long_help = "Meaning of a reference that is empty [default: empty]:")]
    pub empty_reference: Option<EmptyReference>,

    /// Take away from candidates first: think, labels, ...
    #[arg(long, hide_short_help = true, value_enum, value_delimiter = ',', value_name = "KIND,...", conflicts_with = "join_by", hide_possible_values = true, help_heading = INPUT)]
    #[arg(long_help = "Clean the candidates before anything is counted: take away what is not \
        translation, or restore what is written wrongly. The signature says so. Kinds:")]
    pub clean: Vec<Repair>,

    /// Meaning of empty candidates: score, skip, error
    #[arg(long, hide_short_help = true, value_enum, value_name = "MEANING", hide_possible_values = true, conflicts_with = "source", help_heading = INPUT)]
    #[arg(
        long_help = "Meaning of a candidate that is empty [default: score]; if given, an id that a log lacks (--at) is an empty candidate, and no error:"
    )]
    pub empty_candidate: Option<EmptyCandidate>,
}

impl SegmentArgs {
    /// The rules that the flags set.
    pub fn rules(&self) -> SegmentRules {
        let SegmentArgs { join_by, empty_reference, clean, empty_candidate } = self;
        SegmentRules {
            join_by: join_by.clone(),
            empty_reference: *empty_reference,
            clean: clean.clone(),
            clean_text: Some(Repairs::clean_text),
            empty_candidate: *empty_candidate,
        }
    }
}
