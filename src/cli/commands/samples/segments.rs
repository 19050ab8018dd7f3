//! `--pick`, `--pairwise` and `--self-bleu --sentence`: results for each segment, printed as soon as its batch is read.

use super::{Sampled, fold_samples};
use crate::cli::commands::write_now;
use crate::cli::output::RowWriter;
use crate::cli::report::{Labels, OptionalScore, PairScores, PickedSample, ScoredSegments};
use crate::cli::{Job, Mode, SampleChoice};
use crate::{Error, Samples, Score};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Prints the chosen samples, the scores of all pairs, or the Self-BLEU of each segment.
pub fn run(job: &Arc<Job>, out: &mut dyn Write) -> Result<()> {
    let (mode, style, systems) = (job.mode, job.style, job.systems.clone());
    let append = move |bytes: &mut Vec<u8>, samples: &mut Samples, sampled: &Sampled| {
        let Sampled { segment, id, references, .. } = *sampled;
        let (mut rows, system, mut scores) = (RowWriter::new(style, segment - 1), &systems[0], Vec::new());
        // Vectors accept all that is written to them.
        let _ = match mode {
            Mode::Pick(choice) => {
                let place = choose(choice, samples, references, &mut scores)?;
                let text = sampled.samples[place];
                rows.write(&PickedSample { system, segment, id, place, scores: &scores, text }, bytes)
            }
            Mode::Pairwise => {
                match references {
                    [] => samples.pairwise(&mut scores)?,
                    references => samples.pairwise_against(references, &mut scores)?,
                }
                let references = if references.is_empty() { samples.len() } else { references.len() };
                rows.write(&PairScores { system, segment, id, references, scores: &scores }, bytes)
            }
            _ => {
                let scores = [OptionalScore::from(&samples.self_bleu()?)];
                let labels = Labels { id: None, group: sampled.group.map(|group| &*group.label) };
                rows.write(&ScoredSegments { segment, labels, systems: &systems, scores: &scores }, bytes)
            }
        };
        Ok(())
    };
    fold_samples(job, &job.definition, append, |bytes| write_now(out, &bytes)).map(drop)
}

/// Replaces `scores` by those that decide, and returns the place of the chosen sample.
fn choose(
    choice: SampleChoice,
    samples: &mut Samples,
    references: &[&str],
    scores: &mut Vec<f64>,
) -> Result<usize, Error> {
    match (choice, references) {
        (SampleChoice::Mbr, []) => samples.expected_scores(scores),
        (SampleChoice::Mbr, references) => samples.expected_scores_against(references, scores),
        _ => {
            let mut found = Vec::new();
            samples.scores(references, &mut found)?;
            *scores = found.iter().map(Score::value).collect();
            Ok(choice.of_scores(scores))
        }
    }
}
