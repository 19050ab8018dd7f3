//! Letters of a script that the other side lacks.

use super::Evidence;
use super::encoding::spoils_most_lines;
use crate::diagnose::finding::Finding;
use crate::diagnose::text_profile::TextProfile;
use crate::diagnose::words::{pooled, scripts};

const ADVICE: &str = "is it the source text, or another language?";

pub fn check(e: &Evidence) -> Option<Finding> {
    // Letters that were decoded wrongly are of another script.
    if spoils_most_lines(e) {
        return None;
    }
    let candidate = scripts(&e.candidate.letters.shares());
    if has_foreign_lines(e) {
        let (foreign, lines) = (e.segments.foreign.segments, e.candidate.lines);
        let evidence = format!(
            "{foreign} of {lines} candidate lines have most of their letters in a script that their references lack \
             (candidate: {candidate}; references: {})",
            scripts(&pooled(e.references).letters.shares())
        );
        let finding =
            Finding::new("script", evidence, ADVICE).count("lines", foreign).count("segments", e.segments.all);
        return Some(finding.at(e.segments.foreign.ranges()).costs(e.share(foreign)));
    }
    let (references, profile) = e.references_that(|reference| has_other_script(e.candidate, reference))?;
    let set = references.name();
    let evidence = format!(
        "the letters of the candidate and of {set} are in different scripts (candidate: {candidate}; {}: {})",
        set.trim_start_matches("the "),
        scripts(&profile.letters.shares())
    );
    let overlap = e.candidate.letters.overlap(&profile.letters);
    let advice = "is one of them the source text, or another language?";
    Some(Finding::new("script", evidence, advice).number("overlap", overlap).costs(1.0 - overlap))
}

/// Whether more than one line, and one in twenty, is in scripts that none of its references has.
pub fn has_foreign_lines(e: &Evidence) -> bool {
    20 * e.segments.foreign.segments > e.candidate.lines && e.segments.foreign.segments > 1
}

/// Whether both texts have letters, most of them in different scripts.
pub fn has_other_script(candidate: &TextProfile, reference: &TextProfile) -> bool {
    let (candidate, reference) = (&candidate.letters, &reference.letters);
    candidate.sum() >= 20 && reference.sum() >= 20 && candidate.overlap(reference) < 0.5
}
