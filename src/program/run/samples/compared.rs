//! `--samples` with `--paired` or `--all-pairs`: systems of several samples each. A segment is resampled with all its samples, so
//! that results hold for other segments and other samples alike.

use super::{
    SampleTables, Sampled, fold_tables, note_unequal, objection_of_samples, push_segment, record, request_of_system,
    spread, summary_of_systems,
};
use crate::bleu::error::Error;
use crate::bleu::samples::Samples;
use crate::bleu::scoring::{Definition, SegmentStatistics, Statistics};
use crate::bleu::significance::whole_samples::differ_as_wholes;
use crate::bleu::significance::{PairedTest, Systems};
use crate::program::request::support::{Feature, OutputFormats, RequiredInput, SEVERAL, Support};
use crate::program::request::{AskedTest, Request, SignificanceTest};
use crate::program::results::{CorpusSums, Results, SampleSpread, Significance};
use crate::program::run::corpus::Corpus;
use crate::program::run::groups::{Append, Counts, Grouped, test_systems};
use crate::program::run::score::{self, ReportOptions};
use crate::program::run::{Mode, recording};
use crate::text::display::count;
use anyhow::{Result, bail};
use std::io::Write;
use std::sync::Arc;

/// For each system, the tables of its samples.
#[derive(Default)]
struct SampledSystems(Vec<Vec<SegmentStatistics>>);

/// The mean scores of systems of several samples of each segment, and the significance of their differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComparedSamplesMode {
    pub asked: AskedTest,
}

impl Mode for ComparedSamplesMode {
    fn support(&self) -> Support {
        use Feature::{By, Columns, FailUnder, Report, Save, Sort};
        let (flag, formats, features): (_, _, &[Feature]) = match self.asked.test {
            SignificanceTest::AllPairs(_) => {
                ("--all-pairs", OutputFormats::Tables, &[Sort, FailUnder, Columns, Save, Report])
            }
            _ => ("--paired", OutputFormats::All, &[By, Sort, FailUnder, Columns, Save, Report]),
        };
        Support { flag, input: RequiredInput::Texts, candidates: SEVERAL, formats, features }
    }

    fn objection(&self, definition: &Definition) -> Option<&'static str> {
        objection_of_samples(definition)
    }

    fn asked_test(&self) -> Option<AskedTest> {
        Some(self.asked)
    }

    fn run(&self, request: &Arc<Request>, _: &mut dyn Write) -> Result<Results> {
        let Corpus { counts: mut systems, mut summary } = Corpus::<SampledSystems>::default();
        for place in 0..request.candidates.len() {
            let mut tables = Grouped::<SampleTables>::default();
            let found = fold_tables(request, place, &request.definition, push, |next| tables.append(next))?;
            let samples = tables.whole.len();
            note_unequal(&request_of_system(request, place), &found, samples);
            systems.whole.0.push(tables.whole);
            for (number, (label, mut tables)) in tables.groups {
                // Other segments may have fewer.
                tables.truncate(samples);
                systems.groups.entry(number).or_insert_with(|| (label, Default::default())).1.0.push(tables);
            }
            summary = summary_of_systems(summary, found);
        }
        recording::finish(request, &summary)?;
        let signature = summary.signature(request);
        let options = ReportOptions { test: Some(self.asked), orders: Vec::new(), signature };
        score::results(request, &options, &Corpus { counts: systems, summary })
    }

    fn record(&self, request: &Arc<Request>) -> Result<()> {
        record(request, &request.definition, push)
    }
}

impl Counts for SampledSystems {
    /// The sums over all samples.
    fn sums(&self, _: &Definition) -> CorpusSums {
        let sum = |samples: &Vec<SegmentStatistics>| samples.iter().map(SegmentStatistics::sum).sum();
        let sums: Vec<Statistics> =
            self.0.iter().map(|samples| Result::<_, Error>::unwrap_or_default(sum(samples))).collect();
        let segments = self.0.first().and_then(|samples| samples.first()).map_or(0, SegmentStatistics::len);
        CorpusSums::from_statistics(segments as u64, sums.iter())
    }

    fn samples(&self, definition: &Definition) -> Vec<SampleSpread> {
        let spread = |samples: &Vec<SegmentStatistics>| SampleSpread {
            differ_as_wholes: differ_as_wholes(definition, samples),
            ..spread(definition, samples.iter().map(SegmentStatistics::sum))
        };
        self.0.iter().map(spread).collect()
    }

    fn test(&self, request: &Request, test: AskedTest) -> Result<Significance> {
        let numbers = request.systems.iter().zip(&self.0).map(|(name, samples)| (name, samples.len()));
        let other = numbers.clone().find(|(_, number)| *number != self.0[0].len());
        if let (PairedTest::Randomization, Some((first, expected)), Some((other, found))) =
            (test.test.test(), numbers.clone().next(), other)
        {
            bail!(
                "{} has {} of each segment, {} has {found}; randomization swaps samples one by one, and needs equal numbers: the \
                 bootstrap does not",
                request.system_label(first),
                count(expected as u64, "sample"),
                request.system_label(other)
            );
        }
        test_systems(request, test, &Systems::of_runs(&self.0))
    }
}

fn push(tables: &mut Grouped<SampleTables>, samples: &mut Samples, sampled: &Sampled) -> Result<(), Error> {
    let table = samples.count_against(sampled.references)?;
    tables.segment_parts(sampled.group).for_each(|tables| push_segment(tables, &table, &[]));
    Ok(())
}
