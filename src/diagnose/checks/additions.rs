//! Lines with text besides the translation: notes, alternatives, a second version.

use super::{Check, Evidence, Finding, Problem, SegmentList, Text};
use crate::diagnose::shares::quantile;

/// Share of the text that must be added. In translations it is up to 0.4%.
const MIN_ADDED: f64 = 0.015;

/// Range of what is usual, in proportion to the references, from which the excess of a line is measured.
const USUAL: [f64; 2] = [1.0, 1.15];

/// Lines that are longer than their references by a factor and a number of characters.
struct Longer {
    factor: f64,
    characters: f64,
    /// Minimum number of such lines.
    lines: usize,
    /// Whether what lines lack that are shorter by as much is subtracted: then the text is not merely another version.
    is_net: bool,
}

/// Both are looked for, the first one first.
const LONGER: [Longer; 2] = [
    Longer { factor: 1.25, characters: 12.0, lines: 8, is_net: true },
    Longer { factor: 1.5, characters: 20.0, lines: 5, is_net: false },
];

pub const CHECK: Check = Check::new("additions", "lines hold more than their translation", find);

fn find(evidence: &Evidence) -> Option<Finding> {
    if evidence.candidate.counts.has_letters_apart() {
        return None;
    }
    let lines: Vec<(usize, [f64; 2])> =
        (0..evidence.candidate.records.len()).filter_map(|line| Some((line, lengths(evidence, line)?))).collect();
    let ratios = lines.iter().map(|(_, [own, other])| own / other).collect();
    let usual = quantile(ratios, |count| count / 2).unwrap_or(1.0).clamp(USUAL[0], USUAL[1]);
    let (added, share) = LONGER.iter().find_map(|longer| longer.find(&lines, usual, evidence))?;
    let in_words = format!("hold more than their translation, {:.1}% of the text", 100.0 * share);
    let advice = "remove notes, alternatives and second versions";
    let (text, all) = (Text::Candidate, evidence.segments());
    let finding = Finding::of_lines(Problem::Additions, text, &added, all, &in_words, advice, evidence);
    Some(finding.spoiled(evidence).number("added", share))
}

impl Longer {
    /// Returns the lines and the share of the text that they add, if it is enough.
    fn find(&self, lines: &[(usize, [f64; 2])], usual: f64, evidence: &Evidence) -> Option<(SegmentList, f64)> {
        let excess = |one: f64, other: f64| {
            let is_longer = one > self.factor * other + self.characters;
            if is_longer { one - other } else { 0.0 }
        };
        let (mut added, mut surplus, mut all) = (SegmentList::default(), 0.0, 0.0);
        for (line, [own, other]) in lines {
            all += own;
            let more = excess(*own, usual * other);
            if more > 0.0 && evidence.holds_translation(Text::Candidate, *line) {
                added.add(*line as u64);
                surplus += more;
            }
            if self.is_net {
                surplus -= excess(usual * other, *own);
            }
        }
        (evidence.distinct(added.lines()) >= self.lines && surplus >= MIN_ADDED * all).then(|| (added, surplus / all))
    }
}

/// Numbers of characters of a line and of its longest reference.
fn lengths(evidence: &Evidence, line: usize) -> Option<[f64; 2]> {
    let pairs = || evidence.pairs(Text::Candidate, line);
    let longest = pairs().map(|(own, other)| (other.characters, own.characters)).max()?;
    // References may be cut off.
    let is_cut = pairs().all(|(own, other)| other.lacks_end(own));
    (longest.0 > 0 && !is_cut).then(|| [f64::from(longest.1), f64::from(longest.0)])
}
