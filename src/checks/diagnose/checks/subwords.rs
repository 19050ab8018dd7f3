//! Words that are split into subwords.
//!
//! | `subwords` | marks of subwords: `@@`, `▁`, `##`, `Ġ` |
//!
//! - `subwords`: 10 marks or more in one text, if joining raises the score as for `markup`; or in every line of both, if joining
//!   changes it by half a point.

use super::differences::faulty_text;
use super::{
    Advice, Change, Check, Definition, Evidence, Finding, Glance, MIN_RISE, Problem, Repair, SegmentRange,
    SubwordScheme, Text, TextProfile,
};
use crate::checks::diagnose::text_profile::TextCounts;

/// Minimum number of lines with marks at a glance.
const MIN_GLANCED: usize = 2;

/// Minimum number of marks of a text that is split into subwords.
const MIN_MARKS: u64 = 10;

pub const CHECK: Check = Check::new("subwords", "words are split into subwords", find).with_sign(sign);

fn find(evidence: &Evidence) -> Option<Finding> {
    // If both sides are split, the score is one of subwords. One of several references may cost little.
    let what_if = evidence.what_if(Change::Subwords);
    let (candidate, reference) = evidence.places(what_if);
    let both = candidate.min(reference) >= evidence.segments() && what_if.difference.abs() >= MIN_RISE;
    let is_found = both || what_if.references.places >= evidence.segments() || evidence.is_one_sided(Change::Subwords);
    let marks: Vec<String> = SubwordScheme::ALL.iter().copied().filter_map(|scheme| found(evidence, scheme)).collect();
    if !is_found || marks.is_empty() {
        return None;
    }
    let in_words = format!("words are split into subwords: {}", marks.join("; "));
    let advice = match evidence.references.iter().any(is_split) {
        true => "join the subwords of all texts to score words".into(),
        false => Advice::Repair(Repair::Subwords),
    };
    let count = |text: &TextProfile| text.counts.subword_marks.iter().sum::<u64>();
    Some(
        Finding::new(Problem::Subwords, in_words, advice)
            .of(if both { Text::Candidate } else { faulty_text(evidence, what_if) })
            .number("score", what_if.score)
            .number("difference", what_if.difference)
            .count("candidate_marks", count(evidence.candidate))
            .count("reference_marks", evidence.references.iter().map(count).sum())
            .at(SegmentRange::of(what_if.one_sided.iter().copied()))
            .with_loss(evidence.loss(Change::Subwords).max(0.05)),
    )
}

/// Half of the lines of a text have marks.
fn sign(glance: &Glance, _: &Definition) -> bool {
    glance.texts().any(|text| text.with_subwords >= MIN_GLANCED && 2 * text.with_subwords >= text.len())
}

/// Whether a text has many marks of any kind.
fn is_split(text: &TextProfile) -> bool {
    text.counts.subword_marks.iter().any(|marks| *marks >= MIN_MARKS)
}

/// Says where there are many marks of a kind, if there are.
fn found(evidence: &Evidence, scheme: SubwordScheme) -> Option<String> {
    let mark = scheme.mark();
    let count = |counts: &TextCounts| counts.subword_marks[scheme as usize];
    let is_split = |text: &TextProfile| count(&text.counts) >= MIN_MARKS;
    let in_candidate =
        is_split(evidence.candidate).then(|| format!("{} {mark} in the candidate", count(&evidence.candidate.counts)));
    let references = evidence.references_that(is_split);
    let in_references = references.map(|(references, counts)| format!("{} {mark} in {references}", count(&counts)));
    let places: Vec<String> = in_candidate.into_iter().chain(in_references).collect();
    (!places.is_empty()).then(|| places.join(", "))
}
