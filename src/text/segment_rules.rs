//! Flags that decide which segments count, and with which text: each with its effect and its field in signatures.

use super::empty_texts::WithoutEmpty;
use super::join::Joined;
use super::record::Records;
use crate::bleu::signature::SegmentFields;
use crate::bleu::signature::{EmptyCandidate, EmptyReference};
use crate::checks::repair::Repair;
use crate::checks::repair::Repairs;
use crate::program::args::headings::INPUT;
use crate::program::args::values::with_values;
use clap::Args;
use std::path::PathBuf;

/// Rules of the segments that are read, in the order in which help lists them.
#[derive(Clone, Debug, Default, Args)]
pub struct SegmentRules {
    /// Join the segments of each label before counting
    ///
    /// Segments with the same label are joined into one, for document-level scores. Labels are given as for --by.
    #[arg(long, hide_short_help = true, value_name = "NAME|FILE", help_heading = INPUT)]
    pub join_by: Option<PathBuf>,

    /// Meaning of empty references: empty, missing, skip
    #[arg(long, hide_short_help = true, value_enum, value_name = "MEANING", hide_possible_values = true, help_heading = INPUT)]
    #[arg(long_help = with_values::<EmptyReference>("Meaning of a reference that is empty [default: empty]:"))]
    pub empty_reference: Option<EmptyReference>,

    /// Take away from candidates first: think, labels, ...
    #[arg(long, hide_short_help = true, value_enum, value_delimiter = ',', value_name = "KIND,...", conflicts_with = "join_by", hide_possible_values = true, help_heading = INPUT)]
    #[arg(long_help = with_values::<Repair>("Clean the candidates before anything is counted: take away what is not \
        translation, or restore what is written wrongly. The signature says so. Kinds:"))]
    pub clean: Vec<Repair>,

    /// Meaning of empty candidates: score, skip, error
    #[arg(long, hide_short_help = true, value_enum, value_name = "MEANING", hide_possible_values = true, conflicts_with = "source", help_heading = INPUT)]
    #[arg(long_help = with_values::<EmptyCandidate>("Meaning of a candidate that is empty [default: score]; if given, an id that a log lacks (--at) is an empty candidate, and no error:"))]
    pub empty_candidate: Option<EmptyCandidate>,
}

// Both functions name all fields, so that a new rule without an effect or a field does not compile.
impl SegmentRules {
    /// The records as the rules leave them. The names are the candidates'.
    pub(super) fn apply(&self, mut records: Box<dyn Records>, names: &[String]) -> Box<dyn Records> {
        // Workers clean.
        let SegmentRules { join_by, empty_reference, clean: _, empty_candidate } = self;
        if let Some(meaning) = empty_candidate.filter(|meaning| *meaning != EmptyCandidate::Score) {
            records = Box::new(WithoutEmpty::candidates(records, meaning, names.to_vec()));
        }
        if let Some(meaning) = empty_reference.filter(|meaning| *meaning != EmptyReference::Empty) {
            records = Box::new(WithoutEmpty::references(records, meaning));
        }
        if join_by.is_some() { Box::new(Joined::new(records)) } else { records }
    }

    /// The rules as signatures name them, given the name of the labels that join segments.
    pub fn fields(&self, join: Option<String>) -> SegmentFields {
        let SegmentRules { join_by: _, empty_reference, clean: _, empty_candidate } = self;
        SegmentFields {
            join,
            clean: self.repairs(),
            empty_reference: empty_reference.unwrap_or_default(),
            empty_candidate: empty_candidate.unwrap_or_default(),
        }
    }

    /// Repairs of the candidates.
    pub fn repairs(&self) -> Repairs {
        self.clean.iter().copied().collect()
    }
}
