//! `--confidence`, `--paired` and `--all-pairs`: scores with confidence intervals and significance tests.

use super::counting::sum_counts;
use super::groups::Grouped;
use super::{ensure_tool_succeeds, print, score, sets};
use crate::cli::input_summary::InputSummary;
use crate::cli::progress::ResamplingProgress;
use crate::cli::report::{CorpusSums, Group, MIN_SEGMENTS_OF_GROUP, OptionalScore, Report, Significance};
use crate::cli::warnings;
use crate::cli::{Job, SignificanceTest};
use crate::diagnose::Finding;
use crate::{Definition, PairedTest, Resampling, SegmentStatistics, Signature, Statistics};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates, tests them, and prints the results.
pub fn run(job: &Arc<Job>, test: SignificanceTest, resampling: &Resampling, out: &mut dyn Write) -> Result<()> {
    let (corpus, summary) = read(job)?;
    let groups = corpus.groups.into_values();
    if job.input.sets.is_some() {
        let score = |set: &Job, label, tables: &Vec<SegmentStatistics>, signature: Signature| {
            let Group { label, sums, significance } = test_group(set, (test, resampling), label, tables)?;
            sets::note_surprises(set, &label, &sums);
            score::report(set, &sums, Vec::new(), significance, &signature, None)
        };
        return sets::print(job, groups, &summary, score, out);
    }
    let signature = summary.signature(job);
    let report = report(job, (test, resampling), &corpus.whole, groups, signature, summary.findings)?;
    print(job, report, out)
}

/// Counts of a corpus or of a group that can be resampled.
pub(super) trait Resample {
    /// Sums over the segments.
    fn sums(&self, definition: &Definition) -> CorpusSums;

    /// Tests the systems.
    fn test(&self, job: &Job, test: SignificanceTest, resampling: &Resampling) -> Result<Significance>;
}

/// Tests the systems on the whole corpus and on its groups.
pub(super) fn report<T: Resample>(
    job: &Job,
    (test, resampling): (SignificanceTest, &Resampling),
    corpus: &T,
    groups: impl IntoIterator<Item = (Arc<str>, T)>,
    signature: Signature,
    findings: Option<Vec<Vec<Finding>>>,
) -> Result<Report> {
    let whole = corpus.sums(&job.definition);
    ensure_tool_succeeds(job, &job.systems, &whole.statistics())?;
    let significance = corpus.test(job, test, resampling)?;
    let groups = groups.into_iter().map(|(label, corpus)| test_group(job, (test, resampling), label, &corpus));
    let groups = groups.collect::<Result<_>>()?;
    let signature = match significance.resampling() {
        Some(resampling) => signature.with_resampling(resampling),
        None => signature,
    };
    score::report(job, &whole, groups, significance, &signature, findings)
}

/// Tests the systems on a group, unless it is too small.
pub(super) fn test_group(
    job: &Job,
    (test, resampling): (SignificanceTest, &Resampling),
    label: Arc<str>,
    corpus: &impl Resample,
) -> Result<Group> {
    let sums = corpus.sums(&job.definition);
    let fails = sums.systems.iter().any(|totals| OptionalScore::of_group(&job.definition, totals).value.is_none());
    let is_too_small = test.test() == PairedTest::Bootstrap && sums.segments < MIN_SEGMENTS_OF_GROUP;
    let is_tested = !fails && !is_too_small;
    let significance = if is_tested { corpus.test(job, test, resampling)? } else { Significance::None };
    Ok(Group { label, sums, significance })
}

/// Reads the statistics of the segments: a table for each candidate.
pub(super) fn read(job: &Arc<Job>) -> Result<(Grouped<Vec<SegmentStatistics>>, InputSummary)> {
    let empty = job.definition.counting().segment_table();
    let (corpus, summary) = sum_counts(job, move |counted| -> Result<Grouped<Vec<SegmentStatistics>>> {
        let mut batch = Grouped::of_batch(Vec::new(), &counted, |tables: &mut Vec<_>, segment| {
            tables.resize(segment.len(), empty.clone());
            tables.iter_mut().zip(segment).try_for_each(|(table, statistics)| Ok(table.push(statistics)?))
        })?;
        batch.whole = counted.systems;
        Ok(batch)
    })?;
    // Of test sets, each has its own notes.
    if job.input.sets.is_none() {
        let sums: Vec<Statistics> = corpus.whole.iter().map(SegmentStatistics::sum).collect();
        warnings::unmatched_orders(job, &sums);
    }
    Ok((corpus, summary))
}

impl Resample for Vec<SegmentStatistics> {
    fn sums(&self, definition: &Definition) -> CorpusSums {
        CorpusSums::of_tables(definition, self)
    }

    fn test(&self, job: &Job, test: SignificanceTest, resampling: &Resampling) -> Result<Significance> {
        let (definition, fields) = (&job.definition, resampling.fields(test.test()));
        let progress = ResamplingProgress::new(fields.resamples, job.style.quiet);
        let resampling = resampling.progress(|begun| progress.show(begun));
        Ok(match test {
            SignificanceTest::Confidence => {
                Significance::Confidence { resampling: fields, systems: resampling.confidence(definition, self)? }
            }
            SignificanceTest::Paired(test) => {
                Significance::Paired { test, resampling: fields, systems: resampling.paired(test, definition, self)? }
            }
            SignificanceTest::AllPairs(test) => Significance::AllPairs {
                test,
                resampling: fields,
                ranking: resampling.all_pairs(test, definition, self)?,
            },
        })
    }
}
