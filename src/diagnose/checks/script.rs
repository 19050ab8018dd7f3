//! Letters of a script that the other side lacks.

use super::{Check, Evidence, Finding, Problem, SegmentList, Text, TextProfile};
use crate::diagnose::scripts::ScriptCounts;

/// Overlap of the scripts of texts from which they count as the same.
const SAME_SCRIPTS: f64 = 0.5;

/// Minimum number of lines in another script: in short texts, a few lines consist of names and hashtags.
const MIN_LINES: usize = 4;

pub const CHECK: Check = Check::new("script", "text is in another script", find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let letters = &evidence.candidate.counts.letters;
    if let Some(ForeignLines { lines, of_reference }) = foreign_lines(evidence) {
        let segments = evidence.segments();
        let (text, place) = match of_reference {
            Some(number) => (format!("lines of reference {number}"), Text::Reference(number)),
            None => ("candidate lines".to_owned(), Text::Candidate),
        };
        let in_words = format!(
            "{} of {segments} {text} have most of their letters in a script that the other side lacks there (candidate: \
             {letters}; references: {})",
            lines.segments,
            evidence.counts_of_references().letters
        );
        let advice = "are they the source text, or in another language?";
        let finding = Finding::new(Problem::ForeignLines, in_words, advice).in_lines(&lines, evidence).of(place);
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

/// Lines whose script is not that of their references.
struct ForeignLines {
    lines: SegmentList,
    /// The reference whose lines these are, if the candidate's are in its usual script, and the references' are not.
    of_reference: Option<usize>,
}

/// The lines in scripts that none of their references has, if they are several, and one in twenty. If these lines and their
/// references have the same scripts as a whole, they are only in another order.
fn foreign_lines(evidence: &Evidence) -> Option<ForeignLines> {
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
    let of_reference = reference.filter(|_| is_of_reference);
    (are_many && !are_same(&letters, &replaced)).then_some(ForeignLines { lines, of_reference })
}

/// Whether both texts have letters, most of them in different scripts.
pub fn has_other_script(candidate: &TextProfile, reference: &TextProfile) -> bool {
    let (candidate, reference) = (&candidate.counts.letters, &reference.counts.letters);
    candidate.sum() >= 20 && reference.sum() >= 20 && candidate.overlap(reference) < SAME_SCRIPTS
}
