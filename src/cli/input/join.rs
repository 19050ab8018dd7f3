//! `--join-by`: the segments with the same label become one, such as the segments of a document.

use super::EmptyReference;
use super::open::InputStream;
use super::record::{LabelKind, Record, Records, is_blank};
use crate::cli::display::{count, escape};
use anyhow::{Result, bail, ensure};
use std::collections::HashMap;
use std::vec::IntoIter;

/// Records of which those with the same label are joined, with a space between their texts. They come in the order of
/// their first parts. Since parts may be anywhere, all records are read, and held, before the first is returned.
pub struct Joined {
    records: Box<dyn Records>,
    empty_reference: EmptyReference,
    joined: Option<IntoIter<Parts>>,
}

/// The texts of the parts of a segment.
struct Parts {
    first: Record,
    candidates: Vec<Vec<u8>>,
    /// `None` if a part lacks the reference.
    references: Vec<Option<Vec<u8>>>,
}

impl Joined {
    pub fn new(records: Box<dyn Records>, empty_reference: EmptyReference) -> Joined {
        Joined { records, empty_reference, joined: None }
    }

    fn read_all(&mut self) -> Result<Vec<Parts>> {
        let mut all: Vec<Parts> = Vec::new();
        let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut record = Record::default();
        loop {
            record.clear();
            if !self.records.read(&mut record)? {
                return Ok(all);
            }
            if self.empty_reference == EmptyReference::Missing {
                record.drop_references(is_blank);
            }
            let label = record.join().unwrap_or_default();
            ensure!(
                !label.is_empty(),
                "{}: {}: empty label; every segment needs a label for --join-by",
                self.records.name_of_labels(LabelKind::Join),
                record.place
            );
            if let Some(&number) = numbers.get(label) {
                let parts = &mut all[number];
                if parts.first.group() != record.group() {
                    let name = |record: &Record| escape(&String::from_utf8_lossy(record.group().unwrap_or_default()));
                    bail!(
                        "{}: {}: group {}, but it is joined with {}, which has group {}; use labels that do not cross \
                         groups",
                        self.records.name_of_labels(LabelKind::Join),
                        record.place,
                        name(&record),
                        parts.first.place,
                        name(&parts.first),
                    );
                }
                let counts = [parts.references.len(), record.references().count()];
                if counts[0] != counts[1] {
                    bail!(
                        "{}: {}: {}, but {}, which it is joined with, has {}; put null where a reference is missing",
                        self.records.name(),
                        record.place,
                        count(counts[1] as u64, "reference"),
                        parts.first.place,
                        counts[0],
                    );
                }
                parts.add(&record);
            } else {
                numbers.insert(label.to_vec(), all.len());
                all.push(Parts {
                    candidates: record.candidates().map(<[u8]>::to_vec).collect(),
                    references: record.references().map(|text| text.map(<[u8]>::to_vec)).collect(),
                    first: record.clone(),
                });
            }
        }
    }
}

impl Parts {
    fn add(&mut self, record: &Record) {
        for (text, more) in self.candidates.iter_mut().zip(record.candidates()) {
            text.push(b' ');
            text.extend_from_slice(more);
        }
        let mut more = record.references();
        for text in &mut self.references {
            match (text.as_mut(), more.next().flatten()) {
                (Some(text), Some(more)) => {
                    text.push(b' ');
                    text.extend_from_slice(more);
                }
                _ => *text = None,
            }
        }
    }
}

impl Records for Joined {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        if self.joined.is_none() {
            self.joined = Some(self.read_all()?.into_iter());
        }
        let Some(parts) = self.joined.as_mut().and_then(Iterator::next) else { return Ok(false) };
        record.place = parts.first.place.clone();
        for text in &parts.candidates {
            record.add_candidate(text);
        }
        for text in &parts.references {
            record.add_reference(text.as_deref());
        }
        let (group, id) = (parts.first.group(), parts.first.id());
        for (label, kind) in [(group, LabelKind::Group), (id, LabelKind::Id)] {
            if let Some(label) = label {
                record.add_label(kind, label);
            }
        }
        Ok(true)
    }

    fn is_ready(&self) -> bool {
        self.joined.is_some()
    }

    fn name(&self) -> &str {
        self.records.name()
    }

    fn name_of_labels(&self, kind: LabelKind) -> &str {
        self.records.name_of_labels(kind)
    }

    fn inputs(&self) -> Vec<&InputStream> {
        self.records.inputs()
    }

    fn missing_reference(&self) -> String {
        String::from(
            "no reference; every reference lacks a part of the joined segment; add the missing parts, or remove the \
             segment",
        )
    }
}
