//! The answer that scores give, in a few sentences: which system is better, whether that is sure, and why. The page of
//! `--report` and `--explain` begin with it.

use super::robust::Robust;
use super::{Explanation, MAX_TESTED_UNASKED, Report, comparison};
use crate::bleu::significance::Comparison;
use crate::checks::explain::SegmentGain;
use crate::program::request::style::Style;
use crate::text::display::{count, escape_for_reading, isolated, listed};

/// Maximum number of systems that are named in a sentence.
const MAX_NAMED: usize = 3;

/// Maximum number of systems whose scores are listed.
const MAX_LISTED: usize = 4;

/// Number of segments that are named to look at.
const NAMED_SEGMENTS: usize = 3;

/// Scores and their explanations. The first system is the one that the others are compared with.
pub struct VerdictBasis<'a> {
    /// Names of the systems to display.
    names: Vec<String>,
    /// Scores and their significance, of the corpus and of its groups.
    pub report: &'a Report,
    /// Explanations of the first system with each of the others, or alone; none if there are no explanations.
    pub explanations: &'a [Explanation],
    pub style: Style,
}

/// The answer that scores give.
#[derive(Clone, Debug)]
pub struct VerdictText {
    /// The result.
    pub headline: String,
    /// The scores that it follows from.
    pub scores: String,
    /// How sure it is.
    pub certainty: Vec<String>,
    /// Causes of the difference, or of the only score, and the segments that show them.
    pub reasons: Vec<String>,
}

impl VerdictText {
    /// Its parts after the result, with their titles.
    pub fn parts(&self) -> [(&'static str, &[String]); 3] {
        [("Scores", std::slice::from_ref(&self.scores)), ("How sure", &self.certainty), ("Why", &self.reasons)]
    }
}

impl<'a> VerdictBasis<'a> {
    pub fn new(report: &'a Report, explanations: &'a [Explanation], style: Style) -> VerdictBasis<'a> {
        VerdictBasis { names: report.names_in_sentences(style), report, explanations, style }
    }

    /// The comparison of a system with the first: its score minus the score of the first; `None` if it was not tested.
    fn comparison(&self, system: usize) -> Option<Comparison> {
        self.report.significance.comparison(system, 0)
    }

    /// The name of a system for sentences.
    pub(super) fn name(&self, system: usize) -> String {
        isolated(&self.names[system])
    }

    /// The score of a system, from 0 to 1.
    pub(super) fn score(&self, system: usize) -> f64 {
        self.report.systems[system].score.parts.value()
    }

    /// A difference of scores, with its sign.
    pub(super) fn difference(&self, difference: f64) -> String {
        // Adding 0 makes a negative 0 positive.
        self.style.difference(difference + 0.0, 0).replace('-', "−")
    }

    /// Says which system is better, whether that is sure, and why.
    pub fn verdict(&self) -> VerdictText {
        let (headline, mut certainty): (String, Vec<String>) = match self.names.len() {
            1 => {
                let headline = format!("{} scores {} BLEU{}", self.name(0), self.score_text(0), self.mean_note());
                (headline, self.interval().into_iter().collect())
            }
            2 => (self.headline_of_two(), self.difference_of_two().into_iter().collect()),
            _ => (self.headline_of_several(), self.differences()),
        };
        let reasons = if self.names.len() == 1 { self.reasons_of_score() } else { self.reasons_of_difference() };
        if self.report.significance.resampling.is_none() {
            certainty.push(match self.report.definition.is_score_of_sums() {
                true if self.report.segments_of(0) > MAX_TESTED_UNASKED => {
                    let test = if self.names.len() == 1 { "--confidence" } else { "--paired bootstrap" };
                    format!("Not tested: more than {MAX_TESTED_UNASKED} segments take long; {test} tests it.")
                }
                true => "Too few segments to say how sure this is.".into(),
                false => "Not tested: the score is not computed from sums over segments.".into(),
            });
        }
        if let Some(comparisons) = &self.report.significance.comparisons {
            certainty.extend(comparison::samples(self.report, comparisons, self.style));
        }
        let reasons = reasons.into_iter().chain(self.telling_segments()).collect();
        let choices = self.choices();
        let kinds = choices.iter().filter(|(kinds, _)| !kinds.is_empty());
        let headline = kinds.fold(headline, |headline, (kinds, _)| format!("{headline}; this depends on the {kinds}"));
        certainty.extend(choices.map(|(_, words)| format!("Under other choices: {words}.")));
        VerdictText { headline, scores: self.scores(), certainty, reasons }
    }

