//! `--join-by`: the segments with the same label become one, such as the segments of a document.

use super::record::{Record, Records, Role, is_blank};
use crate::cli::display::{count, escape};
use crate::diagnose::segment_list::SegmentList;
use anyhow::{Result, bail, ensure};
use std::collections::HashMap;
use std::vec::IntoIter;

/// Records of which those with the same label are joined, with a space between their texts. They come in the order of
/// their first parts. Since parts may be anywhere, all records are read, and held, before the first is returned.
pub struct Joined {
    records: Box<dyn Records>,
    joined: Option<IntoIter<Parts>>,
    /// Number of records.
    parts: u64,
    /// Records of which a candidate is empty, but not the reference, and the other way round. Joined, they are not empty.
    empty: [SegmentList; 2],
}

/// Minimum number of empty references for a warning. As with texts that are not joined, some may be empty for a reason.
const MIN_EMPTY_REFERENCES: u64 = 5;

/// Parts of a segment, which have the same columns and as many references.
type Parts = Vec<Record>;

/// Adds the labels of the first part to a record, and the texts of all. A reference that a part lacks is missing.
fn join(parts: &Parts, joined: &mut Record) {
    joined.place = parts[0].place.clone();
    let mut columns: Vec<_> = parts.iter().map(Record::fields).collect();
    while let Some(fields) = columns.iter_mut().map(Iterator::next).collect::<Option<Vec<_>>>() {
        let (role, first) = fields[0];
        if role.is_text() {
            let texts: Option<Vec<&[u8]>> = fields.into_iter().map(|(_, text)| text).collect();
            joined.add(role, texts.map(|texts| texts.join(&b' ')).as_deref());
        } else {
            joined.add(role, first);
        }
    }
}

impl Joined {
    pub fn new(records: Box<dyn Records>) -> Joined {
        Joined { records, joined: None, parts: 0, empty: Default::default() }
    }

    fn read_all(&mut self) -> Result<Vec<Parts>> {
        let mut all: Vec<Parts> = Vec::new();
        let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
        loop {
            let mut record = Record::default();
            if !self.records.read(&mut record)? {
                return Ok(all);
            }
            let [candidate, reference] =
                [Role::Candidate, Role::Reference].map(|role| record.of_role(role).flatten().any(is_blank));
            match (candidate, reference) {
                (true, false) => self.empty[0].add(self.parts),
                (false, true) => self.empty[1].add(self.parts),
                _ => {}
            }
            self.parts += 1;
            let label = record.label(Role::Join).unwrap_or_default();
            ensure!(
                !label.is_empty(),
                "{}: {}: empty label; every segment needs a label for --join-by",
                self.records.name_of_labels(Role::Join),
                record.place
            );
            if let Some(&number) = numbers.get(label) {
                self.check_fit(&all[number][0], &record)?;
                all[number].push(record);
            } else {
                numbers.insert(label.to_vec(), all.len());
                all.push(vec![record]);
            }
        }
    }

    /// Checks that a record has the group and the number of references of the first part of its segment.
    fn check_fit(&self, first: &Record, record: &Record) -> Result<()> {
        let place = &record.place;
        let [of_segment, of_record] = [first, record].map(|part| part.label(Role::Group));
        if of_segment != of_record {
            let name = |group: Option<&[u8]>| escape(&String::from_utf8_lossy(group.unwrap_or_default()));
            bail!(
                "{}: {place}: group {}, but it is joined with {}, which has group {}; use labels that do not cross \
                 groups",
                self.records.name_of_labels(Role::Join),
                name(of_record),
                first.place,
                name(of_segment),
            );
        }
        let [of_segment, of_record] = [first, record].map(|part| part.of_role(Role::Reference).count());
        ensure!(
            of_segment == of_record,
            "{}: {place}: {}, but {}, which it is joined with, has {of_segment}; put null where a reference is missing",
            self.records.name(),
            count(of_record as u64, "reference"),
            first.place,
        );
        Ok(())
    }
}

impl Records for Joined {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        if self.joined.is_none() {
            self.joined = Some(self.read_all()?.into_iter());
        }
        let parts = self.joined.as_mut().and_then(Iterator::next);
        parts.iter().for_each(|parts| join(parts, record));
        Ok(parts.is_some())
    }

    fn is_ready(&self) -> bool {
        self.joined.is_some()
    }

    fn inner(&self) -> Option<&dyn Records> {
        Some(&*self.records)
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks = self.records.remarks();
        let [candidates, references] = &self.empty;
        let of_all = |empty: &SegmentList| format!("{} of {} segments", empty.segments, self.parts);
        if let Some(first) = candidates.first() {
            let name = self.records.name_of_labels(Role::Candidate);
            let of_all = of_all(candidates);
            remarks.push(format!(
                "warning: {name}: before they are joined, {of_all} have no text, but their references do; the first is \
                 segment {first}"
            ));
        }
        if references.segments >= MIN_EMPTY_REFERENCES {
            let (name, of_all) = (self.records.name_of_labels(Role::Reference), of_all(references));
            remarks.push(format!(
                "warning: {name}: before they are joined, empty in {of_all}; --empty-reference skip leaves out segments \
                 without a reference"
            ));
        }
        remarks
    }

    fn missing_reference(&self) -> String {
        String::from(
            "no reference; every reference lacks a part of the joined segment; add the missing parts, or remove the \
             segment",
        )
    }
}
