//! Rules that decide which segments count, and with which text: each with its effect and its field in signatures.

use super::empty_texts::WithoutEmpty;
use super::join::Joined;
use super::record::Records;
use crate::bleu::repairs::{CleanText, Repair, Repairs};
use crate::bleu::signature::{EmptyCandidate, EmptyReference, JoinedCues, SegmentFields};
use std::path::PathBuf;

/// Rules of the segments that are read, in the order in which they are applied and help lists them.
#[derive(Clone, Debug, Default)]
pub struct SegmentRules {
    /// Labels that join segments: a column or a file.
    pub join_by: Option<PathBuf>,
    /// Meaning of empty references.
    pub empty_reference: Option<EmptyReference>,
    /// Repairs of the candidates.
    pub clean: Vec<Repair>,
    /// Makes the repairs.
    pub clean_text: Option<CleanText>,
    /// Meaning of empty candidates.
    pub empty_candidate: Option<EmptyCandidate>,
}

// All functions name all fields, so that a new rule without an effect or a field does not compile.
impl SegmentRules {
    /// Whether segments are left out, joined or lack texts by these rules.
    pub(super) fn alter_records(&self) -> bool {
        // Workers clean.
        let SegmentRules { join_by, empty_reference, clean: _, clean_text: _, empty_candidate } = self;
        join_by.is_some()
            || empty_reference.is_some_and(|meaning| meaning != EmptyReference::Empty)
            || empty_candidate.is_some_and(|meaning| meaning != EmptyCandidate::Score)
    }

    /// The records as the rules leave them. The names are the candidates'.
    pub(super) fn apply(&self, mut records: Box<dyn Records>, names: &[String]) -> Box<dyn Records> {
        // Workers clean, but what is left of a text decides whether it is empty.
        let SegmentRules { join_by, empty_reference, clean: _, clean_text, empty_candidate } = self;
        if let Some(meaning) = empty_candidate.filter(|meaning| *meaning != EmptyCandidate::Score) {
            records =
                Box::new(WithoutEmpty::candidates(records, meaning, (self.repairs(), *clean_text), names.to_vec()));
        }
        if let Some(meaning) = empty_reference.filter(|meaning| *meaning != EmptyReference::Empty) {
            records = Box::new(WithoutEmpty::references(records, meaning));
        }
        if join_by.is_some() { Box::new(Joined::new(records)) } else { records }
    }

    /// The rules as signatures name them, given the name of the labels that join segments.
    pub fn fields(&self, join: Option<String>) -> SegmentFields {
        let SegmentRules { join_by: _, empty_reference, clean: _, clean_text: _, empty_candidate } = self;
        SegmentFields {
            join,
            clean: self.repairs(),
            empty_reference: empty_reference.unwrap_or_default(),
            empty_candidate: empty_candidate.unwrap_or_default(),
            // Known once the files were read.
            cues: JoinedCues::default(),
        }
    }

    /// Repairs of the candidates.
    pub fn repairs(&self) -> Repairs {
        self.clean.iter().copied().collect()
    }
}
