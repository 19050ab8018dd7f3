//! `--stats`: statistics that add up, as records.

use super::counting::{self, Counted, InputSummary};
use super::{write_buffered, write_now};
use crate::cli::{Job, StatsDetail, StatsRequest};
use crate::input::NoSegments;
use crate::shards::{Corpus, PoissonSums, Record, SegmentRecord, Shards, SumRecord, Sums};
use crate::{ReferenceCount, SegmentStatistics, warnings};
use anyhow::{Error, Result};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

/// Counts all segments and prints their statistics: those of segments as they are read, then the sums.
pub fn run(job: &Arc<Job>, request: StatsRequest, mut out: impl Write) -> Result<()> {
    let template = Arc::new(Template::new(job, request));
    let mut shards = Shards::default();
    for record in template.records(&mut vec![BTreeMap::new(); job.systems.len()]) {
        shards.add(Record::Sum(Box::new(record)))?;
    }
    match count(job, &template, &mut shards, &mut out) {
        // An engine starts the program on parts of a corpus that have no segments too.
        Err(error) if error.is::<NoSegments>() => {}
        result => result?,
    }
    print(&shards.finish(None)?, StatsDetail::Sums, out)
}

fn count(job: &Arc<Job>, template: &Arc<Template>, shards: &mut Shards, out: &mut impl Write) -> Result<()> {
    let mut summary = InputSummary::default();
    let worker = Arc::clone(template);
    let mut batches = counting::run(job, move |counted: Counted| worker.count(&counted))?;
    for batch in &mut batches {
        let (result, batch_summary) = batch?;
        let (records, lines) = result?;
        write_now(&mut *out, lines.as_bytes())?;
        for record in records {
            shards.add(Record::Sum(Box::new(record)))?;
        }
        summary += batch_summary;
    }
    warnings::after_reading(job, batches.source(), &summary);
    Ok(())
}

/// Prints records: those of segments, if they are asked for, then the sums.
pub fn print(corpus: &Corpus, detail: StatsDetail, out: impl Write) -> Result<()> {
    write_buffered(out, |out| {
        if detail == StatsDetail::Segments {
            corpus.segments.iter().try_for_each(|record| writeln!(out, "{}", record.to_line()))?;
        }
        corpus.records.iter().try_for_each(|record| writeln!(out, "{}", record.to_line()))
    })
}

/// All that is the same in the records of a job.
struct Template {
    /// The record of no segments of each system.
    systems: Vec<SumRecord>,
    key: u32,
    detail: StatsDetail,
}

/// Sums of a system, and the number of references of their segments, by group.
type Groups = BTreeMap<Option<Arc<str>>, (ReferenceCount, Sums)>;

impl Template {
    fn new(job: &Job, request: StatsRequest) -> Template {
        let StatsRequest { detail, poisson } = request;
        let references = job.references.len();
        let has_ids = job.input.id.is_some() || detail == StatsDetail::Segments;
        let sums = Sums {
            ids: has_ids.then_some(0),
            poisson: poisson.map(|resampling| PoissonSums::new(resampling.resamples, resampling.seed)),
            ..Sums::default()
        };
        let record = |(place, name): (usize, &String)| {
            let signature = job.signature(ReferenceCount::Fixed(references));
            SumRecord { sums: sums.clone(), ..SumRecord::empty(signature, references, name, place) }
        };
        let systems: Vec<SumRecord> = job.systems.iter().enumerate().map(record).collect();
        Template { key: systems.first().map_or(0, SumRecord::key), systems, detail }
    }

    /// The records of the sums of a batch, and the lines of its segments.
    fn count(&self, counted: &Counted) -> Result<(Vec<SumRecord>, String), Error> {
        let mut systems: Vec<Groups> = vec![BTreeMap::new(); self.systems.len()];
        let is_plain = self.systems.iter().all(|record| record.sums.ids.is_none() && record.sums.poisson.is_none());
        if is_plain && counted.group_labels.is_empty() {
            for (groups, table) in systems.iter_mut().zip(&counted.systems) {
                let sums = Sums { segments: table.len() as u64, statistics: table.sum(), ..Sums::default() };
                groups.insert(None, (counted.references, sums));
            }
            return Ok((self.records(&mut systems), String::new()));
        }
        let mut lines = String::new();
        let mut tables: Vec<_> = counted.systems.iter().map(SegmentStatistics::iter).collect();
        for segment in 0..counted.systems.first().map_or(0, SegmentStatistics::len) {
            let number;
            let id = match counted.ids.and_then(|ids| ids.get(segment)) {
                Some(id) => id,
                None => {
                    number = (counted.segments_before + segment as u64 + 1).to_string();
                    &number
                }
            };
            let group = counted.group_labels.get(segment);
            let references = counted.references_of.as_ref().and_then(|counts| counts.get(segment));
            let references = references.map_or(counted.references, |&count| ReferenceCount::Fixed(count));
            for ((record, groups), table) in self.systems.iter().zip(&mut systems).zip(&mut tables) {
                let Some(statistics) = table.next() else { continue };
                let (sum, sums) = groups.entry(group.cloned()).or_insert_with(|| (references, record.sums.clone()));
                *sum = sum.merge(references);
                sums.add_segment(id, &statistics)?;
                if self.detail == StatsDetail::Segments {
                    let record = SegmentRecord {
                        of: self.key,
                        id: id.clone(),
                        system: record.system.clone(),
                        group: group.map(ToString::to_string),
                        statistics,
                    };
                    lines.push_str(&record.to_line());
                    lines.push('\n');
                }
            }
        }
        Ok((self.records(&mut systems), lines))
    }

    /// The records of these sums; of no segments for a system without any.
    fn records(&self, systems: &mut [Groups]) -> Vec<SumRecord> {
        let records = |(template, groups): (&SumRecord, &mut Groups)| {
            if groups.is_empty() {
                return vec![template.clone()];
            }
            let record = |(group, (references, sums)): (Option<Arc<str>>, (ReferenceCount, Sums))| SumRecord {
                signature: template.signature.clone().with_references(references),
                group: group.map(|group| group.to_string()),
                sums,
                ..template.clone()
            };
            std::mem::take(groups).into_iter().map(record).collect()
        };
        self.systems.iter().zip(systems).flat_map(records).collect()
    }
}
