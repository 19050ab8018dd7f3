//! Findings: a problem with its facts, the text and the lines that it concerns, and its cost.

use super::evidence::Evidence;
use super::limits::{FEW_LINES, LARGE_SHARE, NEGLIGIBLE_SHARE, NOTICEABLE_SHARE};
use super::problem::{LostCase, Number, Problem};
use super::segment_list::SegmentList;
use super::segment_range::SegmentRange;
use super::shares::share;
use crate::checks::repair::Repair;
use std::collections::BTreeMap;

/// Something that looks wrong with the input of a score. Serialized as its check, its numbers and its segments.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The problem, and the facts that show it.
    pub problem: Problem,
    /// The text that has the problem, or the reference against which it is clearest.
    pub text: Text,
    /// Number of lines concerned; 0 if it is not known.
    pub lines: u64,
    /// Number of lines that were looked at.
    pub looked_at: u64,
    /// Number of lines of the text that were looked at, if they were not all: counts and scores are of these lines.
    pub sample: Option<u64>,
    /// Segments concerned: all of them, among the first 262,144 of a text. All of the text if it is about the text as a whole.
    pub segments: Vec<SegmentRange>,
    /// Repair of the candidate that makes most of the lines concerned more like their references, if there is one.
    pub repair: Option<Repair>,
    /// Estimate of the share of the score that is lost, from 0 to 1.
    pub loss: f64,
    /// The score without the problem, if it is known.
    pub without: Option<ScoreWithout>,
}

/// A score without a difference, without some lines, or with these lines as they would be without the problem.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ScoreWithout {
    /// The score, from 0 to 1.
    pub score: f64,
    /// This score minus the score as it is: negative where the score would be lower, as without lines that are easier than the
    /// others.
    pub difference: f64,
    /// Whether it is of all lines, those concerned as they would be without the problem.
    pub is_undone: bool,
    /// Whether the difference is the cost of the problem: what is left of a text that is bad as a whole is no better.
    is_cost: bool,
}

/// One of the texts that are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// The candidate.
    Candidate,
    /// The reference of this number, from 1.
    Reference(usize),
}

/// Share of the score that a problem must cost, by estimate, to be said unasked.
const MIN_LOSS: f64 = NEGLIGIBLE_SHARE;

/// Points of the score, from 0 to 1, that it must cost to be said unasked, unless it means that the file is the wrong one; share of
/// the score that what can be tried must cost.
const MIN_COST: f64 = 0.003;

/// Largest share of the score that may be lost without lines that hold more than their translation: if it is more, they are good.
const MAX_GAIN: f64 = 0.1;

/// Share of what lines that are worse than they should be must have lost: they may be easier than others.
pub(super) const SPOILED: f64 = LARGE_SHARE;

impl Finding {
    /// Creates a finding about the candidate as a whole.
    pub(super) fn new(problem: Problem) -> Finding {
        Finding {
            problem,
            text: Text::Candidate,
            lines: 0,
            looked_at: 0,
            sample: None,
            segments: Vec::new(),
            repair: None,
            loss: 1.0,
            without: None,
        }
    }

    /// Creates a finding about lines of a text that are lost, among this many.
    pub(super) fn of_lines(
        problem: Problem,
        text: Text,
        lines: &SegmentList,
        looked_at: u64,
        evidence: &Evidence,
    ) -> Finding {
        Finding { text, looked_at, ..Finding::new(problem).in_lines(lines, evidence) }
    }

