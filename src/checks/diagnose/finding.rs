//! Findings: a problem, the evidence for it, its place and its cost.

use super::evidence::{Evidence, Oddity, Text};
use super::problem::Problem;
use super::segment_list::SegmentList;
use super::segment_range::SegmentRange;
use super::shares::share;
use crate::bleu::unprintable::{is_unprintable, replace};
use crate::checks::repair::Repair;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// Something that looks wrong with the input of a score. It is displayed in one sentence.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Finding {
    /// Name of the check that found it. Names do not change between versions.
    pub check: &'static str,
    /// The problem in a few words. Not serialized.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub conclusion: &'static str,
    /// The problem; serialized is only the check.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub problem: Problem,
    /// Reason to believe it, in words.
    pub evidence: String,
    /// Action to take.
    pub advice: Advice,
    /// Numbers of the evidence, by name. Shares and scores are from 0 to 1.
    pub numbers: BTreeMap<&'static str, Number>,
    /// Segments concerned: all of them, of the first 262,144 of a text; none if it is the text as a whole.
    pub segments: Vec<SegmentRange>,
    /// Estimate of the share of the score that is lost, from 0 to 1. The findings that cost most come first. Not
    /// serialized.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub loss: f64,
    /// Rise of the score without the problem, if it is known.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) cost: Option<f64>,
    /// Number of lines concerned; 0 if that is not known.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) lines: u64,
    /// The text that has the problem, or the reference against which it is clearest.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) text: Text,
}

/// Action to take against a problem. It is displayed, and serialized, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// Something other than an option of scoring, in words.
    Words(Cow<'static, str>),
    /// To leave out orders without n-grams, or to score with this maximum order.
    EffectiveOrder(usize),
    /// To smooth by `exp`.
    Smoothing,
    /// To score one of several columns.
    OneColumn,
    /// To score values of objects of JSON.
    ValuesOfObjects,
    /// To use one of these tokenizers, the most usual first.
    Tokenizers(&'static [&'static str]),
    /// To count an empty reference as missing.
    MissingReferences,
    /// To ignore case.
    Lowercase,
    /// To compose characters (NFC).
    Nfc,
    /// To compose characters and replace their variants (NFKC).
    Nfkc,
    /// To repair the candidate so before it is scored.
    Repair(Repair),
}

/// A number of the evidence of a finding; serialized as a number.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum Number {
    /// A count, as of lines.
    Count(u64),
    /// A share, a mean, a score or a difference.
    Value(f64),
}

/// Share of the score that a problem must cost, by estimate, to be said unasked.
const MIN_LOSS: f64 = 0.01;

/// Points of the score, from 0 to 1, that it must cost, unless it means that the file is the wrong one.
const MIN_COST: f64 = 0.003;

/// Share of the score that what can be tried must cost.
const MIN_SHARE: f64 = 0.003;

/// Share of the score by which it may be lower without lines that hold more than their translation: if it is more, these are good.
const MAX_GAIN: f64 = 0.1;

/// Number of lines that it must concern, if that is known.
const MIN_LINES: u64 = 3;

/// Loss from which the first of the lines concerned is not named: it tells little.
const MANY_LOST: f64 = 0.25;

/// Share of what lines that are worse than they should be must have lost: they may be easier than others.
pub(super) const SPOILED: f64 = 0.2;

/// Returns text in quotes, with its unprintable characters escaped.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", replace(text, is_unprintable, |c| c.escape_default().to_string()))
}

impl Finding {
    /// Creates a finding about the candidate as a whole, of a check whose name is set later.
    pub(super) fn new(problem: Problem, evidence: impl Into<String>, advice: impl Into<Advice>) -> Finding {
        Finding {
            check: "",
            conclusion: "",
            problem,
            evidence: evidence.into(),
            advice: advice.into(),
            numbers: BTreeMap::new(),
            segments: Vec::new(),
            loss: 1.0,
            cost: None,
            lines: 0,
            text: Text::Candidate,
        }
    }

