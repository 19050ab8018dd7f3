//! Letters of a script that the other side lacks.

use super::{Check, Relation};
use crate::diagnose::evidence::{Evidence, SegmentCounts};
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::Problem;
use crate::diagnose::text_profile::TextProfile;

/// Overlap of the scripts of texts from which they count as the same.
const SAME_SCRIPTS: f64 = 0.5;

pub const CHECK: Check = Check::new(find).accounting_for(|cause, other, evidence| match (cause, other) {
    (Problem::ForeignLines { lines, .. }, Problem::Unrelated { compared, related, .. }) => {
        Relation::effect_if(2 * lines >= compared - related)
    }
    // Lines in another script are like none, or by chance.
    (Problem::ForeignLines { lines, .. }, Problem::Shuffled { lines: shuffled, .. }) => {
        Relation::effect_if(2 * lines >= *shuffled)
    }
    (Problem::OtherScript { .. }, Problem::Unrelated { reference, .. }) => {
        Relation::effect_if(evidence.is_mostly_dissimilar(*reference))
    }
    _ => Relation::Independent,
});

fn find(evidence: &Evidence) -> Option<Finding> {
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

/// Whether more than one line, and one in twenty, is in scripts that none of its references has. If these lines and their
/// references have the same scripts as a whole, they are only in another order.
fn has_foreign_lines(evidence: &Evidence) -> bool {
    let SegmentCounts { foreign, foreign_letters, replaced_letters, .. } = evidence.segments;
    20 * foreign.segments > evidence.candidate.lines
        && foreign.segments > 1
        && foreign_letters.overlap(replaced_letters) < SAME_SCRIPTS
}

/// Whether both texts have letters, most of them in different scripts.
pub fn has_other_script(candidate: &TextProfile, reference: &TextProfile) -> bool {
    let (candidate, reference) = (&candidate.letters, &reference.letters);
    candidate.sum() >= 20 && reference.sum() >= 20 && candidate.overlap(reference) < SAME_SCRIPTS
}
