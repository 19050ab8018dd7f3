//! `--samples` with `--paired` or `--all-pairs`: systems of several samples each. A segment is resampled with all its samples, so
//! that results hold for other segments and other samples alike.

use super::{
    Append, AskedTest, CorpusSums, Counts, Definition, Grouped, InputSummary, Job, Result, SampleSpread, SampleTables,
    Sampled, Samples, SegmentStatistics, Significance, Statistics, Systems, fold_samples, job_of_system, push_segment,
    score, spread, test_systems,
};
use crate::bleu::error::Error;
use crate::bleu::significance::whole_samples::differ_as_wholes;
use crate::program::results::Results;
use crate::program::results::input_summary::merged;

/// For each system, the tables of its samples.
#[derive(Default)]
struct SampledSystems(Vec<Vec<SegmentStatistics>>);

/// Scores the samples of all candidates, and tests the means.
pub fn run(job: &'static Job) -> Result<Results> {
    let (mut systems, mut summary) = (Grouped::<SampledSystems>::default(), InputSummary::default());
    for place in 0..job.candidates.len() {
        let (job, mut tables) = (job_of_system(job, place), Grouped::<SampleTables>::default());
        let found = fold_samples(job, &job.definition, push, |next| tables.append(next))?;
        let samples = tables.whole.len();
        systems.whole.0.push(tables.whole);
        for (number, (label, mut tables)) in tables.groups {
            // Other segments may have fewer.
            tables.truncate(samples);
            systems.groups.entry(number).or_insert_with(|| (label, Default::default())).1.0.push(tables);
        }
        summary = InputSummary { samples: merged(summary.samples, found.samples), ..found };
    }
    score::results(job, &systems, &summary, summary.signature(job))
}

impl Counts for SampledSystems {
    /// The sums over all samples.
    fn sums(&self, _: &Definition) -> CorpusSums {
        let sum = |samples: &Vec<SegmentStatistics>| samples.iter().map(SegmentStatistics::sum).sum();
        let sums: Vec<Statistics> =
            self.0.iter().map(|samples| Result::<_, Error>::unwrap_or_default(sum(samples))).collect();
        let segments = self.0.first().and_then(|samples| samples.first()).map_or(0, SegmentStatistics::len);
        CorpusSums::of_statistics(segments as u64, sums.iter())
    }

    fn samples(&self, definition: &Definition) -> Vec<SampleSpread> {
        let spread = |samples: &Vec<SegmentStatistics>| SampleSpread {
            differ_as_wholes: differ_as_wholes(definition, samples),
            ..spread(definition, samples.iter().map(SegmentStatistics::sum))
        };
        self.0.iter().map(spread).collect()
    }

    fn test(&self, job: &Job, test: AskedTest) -> Result<Significance> {
        test_systems(job, test, &Systems::of_runs(&self.0))
    }
}

fn push(tables: &mut Grouped<SampleTables>, samples: &mut Samples, sampled: &Sampled) -> Result<(), Error> {
    let table = samples.count_against(sampled.references)?;
    tables.of_segment(sampled.group).for_each(|tables| push_segment(tables, &table, &[]));
    Ok(())
}
