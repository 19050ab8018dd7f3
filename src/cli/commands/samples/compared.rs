//! `--samples` with `--paired` or `--all-pairs`: systems of several samples each. A segment is resampled with all its samples, so
//! that results hold for other segments and other samples alike.

use super::{Sampled, Tables, fold_samples};
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
        let mut samples = Tables::default();
        let job = Arc::new(Job { candidates, systems, report: None, ..Job::clone(job) });
        let found = fold_samples(&job, &job.definition, push, |next| samples.append(next))?;
        tables.push(samples.samples);
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
    let report = Report::new(job, systems, summary.segments, signature.to_string());
    print(job, Report { significance, ..report }, out)
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

fn push(tables: &mut Tables, samples: &mut Samples, sampled: &Sampled) -> Result<(), Error> {
    tables.push(samples.count_against(sampled.references)?, &[]);
    Ok(())
}
