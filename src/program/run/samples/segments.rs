//! `--pick`, `--pairwise` and `--self-bleu`: how the samples of each segment compare with references or with each other.

use super::{
    Append, CorpusSums, CorpusTotals, Grouped, InputSummary, Job, Labels, Mode, OptionalScore, ReferenceCount, Result,
    RowWriter, SampleChoice, Sampled, Samples, ScoredSegments, Write, fold_samples, score, scores, write_now,
};
use crate::program::results::{PairScores, PickedSample, Results, SegmentsRead};
use crate::program::run::score::ScoreOptions;

/// Prints the chosen samples, the scores of all pairs, or the Self-BLEU of each segment, as soon as its batch is read.
pub fn run(job: &'static Job, out: &mut dyn Write) -> Result<Results> {
    let (mode, style, systems) = (job.mode, job.style, job.systems.clone());
    let append = move |bytes: &mut Vec<u8>, samples: &mut Samples, sampled: &Sampled| {
        let Sampled { segment, id, references, .. } = *sampled;
        let (mut rows, system, mut scores) = (RowWriter::new(style, segment - 1), &systems[0], Vec::new());
        // Vectors accept all that is written to them.
        let _ = match mode {
            Mode::Pick(choice) => {
                let place = match (choice, references) {
                    (SampleChoice::Mbr, []) => samples.expected_scores(&mut scores)?,
                    (SampleChoice::Mbr, references) => samples.expected_scores_against(references, &mut scores)?,
                    (_, references) => {
                        samples.scores(references, &mut scores)?;
                        choice.of_scores(&scores)
                    }
                };
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
    fold_samples(job, &job.definition, append, |bytes| write_now(out, &bytes))?;
    Ok(Results::Segments(SegmentsRead::default()))
}

/// Computes the Self-BLEU of the samples, as a mean over the segments and their groups.
pub fn run_self_bleu(job: &'static Job) -> Result<Results> {
    let push = |sums: &mut Grouped<CorpusSums>, samples: &mut Samples, sampled: &Sampled| {
        let table = samples.count_against_others()?;
        let (statistics, score) = (table.sum(), samples.definition().mean_score(&table));
        sums.of_segment(sampled.group).try_for_each(|sums| {
            sums.segments += 1;
            sums.systems.resize(1, CorpusTotals::default());
            sums.systems[0].push_score(&statistics, score.value())
        })
    };
    let mut sums = Grouped::<CorpusSums>::default();
    let summary = fold_samples(job, &job.definition, push, |batch| sums.append(batch))?;
    let others = match summary.samples {
        Some(ReferenceCount::Fixed(samples)) => ReferenceCount::from_len(samples.get() - 1),
        _ => ReferenceCount::Varying,
    };
    let signature = summary.signature(job).with_references(others);
    let options = ScoreOptions { test: None, orders: Vec::new(), signature };
    Ok(scores(job, score::report(job, &options, &sums, &InputSummary::default())?))
}
