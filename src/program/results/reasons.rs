//! Why a system scores as it does, or higher than another one, in a few sentences that follow from the explanations.

use super::findings::cost_words;
use super::verdict::VerdictBasis;
use super::what_if::label;
use super::{ExplainedCorpus, Explanation, Group};
use crate::checks::diagnose::Finding;
use crate::checks::explain::UnusedWord;
use crate::checks::what_if::Change;
use crate::text::display::{count, escape_for_reading, isolated, listed};
use std::cmp::Ordering;

/// Smallest share of a difference of systems that something else must change to be told.
const SHARE: f64 = 0.25;

/// Smallest change of a score that is told.
const CHANGE: f64 = 0.0005;

/// Smallest gain of the only system's score that is told.
const GAIN: f64 = 0.005;

/// Smallest difference of scores that is divided into parts.
const SMALLEST: f64 = 5e-5;

/// Maximum number of groups, and of likely problems, that are named in a sentence.
const MAX_GROUPS: usize = 4;
const MAX_PROBLEMS: usize = 4;

/// The better one of the first two systems, and the other one.
struct SystemPair<'a> {
    /// Their places in the page.
    places: [usize; 2],
    names: [String; 2],
    corpora: [&'a ExplainedCorpus; 2],
    /// Difference of their scores; not negative.
    difference: f64,
    basis: &'a VerdictBasis<'a>,
}

impl VerdictBasis<'_> {
    /// Says what makes the only system's score.
    pub(super) fn reasons_of_score(&self) -> Vec<String> {
        let corpus = self.explanations.first().and_then(|explanation| explanation.corpora.first());
        let Some(ExplainedCorpus { explanation, diagnosis }) = corpus else { return Vec::new() };
        let (score, style) = (&explanation.score, self.style);
        let mut reasons: Vec<String> = self.problems(&self.name(0), diagnosis.findings.iter()).into_iter().collect();
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
        let costs = diagnosis.what_if.iter().filter(|found| found.difference >= GAIN);
        if let Some(found) = costs.max_by(|a, b| a.difference.total_cmp(&b.difference)) {
            let (number, difference) = (style.number(found.score), self.difference(found.difference));
            reasons.push(format!("Ignoring {}, it would be {number} ({difference}).", label(found.change)));
        }
        let first = Some(diagnosis.looked_at).filter(|looked_at| *looked_at < self.report.segments_of(0));
        reasons.extend(unused_words(&explanation.unused_words, first));
        reasons.extend(self.groups_of_one());
        reasons
    }

    /// Names the groups with the highest and the lowest scores of the only system.
    fn groups_of_one(&self) -> Option<String> {
        let mut groups = self.groups(|group| self.report.score(Some(group), 0).value);
        groups.sort_by(|a, b| b.1.total_cmp(&a.1));
        let names = |groups: &[(&Group, f64)]| self.listed_groups(groups, |score| Some(self.style.number(score)));
        match groups.len() {
            0 | 1 => None,
            2..=MAX_GROUPS => Some(format!("It scores highest in {}.", names(&groups))),
            many => Some(format!(
                "Of {} it scores highest in {}, lowest in {}.",
                count(many as u64, &self.report.group_name),
                names(&groups[..2]),
                names(&groups[many - 2..])
            )),
        }
    }

    /// The groups that have a number, with that.
    fn groups(&self, number: impl Fn(&Group) -> Option<f64>) -> Vec<(&Group, f64)> {
        self.report.groups.iter().filter_map(|group| Some((group, number(group)?))).collect()
    }

    /// Lists the names of groups, with their numbers as these are shown.
    fn listed_groups(&self, groups: &[(&Group, f64)], shown: impl Fn(f64) -> Option<String>) -> String {
        let text = |(group, number): &(&Group, f64)| {
            let number = shown(*number).map_or_else(String::new, |number| format!(" ({number})"));
            isolated(&escape_for_reading(group.name())) + &number
        };
        listed(&groups.iter().map(text).collect::<Vec<_>>(), "and")
    }

    /// Says why the better of the first two systems scores higher; nothing if neither does.
    pub(super) fn reasons_of_difference(&self) -> Vec<String> {
        let Some(explanation) = self.explanations.first() else { return Vec::new() };
        let [first, second] = &explanation.corpora[..] else { return Vec::new() };
        let difference = self.score(1) - self.score(0);
        let (places, corpora) = if difference > 0.0 { ([1, 0], [second, first]) } else { ([0, 1], [first, second]) };
        let names = places.map(|place| self.name(place));
        let pair = SystemPair { places, names, corpora, difference: difference.abs(), basis: self };
        let factors = contributions(explanation).map(|factors| pair.factors(&factors, difference.signum()));
        let parts = [pair.problems(), pair.change(), factors, pair.groups()];
        if difference == 0.0 { Vec::new() } else { parts.into_iter().flatten().collect() }
    }

    /// Names some likely problems of a system with their costs, the costliest first; `None` without any.
    fn problems<'a>(&self, name: &str, problems: impl Iterator<Item = &'a Finding>) -> Option<String> {
        let text = |finding: &Finding| {
            let cost = finding.without.and_then(|without| cost_words(without.difference, self.style));
            let cost = cost.map(|cost| format!(" ({cost})"));
            format!("“{}”{}", finding.check(), cost.unwrap_or_default())
        };
        let problems: Vec<String> = problems.map(text).collect();
        let (named, more) = problems.split_at(problems.len().min(MAX_PROBLEMS));
        let noun = if problems.len() == 1 { "a likely problem" } else { "likely problems" };
        let more = if more.is_empty() { String::new() } else { format!(", and {} more", more.len()) };
        (!problems.is_empty()).then(|| format!("{name} has {noun}: {}{more}.", named.join(", ")))
    }
}

