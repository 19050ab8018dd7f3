//! A candidate that is much shorter or longer than its references.

use super::{Check, Evidence, Finding, Problem, SegmentList};

pub const CHECK: Check = Check::new("length", "the length differs", find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let ratio = evidence.score.ratio();
    let characters = evidence.candidate.counts.characters as f64;
    let of_references = evidence.references.iter().map(|reference| reference.counts.characters);
    let (least, most) = (of_references.clone().min()?, of_references.max()?);
    // Tokens alone are not enough: in text without spaces, their number depends on punctuation.
    if evidence.score.ref_len() > 0 && ratio < 0.75 && characters < 0.75 * least as f64 {
        // Lines that are empty are short, and have a check of their own.
        let loss = 1.0 - ratio - evidence.share(SegmentList::of_empty_candidates(evidence.table).segments);
        Some(
            finding(
                evidence,
                least,
                &SegmentList::of_lengths(evidence.table, |hyp_len, ref_len| 2 * hyp_len < ref_len),
            )
            .with_loss(loss),
        )
    } else if ratio > 4.0 / 3.0 && 0.75 * characters > most as f64 {
        Some(
            finding(evidence, most, &SegmentList::of_lengths(evidence.table, |hyp_len, ref_len| hyp_len > 2 * ref_len))
                .with_loss(1.0 - 1.0 / ratio),
        )
    } else {
        None
    }
}

fn finding(evidence: &Evidence, reference_characters: u64, extreme: &SegmentList) -> Finding {
    let (hyp_len, ref_len) = (evidence.score.hyp_len(), evidence.score.ref_len());
    let (comparative, conclusion, than, advice) = if hyp_len < ref_len {
        ("shorter", "the candidate is too short", "less than half of", "is text missing?")
    } else {
        ("longer", "the candidate is too long", "more than twice", "is text repeated, or of another kind?")
    };
    let characters = evidence.candidate.counts.characters;
    let in_words = format!(
        "the candidate is much {comparative} than its references: {hyp_len} tokens, not {ref_len} (ratio {:.3}), and \
         {characters} characters, not {reference_characters}; {} of {} segments have {than} the tokens",
        hyp_len as f64 / ref_len.max(1) as f64,
        extreme.segments,
        evidence.segments()
    );
    Finding::new(Problem::Length, in_words, advice)
        .concluding(conclusion)
        .count("hyp_len", hyp_len)
        .count("ref_len", ref_len)
        .count("candidate_characters", characters)
        .count("reference_characters", reference_characters)
        .count("extreme_segments", extreme.segments)
        .concerning(extreme.segments)
        .at(extreme.ranges())
}
