//! `--stats`: statistics that add up, as records.

use super::counted::{CountedSegments, each_segment};
use super::counting::fold_counts;
use super::from_stats::{Merged, check_segments};
use super::{Mode, segments_read, write_buffered, write_now};
use crate::bleu::lines::lines_of;
use crate::bleu::scoring::{Definition, Statistics};
use crate::bleu::shards::MergedShards;
use crate::bleu::shards::{PoissonSums, Segment, SegmentRecord, SumRecord, Sums};
use crate::bleu::signature::ReferenceCount;
use crate::bleu::significance::ResamplingFields;
use crate::program::request::Request;
use crate::program::request::support::{ANY_NUMBER, Feature, OutputFormats, RequiredInput, Support};
use crate::program::results::input_summary::InputSummary;
use crate::program::results::{Results, SegmentsRead};
use crate::text::NoSegments;
use anyhow::Error;
use anyhow::Result;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::io::Write;
use std::sync::Arc;

/// Level of detail of --stats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum StatsDetail {
    /// Statistics of all segments together, or of groups.
    Sums,
    /// Statistics of each segment too.
    Segments,
}

/// Statistics that add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatsMode {
    /// Whether statistics of segments are printed too.
    pub detail: StatsDetail,
    /// Poisson resamples whose sums to add.
    pub poisson: Option<ResamplingFields>,
}

impl Mode for StatsMode {
    fn support(&self) -> Support {
        let features: &[Feature] = match self.detail {
            StatsDetail::Sums => &[Feature::By, Feature::Ids, Feature::Diagnosis],
            StatsDetail::Segments => &[Feature::By, Feature::Ids, Feature::Diagnosis, Feature::Streaming],
        };
        let (input, formats) = (RequiredInput::Statistics, OutputFormats::Own);
        Support { flag: "--stats", input, candidates: ANY_NUMBER, formats, features }
    }

    fn objection(&self, definition: &Definition) -> Option<&'static str> {
        if !definition.is_score_of_sums() {
            return Some("--stats needs a score computed from corpus sums");
        }
        let is_sequential = definition.counting().is_sequential();
        is_sequential.then_some("--stats needs counts that do not depend on earlier segments")
    }

    fn run(&self, request: &Arc<Request>, out: &mut dyn Write) -> Result<Results> {
        match record(request, *self, out) {
            // Engines such as Spark also run the program on empty partitions.
            Err(error) if error.is::<NoSegments>() => Ok(Results::Segments(SegmentsRead::default())),
            summary => Ok(segments_read(request, summary?)),
        }
    }

    fn needs_segments(&self) -> bool {
        self.detail == StatsDetail::Segments
    }

    fn run_on_statistics(&self, _: &Request, merged: Merged, out: &mut dyn Write) -> Result<Results> {
        if self.detail == StatsDetail::Segments {
            check_segments(&merged.corpus, "--stats=segments")?;
        }
        print(&merged.corpus, self.detail, out)?;
        Ok(Results::Segments(SegmentsRead::default()))
    }
}

/// Counts all segments and writes their statistics. Returns the summary of the input.
///
/// # Errors
/// If it cannot be read or written; or, after records of no segments were written, that there are none ([`NoSegments`]).
pub fn record(request: &Arc<Request>, mode: StatsMode, out: &mut dyn Write) -> Result<InputSummary> {
    let recorder = Arc::new(Recorder::new(request, mode)?);
    let (worker, mut groups) = (Arc::clone(&recorder), Groups::new());
    let add = |(batch, lines): (Groups, Vec<u8>)| {
        write_now(out, &lines)?;
        for (group, (references, sums)) in batch {
            let (all_references, totals) = groups.entry(group).or_insert_with(|| (references, recorder.no_sums()));
            *all_references = all_references.merge(references);
            totals.iter_mut().zip(&sums).try_for_each(|(total, sums)| total.add(sums))?;
        }
        Ok(())
    };
    let summary = fold_counts(request, move |_, counted| worker.count(&counted), add);
    if summary.as_ref().err().is_none_or(|error| error.is::<NoSegments>()) {
        write_buffered(out, |out| write_sums(&recorder.records(&groups), out))?;
    }
    summary
}

