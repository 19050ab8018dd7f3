//! `--explain` and `--explain-segment`: why the score of a corpus, or of one of its segments, is what it is.

use super::examination::{Examination, Scope, examine};
use super::score::{self, ScoreOptions};
use crate::bleu::significance::{PairedTest, Resampling};
use crate::program::request::{AskedTest, Explain, Job, Mode, SignificanceTest};
use crate::program::results::{Explanation, MIN_SEGMENTS_OF_GROUP, Report, Results};
use crate::text::display::count;
use anyhow::{Result, bail};

/// Number of segments, of all pairs together, that the page of `--report` explains at a time. The counts of one pair of so many
/// segments are exact, and take 128 MB at most.
const MAX_TOGETHER: u64 = 100_000;

/// Explains the score of each candidate.
pub fn run(job: &'static Job, explain: Explain) -> Result<Results> {
    // Programs get the groups from it.
    let answer = explain.segment.is_none() && (!job.style.format.is_json() || job.input.by.is_some());
    Ok(Results::Explanation(explanation(job, explain, answer)?))
}

/// Explains the score of one candidate or two, and tests it for an answer if there is to be one.
fn explanation(job: &'static Job, explain: Explain, has_answer: bool) -> Result<Explanation> {
    let scope = Scope { has_tables: has_answer, ..Scope::new(job, explain) };
    let found = examine(job, scope)?;
    if let Some(segment) = explain.segment.filter(|segment| *segment > found.segments()) {
        bail!("there is no segment {segment}; the corpus has {}", count(found.segments(), "segment"));
    }
    let answer = if has_answer { Some(answer(job, &found)?) } else { None };
    let places: Vec<usize> = (0..job.systems.len()).collect();
    Ok(Explanation { answer, ..explanation_of(job, explain, &found, &places) })
}

/// The scores with their significance, as the page of --report has them.
fn answer(job: &Job, found: &Examination) -> Result<Report> {
    let signature = found.summary.signature(job);
    let options = ScoreOptions { test: answer_test(job, found.segments()), orders: Vec::new(), signature };
    score::report(job, &options, &found.tables, &found.summary)
}

/// Explains the first system with each of the others, or alone, for a page.
pub fn explanations(job: &'static Job, explain: Explain, segments: u64) -> Result<Vec<Explanation>> {
    let systems = job.candidates.len();
    let scope = Scope { is_read_again: true, ..Scope::new(job, explain) };
    if systems == 1 {
        let found = examine(job, scope)?;
        return Ok(vec![explanation_of(job, explain, &found, &[0])]);
    }
    let together = usize::try_from(MAX_TOGETHER / segments.max(1)).unwrap_or(usize::MAX).max(1);
    let others: Vec<usize> = (1..systems).collect();
    let mut explanations = Vec::new();
    for others in others.chunks(together) {
        let places: Vec<usize> = std::iter::once(0).chain(others.iter().copied()).collect();
        let job = job.of_candidates(&places).keep();
        let found = examine(job, scope.clone())?;
        explanations.extend((1..places.len()).map(|other| explanation_of(job, explain, &found, &[0, other])));
    }
    Ok(explanations)
}

/// The explanation of these systems: of one, or of the first and another.
fn explanation_of(job: &Job, explain: Explain, found: &Examination, places: &[usize]) -> Explanation {
    let difference = places.get(1).and_then(|other| found.differences.get(other - 1));
    let segment = found.segment.as_deref().unwrap_or_default();
    Explanation {
        names: places.iter().map(|place| job.systems[*place].clone()).collect(),
        corpora: places.iter().filter_map(|place| found.corpora.get(*place).cloned()).collect(),
        explained_segments: places.iter().filter_map(|place| segment.get(*place).cloned()).collect(),
        difference: difference.cloned(),
        answer: None,
        part: explain.part,
        segments: found.segments(),
        ids: found.ids.clone(),
        signature: found.summary.signature_of_scores(job).to_string(),
    }
}

/// The test of an answer: the one that is asked for, if it compares all systems; else the bootstrap, unless there are too few
/// segments, or the score is not one of sums.
pub fn answer_test(job: &Job, segments: u64) -> Option<AskedTest> {
    let all = |test| match job.candidates.len() {
        1 => SignificanceTest::Confidence,
        2 => SignificanceTest::Paired(test),
        _ => SignificanceTest::AllPairs(test),
    };
    match job.mode {
        Mode::Significance(SignificanceTest::Confidence, resampling) => Some((all(PairedTest::Bootstrap), resampling)),
        Mode::Significance(test, resampling) => Some((test, resampling)),
        _ if segments < MIN_SEGMENTS_OF_GROUP || !job.definition.is_score_of_sums() => None,
        _ => Some((all(PairedTest::Bootstrap), Resampling::new().threads(job.jobs.get()))),
    }
}
