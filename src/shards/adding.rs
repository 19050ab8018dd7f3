//! Adding records up, and refusing what is not the whole of a corpus.

use super::ids::{IdSet, compare};
use super::record::{Record, SegmentRecord, SumRecord, Sums};
use super::{PoissonSums, ResampledScores, ShardError};
use crate::{Correction, Definition, ReferenceCount, Resampling, SegmentStatistics, Signature, Statistics};
use std::collections::{BTreeMap, HashSet};
use std::mem;

/// Records that are being added up. The result does not depend on their order.
#[derive(Debug, Default)]
pub struct Shards {
    /// Whether segments are kept, and not only added up.
    keeps_segments: bool,
    /// The first record of sums, which all others are compared with.
    first: Option<SumRecord>,
    /// The key of the first record of either kind.
    key: Option<u32>,
    systems: BTreeMap<String, System>,
}

#[derive(Debug, Default)]
struct System {
    place: usize,
    /// Records of sums, by group.
    sums: BTreeMap<Option<String>, (Option<ReferenceCount>, Sums)>,
    /// Sums of the records of segments, by group.
    details: BTreeMap<Option<String>, Sums>,
    /// Ids of the records of segments.
    ids: IdSet,
    /// Group, number of segments and ids of each record of sums with ids, none of which may occur twice.
    seen: HashSet<(Option<String>, u64, u64)>,
    segments: Vec<SegmentRecord>,
}

/// The sum of all shards.
#[derive(Debug)]
pub struct Corpus {
    /// A record for each system and group: systems by their places, then by their names; groups by their labels.
    pub records: Vec<SumRecord>,
    /// Segments, if they were kept, by their ids, then in the order of the systems.
    pub segments: Vec<SegmentRecord>,
}

