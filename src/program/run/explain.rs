//! `--explain` and `--explain-segment`: why the score of a corpus, or of one of its segments, is what it is.

use super::examination::{Examination, Scope, examine};
use super::score::{self, ReportOptions};
use super::{Mode, objection_of_explanations};
use crate::bleu::scoring::Definition;
use crate::bleu::significance::{PairedTest, Resampling};
use crate::program::request::support::{Feature, OutputFormats, RequiredInput, Support};
use crate::program::request::{AskedTest, ExplainPart, Request, SignificanceTest};
use crate::program::results::{Explanation, MAX_TESTED_UNASKED, MIN_SEGMENTS_OF_GROUP, Report, Results};
use crate::text::display::count;
use anyhow::{Result, bail};
use std::io::Write;
use std::sync::Arc;

/// Number of segments, of all pairs together, that the page of `--report` explains at a time. Up to this number, the counts of a
/// pair are exact, and take 128 MB at most.
const MAX_TOGETHER: u64 = 100_000;

/// Why the score is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplainMode {
    /// Number of the segment to explain, from 1; `None` for the corpus.
    pub segment: Option<u64>,
    /// Part of the explanation of the corpus.
    pub part: ExplainPart,
    /// Number of n-grams and segments of each kind to list.
    pub show: usize,
    /// Whether the scores of single segments use the effective order.
    pub effective_order_of_segments: bool,
}

impl Mode for ExplainMode {
    fn support(&self) -> Support {
        use Feature::{By, Diagnosis, FailUnder, Ids, Report};
        let (flag, features): (_, &[Feature]) = match self.segment {
            Some(_) => ("--explain-segment", &[Report]),
            None => ("--explain", &[By, Ids, FailUnder, Report, Diagnosis]),
        };
        // Two candidates are compared.
        Support { flag, input: RequiredInput::Texts, candidates: 1..=2, formats: OutputFormats::Documents, features }
    }

    fn objection(&self, definition: &Definition) -> Option<&'static str> {
        objection_of_explanations(definition)
    }

    fn run(&self, request: &Arc<Request>, _: &mut dyn Write) -> Result<Results> {
        // Programs get the groups from it.
        let answer = self.segment.is_none() && (!request.style.format.is_json() || request.input.by.is_some());
        Ok(Results::Explanation(explanation(request, *self, answer)?))
    }
}

/// Explains the score of one candidate or two, and tests it for an answer if there is to be one.
fn explanation(request: &Arc<Request>, explain: ExplainMode, has_answer: bool) -> Result<Explanation> {
    let scope = Scope { has_tables: has_answer, ..Scope::new(request, explain) };
    let found = examine(request, scope)?;
    if let Some(segment) = explain.segment.filter(|segment| *segment > found.segments()) {
        bail!("there is no segment {segment}; the corpus has {}", count(found.segments(), "segment"));
    }
    let answer = if has_answer { Some(answer(request, &found)?) } else { None };
    let places: Vec<usize> = (0..request.systems.len()).collect();
    Ok(Explanation { answer, ..explanation_of(request, explain, &found, &places) })
}

/// The scores with their significance, as the page of --report has them.
fn answer(request: &Request, found: &Examination) -> Result<Report> {
    let signature = found.corpus.summary.signature(request);
    let options = ReportOptions { test: answer_test(request, None, found.segments()), orders: Vec::new(), signature };
    score::report(request, &options, &found.corpus)
}

/// Explains the first system with each of the others, or alone, for a page.
pub fn explanations(request: &Arc<Request>, explain: ExplainMode, segments: u64) -> Result<Vec<Explanation>> {
    let systems = request.candidates.len();
    let scope = Scope::new(request, explain);
    if systems == 1 {
        let found = examine(request, scope)?;
        return Ok(vec![explanation_of(request, explain, &found, &[0])]);
    }
    let together = usize::try_from(MAX_TOGETHER / segments.max(1)).unwrap_or(usize::MAX).max(1);
    let others: Vec<usize> = (1..systems).collect();
    let mut explanations = Vec::new();
    for others in others.chunks(together) {
        let places: Vec<usize> = std::iter::once(0).chain(others.iter().copied()).collect();
        let request = Arc::new(request.with_candidates(&places));
        let found = examine(&request, scope.clone())?;
        explanations.extend((1..places.len()).map(|other| explanation_of(&request, explain, &found, &[0, other])));
    }
    Ok(explanations)
}

/// The explanation of these systems: of one, or of the first and another.
fn explanation_of(request: &Request, explain: ExplainMode, found: &Examination, places: &[usize]) -> Explanation {
    let difference = places.get(1).and_then(|other| found.differences.get(other - 1));
    let segment = found.segment.as_deref().unwrap_or_default();
    Explanation {
        names: places.iter().map(|place| request.systems[*place].clone()).collect(),
        corpora: places.iter().filter_map(|place| found.corpora.get(*place).cloned()).collect(),
        explained_segments: places.iter().filter_map(|place| segment.get(*place).cloned()).collect(),
        difference: difference.cloned(),
        answer: None,
        part: explain.part,
        segments: found.segments(),
        ids: found.ids.clone(),
        signature: found.corpus.summary.signature(request).to_string(),
    }
}

/// The test of an answer: the one that is asked for, if it compares all systems; else the bootstrap, unless there are too few
/// segments or too many, or the score is not one of sums.
pub fn answer_test(request: &Request, asked: Option<AskedTest>, segments: u64) -> Option<AskedTest> {
    let bootstrap = match request.candidates.len() {
        1 => SignificanceTest::Confidence,
        2 => SignificanceTest::Paired(PairedTest::Bootstrap),
        _ => SignificanceTest::AllPairs(PairedTest::Bootstrap),
    };
    match asked {
        Some(asked) if asked.test == SignificanceTest::Confidence => Some(AskedTest { test: bootstrap, ..asked }),
        Some(asked) => Some(asked),
        None if !(MIN_SEGMENTS_OF_GROUP..=MAX_TESTED_UNASKED).contains(&segments) => None,
        None if !request.definition.is_score_of_sums() => None,
        None => {
            let resampling = Resampling::new().threads(request.jobs.get());
            Some(AskedTest { test: bootstrap, resampling, robust: false })
        }
    }
}
