//! `--what-if`: the score of each candidate without differences of case, quotes and the like.

use super::*;
use crate::cli::report::what_if::{WhatIfReport, WhatIfSystem};
use crate::what_if::{WhatIf, WhatIfScore};

/// Scores all candidates after each change and prints the scores.
pub fn run(job: &'static Job, out: &mut dyn Write) -> Result<()> {
    let make_worker = move || {
        let mut counter = BatchCounter::new(job.definition.counting());
        let mut recounter = Recounter::new(&job.definition);
        let has_look = diagnosis::is_wanted(job);
        move |segments: &Segments| {
            let counted = count(&mut counter, segments)?;
            let recounted = recounter.recount(&lines_of(segments.texts()), &counted.tokens, &counted.systems)?;
            Ok((recounted, counted.summary(has_look)))
        }
    };
    let mut what_if = WhatIf::new(&job.definition, job.candidates.len())?;
    let summary = fold(job, open(job)?, job.jobs, make_worker, |recounted| Ok(what_if.add(recounted)?))?;
    let mut findings = summary.findings.iter().flatten().cloned();
    let scores: Vec<Score> = what_if.statistics().map(|sum| job.definition.evaluate(sum)).collect();
    let systems = job.systems.iter().zip(scores).zip(what_if.finish());
    let system = |((name, score), what_if): ((&String, Score), Vec<WhatIfScore>)| WhatIfSystem {
        name: name.clone(),
        score,
        what_if,
        findings: findings.next(),
    };
    let report = WhatIfReport {
        systems: systems.map(system).collect(),
        segments: summary.segments,
        signature: summary.signature(job).to_string(),
    };
    let scores = report.systems.iter().map(|system| (None, system.name.clone(), system.score.value()));
    let checked = Checked { scores: scores.collect(), ..Checked::of_input(&summary, job) };
    print_checked(job, &report, &checked, out)
}
