//! Lines with text besides the translation: notes, alternatives, a second version.
//!
//! | `additions` | lines with more than their translation: notes, alternatives, a second version |
//!
//! - `additions`: 6 lines or more that are a quarter and 12 characters longer than their longest reference, and that add 2.2 % to the
//!   text. They contain their translation, most of their references end as sentences do, and they are 6 more than the lines that are
//!   as much shorter. Without them, the score must not be a tenth lower.

use super::{Check, Evidence, Finding, Problem, SegmentList, Text};

/// Share of the text that must be added.
const MIN_ADDED: f64 = 0.022;

/// Lines that are longer than their longest references by this factor and this number of characters, and minimum number of them.
const FACTOR: f64 = 1.25;
const CHARACTERS: f64 = 12.0;
const MIN_LINES: usize = 6;

pub const CHECK: Check = Check::new("additions", "lines hold more than their translation", find);

fn find(evidence: &Evidence) -> Option<Finding> {
    if evidence.candidate.counts.has_letters_apart() {
        return None;
    }
    let (mut longer, mut shorter, mut cut, mut added, mut all) = (SegmentList::default(), 0, 0, 0.0, 0.0);
    for line in 0..evidence.candidate.records.len() {
        let longest = evidence.pairs(Text::Candidate, line).max_by_key(|(_, other)| other.characters);
        let Some((own, other)) = longest else { continue };
        let is_cut = other.lacks_end(own);
        let [own, other] = [own, other].map(|record| f64::from(record.characters));
        all += own;
        let is_longer = |one: f64, other: f64| other > 0.0 && one > FACTOR * other + CHARACTERS;
        let holds_translation = || evidence.holds_translation(Text::Candidate, line);
        shorter += u64::from(is_longer(other, own) && holds_translation());
        if is_longer(own, other) && holds_translation() {
            longer.add(line as u64);
            cut += u64::from(is_cut);
            added += own - other;
        }
    }
    // Of two translations, either may be in more words. If most references end in the middle of a sentence, it is they that are cut.
    let are_added =
        longer.segments >= MIN_LINES as u64 + shorter && 2 * cut < longer.segments && added >= MIN_ADDED * all;
    (are_added && evidence.distinct(longer.lines()) >= MIN_LINES).then(|| {
        let in_words = format!("hold more than their translation, {:.1}% of the text", 100.0 * added / all);
        let advice = "remove notes, alternatives and second versions";
        let (text, segments) = (Text::Candidate, evidence.segments());
        let finding = Finding::of_lines(Problem::Additions, text, &longer, segments, &in_words, advice, evidence);
        finding.spoiled(evidence).number("added", added / all)
    })
}
