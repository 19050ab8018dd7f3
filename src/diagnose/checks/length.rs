//! A candidate that is much shorter or longer than its references.

use super::Evidence;
use crate::bleu::Score;
use crate::diagnose::finding::Finding;
use crate::diagnose::occurrences::Occurrences;

pub fn check(e: &Evidence) -> Option<Finding> {
    let ratio = e.score.ratio();
    let characters = e.candidate.characters as f64;
    let of_references = e.references.iter().map(|reference| reference.characters);
    let (least, most) = (of_references.clone().min()?, of_references.max()?);
    let (below, above) = (&e.segments.below_half, &e.segments.above_double);
    // Tokens alone are not enough: in text without spaces, their number depends on punctuation.
    if e.score.ref_len > 0 && ratio < 0.75 && characters < 0.75 * least as f64 {
        let finding = finding(e, least, "shorter", ("less than half of", below), "is text missing?");
        // Lines that are empty are short, and have a check of their own.
        Some(finding.costs(1.0 - ratio - e.share(e.segments.lost.segments)))
    } else if ratio > 4.0 / 3.0 && 0.75 * characters > most as f64 {
        let finding = finding(e, most, "longer", ("more than twice", above), "is text repeated, or of another kind?");
        Some(finding.costs(1.0 - 1.0 / ratio))
    } else {
        None
    }
}

fn finding(
    e: &Evidence,
    reference_characters: u64,
    comparative: &str,
    (extreme, segments): (&str, &Occurrences),
    advice: &str,
) -> Finding {
    let Score { hyp_len, ref_len, .. } = *e.score;
    let characters = e.candidate.characters;
    let evidence = format!(
        "the candidate is much {comparative} than its references: {hyp_len} tokens, not {ref_len} (ratio {:.3}), and \
         {characters} characters, not {reference_characters}; {} of {} segments have {extreme} the tokens",
        hyp_len as f64 / ref_len.max(1) as f64,
        segments.segments,
        e.segments.all
    );
    Finding::new("length", evidence, advice)
        .count("hyp_len", hyp_len)
        .count("ref_len", ref_len)
        .count("candidate_characters", characters)
        .count("reference_characters", reference_characters)
        .count("extreme_segments", segments.segments)
        .at(segments.ranges())
}
