//! `--what-if`: the score of each candidate without differences of case, quotes and the like.

use super::counted::count;
use super::counting::fold;
use super::open;
use crate::bleu::lines::lines_of;
use crate::bleu::scoring::BatchCounter;
use crate::bleu::scoring::Statistics;
use crate::checks::what_if::Recounter;
use crate::checks::what_if::WhatIf;
use crate::program::request::Job;
use crate::program::results::Report;
use crate::program::results::what_if::WhatIfReport;
use crate::program::results::{Results, System};
use crate::text::Segments;
use anyhow::Result;

/// Scores all candidates after each change.
pub fn run(job: &'static Job) -> Result<Results> {
    let make_worker = move || {
        let mut counter = BatchCounter::new(job.definition.counting());
        let mut recounter = Recounter::new(&job.definition);
        let has_look = job.is_diagnosed();
        move |segments: &Segments| {
            let counted = count(&mut counter, segments)?;
            let recounted = recounter.recount(&lines_of(segments.texts()), &counted.tokens, &counted.systems)?;
            Ok((recounted, counted.summary(has_look)))
        }
    };
    let mut what_if = WhatIf::new(&job.definition, job.candidates.len())?;
    let summary = fold(job, open(job)?, job.jobs, make_worker, |recounted| Ok(what_if.add(recounted)?))?;
    let mut findings = summary.findings.iter().flatten().cloned();
    let system = |(name, sum): (&String, &Statistics)| System {
        findings: findings.next(),
        ..System::new(name, (&job.definition.evaluate(sum)).into())
    };
    let systems = job.systems.iter().zip(what_if.statistics()).map(system).collect();
    let report = Report::of_job(job, systems, summary.segments, summary.signature(job).to_string());
    Ok(Results::WhatIf(WhatIfReport { report, what_if: what_if.finish() }))
}
