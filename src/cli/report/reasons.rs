//! Why a system scores as it does, or higher than another one, in a few sentences that follow from the explanations.

use super::change_labels::label;
use super::contributions::contributions;
use super::verdict::VerdictBasis;
use super::{ExplainedCorpus, Group};
use crate::cli::display::{count, escape_for_reading, isolated, listed};
use crate::diagnose::Finding;
use crate::what_if::Change;

/// Smallest share of a difference of systems that something else must change to be told.
const SHARE: f64 = 0.25;

/// Smallest change of a score that is told.
const CHANGE: f64 = 0.0005;

/// Smallest gain of the only system's score that is told.
const GAIN: f64 = 0.005;

/// Maximum number of groups, and of likely problems, that are named in a sentence.
const MAX_GROUPS: usize = 4;
const MAX_PROBLEMS: usize = 4;

/// The better one of two systems, and the other one.
struct Pair<'a> {
    /// Their places in the page.
    places: [usize; 2],
    names: [String; 2],
    corpora: [&'a ExplainedCorpus; 2],
    /// Difference of their scores; not negative.
    difference: f64,
    evidence: &'a VerdictBasis<'a>,
}

impl VerdictBasis<'_> {
    /// Says what makes the only system's score.
    pub(super) fn reasons_of_score(&self) -> Vec<String> {
        let corpus = self.explanations.first().and_then(|found| found.systems.first()?.corpus.as_ref());
        let Some(corpus) = corpus else { return Vec::new() };
        let (explanation, style) = (&corpus.explanation, self.style);
        let score = &explanation.score;
        let mut reasons: Vec<String> =
            self.problems(&self.name(0), corpus.diagnosis.findings.iter()).into_iter().collect();
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
        reasons.extend(self.groups_of_one());
        reasons
    }

    /// Names the groups with the highest and the lowest scores of the only system.
    fn groups_of_one(&self) -> Option<String> {
        let score = |group: &Group| self.report.group_score(group, 0).value;
        let mut groups: Vec<(&Group, f64)> =
            self.report.groups.iter().filter_map(|group| Some((group, score(group)?))).collect();
        groups.sort_by(|a, b| b.1.total_cmp(&a.1));
        let text = |(group, score): &(&Group, f64)| {
            format!("{} ({})", isolated(&escape_for_reading(group.name())), self.style.number(*score))
        };
        let names = |groups: &[(&Group, f64)]| listed(&groups.iter().map(text).collect::<Vec<_>>(), "and");
        match groups.len() {
            0 | 1 => None,
            few if few <= MAX_GROUPS => Some(format!("It scores highest in {}.", names(&groups))),
            many => Some(format!(
                "Of {} it scores highest in {}, lowest in {}.",
                count(many as u64, self.group_name),
                names(&groups[..2]),
                names(&groups[many - 2..])
            )),
        }
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
        let pair = Pair { places, names, corpora, difference: difference.abs(), evidence: self };
        let factors = contributions(explanation).map(|factors| pair.factors(&factors, difference.signum()));
        let parts = [pair.problems(), pair.change(), factors, pair.groups()];
        parts.into_iter().flatten().collect()
    }
}

