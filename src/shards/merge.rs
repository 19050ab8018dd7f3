//! Adding up records, with checks that they make up the whole corpus.

use super::ids::{IdSet, sort_key};
use super::{MergedShards, Record, RecordError, Segment, SegmentRecord, SumRecord, Sums};
use crate::splitmix64::mix;
use crate::{Error, ReferenceCount, SegmentStatistics};
use std::borrow::Cow;
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
    systems: BTreeMap<String, System>,
}

#[derive(Debug, Default)]
struct System {
    place: usize,
    /// Number of segments of the records of sums.
    segments: u64,
    /// Records of sums, by group.
    sums: BTreeMap<Option<String>, (Option<ReferenceCount>, Sums)>,
    /// Sums of the records of segments, by group, each with the number of the group in order of appearance.
    details: BTreeMap<Option<String>, (usize, Sums)>,
    /// Ids of the records of segments.
    ids: IdSet,
    /// Group, number of segments and fingerprint of each record of sums, none of which may occur twice.
    seen: HashSet<(Option<String>, u64, u64)>,
    /// Id of each segment that is kept, and the number of its group.
    labels: Vec<(Box<str>, usize)>,
    /// Statistics of the segments that are kept.
    table: Option<SegmentStatistics>,
}

impl Shards {
    /// Records of a corpus of this many segments; `None` if the number is not known.
    pub fn of_corpus(segments: Option<u64>) -> Shards {
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
        let system =
            self.systems.entry(record.system).or_insert_with(|| System { place: record.place, ..System::default() });
        system.place = system.place.min(record.place);
        system.check_new(&record.group, &record.sums, self.expected_segments.is_some())?;
        system.segments = system.segments.checked_add(record.sums.segments).ok_or(Error::Overflow)?;
        let references = (record.sums.segments > 0).then(|| record.signature.references());
        match system.sums.get_mut(&record.group) {
            None => {
                system.sums.insert(record.group, (references, record.sums));
            }
            Some((sum, sums)) => {
                *sum = match (*sum, references) {
                    (Some(one), Some(other)) => Some(one.merge(other)),
                    (one, other) => one.or(other),
                };
                sums.add(&record.sums)?;
            }
        }
        Ok(())
    }

    fn add_segment(&mut self, record: SegmentRecord) -> Result<(), RecordError> {
        self.check_key(record.key)?;
        if !self.systems.contains_key(&*record.system) {
            let system = System { place: usize::MAX, ..System::default() };
            self.systems.insert(record.system.to_string(), system);
        }
        let Some(system) = self.systems.get_mut(&*record.system) else { return Ok(()) };
        if !system.ids.insert(&record.id) {
            let (id, system) = (record.id.into_owned(), record.system.into_owned());
            return Err(RecordError::RepeatedSegment { id, system });
        }
        let groups = system.details.len();
        let empty = || (groups, Sums { ids: Some(0), ..Sums::default() });
        let (group, sums) = system.details.entry(record.group.map(Cow::into_owned)).or_insert_with(empty);
        sums.add_segment(&record.id, &record.statistics)?;
        if self.keeps_segments {
            let table = match &mut system.table {
                Some(table) => table,
                none => none.insert(SegmentStatistics::new(record.statistics.order())?),
            };
            table.push(&record.statistics)?;
            system.labels.push((record.id.into(), *group));
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
        let mut systems: Vec<(String, System)> = mem::take(&mut self.systems).into_iter().collect();
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
        let record = |name: &String, place, group, references: Option<ReferenceCount>, sums| SumRecord {
            signature: first
                .signature
                .clone()
                .with_references(references.unwrap_or(ReferenceCount::Fixed(first.references))),
            references: first.references,
            system: name.clone(),
            place,
            group,
            sums,
        };
        let mut corpus = MergedShards::default();
        for (name, mut system) in systems {
            corpus.gap = system.ids.gap();
            let (segments, table) = system.take_segments(first.signature.formula().counted_order())?;
            corpus.tables.push(table);
            if corpus.records.is_empty() {
                corpus.segments = segments;
            }
            let System { place, sums, .. } = system;
            let sums = sums.into_iter();
            corpus
                .records
                .extend(sums.map(|(group, (references, sums))| record(&name, place, group, references, sums)));
        }
        Ok(corpus)
    }
}

impl System {
    /// Checks that a record does not occur twice. Without ids, records with equal statistics are taken for the same,
    /// unless they are small and the number of segments will show it.
    fn check_new(&mut self, group: &Option<String>, sums: &Sums, is_counted: bool) -> Result<(), RecordError> {
        let Sums { segments, ids, statistics, .. } = sums;
        let may_be_chance = statistics.hyp_len < DISTINCT_TOKENS;
        if *segments == 0 || ids.is_none() && is_counted && may_be_chance {
            return Ok(());
        }
        let mut row = [0; 2 + 2 * crate::MAX_ORDER];
        let of_statistics = || statistics.write_row(&mut row).iter().fold(0, |hash, &number| mix(hash ^ number));
        let fingerprint = ids.unwrap_or_else(of_statistics);
        if self.seen.insert((group.clone(), *segments, fingerprint)) {
            return Ok(());
        }
        Err(if ids.is_some() { RecordError::RepeatedShard } else { RecordError::EqualStatistics { may_be_chance } })
    }

