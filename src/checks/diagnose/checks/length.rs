//! A candidate that is much shorter or longer than its references.
//!
//! | `length` | less than 3/4 or more than 4/3 of the references' tokens and characters |

use super::{Check, Evidence, Finding, Problem, SegmentList};

/// A comparative, the conclusion, words before the tokens of references, and the advice.
const SHORTER: [&str; 4] =
    ["shorter", "the candidate is shorter", "less than half of", "is text missing, or added to the references?"];
const LONGER: [&str; 4] =
    ["longer", "the candidate is longer", "more than twice", "is text added, or missing in the references?"];

pub const CHECK: Check = Check::new("length", "the length differs", find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let (ratio, hyp_len, ref_len) = (evidence.score.ratio(), evidence.score.hyp_len(), evidence.score.ref_len());
    let characters = evidence.candidate.counts.characters;
    let of_references = evidence.references.iter().map(|reference| reference.counts.characters);
    let (least, most) = (of_references.clone().min()?, of_references.max()?);
    // Tokens alone are not enough: in text without spaces, their number depends on punctuation.
    let is_short = ref_len > 0 && ratio < 0.75 && (characters as f64) < 0.75 * least as f64;
    let is_long = ratio > 4.0 / 3.0 && 0.75 * characters as f64 > most as f64;
    let (usual, [comparative, conclusion, than, advice]) = match (is_short, is_long) {
        (true, _) => (least, SHORTER),
        (_, true) => (most, LONGER),
        _ => return None,
    };
    // Lines that are empty are short, and have a check of their own.
    let empty = SegmentList::of_empty_candidates(evidence.table).segments;
    let loss = if is_short { 1.0 - ratio - evidence.share(empty) } else { 1.0 - 1.0 / ratio };
    let extreme = SegmentList::of_lengths(evidence.table, |own, other| match is_short {
        true => 2 * own < other,
        false => own > 2 * other,
    });
    let in_words = format!(
        "the candidate is much {comparative} than its references: {hyp_len} tokens, not {ref_len} (ratio {:.3}), and \
         {characters} characters, not {usual}; {} of {} segments have {than} the tokens",
        hyp_len as f64 / ref_len.max(1) as f64,
        extreme.segments,
        evidence.segments()
    );
    Some(
        Finding::new(Problem::Length, in_words, advice)
            .concluding(conclusion)
            .count("hyp_len", hyp_len)
            .count("ref_len", ref_len)
            .count("candidate_characters", characters)
            .count("reference_characters", usual)
            .count("extreme_segments", extreme.segments)
            .concerning(extreme.segments)
            .at(extreme.ranges())
            .with_loss(loss),
    )
}
