//! Tokens in place of words that a model does not know.

use super::Evidence;
use crate::diagnose::finding::Finding;
use crate::what_if::Change;

/// Minimum number of lines with such a token: this many, and one in this many.
const MIN_LINES: u64 = 2;
const LINES_PER_ODD_LINE: u64 = 200;

pub fn check(e: &Evidence) -> Option<Finding> {
    let unknown = &e.candidate.oddities.unknown;
    let of_references = e.references.iter().map(|text| text.oddities.unknown.segments).max()?;
    let lines = unknown.segments;
    if lines < MIN_LINES.max(e.segments.all / LINES_PER_ODD_LINE) || lines <= 2 * of_references {
        return None;
    }
    let evidence = format!("{lines} lines of the candidate have tokens in place of unknown words: <unk>, ⁇ or [UNK]");
    let advice = "use a vocabulary that has all characters of the language, or let the decoder copy unknown words";
    let finding = Finding::new("unknown tokens", evidence, advice).count("lines", lines).at(unknown.ranges());
    Some(finding.costs(e.loss(Change::Markup).max(0.1 * e.share(lines))))
}
