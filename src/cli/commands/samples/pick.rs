//! `--pick`: one of the samples of each segment.

use super::{Sampled, append_rows, print_each};
use crate::cli::report::PickedSample;
use crate::cli::{Job, SampleChoice};
use crate::{Error, Samples, Score};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Prints the chosen samples.
pub fn run(job: &Arc<Job>, choice: SampleChoice, out: &mut dyn Write) -> Result<()> {
    let (style, system) = (job.style, job.systems[0].clone());
    let append = move |bytes: &mut Vec<u8>, samples: &mut Samples, sampled: &Sampled| {
        let mut scores = Vec::new();
        let place = choose(choice, samples, sampled.references, &mut scores)?;
        let text = sampled.samples[place];
        let Sampled { segment, id, .. } = *sampled;
        let picked = PickedSample { system: &system, segment, id, place, scores: &scores, text };
        append_rows(segment, &picked, style, bytes);
        Ok(())
    };
    print_each(job, append, out)
}

/// Replaces `scores` by those that decide, and returns the place of the chosen sample.
fn choose(
    choice: SampleChoice,
    samples: &mut Samples,
    references: &[&str],
    scores: &mut Vec<f64>,
) -> Result<usize, Error> {
    if choice == SampleChoice::Mbr {
        return match references {
            [] => samples.expected_scores(scores),
            references => samples.expected_scores_against(references, scores),
        };
    }
    let mut found = Vec::new();
    samples.scores(references, &mut found)?;
    scores.clear();
    scores.extend(found.iter().map(Score::value));
    Ok(choice.of_scores(scores))
}
