//! `--runs`: comparison of systems with several runs each.

use super::groups::Counts;
use super::{ensure_tool_succeeds, sets, significance};
use crate::bleu::scoring::{SegmentStatistics, Statistics};
use crate::bleu::significance::mean;
use crate::bleu::significance::{PairedTest, Resampling, Systems};
use crate::checks::diagnose::Finding;
use crate::program::request::{Job, SignificanceTest};
use crate::program::results::Results;
use crate::program::results::runs::{RunsOfSystem, RunsReport};
use crate::program::streams::progress;
use crate::program::words::warnings;
use crate::text::display::system_name;
use anyhow::Result;
use std::sync::Arc;

/// Scores all candidates (every `runs` consecutive ones are one system), and tests the systems.
pub fn run(job: &'static Job, runs: usize, resampling: Resampling) -> Result<Results> {
    let (corpus, summary) = significance::read(job, Vec::new())?;
    let Some(named) = &job.input.sets else {
        let findings = summary.findings.as_deref().unwrap_or_default();
        warnings::surprises(job, &corpus.whole.sums(&job.definition).systems, findings);
        let (sets, signature) = ([(None, corpus.whole.tables())], summary.signature(job).to_string());
        return test(job, (runs, resampling), &sets, summary.segments, signature, summary.findings);
    };
    named.check_named()?;
    let (mut signatures, mut sets) = (Vec::new(), Vec::new());
    for (label, tables) in corpus.groups.values() {
        let (set, signature) = sets::of_set(job, label, &summary)?;
        sets::note_surprises(&set, label, &tables.sums(&set.definition));
        signatures.push((&**label, signature.to_string()));
        sets.push((Some(Arc::clone(label)), tables.tables()));
    }
    test(job, (runs, resampling), &sets, summary.segments, sets::joined_signature(signatures), None)
}

/// Tests the systems of these tables, which are given for each test set with its label, or for a corpus.
pub(super) fn test(
    job: &Job,
    (runs, resampling): (usize, Resampling),
    sets: &[(Option<Arc<str>>, &[SegmentStatistics])],
    segments: u64,
    signature: String,
    findings: Option<Vec<Vec<Finding>>>,
) -> Result<Results> {
    let candidates = sets.first().map_or(0, |(_, tables)| tables.len());
    // Each system may have a name, or each run has its own.
    let has_names = job.systems.len() < candidates;
    let files: Vec<String> = match has_names {
        true => job.candidates.iter().map(|path| system_name(path)).collect(),
        false => job.systems.clone(),
    };
    let mut scores_on_sets = Vec::with_capacity(sets.len());
    for (label, tables) in sets {
        let sums: Vec<Statistics> = tables.iter().map(SegmentStatistics::sum).collect();
        ensure_tool_succeeds(job, &files, &sums)?;
        let scores: Vec<f64> = sums.iter().map(|sum| job.definition.evaluate(sum).value()).collect();
        scores_on_sets.extend(label.clone().map(|label| (label, scores)));
    }
    let tables: Vec<&[SegmentStatistics]> = sets.iter().map(|(_, tables)| *tables).collect();
    let test = SignificanceTest::Paired(PairedTest::Randomization);
    let fields = test.resampling(&resampling, candidates / runs);
    warnings::too_few_resamples(job, &fields, (candidates / runs).saturating_sub(1));
    let resampling = resampling.progress(progress::of_resampling(fields.resamples, job.style.quiet));
    let results = resampling.runs(&job.definition, &Systems::of_runs_on_sets(&tables, runs))?;
    // The progress line ends.
    drop(resampling);
    let system = |(number, (files, result)): (usize, (&[String], _))| {
        let given_name = has_names.then(|| job.systems[number].clone());
        let places = number * runs..(number + 1) * runs;
        let mean = |scores: &[f64]| mean(&scores[places.clone()]);
        let sets = scores_on_sets.iter().map(|(label, scores)| (Arc::clone(label), mean(scores))).collect();
        let findings = findings.as_ref().and_then(|findings| Some(findings.get(places)?.to_vec()));
        RunsOfSystem { given_name, files: files.to_vec(), result, sets, findings }
    };
    let systems = files.chunks(runs).zip(results).enumerate().map(system).collect();
    let mut report = RunsReport { systems, runs, segments, signature, resampling: fields };
    if job.sorts {
        report.sort();
    }
    Ok(Results::Runs(report))
}
