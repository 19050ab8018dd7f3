//! Evidence for the checks: all that is known about a candidate and its references.

use super::alignment::Sketch;
use super::alignment::permutation::Comparison;
use super::alignment::thresholds::{ALIGNED, LEAD};
use super::finding::Text;
use super::good_text::min_rise;
use super::limits::{CLEARLY_MANY_TIMES, InGoodText, LARGE_SHARE, MANY_TIMES, is_nearly_all};
use super::line_ends::{CommonEnd, common_ends};
use super::line_record::LineRecord;
use super::line_shape::End;
use super::problem::ReferenceSet;
use super::segment_list::SegmentList;
use super::segment_range::SegmentRange;
use super::shares::share;
use super::text_profile::{TextCounts, TextProfile};
use super::windows::Places;
use crate::bleu::scoring::{Definition, Score, SegmentStatistics, Statistics};
use crate::checks::what_if::{Altered, Change, WhatIfScore};
use std::cell::OnceCell;

/// Evidence for all checks.
pub struct Evidence<'a> {
    pub definition: &'a Definition,
    /// Corpus score.
    pub score: &'a Score,
    /// Statistics of the first segments.
    pub table: &'a SegmentStatistics,
    /// Their sum, and the sum of all others.
    pub statistics: &'a Statistics,
    /// Beginnings, and ends, that many of its lines have, but few of the references.
    pub common_ends: [Vec<CommonEnd>; 2],
    /// The text that is compared with others.
    pub text: Text,
    /// Profile of the candidate.
    pub candidate: &'a TextProfile,
    /// Profile of each reference.
    pub references: &'a [TextProfile],
    /// Sketches of the source, if it is known.
    pub source: &'a [Sketch],
    /// For each reference, the comparison of the candidate's lines with other lines of the reference.
    pub comparisons: &'a [Comparison],
    /// The score after each change.
    pub what_if: &'a [WhatIfScore],
    /// The places of the segments in the input.
    pub places: &'a Places,
    /// Whether each candidate line is similar to one of its references, once that is known.
    pub aligned: OnceCell<Vec<bool>>,
}

/// Fault of a line that shows in it and the lines that it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Oddity {
    /// It has spaces between letters.
    Spread,
    /// It lacks the spaces between words.
    Joined,
    /// It has words with letters of two scripts that look alike.
    MixedScripts,
    /// It lacks the letters that are not ASCII.
    DroppedLetters,
    /// It lacks all punctuation.
    DroppedMarks,
    /// Its characters are in reverse order.
    Reversed,
    /// It has words in several parts.
    Split,
}

/// Similarity from which neighboring lines are of a template.
const TEMPLATE: f64 = 0.5;

