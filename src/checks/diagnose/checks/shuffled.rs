//! Candidate lines that are most similar to reference lines of other segments, all over the text.
//!
//! | `shuffled` | lines that resemble reference lines elsewhere, all over the text |
//!
//! - `shuffled`: at least 1 in 8 of the lines are no closer to their own reference than to random ones, and a third of the lines
//!   that are searched for are found elsewhere; if they are fewer lines, half, and at least 20.

use super::{Check, Evidence, Finding, Problem, clearest, wrong_text};
use crate::diagnose::alignment::permutation::Shuffled;

pub const CHECK: Check = Check::new(find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let found = (1..).zip(evidence.comparisons).filter_map(|(number, found)| Some((number, found.shuffled.as_ref()?)));
    let (references, shuffled) = clearest(found, |shuffled| shuffled.losing, evidence)?;
    let &Shuffled { compared, losing, searched, elsewhere, reversed, .. } = shuffled;
    let text = wrong_text(&references);
    let problem = Problem::Shuffled { references, searched, found_elsewhere: elsewhere, is_reversed: reversed };
    Some(
        Finding { lines: losing, looked_at: compared, ..Finding::new(problem) }
            .of(text)
            .at(shuffled.segments.iter().copied())
            .with_loss(losing as f64 / compared.max(1) as f64),
    )
}