    /// Creates a finding about lines of a text that are lost, among this many, in words that follow "candidate lines" or "lines of
    /// reference 2".
    pub(super) fn of_lines(
        problem: Problem,
        text: Text,
        lines: &SegmentList,
        among: u64,
        in_words: &str,
        advice: impl Into<Advice>,
        evidence: &Evidence,
    ) -> Finding {
        let segments = evidence.list(&lines.ranges());
        let whose = match text {
            Text::Candidate => "candidate lines".into(),
            Text::Reference(_) => format!("lines of {text}"),
        };
        let in_words = format!("{} of {among} {whose} {in_words}: {segments}", lines.segments);
        Finding::new(problem, in_words, advice).in_lines(lines, evidence).of(text)
    }

    /// Adds a number of the evidence.
    pub(super) fn number(mut self, name: &'static str, number: f64) -> Finding {
        self.numbers.insert(name, Number::Value(number));
        self
    }

    /// Adds a count to the numbers.
    pub(super) fn count(mut self, name: &'static str, count: u64) -> Finding {
        self.numbers.insert(name, Number::Count(count));
        self
    }

    /// Adds the score without the lines concerned, and sets the cost: the rise of the score without them or the difference, if it
    /// is known. The lines that are left of a text that is bad as a whole are no better, and a score of 0 says that they are few.
    pub(super) fn costed(mut self, evidence: &Evidence) -> Finding {
        let is_difference = self.problem.is_difference();
        if self.lines > 0
            && !is_difference
            && let Some(score) = evidence.score_without(&self.segments).filter(|score| *score > 0.0)
        {
            self = self.number("score", score).number("difference", score - evidence.score.value());
        }
        let is_known = is_difference || !evidence.are_most(self.lines);
        self.cost = self.score_without().filter(|_| is_known).map(|(_, difference)| difference);
        self
    }

    /// Sets the lines concerned, which are lost.
    pub(super) fn in_lines(self, lines: &SegmentList, evidence: &Evidence) -> Finding {
        self.in_segments(lines, evidence.segments())
    }

    /// Sets the lines concerned, which are lost, of this many segments.
    pub(super) fn in_segments(self, lines: &SegmentList, segments: u64) -> Finding {
        self.lines(lines.segments).at(lines.ranges()).with_loss(share(lines.segments, segments))
    }

    /// Sets the loss for lines that are not lost, but worse than they should be.
    pub(super) fn spoiled(self, evidence: &Evidence) -> Finding {
        let loss = evidence.loss_in(&self.segments).max(SPOILED * self.loss);
        self.with_loss(loss)
    }

    /// Whether the score is lower with a difference, or with what lines hold or lack, than without it, as far as that is known.
    pub(super) fn costs(&self) -> bool {
        let least = match self.problem {
            Problem::Difference(_)
            | Problem::PartlyWrapped
            | Problem::ReferenceEncoding
            | Problem::StockLines
            | Problem::StockPhrases
            | Problem::OddLines(Oddity::Joined) => MIN_SHARE,
            Problem::Additions => -MAX_GAIN,
            _ => return true,
        };
        let is_costly = |(score, _): (f64, f64)| self.cost.is_none_or(|cost| cost >= least * score);
        self.score_without().is_none_or(is_costly)
    }

    /// The text that is wrong.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "the program warns"))]
    pub(crate) fn wrong_text(&self) -> Text {
        // An unrelated range has the reference that it was compared with.
        if self.problem == Problem::Unrelated { Text::Candidate } else { self.text }
    }

    /// Whether it is about the input, not about the style of a translation, and concerns enough of it to be said unasked.
    pub fn is_structural(&self) -> bool {
        let is_of_text = self.lines == 0 && !matches!(self.problem, Problem::Difference(_));
        let is_frequent = is_of_text || self.lines >= MIN_LINES || self.problem == Problem::EmptyCandidateLines;
        let is_costly = self.cost.is_none_or(|cost| cost >= MIN_COST) || self.problem.is_of_wrong_file();
        self.loss >= MIN_LOSS && is_frequent && is_costly && self.problem.is_structural()
    }

    /// The score without the lines or the difference that it is about, and how much higher it is, if they are known. The
    /// difference is negative where the score would be lower, as without lines that are easier than the others.
    pub fn score_without(&self) -> Option<(f64, f64)> {
        Some((self.numbers.get("score")?.value(), self.numbers.get("difference")?.value()))
    }

    /// Says what the score would be without the problem, if that is known; `number` formats a score, and a difference with
    /// its sign.
    pub fn cost(&self, number: impl Fn(f64, bool) -> String) -> Option<String> {
        let (score, difference) = self.score_without()?;
        let what = if self.problem.is_difference() { "this difference" } else { "these lines" };
        Some(format!("without {what} the score would be {} ({})", number(score, false), number(difference, true)))
    }

