//! Are scores, and differences of scores, more than luck? Joins the counting of segments with their resampling.

use crate::cli::{Job, Question};
use crate::input::Input;
use crate::progress::Progress;
use crate::report::{Report, Significance, System};
use crate::{corpus, name, or_fail, warnings};
use anyhow::{Result, ensure};
use bleu::{Resampling, SegmentStatistics};

/// Scores all candidates, and answers the question about them.
pub fn find(job: &Job, question: Question, resampling: &Resampling, input: &mut Input) -> Result<Report> {
    let mut tables = vec![SegmentStatistics::new(job.metric.order); job.candidates.len()];
    let seen = corpus::count(
        input,
        job,
        |counted| counted.systems,
        |batch| tables.iter_mut().zip(&or_fail(batch)).for_each(|(table, segments)| table.append(segments)),
    );
    warnings::after(job, input, &seen);
    ensure!(
        u32::try_from(seen.segments).is_ok(),
        "{} segments, and resampling takes at most {}; a part of them, drawn at random, will say as much",
        seen.segments,
        u32::MAX
    );
    let significance = answer(question, resampling, job, &tables);
    let system =
        |system: usize| System { name: name(&job.candidates[system]), score: job.metric.score(&tables[system].sum()) };
    let systems = match &significance {
        Significance::AllPairs { ranking, .. } => ranking.systems.iter().map(|ranked| system(ranked.system)).collect(),
        _ => (0..tables.len()).map(system).collect(),
    };
    Ok(Report { systems, segments: seen.segments, signature: job.signature().to_string(), significance })
}

fn answer(question: Question, resampling: &Resampling, job: &Job, tables: &[SegmentStatistics]) -> Significance {
    let mut progress = Progress::new(resampling.resamples, job.quiet);
    let progress = &mut |begun| progress.show(begun);
    let (metric, resamples) = (&job.metric, resampling.resamples);
    match question {
        Question::Confidence => Significance::Confidence(resampling.confidence(metric, tables, progress)),
        Question::Paired(test) => {
            Significance::Paired { test, resamples, systems: resampling.paired(test, metric, tables, progress) }
        }
        Question::AllPairs(test) => {
            Significance::AllPairs { test, resamples, ranking: resampling.all_pairs(test, metric, tables, progress) }
        }
    }
}
