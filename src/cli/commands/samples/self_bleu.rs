//! `--samples --self-bleu`: how alike the samples of each segment are, as the mean of their scores against the others.

use super::{Sampled, append_rows, fold_samples, print_each};
use crate::bleu::CorpusTotals;
use crate::cli::Job;
use crate::cli::commands::groups::{Append, Grouped};
use crate::cli::commands::{print, score};
use crate::cli::input::SegmentGroup;
use crate::cli::input_summary::InputSummary;
use crate::cli::report::{CorpusSums, Labels, OptionalScore, ScoredSegments};
use crate::{ReferenceCount, Samples};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Prints the mean over the segments and their groups, or the Self-BLEU of each segment.
pub fn run(job: &Arc<Job>, sentences: bool, out: &mut dyn Write) -> Result<()> {
    if sentences {
        let (systems, style) = (job.systems.clone(), job.style);
        let append = move |bytes: &mut Vec<u8>, samples: &mut Samples, sampled: &Sampled| {
            let scores = [OptionalScore::from(&samples.self_bleu()?)];
            let labels = Labels { id: None, group: sampled.group.map(|group| &*group.label) };
            let scores = ScoredSegments { segment: sampled.segment, labels, systems: &systems, scores: &scores };
            append_rows(sampled.segment, &scores, style, bytes);
            Ok(())
        };
        return print_each(job, append, out);
    }
    let push = |sums: &mut Grouped<CorpusSums>, samples: &mut Samples, sampled: &Sampled| {
        let table = samples.count_against_others()?;
        let (statistics, score) = (table.sum(), samples.definition().mean_score(&table));
        let group = sampled.group.map(|SegmentGroup { number, label }| {
            &mut sums.groups.entry(*number).or_insert_with(|| (Arc::clone(label), CorpusSums::default())).1
        });
        for sums in std::iter::once(&mut sums.whole).chain(group) {
            sums.segments += 1;
            sums.systems.resize(1, CorpusTotals::default());
            sums.systems[0].push_score(&statistics, score.value())?;
        }
        Ok(())
    };
    let mut sums = Grouped::<CorpusSums>::default();
    let summary = fold_samples(job, &job.definition, push, |batch| sums.append(batch))?;
    let others = match summary.samples {
        Some(ReferenceCount::Fixed(samples)) => ReferenceCount::from(samples.get() - 1),
        _ => ReferenceCount::Varying,
    };
    let signature = summary.signature(job).with_references(others);
    let report = score::report(job, None, &sums, signature, &InputSummary::default())?;
    print(job, report, out)
}
