//! Adding up records, with checks that they make up the whole corpus.

use super::ids::{IdSet, sort_key};
use super::{MergedShards, Record, RecordError, Segment, SegmentRecord, SumRecord, Sums};
use crate::bleu::error::Error;
use crate::bleu::scoring::SegmentStatistics;
use crate::bleu::splitmix64::mix;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet};
use std::mem;
use std::sync::Arc;

/// Candidate tokens from which equal statistics of two records are no coincidence.
const DISTINCT_TOKENS: u64 = 1000;

/// Records that are being added up. The result does not depend on their order.
#[derive(Debug, Default)]
pub struct Shards {
    /// Number of segments that the corpus must have.
    expected_segments: Option<u64>,
    /// Whether segments are kept, and not only added up.
    keeps_segments: bool,
    /// The first record of sums, which all others are compared with.
    first: Option<SumRecord>,
    /// Seed and number of its resamples, if it has any.
    resamples: Option<Option<(u64, usize)>>,
    /// The key of the first record of either kind.
    key: Option<u32>,
    systems: BTreeMap<String, SystemShards>,
}

#[derive(Debug, Default)]
struct SystemShards {
    place: usize,
    /// Number of segments of the records of sums.
    segments: u64,
    /// Sums of the records of sums, by group.
    sums: BTreeMap<Option<Arc<str>>, SumRecord>,
    /// Sums of the records of segments, by group.
    details: BTreeMap<Option<Arc<str>>, Sums>,
    /// Ids of the records of segments.
    ids: IdSet,
    /// Group, number of segments and fingerprint of each record of sums; none may occur twice.
    seen: HashSet<(Option<String>, u64, u64)>,
    /// Segments that are kept.
    kept: Vec<Segment>,
    /// Their statistics.
    table: Option<SegmentStatistics>,
}

impl Shards {
    /// Records of a corpus of this many segments; `None` if the number is not known.
    pub fn expecting(segments: Option<u64>) -> Shards {
        Shards { expected_segments: segments, ..Shards::default() }
    }