    /// Name of the check that found it. Names do not change between versions.
    pub fn check(&self) -> &'static str {
        self.problem.check()
    }

    /// Numbers of the evidence, by name. Shares and scores are from 0 to 1.
    pub fn numbers(&self) -> BTreeMap<&'static str, Number> {
        let mut numbers: BTreeMap<&str, Number> = self.problem.numbers().into_iter().collect();
        let counts_lines = self.lines > 0 && self.problem.counts_lines();
        if counts_lines || matches!(self.problem, Problem::Case { .. }) {
            numbers.insert("lines", Number::Count(self.lines));
        }
        let name_of_looked_at = match self.problem {
            Problem::Copied { .. }
            | Problem::UnrelatedLines
            | Problem::OtherLanguageLines
            | Problem::Shuffled { .. } => Some("compared"),
            Problem::EmptyCandidateLines
            | Problem::EmptyReferenceLines
            | Problem::ForeignLines { .. }
            | Problem::Untranslated { .. } => Some("segments"),
            _ => None,
        };
        numbers.extend(name_of_looked_at.map(|name| (name, Number::Count(self.looked_at))));
        numbers.extend(self.sample.map(|lines| ("lines_looked_at", Number::Count(lines))));
        if let Some(ScoreWithout { score, difference, .. }) = self.without {
            numbers.insert("score", Number::Value(score));
            numbers.insert("difference", Number::Value(difference));
        }
        numbers
    }

    /// Rise of the score without the problem, if it is known.
    pub fn cost(&self) -> Option<f64> {
        self.without.filter(|without| without.is_cost).map(|without| without.difference)
    }

    /// Adds the score without the lines concerned, if it is known. The lines that are left of a text that is bad as a whole are no
    /// better, and a score of 0 says that they are few.
    pub(super) fn costed(mut self, evidence: &Evidence) -> Finding {
        let is_difference = self.problem.is_difference();
        if self.lines > 0
            && !is_difference
            && let Some(score) = evidence.score_without(&self.segments).filter(|score| *score > 0.0)
        {
            self = self.without(score, score - evidence.score.value());
        }
        let is_cost = is_difference || !evidence.are_most(self.lines);
        self.without = self.without.map(|without| ScoreWithout { is_cost, ..without });
        self
    }

    /// Sets the score without the problem, and its rise.
    pub(super) fn without(self, score: f64, difference: f64) -> Finding {
        Finding { without: Some(ScoreWithout { score, difference, is_undone: false, is_cost: true }), ..self }
    }

    /// Sets the score of all lines once the problem is undone, and its rise. Words that tokens stand for are not restored.
    pub(super) fn undone(self, score: f64, difference: f64) -> Finding {
        let is_cost = !matches!(self.problem, Problem::UnknownTokens);
        Finding { without: Some(ScoreWithout { score, difference, is_undone: true, is_cost }), ..self }
    }

    /// Sets the lines concerned, which are lost.
    pub(super) fn in_lines(self, lines: &SegmentList, evidence: &Evidence) -> Finding {
        self.in_segments(lines, evidence.segments())
    }

    /// Sets the lines concerned, which are lost, of this many segments.
    pub(super) fn in_segments(self, lines: &SegmentList, segments: u64) -> Finding {
        let looked_at = if self.looked_at == 0 { segments } else { self.looked_at };
        Finding { lines: lines.segments, looked_at, ..self }
            .at(lines.ranges())
            .with_loss(share(lines.segments, segments))
    }

    /// Sets the loss for lines that are not lost, but worse than they should be.
    pub(super) fn spoiled(self, evidence: &Evidence) -> Finding {
        let loss = evidence.loss_in(&self.segments).max(SPOILED * self.loss);
        self.with_loss(loss)
    }

    /// The finding at the places of its segments in the input. Without a place it is about the text as a whole.
    pub(super) fn placed(mut self, evidence: &Evidence) -> Finding {
        let places = evidence.places;
        match &mut self.problem {
            Problem::Misaligned { ranges, .. } => {
                ranges.iter_mut().for_each(|range| range.segments = places.of_ends(range.segments));
            }
            Problem::Duplicated { first, earlier, .. } => {
                [first, earlier].into_iter().for_each(|ranges| *ranges = places.of_ranges(ranges));
            }
            _ => {}
        }
        let all = SegmentRange { first: 0, last: places.all().unwrap_or(evidence.segments()).saturating_sub(1) };
        let segments = if self.segments.is_empty() { vec![all] } else { places.of_ranges(&self.segments) };
        Finding { segments, ..self }
    }

    /// Sets the text.
    pub(super) fn of(self, text: Text) -> Finding {
        Finding { text, ..self }
    }

    /// Sets the segments concerned.
    pub(super) fn at(self, ranges: impl IntoIterator<Item = SegmentRange>) -> Finding {
        Finding { segments: ranges.into_iter().collect(), ..self }
    }

    /// Sets the estimate of the share of the score that is lost.
    pub(super) fn with_loss(self, loss: f64) -> Finding {
        Finding { loss: loss.clamp(0.0, 1.0), ..self }
    }

    /// Whether it is about wrong letters of a reference.
    pub fn is_of_reference_encoding(&self) -> bool {
        self.text != Text::Candidate && matches!(self.problem, Problem::Mojibake { .. } | Problem::ReplacedLetters)
    }

    /// Whether the score is lower with a difference, or with what lines hold or lack, than without it, as far as that is known.
    pub(super) fn costs(&self) -> bool {
        let least = match self.problem {
            Problem::Difference { .. } | Problem::StockLines { .. } => MIN_COST,
            // Good translators have a few of these too.
            Problem::PartlyWrapped { .. } | Problem::StockPhrases { .. } | Problem::OddLines(_) => MIN_LOSS,
            Problem::Additions { .. } => -MAX_GAIN,
            // The score may not depend on one of several references.
            Problem::LostEnds { .. } => return self.cost().is_some_and(|cost| cost >= MIN_COST),
            _ if self.is_of_reference_encoding() => MIN_COST,
            _ => return true,
        };
        self.without.is_none_or(|without| self.cost().is_none_or(|cost| cost >= least * without.score))
    }

    /// The text that is wrong.
    pub fn wrong_text(&self) -> Text {
        // A range of another text has the reference that it was compared with.
        if matches!(self.problem, Problem::UnrelatedRange { .. }) { Text::Candidate } else { self.text }
    }

    /// Whether it is about the input, not about the style of a translation, and concerns enough of it to be said unasked.
    pub fn is_structural(&self) -> bool {
        let is_of_text = match self.problem {
            Problem::Difference { .. } => false,
            Problem::Case { lost: LostCase::Text, .. } => true,
            _ => self.lines == 0,
        };
        let is_frequent = is_of_text || self.lines >= FEW_LINES || self.problem.has_marks();
        let change = |cost: f64| if self.problem.is_shared() { cost.abs() } else { cost };
        let costs = |least: f64| self.cost().map(change).is_none_or(|cost| cost >= least);
        let least = if self.problem.is_of_variants() { NOTICEABLE_SHARE } else { MIN_COST };
        let is_costly = costs(least) || self.problem.is_of_wrong_file();
        self.loss >= MIN_LOSS && is_frequent && is_costly && self.problem.is_structural()
    }

    /// The lines of its segments, from 0.
    pub(super) fn listed_lines(&self) -> impl Iterator<Item = usize> {
        self.segments.iter().flat_map(SegmentRange::lines)
    }

    /// Whether it may be why lines are wrong that another one concerns: it has most of these, as far as they are known.
    pub(super) fn covers(&self, other: &Finding) -> bool {
        let known: u64 = self.segments.iter().map(SegmentRange::len).sum();
        let [is_of_text, other_is] = [self, other].map(|finding| finding.segments.is_empty() && finding.lines == 0);
        if other_is {
            return is_of_text || 2 * self.lines > self.looked_at;
        }
        // Of a difference, only the first lines are known.
        let is_as_frequent = known < self.lines && 2 * self.lines >= other.lines;
        is_of_text || is_as_frequent || self.holds_most_of(other)
    }

    /// Whether at least half of the lines that another one concerns are among its own.
    pub(super) fn holds_most_of(&self, other: &Finding) -> bool {
        let known: u64 = other.segments.iter().map(SegmentRange::len).sum();
        if known == 0 || self.segments.is_empty() {
            return 2 * self.lines >= other.lines;
        }
        2 * SegmentRange::common(&self.segments, &other.segments) >= other.lines.min(known)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Finding {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut fields = serializer.serialize_struct("Finding", 3)?;
        fields.serialize_field("check", self.check())?;
        fields.serialize_field("numbers", &self.numbers())?;
        fields.serialize_field("segments", &self.segments)?;
        fields.end()
    }
}
