//! Letters of a script that the other side lacks.
//!
//! | `script` | letters of another script, of two scripts in a word, or traditional for simplified Chinese |
//!
//! - `script`: less than half of the letters are in the references' scripts; or 8 lines or more, and 1 in 20, of one side in a
//!   script that their counterparts lack, as does the other side elsewhere, except lines that are nothing but addresses, handles
//!   and placeholders; or a few lines with two words of letters that look alike in two scripts; or some lines with traditional
//!   Chinese characters for simplified ones, or the other way round, unless the other side has four times as many of the same
//!   kind as of the other.

use super::{Check, Evidence, Finding, LineRecord, Problem, SegmentList, Text, TextProfile};
use crate::checks::diagnose::limits::{MANY_LINES, SENTENCE_CHARACTERS, is_large_share};
use crate::checks::diagnose::marks::is_all_marks;
use crate::checks::diagnose::scripts::ScriptCounts;

/// One line in this number must be in another script. At one in 100, names in 5 of 490 parts of outputs of
/// WMT22 were taken for a fault.
const LINES_PER_FOREIGN: u64 = 20;

pub const CHECK: Check = Check::new(find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let letters = &evidence.candidate.counts.letters;
    let foreign = evidence.texts().find_map(|(text, _)| Some((text, foreign_lines(text, evidence)?)));
    if let Some((text, lines)) = foreign {
        let references = evidence.counts_of_references().letters.shares();
        let problem = Problem::ForeignLines { candidate: letters.shares(), references };
        return Some(Finding::of_lines(problem, text, &lines, evidence.segments(), evidence));
    }
    let (references, counts) = evidence.references_that(|reference| has_other_script(evidence.candidate, reference))?;
    let overlap = letters.overlap(&counts.letters);
    let (candidate, others) = (letters.shares(), counts.letters.shares());
    let problem = Problem::OtherScript { candidate, references, others, overlap };
    Some(Finding::new(problem).with_loss(1.0 - overlap))
}

/// The lines of a text in scripts that their counterparts lack, if they are several, and one in twenty, unless they are in the
/// script that the other side has elsewhere. If all together have the same scripts, they are only in another order.
fn foreign_lines(text: Text, evidence: &Evidence) -> Option<SegmentList> {
    let mut lines = SegmentList::default();
    let [mut letters, mut replaced, mut elsewhere] = [(); 3].map(|()| ScriptCounts::default());
    for (line, own) in evidence.profile(text).records.iter().enumerate() {
        let others: Vec<&LineRecord> = evidence.pairs(text, line).map(|(_, other)| other).collect();
        let letters_of_others: Vec<&ScriptCounts> = others.iter().map(|other| &other.letters).collect();
        let has_only_marks = |line: &&LineRecord| line.may_have_marks && is_all_marks(&line.text);
        if others.iter().chain([&own]).any(has_only_marks) {
            continue;
        }
        let is_foreign = own.letters.are_foreign_to(&letters_of_others);
        if is_foreign {
            lines.add(line as u64);
            letters += &own.letters;
        }
        let sum = if is_foreign { &mut replaced } else { &mut elsewhere };
        letters_of_others.into_iter().for_each(|letters| *sum += letters);
    }
    // In short texts, a few lines consist of names and hashtags.
    let are_many = LINES_PER_FOREIGN * lines.segments > evidence.segments()
        && evidence.distinct(text, &lines) as u64 >= MANY_LINES;
    // If hardly a line is left, a reference is named as a text.
    let is_right = match is_large_share(elsewhere.sum(), replaced.sum()) {
        false => text != Text::Candidate,
        true => are_same(&letters, &elsewhere),
    };
    (are_many && !is_right && !are_same(&letters, &replaced)).then_some(lines)
}

/// Whether both texts have letters, most of them in different scripts.
pub fn has_other_script(candidate: &TextProfile, reference: &TextProfile) -> bool {
    let (candidate, reference) = (&candidate.counts.letters, &reference.counts.letters);
    candidate.sum().min(reference.sum()) >= u64::from(SENTENCE_CHARACTERS) && !are_same(candidate, reference)
}

/// Whether at least half of the letters of two texts are in the same scripts.
fn are_same(one: &ScriptCounts, other: &ScriptCounts) -> bool {
    2.0 * one.overlap(other) >= 1.0
}
