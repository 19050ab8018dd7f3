//! Candidate lines that have no more in common with their reference lines than by chance.

use super::{Check, Effect, Evidence, Finding, Problem, SegmentRange, also_for, clearest, faults_of_lines};
use crate::diagnose::alignment::permutation::UnrelatedRange;
use crate::diagnose::evidence::{Oddity, SPOILS_LINES, Text};
use crate::what_if::Change;

pub const CHECK: Check =
    Check::new("unrelated", "lines do not match their references", find).accounting_for(|cause, other, evidence| {
        // Another language has other letters.
        let is_most = evidence.are_most(cause.lines);
        let is_effect = match other.problem {
            Problem::OddLines(Oddity::DroppedLetters) => is_most,
            Problem::Difference(Change::Diacritics) => is_most && evidence.rise(Change::Diacritics) < SPOILS_LINES,
            _ => false,
        };
        is_effect.then_some(Effect).or_else(|| faults_of_lines(cause, other, evidence))
    });

fn find(evidence: &Evidence) -> Option<Finding> {
    let found = (1..).zip(evidence.comparisons).filter_map(|(number, found)| Some((number, found.unrelated?)));
    let (reference, range, others) = clearest(found, |range| range.evidence)?;
    let UnrelatedRange { first, last, compared, related, .. } = range;
    let segments = [SegmentRange { first: first - 1, last: last - 1 }];
    let in_words = format!(
        "in {}, only {related} of {compared} candidate lines have more in common with the line of reference {reference} \
         than with random other lines of it{}",
        evidence.list(&segments),
        also_for(reference, &others, evidence)
    );
    let advice = "do the files hold the same text, in the same order and language?";
    Some(
        Finding::new(Problem::Unrelated, in_words, advice)
            .count("compared", compared)
            .count("related", related)
            .concerning(compared - related)
            .of(Text::Reference(reference))
            .at(segments)
            .with_loss(evidence.share(last - first + 1) * (1.0 - related as f64 / compared.max(1) as f64)),
    )
}
