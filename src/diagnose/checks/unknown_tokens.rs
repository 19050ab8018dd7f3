//! Tokens in place of words that a model does not know.

use super::{Check, Relation};
use crate::diagnose::evidence::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::Problem;
use crate::what_if::Change;

/// Minimum number of lines with such a token: this many, and one in this many.
const MIN_LINES: u64 = 2;
const LINES_PER_ODD_LINE: u64 = 200;

pub const CHECK: Check = Check::new(find).accounting_for(|cause, other, _| match (cause, other) {
    (Problem::UnknownTokens { lines }, Problem::Difference(effect)) if effect.change == Change::Markup => {
        Relation::effect_if(2 * lines > effect.candidate.lines)
    }
    _ => Relation::Independent,
});

fn find(evidence: &Evidence) -> Option<Finding> {
    let unknown = &evidence.candidate.garbled.unknown;
    let of_references = evidence.references.iter().map(|text| text.garbled.unknown.segments).max()?;
    let lines = unknown.segments;
    if lines < MIN_LINES.max(evidence.segments.all / LINES_PER_ODD_LINE) || lines <= 2 * of_references {
        return None;
    }
    let loss = evidence.loss(Change::Markup).max(0.1 * evidence.share(lines));
    Some(Finding::new(Problem::UnknownTokens { lines }).at(unknown.ranges()).with_loss(loss))
}
