//! Candidate lines that have no more in common with their reference lines than by chance.
//!
//! | `unrelated` | lines that have nothing in common with their references |
//!
//! - `unrelated`: a range of at least 32 lines in which more than a quarter have no more in common with their own reference than
//!   with random ones. If the whole text differs much from its references, fewer than a sixth are closer to their own reference
//!   than to 8 random ones. Or some lines of at least 8 tokens, anywhere, that share fewer than 3 in 10 tokens and hardly a
//!   sequence of letters with their references, beyond half of the lines with little in common. Or fewer than 1 in 8 of the
//!   candidate's tokens are correct, of 200 or more, if no other check says why; shorter lines of such a text are compared too.

use super::{Check, Evidence, Finding, Problem, Text, clearest};
use crate::checks::diagnose::alignment::permutation::UnrelatedRange;
use crate::checks::diagnose::limits::{ENOUGH, WHOLE_LOSS, is_large_share};

pub const CHECK: Check = Check::new(find);

/// Whether hardly a token is correct, given the number of correct tokens and the number of all. In translations it is one in five.
pub fn are_hardly_correct(correct: u64, tokens: u64) -> bool {
    tokens >= ENOUGH && !is_large_share(correct, tokens)
}

fn find(evidence: &Evidence) -> Option<Finding> {
    range(evidence).or_else(|| {
        let [correct, tokens] = evidence.statistics.counts(0);
        let problem = Problem::Unrelated { correct, tokens };
        are_hardly_correct(correct, tokens).then(|| Finding::new(problem).with_loss(WHOLE_LOSS))
    })
}

/// Lines of another text.
fn range(evidence: &Evidence) -> Option<Finding> {
    let found = (1..).zip(evidence.comparisons).filter_map(|(number, found)| Some((number, found.unrelated?)));
    let (references, range) = clearest(found, |range| range.evidence, evidence)?;
    let UnrelatedRange { segments, compared, related, .. } = range;
    let text = Text::Reference(references.clearest);
    Some(
        Finding {
            lines: compared - related,
            ..Finding::new(Problem::UnrelatedRange { references, compared, related })
        }
        .of(text)
        .at([segments])
        .with_loss(evidence.share(segments.len()) * (1.0 - related as f64 / compared.max(1) as f64)),
    )
}
