//! `--stats`: statistics that add up, as records.

use super::counted::{CountedSegments, each_segment};
use super::counting::fold_counts;
use super::gates::{self, Checked};
use super::{write_buffered, write_now};
use crate::cli::input::NoSegments;
use crate::cli::input_summary::InputSummary;
use crate::cli::{Job, StatsDetail, StatsRequest};
use crate::lines::lines_of;
use crate::shards::{MergedShards, PoissonSums, Segment, SegmentRecord, SumRecord, Sums};
use crate::{ReferenceCount, Statistics};
use anyhow::{Error, Result};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

/// Counts all segments and prints their statistics: each segment's as it is read, then the sums.
pub fn run(job: &Arc<Job>, request: StatsRequest, out: &mut dyn Write) -> Result<()> {
    match record(job, request, out) {
        // Engines such as Spark also run the program on empty partitions.
        Err(error) if error.is::<NoSegments>() => Ok(()),
        summary => gates::check(job, &Checked::of_input(&summary?, job)),
    }
}

/// Counts all segments and writes their statistics. Returns the summary of the input.
///
/// # Errors
/// If it cannot be read or written; or, after records of no segments were written, that there are none ([`NoSegments`]).
pub(super) fn record(job: &Arc<Job>, request: StatsRequest, out: &mut dyn Write) -> Result<InputSummary> {
    let recorder = Arc::new(Recorder::new(job, request)?);
    let (worker, mut systems) = (Arc::clone(&recorder), vec![Groups::new(); job.systems.len()]);
    let summary = fold_counts(
        job,
        move |counted| worker.count(&counted),
        |(batch, lines): (Vec<Groups>, _)| {
            write_now(out, &lines)?;
            for ((record, groups), batch) in recorder.systems.iter().zip(&mut systems).zip(batch) {
                for (group, (references, sums)) in batch {
                    let (all_references, total) =
                        groups.entry(group).or_insert_with(|| (references, record.sums.clone()));
                    *all_references = all_references.merge(references);
                    total.add(&sums)?;
                }
            }
            Ok(())
        },
    );
    if summary.as_ref().err().is_none_or(|error| error.is::<NoSegments>()) {
        write_buffered(out, |out| write_sums(&recorder.records(systems), out))?;
    }
    summary
}

/// Prints the records of a sum of shards: segments, if they are asked for, then the sums.
pub fn print(corpus: &MergedShards, detail: StatsDetail, out: &mut dyn Write) -> Result<()> {
    write_buffered(out, |out| {
        if detail == StatsDetail::Segments {
            write_segments(corpus, out)?;
        }
        write_sums(&corpus.records, out)
    })
}

fn write_sums(records: &[SumRecord], out: &mut dyn Write) -> io::Result<()> {
    records.iter().try_for_each(|record| writeln!(out, "{}", record.to_line()))
}

/// Writes the records of segments, ordered by id, then by system.
fn write_segments(corpus: &MergedShards, out: &mut dyn Write) -> io::Result<()> {
    let (key, systems) = (corpus.records.first().map_or(0, SumRecord::key), corpus.systems());
    let mut lines = Vec::new();
    each_segment(&corpus.tables, |i, segment| {
        let Some(Segment { id, group, references }) = corpus.segments.get(i) else { return Ok(()) };
        lines.clear();
        let record =
            SegmentRecord { group: group.as_deref().map(Cow::from), references: *references, ..empty(key, id) };
        append_segment(&record, &systems, segment, &mut lines);
        out.write_all(&lines)
    })
}

/// The record of a segment, without a system and its statistics.
fn empty(key: u32, id: &str) -> SegmentRecord<'_> {
    SegmentRecord::new(key, id, "", Statistics::EMPTY)
}

/// Appends the records of a segment, a line for each system, given the record of none, and its statistics for each.
fn append_segment(empty: &SegmentRecord, systems: &[impl AsRef<str>], segment: &[Statistics], lines: &mut Vec<u8>) {
    for (system, statistics) in systems.iter().zip(segment) {
        SegmentRecord { system: system.as_ref().into(), statistics: statistics.clone(), ..empty.clone() }.write(lines);
        lines.push(b'\n');
    }
}

