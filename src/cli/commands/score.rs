//! The default: the score of each candidate on the whole corpus; with `--cumulative`, its scores of all orders.

use super::counting::sum_counts;
use super::groups::Grouped;
use super::{ensure_tool_succeeds, orders, print, sets};
use crate::Signature;
use crate::cli::Job;
use crate::cli::report::{CorpusSums, Group, OptionalScore, Report, Significance, System};
use crate::cli::warnings;
use crate::diagnose::Finding;
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates and prints the scores.
pub fn run(job: &Arc<Job>, out: &mut dyn Write) -> Result<()> {
    let definition = job.definition.clone();
    let (sums, summary) = sum_counts(job, move |counted| -> Result<Grouped<CorpusSums>> {
        let whole = CorpusSums::of_tables(&definition, &counted.systems);
        Grouped::of_batch(whole, &counted, |sums, segment| Ok(sums.push(&definition, segment)?))
    })?;
    if job.input.sets.is_some() {
        let score = |set: &Job, label: Arc<str>, sums: &CorpusSums, signature: Signature| {
            sets::note_surprises(set, &label, sums);
            report(set, sums, Vec::new(), Significance::None, &signature, None)
        };
        return sets::print(job, sums.groups.into_values(), &summary, score, out);
    }
    let group = |(label, sums)| Group { label, sums, significance: Significance::None };
    let groups = sums.groups.into_values().map(group).collect();
    warnings::surprises(job, &sums.whole.systems);
    let signature = summary.signature(job);
    let report = report(job, &sums.whole, groups, Significance::None, &signature, summary.findings)?;
    print(job, report, out)
}

/// The scores of all candidates, given the sums of the corpus, in the order of their significance.
pub(super) fn report(
    job: &Job,
    corpus: &CorpusSums,
    groups: Vec<Group>,
    significance: Significance,
    signature: &Signature,
    findings: Option<Vec<Vec<Finding>>>,
) -> Result<Report> {
    ensure_tool_succeeds(job, &job.systems, &corpus.statistics())?;
    let (orders, signature) = (orders(job)?, signature.to_string());
    let system = |place: usize| {
        let totals = &corpus.systems[place];
        let orders = orders.iter().map(|definition| totals.evaluate(definition.formula())).collect();
        let score = || (&totals.evaluate(job.definition.formula())).into();
        System {
            name: job.systems[place].clone(),
            score: OptionalScore::of_orders(orders).unwrap_or_else(score),
            findings: findings.as_ref().and_then(|findings| findings.get(place).cloned()),
            own: None,
        }
    };
    let systems = match &significance {
        Significance::AllPairs { ranking, .. } => ranking.systems.iter().map(|ranked| system(ranked.system)).collect(),
        _ => (0..corpus.systems.len()).map(system).collect(),
    };
    let (definition, segments) = (job.definition.clone(), corpus.segments);
    Ok(Report { systems, definition, segments, signature, significance, groups })
}
