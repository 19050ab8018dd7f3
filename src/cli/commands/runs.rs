//! `--runs`: comparison of systems with several runs each.

use super::gates::{Checked, Worse};
use super::groups::Counts;
use super::{ensure_tool_succeeds, print_checked, significance};
use crate::cli::display::system_name;
use crate::cli::progress::ResamplingProgress;
use crate::cli::report::runs::{RunsOfSystem, RunsReport, system_names};
use crate::cli::{Job, SignificanceTest, SystemOrder, warnings};
use crate::diagnose::Finding;
use crate::{PairedTest, Resampling, SegmentStatistics, Signature, Statistics};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates (every `runs` consecutive ones are one system), tests the systems, and prints the results.
pub fn run(job: &Arc<Job>, runs: usize, resampling: Resampling, out: &mut dyn Write) -> Result<()> {
    let (corpus, summary) = significance::read(job)?;
    warnings::surprises(job, &corpus.whole.sums(&job.definition).systems);
    let signature = summary.signature(job);
    test(job, (runs, resampling), &corpus.whole, summary.segments, &signature, summary.findings, out)
}

/// Tests the systems of these tables, and prints the results.
pub(super) fn test(
    job: &Job,
    (runs, resampling): (usize, Resampling),
    tables: &[SegmentStatistics],
    segments: u64,
    signature: &Signature,
    findings: Option<Vec<Vec<Finding>>>,
    out: &mut dyn Write,
) -> Result<()> {
    // Each system may have a name, or each run has its own.
    let has_names = job.systems.len() < tables.len();
    let files: Vec<String> = match has_names {
        true => job.candidates.iter().map(|path| system_name(path)).collect(),
        false => job.systems.clone(),
    };
    let sums: Vec<Statistics> = tables.iter().map(SegmentStatistics::sum).collect();
    ensure_tool_succeeds(job, &files, &sums)?;
    let test = SignificanceTest::Paired(PairedTest::Randomization);
    let fields = test.resampling(&resampling, tables.len() / runs);
    warnings::too_few_resamples(job, &fields, (tables.len() / runs).saturating_sub(1));
    let progress = ResamplingProgress::new(fields.resamples, job.style.quiet);
    let systems: Vec<_> = tables.chunks(runs).collect();
    let results = resampling.progress(|begun| progress.show(begun)).runs(&job.definition, &systems)?;
    drop(progress);
    let system = |(number, (files, result)): (usize, (&[String], _))| {
        let given_name = has_names.then(|| job.systems[number].clone());
        let runs = number * files.len()..(number + 1) * files.len();
        let findings = findings.as_ref().and_then(|findings| Some(findings.get(runs)?.to_vec()));
        RunsOfSystem { given_name, files: files.to_vec(), result, findings }
    };
    let systems = files.chunks(runs).zip(results).enumerate().map(system).collect();
    let mut report = RunsReport { systems, runs, segments, signature: signature.to_string(), resampling: fields };
    if job.order == SystemOrder::Score {
        report.sort();
    }
    let means = report.systems.iter().map(|system| system.result.mean);
    let names = || system_names(&report, job.style).into_iter();
    let worse = names().zip(&report.systems).filter_map(|(system, runs)| {
        let (drop, p_value) = (report.systems[0].result.mean - runs.result.mean, runs.result.p_value?);
        (drop > 0.0).then_some(Worse { group: None, system, drop, p_value })
    });
    let found = findings.iter().flatten().zip(&files).map(|(findings, file)| (file.clone(), &findings[..]));
    let checked = Checked {
        scores: names().zip(means).collect(),
        segments: Some(segments),
        worse: worse.collect(),
        findings: found.collect(),
        ..Checked::default()
    };
    print_checked(job, &report, &checked, out)
}
