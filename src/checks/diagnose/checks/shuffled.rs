//! Candidate lines that are most similar to reference lines of other segments, all over the text.
//!
//! | `shuffled` | lines that resemble reference lines elsewhere, all over the text |
//!
//! - `shuffled`: at least a fifth of the lines are no closer to their own reference than to random ones, and a third of the lines
//!   that are searched for are found elsewhere; if they are fewer lines, half, and at least 20.

use super::{Check, Evidence, Finding, Problem, also_for, clearest, wrong_text};

pub const CHECK: Check = Check::new("shuffled", "the lines are in another order", find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let found = (1..).zip(evidence.comparisons).filter_map(|(number, found)| Some((number, found.shuffled.as_ref()?)));
    let (reference, shuffled, others) = clearest(found, |shuffled| shuffled.losing)?;
    let order = if shuffled.reversed { "the candidate is in reverse order: " } else { "" };
    let in_words = format!(
        "{order}{} of {} candidate lines are no more similar to the line of reference {reference} than to random other lines, \
         and {} of {} of them that were looked for are most similar to a line elsewhere{}: {}",
        shuffled.losing,
        shuffled.compared,
        shuffled.elsewhere,
        shuffled.searched,
        also_for(reference, &others, evidence),
        evidence.list(&shuffled.segments)
    );
    Some(
        Finding::new(Problem::Shuffled, in_words, "sort both files the same way")
            .concluding(if shuffled.reversed { "the lines are in reverse order" } else { "" })
            .count("compared", shuffled.compared)
            .lines(shuffled.losing)
            .of(wrong_text(reference, &others, evidence))
            .count("searched", shuffled.searched)
            .count("found_elsewhere", shuffled.elsewhere)
            .at(shuffled.segments.iter().copied())
            .with_loss(shuffled.losing as f64 / shuffled.compared.max(1) as f64),
    )
}
