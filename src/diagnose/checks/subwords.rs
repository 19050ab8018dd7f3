//! Words that are split into subwords.

use super::{Evidence, MIN_RISE};
use crate::diagnose::finding::{Finding, SegmentRange};
use crate::diagnose::text_profile::TextProfile;
use crate::what_if::Change;

/// Minimum number of marks of a text that is split into subwords.
const MIN_MARKS: u64 = 10;

type Count = fn(&TextProfile) -> u64;

/// Marks, how many of them a text has, and the command that joins subwords.
const MARKS: [(&str, Count, &str); 4] = [
    ("@@", |text| text.joined, "sed -E 's/@@( |$)//g'"),
    ("▁", |text| text.underlined, "sed 's/ //g; s/▁/ /g; s/^ //'"),
    ("##", |text| text.hashed, "sed 's/ ##//g'"),
    ("Ġ", |text| text.with_g, "sed 's/ //g; s/Ġ/ /g; s/^ //'"),
];

pub fn check(e: &Evidence) -> Option<Finding> {
    // If both sides are split, the score is one of subwords. One of several references may cost little.
    let x = e.what_if(Change::Subwords).filter(|x| {
        let (candidate, reference) = e.places(x);
        let both = candidate.min(reference) >= e.segments.all && x.difference.abs() >= MIN_RISE;
        both || x.references.places >= e.segments.all || e.is_one_sided(x.change)
    })?;
    let found: Vec<String> =
        MARKS.into_iter().filter_map(|(mark, count, command)| found(e, mark, count, command)).collect();
    if found.is_empty() {
        return None;
    }
    let marks = |text: &TextProfile| MARKS.iter().map(|(_, count, _)| count(text)).sum::<u64>();
    let finding = Finding::new("subwords", "words are split into subwords", found.join("; "))
        .number("score", x.score)
        .number("difference", x.difference)
        .count("candidate_marks", marks(e.candidate))
        .count("reference_marks", e.references.iter().map(marks).sum())
        .at(SegmentRange::of(x.one_sided.iter().copied()));
    Some(finding.costs(e.loss(Change::Subwords).max(0.05)))
}

fn found(e: &Evidence, mark: &str, count: Count, command: &str) -> Option<String> {
    let is_split = |text: &TextProfile| count(text) >= MIN_MARKS;
    let candidate = is_split(e.candidate).then(|| format!("{} {mark} in the candidate", count(e.candidate)));
    let references = e.references_that(is_split);
    let references = references.map(|(set, profile)| format!("{} {mark} in {}", count(&profile), set.name()));
    let counts: Vec<String> = candidate.into_iter().chain(references).collect();
    (!counts.is_empty()).then(|| format!("{}; {command} joins them", counts.join(", ")))
}
