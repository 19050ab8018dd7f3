//! Lines with text besides the translation: notes, alternatives, a second version.
//!
//! | `additions` | lines with more than their translation: notes, alternatives, a second version |
//!
//! - `additions`: 6 lines or more that are a quarter and 12 characters longer than their longest reference, and that add 2.2 % to the
//!   text. They contain their translation, most of their references end as sentences do, and they are 6 more than the lines that are
//!   as much shorter. Without them, the score must not be a tenth lower. If they are fewer than 1 in 15, their first or last part
//!   must be 82 % as similar to the references as all lines are.

use super::{Check, Evidence, Finding, Problem, SegmentList, Sketch, Text};

/// Share of the text that must be added.
const MIN_ADDED: f64 = 0.022;

/// Lines that are longer than their longest references by this factor and this number of characters, and minimum number of them.
const FACTOR: f64 = 1.25;
const CHARACTERS: f64 = 12.0;
const MIN_LINES: usize = 6;

/// If fewer than one line in this number is longer, a part of these lines must be as similar to their references as others are.
const LINES_PER_LONGER: u64 = 15;

/// Minimum similarity of these parts, in proportion to that of lines with this number of characters or more.
const MIN_SIMILARITY: f64 = 0.82;
const LONG: u32 = 20;

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
        similarities.extend((own.characters >= LONG).then(|| own.similarity(other)));
        let part = |skipped: u32| {
            let text: String = own.text.chars().skip(skipped as usize).take(other.characters as usize).collect();
            Sketch::new(&text).similarity(&other.sketch)
        };
        let part_similarity = || part(0).max(part(own.characters - other.characters));
        let [own_length, other_length] = [own, other].map(|record| f64::from(record.characters));
        all += own_length;
        let is_longer = |one: f64, other: f64| other > 0.0 && one > FACTOR * other + CHARACTERS;
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
    let have_part = mean(&of_longer) >= MIN_SIMILARITY * mean(&similarities);
    // Of two translations, either may be in more words. If most references end in the middle of a sentence, it is they that are cut.
    let are_added =
        longer.segments >= MIN_LINES as u64 + shorter && 2 * cut < longer.segments && added >= MIN_ADDED * all;
    let are_many = LINES_PER_LONGER * longer.segments >= evidence.segments();
    (are_added && (are_many || have_part) && evidence.distinct(Text::Candidate, &longer) >= MIN_LINES).then(|| {
        let problem = Problem::Additions { added: added / all };
        Finding::of_lines(problem, Text::Candidate, &longer, evidence.segments(), evidence).spoiled(evidence)
    })
}
