//! `--as all`: the score of every tool, and what makes it differ.

use super::counted;
use super::counting::fold;
use super::gates::{self, Checked};
use super::{diagnosis, open, write_results};
use crate::bleu::{BatchCounter, CorpusTotals};
use crate::cli::Job;
use crate::cli::input::Segments;
use crate::cli::input_summary::InputSummary;
use crate::cli::report::tools::{Reason, SMALLEST_EFFECT, SystemTools, ToolScore, ToolScores};
use crate::tools::difference::differences;
use crate::tools::{Aspect, Tool};
use crate::{Definition, Error};
use anyhow::Result;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// A tool with its definition, and with its differences from sacreBLEU's.
type Compared = (Tool, Definition, Vec<(Aspect, Definition)>);

/// Scores the candidates as every tool does, and prints the scores and what makes them differ.
pub fn run(job: &Arc<Job>, sets_tokenizer: bool, out: &mut dyn Write) -> Result<()> {
    let asked = match sets_tokenizer {
        true => Definition::builder().tokenization(job.definition.tokenization().clone()),
        false => Definition::builder(),
    };
    let compared = |tool: &Tool| {
        // Tools without such an option keep their own tokenizer.
        let definition = asked.clone().tool(*tool).build().or_else(|_| Definition::builder().tool(*tool).build())?;
        let differences = differences(&definition, &job.definition);
        Ok((*tool, definition, differences))
    };
    let tools: Vec<Compared> = Tool::ALL.iter().map(compared).collect::<Result<_, Error>>()?;
    // The tools' definitions, then variants of each with one aspect reset after the other.
    let own = tools.iter().map(|(_, definition, _)| definition);
    let undone = tools.iter().flat_map(|(.., differences)| differences).map(|(_, definition)| definition);
    let all: Arc<Vec<Definition>> = Arc::new(own.chain(undone).cloned().collect());
    let (totals, summary) = count(job, &all)?;
    let findings = |system: usize| summary.findings.as_ref().and_then(|findings| findings.get(system).cloned());
    let system = |(place, name): (usize, &String)| SystemTools {
        name: name.clone(),
        tools: scores(&tools, &all, &totals[place]),
        findings: findings(place),
    };
    let scores = ToolScores {
        systems: job.systems.iter().enumerate().map(system).collect(),
        signature: summary.signature(job).to_string(),
    };
    write_results(job, &scores, out)?;
    gates::check(job, &Checked::of_input(&summary, job))
}

/// The scores of a candidate, given its totals for each definition.
fn scores(tools: &[Compared], definitions: &[Definition], totals: &[CorpusTotals]) -> Vec<ToolScore> {
    let score = |at: usize| totals[at].evaluate(definitions[at].formula()).value();
    let mut next = tools.len();
    let mut scores = Vec::new();
    for (at, (tool, definition, differences)) in tools.iter().enumerate() {
        let (mut reasons, mut before) = (Vec::new(), at);
        for (aspect, _) in differences {
            let effect = score(before) - score(next);
            (before, next) = (next, next + 1);
            if effect.abs() >= SMALLEST_EFFECT {
                reasons.push(Reason { words: aspect.describe(definition), effect });
            }
        }
        reasons.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
        let score = definition.formula().failure(&totals[at].sum()).map_or_else(|| Ok(score(at)), Err);
        scores.push(ToolScore { tool: *tool, score, reasons });
    }
    scores
}

/// Counts the corpus of each candidate by each definition, the job's first; definitions with equal counts are
/// counted once.
fn count(job: &Arc<Job>, definitions: &Arc<Vec<Definition>>) -> Result<(Vec<Vec<CorpusTotals>>, InputSummary)> {
    let worker_definitions = Arc::clone(definitions);
    let empty = vec![vec![CorpusTotals::default(); definitions.len()]; job.candidates.len()];
    let mut totals = empty.clone();
    let has_look = diagnosis::is_wanted(job);
    let make_worker = move |_: &Arc<Job>| {
        let (definitions, empty) = (Arc::clone(&worker_definitions), empty.clone());
        let mut countings = Vec::new();
        for definition in definitions.iter() {
            if !countings.contains(&definition.counting()) {
                countings.push(definition.counting());
            }
        }
        let mut counters: Vec<_> =
            countings.into_iter().map(|counting| (counting.clone(), BatchCounter::new(counting))).collect();
        move |segments: &Segments| -> Result<(Vec<Vec<CorpusTotals>>, InputSummary)> {
            let (mut totals, mut summary) = (empty.clone(), None);
            for (counting, counter) in &mut counters {
                let counted = counted::count(counter, segments)?;
                summary.get_or_insert_with(|| counted.summary(has_look));
                for (at, definition) in definitions.iter().enumerate() {
                    if definition.counting() != counting {
                        continue;
                    }
                    for (totals, table) in totals.iter_mut().zip(&counted.systems) {
                        totals[at] = CorpusTotals::new(definition.formula(), table);
                    }
                }
            }
            Ok((totals, summary.unwrap_or_default()))
        }
    };
    // One thread, because fairseq's counts depend on the segments before.
    let summary = fold(job, open(job)?, NonZeroUsize::MIN, make_worker, |batch: Vec<Vec<CorpusTotals>>| {
        let pairs = totals.iter_mut().flatten().zip(batch.into_iter().flatten());
        pairs.into_iter().try_for_each(|(sum, next)| Ok(sum.append(next)?))
    })?;
    Ok((totals, summary))
}
