//! Letters of a script that the other side lacks.

use super::Evidence;
use super::encoding::spoils_most_lines;
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::Problem;
use crate::diagnose::text_profile::TextProfile;

pub fn check(evidence: &Evidence) -> Option<Finding> {
    // Letters that were decoded wrongly are of another script.
    if spoils_most_lines(evidence) {
        return None;
    }
    let candidate_scripts = evidence.candidate.letters.shares();
    if has_foreign_lines(evidence) {
        let foreign = &evidence.segments.foreign;
        let problem = Problem::ForeignLines {
            lines: foreign.segments,
            segments: evidence.segments.all,
            candidate_scripts,
            reference_scripts: evidence.references.iter().sum::<TextProfile>().letters.shares(),
        };
        return Some(Finding::new(problem).at(foreign.ranges()).with_loss(evidence.share(foreign.segments)));
    }
    let (references, profile) =
        evidence.references_that(|reference| has_other_script(evidence.candidate, reference))?;
    let overlap = evidence.candidate.letters.overlap(&profile.letters);
    let reference_scripts = profile.letters.shares();
    let problem = Problem::OtherScript { references, candidate_scripts, reference_scripts, overlap };
    Some(Finding::new(problem).with_loss(1.0 - overlap))
}

/// Whether more than one line, and one in twenty, is in scripts that none of its references has.
pub fn has_foreign_lines(evidence: &Evidence) -> bool {
    20 * evidence.segments.foreign.segments > evidence.candidate.lines && evidence.segments.foreign.segments > 1
}

/// Whether both texts have letters, most of them in different scripts.
pub fn has_other_script(candidate: &TextProfile, reference: &TextProfile) -> bool {
    let (candidate, reference) = (&candidate.letters, &reference.letters);
    candidate.sum() >= 20 && reference.sum() >= 20 && candidate.overlap(reference) < 0.5
}
