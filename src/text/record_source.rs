//! The source that makes batches of records.

use super::Input;
use super::batch::{Batch, SegmentGroup};
use super::record::count_of;
use super::record::{Record, RecordFields, Records, Role};
use super::source::NoSegments;
use crate::bleu::scoring::Definition;
use crate::bleu::shards::ids::IdSet;
use crate::text::set_tokenizers::SetTokenizers;
use anyhow::{Result, bail, ensure};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// Amount of text of a batch, in bytes, as in [`ParallelFiles`](super::ParallelFiles).
const BATCH_BYTES: u64 = 128 << 10;

/// Maximum number of segments in a batch.
const MAX_BATCH_SEGMENTS: usize = 8 << 10;

/// Records as a source: groups get their numbers, and line feeds inside a text are joined.
pub struct RecordSource {
    pub(super) records: Box<dyn Records>,
    definition: Definition,
    /// Names of the candidates, then of the references, each with its file.
    names: Arc<[String]>,
    candidates: usize,
    references: usize,
    /// Whether segments have lists of candidates.
    has_lists: bool,
    /// Tokenizers of the groups, if they differ; a batch then has segments of one group.
    sets: Option<Arc<SetTokenizers>>,
    groups: HashMap<Arc<str>, u32>,
    /// Ids of all segments; `None` if the table has checked that they differ, or none were asked for.
    ids: Option<IdSet>,
    record: Record,
    kinds: RecordFields,
    /// Whether a record was read that is not in a batch, the input ended, or an error, which comes after the batch.
    next: Option<Result<bool>>,
    has_records: bool,
}

impl RecordSource {
    /// A source of the records of an input, which have these columns. The names are the candidates' and references'
    /// for messages.
    pub fn new<T>(
        records: Box<dyn Records>,
        columns: &[(T, Role)],
        definition: &Definition,
        input: &Input,
        names: Vec<String>,
    ) -> RecordSource {
        RecordSource {
            records,
            definition: definition.clone(),
            names: names.into(),
            candidates: count_of(columns, Role::Candidate),
            references: count_of(columns, Role::Reference),
            has_lists: input.samples.is_some(),
            sets: input.sets.clone(),
            groups: HashMap::new(),
            ids: (input.long_table.is_none() && input.id.is_some()).then(IdSet::default),
            record: Record::default(),
            kinds: RecordFields::default(),
            next: None,
            has_records: false,
        }
    }

    /// Reads the next record; false at the end.
    fn read_record(&mut self) -> Result<bool> {
        let RecordSource { records, record, .. } = self;
        record.clear();
        if !records.read(record)? {
            ensure!(self.has_records, NoSegments(format!("{}: no records; there is nothing to score", records.name())));
            return Ok(false);
        }
        self.has_records = true;
        let place = &record.place;
        self.kinds = record.kinds();
        if self.references > 0 && !self.kinds.has_reference {
            let message = records.unknown_reference().unwrap_or_else(|| records.missing_reference());
            bail!("{}: {place}: {message}", records.name());
        }
        if !self.kinds.has_labels {
            return Ok(true);
        }
        if let Some(id) = record.label(Role::Id) {
            let (name, id) = (records.name_of_labels(Role::Id), String::from_utf8_lossy(id));
            ensure!(!id.is_empty(), "{name}: {place}: an empty id; give each segment one");
            let is_new = self.ids.as_mut().is_none_or(|ids| ids.insert(&id));
            let advice = "remove the repeated segment, or choose ids that differ";
            ensure!(is_new, "{name}: {place}: the id {id} occurs twice; {advice}");
        }
        Ok(true)
    }

    /// Adds the record to a batch.
    fn push_record(&mut self, batch: &mut Batch) -> Result<()> {
        if self.kinds.has_labels {
            self.push_labels(batch)?;
        }
        let record = &self.record;
        let has_line_feed = record.has_line_feed();
        if !has_line_feed && !self.has_lists {
            batch.push(record.texts());
            return Ok(());
        }
        let set = self.sets.as_ref().zip(batch.groups.last()).filter(|_| has_line_feed);
        let set_definition = set.map(|(sets, group)| sets.definition(&self.definition, &group.label)).transpose()?;
        let definition = set_definition.as_ref().unwrap_or(&self.definition);
        let one_line = |text| match has_line_feed && memchr::memchr(b'\n', text).is_some() {
            true => Cow::Owned(definition.one_line(&String::from_utf8_lossy(text)).into_bytes()),
            false => Cow::Borrowed(text),
        };
        if self.has_lists {
            let lists = [Role::Candidate, Role::Reference];
            let [mut candidates, mut references] = lists.map(|role| record.of_role(role).flatten().map(one_line));
            batch.push_lists([&mut candidates, &mut references]);
        } else {
            batch.push(record.texts().map(|text| text.map(one_line)));
        }
        Ok(())
    }