    /// The kinds of choices that decide about the difference of the first two systems, and whether it holds under them.
    fn choices(&self) -> Option<(String, String)> {
        let robust = self.report.significance.comparisons.as_ref()?.robust.as_ref()?;
        let found = robust.find(1, 0).or_else(|| robust.find(0, 1))?;
        Some((Robust::deciding_kinds(found), robust.verdict(found, self.style)))
    }

    /// Names the segments with the largest parts in the difference of the first two systems, or those that lower the only
    /// score most.
    fn telling_segments(&self) -> Option<String> {
        let explanation = self.explanations.first()?;
        let (first, others): (&[SegmentGain], &[SegmentGain]) = match &explanation.difference {
            Some(difference) if self.score(1) > self.score(0) => (&difference.second_better, &difference.first_better),
            Some(difference) => (&difference.first_better, &difference.second_better),
            None => (&explanation.corpora.first()?.explanation.worst_segments, &[]),
        };
        let [first, others] = [first, others].map(|segments| segment_numbers(explanation, segments));
        first.map(|first| match others {
            None if explanation.difference.is_none() => format!("It loses most in {first}."),
            None => format!("The difference is largest in {first}."),
            Some(others) => format!("The difference is largest in {first}; the other way in {others}."),
        })
    }

    /// Says which means the scores are, if they are.
    fn mean_note(&self) -> String {
        let report = self.report;
        let samples = report.systems.first().and_then(|system| system.samples);
        match samples {
            _ if report.is_mean() => format!(" in the mean of {}", count(report.groups.len() as u64, "set")),
            Some(found) if report.systems.len() == 1 => format!(" in the mean of {} samples", found.samples),
            Some(_) => " in the mean of their samples".into(),
            None => String::new(),
        }
    }

    fn score_text(&self, system: usize) -> String {
        self.report.systems[system].score.text(self.style)
    }

    /// The scores of a few systems, or the range of many.
    fn scores(&self) -> String {
        let score = |system: usize| format!("{}: {} BLEU", self.name(system), self.score_text(system));
        let segments = count(self.report.segments, "segment");
        match self.names.len() {
            few @ 1..=MAX_LISTED => format!("{}; on {segments}.", (0..few).map(score).collect::<Vec<_>>().join("; ")),
            many => format!("{many} systems on {segments}."),
        }
    }

    /// The confidence interval of the only system.
    fn interval(&self) -> Option<String> {
        let found = self.report.significance.confidence(0)?;
        let [low, high] = [found.low, found.high].map(|score| self.style.number(score));
        Some(format!("95% confidence interval {low} to {high}."))
    }

    fn headline_of_two(&self) -> String {
        let difference = self.score(1) - self.score(0);
        let [better, worse] = if difference > 0.0 { [1, 0] } else { [0, 1] }.map(|system| self.name(system));
        let is_sure = self.comparison(1).is_none_or(|comparison| comparison.is_significant());
        let (size, means) = (self.style.number(difference.abs()), self.mean_note());
        if difference == 0.0 {
            format!("{better} and {worse} have the same score{means}")
        } else if !is_sure {
            format!("No significant difference between {better} and {worse}{means}")
        } else if size == self.style.number(0.0) {
            format!("{better} scores slightly higher than {worse}{means}")
        } else {
            format!("{better} scores {size} BLEU higher than {worse}{means}")
        }
    }

