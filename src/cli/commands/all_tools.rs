//! `--as all`: the score of every tool, and what makes it differ.

use super::counting::{self, fold};
use super::{gates, open, write_buffered};
use crate::Definition;
use crate::bleu::{BatchCounter, CorpusTotals};
use crate::cli::Job;
use crate::cli::input::Segments;
use crate::cli::input_summary::InputSummary;
use crate::cli::output;
use crate::cli::report::tools::{Reason, SMALLEST_EFFECT, ToolScore, ToolScores};
use crate::tools::{Overrides, Tool};
use anyhow::Result;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Scores the candidate as every tool does, and prints the scores and what makes them differ.
pub fn run(job: &Arc<Job>, out: impl Write) -> Result<()> {
    let definitions =
        Tool::ALL.iter().map(|tool| tool.definition(&Overrides::default())).collect::<Result<Vec<_>, _>>()?;
    // The tools' definitions, then variants of each with one aspect reset after the other.
    let undone = Tool::ALL.iter().flat_map(|tool| tool.differences()).map(|(_, definition)| definition);
    let all: Arc<Vec<Definition>> = Arc::new(definitions.iter().cloned().chain(undone).collect());
    let (totals, summary) = count(job, &all)?;
    let score = |at: usize| totals[at].evaluate(all[at].formula()).value();

    let mut next = definitions.len();
    let mut tools = Vec::new();
    for (at, tool) in Tool::ALL.iter().copied().enumerate() {
        let (mut reasons, mut before) = (Vec::new(), at);
        for (aspect, _) in tool.differences() {
            let effect = score(before) - score(next);
            (before, next) = (next, next + 1);
            if effect.abs() >= SMALLEST_EFFECT {
                reasons.push(Reason { words: aspect.describe(&definitions[at]), effect });
            }
        }
        reasons.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
        let score = definitions[at].formula().failure(&totals[at].sum()).map_or_else(|| Ok(score(at)), Err);
        tools.push(ToolScore { tool, score, reasons });
    }
    let signature = summary.signature(job).to_string();
    let findings = summary.findings.as_ref().and_then(|findings| findings.first().cloned());
    let scores = ToolScores { system: job.systems[0].clone(), tools, signature, findings };
    write_buffered(out, |out| output::write(&scores, job.style, out))?;
    gates::check(job, &summary.checked(job))
}

/// Counts the corpus by each definition, the first of which is the job's; those with equal counts are counted once.
fn count(job: &Arc<Job>, definitions: &Arc<Vec<Definition>>) -> Result<(Vec<CorpusTotals>, InputSummary)> {
    let worker_definitions = Arc::clone(definitions);
    let make_worker = move || {
        let definitions = Arc::clone(&worker_definitions);
        let mut countings = Vec::new();
        for definition in definitions.iter() {
            if !countings.contains(&definition.counting()) {
                countings.push(definition.counting());
            }
        }
        let mut counters: Vec<_> =
            countings.into_iter().map(|counting| (counting.clone(), BatchCounter::new(counting))).collect();
        move |segments: &Segments| -> Result<(Vec<CorpusTotals>, InputSummary)> {
            let mut totals = vec![CorpusTotals::default(); definitions.len()];
            let mut summary = None;
            for (counting, counter) in &mut counters {
                let counted = counting::count(counter, segments)?;
                summary.get_or_insert_with(|| counted.summary());
                for (definition, totals) in definitions.iter().zip(&mut totals) {
                    if definition.counting() == counting
                        && let [table] = &counted.systems[..]
                    {
                        *totals = CorpusTotals::new(definition.formula(), table);
                    }
                }
            }
            Ok((totals, summary.unwrap_or_default()))
        }
    };
    let mut totals = vec![CorpusTotals::default(); definitions.len()];
    // One thread, because fairseq's counts depend on the segments before.
    let summary = fold(job, open(job)?, NonZeroUsize::MIN, make_worker, |batch: Vec<CorpusTotals>| {
        totals.iter_mut().zip(batch).try_for_each(|(sum, next)| Ok(sum.append(next)?))
    })?;
    Ok((totals, summary))
}