    /// The same, keeping the segments.
    #[must_use]
    pub fn keeping_segments(self) -> Shards {
        Shards { keeps_segments: true, ..self }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If it cannot be added to those before: it was counted in another way, or counted already.
    pub fn add(&mut self, record: Record) -> Result<(), RecordError> {
        match record {
            Record::Sum(record) => self.add_sum(*record),
            Record::Segment(record) => self.add_segment(*record),
        }
    }

    fn add_sum(&mut self, record: SumRecord) -> Result<(), RecordError> {
        let first = self.first.get_or_insert_with(|| SumRecord { sums: Sums::default(), ..record.clone() });
        let (definition, expected) = (record.definition(), first.definition());
        if definition != expected {
            return Err(RecordError::OtherDefinition { found: definition, expected });
        }
        self.check_key(record.key())?;
        let resamples = record.sums.poisson.as_ref().map(|poisson| (poisson.seed, poisson.resamples));
        if *self.resamples.get_or_insert(resamples) != resamples {
            return Err(RecordError::OtherResamples);
        }
        let system = self.systems.entry(record.system.clone()).or_insert_with(|| SystemShards::at(record.place));
        system.place = system.place.min(record.place);
        system.check_new(&record.group, &record.sums, self.expected_segments.is_some())?;
        system.segments = system.segments.checked_add(record.sums.segments).ok_or(Error::Overflow)?;
        match system.sums.entry(record.group.as_deref().map(Arc::from)) {
            Entry::Vacant(entry) => drop(entry.insert(record)),
            Entry::Occupied(entry) => entry.into_mut().add(record)?,
        }
        Ok(())
    }

    fn add_segment(&mut self, record: SegmentRecord) -> Result<(), RecordError> {
        self.check_key(record.key)?;
        if !self.systems.contains_key(&*record.system) {
            self.systems.insert(record.system.to_string(), SystemShards::at(usize::MAX));
        }
        let Some(system) = self.systems.get_mut(&*record.system) else { return Ok(()) };
        if !system.ids.insert(&record.id) {
            let (id, system) = (record.id.into_owned(), record.system.into_owned());
            return Err(RecordError::RepeatedSegment { id, system });
        }
        let entry = system.details.entry(record.group.as_deref().map(Arc::from));
        let (group, references) = (entry.key().clone(), record.references);
        let segment = Segment { id: record.id.into(), group, references };
        let sums = entry.or_insert_with(|| Sums { ids: Some(0), ..Sums::default() });
        sums.add_segment(&segment.id, &record.statistics)?;
        if self.keeps_segments {
            let table = match &mut system.table {
                Some(table) => table,
                none => none.insert(SegmentStatistics::new(record.statistics.order())?),
            };
            table.push(&record.statistics)?;
            system.kept.push(segment);
        }
        Ok(())
    }

    fn check_key(&mut self, key: u32) -> Result<(), RecordError> {
        if *self.key.get_or_insert(key) == key {
            return Ok(());
        }
        Err(RecordError::OtherSegmentDefinition)
    }

    /// The sum of all records.
    ///
    /// # Errors
    /// If there is no record, if a system has other segments than another or another number than the corpus, or if
    /// records of segments are not those that the sums were made of.
    pub fn finish(mut self) -> Result<MergedShards, RecordError> {
        let Some(first) = self.first.take() else {
            let is_empty = self.systems.is_empty();
            return Err(if is_empty { RecordError::NoRecord } else { RecordError::NoSums { system: None } });
        };
        let mut systems: Vec<(String, SystemShards)> = mem::take(&mut self.systems).into_iter().collect();
        systems.sort_by(|(a, one), (b, other)| (one.place, a).cmp(&(other.place, b)));
        for (name, system) in &mut systems {
            system.drop_empty_sums();
            system.check_details(name)?;
            let found = system.segments;
            if let Some(expected) = self.expected_segments.filter(|&expected| expected != found) {
                return Err(RecordError::SegmentCount { system: name.clone(), found, expected });
            }
        }
        if let Some(((one, a), others)) = systems.split_first() {
            for (other, b) in others {
                a.check_same_segments(one, b, other)?;
            }
        }
        let mut corpus = MergedShards::default();
        let one = systems.first().map_or_else(String::new, |(name, _)| name.clone());
        for (name, mut system) in systems {
            corpus.gap = system.ids.gap();
            let (segments, table) = system.take_segments(first.signature.formula().counted_order())?;
            corpus.tables.push(table);
            if corpus.records.is_empty() {
                corpus.segments = segments;
            } else {
                check_same_references(&corpus.segments, &segments, [&one, &name])?;
            }
            let place = system.place;
            corpus.records.extend(system.sums.into_values().map(|record| SumRecord { place, ..record }));
        }
        Ok(corpus)
    }
}

/// Checks that the segments of two systems, which have the same ids, have the same references, as far as these are known.
fn check_same_references(segments: &[Segment], others: &[Segment], names: [&str; 2]) -> Result<(), RecordError> {
    let is_other =
        |(one, other): &(&Segment, &Segment)| one.references.zip(other.references).is_some_and(|(a, b)| a != b);
    let mut changed = segments.iter().zip(others).filter(is_other);
    let Some((first, _)) = changed.next() else { return Ok(()) };
    let [system, other] = names.map(str::to_owned);
    Err(RecordError::OtherReferences {
        system,
        other,
        segments: 1 + changed.count() as u64,
        first: first.id.to_string(),
    })
}

impl SumRecord {
    /// Adds the sums of further segments of the same group.
    fn add(&mut self, other: SumRecord) -> Result<(), RecordError> {
        let [own, more] = [&*self, &other].map(|record| record.signature.references());
        // Without segments, there are no references to count.
        let references = match (self.sums.segments, other.sums.segments) {
            (0, 1..) => more,
            (1.., 0) => own,
            _ => own.merge(more),
        };
        self.signature = other.signature.with_references(references);
        self.sums.add(&other.sums)
    }
}

impl SystemShards {
    fn at(place: usize) -> SystemShards {
        SystemShards { place, ..SystemShards::default() }
    }

