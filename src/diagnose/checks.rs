//! The checks: each looks at the evidence and returns a finding if something looks wrong.

use super::alignment::{ShiftedRange, UnrelatedRange};
use super::finding::{
    CaseShares, Finding, Lengths, Misalignment, ReferenceSet, Side, SubwordMark, SubwordMarks, Unspaced, ZeroScore,
};
use super::permutation::{Comparison, Shuffled};
use super::text_profile::TextProfile;
use crate::bleu::{Definition, Score};
use crate::explain::{OrderTerm, SmoothingApplied};
use crate::what_if::{Altered, Change, WhatIfScore};
use std::cmp::Reverse;
use std::ops::AddAssign;

/// Evidence for all checks.
pub struct Evidence<'a> {
    pub definition: &'a Definition,
    /// Corpus score.
    pub score: &'a Score,
    /// Factors of the score.
    pub terms: &'a [OrderTerm],
    /// Segments with a property.
    pub segments: SegmentCounts,
    /// Profile of the candidate.
    pub candidate: &'a TextProfile,
    /// Profile of each reference.
    pub references: &'a [TextProfile],
    /// For each reference, the shifted ranges of the candidate.
    pub shifted: &'a [Vec<ShiftedRange>],
    /// For each reference, the comparison of the candidate's lines with other lines of the reference.
    pub comparisons: &'a [Comparison],
    /// The score after each change.
    pub what_if: &'a [WhatIfScore],
}

/// Numbers of segments of a candidate with a property.
#[derive(Clone, Copy, Debug, Default)]
pub struct SegmentCounts {
    /// All segments.
    pub all: u64,
    /// Segments whose candidate line is identical to a reference line.
    pub identical: u64,
    /// Segments whose candidate line has most of its letters in scripts that no reference line has.
    pub foreign: u64,
    /// Segments whose candidate line has no token, but whose closest reference does.
    pub lost: u64,
    /// Segments with less than half of the closest reference's tokens.
    pub below_half: u64,
    /// Segments with more than twice the closest reference's tokens.
    pub above_double: u64,
}

impl AddAssign for SegmentCounts {
    fn add_assign(&mut self, other: SegmentCounts) {
        self.all += other.all;
        self.identical += other.identical;
        self.foreign += other.foreign;
        self.lost += other.lost;
        self.below_half += other.below_half;
        self.above_double += other.above_double;
    }
}

/// All checks, in the order of their findings.
const CHECKS: [fn(&Evidence) -> Option<Finding>; 12] = [
    score_of_zero,
    score_of_one,
    misaligned,
    shuffled,
    script,
    subwords,
    tokenizer,
    unrelated,
    empty_lines,
    length,
    tokenized,
    case,
];

/// One segment in this many must be affected.
const MIN_AFFECTED: u64 = 100;

/// Minimum number of letters of a text whose use of letters is judged.
const MIN_LETTERS: u64 = 200;

/// Minimum number of periods and commas of a text whose use of them is judged.
const MIN_MARKS: u64 = 20;

/// Minimum number of subword marks: this many, and one per this many lines.
const MIN_SUBWORDS: u64 = 20;
const LINES_PER_SUBWORD: u64 = 10;

/// Scripts that are written without spaces between words.
const UNSPACED_SCRIPTS: [&str; 8] = ["Han", "Hiragana", "Katakana", "Khmer", "Lao", "Myanmar", "Thai", "Tibetan"];

/// Minimum rise of the score for a finding that candidate and references treat something differently: half a point of
/// 100.
const MIN_RISE: f64 = 0.005;

/// Factor between the numbers of places that a change alters in the candidate and in a reference.
const MIN_DISPARITY: u64 = 3;

/// Minimum difference of these numbers: this many, and one in this many segments.
const MIN_PLACES: u64 = 10;
const SEGMENTS_PER_PLACE: u64 = 50;

/// Changes of text whose marks look like punctuation.
const MARKED: [Change; 5] = [Change::Quotes, Change::Entities, Change::Markup, Change::Subwords, Change::Tokenized];

/// Returns the findings of all checks.
pub fn findings(evidence: &Evidence) -> Vec<Finding> {
    CHECKS.into_iter().filter_map(|check| check(evidence)).chain(treated_differently(evidence)).collect()
}

