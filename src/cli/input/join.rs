//! `--join-by`: the segments with the same label become one, such as the segments of a document.

use super::record::{Place, Record, Records, Role, is_blank};
use crate::cli::display::{count, escape};
use crate::diagnose::segment_list::SegmentList;
use anyhow::{Result, bail, ensure};
use std::collections::HashMap;
use std::vec::IntoIter;

/// Records with the same label, joined with a space between their texts. They come in the order of
/// their first parts. Since parts may be anywhere, all records are read, and held, before the first is returned.
pub struct Joined {
    records: Box<dyn Records>,
    joined: Option<IntoIter<JoinedSegment>>,
    /// Number of records.
    parts: u64,
    /// Records with an empty candidate, but not an empty reference, and the other way round. Joined, they are not empty.
    empty: [SegmentList; 2],
}

/// Minimum number of empty references for a warning. As with texts that are not joined, some may be empty for a reason.
const MIN_EMPTY_REFERENCES: u64 = 5;

/// A joined segment: the place and the labels of its first part, and the texts of all.
struct JoinedSegment {
    place: Place,
    /// `None` for a reference that a part lacks.
    fields: Vec<(Role, Option<Vec<u8>>)>,
}

impl JoinedSegment {
    fn new(first: &Record) -> JoinedSegment {
        let fields = first.fields().map(|(role, text)| (role, text.map(<[u8]>::to_vec)));
        JoinedSegment { place: first.place.clone(), fields: fields.collect() }
    }

    fn group(&self) -> Option<&[u8]> {
        self.fields.iter().find(|(role, _)| *role == Role::Group)?.1.as_deref()
    }

    /// Adds a further part, which has as many references as the others.
    fn add(&mut self, part: &Record) {
        let texts = self.fields.iter_mut().filter(|(role, _)| role.is_text());
        for ((_, text), more) in texts.zip(part.texts()) {
            match (text.as_mut(), more) {
                (Some(text), Some(more)) => {
                    text.push(b' ');
                    text.extend_from_slice(more);
                }
                _ => *text = None,
            }
        }
    }
}

impl Joined {
    pub fn new(records: Box<dyn Records>) -> Joined {
        Joined { records, joined: None, parts: 0, empty: Default::default() }
    }

    fn read_all(&mut self) -> Result<Vec<JoinedSegment>> {
        let mut all: Vec<JoinedSegment> = Vec::new();
        let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut record = Record::default();
        loop {
            record.clear();
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
                self.check_fit(&all[number], &record)?;
                all[number].add(&record);
            } else {
                numbers.insert(label.to_vec(), all.len());
                all.push(JoinedSegment::new(&record));
            }
        }
    }

    /// Checks that a record has the group and the number of references of the segment that it is a part of.
    fn check_fit(&self, segment: &JoinedSegment, record: &Record) -> Result<()> {
        let place = &record.place;
        if segment.group() != record.label(Role::Group) {
            let name = |group: Option<&[u8]>| escape(&String::from_utf8_lossy(group.unwrap_or_default()));
            bail!(
                "{}: {place}: group {}, but it is joined with {}, which has group {}; use labels that do not cross \
                 groups",
                self.records.name_of_labels(Role::Join),
                name(record.label(Role::Group)),
                segment.place,
                name(segment.group()),
            );
        }
        let of_segment = segment.fields.iter().filter(|(role, _)| *role == Role::Reference).count();
        let of_record = record.fields().filter(|(role, _)| *role == Role::Reference).count();
        ensure!(
            of_segment == of_record,
            "{}: {place}: {}, but {}, which it is joined with, has {of_segment}; put null where a reference is missing",
            self.records.name(),
            count(of_record as u64, "reference"),
            segment.place,
        );
        Ok(())
    }
}

impl Records for Joined {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        if self.joined.is_none() {
            self.joined = Some(self.read_all()?.into_iter());
        }
        let Some(segment) = self.joined.as_mut().and_then(Iterator::next) else { return Ok(false) };
        record.place = segment.place;
        for (role, text) in segment.fields {
            record.add(role, text.as_deref());
        }
        Ok(true)
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
                 segment {}",
                first + 1
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
