//! `--empty-candidate skip` and `error`: segments of which a candidate is empty are left out for all systems, or refused.

use super::record::{Record, Records, Role, is_blank};
use crate::EmptyCandidate;
use crate::cli::display::count;
use anyhow::{Result, bail, ensure};

/// Records of which every candidate has a text.
pub struct EmptyCandidates {
    records: Box<dyn Records>,
    meaning: EmptyCandidate,
    /// Names of the candidates; samples have one.
    names: Vec<String>,
    /// Number of records that were left out.
    left_out: u64,
    has_records: bool,
}

impl EmptyCandidates {
    pub fn new(records: Box<dyn Records>, meaning: EmptyCandidate, names: Vec<String>) -> EmptyCandidates {
        EmptyCandidates { records, meaning, names, left_out: 0, has_records: false }
    }
}

impl Records for EmptyCandidates {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        while self.records.read(record)? {
            let empty = record.of_role(Role::Candidate).position(|text| text.is_none_or(is_blank));
            let Some(empty) = empty else {
                self.has_records = true;
                return Ok(true);
            };
            if self.meaning == EmptyCandidate::Error {
                let name = self.names.get(empty).or(self.names.first()).map_or("the candidate", String::as_str);
                bail!(
                    "{name}: {}: no text; --empty-candidate score scores it as empty, skip leaves it out",
                    record.place
                );
            }
            self.left_out += 1;
            record.clear();
        }
        let is_nothing_left = self.left_out > 0 && !self.has_records;
        ensure!(!is_nothing_left, "each segment lacks the text of a candidate; there is nothing to score");
        Ok(false)
    }

    fn inner(&self) -> Option<&dyn Records> {
        Some(&*self.records)
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks = self.records.remarks();
        if self.left_out > 0 {
            let segments = count(self.left_out, "segment");
            remarks.push(format!("note: {segments} without the text of a candidate left out, for all systems"));
        }
        remarks
    }
}