fn score_of_zero(e: &Evidence) -> Option<Finding> {
    let Score { score, hyp_len, ref_len, .. } = *e.score;
    if score > 0.0 {
        return None;
    }
    let reason = if hyp_len == 0 {
        ZeroScore::NoTokens
    } else if e.terms.iter().all(|term| term.correct == 0) {
        ZeroScore::NoMatch
    } else {
        match e.terms.iter().find(|term| term.weight > 0.0 && term.precision.numerator == 0.0) {
            Some(OrderTerm { order, smoothing: SmoothingApplied::NoNgrams, .. }) => {
                ZeroScore::NoNgrams { order: *order }
            }
            Some(OrderTerm { order, total, .. }) => ZeroScore::NoCorrectNgram { order: *order, total: *total },
            None => ZeroScore::Brevity { hyp_len, ref_len },
        }
    };
    Some(Finding::ScoreOfZero(reason))
}

fn score_of_one(e: &Evidence) -> Option<Finding> {
    let finding = Finding::ScoreOfOne { identical: e.segments.identical, segments: e.segments.all };
    (e.score.score >= 1.0).then_some(finding)
}

fn misaligned(e: &Evidence) -> Option<Finding> {
    let lines = |ranges: &[ShiftedRange]| ranges.iter().map(|range| range.last - range.first + 1).sum::<u64>();
    // In a shuffled text, some lines are by chance as far away as their neighbours.
    let is_found = |number: usize, ranges: &[ShiftedRange]| match e.comparisons[number - 1].shuffled {
        Some(shuffled) => lines(ranges) > shuffled.losing,
        None => !ranges.is_empty(),
    };
    let mut misaligned: Vec<Misalignment> = (1..)
        .zip(e.shifted)
        .filter(|(number, ranges)| is_found(*number, ranges))
        .map(|(reference, ranges)| Misalignment { reference, ranges: ranges.clone() })
        .collect();
    let (worst, _) =
        misaligned.iter().enumerate().max_by_key(|(i, misaligned)| (lines(&misaligned.ranges), Reverse(*i)))?;
    misaligned[..=worst].rotate_right(1);
    Some(Finding::Misaligned(misaligned))
}

fn shuffled(e: &Evidence) -> Option<Finding> {
    let found = (1..).zip(e.comparisons).filter_map(|(number, comparison)| Some((number, comparison.shuffled?)));
    let found: Vec<(usize, Shuffled)> = found.collect();
    let &(reference, lines) = found.iter().max_by_key(|(number, lines)| (lines.losing, Reverse(*number)))?;
    let others = found.iter().map(|(number, _)| *number).filter(|number| *number != reference).collect();
    Some(Finding::Shuffled { lines, reference, others })
}

fn script(e: &Evidence) -> Option<Finding> {
    let candidate = e.candidate.letters.shares();
    if has_foreign_lines(e) {
        return Some(Finding::ForeignLines {
            foreign: e.segments.foreign,
            lines: e.candidate.lines,
            candidate,
            references: pooled(e.references).letters.shares(),
        });
    }
    let (references, profile) = references_that(e, |reference| has_other_script(e.candidate, reference))?;
    Some(Finding::OtherScript { candidate, references, reference_scripts: profile.letters.shares() })
}

/// Whether more than one line, and one in twenty, is in scripts that none of its references has.
fn has_foreign_lines(e: &Evidence) -> bool {
    20 * e.segments.foreign > e.candidate.lines && e.segments.foreign > 1
}

/// Whether both texts have letters, most of them in different scripts.
fn has_other_script(candidate: &TextProfile, reference: &TextProfile) -> bool {
    let (candidate, reference) = (&candidate.letters, &reference.letters);
    candidate.sum() >= 20 && reference.sum() >= 20 && candidate.overlap(reference) < 0.5
}

fn subwords(e: &Evidence) -> Option<Finding> {
    let marks = |mark: SubwordMark, count: fn(&TextProfile) -> u64| {
        let is_split = |text: &TextProfile| count(text) >= MIN_SUBWORDS.max(text.lines / LINES_PER_SUBWORD);
        let candidate = if is_split(e.candidate) { count(e.candidate) } else { 0 };
        let references = references_that(e, is_split).map(|(references, profile)| (references, count(&profile)));
        (candidate > 0 || references.is_some()).then_some(SubwordMarks { mark, candidate, references })
    };
    let joined = marks(SubwordMark::SubwordNmt, |text| text.joined);
    let underlined = marks(SubwordMark::SentencePiece, |text| text.underlined);
    let marks: Vec<SubwordMarks> = joined.into_iter().chain(underlined).collect();
    (!marks.is_empty()).then_some(Finding::Subwords(marks))
}

