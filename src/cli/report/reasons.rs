//! Why a system scores as it does, or higher than another one, in a few sentences that follow from the explanations.

use super::contributions::{Contribution, contributions};
use super::page::Page;
use super::what_if::label;
use super::{ExplainedCorpus, Group};
use crate::cli::display::{escape_for_reading, isolated};
use crate::what_if::Change;

/// Smallest share of a difference of systems that something else must change to be told.
const SHARE: f64 = 0.25;

/// Smallest change of a score that is told.
const CHANGE: f64 = 0.0005;

/// Smallest gain of the only system's score that is told.
const GAIN: f64 = 0.005;

/// The better one of two systems, and the other one.
struct Pair<'a> {
    /// Their places in the page.
    places: [usize; 2],
    names: [String; 2],
    corpora: [&'a ExplainedCorpus; 2],
    /// Difference of their scores; not negative.
    difference: f64,
    page: &'a Page,
}

impl Page {
    /// Says what makes the only system's score.
    pub(super) fn reasons_of_score(&self) -> Vec<String> {
        let corpus = self.explanations.first().and_then(|found| found.systems.first()?.corpus.as_ref());
        let Some(corpus) = corpus else { return Vec::new() };
        let (explanation, style) = (&corpus.explanation, self.style);
        let score = &explanation.score;
        let mut reasons = Vec::new();
        if let [first, .., last] = &explanation.terms[..] {
            reasons.push(format!(
                "Of its tokens, {:.1}% are correct, of its {}-grams {:.1}%.",
                first.precision.percent(),
                last.order,
                last.precision.percent()
            ));
        }
        if score.bp() < 1.0 && score.ref_len() > 0 {
            let missing = 100.0 * (1.0 - score.ratio());
            let cost = style.number(explanation.counterfactuals.no_brevity_penalty - score.value());
            reasons.push(format!(
                "It is {missing:.1}% shorter than the references, for which the brevity penalty takes {cost}."
            ));
        }
        let costs = corpus.diagnosis.what_if.iter().filter(|found| found.difference >= GAIN);
        if let Some(found) = costs.max_by(|a, b| a.difference.total_cmp(&b.difference)) {
            let (number, difference) = (style.number(found.score), self.difference(found.difference));
            reasons.push(format!("Ignoring {}, it would be {number} ({difference}).", label(found.change)));
        }
        reasons
    }

    /// Says why the better of the first system and another one scores higher; nothing if neither does.
    pub(super) fn reasons_of_difference(&self, other: usize) -> Vec<String> {
        let explanation = other.checked_sub(1).and_then(|place| self.explanations.get(place));
        let Some(explanation) = explanation else { return Vec::new() };
        let corpora: Vec<_> = explanation.systems.iter().filter_map(|system| system.corpus.as_ref()).collect();
        let [first, second] = corpora[..] else { return Vec::new() };
        let difference = self.score(other) - self.score(0);
        if difference == 0.0 {
            return Vec::new();
        }
        let (places, corpora) =
            if difference > 0.0 { ([other, 0], [second, first]) } else { ([0, other], [first, second]) };
        let names = places.map(|place| self.name(place));
        let pair = Pair { places, names, corpora, difference: difference.abs(), page: self };
        let factors = contributions(explanation).map(|factors| pair.factors(&factors, difference.signum()));
        [factors, pair.problem(), pair.change(), pair.groups()].into_iter().flatten().collect()
    }
}

impl Pair<'_> {
    /// Divides the difference between n-grams and length, given the parts of the second system minus the first.
    fn factors(&self, factors: &[Contribution], sign: f64) -> String {
        let Some((of_length, of_orders)) = factors.split_last() else { return String::new() };
        let by_length = sign * of_length.part;
        let by_ngrams = self.difference - by_length;
        let part = |factor: &Contribution| sign * by_ngrams.signum() * factor.part;
        let most = of_orders.iter().enumerate().max_by(|(_, a), (_, b)| part(a).total_cmp(&part(b)));
        let order = most.map_or(0, |(place, _)| place);
        let correct = percents(self.corpora.map(|corpus| corpus.explanation.terms[order].precision.percent()));
        let ratios = percents(self.corpora.map(|corpus| 100.0 * corpus.explanation.score.ratio()));
        let [by_ngrams, by_length] = [by_ngrams, by_length].map(|part| self.page.difference(part));
        format!(
            "{} is ahead of {}: by n-grams {by_ngrams}, most of all {}-grams ({} correct, against {}); by length {by_length} \
             ({} of that of the references, against {}).",
            self.names[0],
            self.names[1],
            order + 1,
            correct[0],
            correct[1],
            ratios[0],
            ratios[1]
        )
    }

    /// Names the likely problem that only the worse system has, if it costs a share of the difference.
    fn problem(&self) -> Option<String> {
        let [better, worse] = self.corpora.map(|corpus| &corpus.diagnosis.findings);
        let own = worse.iter().filter(|finding| better.iter().all(|other| other.check != finding.check));
        let costs = own.filter_map(|finding| Some((finding.check, finding.score_without()?.1)));
        let (check, cost) = costs.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        (cost >= SHARE * self.difference).then(|| {
            format!("A likely problem of {}, “{check}”, costs it {}.", self.names[1], self.page.style.number(cost))
        })
    }

    /// Names the kind of difference from the references that has the largest part in the difference of the systems.
    fn change(&self) -> Option<String> {
        let [better, worse] = self.corpora.map(|corpus| &corpus.diagnosis.what_if);
        let leads = better.iter().zip(worse).map(|(better, worse)| (better.change, better.score - worse.score));
        let moved = |(_, lead): &(Change, f64)| (lead - self.difference).abs();
        let (change, lead) = leads.max_by(|a, b| moved(a).total_cmp(&moved(b)))?;
        let [now, then] = [self.difference, lead].map(|difference| self.page.difference(difference));
        (moved(&(change, lead)) >= CHANGE.max(SHARE * self.difference))
            .then(|| format!("Ignoring {}, the difference would be {then} instead of {now}.", label(change)))
    }

    /// Says in how many documents the better system is ahead, and which one has the largest part in that.
    fn groups(&self) -> Option<String> {
        let report = &self.page.report;
        let lead = |group: &Group| {
            let [better, worse] = self.places.map(|place| report.group_score(group, place).value);
            Some(better? - worse?)
        };
        let leads: Vec<(&Group, f64)> = report.groups.iter().filter_map(|group| Some((group, lead(group)?))).collect();
        let ahead = leads.iter().filter(|(_, lead)| *lead > 0.0).count();
        let weight = |(group, lead): &&(&Group, f64)| lead * group.sums.segments as f64;
        let (most, _) = leads.iter().max_by(|a, b| weight(a).total_cmp(&weight(b)))?;
        let [own, others] = self.places.map(|place| report.group_score(most, place).text(self.page.style));
        (leads.len() > 1 && ahead > 0).then(|| {
            format!(
                "{} is ahead in {ahead} of {} documents; {} has the largest part in that ({own} against {others}).",
                self.names[0],
                leads.len(),
                isolated(&escape_for_reading(most.name()))
            )
        })
    }
}

/// Formats two percentages with as many decimals, up to two, as tell them apart.
fn percents(numbers: [f64; 2]) -> [String; 2] {
    let short = numbers.map(|number| format!("{number:.1}%"));
    if short[0] == short[1] { numbers.map(|number| format!("{number:.2}%")) } else { short }
}
