//! Letters of a script that the other side lacks.
//!
//! | `script` | letters of another script, of two scripts in a word, or traditional for simplified Chinese |
//!
//! - `script`: less than half of the letters are in the references' scripts; or 4 lines or more, and 1 in 20, in a script that their
//!   references lack, but for lines that are nothing but addresses, handles and placeholders; or 8 lines or more, and 1 in 100, with
//!   two words of letters that look alike in two scripts; or 5 lines or more, and 1 in 50, with traditional Chinese characters for
//!   simplified ones, or the other way round, unless the other side has four times as many of the same kind as of the other.

use super::{Check, Evidence, Finding, Problem, SegmentList, Text, TextProfile};
use crate::diagnose::scripts::ScriptCounts;

/// Overlap of the scripts of texts from which they count as the same.
const SAME_SCRIPTS: f64 = 0.5;

/// Minimum number of lines in another script: in short texts, a few lines consist of names and hashtags.
const MIN_LINES: usize = 4;

pub const CHECK: Check = Check::new("script", "text is in another script", find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let letters = &evidence.candidate.counts.letters;
    if let Some((text, lines)) = foreign_lines(evidence) {
        let in_words = format!(
            "have most of their letters in a script that the other side lacks there (candidate: {letters}; references: {})",
            evidence.counts_of_references().letters
        );
        let (segments, advice) = (evidence.segments(), "are they the source text, or in another language?");
        let finding = Finding::of_lines(Problem::ForeignLines, text, &lines, segments, &in_words, advice, evidence);
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

/// The lines in scripts that none of their references has, if they are several, and one in twenty, and the text that has them: a
/// reference if the candidate's are in its usual script, and the references' are not. If these lines and their references have the
/// same scripts as a whole, they are only in another order.
fn foreign_lines(evidence: &Evidence) -> Option<(Text, SegmentList)> {
    let (mut lines, mut letters, mut replaced) =
        (SegmentList::default(), ScriptCounts::default(), ScriptCounts::default());
    let mut reference = None;
    for segment in evidence.each_segment() {
        let of_references: Vec<&ScriptCounts> = segment.references.iter().map(|(_, line)| &line.letters).collect();
        if segment.line.letters.are_foreign_to(&of_references) && !segment.has_only_marks() {
            lines.add(segment.number as u64);
            letters += &segment.line.letters;
            of_references.into_iter().for_each(|letters| replaced += letters);
            reference = reference.or(segment.references.first().map(|(place, _)| place + 1));
        }
    }
    let are_many = 20 * lines.segments > evidence.segments() && evidence.distinct(lines.lines()) >= MIN_LINES;
    let are_same = |one: &ScriptCounts, other: &ScriptCounts| one.overlap(other) >= SAME_SCRIPTS;
    let is_of_reference = are_same(&letters, &evidence.candidate.counts.letters)
        && !are_same(&replaced, &evidence.counts_of_references().letters);
    let text = reference.filter(|_| is_of_reference).map_or(Text::Candidate, Text::Reference);
    (are_many && !are_same(&letters, &replaced)).then_some((text, lines))
}

/// Whether both texts have letters, most of them in different scripts.
pub fn has_other_script(candidate: &TextProfile, reference: &TextProfile) -> bool {
    let (candidate, reference) = (&candidate.counts.letters, &reference.counts.letters);
    candidate.sum() >= 20 && reference.sum() >= 20 && candidate.overlap(reference) < SAME_SCRIPTS
}