impl<'a> Evidence<'a> {
    /// The evidence with a reference, of a number from 1, in place of the candidate, and the candidate as its only reference.
    pub fn of_reference(&self, number: usize) -> Evidence<'a> {
        let (reference, others) = (&self.references[number - 1], std::slice::from_ref(self.candidate));
        Evidence {
            candidate: reference,
            references: others,
            text: Text::Reference(number),
            common_ends: End::BOTH.map(|end| common_ends(reference, others, end)),
            comparisons: &[],
            source: &[],
            aligned: OnceCell::new(),
            ..*self
        }
    }

    /// Number of segments.
    pub fn segments(&self) -> u64 {
        self.candidate.records.len() as u64
    }

    /// The score after a change.
    pub fn what_if(&self, change: Change) -> &WhatIfScore {
        &self.what_if[change as usize]
    }

    /// By how much a change raises the score.
    pub fn rise(&self, change: Change) -> f64 {
        self.what_if(change).difference
    }

    /// Whether a change makes at least half of the difference that another one makes.
    pub fn is_most_of(&self, cause: Change, effect: Change) -> bool {
        2.0 * self.rise(cause) >= self.rise(effect)
    }

    /// The share of the score that is lost without a change, from 0 to 1.
    pub fn loss(&self, change: Change) -> f64 {
        self.rise(change) / self.what_if(change).score.max(f64::MIN_POSITIVE)
    }

    /// Whether a change raises the score by more than in good text, and alters many more places on one side.
    pub fn is_one_sided(&self, change: Change) -> bool {
        let what_if = self.what_if(change);
        let least = min_rise(change);
        let costs = what_if.difference >= least && self.is_disparate(what_if, MANY_TIMES);
        // If something else has made the score low, no change raises it much.
        costs
            || self.loss(change) >= CLEARLY_MANY_TIMES as f64 * least
                && self.has_other_places(what_if, CLEARLY_MANY_TIMES)
    }

    /// Whether lines on one side are damaged: they have what no good text has, and score more without it.
    pub fn is_damaged(&self, change: Change) -> bool {
        let &WhatIfScore { difference, only_candidate, only_references, .. } = self.what_if(change);
        change.undoes_damage()
            && difference > 0.0
            && self.differ(only_candidate, only_references, MANY_TIMES, InGoodText::Never)
    }

    /// Whether a change alters many more places in the candidate than in a reference, or fewer; or alters many segments on
    /// one side only, always the same.
    pub fn is_disparate(&self, what_if: &WhatIfScore, factor: u64) -> bool {
        // A line that is empty has nothing to alter.
        let empty = SegmentList::of_empty_candidates(self.table).segments;
        let only_references = what_if.only_references.saturating_sub(empty);
        self.has_other_places(what_if, factor)
            || self.differ(what_if.only_candidate, only_references, factor, InGoodText::Often)
    }

    /// Whether a change alters many more places in the candidate than in a reference, or fewer.
    pub fn has_other_places(&self, what_if: &WhatIfScore, factor: u64) -> bool {
        let (candidate, reference) = self.places(what_if);
        self.differ(candidate, reference, factor, InGoodText::Seldom)
    }

    /// Whether numbers of the candidate and of a reference differ by a factor, and by more than in good text.
    fn differ(&self, candidate: u64, reference: u64, factor: u64, in_good_text: InGoodText) -> bool {
        let (least, most) = (candidate.min(reference), candidate.max(reference));
        most >= factor * least && most - least >= in_good_text.least(self.segments())
    }

    /// Numbers of places that a change alters in the candidate and, on average, in a reference.
    pub fn places(&self, what_if: &WhatIfScore) -> (u64, u64) {
        let Altered { places, .. } = what_if.references;
        (what_if.candidate.places, places / (self.references.len() as u64).max(1))
    }

    /// The score without some segments; `None` if these are most of the text.
    pub fn score_without(&self, segments: &[SegmentRange]) -> Option<f64> {
        let mut lines: Vec<usize> = segments.iter().flat_map(SegmentRange::lines).collect();
        lines.sort_unstable();
        lines.dedup();
        let is_known = lines.last().is_some_and(|last| *last < self.table.len());
        if !is_known || is_nearly_all(lines.len() as u64, self.segments()) {
            return None;
        }
        let others = self.statistics.replace(&self.table.sum_of(&lines), &self.table.sum_of(&[]));
        Some(self.definition.evaluate(&others).value())
    }

    /// The share of the score that is lost by some segments, from 0 to 1.
    pub fn loss_in(&self, segments: &[SegmentRange]) -> f64 {
        let loss = |score: f64| 1.0 - self.score.value() / score.max(f64::MIN_POSITIVE);
        self.score_without(segments).map_or(1.0, loss).max(0.0)
    }

    /// Number of lines of a text among these with different counterparts: a refrain is one.
    pub fn distinct(&self, text: Text, lines: &SegmentList) -> usize {
        self.other_side(text).iter().map(|other| other.distinct(lines.lines())).max().unwrap_or_default()
    }

    /// Number of lines of a text among these, without those whose counterparts resemble the counterparts of the line before, which
    /// is one of these: a template makes them. If these are most of the text, all lines.
    pub fn without_templates(&self, text: Text, lines: &SegmentList) -> u64 {
        let records = &self.other_side(text)[0].records;
        let is_alike = |line: usize| {
            let neighbors = line.checked_sub(1).and_then(|before| Some([records.get(before)?, records.get(line)?]));
            neighbors.is_some_and(|[before, record]| record.similarity(before) >= TEMPLATE)
        };
        let inside = lines.ranges().into_iter().flat_map(|range| range.lines().skip(1));
        let repeated = if self.are_most(lines.segments) { 0 } else { inside.filter(|line| is_alike(*line)).count() };
        lines.segments - repeated as u64
    }

    /// Whether these are most of the segments.
    pub fn are_most(&self, segments: u64) -> bool {
        2 * segments > self.segments()
    }

    /// Share of the segments.
    pub fn share(&self, segments: u64) -> f64 {
        segments as f64 / (self.segments() as f64).max(1.0)
    }

    /// All texts.
    pub fn texts(&self) -> impl Iterator<Item = (Text, &TextProfile)> {
        let references = (1..).zip(self.references).map(|(number, profile)| (Text::Reference(number), profile));
        std::iter::once((Text::Candidate, self.candidate)).chain(references)
    }

    /// The profile of a text.
    pub fn profile(&self, text: Text) -> &TextProfile {
        match text {
            Text::Candidate => self.candidate,
            Text::Reference(number) => &self.references[number - 1],
        }
    }

    /// The texts that a text is compared with.
    pub fn other_side(&self, text: Text) -> &[TextProfile] {
        match text {
            Text::Candidate => self.references,
            Text::Reference(_) => std::slice::from_ref(self.candidate),
        }
    }

    /// A line of a text with each of its counterparts that are there.
    pub fn pairs(&self, text: Text, line: usize) -> impl Iterator<Item = (&LineRecord, &LineRecord)> {
        let own = &self.profile(text).records[line];
        let others = self.other_side(text).iter().filter_map(move |other| other.records.get(line));
        others.filter(|other| other.is_there).map(move |other| (own, other))
    }

    /// The lines of a text that have a property in comparison with each of their counterparts. Lines without one are left out.
    pub fn lines_unlike(&self, text: Text, is: impl Fn(&LineRecord, &LineRecord) -> bool) -> SegmentList {
        let is_unlike_all = |line: &usize| {
            let mut pairs = self.pairs(text, *line).peekable();
            pairs.peek().is_some() && pairs.all(|(own, other)| is(own, other))
        };
        (0..self.profile(text).records.len()).filter(is_unlike_all).collect()
    }

    /// Similarity of a line of a text to the most similar of its counterparts.
    pub fn similarity(&self, text: Text, line: usize) -> f64 {
        self.pairs(text, line).map(|(own, other)| own.similarity(other)).fold(0.0, f64::max)
    }

    /// Whether a line of a text has much in common with one of its counterparts.
    pub fn holds_translation(&self, text: Text, line: usize) -> bool {
        self.similarity(text, line) >= LEAD
    }

    /// Whether each candidate line is similar to one of its references.
    fn aligned(&self) -> &[bool] {
        let is_aligned = |line| self.similarity(Text::Candidate, line) >= ALIGNED;
        self.aligned.get_or_init(|| (0..self.candidate.records.len()).map(is_aligned).collect())
    }

    /// Whether candidate lines are similar to their references half as often as the other lines, at least: short ones seldom are.
    pub fn are_translations(&self, lines: &[usize]) -> bool {
        let aligned = self.aligned();
        let own = lines.iter().filter(|line| aligned[**line]).count();
        let others = aligned.iter().filter(|is_aligned| **is_aligned).count() - own;
        let others = share(others as u64, self.segments() - lines.len() as u64);
        2.0 * share(own as u64, lines.len() as u64) >= others.max(LARGE_SHARE)
    }

    /// The references with a property, if there are any, and the sum of their counts.
    pub fn references_that(&self, is_such: impl Fn(&TextProfile) -> bool) -> Option<(ReferenceSet, TextCounts)> {
        let such = (1..).zip(self.references).filter(|(_, text)| is_such(text));
        self.reference_set(such.map(|(number, _)| number).collect())
    }

    /// The references of these numbers, if there are any, and the sum of their counts.
    pub fn reference_set(&self, numbers: Vec<usize>) -> Option<(ReferenceSet, TextCounts)> {
        if numbers.is_empty() {
            return None;
        }
        let counts = TextCounts::sum_of(numbers.iter().map(|number| &self.references[number - 1]));
        Some((ReferenceSet { is_all: numbers.len() == self.references.len(), numbers }, counts))
    }

    /// The sum of the counts of all references.
    pub fn counts_of_references(&self) -> TextCounts {
        TextCounts::sum_of(self.references.iter())
    }
}