impl Shards {
    /// Records to be added up, of which those of segments are kept.
    pub fn keeping_segments() -> Shards {
        Shards { keeps_segments: true, ..Shards::default() }
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
            return Err(ShardError(format!(
                "counted as {definition}, but the records before as {expected}; count all shards with the same flags \
                 and version"
            )));
        }
        self.check_key(record.key())?;
        let system =
            self.systems.entry(record.system).or_insert_with(|| System { place: record.place, ..System::default() });
        system.place = system.place.min(record.place);
        if let Some(ids) = record.sums.ids.filter(|_| record.sums.segments > 0)
            && !system.seen.insert((record.group.clone(), record.sums.segments, ids))
        {
            return Err(ShardError("this shard is there twice; leave one out".into()));
        }
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
            return Err(ShardError(format!(
                "segment {} of {} is there twice; leave one out, or, if shards number their segments alike, name them \
                 with --id",
                record.id, record.system
            )));
        }
        if !system.details.contains_key(&record.group) {
            system.details.insert(record.group.clone(), Sums { ids: Some(0), ..Sums::default() });
        }
        if let Some(sums) = system.details.get_mut(&record.group) {
            sums.add_segment(&record.id, &record.statistics)?;
        }
        if self.keeps_segments {
            system.segments.push(record);
        }
        Ok(())
    }

    fn check_key(&mut self, key: u32) -> Result<(), ShardError> {
        if *self.key.get_or_insert(key) == key {
            return Ok(());
        }
        Err(ShardError(
            "segments were counted in another way than the records before; count all with the same flags".into(),
        ))
    }

    /// The sum of all records.
    ///
    /// # Errors
    /// If there is no record, if a system has fewer segments than another or than `expected_segments`, or if records of
    /// segments are not those that the sums were made of.
    pub fn finish(mut self, expected_segments: Option<u64>) -> Result<Corpus, ShardError> {
        let Some(first) = self.first.take() else {
            return Err(ShardError(if self.systems.is_empty() {
                "no record of statistics; did a shard fail?".into()
            } else {
                "records of segments, but none of their sums; keep all lines that --stats=segments prints".into()
            }));
        };
        let mut systems: Vec<(String, System)> = mem::take(&mut self.systems).into_iter().collect();
        systems.sort_by(|(a, one), (b, other)| (one.place, a).cmp(&(other.place, b)));
        for (name, system) in &mut systems {
            system.drop_empty_sums();
            system.check_details(name)?;
            let segments = system.segments();
            if let Some(expected) = expected_segments.filter(|&expected| expected != segments) {
                return Err(ShardError(format!(
                    "{name}: segments: {segments}, but expected: {expected}; a shard is missing or there twice"
                )));
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
        let (mut records, mut segments) = (Vec::new(), Vec::new());
        for (at, (name, system)) in systems.into_iter().enumerate() {
            let System { place, sums, segments: of_system, .. } = system;
            records.extend(
                sums.into_iter().map(|(group, (references, sums))| record(&name, place, group, references, sums)),
            );
            segments.extend(of_system.into_iter().map(|segment| (at, segment)));
        }
        segments.sort_by(|(a, one), (b, other)| compare(&one.id, &other.id).then(a.cmp(b)));
        Ok(Corpus { records, segments: segments.into_iter().map(|(_, segment)| segment).collect() })
    }
}

impl System {
    fn segments(&self) -> u64 {
        self.sums.values().map(|(_, sums)| sums.segments).sum()
    }

    /// Leaves out the record of no segments, which an empty shard has, if there are others.
    fn drop_empty_sums(&mut self) {
        if self.sums.len() > 1 && self.sums.get(&None).is_some_and(|(_, sums)| sums.segments == 0) {
            self.sums.remove(&None);
        }
    }

    /// Checks that the records of segments, if there are any, are those that the sums were made of.
    fn check_details(&self, name: &str) -> Result<(), ShardError> {
        let details = self.details.values().map(|sums| sums.segments).sum::<u64>();
        if details == 0 {
            return Ok(());
        }
        if details != self.segments() {
            return Err(ShardError(format!(
                "{name} has {details} of the {} segments that its sums were made of; some lines are missing or there twice",
                self.segments()
            )));
        }
        let is_sum = |(group, details): (&Option<String>, &Sums)| {
            let sums = self.sums.get(group).map(|(_, sums)| sums);
            sums.is_some_and(|sums| {
                (sums.segments, sums.ids, sums.statistics) == (details.segments, details.ids, details.statistics)
            })
        };
        if self.details.iter().all(is_sum) {
            return Ok(());
        }
        Err(ShardError(format!(
            "{name}: records of segments are not those that the sums were made of; count the shards again"
        )))
    }

    /// Checks that two systems have the same segments.
    fn check_same_segments(&self, name: &str, other: &System, other_name: &str) -> Result<(), ShardError> {
        let (segments, other_segments) = (self.segments(), other.segments());
        if segments != other_segments {
            return Err(ShardError(format!(
                "{name} and {other_name} have different numbers of segments, {segments} and {other_segments}; a record is \
                 missing, or shards of one system have several names (--names gives them one)"
            )));
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
        Err(ShardError(format!(
            "{name} and {other_name} are not of the same segments; count them from the same shards"
        )))
    }
}

impl Corpus {
    /// Names of the systems, in order.
    pub fn systems(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.records.iter().map(|record| record.system.as_str()).collect();
        names.dedup();
        names
    }

    /// Labels of the groups, in order; none if segments were not divided.
    pub fn groups(&self) -> Vec<&str> {
        let first = self.records.first().map(|record| record.system.as_str());
        let of_first = self.records.iter().filter(|record| Some(record.system.as_str()) == first);
        of_first.filter_map(|record| record.group.as_deref()).collect()
    }

    /// The signature of all segments together.
    ///
    /// # Errors
    /// If there is no record.
    pub fn signature(&self) -> Result<Signature, ShardError> {
        let Some(first) = self.records.first() else { return Err(ShardError("no record of statistics".into())) };
        let references = self.records.iter().filter(|record| record.sums.segments > 0);
        let references = references.map(|record| record.signature.references()).reduce(ReferenceCount::merge);
        let references = references.unwrap_or_else(|| first.signature.references());
        Ok(first.signature.clone().with_references(references))
    }

    /// Adds up the groups of each system.
    ///
    /// # Errors
    /// If a number exceeds 64 bits.
    pub fn without_groups(&self) -> Result<Corpus, ShardError> {
        let mut records: Vec<SumRecord> = Vec::new();
        let signature = self.signature()?;
        for record in &self.records {
            match records.last_mut().filter(|last| last.system == record.system) {
                Some(last) => last.sums.add(&record.sums)?,
                None => records.push(SumRecord { group: None, signature: signature.clone(), ..record.clone() }),
            }
        }
        let segments = self.segments.iter().map(|segment| SegmentRecord { group: None, ..segment.clone() }).collect();
        Ok(Corpus { records, segments })
    }

    /// The records of one group, without its label.
    #[must_use]
    pub fn group(&self, label: &str) -> Corpus {
        let records = self.records.iter().filter(|record| record.group.as_deref() == Some(label));
        let segments = self.segments.iter().filter(|segment| segment.group.as_deref() == Some(label));
        Corpus {
            records: records.map(|record| SumRecord { group: None, ..record.clone() }).collect(),
            segments: segments.map(|segment| SegmentRecord { group: None, ..segment.clone() }).collect(),
        }
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
            let message = format!("the systems in the records are {}; --names takes these names", systems.join(", "));
            return Err(ShardError(message));
        }
        let place = |system: &str| names.iter().position(|name| name == system).unwrap_or_default();
        self.records.sort_by_key(|record| place(&record.system));
        self.records.iter_mut().for_each(|record| record.place = place(&record.system));
        // Stable, so that segments stay in the order of their ids.
        self.segments.sort_by(|a, b| compare(&a.id, &b.id).then(place(&a.system).cmp(&place(&b.system))));
        Ok(())
    }

    /// The statistics of the segments of each system, by their ids.
    ///
    /// # Errors
    /// If a number exceeds 32 bits, or if there is no record.
    pub fn tables(&self) -> Result<Vec<SegmentStatistics>, ShardError> {
        let systems = self.systems();
        let signature = self.signature()?;
        let mut tables = vec![signature.definition().segment_table(); systems.len()];
        for segment in &self.segments {
            let table = systems.iter().position(|system| *system == segment.system).and_then(|at| tables.get_mut(at));
            table.map_or(Ok(()), |table| table.push(&segment.statistics))?;
        }
        Ok(tables)
    }

    /// Checks that the ids of segments, if they were kept and are numbers, have no gap.
    ///
    /// # Errors
    /// If they have one.
    pub fn check_gaps(&self) -> Result<(), ShardError> {
        let mut ids = IdSet::default();
        self.segments.iter().for_each(|segment| {
            ids.insert(&segment.id);
        });
        match ids.gap() {
            Some(gap) => Err(ShardError(format!(
                "segment {gap} is missing; add its record, or, if numbers are to have gaps, make them names, such as id:{gap}"
            ))),
            None => Ok(()),
        }
    }

    /// The scores of each system and of its Poisson resamples; `None` if the records have no resamples, or groups.
    pub fn resampled_scores(&self, definition: &Definition, correction: Correction) -> Option<ResampledScores> {
        let resamples = |record: &SumRecord| {
            let poisson = record.sums.poisson.as_ref().filter(|_| record.group.is_none())?;
            Some(poisson.statistics().collect())
        };
        let resamples: Vec<Vec<Statistics>> = self.records.iter().map(resamples).collect::<Option<_>>()?;
        let sums: Vec<Statistics> = self.records.iter().map(|record| record.sums.statistics).collect();
        let PoissonSums { resamples: number, seed, .. } = *self.records.first()?.sums.poisson.as_ref()?;
        let resampling = Resampling { resamples: number, seed, correction, ..Resampling::default() };
        Some(ResampledScores::new(definition, &sums, &resamples, resampling))
    }
}
