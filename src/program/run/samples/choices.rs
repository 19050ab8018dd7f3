//! The corpus scores of a typical sample, and of the worst, the best and the MBR choice of each segment.

use super::{
    SampleChoice, SampleTables, Sampled, fold_tables, note_unequal, objection_of_samples, push_segment, record,
    request_of_system, spread, summary_of_systems,
};
use crate::bleu::error::Error;
use crate::bleu::samples::Samples;
use crate::bleu::scoring::{Definition, Score, Statistics};
use crate::bleu::signature::Signature;
use crate::bleu::significance::{PairedTest, Resampling, Systems};
use crate::program::request::support::{ANY_NUMBER, Feature, OutputFormats, RequiredInput, Support};
use crate::program::request::{AskedTest, Request, SignificanceTest};
use crate::program::results::input_summary::InputSummary;
use crate::program::results::samples::{AllChoices, CorpusChoice, SystemChoices};
use crate::program::results::{Results, Significance};
use crate::program::run::groups::{Append, Grouped, test_systems};
use crate::program::run::{Mode, ensure_has_score, recording};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// The choices and their names, in the order of the table.
const CHOICES: [(&str, SampleChoice); 3] =
    [("worst", SampleChoice::Worst), ("best", SampleChoice::Best), ("mbr", SampleChoice::Mbr)];

/// The corpus scores of a typical one of several samples of each segment, and of choices of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleChoicesMode {
    /// Whether the scores that choose samples use the effective order.
    pub by_effective_order: bool,
    /// The confidence intervals asked for.
    pub resampling: Option<Resampling>,
}

impl Mode for SampleChoicesMode {
    fn support(&self) -> Support {
        Support {
            flag: "--samples",
            input: RequiredInput::Texts,
            candidates: ANY_NUMBER,
            formats: OutputFormats::All,
            features: &[Feature::Report, Feature::Save],
        }
    }

    fn objection(&self, definition: &Definition) -> Option<&'static str> {
        objection_of_samples(definition)
    }

    fn sign(&self, signature: Signature, _: usize) -> Signature {
        let resampling = self.resampling.map(|resampling| resampling.fields(PairedTest::Bootstrap, 0));
        resampling.into_iter().fold(signature, Signature::with_resampling)
    }

    fn run(&self, request: &Arc<Request>, _: &mut dyn Write) -> Result<Results> {
        let (mut systems, mut all) = (Vec::new(), InputSummary::default());
        for place in 0..request.candidates.len() {
            let (choices, summary) = self.choices(request, place)?;
            systems.push(choices);
            all = summary_of_systems(all, summary);
        }
        recording::finish(request, &all)?;
        Ok(Results::Samples(AllChoices(systems)))
    }

    fn record(&self, request: &Arc<Request>) -> Result<()> {
        record(request, &self.segment_definition(request), push)
    }
}

impl SampleChoicesMode {
    /// The definition of the scores that choose samples.
    fn segment_definition(self, request: &Request) -> Definition {
        let definition = request.definition.to_builder().effective_order(self.by_effective_order).build();
        // A tool without that option has its own way.
        definition.unwrap_or_else(|_| request.definition.clone())
    }

    /// The scores of the samples of a candidate of a request, and of choices.
    fn choices(self, request: &Arc<Request>, place: usize) -> Result<(SystemChoices, InputSummary)> {
        let (resampling, segment_definition) = (self.resampling, self.segment_definition(request));
        let (mut counts, mut sums) = (SampleTables::default(), Vec::new());
        let summary = fold_tables(request, place, &segment_definition, push, |batch| {
            add(&mut sums, &batch.whole)?;
            if resampling.is_some() { Append::append(&mut counts, batch.whole) } else { Ok(()) }
        })?;
        let request = &request_of_system(request, place);
        let (chosen, samples) = sums.split_at(CHOICES.len().min(sums.len()));
        note_unequal(request, &summary, samples.len());
        for ((name, _), sum) in CHOICES.into_iter().zip(chosen) {
            ensure_has_score(request, &format!("the {name} choice"), sum)?;
        }
        let significance = resampling.map_or(Ok(Significance::default()), |resampling| {
            let (chosen, samples) = counts.split_at(chosen.len());
            // The intervals of the mean of samples, then of each choice.
            let tables = std::iter::once(samples).chain(chosen.chunks(1)).collect::<Vec<_>>();
            let asked = AskedTest { test: SignificanceTest::Confidence, resampling, robust: false };
            test_systems(request, asked, &Systems::of_runs(&tables))
        })?;
        let definition = &request.definition;
        let spread = spread(definition, samples.iter().cloned());
        let all: Result<Statistics, Error> = samples.iter().cloned().sum();
        let typical = definition.evaluate(&all.unwrap_or_default()).with_value(spread.mean);
        let choices = CHOICES.iter().zip(chosen).map(|((name, _), sum)| (*name, definition.evaluate(sum)));
        let choices = std::iter::once(("mean", typical)).chain(choices).enumerate();
        let choice = |(place, (name, score)): (usize, (&'static str, Score))| {
            let gain = (place > 0).then(|| score.value() - spread.mean);
            CorpusChoice { name, score, confidence: significance.confidence(place).copied(), gain }
        };
        let found = SystemChoices {
            system: request.systems[0].clone(),
            choices: choices.map(choice).collect(),
            samples: spread,
            segments: summary.segments,
            signature: self
                .sign(summary.signature(request), 1)
                .with_choices(segment_definition.effective_order())
                .to_string(),
        };
        Ok((found, summary))
    }
}

/// Adds a segment: the statistics of its samples and of the choices.
fn push(tables: &mut Grouped<SampleTables>, samples: &mut Samples, sampled: &Sampled) -> Result<(), Error> {
    let table = samples.count_against(sampled.references)?;
    let scores: Vec<f64> = table.iter().map(|sample| samples.definition().evaluate(&sample).value()).collect();
    // A single sample leaves no choice.
    let mbr = if table.len() > 1 { samples.expected_scores(&mut Vec::new())? } else { 0 };
    let places = CHOICES.map(|(_, choice)| if choice == SampleChoice::Mbr { mbr } else { choice.place(&scores) });
    push_segment(&mut tables.whole, &table, &places);
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