/// Makes records of the segments of a job.
struct Recorder {
    /// The record of no segments of each system.
    systems: Vec<SumRecord>,
    key: u32,
    detail: StatsDetail,
}

/// Sums of a system, and the number of references of their segments, by group.
type Groups = BTreeMap<Option<Arc<str>>, (ReferenceCount, Sums)>;

impl Recorder {
    fn new(job: &Job, request: StatsRequest) -> Result<Recorder> {
        let StatsRequest { detail, poisson } = request;
        let references = job.input.reference_count(&job.references)?;
        let has_ids = job.input.id.is_some() || detail == StatsDetail::Segments;
        let poisson = poisson.map(|fields| PoissonSums::new(fields.resamples, fields.seed)).transpose()?;
        let sums = Sums { ids: has_ids.then_some(0), poisson, ..Sums::default() };
        let record = |(place, name): (usize, &String)| {
            let signature = job.signature(ReferenceCount::from(references));
            SumRecord { sums: sums.clone(), ..SumRecord::new(signature, references, name, place) }
        };
        let systems: Vec<SumRecord> = job.systems.iter().enumerate().map(record).collect();
        Ok(Recorder { key: systems.first().map_or(0, SumRecord::key), systems, detail })
    }

    /// The sums of a batch for each system, and the lines of its segments.
    fn count(&self, counted: &CountedSegments) -> Result<(Vec<Groups>, Vec<u8>)> {
        let (segments, ids) = (counted.segments, self.ids(counted));
        let id = |i: usize| ids.get(i).map_or("", String::as_str);
        let label = |i: usize| segments.groups().get(i).map(|group| &group.label);
        let mut systems: Vec<Groups> = vec![Groups::new(); self.systems.len()];
        for ((record, groups), table) in self.systems.iter().zip(&mut systems).zip(&counted.systems) {
            for (i, statistics) in table.iter().enumerate() {
                let references = ReferenceCount::from(segments.references_of(i));
                let group = groups.entry(label(i).map(Arc::clone));
                let (all_references, sums) = group.or_insert_with(|| (references, record.sums.clone()));
                *all_references = all_references.merge(references);
                sums.add_segment(id(i), &statistics)?;
            }
        }
        let mut lines = Vec::new();
        if self.detail == StatsDetail::Segments {
            let names: Vec<&String> = self.systems.iter().map(|record| &record.system).collect();
            let references = lines_of(segments.references());
            each_segment(&counted.systems, |i, segment| {
                let present = references.iter().enumerate().filter(|(reference, _)| segments.has(*reference, i));
                let fingerprint = SegmentRecord::fingerprint(present.filter_map(|(_, lines)| lines.get(i).copied()));
                let (group, references) = (label(i).map(|label| Cow::from(&**label)), Some(fingerprint));
                let record = SegmentRecord { group, references, ..empty(self.key, id(i)) };
                append_segment(&record, &names, segment, &mut lines);
                Ok::<_, Error>(())
            })?;
        }
        Ok((systems, lines))
    }

    /// The ids of the segments of a batch; none if records do not depend on them.
    fn ids<'a>(&self, counted: &CountedSegments<'a>) -> Cow<'a, [String]> {
        let segments = counted.systems.first().map_or(0, |table| table.len() as u64);
        match counted.segments.ids() {
            ids @ [_, ..] => ids.into(),
            [] if self.detail == StatsDetail::Segments => {
                (1..=segments).map(|number| (counted.segments.before() + number).to_string()).collect()
            }
            [] => Cow::default(),
        }
    }

    /// The records of these sums; an empty record for a system without segments.
    fn records(&self, systems: Vec<Groups>) -> Vec<SumRecord> {
        let records = |(empty, groups): (&SumRecord, Groups)| {
            if groups.is_empty() {
                return vec![empty.clone()];
            }
            let record = |(group, (references, sums)): (Option<Arc<str>>, (ReferenceCount, Sums))| SumRecord {
                signature: empty.signature.clone().with_references(references),
                group: group.map(|group| group.to_string()),
                sums,
                ..empty.clone()
            };
            groups.into_iter().map(record).collect()
        };
        self.systems.iter().zip(systems).flat_map(records).collect()
    }
}
