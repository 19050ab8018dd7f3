//! `--pick`: one of several samples of each segment.

use super::{RISK_NEEDS_OTHERS, SampleChoice, Sampled, fold_samples, objection_of_samples};
use crate::bleu::samples::Samples;
use crate::bleu::scoring::Definition;
use crate::program::formats::RowWriter;
use crate::program::request::Request;
use crate::program::request::support::{Feature, ONE, OutputFormats, RequiredInput, Support};
use crate::program::results::{PickedSample, Results, SegmentsRead};
use crate::program::run::{Mode, write_now};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// One of several samples of each segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PickMode {
    pub choice: SampleChoice,
}

impl Mode for PickMode {
    fn support(&self) -> Support {
        let input = match self.choice {
            SampleChoice::Mbr => RequiredInput::Candidates,
            SampleChoice::Best | SampleChoice::Worst => RequiredInput::Texts,
        };
        let features = &[Feature::Ids, Feature::Streaming];
        Support { flag: "--pick", input, candidates: ONE, formats: OutputFormats::Lines, features }
    }

    fn objection(&self, definition: &Definition) -> Option<&'static str> {
        objection_of_samples(definition)
    }

    /// Prints the sample of each segment as soon as its batch is read.
    fn run(&self, request: &Arc<Request>, out: &mut dyn Write) -> Result<Results> {
        let choice = self.choice;
        let append = move |request: &Request, bytes: &mut Vec<u8>, samples: &mut Samples, sampled: &Sampled| {
            let Sampled { segment, id, references, .. } = *sampled;
            let (system, mut scores) = (&request.systems[0], Vec::new());
            let place = match (choice, references) {
                (SampleChoice::Mbr, []) => samples.expected_scores(&mut scores)?,
                (SampleChoice::Mbr, references) => samples.expected_scores_against(references, &mut scores)?,
                (_, references) => {
                    samples.scores(references, &mut scores)?;
                    choice.place(&scores)
                }
            };
            let text = sampled.samples[place];
            let row = PickedSample { system, segment, id, place, scores: &scores, text };
            // Vectors accept all that is written to them.
            let _ = RowWriter::new(request.style, segment - 1).write(&row, bytes);
            Ok(())
        };
        fold_samples(request, &request.definition, RISK_NEEDS_OTHERS, append, |bytes| write_now(out, &bytes))?;
        Ok(Results::Segments(SegmentsRead::default()))
    }
}
