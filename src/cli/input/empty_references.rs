//! `--empty-reference`: records whose empty references may be missing, and which may be left out.

use super::open::InputStream;
use super::record::{Record, Records, Role};
use crate::EmptyReference;
use anyhow::Result;

/// Records in which an empty reference has its meaning.
pub struct EmptyReferences {
    records: Box<dyn Records>,
    meaning: EmptyReference,
    left_out: u64,
}

impl EmptyReferences {
    pub fn new(records: Box<dyn Records>, meaning: EmptyReference) -> EmptyReferences {
        EmptyReferences { records, meaning, left_out: 0 }
    }
}

impl Records for EmptyReferences {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        while self.records.read(record)? {
            if self.meaning != EmptyReference::Empty {
                record.drop_blank_references();
            }
            if self.meaning != EmptyReference::Skip || !record.lacks_references() {
                return Ok(true);
            }
            self.left_out += 1;
            record.clear();
        }
        Ok(false)
    }

    fn is_ready(&self) -> bool {
        self.records.is_ready()
    }

    fn name(&self) -> &str {
        self.records.name()
    }

    fn name_of_labels(&self, role: Role) -> &str {
        self.records.name_of_labels(role)
    }

    fn known_names(&self) -> Vec<String> {
        self.records.known_names()
    }

    fn known_labels(&self) -> Vec<String> {
        self.records.known_labels()
    }

    fn inputs(&self) -> Vec<&InputStream> {
        self.records.inputs()
    }

    fn unknown_reference(&self) -> Option<String> {
        self.records.unknown_reference()
    }

    fn missing_reference(&self) -> String {
        self.records.missing_reference()
    }

    fn left_out(&self) -> u64 {
        self.left_out
    }
}
