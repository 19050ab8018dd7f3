//! The corpus scores of a typical sample, and of the worst, the best and the MBR choice of each segment.

use super::{
    Append, Job, Resampling, Result, SampleChoice, SampleTables, Sampled, Samples, Score, Significance,
    SignificanceTest, Statistics, Systems, ensure_has_score, fold_samples, job_of_system, push_segment, spread,
    test_systems,
};
use crate::bleu::error::Error;
use crate::program::results::Results;
use crate::program::results::samples::{AllChoices, CorpusChoice, SystemChoices};

/// The choices and their names, in the order of the table.
const CHOICES: [(&str, SampleChoice); 3] =
    [("worst", SampleChoice::Worst), ("best", SampleChoice::Best), ("mbr", SampleChoice::Mbr)];

/// Scores samples and choices. Segments are chosen by sentence scores, with the effective order or
/// without.
pub fn run(job: &'static Job, effective_order: bool, resampling: Option<Resampling>) -> Result<Results> {
    let system = |place| choices(job_of_system(job, place), effective_order, resampling);
    let systems = (0..job.candidates.len()).map(system).collect::<Result<_>>()?;
    Ok(Results::Samples(AllChoices(systems)))
}

/// The scores of the samples of the only candidate of a job, and of choices.
fn choices(job: &'static Job, effective_order: bool, resampling: Option<Resampling>) -> Result<SystemChoices> {
    let of_segments = job.definition.to_builder().effective_order(effective_order).build();
    // A tool without that option has its own way.
    let of_segments = of_segments.unwrap_or_else(|_| job.definition.clone());
    let (mut counts, mut sums) = (SampleTables::default(), Vec::new());
    let summary = fold_samples(job, &of_segments, push, |batch: SampleTables| {
        add(&mut sums, &batch)?;
        if resampling.is_some() { Append::append(&mut counts, batch) } else { Ok(()) }
    })?;
    let (chosen, samples) = sums.split_at(CHOICES.len().min(sums.len()));
    for ((name, _), sum) in CHOICES.into_iter().zip(chosen) {
        ensure_has_score(job, &format!("the {name} choice"), sum)?;
    }
    let significance = resampling.map_or(Ok(Significance::default()), |resampling| {
        let (chosen, samples) = counts.split_at(chosen.len());
        // The intervals of the mean of samples, then of each choice.
        let tables = std::iter::once(samples).chain(chosen.chunks(1)).collect::<Vec<_>>();
        test_systems(job, (SignificanceTest::Confidence, resampling), &Systems::of_runs(&tables))
    })?;
    let definition = &job.definition;
    let spread = spread(definition, samples.iter().cloned());
    let all: Result<Statistics, Error> = samples.iter().cloned().sum();
    let typical = definition.evaluate(&all.unwrap_or_default()).with_value(spread.mean);
    let choices = CHOICES.iter().zip(chosen).map(|((name, _), sum)| (*name, definition.evaluate(sum)));
    let choices = std::iter::once(("mean", typical)).chain(choices).enumerate();
    let choice = |(place, (name, score)): (usize, (&'static str, Score))| {
        let gain = (place > 0).then(|| score.value() - spread.mean);
        CorpusChoice { name, score, confidence: significance.confidence(place).copied(), gain }
    };
    Ok(SystemChoices {
        system: job.systems[0].clone(),
        choices: choices.map(choice).collect(),
        samples: spread,
        segments: summary.segments,
        signature: summary.signature(job).with_choices(of_segments.effective_order()).to_string(),
    })
}

/// Adds a segment: the statistics of its samples and of the choices.
fn push(tables: &mut SampleTables, samples: &mut Samples, sampled: &Sampled) -> Result<(), Error> {
    let table = samples.count_against(sampled.references)?;
    let scores: Vec<f64> = table.iter().map(|sample| samples.definition().evaluate(&sample).value()).collect();
    // A single sample leaves no choice.
    let mbr = if table.len() > 1 { samples.expected_scores(&mut Vec::new())? } else { 0 };
    let places = CHOICES.map(|(_, choice)| if choice == SampleChoice::Mbr { mbr } else { choice.of_scores(&scores) });
    push_segment(tables, &table, &places);
    Ok(())
}

/// Adds a batch to the sums of the same statistics.
fn add(sums: &mut Vec<Statistics>, batch: &SampleTables) -> Result<()> {
    if sums.is_empty() {
        sums.resize(batch.len(), Statistics::EMPTY);
    } else if !batch.is_empty() {
        sums.truncate(batch.len());
    }
    sums.iter_mut().zip(batch).try_for_each(|(sum, table)| Ok(sum.merge(&table.sum())?))
}
