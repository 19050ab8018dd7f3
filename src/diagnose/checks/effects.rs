//! Effects: findings that another problem accounts for. All rules by which one finding concerns another are here.
//!
//! A finding is dropped only if a cause was found that makes the same observation likely without a second problem.

use super::{Evidence, case};
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::{Problem, Text};
use crate::what_if::{Change, WhatIfScore};

/// Rise of the score by a change from which lines cannot be compared with each other without it: two points of 100.
const SPOILS_LINES: f64 = 0.02;

/// Relation of a finding to a likely cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// Two problems.
    Independent,
    /// The finding follows from the cause, but tells more about it.
    Consequence,
    /// The finding is nothing but an effect of the cause.
    Effect,
}

/// Drops the effects of other findings, and sorts the others: those that cost most first, consequences after their cause.
pub fn sort_out(mut findings: Vec<Finding>, evidence: &Evidence) -> Vec<Finding> {
    let relation = |finding: &Finding, cause: &Finding| relation(&finding.problem, &cause.problem, evidence);
    let is_effect = |finding: &Finding| findings.iter().any(|cause| relation(finding, cause) == Relation::Effect);
    let effects: Vec<bool> = findings.iter().map(is_effect).collect();
    let mut effects = effects.into_iter();
    findings.retain(|_| effects.next() == Some(false));
    // A consequence costs no more than its cause. Findings that cost the same keep the order of the checks.
    for place in 0..findings.len() {
        let causes = findings.iter().filter(|cause| relation(&findings[place], cause) == Relation::Consequence);
        let limit = causes.map(|cause| cause.loss).fold(f64::INFINITY, f64::min);
        findings[place].loss = findings[place].loss.min(limit);
    }
    findings.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    findings
}

/// Returns the relation of a problem to another that may be its cause.
fn relation(problem: &Problem, cause: &Problem, evidence: &Evidence) -> Relation {
    let all = evidence.segments.all;
    let is_effect = match (problem, cause) {
        (Problem::Unrelated { reference, compared, related, .. }, cause) => {
            makes_unrelated(cause, *reference, compared - related, evidence)
        }
        // Lines in another script are like none, or by chance.
        (Problem::Shuffled { lines, .. }, Problem::ForeignLines { lines: foreign, .. }) => 2 * foreign >= *lines,
        // Letters that were decoded wrongly are of another script, and like none.
        (Problem::ForeignLines { lines, .. } | Problem::Shuffled { lines, .. }, cause) => {
            2 * wrongly_encoded_lines(cause) >= *lines
        }
        (Problem::OtherScript { .. } | Problem::Repetition { .. } | Problem::Tokenized { .. }, cause) => {
            2 * wrongly_encoded_lines(cause) > all
        }
        // Letters decoded wrongly begin alike, as do escapes. But JSON, which has escapes, is also in quotes.
        (Problem::Wrapped { prefix, .. }, cause) => {
            let is_of_json = matches!(cause, Problem::EscapedLetters { .. }) && prefix.starts_with(['"', '{']);
            !is_of_json && 2 * wrongly_encoded_lines(cause) > all
        }
        // One wrong decoding may leave both.
        (Problem::ReplacedLetters { .. }, Problem::Mojibake { .. }) => true,
        (Problem::DroppedLetters { .. }, cause) => drops_letters(cause, evidence),
        // Marks may be uppercase letters, and tags consist of lowercase ones.
        (Problem::Case { .. }, Problem::Subwords { what_if, .. } | Problem::Difference(what_if)) => {
            matches!(what_if.change, Change::Subwords | Change::Markup)
                && what_if.difference > evidence.rise(Change::Case)
                && !case::is_evident(evidence)
        }
        (Problem::Difference(effect), cause) => is_part(effect, cause, evidence),
        // Marks may be in place of spaces, and what is put before lines may have some.
        (
            Problem::MissingSpaces { .. },
            Problem::Subwords { .. } | Problem::Wrapped { .. } | Problem::Columns { .. },
        ) => true,
        _ => false,
    };
    if is_effect {
        return Relation::Effect;
    }
    let is_consequence = match (problem, cause) {
        (Problem::Length { hyp_len, ref_len, extreme_segments, .. }, cause) => {
            makes_length(cause, *hyp_len, *ref_len, all) || 2 * wrongly_encoded_lines(cause) > *extreme_segments
        }
        // Some lines cannot be compared without the difference.
        (Problem::Unrelated { .. }, Problem::Subwords { what_if, .. } | Problem::Difference(what_if)) => {
            what_if.difference >= SPOILS_LINES
        }
        // The source is in another script.
        (Problem::ForeignLines { .. } | Problem::OtherScript { .. }, Problem::Untranslated { .. }) => true,
        // Wrong letters look like marks, and they repeat.
        (Problem::Repetition { lines } | Problem::Case { differing: lines, .. }, cause)
            if 2 * wrongly_encoded_lines(cause) > *lines =>
        {
            true
        }
        (Problem::Tokenized { what_if, .. } | Problem::Difference(what_if), cause)
            if 2 * wrongly_encoded_lines(cause) > what_if.only_candidate + what_if.only_references =>
        {
            true
        }
        // They may be in place of spaces.
        (Problem::MissingSpaces { .. }, Problem::Difference(what_if)) => what_if.change == Change::InvisibleCharacters,
        _ => false,
    };
    if is_consequence { Relation::Consequence } else { Relation::Independent }
}

