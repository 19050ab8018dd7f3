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

/// Drops the effects of other findings, and sorts the others: those that cost most first, consequences after their
/// cause.
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
    let is_effect = match (problem, cause) {
        // Lines in another script or language are unrelated; if many more are, there is another reason too.
        (
            Problem::Unrelated { compared, related, .. },
            Problem::ForeignLines { lines, .. } | Problem::Untranslated { lines, .. },
        ) => 2 * lines >= compared - related,
        (Problem::Unrelated { reference, .. }, cause) => makes_unrelated(cause, *reference, evidence),
        // Letters that were decoded wrongly are of another script, and repeat.
        (
            Problem::OtherScript { .. }
            | Problem::ForeignLines { .. }
            | Problem::Wrapped { .. }
            | Problem::Repetition { .. }
            | Problem::Tokenized { .. },
            Problem::Mojibake { lines } | Problem::ReplacedLetters { lines },
        ) => 2 * lines > evidence.segments.all,
        // One wrong decoding may leave both.
        (Problem::ReplacedLetters { .. }, Problem::Mojibake { .. }) => true,
        (Problem::DroppedLetters { .. }, cause) => drops_letters(cause, evidence),
        // Copies of one line begin alike.
        (Problem::Wrapped { .. }, Problem::Duplicated { lines, .. }) => 2 * lines > evidence.segments.all,
        // Marks may be uppercase letters, and tags consist of lowercase ones.
        (Problem::Case { .. }, Problem::Subwords { what_if, .. } | Problem::Difference(what_if)) => {
            matches!(what_if.change, Change::Subwords | Change::Markup)
                && what_if.difference > evidence.rise(Change::Case)
                && !case::begins_otherwise(evidence)
        }
        (Problem::Difference(effect), cause) => is_part(effect, cause, evidence),
        // Marks may be in place of spaces.
        (Problem::MissingSpaces { .. }, Problem::Subwords { .. }) => true,
        _ => false,
    };
    if is_effect {
        return Relation::Effect;
    }
    let is_consequence = match (problem, cause) {
        (Problem::Length { hyp_len, ref_len, segments, .. }, Problem::EmptyCandidateLines { lines, .. }) => {
            let missing = 1.0 - *hyp_len as f64 / (*ref_len).max(1) as f64;
            2.0 * *lines as f64 >= missing * *segments as f64
        }
        // One line in fifty that loops is why a text is longer.
        (Problem::Length { hyp_len, ref_len, segments, .. }, Problem::Repetition { lines }) => {
            hyp_len > ref_len && 50 * lines >= *segments
        }
        (Problem::Length { .. }, Problem::Columns { .. } | Problem::Wrapped { .. } | Problem::Duplicated { .. }) => {
            true
        }
        // The source is in another script.
        (Problem::ForeignLines { .. } | Problem::OtherScript { .. }, Problem::Untranslated { .. }) => true,
        // They may be in place of spaces.
        (Problem::MissingSpaces { .. }, Problem::Difference(what_if)) => what_if.change == Change::InvisibleCharacters,
        _ => false,
    };
    if is_consequence { Relation::Consequence } else { Relation::Independent }
}

/// Whether a problem makes lines unrelated to their references, and says why. If most lines are related nevertheless,
/// the others are not.
fn makes_unrelated(cause: &Problem, reference: usize, evidence: &Evidence) -> bool {
    let spoils_lines = match cause {
        Problem::Mojibake { lines } | Problem::ReplacedLetters { lines } => return 2 * lines > evidence.segments.all,
        Problem::OtherScript { .. } | Problem::Subwords { .. } => true,
        Problem::Difference(what_if) => what_if.difference >= SPOILS_LINES,
        // Lines are compared without the case of ASCII letters.
        Problem::Case { .. } => !evidence.references[reference - 1].is_latin(),
        _ => false,
    };
    spoils_lines && evidence.comparisons[reference - 1].is_weak
}

/// Whether a problem accounts for missing letters that are not ASCII.
fn drops_letters(cause: &Problem, evidence: &Evidence) -> bool {
    match cause {
        Problem::Mojibake { .. } | Problem::ReplacedLetters { .. } => true,
        Problem::EscapedLetters { text, .. } => *text == Text::Candidate,
        Problem::Difference(what_if) => {
            matches!(what_if.change, Change::Diacritics | Change::Entities | Change::Nfc | Change::Nfkc)
        }
        // Other texts and languages have other letters.
        Problem::Unrelated { compared, .. } => 2 * compared > evidence.segments.all,
        _ => false,
    }
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