/// Prints the records of a sum of shards: segments, if they are asked for, then the sums.
fn print(corpus: &MergedShards, detail: StatsDetail, out: &mut dyn Write) -> Result<()> {
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

/// Makes records of the segments of a request.
struct Recorder {
    /// The record of no segments of each system.
    systems: Vec<SumRecord>,
    key: u32,
    detail: StatsDetail,
}

/// The segments of each group: their number of references, and their sums for each system.
type Groups = BTreeMap<Option<Arc<str>>, (ReferenceCount, Vec<Sums>)>;

impl Recorder {
    fn new(request: &Request, StatsMode { detail, poisson }: StatsMode) -> Result<Recorder> {
        let references = request.input.reference_count(&request.references)?;
        let has_ids = request.input.id.is_some() || detail == StatsDetail::Segments;
        let poisson = poisson.map(|fields| PoissonSums::new(fields.resamples, fields.seed)).transpose()?;
        let sums = Sums { ids: has_ids.then_some(0), poisson, ..Sums::default() };
        let record = |(place, name): (usize, &String)| {
            let signature = request.signature(ReferenceCount::from_len(references));
            SumRecord { signature, references, system: name.clone(), place, group: None, sums: sums.clone() }
        };
        let systems: Vec<SumRecord> = request.systems.iter().enumerate().map(record).collect();
        Ok(Recorder { key: systems.first().map_or(0, SumRecord::key), systems, detail })
    }

    /// Sums of no segments, for each system.
    fn no_sums(&self) -> Vec<Sums> {
        self.systems.iter().map(|record| record.sums.clone()).collect()
    }

    /// The sums of the segments of a batch, and their lines, if these are asked for.
    fn count(&self, counted: &CountedSegments) -> Result<(Groups, Vec<u8>)> {
        let (segments, has_lines) = (counted.segments, self.detail == StatsDetail::Segments);
        let names: Vec<&String> = self.systems.iter().map(|record| &record.system).collect();
        let references = if has_lines { lines_of(segments.references()) } else { Vec::new() };
        let (mut groups, mut lines) = (Groups::new(), Vec::new());
        each_segment(&counted.systems, |i, segment| {
            let label = segments.groups().get(i).map(|group| &group.label);
            let id = match segments.ids().get(i) {
                Some(id) => Cow::from(id),
                None if has_lines => Cow::from((segments.before() + i as u64 + 1).to_string()),
                None => Cow::default(),
            };
            let number = ReferenceCount::from_len(segments.references_of(i));
            let (all_references, sums) = groups.entry(label.cloned()).or_insert_with(|| (number, self.no_sums()));
            *all_references = all_references.merge(number);
            sums.iter_mut().zip(segment).try_for_each(|(sums, statistics)| sums.add_segment(&id, statistics))?;
            if has_lines {
                let present = references.iter().enumerate().filter(|(reference, _)| segments.has(*reference, i));
                let fingerprint = SegmentRecord::fingerprint(present.filter_map(|(_, lines)| lines.get(i).copied()));
                let (group, references) = (label.map(|label| Cow::from(&**label)), Some(fingerprint));
                let record = SegmentRecord { group, references, ..empty(self.key, &id) };
                append_segment(&record, &names, segment, &mut lines);
            }
            Ok::<_, Error>(())
        })?;
        Ok((groups, lines))
    }

    /// The records of the segments of groups; empty records if there are none.
    fn records(&self, groups: &Groups) -> Vec<SumRecord> {
        if groups.is_empty() {
            return self.systems.clone();
        }
        let records = |(place, empty): (usize, &SumRecord)| -> Vec<SumRecord> {
            let record = |(group, (references, sums)): (&Option<Arc<str>>, &(ReferenceCount, Vec<Sums>))| SumRecord {
                signature: empty.signature.clone().with_references(*references),
                group: group.as_ref().map(|group| group.to_string()),
                sums: sums[place].clone(),
                ..empty.clone()
            };
            groups.iter().map(record).collect()
        };
        self.systems.iter().enumerate().flat_map(records).collect()
    }
}
