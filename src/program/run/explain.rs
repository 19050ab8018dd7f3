//! `--explain` and `--explain-segment`: why the score of a corpus, or of one of its segments, is what it is.

use super::examination::{Examination, Scope, examine};
use super::score;
use crate::bleu::significance::{PairedTest, Resampling};
use crate::program::request::{Explain, Job, Mode, SignificanceTest};
use crate::program::results::{Explanation, MIN_SEGMENTS_OF_GROUP, Results};
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
    let mut found = examine(job, scope)?;
    if let Some(segment) = explain.segment.filter(|segment| *segment > found.segments()) {
        bail!("there is no segment {segment}; the corpus has {}", count(found.segments(), "segment"));
    }
    // The first segment was explained in case it is the only one.
    found.segment = found.segment.filter(|_| explain.segment.is_some() || found.summary.segments == 1);
    // The scores with their significance, as the page of --report has them.
    let answered_job = Job { mode: answer_mode(job, found.segments()), ..job.clone() };
    let answer = has_answer.then(|| score::report(&answered_job, &found.tables, &found.summary)).transpose()?;
    let places: Vec<usize> = (0..job.systems.len()).collect();
    Ok(Explanation { answer, ..explanation_of(job, explain, &found, &places) })
}

/// Explains the first system with each of the others, or alone, for a page.
pub fn explanations(job: &'static Job, explain: Explain, segments: u64) -> Result<Vec<Explanation>> {
    let systems = job.candidates.len();
    if systems == 1 {
        return Ok(vec![explanation(job, explain, false)?]);
    }
    let together = usize::try_from(MAX_TOGETHER / segments.max(1)).unwrap_or(usize::MAX).max(1);
    let others: Vec<usize> = (1..systems).collect();
    let mut explanations = Vec::new();
    for others in others.chunks(together) {
        let places: Vec<usize> = std::iter::once(0).chain(others.iter().copied()).collect();
        let job = job.of_candidates(&places).keep();
        let mut found = examine(job, Scope::new(job, explain))?;
        found.segment = found.segment.filter(|_| found.summary.segments == 1);
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
        signature: found.summary.signature(job).to_string(),
    }
}

/// The mode of an answer: the test that is asked for, if it compares all systems; else the bootstrap, unless there are too few
/// segments, or the score is not one of sums.
pub fn answer_mode(job: &Job, segments: u64) -> Mode {
    let all = |test| match job.candidates.len() {
        1 => SignificanceTest::Confidence,
        2 => SignificanceTest::Paired(test),
        _ => SignificanceTest::AllPairs(test),
    };
    match job.mode {
        Mode::Significance(SignificanceTest::Confidence, resampling) => {
            Mode::Significance(all(PairedTest::Bootstrap), resampling)
        }
        Mode::Significance(..) => job.mode,
        _ if segments < MIN_SEGMENTS_OF_GROUP || !job.definition.is_score_of_sums() => Mode::Corpus,
        _ => Mode::Significance(all(PairedTest::Bootstrap), Resampling::new().threads(job.jobs.get())),
    }
}
