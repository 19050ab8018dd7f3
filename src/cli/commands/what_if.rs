//! `--what-if`: the score of each candidate without differences of case, quotes and the like.

use super::counting::{count, fold};
use super::gates::Checked;
use super::groups::Append;
use super::{open, print_checked};
use crate::bleu::{BatchCounter, CorpusTotals};
use crate::cli::Job;
use crate::cli::input::Segments;
use crate::cli::report::CorpusSums;
use crate::cli::report::what_if::{WhatIfReport, WhatIfSystem};
use crate::lines::lines_of;
use crate::what_if::{Recounter, WhatIf, WhatIfScore};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates after each change and prints the scores.
pub fn run(job: &Arc<Job>, out: &mut dyn Write) -> Result<()> {
    let worker_job = Arc::clone(job);
    let make_worker = move || {
        let worker_job = Arc::clone(&worker_job);
        let mut counter = BatchCounter::new(worker_job.definition.counting());
        let mut recounter = Recounter::new(&worker_job.definition);
        move |segments: &Segments| {
            let counted = count(&mut counter, segments)?;
            let recounted = recounter.recount(&lines_of(segments.texts()), &counted.tokens, &counted.systems)?;
            let sums = CorpusSums::of_tables(&worker_job.definition, &counted.systems);
            Ok(((sums, recounted), counted.summary()))
        }
    };
    let mut corpus = CorpusSums::default();
    let mut what_if = WhatIf::new(&job.definition);
    let summary = fold(job, open(job)?, job.jobs, make_worker, |(sums, recounted)| {
        what_if.add(recounted)?;
        corpus.append(sums)
    })?;
    let mut findings = summary.findings.iter().flatten().cloned();
    let systems = job.systems.iter().zip(&corpus.systems).zip(what_if.finish());
    let system = |((name, totals), what_if): ((&String, &CorpusTotals), Vec<WhatIfScore>)| WhatIfSystem {
        name: name.clone(),
        score: totals.evaluate(job.definition.formula()),
        what_if,
        findings: findings.next(),
    };
    let report = WhatIfReport {
        systems: systems.map(system).collect(),
        segments: summary.segments,
        signature: summary.signature(job).to_string(),
    };
    let scores = report.systems.iter().map(|system| (system.name.clone(), system.score.value()));
    let checked = Checked { scores: scores.collect(), ..summary.checked(job) };
    print_checked(job, &report, &checked, out)
}
