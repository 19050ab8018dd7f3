//! The result of a report in a few sentences: which system is better, whether that is sure, and why.

use super::page::Page;
use super::{Significance, comparison};
use crate::SIGNIFICANCE_LEVEL;
use crate::cli::display::{count, listed};

/// Maximum number of systems that are named in a sentence.
const MAX_NAMED: usize = 3;

/// Maximum number of systems whose scores are listed.
const MAX_LISTED: usize = 4;

/// The result of a report.
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
        let (headline, mut certainty, reasons) = match self.names.len() {
            1 => (self.headline_of_one(), self.interval(), self.reasons_of_score()),
            2 => (self.headline_of_two(), self.difference_of_two(), self.reasons_of_difference(1)),
            _ => (self.headline_of_several(), self.differences(), self.reasons_of_difference(1)),
        };
        if matches!(self.report.significance, Significance::None) {
            certainty.push(match self.report.definition.is_score_of_sums() {
                true => "Too few segments to say how sure this is.".into(),
                false => "Not tested: the score is not computed from sums over segments.".into(),
            });
        }
        Verdict { headline, scores: self.scores(), certainty, reasons }
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

    fn headline_of_one(&self) -> String {
        format!("{} scores {} BLEU", self.name(0), self.score_text(0))
    }

    /// The confidence interval of the only system.
    fn interval(&self) -> Vec<String> {
        let interval = self.report.significance.confidence(0).map(|found| {
            let [low, high] = [found.low, found.high].map(|score| self.style.number(score));
            format!("95% confidence interval {low} to {high}.")
        });
        interval.into_iter().collect()
    }

    fn headline_of_two(&self) -> String {
        let difference = self.score(1) - self.score(0);
        let [better, worse] = if difference > 0.0 { [1, 0] } else { [0, 1] }.map(|system| self.name(system));
        let is_sure = self.comparison(1).is_none_or(|comparison| comparison.p_value < SIGNIFICANCE_LEVEL);
        let size = self.style.number(difference.abs());
        if difference == 0.0 {
            format!("{better} and {worse} have the same score")
        } else if !is_sure {
            format!("No significant difference between {better} and {worse}")
        } else if size == self.style.number(0.0) {
            format!("{better} scores slightly higher than {worse}")
        } else {
            format!("{better} scores {size} BLEU higher than {worse}")
        }
    }

    /// Says how sure the difference of two systems is, and in how many segments it shows.
    fn difference_of_two(&self) -> Vec<String> {
        let names = [1, 0].map(|system| self.name(system));
        let names = names.each_ref().map(String::as_str);
        let comparison = self.comparison(1).into_iter();
        comparison.map(|found| comparison::sentences(names, found, &self.report, self.style)).collect()
    }

    /// Names the system with the highest score; if it is the first, also those that are not significantly worse.
    fn headline_of_several(&self) -> String {
        let systems = 0..self.names.len();
        let best = systems.clone().rev().max_by(|a, b| self.score(*a).total_cmp(&self.score(*b))).unwrap_or_default();
        let is_tied =
            |system: &usize| self.comparison(*system).is_some_and(|found| found.p_value >= SIGNIFICANCE_LEVEL);
        let ties: Vec<String> =
            systems.filter(|system| best == 0 && is_tied(system)).map(|system| self.name(system)).collect();
        let ties = match ties.len() {
            0 => String::new(),
            1..=MAX_NAMED => format!(", but {} may be as good", listed(&ties, "and")),
            many => format!(", but {many} others may be as good"),
        };
        format!("{} scores highest, with {} BLEU{ties}", self.name(best), self.score_text(best))
    }

    /// Says how many systems differ significantly from the first, and into how many clusters they fall.
    fn differences(&self) -> Vec<String> {
        let others = 1..self.names.len();
        let differs = |sign: f64| {
            let comparisons = others.clone().filter_map(|system| self.comparison(system));
            comparisons.filter(|found| found.p_value < SIGNIFICANCE_LEVEL && found.difference * sign > 0.0).count()
        };
        let (better, worse, all) = (differs(1.0), differs(-1.0), others.len());
        let first = self.name(0);
        let counts = self.comparison(1).map(|_| match all - better - worse {
            0 if better == 0 => {
                format!("{first} is significantly better (p < {SIGNIFICANCE_LEVEL}) than every other system.")
            }
            neither if neither == all => {
                format!("No other system differs significantly (p < {SIGNIFICANCE_LEVEL}) from {first}.")
            }
            neither => format!(
                "Of the {all} other systems, significantly better than {first} (p < {SIGNIFICANCE_LEVEL}): {better}; \
                 significantly worse: {worse}; neither: {neither}."
            ),
        });
        let clusters = match &self.report.significance {
            Significance::AllPairs { ranking, .. } => ranking.systems.last().map_or(1, |ranked| ranked.cluster),
            _ => 1,
        };
        let clusters = (clusters > 1).then(|| {
            format!("The systems fall into {clusters} clusters: each in one is significantly better than all below it.")
        });
        counts.into_iter().chain(clusters).collect()
    }
}
