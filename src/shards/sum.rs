//! Sums of records, with checks that they make up the whole corpus.

use super::ids::{IdSet, sort_key};
use super::record::{Record, SegmentRecord, SumRecord, Sums};
use super::{PoissonSums, ResampledScores, ShardError};
use crate::splitmix64::mix;
use crate::{Correction, Definition, Error, ReferenceCount, Resampling, SegmentStatistics, Signature, Statistics};
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

/// The sum of all shards.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// A record for each system and group: systems by their places, then by their names; groups by their labels.
    pub records: Vec<SumRecord>,
    /// Segments, if they were kept, by their ids.
    pub segments: Vec<Segment>,
    /// Their statistics, a table for each system.
    pub tables: Vec<SegmentStatistics>,
    /// The first number that is missing between the ids of records of segments, if all ids are numbers.
    pub gap: Option<u64>,
}

/// A segment of the sum of all shards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its id.
    pub id: Box<str>,
    /// Group that it belongs to, if segments were divided.
    pub group: Option<Arc<str>>,
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
    pub fn add(&mut self, record: Record) -> Result<(), ShardError> {
        match record {
            Record::Sum(record) => self.add_sum(*record),
            Record::Segment(record) => self.add_segment(*record),
        }
    }

    fn add_sum(&mut self, record: SumRecord) -> Result<(), ShardError> {
        let first = self.first.get_or_insert_with(|| SumRecord { sums: Sums::default(), ..record.clone() });
        let (definition, expected) = (record.definition(), first.definition());
        if definition != expected {
            return Err(ShardError::OtherDefinition { found: definition, expected });
        }
        self.check_key(record.key())?;
        let resamples = record.sums.poisson.as_ref().map(|poisson| (poisson.seed, poisson.resamples));
        if *self.resamples.get_or_insert(resamples) != resamples {
            return Err(ShardError::OtherResamples);
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

    fn add_segment(&mut self, record: SegmentRecord) -> Result<(), ShardError> {
        self.check_key(record.of)?;
        if !self.systems.contains_key(&record.system) {
            let system = System { place: usize::MAX, ..System::default() };
            self.systems.insert(record.system.clone(), system);
        }
        let Some(system) = self.systems.get_mut(&record.system) else { return Ok(()) };
        if !system.ids.insert(&record.id) {
            return Err(ShardError::RepeatedSegment { id: record.id, system: record.system });
        }
        let groups = system.details.len();
        let empty = || (groups, Sums { ids: Some(0), ..Sums::default() });
        let (group, sums) = system.details.entry(record.group).or_insert_with(empty);
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

    fn check_key(&mut self, key: u32) -> Result<(), ShardError> {
        if *self.key.get_or_insert(key) == key {
            return Ok(());
        }
        Err(ShardError::OtherSegmentDefinition)
    }

    /// The sum of all records.
    ///
    /// # Errors
    /// If there is no record, if a system has other segments than another or another number than the corpus, or if
    /// records of segments are not those that the sums were made of.
    pub fn finish(mut self) -> Result<Corpus, ShardError> {
        let Some(first) = self.first.take() else {
            let is_empty = self.systems.is_empty();
            return Err(if is_empty { ShardError::NoRecord } else { ShardError::NoSums { system: None } });
        };
        let mut systems: Vec<(String, System)> = mem::take(&mut self.systems).into_iter().collect();
        systems.sort_by(|(a, one), (b, other)| (one.place, a).cmp(&(other.place, b)));
        for (name, system) in &mut systems {
            system.drop_empty_sums();
            system.check_details(name)?;
            let found = system.segments;
            if let Some(expected) = self.expected_segments.filter(|&expected| expected != found) {
                return Err(ShardError::SegmentCount { system: name.clone(), found, expected });
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
        let mut corpus = Corpus::default();
        for (name, mut system) in systems {
            corpus.gap = system.ids.gap();
            let (segments, table) = system.take_segments(first.signature.definition());
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
    fn check_new(&mut self, group: &Option<String>, sums: &Sums, is_counted: bool) -> Result<(), ShardError> {
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
        Err(if ids.is_some() { ShardError::RepeatedShard } else { ShardError::EqualStatistics { may_be_chance } })
    }

    /// Takes out the segments, sorted by their ids, and their statistics.
    fn take_segments(&mut self, definition: &Definition) -> (Vec<Segment>, SegmentStatistics) {
        let mut groups: Vec<_> = mem::take(&mut self.details).into_iter().collect();
        groups.sort_by_key(|(_, (number, _))| *number);
        let groups: Vec<Option<Arc<str>>> = groups.into_iter().map(|(group, _)| group.map(Arc::from)).collect();
        let labels = mem::take(&mut self.labels);
        let table = self.table.take().unwrap_or_else(|| definition.segment_table());
        let mut rows: Vec<_> = labels.into_iter().zip(table.rows()).collect();
        rows.sort_by(|((a, _), _), ((b, _), _)| sort_key(a).cmp(&sort_key(b)));
        let mut sorted = definition.segment_table();
        let segment = |((id, group), row): ((Box<str>, usize), &[u32])| {
            sorted.push_row(row);
            Segment { id, group: groups[group].clone() }
        };
        (rows.into_iter().map(segment).collect(), sorted)
    }

    /// Leaves out the record of no segments, which an empty shard has, if there are others.
    fn drop_empty_sums(&mut self) {
        if self.sums.len() > 1 && self.sums.get(&None).is_some_and(|(_, sums)| sums.segments == 0) {
            self.sums.remove(&None);
        }
    }

    /// Checks that the records of segments, if there are any, are those that the sums were made of.
    fn check_details(&self, name: &str) -> Result<(), ShardError> {
        let details = self.details.values().map(|(_, sums)| sums.segments).sum::<u64>();
        if details == 0 {
            return Ok(());
        }
        if self.sums.is_empty() {
            return Err(ShardError::NoSums { system: Some(name.to_owned()) });
        }
        if details != self.segments {
            let (system, segments) = (name.to_owned(), self.segments);
            return Err(ShardError::SegmentRecordCount { system, records: details, segments });
        }
        let is_sum = |(group, (_, details)): (&Option<String>, &(usize, Sums))| {
            let sums = self.sums.get(group).map(|(_, sums)| sums);
            sums.is_some_and(|sums| {
                (sums.segments, sums.ids, sums.statistics) == (details.segments, details.ids, details.statistics)
            })
        };
        if self.details.iter().all(is_sum) {
            return Ok(());
        }
        Err(ShardError::SumMismatch { system: name.to_owned() })
    }

    /// Checks that two systems have the same segments.
    fn check_same_segments(&self, name: &str, other: &System, other_name: &str) -> Result<(), ShardError> {
        let systems = || [name.to_owned(), other_name.to_owned()];
        let segments = [self.segments, other.segments];
        if segments[0] != segments[1] {
            return Err(ShardError::SystemSegmentCounts { systems: systems(), segments });
        }
        let key = |sums: &BTreeMap<Option<String>, (_, Sums)>| -> Vec<(Option<String>, u64, Option<u64>)> {
            sums.iter()
                .map(|(group, (_, sums)): (_, &(Option<ReferenceCount>, Sums))| {
                    (group.clone(), sums.segments, sums.ids)
                })
                .collect()
        };
        if key(&self.sums) == key(&other.sums) && self.details.len() == other.details.len() {
            return Ok(());
        }
        Err(ShardError::OtherSegments { systems: systems() })
    }
}

impl Corpus {
    /// Names of the systems, in order.
    pub fn systems(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.records.iter().map(|record| record.system.as_str()).collect();
        names.dedup();
        names
    }

    /// Two systems of which nothing shows that they have the same segments: they were not counted together, and their
    /// segments have no ids.
    pub fn counted_apart(&self) -> Option<(&str, &str)> {
        let is_apart = |a: &SumRecord, b: &SumRecord| {
            a.system != b.system && a.place == b.place && a.sums.segments > 0 && a.sums.ids.is_none()
        };
        let pair = self.records.windows(2).find(|pair| is_apart(&pair[0], &pair[1]))?;
        Some((&pair[0].system, &pair[1].system))
    }

    /// The signature of all segments together.
    ///
    /// # Errors
    /// If there is no record.
    pub fn signature(&self) -> Result<Signature, ShardError> {
        let Some(first) = self.records.first() else { return Err(ShardError::NoRecord) };
        let references = self.records.iter().filter(|record| record.sums.segments > 0);
        let references = references.map(|record| record.signature.references()).reduce(ReferenceCount::merge);
        let references = references.unwrap_or_else(|| first.signature.references());
        Ok(first.signature.clone().with_references(references))
    }

    /// Adds up the groups of each system.
    ///
    /// # Errors
    /// If a number exceeds 64 bits.
    pub fn without_groups(self) -> Result<Corpus, ShardError> {
        let mut records: Vec<SumRecord> = Vec::new();
        let signature = self.signature()?;
        for record in self.records {
            match records.last_mut().filter(|last| last.system == record.system) {
                Some(last) => last.sums.add(&record.sums)?,
                None => records.push(SumRecord { group: None, signature: signature.clone(), ..record }),
            }
        }
        let segments = self.segments.into_iter().map(|segment| Segment { group: None, ..segment }).collect();
        Ok(Corpus { records, segments, ..self })
    }

    /// The groups by their labels, each as a corpus without groups; none if segments were not divided.
    pub fn groups(&self) -> Vec<(String, Corpus)> {
        let mut groups: BTreeMap<&str, Corpus> = BTreeMap::new();
        let empty =
            || Corpus { tables: self.tables.iter().map(|table| table.empty_like()).collect(), ..Corpus::default() };
        for record in &self.records {
            let Some(label) = record.group.as_deref() else { continue };
            let corpus = groups.entry(label).or_insert_with(empty);
            corpus.records.push(SumRecord { group: None, ..record.clone() });
        }
        for segment in &self.segments {
            let Some(group) = &segment.group else { continue };
            let corpus = groups.entry(group).or_insert_with(empty);
            corpus.segments.push(Segment { id: segment.id.clone(), group: None });
        }
        for (place, table) in self.tables.iter().enumerate() {
            for (segment, row) in self.segments.iter().zip(table.rows()) {
                let corpus = segment.group.as_deref().and_then(|group| groups.get_mut(group));
                corpus.into_iter().for_each(|corpus| corpus.tables[place].push_row(row));
            }
        }
        groups.into_iter().map(|(label, corpus)| (label.to_owned(), corpus)).collect()
    }

    /// Puts the systems into the order of these names.
    ///
    /// # Errors
    /// If these are not the names of the systems.
    pub fn arrange(&mut self, names: &[String]) -> Result<(), ShardError> {
        let systems = self.systems();
        let (mut sorted, mut wanted) = (systems.clone(), names.iter().map(String::as_str).collect::<Vec<_>>());
        sorted.sort_unstable();
        wanted.sort_unstable();
        if sorted != wanted {
            return Err(ShardError::OtherSystems { found: systems.into_iter().map(String::from).collect() });
        }
        let place = |system: &str| names.iter().position(|name| name == system).unwrap_or_default();
        let places: Vec<usize> = systems.into_iter().map(place).collect();
        let mut tables: Vec<_> = places.into_iter().zip(mem::take(&mut self.tables)).collect();
        tables.sort_by_key(|(place, _)| *place);
        self.tables = tables.into_iter().map(|(_, table)| table).collect();
        self.records.sort_by_key(|record| place(&record.system));
        self.records.iter_mut().for_each(|record| record.place = place(&record.system));
        Ok(())
    }

    /// The scores of each system and of its Poisson resamples; `None` if the records have no resamples, or groups.
    pub fn resampled_scores(&self, definition: &Definition, correction: Correction) -> Option<ResampledScores> {
        let score = |sum: Statistics| definition.evaluate(&sum).score;
        let resamples = |record: &SumRecord| {
            let poisson = record.sums.poisson.as_ref().filter(|_| record.group.is_none())?;
            Some(poisson.statistics().map(score).collect())
        };
        let resampled: Vec<Vec<f64>> = self.records.iter().map(resamples).collect::<Option<_>>()?;
        let scores = self.records.iter().map(|record| score(record.sums.statistics)).collect();
        let PoissonSums { resamples: number, seed, .. } = *self.records.first()?.sums.poisson.as_ref()?;
        let resampling = Resampling { resamples: number, seed, correction, ..Resampling::default() };
        Some(ResampledScores::new(scores, resampled, resampling))
    }
}