    /// The number of lines concerned of those that were looked at, in words, and the first; empty if that is not known.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "the program warns"))]
    pub(crate) fn extent(&self, looked_at: &str) -> String {
        let count = |name| Some(self.numbers.get(name)?.value());
        // Empty lines are counted in all segments.
        let is_of_all = matches!(self.problem, Problem::EmptyCandidateLines | Problem::EmptyReferenceLines);
        let of_all = count("segments").filter(|_| is_of_all).map(|segments| format!("{segments} lines"));
        let looked_at = of_all.as_deref().unwrap_or(looked_at);
        match count("candidate_lines").zip(count("reference_lines")) {
            Some((candidate, references)) => {
                format!("{candidate} lines of the candidate, {references} of the references")
            }
            None if self.lines == 0 => String::new(),
            None => {
                let first = self.segments.first().filter(|_| self.loss < MANY_LOST).map(|range| range.first + 1);
                let first = first.map_or_else(String::new, |first| format!(", the first is line {first}"));
                format!("{} of {looked_at}{first}", self.lines)
            }
        }
    }

    /// The lines of its segments, from 0.
    pub(super) fn listed_lines(&self) -> impl Iterator<Item = usize> {
        self.segments.iter().flat_map(SegmentRange::lines)
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

impl Finding {
    /// Sets the number of lines concerned, and adds it to the numbers.
    pub(super) fn lines(mut self, lines: u64) -> Self {
        self = self.count("lines", lines).concerning(lines);
        self
    }

    /// Sets the number of lines concerned.
    pub(super) fn concerning(mut self, lines: u64) -> Self {
        self.lines = lines;
        self
    }

    /// Sets the text.
    pub(super) fn of(mut self, text: Text) -> Self {
        self.text = text;
        self
    }

    /// Sets the conclusion, if it is not the check's.
    pub(super) fn concluding(mut self, conclusion: &'static str) -> Self {
        self.conclusion = conclusion;
        self
    }

    /// Sets the name of the check, if it is another one.
    pub(super) fn of_check(mut self, check: &'static str) -> Self {
        self.check = check;
        self
    }

    /// Sets the segments concerned.
    pub(super) fn at(mut self, ranges: impl IntoIterator<Item = SegmentRange>) -> Self {
        self.segments = ranges.into_iter().collect();
        self
    }

    /// Sets the estimate of the share of the score that is lost.
    pub(super) fn with_loss(mut self, loss: f64) -> Self {
        self.loss = loss.clamp(0.0, 1.0);
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.check, self.evidence)?;
        let number = |number, is_signed| if is_signed { format!("{number:+.4}") } else { format!("{number:.4}") };
        if let Some(cost) = self.cost(number) {
            write!(f, "; {cost}")?;
        }
        write!(f, "; {}", self.advice)
    }
}

impl<T: Into<Cow<'static, str>>> From<T> for Advice {
    fn from(words: T) -> Advice {
        Advice::Words(words.into())
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Advice::Words(words) => f.write_str(words),
            Advice::EffectiveOrder(order) => {
                write!(f, "an effective order leaves out such orders, a maximum order of {order} avoids them")
            }
            Advice::Smoothing => f.write_str("smoothing by exp raises it"),
            Advice::OneColumn => f.write_str("score one of them"),
            Advice::ValuesOfObjects => f.write_str("score the text in them"),
            Advice::Tokenizers(names) => write!(f, "these tokenizers split them: {}", names.join(", ")),
            Advice::MissingReferences => f.write_str(
                "each counts as a reference of length 0, so that a short candidate escapes the brevity penalty; leave \
                 them out",
            ),
            Advice::Lowercase => f.write_str("score without case"),
            Advice::Nfc => f.write_str("normalize both sides to NFC"),
            Advice::Nfkc => f.write_str("normalize both sides to NFKC"),
            Advice::Repair(repair) => write!(f, "score the candidate after the repair {repair}"),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Advice {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Number {
    /// The number, whatever its kind.
    #[must_use]
    pub fn value(self) -> f64 {
        match self {
            Number::Count(count) => count as f64,
            Number::Value(value) => value,
        }
    }
}
