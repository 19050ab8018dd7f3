//! `--empty-reference missing` and `skip`: records whose empty references are missing, and which may be left out.

use super::record::{Record, Records};
use crate::EmptyReference;
use anyhow::{Result, bail};

/// Records in which an empty reference is missing, and of which those without any are left out if that is its meaning.
pub struct EmptyReferences {
    records: Box<dyn Records>,
    meaning: EmptyReference,
    /// Number of records that were left out.
    left_out: u64,
    has_records: bool,
}

impl EmptyReferences {
    pub fn new(records: Box<dyn Records>, meaning: EmptyReference) -> EmptyReferences {
        EmptyReferences { records, meaning, left_out: 0, has_records: false }
    }
}

impl Records for EmptyReferences {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        while self.records.read(record)? {
            record.drop_blank_references();
            if self.meaning != EmptyReference::Skip || !record.lacks_references() {
                self.has_records = true;
                return Ok(true);
            }
            self.left_out += 1;
            record.clear();
        }
        if self.left_out > 0 && !self.has_records {
            let message = self.unknown_reference();
            let message = message.unwrap_or_else(|| "no segment has a reference; there is nothing to score".into());
            bail!("{}: {message}", self.name());
        }
        Ok(false)
    }

    fn inner(&self) -> Option<&dyn Records> {
        Some(&*self.records)
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks = self.records.remarks();
        match self.left_out {
            0 => {}
            1 => remarks.push("note: 1 segment has no reference, and is left out".into()),
            segments => remarks.push(format!("note: {segments} segments have no reference, and are left out")),
        }
        remarks
    }
}
