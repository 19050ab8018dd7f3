//! Words that are split into subwords.

use super::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::text_profile::TextProfile;
use crate::what_if::Change;

/// Minimum number of marks: this many, and one per this many lines.
const MIN_MARKS: u64 = 20;
const LINES_PER_MARK: u64 = 10;

type Count = fn(&TextProfile) -> u64;

/// Marks, how many of them a text has, and the command that joins subwords.
const MARKS: [(&str, Count, &str); 4] = [
    ("@@", |text| text.joined, "sed -E 's/@@( |$)//g'"),
    ("▁", |text| text.underlined, "sed 's/ //g; s/▁/ /g; s/^ //'"),
    ("##", |text| text.hashed, "sed 's/ ##//g'"),
    ("Ġ", |text| text.with_g, "sed 's/ //g; s/Ġ/ /g; s/^ //'"),
];

pub fn check(e: &Evidence) -> Option<Finding> {
    let found: Vec<String> =
        MARKS.into_iter().filter_map(|(mark, count, command)| found(e, mark, count, command)).collect();
    if found.is_empty() {
        return None;
    }
    let marks = |text: &TextProfile| MARKS.iter().map(|(_, count, _)| count(text)).sum::<u64>();
    let finding = Finding::new("subwords", "words are split into subwords", found.join("; "))
        .count("candidate_marks", marks(e.candidate))
        .count("reference_marks", e.references.iter().map(marks).sum());
    Some(finding.costs(e.loss(Change::Subwords).max(0.05)))
}

fn found(e: &Evidence, mark: &str, count: Count, command: &str) -> Option<String> {
    let is_split = |text: &TextProfile| count(text) >= MIN_MARKS.max(text.lines / LINES_PER_MARK);
    let candidate = is_split(e.candidate).then(|| format!("{} {mark} in the candidate", count(e.candidate)));
    let references = e.references_that(is_split);
    let references = references.map(|(set, profile)| format!("{} {mark} in {}", count(&profile), set.name()));
    let counts: Vec<String> = candidate.into_iter().chain(references).collect();
    (!counts.is_empty()).then(|| format!("{}; {command} joins them", counts.join(", ")))
}
