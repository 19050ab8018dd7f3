//! `--as all`: the score of every tool, and what makes it differ.

use super::counting::{self, fold};
use super::{open, write_buffered};
use crate::Definition;
use crate::bleu::BatchCounter;
use crate::bleu::CorpusTotals;
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
    let scores = ToolScores { system: job.systems[0].clone(), tools, signature };
    write_buffered(out, |out| output::write(&scores, job.style, out))
}

/// Counts the corpus by each definition, the first of which is the job's; definitions with equal counts share them.
fn count(job: &Arc<Job>, definitions: &Arc<Vec<Definition>>) -> Result<(Vec<CorpusTotals>, InputSummary)> {
    let alike =
        |i: usize| definitions[..i].iter().position(|other| other.counting() == definitions[i].counting()).unwrap_or(i);
    let counted_as: Arc<Vec<usize>> = Arc::new((0..definitions.len()).map(alike).collect());
    let make_worker = {
        let definitions = Arc::clone(definitions);
        move || {
            let (definitions, counted_as) = (Arc::clone(&definitions), Arc::clone(&counted_as));
            let mut counters: Vec<BatchCounter> =
                definitions.iter().map(|definition| BatchCounter::new(definition.counting())).collect();
            move |segments: &Segments| -> Result<(Vec<CorpusTotals>, InputSummary)> {
                let mut tables = Vec::with_capacity(definitions.len());
                let mut summary = InputSummary::default();
                for (i, counter) in counters.iter_mut().enumerate() {
                    if counted_as[i] != i {
                        tables.push(None);
                        continue;
                    }
                    let mut counted = counting::count(counter, segments)?;
                    if i == 0 {
                        summary = counted.summary();
                    }
                    tables.push(counted.systems.pop());
                }
                let totals = |i: usize| match &tables[counted_as[i]] {
                    Some(table) => CorpusTotals::new(definitions[i].formula(), table),
                    None => CorpusTotals::default(),
                };
                Ok(((0..definitions.len()).map(totals).collect(), summary))
            }
        }
    };
    let mut totals = vec![CorpusTotals::default(); definitions.len()];
    // One thread, because fairseq's counts depend on the segments before.
    let summary = fold(job, open(job)?, NonZeroUsize::MIN, make_worker, |batch: Vec<CorpusTotals>| {
        totals.iter_mut().zip(batch).try_for_each(|(sum, next)| Ok(sum.append(next)?))
    })?;
    Ok((totals, summary))
}
