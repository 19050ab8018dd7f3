//! `--join-by`: the segments with the same label become one, such as the segments of a document.

use super::record::{Record, Records, Role, is_blank};
use crate::text::display::{count, escape};
use anyhow::{Result, bail, ensure};
use std::collections::HashMap;
use std::vec::IntoIter;

/// Records with the same label, joined with a space between their texts. They come in the order of
/// their first parts. Since parts may be anywhere, all records are read, and held, before the first is returned.
pub struct Joined {
    records: Box<dyn Records>,
    /// The parts of each segment that is still to be returned.
    segments: Option<IntoIter<Vec<Record>>>,
    /// Number of records.
    parts: u64,
    /// Records with an empty candidate, but not an empty reference, and the other way round. Joined, they are not empty.
    empty: [Occurrences; 2],
}

/// Records in which something occurs.
#[derive(Default)]
struct Occurrences {
    number: u64,
    /// The first of them, from 0.
    first: Option<u64>,
}

impl Occurrences {
    fn add(&mut self, record: u64) {
        self.number += 1;
        self.first.get_or_insert(record);
    }
}

/// Minimum number of empty references for a warning. As with texts that are not joined, some may be empty for a reason.
const MIN_EMPTY_REFERENCES: u64 = 5;

impl Joined {
    pub fn new(records: Box<dyn Records>) -> Joined {
        Joined { records, segments: None, parts: 0, empty: Default::default() }
    }

    /// Reads all records, which are the parts of segments.
    fn read_all(&mut self) -> Result<Vec<Vec<Record>>> {
        let mut segments: Vec<Vec<Record>> = Vec::new();
        let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
        loop {
            let mut part = Record::default();
            if !self.records.read(&mut part)? {
                return Ok(segments);
            }
            match [Role::Candidate, Role::Reference].map(|role| part.of_role(role).flatten().any(is_blank)) {
                [true, false] => self.empty[0].add(self.parts),
                [false, true] => self.empty[1].add(self.parts),
                _ => {}
            }
            self.parts += 1;
            let label = part.label(Role::Join).unwrap_or_default();
            let (name, place) = (self.records.name_of_labels(Role::Join), &part.place);
            ensure!(!label.is_empty(), "{name}: {place}: empty label; every segment needs a label for --join-by");
            let number = *numbers.entry(label.to_vec()).or_insert(segments.len());
            if let Some(segment) = segments.get_mut(number) {
                self.check_fit(&segment[0], &part)?;
                segment.push(part);
            } else {
                segments.push(vec![part]);
            }
        }
    }

    /// Checks that a part has the group and the number of references of the first part of its segment.
    fn check_fit(&self, first: &Record, part: &Record) -> Result<()> {
        let (place, first_place) = (&part.place, &first.place);
        let [group, own] = [first, part].map(|part| part.label(Role::Group));
        if group != own {
            let [group, own] = [group, own].map(|group| escape(&String::from_utf8_lossy(group.unwrap_or_default())));
            let name = self.records.name_of_labels(Role::Join);
            let advice = "use labels that do not cross groups";
            bail!(
                "{name}: {place}: group {own}, but it is joined with {first_place}, which has group {group}; {advice}"
            );
        }
        let [references, own] = [first, part].map(|part| part.of_role(Role::Reference).count());
        let (name, own_references) = (self.records.name(), count(own as u64, "reference"));
        ensure!(
            references == own,
            "{name}: {place}: {own_references}, but {first_place}, which it is joined with, has {references}; put null where \
             a reference is missing"
        );
        Ok(())
    }
}

impl Records for Joined {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        if self.segments.is_none() {
            self.segments = Some(self.read_all()?.into_iter());
        }
        let Some(parts) = self.segments.as_mut().and_then(Iterator::next) else { return Ok(false) };
        record.place = parts[0].place.clone();
        let mut texts: Vec<_> = parts.iter().map(Record::texts).collect();
        for (role, label) in parts[0].fields() {
            if role.is_text() {
                // A reference is missing if a part lacks it.
                let texts: Vec<Option<&[u8]>> = texts.iter_mut().map(|texts| texts.next().flatten()).collect();
                let texts: Option<Vec<&[u8]>> = texts.into_iter().collect();
                record.add(role, texts.map(|texts| texts.join(&b' ')).as_deref());
            } else {
                record.add(role, label);
            }
        }
        Ok(true)
    }

    fn is_ready(&self) -> bool {
        self.segments.is_some()
    }

    fn inner(&self) -> Option<&dyn Records> {
        Some(&*self.records)
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks = self.records.remarks();
        let [candidates, references] = &self.empty;
        let share = |empty: &Occurrences| format!("{} of {} segments", empty.number, self.parts);
        if let Some(first) = candidates.first {
            let name = self.records.name_of_labels(Role::Candidate);
            let share = share(candidates);
            let first = first + 1;
            remarks.push(format!(
                "warning: {name}: before they are joined, {share} have no text, but their references do; the first is \
                 segment {first}"
            ));
        }
        if references.number >= MIN_EMPTY_REFERENCES {
            let (name, share) = (self.records.name_of_labels(Role::Reference), share(references));
            remarks.push(format!(
                "warning: {name}: before they are joined, empty in {share}; --empty-reference skip leaves out segments \
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
