//! Words that are split into subwords.
//!
//! | `subwords` | marks of subwords: `@@`, `▁`, `##`, `Ġ`, `</w>`, `￭`, `+`, `##AT##` |
//!
//! - `subwords`: a few marks or more in one text, or one per line of a shorter one, if joining raises the score as for
//!   `markup`; or as many in both, if joining changes it by a point; or in every line of both, if it changes by half a
//!   point; or in every line of one of fewer than 8, and in none of the other, if joining raises it so much.

use super::differences::faulty_text;
use super::{
    Change, Check, Definition, Evidence, Finding, MIN_RISE, Problem, Repair, SegmentRange, SubwordScheme, Text,
    TextProfile, WindowSigns,
};
use crate::checks::diagnose::limits::{FEW_LINES, LARGE_SHARE, MANY_LINES, NEGLIGIBLE_SHARE};
use crate::checks::diagnose::problem::SubwordMarks;
use crate::checks::diagnose::text_profile::TextCounts;
use crate::checks::diagnose::window_signs::TextSigns;

pub const CHECK: Check = Check::new(find).with_sign(sign);

fn find(evidence: &Evidence) -> Option<Finding> {
    // If both sides are split, the score is one of subwords. One of several references may cost little.
    let what_if = evidence.what_if(Change::Subwords);
    let (candidate, reference) = evidence.places(what_if);
    let (least, most, segments) = (candidate.min(reference), candidate.max(reference), evidence.segments());
    let changes_by = |points: f64| what_if.difference.abs() >= points;
    let both = least >= segments && changes_by(MIN_RISE) || least >= FEW_LINES && changes_by(NEGLIGIBLE_SHARE);
    let are_few = segments < MANY_LINES && least == 0 && most >= segments && what_if.difference >= MIN_RISE;
    let is_found = both
        || are_few
        || what_if.references.places >= segments
        || evidence.is_one_sided(Change::Subwords)
        || evidence.is_damaged(Change::Subwords);
    let marks: Vec<SubwordMarks> =
        SubwordScheme::ALL.iter().copied().filter_map(|scheme| found(evidence, scheme)).collect();
    if !is_found || marks.is_empty() {
        return None;
    }
    let count = |text: &TextProfile| text.counts.subword_marks.iter().sum::<u64>();
    let (candidate_marks, reference_marks) = (count(evidence.candidate), evidence.references.iter().map(count).sum());
    // If references are split too, all texts must be joined.
    let repair = if evidence.references.iter().any(is_split) { None } else { Some(Repair::Subwords) };
    Some(
        Finding { repair, ..Finding::new(Problem::Subwords { marks, candidate_marks, reference_marks }) }
            .of(if both { Text::Candidate } else { faulty_text(evidence, what_if) })
            .without(what_if.score, what_if.difference)
            .at(SegmentRange::of(what_if.one_sided.iter().copied()))
            .with_loss(evidence.loss(Change::Subwords).max(LARGE_SHARE)),
    )
}

/// Half of the lines of a text have marks, or a few lines of all texts.
fn sign(window_signs: &WindowSigns, _: &Definition) -> bool {
    let has_few = |text: &TextSigns| text.with_subwords() as u64 >= FEW_LINES;
    let has_half = |text: &TextSigns| has_few(text) && 2 * text.with_subwords() >= text.len();
    window_signs.texts().any(has_half) || window_signs.texts().all(has_few)
}

/// Whether the words of a text are split, not just some hyphens: it has many marks of any kind.
fn is_split(text: &TextProfile) -> bool {
    text.counts.subword_marks.iter().any(|marks| *marks >= MANY_LINES.min(text.records.len() as u64))
}

/// The texts with many marks of a kind, if there are any.
fn found(evidence: &Evidence, scheme: SubwordScheme) -> Option<SubwordMarks> {
    let count = |counts: &TextCounts| counts.subword_marks[scheme as usize];
    let has_marks = |text: &TextProfile| count(&text.counts) >= FEW_LINES.min(text.records.len() as u64);
    let candidate = has_marks(evidence.candidate).then(|| count(&evidence.candidate.counts));
    let references = evidence.references_that(has_marks).map(|(references, counts)| (references, count(&counts)));
    (candidate.is_some() || references.is_some()).then_some(SubwordMarks { scheme, candidate, references })
}