impl Pair<'_> {
    /// Divides the difference between n-grams and length, given the parts of the second system minus the first.
    fn factors(&self, factors: &[f64], sign: f64) -> String {
        let Some((of_length, of_orders)) = factors.split_last() else { return String::new() };
        let by_length = sign * of_length;
        let by_ngrams = self.difference - by_length;
        let part = |factor: &f64| sign * by_ngrams.signum() * factor;
        let most = of_orders.iter().enumerate().max_by(|(_, a), (_, b)| part(a).total_cmp(&part(b)));
        let order = most.map_or(0, |(place, _)| place);
        let correct = percents(self.corpora.map(|corpus| corpus.explanation.terms[order].precision.percent()));
        let ratios = percents(self.corpora.map(|corpus| 100.0 * corpus.explanation.score.ratio()));
        let [none, by_ngrams, by_length] = [0.0, by_ngrams, by_length].map(|part| self.evidence.difference(part));
        let length = match by_length == none {
            true => String::new(),
            false => {
                format!(
                    "; by length {by_length} ({} of the length of the references, against {})",
                    ratios[0], ratios[1]
                )
            }
        };
        format!(
            "{} is ahead of {}: by n-grams {by_ngrams}, most of all {}-grams ({} correct, against {}){length}.",
            self.names[0],
            self.names[1],
            order + 1,
            correct[0],
            correct[1],
        )
    }

    /// Names the likely problems that only one of the systems has.
    fn problems(&self) -> Option<String> {
        let found = self.corpora.map(|corpus| &corpus.diagnosis.findings);
        let own = |place: usize| {
            let other = found[1 - place];
            let own = found[place].iter().filter(|finding| other.iter().all(|other| other.check != finding.check));
            self.evidence.problems(&self.names[place], own)
        };
        // The problems of the worse system explain why it is worse.
        let sentences: Vec<String> = [own(1), own(0)].into_iter().flatten().collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// Names the kind of difference from the references that has the largest part in the difference of the systems.
    fn change(&self) -> Option<String> {
        let [better, worse] = self.corpora.map(|corpus| &corpus.diagnosis.what_if);
        let leads = better.iter().zip(worse).map(|(better, worse)| (better.change, better.score - worse.score));
        let moved = |(_, lead): &(Change, f64)| (lead - self.difference).abs();
        let (change, lead) = leads.max_by(|a, b| moved(a).total_cmp(&moved(b)))?;
        let then = self.evidence.difference(lead);
        let share = 100.0 * (self.difference - lead) / self.difference;
        let share = match share {
            // A part of more than all of it, or against it, is no share.
            10.0..=100.0 => format!("{share:.0}% of it is {}; ignoring that,", label(change)),
            _ => format!("Ignoring {},", label(change)),
        };
        (moved(&(change, lead)) >= CHANGE.max(SHARE * self.difference)).then(|| {
            format!("{share} the difference would be {then} instead of {}.", self.evidence.difference(self.difference))
        })
    }

    /// Names the groups in which the better system is ahead and those in which it is behind, those with the largest parts in
    /// the difference first.
    fn groups(&self) -> Option<String> {
        let report = self.evidence.report;
        let lead = |group: &Group| {
            let [better, worse] = self.places.map(|place| report.group_score(group, place).value);
            Some(better? - worse?)
        };
        let mut leads: Vec<(&Group, f64)> =
            report.groups.iter().filter_map(|group| Some((group, lead(group)?))).collect();
        let weight = |(group, lead): &(&Group, f64)| (lead * group.sums.segments as f64).abs();
        leads.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        let name = |group: &Group| isolated(&escape_for_reading(group.name()));
        let noun = self.evidence.group_name;
        let part = |what: &str, is_of: &dyn Fn(f64) -> bool, shows_lead: bool| {
            let found: Vec<_> = leads.iter().filter(|(_, lead)| is_of(*lead)).collect();
            let text = |(group, lead): &&(&Group, f64)| match shows_lead {
                true => format!("{} ({})", name(group), self.evidence.difference(*lead)),
                false => name(group),
            };
            let named: Vec<String> = found.iter().take(MAX_GROUPS).map(text).collect();
            match found.len() {
                0 => None,
                few if few <= MAX_GROUPS => Some(format!("{what} {}", listed(&named, "and"))),
                many => Some(format!("{what} {}, most of all {}", count(many as u64, noun), listed(&named, "and"))),
            }
        };
        let parts = [
            part("ahead in", &|lead| lead > 0.0, true),
            part("behind in", &|lead| lead < 0.0, true),
            part("equal in", &|lead| lead == 0.0, false),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (leads.len() > 1).then(|| format!("{} is {}.", self.names[0], parts.join("; ")))
    }
}

impl VerdictBasis<'_> {
    /// Names some likely problems of a system with their costs, the costliest first; `None` without any.
    fn problems<'a>(&self, name: &str, problems: impl Iterator<Item = &'a Finding>) -> Option<String> {
        let problems: Vec<&Finding> = problems.collect();
        let text = |finding: &&Finding| {
            let cost = finding.score_without().map(|(_, cost)| format!(" (costs {})", self.style.number(cost)));
            format!("“{}”{}", finding.check, cost.unwrap_or_default())
        };
        let named: Vec<String> = problems.iter().take(MAX_PROBLEMS).map(text).collect();
        let noun = if problems.len() == 1 { "a likely problem" } else { "likely problems" };
        let more = match problems.len().saturating_sub(MAX_PROBLEMS) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        (!problems.is_empty()).then(|| format!("{name} has {noun}: {}{more}.", named.join(", ")))
    }
}

/// Formats two percentages with as many decimals, up to two, as tell them apart.
fn percents(numbers: [f64; 2]) -> [String; 2] {
    let short = numbers.map(|number| format!("{number:.1}%"));
    if short[0] == short[1] { numbers.map(|number| format!("{number:.2}%")) } else { short }
}
