//! Lines with text besides the translation: notes, alternatives, a second version.
//!
//! | `additions` | lines with more than their translation: notes, alternatives, a second version |
//!
//! - `additions`: some lines that are a third and 12 characters longer than their longest reference, and that add 2 % to the
//!   text. They contain their translation, most of their references end as sentences do, and they are some more than the lines that are
//!   as much shorter. Without them, the score must not be a tenth lower. If they are not many, their first or last part
//!   must be 80 % as similar to the references as all lines are.

use super::{Check, Evidence, Finding, Problem, SegmentList, Sketch, Text};
use crate::checks::diagnose::limits::{InGoodText, MANY_LINES, NEARLY_ALL, NOTICEABLE_SHARE, SENTENCE_CHARACTERS};
use crate::checks::diagnose::line_shape::COMMON;

pub const CHECK: Check = Check::new(find);

fn find(evidence: &Evidence) -> Option<Finding> {
    if evidence.candidate.counts.has_letters_apart() {
        return None;
    }
    let (mut longer, mut shorter, mut cut, mut added, mut all) = (SegmentList::default(), 0, 0, 0.0, 0.0);
    let (mut similarities, mut of_longer) = (Vec::new(), Vec::new());
    for line in 0..evidence.candidate.records.len() {
        let longest = evidence.pairs(Text::Candidate, line).max_by_key(|(_, other)| other.characters);
        let Some((own, other)) = longest else { continue };
        let is_cut = other.lacks_end(own);
        similarities.extend((own.characters >= SENTENCE_CHARACTERS).then(|| own.similarity(other)));
        let part = |skipped: u32| {
            let text: String = own.text.chars().skip(skipped as usize).take(other.characters as usize).collect();
            Sketch::new(&text).similarity(&other.sketch)
        };
        let part_similarity = || part(0).max(part(own.characters - other.characters));
        let [own_length, other_length] = [own, other].map(|record| f64::from(record.characters));
        all += own_length;
        let is_longer = |one: f64, other: f64| other > 0.0 && 3.0 * one > 4.0 * other + 3.0 * COMMON as f64;
        let holds_translation = || evidence.holds_translation(Text::Candidate, line);
        shorter += u64::from(is_longer(other_length, own_length) && holds_translation());
        if is_longer(own_length, other_length) && holds_translation() {
            longer.add(line as u64);
            of_longer.push(part_similarity());
            cut += u64::from(is_cut);
            added += own_length - other_length;
        }
    }
    // If no part of them is as similar to the reference as other lines are, a few lines are only in more words.
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let have_part = mean(&of_longer) >= NEARLY_ALL * mean(&similarities);
    // Of two translations, either may be in more words. If most references end in the middle of a sentence, it is they that are cut.
    let are_added =
        longer.segments >= MANY_LINES + shorter && 2 * cut < longer.segments && added >= NOTICEABLE_SHARE * all;
    let are_many = longer.segments >= InGoodText::Often.least(evidence.segments());
    (are_added && (are_many || have_part) && evidence.distinct(Text::Candidate, &longer) as u64 >= MANY_LINES).then(
        || {
            let problem = Problem::Additions { added: added / all };
            Finding::of_lines(problem, Text::Candidate, &longer, evidence.segments(), evidence).spoiled(evidence)
        },
    )
}
