//! The result of a report in a few sentences: which system is better, whether that is sure, and why.

use super::page::Page;
use super::{Significance, p_values};
use crate::cli::display::{count, listed};
use crate::{AllPairs, Comparison, SIGNIFICANCE_LEVEL};
use std::cmp::Reverse;

/// Maximum number of systems that are named in a sentence.
const MAX_NAMED: usize = 3;

/// Maximum number of systems whose scores are listed.
const MAX_LISTED: usize = 4;

/// The result of a report.
#[derive(Default)]
pub struct Verdict {
    /// The result.
    pub headline: String,
    /// The scores that it follows from.
    pub scores: String,
    /// How sure it is.
    pub certainty: Vec<String>,
    /// Causes of the difference, or of the only score.
    pub reasons: Vec<String>,
}

impl Page {
    /// Says which system is better, whether that is sure, and why.
    pub fn verdict(&self) -> Verdict {
        let mut verdict = match (&self.report.significance, self.names.len()) {
            (_, 0 | 1) => self.of_one(),
            (_, 2) => self.of_two(),
            (Significance::AllPairs { ranking, .. }, _) => self.of_ranking(ranking),
            _ => self.of_several(),
        };
        if matches!(self.report.significance, Significance::None) {
            verdict.certainty.push(match self.report.definition.is_score_of_sums() {
                true => "Too few segments to say how sure this is.".into(),
                false => "Not tested: the score is not computed from sums over segments.".into(),
            });
        }
        verdict
    }

    fn score_text(&self, system: usize) -> String {
        self.report.systems[system].score.text(self.style)
    }

    /// The scores of a few systems, or the range of those of many.
    fn scores(&self) -> String {
        let score = |system: usize| format!("{}: {} BLEU", self.name(system), self.score_text(system));
        let segments = count(self.report.segments, "segment");
        match self.names.len() {
            few @ 1..=MAX_LISTED => format!("{}; on {segments}.", (0..few).map(score).collect::<Vec<_>>().join("; ")),
            many => format!("{many} systems on {segments}."),
        }
    }

    fn of_one(&self) -> Verdict {
        if self.names.is_empty() {
            return Verdict { headline: "No system".into(), ..Verdict::default() };
        }
        let interval = self.report.significance.confidence(0).map(|found| {
            let [low, high] = [found.low, found.high].map(|score| self.style.number(score));
            format!("95% confidence interval {low} to {high}.")
        });
        Verdict {
            headline: format!("{} scores {} BLEU", self.name(0), self.score_text(0)),
            scores: self.scores(),
            certainty: interval.into_iter().collect(),
            reasons: self.reasons_of_score(),
        }
    }

    fn of_two(&self) -> Verdict {
        let difference = self.score(1) - self.score(0);
        let [better, worse] = if difference > 0.0 { [1, 0] } else { [0, 1] }.map(|system| self.name(system));
        let comparison = self.comparison(1);
        let is_sure = comparison.is_none_or(|comparison| comparison.p_value < SIGNIFICANCE_LEVEL);
        let size = self.style.number(difference.abs());
        let headline = if difference == 0.0 {
            format!("{better} and {worse} have the same score")
        } else if !is_sure {
            format!("No significant difference between {better} and {worse}")
        } else if size == self.style.number(0.0) {
            format!("{better} scores slightly higher than {worse}")
        } else {
            format!("{better} scores {size} BLEU higher than {worse}")
        };
        Verdict {
            headline,
            scores: self.scores(),
            certainty: comparison.map_or_else(Vec::new, |comparison| self.certainty(1, &comparison)),
            reasons: self.reasons_of_difference(1),
        }
    }

