//! The result of a report in a few sentences: which system is better, and whether that is sure.

use super::contributions::contributions;
use super::page::Page;
use super::{Significance, p_values};
use crate::cli::display::{count, listed};
use crate::{Comparison, SIGNIFICANCE_LEVEL};

/// Maximum number of systems that are named in a sentence.
const MAX_NAMED: usize = 4;

/// The result of a report.
pub struct Verdict {
    /// The result.
    pub headline: String,
    /// The numbers that show it, and how sure it is.
    pub details: Vec<String>,
}

impl Page {
    /// Says which system is better, and whether that is sure.
    pub fn verdict(&self) -> Verdict {
        let mut verdict = match (&self.report.significance, self.report.systems.len()) {
            (_, 0 | 1) => self.of_one(),
            (Significance::AllPairs { .. }, _) => self.of_ranking(),
            (_, 2) => self.of_two(),
            (Significance::Paired { .. }, _) => self.against_first(),
            _ => self.highest(),
        };
        if matches!(self.report.significance, Significance::None) {
            verdict.details.push(match self.report.definition.is_score_of_sums() {
                true => "Too few segments to say how sure this is.".into(),
                false => "Not tested: the score is not computed from sums over segments.".into(),
            });
        }
        verdict
    }

    fn score(&self, place: usize) -> String {
        self.report.systems[place].score.text(self.style)
    }

    fn segments(&self) -> String {
        count(self.report.segments, "segment")
    }

    fn of_one(&self) -> Verdict {
        let Some(name) = self.names.first() else {
            return Verdict { headline: "No system".into(), details: Vec::new() };
        };
        let interval = self.report.significance.confidence(0).map(|found| {
            let [low, high] = [found.low, found.high].map(|score| self.style.number(score));
            format!("95% confidence interval {low} to {high}, from {}.", self.segments())
        });
        let segments = || self.scored_on();
        Verdict {
            headline: format!("{name} scores {} BLEU", self.score(0)),
            details: [Some(interval.unwrap_or_else(segments)), self.cost_of_length()].into_iter().flatten().collect(),
        }
    }

    /// Says what the brevity penalty costs the only system, if it does.
    fn cost_of_length(&self) -> Option<String> {
        let explanation = &self.explanations.first()?.systems.first()?.corpus.as_ref()?.explanation;
        let (score, without) = (&explanation.score, explanation.counterfactuals.no_brevity_penalty);
        (score.bp() < 1.0 && score.ref_len() > 0).then(|| {
            let missing = 100.0 * (1.0 - score.ratio());
            let cost = self.style.number(without - score.value());
            format!("It is {missing:.1}% shorter than the references: the brevity penalty costs {cost}.")
        })
    }

    fn of_two(&self) -> Verdict {
        let scores = [0, 1].map(|place| self.report.systems[place].score.parts.value());
        let (better, worse) = if scores[1] >= scores[0] { (1, 0) } else { (0, 1) };
        let difference = self.style.number(scores[better] - scores[worse]);
        let (better_name, worse_name) = (self.name(better), self.name(worse));
        let comparison = self.report.significance.comparison(1);
        let is_sure = comparison.is_none_or(|comparison| comparison.p_value < SIGNIFICANCE_LEVEL);
        let headline = if scores[0] == scores[1] {
            format!("{better_name} and {worse_name} score the same")
        } else if is_sure {
            format!("{better_name} scores {difference} BLEU higher than {worse_name}")
        } else {
            format!("No significant difference between {better_name} and {worse_name}")
        };
        let scores = format!(
            "{better_name} has {} BLEU, {worse_name} {}, on {}.",
            self.score(better),
            self.score(worse),
            self.segments()
        );
        let mut details = vec![scores];
        if let Some(comparison) = comparison {
            // The comparison is that of the second system with the first.
            let comparison = if better == 1 { *comparison } else { comparison.mirrored() };
            details.push(self.certainty(&comparison));
            if let Some(segments) = comparison.segments {
                details.push(format!(
                    "{better_name} has the higher score in {}, {worse_name} in {}; {} have the same.",
                    count(segments.better, "segment"),
                    segments.worse,
                    segments.equal
                ));
            }
        }
        if let Some(factors) = self.explanations.first().and_then(contributions) {
            // Adding 0 makes a negative 0 positive.
            let sign = if better == 1 { 1.0 } else { -1.0 };
            let whole: f64 = factors.iter().map(|factor| factor.part).sum();
            let of_length = factors.last().map_or(0.0, |factor| factor.part);
            let [of_matches, of_length] =
                [whole - of_length, of_length].map(|part| self.style.difference(sign * part + 0.0, 0));
            details.push(format!(
                "Matching n-grams account for {of_matches} of the difference, length (the brevity penalty) for {of_length}."
            ));
        }
        Verdict { headline, details }
    }

