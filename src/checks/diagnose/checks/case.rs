//! Candidate and references differ in case.
//!
//! | `case` | other upper and lower case |
//!
//! - `case`: shares of uppercase letters that differ by 1 % and a factor of 2 (4 in texts of fewer than 10,000 letters);
//!   or many lines that begin with the same two words as a reference, the first in another case. Ignoring case must raise
//!   the score by half a point of 100, or by an eighth; if it doubles the score, neither the shares nor the beginnings
//!   need differ. A reference with hardly an uppercase letter, or more than half of them, is named itself, and one in
//!   which 1 in 8 of these lines have lost their case, if either side has two capitals there.

use super::script::has_other_script;
use super::{Change, Check, Evidence, Finding, MIN_RISE, Problem, SegmentList, Text, TextProfile};
use crate::checks::diagnose::limits::{ENOUGH, InGoodText, LARGE_SHARE, MANY_TIMES, NEGLIGIBLE_SHARE, is_large_share};
use crate::diagnose::problem::LostCase;

/// Number of letters from which a text is not short.
const MANY_LETTERS: u64 = 10_000;

/// Share of letters below which a case hardly occurs.
const RARE: f64 = 0.001;

pub const CHECK: Check = Check::new(find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let (candidate, rise) = (evidence.candidate, evidence.rise(Change::Case));
    let costs = rise >= MIN_RISE || evidence.loss(Change::Case) >= LARGE_SHARE;
    // Where each word has a capital, lines begin alike.
    let is_most_of_score = 2.0 * evidence.loss(Change::Case) >= 1.0;
    let is_like = |text: &TextProfile| has_one_case(candidate) == has_one_case(text);
    if evidence.definition.lowercase() || !costs && evidence.references.iter().all(is_like) {
        return None;
    }
    let compare = |text| FirstWords::compare(candidate, text);
    let first_words: Vec<FirstWords> = evidence.references.iter().map(compare).collect();
    let differs = |(text, words): (&TextProfile, &FirstWords)| {
        let is_cased = candidate.counts.cased().min(text.counts.cased()) >= ENOUGH;
        let has_other_case = !is_like(text)
            || costs && (is_most_of_score || has_other_letters(candidate, text) || words.are_in_other_case());
        is_cased && has_other_case && !has_other_script(candidate, text)
    };
    let differing = (1..).zip(evidence.references.iter().zip(&first_words)).filter(|(_, pair)| differs(*pair));
    let differing: Vec<usize> = differing.map(|(number, _)| number).collect();
    // A text that has lost its case is the wrong one.
    let has_lost_case = |text: &TextProfile| {
        let upper = text.counts.upper_share();
        upper < RARE || 2.0 * upper >= 1.0
    };
    let wrong = differing.iter().copied().find(|number| has_lost_case(&evidence.references[number - 1]));
    let (references, counts) = evidence.reference_set(differing)?;
    let (number, words) = (1..).zip(&first_words).max_by_key(|(_, words)| words.in_other_case.segments)?;
    let wrong = wrong.or(words.have_lost_case_in_reference().then_some(number));
    let wrong = wrong.filter(|_| !has_lost_case(candidate));
    let (upper, usual) = (candidate.counts.upper_share(), counts.upper_share());
    let (compared, lines) = (words.same, words.in_other_case.segments);
    let text = wrong.map_or(Text::Candidate, Text::Reference);
    // If only some lines are in another case, to ignore it hides the fault.
    let lost = match words.are_in_other_case() && 2 * lines < compared {
        true if text != Text::Candidate || 2 * words.lost_in_candidate >= lines => LostCase::Lines,
        true => LostCase::LinesOfEither,
        false => LostCase::Text,
    };
    let problem = Problem::Case { candidate: upper, reference: usual, references, compared, lost };
    let finding = Finding { lines, text, ..Finding::new(problem) }
        .without(evidence.score.value() + rise, rise)
        .with_loss(evidence.loss(Change::Case));
    Some(if words.are_in_other_case() { finding.at(words.in_other_case.ranges()) } else { finding })
}

/// Candidate lines that begin with the same two words as the lines of a reference.
struct FirstWords {
    /// Number of such lines, whatever the case of the words.
    same: u64,
    /// Lines among them whose first word is in another case.
    in_other_case: SegmentList,
    /// Number of these in which the word of the candidate has lost its case, and in which the line of the reference has.
    lost_in_candidate: u64,
    lost_in_reference: u64,
}

impl FirstWords {
    fn compare(candidate: &TextProfile, reference: &TextProfile) -> FirstWords {
        let (mut same, mut lost_in_candidate, mut lost_in_reference, mut in_other_case) = (0, 0, 0, Vec::new());
        for (line, pair) in candidate.records.iter().zip(&reference.records).enumerate() {
            let [own_line, other_line] = [&*pair.0.text, &*pair.1.text];
            let [own, other] = [own_line, other_line].map(first_words);
            if own[0].is_empty() || !own.iter().zip(other).all(|(own, other)| is_same_word(own, other)) {
                continue;
            }
            same += 1;
            if own[0] != other[0] {
                in_other_case.push(line);
                lost_in_candidate += u64::from(is_of_one_case(own[0]) && !is_of_one_case(other[0]));
                // A first letter alone may be a capital or not.
                let has_capitals = [own_line, other_line]
                    .iter()
                    .any(|line| line.chars().filter(|c| c.is_uppercase()).nth(1).is_some());
                lost_in_reference += u64::from(is_of_one_case(other_line) && !is_of_one_case(own_line) && has_capitals);
            }
        }
        let in_other_case = SegmentList::of_lines(in_other_case);
        FirstWords { same, in_other_case, lost_in_candidate, lost_in_reference }
    }

    fn have_lost_case_in_reference(&self) -> bool {
        self.are_in_other_case() && is_large_share(self.lost_in_reference, self.in_other_case.segments)
    }

    fn are_in_other_case(&self) -> bool {
        // Good translations reach 1 in 14.
        self.in_other_case.segments >= InGoodText::Often.least(self.same)
    }
}

/// The first two words of a line, without marks around them; empty if there are fewer.
fn first_words(line: &str) -> [&str; 2] {
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    [(); 2].map(|()| words.next().unwrap_or_default())
}

/// Whether all letters of a text are lowercase, or all are uppercase.
fn is_of_one_case(text: &str) -> bool {
    !text.contains(char::is_uppercase) || !text.contains(char::is_lowercase)
}

/// Whether two words are the same, whatever their case.
fn is_same_word(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other) || !one.is_ascii() && one.to_lowercase() == other.to_lowercase()
}

/// Whether nearly all letters are lowercase, or nearly all uppercase. Bad translations have fewer or more uppercase letters
/// too, but a text has none only if its case was changed.
fn has_one_case(text: &TextProfile) -> bool {
    text.counts.upper_share() < RARE || text.counts.upper_share() > 1.0 - RARE
}

/// Whether one text has uppercase letters much more often than the other.
fn has_other_letters(candidate: &TextProfile, reference: &TextProfile) -> bool {
    let (upper, usual) = (candidate.counts.upper_share(), reference.counts.upper_share());
    // A few lines in capitals are many letters of a short text.
    let is_short = candidate.counts.cased().min(reference.counts.cased()) < MANY_LETTERS;
    let factor = if is_short { MANY_TIMES as f64 } else { 2.0 };
    upper.max(usual) > factor * upper.min(usual) && (upper - usual).abs() > NEGLIGIBLE_SHARE
}
