//! `--what-if`: the score of each candidate without differences of case, quotes and the like.

use super::counting::{self, InputSummary};
use super::{fail_under, open, write_buffered};
use crate::bleu::BatchCounter;
use crate::cli::Job;
use crate::cli::input::Segments;
use crate::cli::report::what_if::{WhatIfReport, WhatIfSystem};
use crate::cli::{output, pipeline, warnings};
use crate::lines::lines_of;
use crate::what_if::{Recounter, WhatIf, WhatIfScore};
use crate::{SegmentStatistics, Statistics};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates after each change and prints the scores.
pub fn run(job: &Arc<Job>, out: impl Write) -> Result<()> {
    let worker_job = Arc::clone(job);
    let make_worker = move || {
        let mut counter = BatchCounter::new(&worker_job.definition);
        let mut recounter = Recounter::new(&worker_job.definition);
        move |segments: &Segments| {
            let counted = counting::count(&mut counter, segments)?;
            let recounted = recounter.recount(&lines_of(segments.texts()), &counted.tokens, &counted.systems)?;
            let sums: Vec<Statistics> = counted.systems.iter().map(SegmentStatistics::sum).collect();
            Ok((sums, recounted, counted.summary()))
        }
    };
    let mut sums = vec![Statistics::EMPTY; job.candidates.len()];
    let mut what_if = WhatIf::new(&job.definition);
    let mut summary = InputSummary::default();
    let mut batches = pipeline::run(open(job)?, job.jobs, make_worker);
    for batch in &mut batches {
        let (statistics, recounted, batch_summary) = batch?;
        for (sum, statistics) in sums.iter_mut().zip(statistics) {
            *sum = (*sum + statistics)?;
        }
        what_if.add(recounted)?;
        summary += batch_summary;
    }
    warnings::after_reading(job, batches.source(), &summary);
    let systems = job.systems.iter().zip(&sums).zip(what_if.finish());
    let system = |((name, sum), what_if): ((&String, &Statistics), Vec<WhatIfScore>)| WhatIfSystem {
        name: name.clone(),
        score: job.definition.evaluate(sum),
        what_if,
    };
    let report = WhatIfReport {
        systems: systems.map(system).collect(),
        segments: summary.segments,
        signature: summary.signature(job).to_string(),
    };
    write_buffered(out, |out| output::write_what_if(&report, job.style, out))?;
    fail_under::check(job, report.systems.into_iter().map(|system| (system.name, system.score.score)))
}