    /// Says how sure the difference of a system from the first is, and in how many segments it shows.
    fn certainty(&self, system: usize, comparison: &Comparison) -> Vec<String> {
        let [first, other] = [0, system].map(|system| self.name(system));
        let segments = comparison.segments.map(|segments| match segments.better + segments.worse {
            0 => "Both have the same score in every segment.".into(),
            _ => {
                let mut sides = [(&first, segments.worse), (&other, segments.better)];
                sides.sort_by_key(|(_, number)| Reverse(*number));
                let [(name, more), (less_name, less)] = sides;
                let more = count(more, "segment");
                format!(
                    "{name} has the higher score in {more}, {less_name} in {less}; {} have the same.",
                    segments.equal
                )
            }
        });
        if comparison.difference == 0.0 {
            return segments.into_iter().collect();
        }
        let resamples = self.report.significance.resampling().map_or(0, |resampling| resampling.resamples);
        let p_value = p_values::number(comparison.p_value, resamples);
        let interval = comparison.spread.map_or_else(String::new, |spread| {
            let [low, high] = [spread.low, spread.high].map(|end| self.difference(end));
            format!(", 95% confidence interval {low} to {high}")
        });
        let meaning = match comparison.p_value < SIGNIFICANCE_LEVEL {
            true => "significant: chance alone would rarely make it",
            false => "not significant: chance alone could make it",
        };
        let difference = self.difference(comparison.difference);
        let difference =
            format!("The difference, {other} − {first} = {difference}, is {meaning} (p = {p_value}{interval}).");
        std::iter::once(difference).chain(segments).collect()
    }

    fn of_ranking(&self, ranking: &AllPairs) -> Verdict {
        let others = ranking.systems.len() - 1;
        let name = |place: &usize| self.name(*place);
        let tied = |place: &usize| ranking.p_value(0, *place) >= SIGNIFICANCE_LEVEL;
        let ties: Vec<usize> = (1..=others).filter(tied).collect();
        let equal: Vec<String> =
            (0..=others).filter(|place| self.score(*place) == self.score(0)).map(|i| name(&i)).collect();
        let some = |places: &[usize]| match places.len() {
            ..=MAX_NAMED => listed(&places.iter().map(name).collect::<Vec<_>>(), "and"),
            many => format!("{many} others"),
        };
        let best = name(&0);
        let headline = if equal.len() > MAX_NAMED {
            format!("{} systems have the highest score, {} BLEU", equal.len(), self.score_text(0))
        } else if equal.len() > 1 {
            format!("{} have the same score, {} BLEU", listed(&equal, "and"), self.score_text(0))
        } else if ties.is_empty() {
            format!("{best} scores highest, with {} BLEU", self.score_text(0))
        } else {
            format!("{best} scores highest, but {} may be as good", some(&ties))
        };
        let certainty = match (ties.len(), others - ties.len()) {
            (0, _) => format!("It is significantly better (p < {SIGNIFICANCE_LEVEL}) than {}.", all_others(others)),
            (_, 0) => format!("{best} is not significantly better than any other system."),
            (_, better) => format!(
                "{best} is significantly better (p < {SIGNIFICANCE_LEVEL}) than {better} of the others, but not than {}.",
                some(&ties)
            ),
        };
        let clusters = ranking.systems.last().map_or(0, |ranked| ranked.cluster);
        let clusters = (clusters > 1).then(|| {
            format!("The systems fall into {clusters} clusters: each in one is significantly better than all below it.")
        });
        Verdict {
            headline,
            scores: self.scores(),
            certainty: std::iter::once(certainty).chain(clusters).collect(),
            reasons: self.reasons_of_difference(1),
        }
    }

    /// Of several systems that were not ranked: they were tested against the first, or not at all.
    fn of_several(&self) -> Verdict {
        let systems = self.names.len();
        let best = (0..systems).rev().max_by(|a, b| self.score(*a).total_cmp(&self.score(*b))).unwrap_or_default();
        let differs = |sign: f64| {
            let comparisons = (1..systems).filter_map(|system| self.comparison(system));
            comparisons.filter(|found| found.p_value < SIGNIFICANCE_LEVEL && found.difference * sign > 0.0).count()
        };
        let [better, worse] = [differs(1.0), differs(-1.0)];
        let certainty = self.comparison(1).map(|_| {
            format!(
                "Of the {} other systems, significantly better than {}: {better}; significantly worse: {worse}; neither: {}.",
                systems - 1,
                self.name(0),
                systems - 1 - better - worse
            )
        });
        Verdict {
            headline: format!("{} scores highest, with {} BLEU", self.name(best), self.score_text(best)),
            scores: self.scores(),
            certainty: certainty.into_iter().collect(),
            reasons: self.reasons_of_difference(1),
        }
    }
}

fn all_others(number: usize) -> String {
    match number {
        2 => "both other systems".into(),
        number => format!("all {number} other systems"),
    }
}