fn tokenizer(e: &Evidence) -> Option<Finding> {
    let references = pooled(e.references);
    let scripts = references.letters.shares();
    let share = |names: &[&str]| scripts.iter().filter(|x| names.contains(&x.script)).map(|x| x.share).sum::<f64>();
    let unspaced = share(&UNSPACED_SCRIPTS);
    if unspaced < 0.5 || e.score.ref_len == 0 {
        return None;
    }
    // Words of ideographs have one or two letters, those of other scripts four.
    let (writing, max_letters_per_token) = if share(&["Hiragana", "Katakana"]) > 0.05 {
        (Unspaced::Japanese, 3.0)
    } else if share(&["Han"]) > 0.5 {
        (Unspaced::Chinese, 3.0)
    } else {
        (Unspaced::Other, 8.0)
    };
    let letters = unspaced * references.letters.sum() as f64 / e.references.len() as f64;
    let tokens = e.score.ref_len as f64;
    let is_unsegmented = references.letters.sum() >= MIN_LETTERS && letters > max_letters_per_token * tokens;
    is_unsegmented.then(|| Finding::Unsegmented {
        tokenization: e.definition.tokenization().clone(),
        scripts,
        writing,
        tokens_per_segment: tokens / e.segments.all as f64,
        letters_per_token: letters / tokens,
    })
}

fn unrelated(e: &Evidence) -> Option<Finding> {
    // Each of these makes lines unrelated, and says why.
    if has_foreign_lines(e) || subwords(e).is_some() || treated_differently(e).any(|found| costs_much(&found)) {
        return None;
    }
    let is_explained = |r: usize| {
        let reference = &e.references[r];
        let is_latin = reference.letters.shares().first().is_some_and(|first| first.script == "Latin");
        !e.shifted[r].is_empty()
            || has_other_script(e.candidate, reference)
            // Lines are compared without the case of ASCII letters.
            || !is_latin && has_other_case(e.candidate, reference)
    };
    let range = |r: usize| e.comparisons[r].unrelated.filter(|_| !is_explained(r)).map(|range| (r + 1, range));
    let ranges: Vec<(usize, UnrelatedRange)> = (0..e.references.len()).filter_map(range).collect();
    let &(reference, UnrelatedRange { first, last, compared, related, .. }) =
        ranges.iter().max_by_key(|(r, range)| (range.evidence, Reverse(*r)))?;
    let others = ranges.iter().map(|(r, _)| *r).filter(|r| *r != reference).collect();
    Some(Finding::Unrelated { first, last, compared, related, reference, others })
}

/// Whether a difference costs so much that the lines cannot be compared without regard to it.
fn costs_much(finding: &Finding) -> bool {
    matches!(finding, Finding::TreatedDifferently(found) if found.difference >= 4.0 * MIN_RISE)
}

fn empty_lines(e: &Evidence) -> Option<Finding> {
    let SegmentCounts { all: segments, lost, .. } = e.segments;
    let is_frequent = |lines: u64| lines > 0 && lines * MIN_AFFECTED >= segments;
    if is_frequent(lost) {
        return Some(Finding::EmptyCandidateLines { empty: lost, segments });
    }
    let lines = (1..).zip(e.references).map(|(reference, text)| (text.empty_lines, reference));
    let (empty, reference) = lines.max()?;
    let finding = Finding::EmptyReferenceLines { reference, empty, segments };
    (empty > e.candidate.empty_lines && is_frequent(empty)).then_some(finding)
}

fn length(e: &Evidence) -> Option<Finding> {
    let Score { hyp_len, ref_len, .. } = *e.score;
    let ratio = e.score.ratio();
    let characters = e.candidate.characters;
    let of_references = e.references.iter().map(|reference| reference.characters);
    let (least, most) = (of_references.clone().min()?, of_references.max()?);
    let lengths = |reference_characters, extreme_segments| Lengths {
        hyp_len,
        ref_len,
        candidate_characters: characters,
        reference_characters,
        extreme_segments,
        segments: e.segments.all,
    };
    // Tokens alone are not enough: in text without spaces, their number depends on punctuation.
    if ref_len > 0 && ratio < 0.75 && (characters as f64) < 0.75 * least as f64 {
        Some(Finding::TooShort(lengths(least, e.segments.below_half)))
    } else if ratio > 4.0 / 3.0 && 0.75 * characters as f64 > most as f64 {
        Some(Finding::TooLong(lengths(most, e.segments.above_double)))
    } else {
        None
    }
}