    /// Adds the labels of the record to a batch.
    fn push_labels(&mut self, batch: &mut Batch) -> Result<()> {
        let record = &self.record;
        if let Some(label) = record.label(Role::Group) {
            let label = String::from_utf8_lossy(label);
            let (label, number) = match self.groups.get_key_value(&*label) {
                Some((label, &number)) => (Arc::clone(label), number),
                None => (label.into(), u32::try_from(self.groups.len())?),
            };
            self.groups.entry(Arc::clone(&label)).or_insert(number);
            batch.groups.push(SegmentGroup { number, label });
        }
        if let Some(id) = record.label(Role::Id) {
            batch.ids.push(String::from_utf8_lossy(id).into_owned());
        }
        Ok(())
    }

    /// Whether the record is of another group than a batch, and groups have tokenizers of their own.
    fn begins_set(&self, batch: &Batch) -> bool {
        let label = || self.record.label(Role::Group);
        self.sets.is_some() && batch.groups.last().map(|group| group.label.as_bytes()) != label()
    }

    /// Whether the record would make a batch too large, since the segments before it need a line for each of the
    /// references that only it has.
    fn is_too_long_for(&self, batch: &Batch) -> bool {
        let columns = self.kinds.texts.saturating_sub(batch.columns());
        // Without further columns, the batch is as large as it may be only after the record.
        columns > 0 && !self.has_lists && batch.text_bytes() + (columns * batch.len()) as u64 > BATCH_BYTES
    }
}

impl RecordSource {
    /// Reads the next batch; false at the end of the input. A batch has no more records than can be read without waiting, so that a slow pipe is answered record by record.
    ///
    /// # Errors
    /// If the records cannot be read, or one is not a segment.
    pub fn read(&mut self, batch: &mut Batch) -> Result<bool> {
        let (candidates, references) = if self.has_lists { (1, 1) } else { (self.candidates, self.references.min(1)) };
        batch.set_shape(candidates, references, 0);
        batch.names = Arc::clone(&self.names);
        while batch.is_empty()
            || batch.text_bytes() < BATCH_BYTES && batch.len() < MAX_BATCH_SEGMENTS && self.records.is_ready()
        {
            let next = self.next.take().unwrap_or_else(|| self.read_record());
            let fits = matches!(next, Ok(true)) && !self.is_too_long_for(batch) && !self.begins_set(batch);
            if !batch.is_empty() && !fits {
                self.next = Some(next);
                break;
            }
            if !next? {
                break;
            }
            self.push_record(batch)?;
        }
        Ok(!batch.is_empty())
    }

    /// Names of the candidates, then of the references, each with its file.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use super::super::input_format::{InputFormat, records_of};
    use super::*;
    use std::io::Cursor;

    /// The other segments of a batch have an empty line for each of the references.
    #[test]
    fn a_record_of_many_references_begins_a_batch() {
        let record =
            |references: usize| format!("{{\"c\": \"a\", \"r\": [{}]}}\n", vec!["\"a\""; references].join(", "));
        let table = [record(1).repeat(100), record(2000), record(1).repeat(100)].concat();
        let columns = vec![(String::from("c"), Role::Candidate), (String::from("r"), Role::Reference)];
        let records = records_of(Box::new(Cursor::new(table)), InputFormat::Jsonl, columns.clone()).unwrap();
        let mut source = RecordSource::new(records, &columns, &Definition::default(), &Input::default(), Vec::new());
        let mut batch = Batch::default();
        let mut shapes = Vec::new();
        while source.read(&mut batch).unwrap() {
            shapes.push((batch.len(), batch.columns()));
            batch.begin(0);
        }
        let [(100, 2), (after, 2001), rest @ ..] = &shapes[..] else { panic!("{shapes:?}") };
        assert!(*after < 100 && rest.iter().all(|(_, references)| *references == 2), "{shapes:?}");
        assert_eq!(shapes.iter().map(|(segments, _)| segments).sum::<usize>(), 201);
    }
}
