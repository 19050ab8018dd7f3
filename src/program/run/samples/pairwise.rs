//! `--pairwise`: the scores of all pairs of samples of each segment.

use super::{RISK_NEEDS_OTHERS, Sampled, fold_samples, objection_of_samples};
use crate::bleu::samples::Samples;
use crate::bleu::scoring::Definition;
use crate::program::formats::RowWriter;
use crate::program::request::Request;
use crate::program::request::support::{Feature, ONE, OutputFormats, RequiredInput, Support};
use crate::program::results::{PairScores, Results, SegmentsRead};
use crate::program::run::{Mode, write_now};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// The scores of all pairs of samples of each segment, or of samples and references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairwiseMode;

impl Mode for PairwiseMode {
    fn support(&self) -> Support {
        Support {
            flag: "--pairwise",
            input: RequiredInput::Candidates,
            candidates: ONE,
            formats: OutputFormats::Lines,
            features: &[Feature::Ids, Feature::Streaming],
        }
    }

    fn objection(&self, definition: &Definition) -> Option<&'static str> {
        objection_of_samples(definition)
    }

    /// Prints the scores of each segment as soon as its batch is read.
    fn run(&self, request: &Arc<Request>, out: &mut dyn Write) -> Result<Results> {
        let append = move |request: &Request, bytes: &mut Vec<u8>, samples: &mut Samples, sampled: &Sampled| {
            let Sampled { segment, id, references, .. } = *sampled;
            let (system, mut scores) = (&request.systems[0], Vec::new());
            match references {
                [] => samples.pairwise(&mut scores)?,
                references => samples.pairwise_against(references, &mut scores)?,
            }
            let references = if references.is_empty() { samples.len() } else { references.len() };
            let row = PairScores { system, segment, id, references, scores: &scores };
            // Vectors accept all that is written to them.
            let _ = RowWriter::new(request.style, segment - 1).write(&row, bytes);
            Ok(())
        };
        fold_samples(request, &request.definition, RISK_NEEDS_OTHERS, append, |bytes| write_now(out, &bytes))?;
        Ok(Results::Segments(SegmentsRead::default()))
    }
}
