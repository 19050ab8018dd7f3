//! The source that makes batches of records.

use super::join::Joined;
use super::open::InputStream;
use super::record::{LabelKind, Record, Records, is_blank};
use super::{Batch, EmptyReference, NoSegments, Source};
use crate::Definition;
use crate::cli::display::escape;
use crate::shards::ids::IdSet;
use anyhow::{Error, Result, bail, ensure};
use std::collections::HashMap;
use std::sync::Arc;

/// Amount of text of a batch, in bytes, as in [`ParallelFiles`](super::ParallelFiles).
const BATCH_BYTES: usize = 128 << 10;

/// Maximum number of segments in a batch.
const MAX_BATCH_SEGMENTS: usize = 8 << 10;

/// Records as a source: groups get their numbers, empty references may become missing, and line feeds inside a text
/// are joined.
pub struct RecordSource {
    records: Box<dyn Records>,
    definition: Definition,
    empty_reference: EmptyReference,
    /// Names of the candidates, then of the references, each with its file.
    names: Arc<[String]>,
    candidates: usize,
    references: usize,
    groups: Vec<Arc<str>>,
    group_numbers: HashMap<Arc<str>, u32>,
    ids: IdSet,
    record: Record,
    /// Whether the record was read, but is of the next batch.
    is_held: bool,
    segments: u64,
    /// The error after the batch that was returned.
    fault: Option<Error>,
}

impl RecordSource {
    /// A source of records, given the number of candidates. The names are those of the candidates and references for
    /// messages.
    pub fn new(
        records: Box<dyn Records>,
        definition: &Definition,
        empty_reference: EmptyReference,
        names: Vec<String>,
        candidates: usize,
        join: bool,
    ) -> RecordSource {
        let records = if join { Box::new(Joined::new(records, empty_reference)) } else { records };
        RecordSource {
            records,
            definition: definition.clone(),
            empty_reference,
            references: names.len() - candidates,
            names: names.into(),
            candidates,
            groups: Vec::new(),
            group_numbers: HashMap::new(),
            ids: IdSet::default(),
            record: Record::default(),
            is_held: false,
            segments: 0,
            fault: None,
        }
    }

    /// Reads the next record, unless one is held; false at the end.
    fn read_record(&mut self) -> Result<bool> {
        if std::mem::take(&mut self.is_held) {
            return Ok(true);
        }
        self.record.clear();
        if !self.records.read(&mut self.record)? {
            return Ok(false);
        }
        if self.empty_reference == EmptyReference::Missing {
            self.record.drop_references(is_blank);
        }
        let record = &self.record;
        if self.references > 0 && record.references().all(|reference| reference.is_none()) {
            bail!("{}: {}: {}", self.records.name(), record.place, self.records.missing_reference());
        }
        Ok(true)
    }

    /// Adds the record to a batch as segment `segment`, and returns the size of its texts.
    fn push_record(&mut self, batch: &mut Batch, segment: usize) -> Result<usize> {
        let record = &self.record;
        if let Some(label) = record.group() {
            let label = String::from_utf8_lossy(label);
            let number = match self.group_numbers.get(&*label) {
                Some(&number) => number,
                None => {
                    let number = u32::try_from(self.groups.len())?;
                    let label: Arc<str> = label.into();
                    self.groups.push(Arc::clone(&label));
                    self.group_numbers.insert(label, number);
                    number
                }
            };
            batch.push_group(number, &self.groups[number as usize]);
        }
        if let Some(id) = record.id() {
            let id = String::from_utf8_lossy(id);
            let place = || format!("{}: {}", self.records.name_of_labels(LabelKind::Id), record.place);
            ensure!(!id.is_empty(), "{}: an empty id; give each segment one", place());
            ensure!(
                self.ids.insert(&id),
                "{}: the id {} occurs twice; remove the repeated segment, or choose ids that differ",
                place(),
                escape(&id)
            );
            batch.push_id(id.into_owned());
        }
        let mut bytes = 0;
        let has_line_feed = record.has_line_feed();
        let mut push = |column: &mut Vec<u8>, text: &[u8]| {
            bytes += text.len() + 1;
            if has_line_feed && text.contains(&b'\n') {
                column.extend_from_slice(self.definition.one_line(&String::from_utf8_lossy(text)).as_bytes());
            } else {
                column.extend_from_slice(text);
            }
            column.push(b'\n');
        };
        for (column, text) in record.candidates().enumerate() {
            push(batch.text_mut(column), text);
        }
        for (reference, text) in record.references().enumerate() {
            if reference == batch.references() {
                batch.add_reference(segment);
            }
            push(batch.text_mut(self.candidates + reference), text.unwrap_or_default());
            if text.is_none() {
                batch.set_missing(reference, segment);
            }
        }
        for reference in record.references().count()..batch.references() {
            push(batch.text_mut(self.candidates + reference), b"");
            batch.set_missing(reference, segment);
        }
        Ok(bytes)
    }
}