/// Number of lines with letters of a wrong encoding that a problem is about.
fn wrongly_encoded_lines(problem: &Problem) -> u64 {
    match problem {
        Problem::Mojibake { lines }
        | Problem::ReplacedLetters { lines }
        | Problem::EscapedLetters { lines, .. }
        | Problem::ReferenceEncoding { lines, .. } => *lines,
        _ => 0,
    }
}

/// Whether a problem makes a text shorter or longer.
fn makes_length(cause: &Problem, hyp_len: u64, ref_len: u64, segments: u64) -> bool {
    let share_of = |lines: u64| lines as f64 / segments.max(1) as f64;
    match cause {
        // At least half of what is missing.
        Problem::EmptyCandidateLines { lines, .. } => {
            2.0 * share_of(*lines) >= 1.0 - hyp_len as f64 / ref_len.max(1) as f64
        }
        Problem::EmptyReferenceLines { .. } => hyp_len > ref_len,
        // One line in fifty that loops is why a text is longer.
        Problem::Repetition { lines } => hyp_len > ref_len && share_of(*lines) >= 0.02,
        Problem::Columns { .. } | Problem::Wrapped { .. } | Problem::Duplicated { .. } => true,
        _ => false,
    }
}

/// Whether a problem makes so many lines unrelated to their references, and says why.
fn makes_unrelated(cause: &Problem, reference: usize, lines: u64, evidence: &Evidence) -> bool {
    // If most lines are related nevertheless, the problem is no reason for the others.
    let is_weak = evidence.comparisons[reference - 1].is_weak;
    match cause {
        Problem::ForeignLines { lines: foreign, .. } => 2 * foreign >= lines,
        Problem::Duplicated { lines: duplicated, .. } => 2 * duplicated >= lines,
        Problem::Untranslated { lines: untranslated, .. } => 2 * untranslated >= lines,
        Problem::OtherScript { .. } | Problem::Subwords { .. } => is_weak,
        Problem::Difference(what_if) => is_weak && what_if.difference >= SPOILS_LINES,
        // Lines are compared without the case of ASCII letters.
        Problem::Case { compared, differing, .. } if !evidence.references[reference - 1].is_latin() => {
            is_weak || 2 * differing * evidence.segments.all >= lines * compared
        }
        cause => 2 * wrongly_encoded_lines(cause) > evidence.segments.all,
    }
}

/// Whether a problem accounts for missing letters that are not ASCII.
fn drops_letters(cause: &Problem, evidence: &Evidence) -> bool {
    match cause {
        Problem::Mojibake { .. } | Problem::ReplacedLetters { .. } => true,
        Problem::EscapedLetters { text, .. } => *text == Text::Candidate,
        Problem::Difference(what_if) => {
            matches!(what_if.change, Change::Diacritics | Change::Entities | Change::Nfc | Change::Nfkc)
        }
        cause => is_mostly_unrelated(cause, evidence),
    }
}

/// Whether most of a text is another one: another language has other letters.
fn is_mostly_unrelated(cause: &Problem, evidence: &Evidence) -> bool {
    matches!(cause, Problem::Unrelated { compared, related, .. } if 2 * (compared - related) > evidence.segments.all)
}

/// Whether a difference is a part of what another problem is about.
fn is_part(effect: &WhatIfScore, cause: &Problem, evidence: &Evidence) -> bool {
    // The side with other marks has more punctuation, and decomposed letters hold diacritics.
    let candidate_has_more = |what_if: &WhatIfScore| {
        let (candidate, reference) = evidence.places(what_if);
        candidate > reference
    };
    let accounts = |cause: &WhatIfScore| {
        2.0 * cause.difference >= effect.difference && candidate_has_more(cause) == candidate_has_more(effect)
    };
    match (effect.change, cause) {
        (Change::Diacritics, Problem::Difference(cause)) => {
            matches!(cause.change, Change::Nfc | Change::Nfkc) && 2.0 * cause.difference >= effect.difference
        }
        (Change::Diacritics, cause) => effect.difference < SPOILS_LINES && is_mostly_unrelated(cause, evidence),
        (Change::Punctuation, Problem::Subwords { what_if, .. } | Problem::Tokenized { what_if, .. }) => {
            accounts(what_if)
        }
        (Change::Punctuation, Problem::Difference(cause)) => {
            matches!(cause.change, Change::Quotes | Change::Entities | Change::Markup) && accounts(cause)
        }
        (Change::Markup, Problem::UnknownTokens { lines }) => 2 * lines > effect.candidate.lines,
        _ => false,
    }
}