    /// Says how sure the difference of two systems is, and in how many segments it shows.
    fn difference_of_two(&self) -> Option<String> {
        let names = [1, 0].map(|system| self.name(system));
        Some(comparison::sentences(names.each_ref().map(|name| &**name), self.comparison(1)?, self.report, self.style))
    }

    /// Names the system with the highest score; if it is the first, also those that are not significantly worse.
    fn headline_of_several(&self) -> String {
        let systems = 0..self.names.len();
        let best = systems.clone().rev().max_by(|a, b| self.score(*a).total_cmp(&self.score(*b))).unwrap_or_default();
        let is_tied = |system: &usize| self.comparison(*system).is_some_and(|found| !found.is_significant());
        let ties: Vec<String> =
            systems.filter(|system| best == 0 && is_tied(system)).map(|system| self.name(system)).collect();
        let ties = match ties.len() {
            0 => String::new(),
            1..=MAX_NAMED => format!(", but {} may be as good", listed(&ties, "and")),
            many => format!(", but {many} others may be as good"),
        };
        format!("{} scores highest, with {} BLEU{}{ties}", self.name(best), self.score_text(best), self.mean_note())
    }

    /// Says how many systems differ significantly from the first, and into how many clusters they fall.
    fn differences(&self) -> Vec<String> {
        let others = 1..self.names.len();
        let differs = |sign: f64| {
            let comparisons = others.clone().filter_map(|system| self.comparison(system));
            comparisons.filter(|found| found.is_significant() && found.difference * sign > 0.0).count()
        };
        let (better, worse, all) = (differs(1.0), differs(-1.0), others.len());
        let (first, level) = (self.name(0), String::from("(at the 5% level)"));
        let counts = self.comparison(1).map(|_| match (better, worse) {
            (0, 0) => format!("No other system differs significantly {level} from {first}."),
            (0, _) if worse == all => format!("{first} is significantly better {level} than every other system."),
            _ => {
                let kinds = [
                    (better, format!("significantly better than {first} {level}")),
                    (worse, format!("significantly worse than {first} {level}")),
                    (all - better - worse, String::from("not significantly different")),
                ];
                let kinds = kinds.into_iter().filter(|(systems, _)| *systems > 0);
                let part = |(systems, kind)| format!("{systems} {} {kind}", if systems == 1 { "is" } else { "are" });
                let parts: Vec<String> = kinds.map(part).collect();
                format!("Of the {all} other systems, {}.", listed(&parts, "and"))
            }
        });
        let ranks = self.report.significance.ranking().map_or(&[][..], |ranking| &ranking.ranks);
        let clusters = ranks.last().map(|last| last.cluster).filter(|clusters| *clusters > 1).map(|clusters| {
            format!("The systems fall into {clusters} clusters: each in one is significantly better than all below it.")
        });
        counts.into_iter().chain(clusters).collect()
    }
}

/// The numbers and ids of the first of some segments; `None` without any.
fn segment_numbers(explanation: &Explanation, segments: &[SegmentGain]) -> Option<String> {
    let segments = segments.iter().take(NAMED_SEGMENTS);
    let numbers: Vec<String> = segments.map(|segment| number_and_id(explanation, segment)).collect();
    let noun = if numbers.len() == 1 { "segment" } else { "segments" };
    (!numbers.is_empty()).then(|| format!("{noun} {}", listed(&numbers, "and")))
}

/// The number of a segment, from 1, and its id if it has one.
fn number_and_id(explanation: &Explanation, found: &SegmentGain) -> String {
    let id = explanation.ids.get(found.segment as usize);
    let id = id.map_or_else(String::new, |id| format!(" ({})", isolated(&escape_for_reading(id))));
    format!("{}{id}", found.segment + 1)
}