impl Source for RecordSource {
    /// A batch has no more records than can be read without waiting, so that a slow pipe is answered record by record.
    fn read(&mut self, batch: &mut Batch) -> Result<bool> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        batch.set_shape(self.candidates, self.references.min(1), 0);
        batch.set_names(Arc::clone(&self.names));
        let (mut segments, mut bytes) = (0, 0);
        while segments == 0 || bytes < BATCH_BYTES && segments < MAX_BATCH_SEGMENTS && self.records.is_ready() {
            let more = self.read_record().and_then(|is_read| {
                if !is_read {
                    return Ok(None);
                }
                // Lines for the references that the segments so far lack.
                let lines = self.record.references().count().saturating_sub(batch.references()) * segments;
                if segments > 0 && bytes + lines > BATCH_BYTES {
                    self.is_held = true;
                    return Ok(None);
                }
                Ok(Some(lines + self.push_record(batch, segments)?))
            });
            match more {
                Ok(Some(more)) => {
                    bytes += more;
                    segments += 1;
                }
                Ok(None) => break,
                Err(fault) if segments == 0 => return Err(fault),
                Err(fault) => {
                    self.fault = Some(fault);
                    break;
                }
            }
        }
        batch.set_len(segments);
        self.segments += segments as u64;
        ensure!(
            self.segments > 0,
            NoSegments(format!("{}: no records; there is nothing to score", self.records.name()))
        );
        Ok(segments > 0)
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn inputs(&self) -> Vec<&InputStream> {
        self.records.inputs()
    }

    fn groups(&self) -> &[Arc<str>] {
        &self.groups
    }
}

/// Returns the names of columns of a file, for messages.
pub fn names_in_file<'a>(file: &str, columns: impl IntoIterator<Item = &'a String>) -> Vec<String> {
    columns.into_iter().map(|column| format!("{file}: {}", escape(column))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::record::Columns;
    use super::super::records_format::{RecordsFormat, records_of};
    use super::*;
    use std::io::Cursor;

    /// The other segments of a batch have an empty line for each of the references.
    #[test]
    fn a_record_of_many_references_begins_a_batch() {
        let record =
            |references: usize| format!("{{\"c\": \"a\", \"r\": [{}]}}\n", vec!["\"a\""; references].join(", "));
        let table = [record(1).repeat(100), record(2000), record(1).repeat(100)].concat();
        let columns = Columns { candidates: vec!["c".into()], references: vec!["r".into()], ..Columns::default() };
        let records = records_of(Box::new(Cursor::new(table)), RecordsFormat::Jsonl, columns).unwrap();
        let names = vec![String::from("c"), String::from("r")];
        let mut source = RecordSource::new(records, &Definition::default(), EmptyReference::Empty, names, 1, false);
        let mut batch = Batch::default();
        let mut shapes = Vec::new();
        while source.read(&mut batch).unwrap() {
            shapes.push((batch.len(), batch.references()));
            batch.begin(0, 0);
        }
        let [(100, 1), (after, 2000), rest @ ..] = &shapes[..] else { panic!("{shapes:?}") };
        assert!(*after < 100 && rest.iter().all(|(_, references)| *references == 1), "{shapes:?}");
        assert_eq!(shapes.iter().map(|(segments, _)| segments).sum::<usize>(), 201);
    }
}
