//! `--join-by`: the segments with the same label become one, such as the segments of a document.

use super::open::InputStream;
use super::record::{Place, Record, Records, Role};
use crate::cli::display::{count, escape};
use anyhow::{Result, bail, ensure};
use std::collections::HashMap;
use std::vec::IntoIter;

/// Records of which those with the same label are joined, with a space between their texts. They come in the order of
/// their first parts. Since parts may be anywhere, all records are read, and held, before the first is returned.
pub struct Joined {
    records: Box<dyn Records>,
    joined: Option<IntoIter<Segment>>,
}

/// A joined segment: the place and the labels of its first part, and the texts of all.
struct Segment {
    place: Place,
    /// `None` for a reference that a part lacks.
    fields: Vec<(Role, Option<Vec<u8>>)>,
}

impl Segment {
    fn new(first: &Record) -> Segment {
        let fields = first.fields().map(|(role, text)| (role, text.map(<[u8]>::to_vec)));
        Segment { place: first.place.clone(), fields: fields.collect() }
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
        Joined { records, joined: None }
    }

    fn read_all(&mut self) -> Result<Vec<Segment>> {
        let mut all: Vec<Segment> = Vec::new();
        let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut record = Record::default();
        loop {
            record.clear();
            if !self.records.read(&mut record)? {
                return Ok(all);
            }
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
                all.push(Segment::new(&record));
            }
        }
    }

    /// Checks that a record has the group and the number of references of the segment that it is a part of.
    fn check_fit(&self, segment: &Segment, record: &Record) -> Result<()> {
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

    fn name(&self) -> &str {
        self.records.name()
    }

    fn inputs(&self) -> Vec<&InputStream> {
        self.records.inputs()
    }

    fn inner(&self) -> Option<&dyn Records> {
        Some(&*self.records)
    }

    fn missing_reference(&self) -> String {
        String::from(
            "no reference; every reference lacks a part of the joined segment; add the missing parts, or remove the \
             segment",
        )
    }
}
