//! A candidate that is much shorter or longer than its references.
//!
//! | `length` | less than 3/4 or more than 4/3 of the references' tokens and characters |

use super::{Check, Evidence, Finding, Problem, SegmentList};

/// Length of a text that is short, in proportion to a text of the usual length.
const SHORT: f64 = 0.75;

pub const CHECK: Check = Check::new(find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let (ratio, hyp_len, ref_len) = (evidence.score.ratio(), evidence.score.hyp_len(), evidence.score.ref_len());
    let characters = evidence.candidate.counts.characters;
    let of_references = evidence.references.iter().map(|reference| reference.counts.characters);
    let (least, most) = (of_references.clone().min()?, of_references.max()?);
    // Tokens alone are not enough: in text without spaces, their number depends on punctuation.
    let is_short = ref_len > 0 && ratio < SHORT && (characters as f64) < SHORT * least as f64;
    let is_long = SHORT * ratio > 1.0 && SHORT * characters as f64 > most as f64;
    let usual = match (is_short, is_long) {
        (true, _) => least,
        (_, true) => most,
        _ => return None,
    };
    // Lines that are empty are short, and have a check of their own.
    let empty = SegmentList::of_empty_candidates(evidence.table).segments;
    let loss = if is_short { 1.0 - ratio - evidence.share(empty) } else { 1.0 - 1.0 / ratio };
    let extreme = SegmentList::of_lengths(evidence.table, |own, other| match is_short {
        true => 2 * own < other,
        false => own > 2 * other,
    });
    let problem = Problem::Length {
        is_short,
        hyp_len,
        ref_len,
        candidate_characters: characters,
        reference_characters: usual,
        extreme: extreme.segments,
    };
    let looked_at = evidence.segments();
    let finding = Finding { lines: extreme.segments, looked_at, ..Finding::new(problem) };
    Some(finding.at(extreme.ranges()).with_loss(loss))
}