    /// Takes out the segments, sorted by their ids, and their statistics.
    fn take_segments(&mut self, order: usize) -> Result<(Vec<Segment>, SegmentStatistics), Error> {
        let mut groups: Vec<_> = mem::take(&mut self.details).into_iter().collect();
        groups.sort_by_key(|(_, (number, _))| *number);
        let groups: Vec<Option<Arc<str>>> = groups.into_iter().map(|(group, _)| group.map(Arc::from)).collect();
        let labels = mem::take(&mut self.labels);
        let mut sorted = SegmentStatistics::new(order)?;
        let table = self.table.take().unwrap_or_else(|| sorted.clone());
        let mut rows: Vec<_> = labels.into_iter().zip(table.rows()).collect();
        rows.sort_by(|((a, _), _), ((b, _), _)| sort_key(a).cmp(&sort_key(b)));
        let segment = |((id, group), row): ((Box<str>, usize), &[u32])| {
            sorted.push_row(row);
            Segment { id, group: groups[group].clone() }
        };
        let segments = rows.into_iter().map(segment).collect();
        Ok((segments, sorted))
    }

    /// Leaves out the record of no segments, which an empty shard has, if there are others.
    fn drop_empty_sums(&mut self) {
        if self.sums.len() > 1 && self.sums.get(&None).is_some_and(|(_, sums)| sums.segments == 0) {
            self.sums.remove(&None);
        }
    }

    /// Checks that the records of segments, if there are any, are those that the sums were made of.
    fn check_details(&self, name: &str) -> Result<(), RecordError> {
        let details = self.details.values().map(|(_, sums)| sums.segments).sum::<u64>();
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
        let is_sum = |(group, (_, details)): (&Option<String>, &(usize, Sums))| {
            let sums = self.sums.get(group).map(|(_, sums)| sums);
            sums.is_some_and(|sums| {
                (sums.segments, sums.ids) == (details.segments, details.ids) && sums.statistics == details.statistics
            })
        };
        if self.details.iter().all(is_sum) {
            return Ok(());
        }
        Err(RecordError::SumMismatch { system: name.to_owned() })
    }

    /// Checks that two systems have the same segments.
    fn check_same_segments(&self, name: &str, other: &System, other_name: &str) -> Result<(), RecordError> {
        let (segments, other_segments) = (self.segments, other.segments);
        let names = || (name.to_owned(), other_name.to_owned());
        if segments != other_segments {
            let (system, other) = names();
            return Err(RecordError::SystemSegmentCounts { system, segments, other, other_segments });
        }
        let key = |system: &System| -> Vec<_> {
            system.sums.iter().map(|(group, (_, sums))| (group.clone(), sums.segments, sums.ids)).collect()
        };
        if key(self) == key(other) && self.details.len() == other.details.len() {
            return Ok(());
        }
        let (system, other) = names();
        Err(RecordError::OtherSegments { system, other })
    }
}
