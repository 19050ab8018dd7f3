//! `--samples` with `--paired` or `--all-pairs`: systems of several samples each. A segment is resampled with all its samples, so
//! that results hold for other segments and other samples alike.

use super::{Sampled, fold_samples};
use crate::cli::commands::groups::Append;
use crate::cli::commands::significance::test_systems;
use crate::cli::commands::{ensure_has_score, print};
use crate::cli::input_summary::InputSummary;
use crate::cli::report::{OptionalScore, Report, SampleSpread, Significance, System};
use crate::cli::{Job, SignificanceTest, warnings};
use crate::significance::difference::standard_deviation;
use crate::{Error, Resampling, Samples, SegmentStatistics, Statistics, Systems};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores the samples of all candidates, tests the means, and prints the results.
pub fn run(job: &Arc<Job>, test: SignificanceTest, resampling: &Resampling, out: &mut dyn Write) -> Result<()> {
    let (mut tables, mut summary) = (Vec::with_capacity(job.candidates.len()), InputSummary::default());
    for (candidate, name) in job.candidates.iter().zip(&job.systems) {
        let (candidates, systems) = (vec![candidate.clone()], vec![name.clone()]);
        let mut samples = OfSamples::default();
        let job = Arc::new(Job { candidates, systems, ..Job::clone(job) });
        let found = fold_samples(&job, &job.definition, push, |next| samples.append(next))?;
        tables.push(samples.0);
        let samples = summary.samples.zip(found.samples).map(|(one, other)| one.merge(other)).or(found.samples);
        summary = InputSummary { samples, ..found };
    }
    let significance = test_systems(job, test, resampling, Systems::of_runs(&tables))?;
    if let Some(comparisons) = significance.comparisons() {
        warnings::too_few_resamples(job, &comparisons.resampling, comparisons.all.len());
    }
    let systems = job.systems.iter().zip(&tables).map(|(name, samples)| system(job, name, samples));
    let systems = systems.collect::<Result<Vec<System>>>()?;
    let systems = match &significance {
        Significance::AllPairs { ranking, .. } => {
            ranking.systems.iter().map(|ranked| systems[ranked.system].clone()).collect()
        }
        _ => systems,
    };
    let signature = significance
        .resampling()
        .into_iter()
        .fold(summary.signature(job), |signature, resampling| signature.with_resampling(resampling));
    let report = Report {
        systems,
        definition: job.definition.clone(),
        segments: summary.segments,
        signature: signature.to_string(),
        significance,
        groups: Vec::new(),
        unread: job.unread.clone(),
    };
    print(job, report, out)
}

/// The mean score of the samples of a system.
fn system(job: &Job, name: &str, samples: &[SegmentStatistics]) -> Result<System> {
    let sums: Vec<Statistics> = samples.iter().map(SegmentStatistics::sum).collect();
    let scores: Vec<f64> = sums.iter().map(|sum| job.definition.evaluate(sum).value()).collect();
    let all = sums.into_iter().sum::<Result<Statistics, Error>>()?;
    ensure_has_score(job, name, &all)?;
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    let score = OptionalScore::from(&job.definition.evaluate(&all).with_value(mean));
    let samples = Some(SampleSpread { samples: scores.len(), deviation: standard_deviation(&scores) });
    Ok(System { samples, ..System::new(name, score) })
}

/// Statistics of the segments, a table for each sample that every segment has.
#[derive(Default)]
struct OfSamples(Vec<SegmentStatistics>);

fn push(tables: &mut OfSamples, samples: &mut Samples, sampled: &Sampled) -> Result<(), Error> {
    let found = samples.count_against(sampled.references)?;
    let mut next = vec![found.empty_like(); found.len()];
    next.iter_mut().zip(found.rows()).for_each(|(table, row)| table.push_row(row));
    tables.add(next)
}

impl OfSamples {
    fn add(&mut self, next: Vec<SegmentStatistics>) -> Result<(), Error> {
        if self.0.is_empty() {
            self.0 = next;
            return Ok(());
        }
        self.0.truncate(next.len());
        self.0.iter_mut().zip(&next).try_for_each(|(table, next)| table.append(next))
    }
}

impl Append for OfSamples {
    fn append(&mut self, next: OfSamples) -> Result<()> {
        if next.0.is_empty() { Ok(()) } else { Ok(self.add(next.0)?) }
    }
}