    /// Says how sure a difference is.
    fn certainty(&self, comparison: &Comparison) -> String {
        let resamples = self.report.significance.resampling().map_or(0, |resampling| resampling.resamples);
        let p_value = p_values::number(comparison.p_value, resamples);
        let interval = comparison.spread.map_or_else(String::new, |spread| {
            let [low, high] = [spread.low, spread.high].map(|end| self.style.difference(end, 0));
            format!(" (95% confidence interval {low} to {high})")
        });
        let difference = self.style.difference(comparison.difference, 0);
        let meaning = match comparison.p_value < SIGNIFICANCE_LEVEL {
            true => "significant, so hardly chance",
            false => "not significant, so it may be chance",
        };
        format!("The difference of {difference}{interval} is {meaning} (p = {p_value}).")
    }

    fn of_ranking(&self) -> Verdict {
        let Significance::AllPairs { ranking, .. } = &self.report.significance else { return self.highest() };
        let ties: Vec<&str> = (1..ranking.systems.len())
            .filter(|&place| ranking.p_value(0, place) >= SIGNIFICANCE_LEVEL)
            .map(|place| self.name(place))
            .collect();
        let (best, others) = (self.name(0), ranking.systems.len() - 1);
        let better = others - ties.len();
        let certainty = if ties.is_empty() {
            format!("It is significantly better (p < {SIGNIFICANCE_LEVEL}) than {}.", all_others(others))
        } else {
            let ties = match ties.len() {
                few if few <= MAX_NAMED => listed(&ties, "and"),
                many => format!("{many} others"),
            };
            let better = match better {
                0 => "It is".into(),
                better => {
                    format!("It is significantly better (p < {SIGNIFICANCE_LEVEL}) than {better} of the others, but")
                }
            };
            format!("{better} not significantly better than {ties}.")
        };
        let clusters = ranking.systems.last().map_or(0, |ranked| ranked.cluster);
        let clusters = format!(
            "The {} fall into {}: every system of a cluster is significantly better than all below it.",
            count(others as u64 + 1, "system"),
            count(clusters as u64, "cluster")
        );
        let mut verdict = self.highest();
        verdict.headline = format!("{best} scores highest, with {} BLEU", self.score(0));
        verdict.details = vec![certainty, clusters, self.scored_on()];
        verdict
    }

    fn against_first(&self) -> Verdict {
        let differs = |place: &usize, sign: f64| {
            let comparison = self.report.significance.comparison(*place);
            comparison.is_some_and(|found| found.p_value < SIGNIFICANCE_LEVEL && found.difference * sign > 0.0)
        };
        let systems = self.report.systems.len();
        let [better, worse] = [1.0, -1.0].map(|sign| (1..systems).filter(|place| differs(place, sign)).count());
        let rest = systems - 1 - better - worse;
        let first = self.name(0);
        let mut verdict = self.highest();
        verdict.details.insert(
            0,
            format!(
                "Of {} other systems, {better} are significantly better than {first}, {worse} significantly worse; {rest} \
                 do not differ significantly from it.",
                systems - 1
            ),
        );
        verdict
    }

    fn highest(&self) -> Verdict {
        let score = |place: &usize| self.report.systems[*place].score.parts.value();
        let best = (0..self.report.systems.len()).max_by(|a, b| score(a).total_cmp(&score(b))).unwrap_or_default();
        Verdict {
            headline: format!("{} scores highest, with {} BLEU", self.name(best), self.score(best)),
            details: vec![self.scored_on()],
        }
    }

    fn scored_on(&self) -> String {
        format!("Scored on {}.", self.segments())
    }
}

fn all_others(number: usize) -> String {
    match number {
        1 => "the other system".into(),
        2 => "both other systems".into(),
        number => format!("all {number} other systems"),
    }
}
