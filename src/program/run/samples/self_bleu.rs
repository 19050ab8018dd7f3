//! `--self-bleu` with `--samples`: how alike the samples of each segment are.

use super::{Sampled, fold_samples, objection_of_samples};
use crate::bleu::samples::Samples;
use crate::bleu::scoring::{CorpusTotals, Definition};
use crate::bleu::signature::{Pool, ReferenceCount, Signature};
use crate::program::formats::RowWriter;
use crate::program::request::Request;
use crate::program::request::support::{Feature, ONE, OutputFormats, RequiredInput, Support};
use crate::program::results::input_summary::InputSummary;
use crate::program::results::{CorpusSums, Labels, OptionalScore, Results, ScoredSegments, SegmentsRead};
use crate::program::run::corpus::Corpus;
use crate::program::run::groups::{Append, Grouped};
use crate::program::run::score::{self, ReportOptions};
use crate::program::run::{Mode, scores, write_now};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Why one sample is not enough.
pub const NEEDS_OTHERS: &str = "Self-BLEU compares each sample with the others of its segment, and needs at least two";

/// The likeness of the samples of each segment: each is scored against the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfBleuMode {
    /// Whether the score of each segment is printed rather than their mean.
    pub sentences: bool,
}

impl Mode for SelfBleuMode {
    fn support(&self) -> Support {
        use Feature::{By, FailUnder, Sentences, Streaming};
        let (formats, features): (_, &[Feature]) = match self.sentences {
            true => (OutputFormats::Lines, &[Sentences, By, Streaming]),
            false => (OutputFormats::All, &[Sentences, By, FailUnder]),
        };
        Support { flag: "--self-bleu", input: RequiredInput::Candidates, candidates: ONE, formats, features }
    }

    fn objection(&self, definition: &Definition) -> Option<&'static str> {
        objection_of_samples(definition)
    }

    fn sign(&self, signature: Signature, _: usize) -> Signature {
        signature.with_pool(Pool::LeaveOneOut)
    }

    fn run(&self, request: &Arc<Request>, out: &mut dyn Write) -> Result<Results> {
        match self.sentences {
            true => print_segments(request, out),
            false => self.mean(request),
        }
    }
}

/// Prints the Self-BLEU of each segment as soon as its batch is read.
fn print_segments(request: &Arc<Request>, out: &mut dyn Write) -> Result<Results> {
    let append = move |request: &Request, bytes: &mut Vec<u8>, samples: &mut Samples, sampled: &Sampled| {
        let (segment, scores) = (sampled.segment, [OptionalScore::from(&samples.self_bleu()?)]);
        let labels = Labels { id: None, group: sampled.group.map(|group| &*group.label) };
        let row = ScoredSegments { segment, labels, systems: &request.systems, scores: &scores };
        // Vectors accept all that is written to them.
        let _ = RowWriter::new(request.style, segment - 1).write(&row, bytes);
        Ok(())
    };
    fold_samples(request, &request.definition, NEEDS_OTHERS, append, |bytes| write_now(out, &bytes))?;
    Ok(Results::Segments(SegmentsRead::default()))
}

impl SelfBleuMode {
    /// The mean over the segments, and over each group.
    fn mean(self, request: &Arc<Request>) -> Result<Results> {
        let push = |_: &Request, sums: &mut Grouped<CorpusSums>, samples: &mut Samples, sampled: &Sampled| {
            let table = samples.count_against_others()?;
            let (statistics, score) = (table.sum(), samples.definition().mean_score(&table));
            sums.segment_parts(sampled.group).try_for_each(|sums| {
                sums.segments += 1;
                sums.systems.resize(1, CorpusTotals::default());
                sums.systems[0].push_score(&statistics, score.value())
            })
        };
        let mut counts = Grouped::<CorpusSums>::default();
        let summary = fold_samples(request, &request.definition, NEEDS_OTHERS, push, |batch| counts.append(batch))?;
        let others = match summary.samples {
            Some(ReferenceCount::Fixed(samples)) => ReferenceCount::from_len(samples.get() - 1),
            _ => ReferenceCount::Varying,
        };
        let signature = self.sign(summary.signature(request), 1).with_references(others);
        let options = ReportOptions { test: None, orders: Vec::new(), signature };
        let corpus = Corpus { counts, summary: InputSummary::default() };
        Ok(scores(request, score::report(request, &options, &corpus)?))
    }
}
