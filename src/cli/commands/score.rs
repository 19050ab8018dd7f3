//! The default: the score of each candidate on the whole corpus.

use super::counting::{self, Counted, InputSummary};
use super::groups::{self, GroupTotals};
use super::{ensure_tool_succeeds, fail_under, print, write_buffered};
use crate::bleu::CorpusTotals;
use crate::cli::Job;
use crate::cli::output::tool_line;
use crate::cli::report::{Group, Report, Significance, System};
use crate::cli::warnings;
use anyhow::{Result, bail};
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates and prints the scores.
pub fn run(job: &Arc<Job>, out: impl Write) -> Result<()> {
    let mut totals = vec![CorpusTotals::default(); job.candidates.len()];
    let mut summary = InputSummary::default();
    let mut groups = GroupTotals::default();
    let definition = job.definition.clone();
    let mut batches = counting::run(job, move |counted: Counted| -> (Vec<CorpusTotals>, _) {
        let totals = |segments| CorpusTotals::new(&definition, segments);
        (counted.systems.iter().map(totals).collect(), groups::totals_of_batch(&definition, &counted))
    })?;
    for batch in &mut batches {
        let ((systems, batch_groups), batch_summary) = batch?;
        groups.append(batch_groups)?;
        for (sum, next) in totals.iter_mut().zip(systems) {
            sum.append(next)?;
        }
        summary += batch_summary;
    }
    warnings::after_reading(job, batches.source(), &summary);
    let (signature, groups) = (summary.signature(job).to_string(), groups.finish(batches.source()));
    report(job, &totals, summary.segments, signature, groups, out)
}

/// Prints the scores of all candidates, given their totals.
pub(super) fn report(
    job: &Job,
    totals: &[CorpusTotals],
    segments: u64,
    signature: String,
    groups: Vec<Group>,
    out: impl Write,
) -> Result<()> {
    warnings::surprises(job, totals);
    let systems: Vec<System> = job
        .systems
        .iter()
        .zip(totals)
        .map(|(name, totals)| {
            ensure_tool_succeeds(job, &job.system_label(name), &totals.sum())?;
            Ok(System { name: name.clone(), score: totals.score(&job.definition) })
        })
        .collect::<Result<_>>()?;
    if let ([system], Some(line)) = (&systems[..], job.tool_line()) {
        let is_lowercase = job.definition.lowercase();
        write_buffered(out, |out| tool_line::write(line, &system.name, &system.score, &signature, is_lowercase, out))?;
        if let Some(failure) = tool_line::failure(line, &system.score) {
            bail!("{}: {failure}", job.system_label(&system.name));
        }
        return fail_under::check(job, [(system.name.clone(), system.score.score)]);
    }
    let definition = job.definition.clone();
    print(job, Report { systems, definition, segments, signature, significance: Significance::None, groups }, out)
}
