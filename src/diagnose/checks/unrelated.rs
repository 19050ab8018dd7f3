//! Candidate lines that have no more in common with their reference lines than by chance.

use super::{Check, Evidence, Finding, Problem, Text, also_for, clearest};
use crate::diagnose::alignment::permutation::UnrelatedRange;

pub const CHECK: Check = Check::new("unrelated", "lines do not match their references", find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let found = (1..).zip(evidence.comparisons).filter_map(|(number, found)| Some((number, found.unrelated?)));
    let (reference, range, others) = clearest(found, |range| range.evidence)?;
    let UnrelatedRange { segments, compared, related, .. } = range;
    let in_words = format!(
        "in {}, only {related} of {compared} candidate lines have more in common with the line of reference {reference} \
         than with random other lines of it{}",
        evidence.list(&[segments]),
        also_for(reference, &others, evidence)
    );
    let advice = "do the files hold the same text, in the same order and language?";
    Some(
        Finding::new(Problem::Unrelated, in_words, advice)
            .count("compared", compared)
            .count("related", related)
            .concerning(compared - related)
            .of(Text::Reference(reference))
            .at([segments])
            .with_loss(evidence.share(segments.len()) * (1.0 - related as f64 / compared.max(1) as f64)),
    )
}