impl SystemPair<'_> {
    /// Divides the difference between n-grams and length, given the parts of the second system minus the first.
    fn factors(&self, factors: &[f64], sign: f64) -> String {
        let Some((length_factor, order_factors)) = factors.split_last() else { return String::new() };
        let by_length = sign * length_factor;
        let by_ngrams = self.difference - by_length;
        let part = |factor: &f64| sign * by_ngrams.signum() * factor;
        let most = order_factors.iter().enumerate().max_by(|(_, a), (_, b)| part(a).total_cmp(&part(b)));
        let order = most.map_or(0, |(place, _)| place);
        let [correct, less_correct] =
            percents(self.corpora.map(|corpus| corpus.explanation.terms[order].precision.percent()));
        let [ratio, other_ratio] = percents(self.corpora.map(|corpus| 100.0 * corpus.explanation.score.ratio()));
        let [none, by_ngrams, by_length] = [0.0, by_ngrams, by_length].map(|part| self.basis.difference(part));
        let length = if by_length == none {
            String::new()
        } else {
            format!("; by length {by_length} ({ratio} of the length of the references, against {other_ratio})")
        };
        format!(
            "{} is ahead of {}: by n-grams {by_ngrams}, most of all {}-grams ({correct} correct, against \
             {less_correct}){length}.",
            self.names[0],
            self.names[1],
            order + 1,
        )
    }

    /// Names the likely problems that only one of the systems has.
    fn problems(&self) -> Option<String> {
        let found = self.corpora.map(|corpus| &corpus.diagnosis.findings);
        let own = |place: usize| {
            let other = found[1 - place];
            let own = found[place].iter().filter(|finding| other.iter().all(|other| other.check() != finding.check()));
            self.basis.problems(&self.names[place], own)
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
        let share = match 100.0 * (self.difference - lead) / self.difference {
            // A part of more than all of it, or against it, is no share.
            share @ 10.0..=100.0 => format!("{share:.0}% of it is {}; ignoring that,", label(change)),
            _ => format!("Ignoring {},", label(change)),
        };
        let [now, then] = [self.difference, lead].map(|difference| self.basis.difference(difference));
        (moved(&(change, lead)) >= CHANGE.max(SHARE * self.difference))
            .then(|| format!("{share} the difference would be {then} instead of {now}."))
    }

    /// Names the groups in which the better system is ahead and those in which it is behind, those with the largest parts in
    /// the difference first.
    fn groups(&self) -> Option<String> {
        let mut leads = self.basis.groups(|group| {
            let [better, worse] = self.places.map(|place| self.basis.report.score(Some(group), place).value);
            Some(better? - worse?)
        });
        let weight = |(group, lead): &(&Group, f64)| (lead * group.sums.segments as f64).abs();
        leads.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        let parts = [("ahead in", Ordering::Greater), ("behind in", Ordering::Less), ("equal in", Ordering::Equal)];
        let parts =
            parts.into_iter().filter_map(|(what, sign)| Some(format!("{what} {}", self.named_groups(&leads, sign)?)));
        let parts: Vec<String> = parts.collect();
        (leads.len() > 1).then(|| format!("{} is {}.", self.names[0], parts.join("; ")))
    }

    /// Names the groups in which the better system is ahead, behind or equal, given its lead in each group; `None` without any.
    fn named_groups(&self, leads: &[(&Group, f64)], sign: Ordering) -> Option<String> {
        let found = leads.iter().copied().filter(|(_, lead)| lead.partial_cmp(&0.0) == Some(sign));
        let found: Vec<(&Group, f64)> = found.collect();
        let lead = |lead| (sign != Ordering::Equal).then(|| self.basis.difference(lead));
        let named = self.basis.listed_groups(&found[..found.len().min(MAX_GROUPS)], lead);
        match found.len() {
            0 => None,
            1..=MAX_GROUPS => Some(named),
            many => Some(format!("{}, most of all {named}", count(many as u64, &self.basis.report.group_name))),
        }
    }
}