fn tokenized(e: &Evidence) -> Option<Finding> {
    // These tokenizers ignore spaces.
    if e.definition.tokenization().ignores_spaces() {
        return None;
    }
    let differ = |tokenized: &TextProfile, other: &TextProfile| {
        tokenized.marks.min(other.marks) >= MIN_MARKS && tokenized.apart_share() > 0.5 && other.apart_share() < 0.2
    };
    let candidate = references_that(e, |reference| differ(e.candidate, reference)).map(|x| (Side::Candidate, x));
    let (side, (references, profile)) = candidate
        .or_else(|| references_that(e, |reference| differ(reference, e.candidate)).map(|x| (Side::References, x)))?;
    Some(Finding::Tokenized {
        side,
        references,
        candidate_share: e.candidate.apart_share(),
        reference_share: profile.apart_share(),
    })
}

fn case(e: &Evidence) -> Option<Finding> {
    // Lines in tags do not begin with a letter.
    if e.definition.lowercase() || rise(e, Change::Markup) > rise(e, Change::Case).max(MIN_RISE) {
        return None;
    }
    let differ =
        |reference: &TextProfile| has_other_case(e.candidate, reference) && !has_other_script(e.candidate, reference);
    let (references, profile) = references_that(e, differ)?;
    let shares =
        |text: &TextProfile| CaseShares { uppercase: text.upper_share(), uppercase_lines: text.begin_upper_share() };
    Some(Finding::Case { candidate: shares(e.candidate), references, reference: shares(&profile) })
}

/// Whether one text has uppercase letters, or begins lines with them, much more often than the other.
fn has_other_case(candidate: &TextProfile, reference: &TextProfile) -> bool {
    let cased = |text: &TextProfile| text.upper + text.lower;
    let (upper, usual) = (candidate.upper_share(), reference.upper_share());
    let letters = upper.max(usual) > 4.0 * upper.min(usual) && (upper - usual).abs() > 0.01;
    let lines = (candidate.begin_upper_share() - reference.begin_upper_share()).abs() > 0.5;
    cased(candidate).min(cased(reference)) >= MIN_LETTERS && (letters || lines)
}

/// Returns the references with a property, if there are any, and their common profile.
fn references_that(e: &Evidence, is_such: impl Fn(&TextProfile) -> bool) -> Option<(ReferenceSet, TextProfile)> {
    let such: Vec<usize> =
        (1..).zip(e.references).filter(|(_, text)| is_such(text)).map(|(number, _)| number).collect();
    if such.is_empty() {
        return None;
    }
    let profile = pooled(such.iter().map(|number| &e.references[number - 1]));
    let set = if such.len() == e.references.len() { ReferenceSet::All } else { ReferenceSet::Some(such) };
    Some((set, profile))
}

/// Returns the common profile of texts.
fn pooled<'a>(texts: impl IntoIterator<Item = &'a TextProfile>) -> TextProfile {
    let mut sum = TextProfile::default();
    texts.into_iter().for_each(|text| sum += text);
    sum
}

/// Returns by how much a change raises the score.
fn rise(e: &Evidence, change: Change) -> f64 {
    e.what_if.iter().find(|x| x.change == change).map_or(0.0, |x| x.difference)
}

/// Returns the changes that raise the score because only one side needs them, by how much they raise it.
fn treated_differently(e: &Evidence) -> impl Iterator<Item = Finding> {
    let references = e.references.len().max(1) as u64;
    let is_disparate = |candidate: &Altered, references: u64| {
        let (least, most) = (candidate.places.min(references), candidate.places.max(references));
        most >= MIN_DISPARITY * least && most - least >= MIN_PLACES.max(e.segments.all / SEGMENTS_PER_PLACE)
    };
    let rise = |change| rise(e, change);
    // NFKC does what NFC does, and replaces ellipses.
    let rise_of_others = rise(Change::Nfc).max(rise(Change::Quotes)).max(0.0);
    let is_found = |x: &&WhatIfScore| {
        let own = match x.change {
            // Other checks find these.
            Change::Case | Change::Subwords | Change::Tokenized => return false,
            Change::Nfkc => x.difference - rise_of_others,
            // Marks of these are punctuation too.
            Change::Punctuation if MARKED.into_iter().any(|other| 2.0 * rise(other) >= x.difference) => return false,
            _ => x.difference,
        };
        own >= MIN_RISE && is_disparate(&x.candidate, x.references.places / references)
    };
    let mut found: Vec<WhatIfScore> = e.what_if.iter().filter(is_found).copied().collect();
    found.sort_by(|a, b| b.difference.total_cmp(&a.difference));
    if found.iter().any(|x| x.change == Change::Nfkc) {
        found.retain(|x| x.change != Change::Nfc);
    }
    found.into_iter().map(Finding::TreatedDifferently)
}