    /// Checks that a record does not occur twice. Without ids, records with equal statistics are taken for the same,
    /// unless they are small and the number of segments will show it.
    fn check_new(&mut self, group: &Option<String>, sums: &Sums, is_counted: bool) -> Result<(), RecordError> {
        let Sums { segments, ids, statistics, .. } = sums;
        let may_be_chance = statistics.hyp_len() < DISTINCT_TOKENS;
        if *segments == 0 || ids.is_none() && is_counted && may_be_chance {
            return Ok(());
        }
        let hash_of_counts = || statistics.row().iter().fold(0, |hash, &number| mix(hash ^ number));
        let fingerprint = ids.unwrap_or_else(hash_of_counts);
        if self.seen.insert((group.clone(), *segments, fingerprint)) {
            return Ok(());
        }
        Err(if ids.is_some() { RecordError::RepeatedShard } else { RecordError::EqualStatistics { may_be_chance } })
    }

    /// Takes out the segments, sorted by their ids, and their statistics.
    fn take_segments(&mut self, order: usize) -> Result<(Vec<Segment>, SegmentStatistics), Error> {
        let mut sorted = SegmentStatistics::new(order)?;
        let table = self.table.take().unwrap_or_else(|| sorted.clone());
        let mut rows: Vec<_> = mem::take(&mut self.kept).into_iter().zip(table.rows()).collect();
        rows.sort_by(|(a, _), (b, _)| sort_key(&a.id).cmp(&sort_key(&b.id)));
        rows.iter().for_each(|(_, row)| sorted.push_row(row));
        Ok((rows.into_iter().map(|(segment, _)| segment).collect(), sorted))
    }

    /// Leaves out the record of no segments, which an empty shard has, if there are others.
    fn drop_empty_sums(&mut self) {
        if self.sums.len() > 1 && self.sums.get(&None).is_some_and(|record| record.sums.segments == 0) {
            self.sums.remove(&None);
        }
    }

    /// Checks that the records of segments, if there are any, are those that the sums were made of.
    fn check_details(&self, name: &str) -> Result<(), RecordError> {
        let details = self.details.values().map(|sums| sums.segments).sum::<u64>();
        if details == 0 {
            return Ok(());
        }
        if self.sums.is_empty() {
            return Err(RecordError::NoSums { system: Some(name.to_owned()) });
        }
        if details != self.segments {
            let (system, segments) = (name.to_owned(), self.segments);
            return Err(RecordError::SegmentRecordCount { system, records: details, segments });
        }
        let is_sum = |(group, details): (&Option<Arc<str>>, &Sums)| {
            self.sums.get(group).is_some_and(|SumRecord { sums, .. }| {
                (sums.segments, sums.ids) == (details.segments, details.ids) && sums.statistics == details.statistics
            })
        };
        if self.details.iter().all(is_sum) {
            return Ok(());
        }
        Err(RecordError::SumMismatch { system: name.to_owned() })
    }

    /// Checks that two systems have the same segments.
    fn check_same_segments(&self, name: &str, other: &SystemShards, other_name: &str) -> Result<(), RecordError> {
        let (segments, other_segments) = (self.segments, other.segments);
        let names = || (name.to_owned(), other_name.to_owned());
        if segments != other_segments {
            let (system, other) = names();
            return Err(RecordError::SystemSegmentCounts { system, segments, other, other_segments });
        }
        let key = |system: &SystemShards| -> Vec<_> {
            system.sums.values().map(|SumRecord { group, sums, .. }| (group.clone(), sums.segments, sums.ids)).collect()
        };
        if key(self) == key(other) && self.details.len() == other.details.len() {
            return Ok(());
        }
        let (system, other) = names();
        Err(RecordError::OtherSegments { system, other })
    }
}