/// Names the words of the references that the only system never uses, with their numbers of segments, given the number of the
/// first segments that were looked at if they are not all.
fn unused_words(words: &[UnusedWord], first: Option<u64>) -> Option<String> {
    let text = |(i, UnusedWord { word, segments, instead, .. }): (usize, &UnusedWord)| {
        let segments = if i == 0 { count(*segments, "segment") } else { segments.to_string() };
        let instead = instead.as_ref().map(|other| format!(", {} with {}", other.count, quoted(&other.ngram)));
        format!("{} ({segments}{})", quoted(word), instead.unwrap_or_default())
    };
    let words: Vec<String> = words.iter().enumerate().map(text).collect();
    let first = first.map_or_else(String::new, |first| format!(" in the first {}", count(first, "segment")));
    (!words.is_empty()).then(|| format!("Words of the references that it never uses{first}: {}.", words.join(", ")))
}

fn quoted(word: &str) -> String {
    format!("“{}”", isolated(&escape_for_reading(word)))
}

/// Formats two percentages with as many decimals, up to two, as tell them apart.
fn percents(numbers: [f64; 2]) -> [String; 2] {
    let short = numbers.map(|number| format!("{number:.1}%"));
    if short[0] == short[1] { numbers.map(|number| format!("{number:.2}%")) } else { short }
}

/// Returns the parts of the precisions, order 1 first, then of the brevity penalty: in proportion to their shares in the
/// difference of the logarithms of the scores. They sum to the difference. `None` if the scores are about the same, if one
/// is 0, or if there is only one.
pub fn contributions(explanation: &Explanation) -> Option<Vec<f64>> {
    let [first, second] = &explanation.corpora[..] else { return None };
    let [first, second] = [first, second].map(|corpus| &corpus.explanation);
    let [from, to] = [first, second].map(|system| system.score.value());
    if (to - from).abs() < SMALLEST {
        return None;
    }
    let scale = (to - from) / (to.ln() - from.ln());
    let part =
        |weight: f64, from: f64, to: f64| if weight == 0.0 { 0.0 } else { scale * weight * (to.ln() - from.ln()) };
    let precisions = first.terms.iter().zip(&second.terms);
    let precisions = precisions.map(|(one, other)| part(one.weight, one.precision.value(), other.precision.value()));
    let parts: Vec<f64> = precisions.chain([part(1.0, first.score.bp(), second.score.bp())]).collect();
    parts.iter().all(|part| part.is_finite()).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::super::ExplainedCorpus;
    use super::*;
    use crate::bleu::scoring::Definition;
    use crate::checks::AddSegments;
    use crate::checks::diagnose::Diagnoser;
    use crate::checks::explain::{Explainer, Plan};
    use crate::program::request::ExplainPart;

    fn explanation(first: &str, second: &str, reference: &str) -> Explanation {
        let definition = Definition::builder().order(2).build().unwrap();
        let mut explainer = Explainer::new(Plan::new(definition.clone()), 2).unwrap();
        explainer.add_lines(&[first, second], &[reference]).unwrap();
        let explained = explainer.finish();
        let mut diagnoser = Diagnoser::new(&definition, 2).unwrap();
        diagnoser.add_lines(&[first, second], &[reference]).unwrap();
        let corpora = explained.systems.into_iter().zip(diagnoser.finish());
        Explanation {
            names: vec![String::new(); 2],
            corpora: corpora.map(|(explanation, diagnosis)| ExplainedCorpus { explanation, diagnosis }).collect(),
            explained_segments: Vec::new(),
            difference: None,
            answer: None,
            part: ExplainPart::All,
            segments: 1,
            ids: Vec::new(),
            signature: String::new(),
        }
    }

    #[test]
    fn parts_sum_to_the_difference() {
        let explanation = explanation("a b c x y", "a b c d", "a b c d e f");
        let scores = explanation.corpora.iter().map(|corpus| corpus.explanation.score.value());
        let scores: Vec<f64> = scores.collect();
        let parts = contributions(&explanation).unwrap();
        let sum: f64 = parts.iter().sum();
        assert!((sum - (scores[1] - scores[0])).abs() < 1e-12);
        // The second has only correct n-grams, but is shorter.
        assert!(parts[..2].iter().all(|part| *part > 0.0) && parts[2] < 0.0);
    }

    #[test]
    fn equal_scores_and_scores_of_0_have_no_parts() {
        assert!(contributions(&explanation("a b", "a b", "a b")).is_none());
        assert!(contributions(&explanation("x y", "a b", "a b")).is_none());
    }
}
