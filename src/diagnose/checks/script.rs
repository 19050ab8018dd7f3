//! Letters of a script that the other side lacks.

use super::{Check, Evidence, Finding, Problem};
use crate::diagnose::scripts::ScriptCounts;
use crate::diagnose::segment_list::SegmentList;
use crate::diagnose::text_profile::TextProfile;

/// Overlap of the scripts of texts from which they count as the same.
const SAME_SCRIPTS: f64 = 0.5;

/// Minimum number of lines in another script: in short texts, a few lines consist of names and hashtags.
const MIN_LINES: usize = 4;

pub const CHECK: Check = Check::new("script", "text is in another script", find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let letters = &evidence.candidate.counts.letters;
    if let Some(foreign) = foreign_lines(evidence) {
        let segments = evidence.segments();
        let in_words = format!(
            "{} of {segments} candidate lines have most of their letters in a script that their references lack \
             (candidate: {letters}; references: {})",
            foreign.segments,
            evidence.counts_of_references().letters
        );
        let advice = "is it the source text, or another language?";
        let finding = Finding::new(Problem::ForeignLines, in_words, advice).in_lines(&foreign, evidence);
        return Some(finding.count("segments", segments));
    }
    let (references, counts) = evidence.references_that(|reference| has_other_script(evidence.candidate, reference))?;
    let overlap = letters.overlap(&counts.letters);
    let in_words = format!(
        "the letters of the candidate and of {references} are in different scripts (candidate: {letters}; {}: {})",
        references.trim_start_matches("the "),
        counts.letters
    );
    let finding = Finding::new(Problem::OtherScript, in_words, "is one of them the source text, or another language?");
    Some(finding.number("overlap", overlap).with_loss(1.0 - overlap))
}

/// The lines in scripts that none of their references has, if they are several, and one in twenty. If these lines and their
/// references have the same scripts as a whole, they are only in another order.
fn foreign_lines(evidence: &Evidence) -> Option<SegmentList> {
    let (mut foreign, mut letters, mut replaced) =
        (SegmentList::default(), ScriptCounts::default(), ScriptCounts::default());
    for segment in evidence.each_segment() {
        let of_references: Vec<&ScriptCounts> = segment.references.iter().map(|(_, line)| &line.letters).collect();
        if segment.line.letters.are_foreign_to(&of_references) {
            foreign.add(segment.number as u64);
            letters += &segment.line.letters;
            of_references.into_iter().for_each(|letters| replaced += letters);
        }
    }
    let are_many = 20 * foreign.segments > evidence.segments() && evidence.distinct(foreign.lines()) >= MIN_LINES;
    (are_many && letters.overlap(&replaced) < SAME_SCRIPTS).then_some(foreign)
}

/// Whether both texts have letters, most of them in different scripts.
pub fn has_other_script(candidate: &TextProfile, reference: &TextProfile) -> bool {
    let (candidate, reference) = (&candidate.counts.letters, &reference.counts.letters);
    candidate.sum() >= 20 && reference.sum() >= 20 && candidate.overlap(reference) < SAME_SCRIPTS
}
