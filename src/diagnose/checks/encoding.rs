//! Letters that were decoded or encoded wrongly.

use super::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::text_profile::TextProfile;

/// Minimum number of lines with such letters: this many, and one in this many.
const MIN_LINES: u64 = 3;
const LINES_PER_ODD_LINE: u64 = 100;

/// Factor by which the other side must have fewer.
const MIN_DISPARITY: u64 = 3;

pub fn check(e: &Evidence) -> Option<Finding> {
    let mojibake: fn(&TextProfile) -> u64 = |text| text.oddities.mojibake.segments;
    let replaced: fn(&TextProfile) -> u64 = |text| text.oddities.replaced.segments;
    let in_candidate = |count: fn(&TextProfile) -> u64| {
        let is_such = |(_, reference): (usize, &TextProfile)| stands_out(e.candidate, reference, count);
        (1..).zip(e.references).all(is_such).then(|| count(e.candidate))
    };
    if let Some(lines) = in_candidate(mojibake) {
        let evidence =
            format!("{lines} lines of the candidate have UTF-8 that was read as another encoding, such as fÃ¼r");
        let advice = "read the text as UTF-8, or repair it by iconv -f UTF-8 -t WINDOWS-1252";
        let finding = Finding::new("encoding", evidence, advice).at(e.candidate.oddities.mojibake.ranges());
        return Some(finding.count("lines", lines).costs(e.share(lines)));
    }
    if let Some(lines) = in_candidate(replaced) {
        let evidence = format!("{lines} lines of the candidate have ? or U+FFFD in place of letters");
        let advice = "write the text as UTF-8 from the beginning; what was replaced cannot be restored";
        let finding = Finding::new("encoding", evidence, advice).at(e.candidate.oddities.replaced.ranges());
        return Some(finding.count("lines", lines).costs(e.share(lines)));
    }
    let (number, reference) = (1..).zip(e.references).find(|(_, reference)| {
        [mojibake, replaced].into_iter().any(|count| stands_out(reference, e.candidate, count))
    })?;
    let lines = mojibake(reference).max(replaced(reference));
    let evidence = format!("{lines} lines of reference {number} have letters of a wrong encoding, or ? in their place");
    let finding = Finding::new("encoding", evidence, "get the reference as UTF-8").count("lines", lines);
    Some(finding.costs(e.share(lines)))
}

/// Whether most lines of the candidate have letters of a wrong encoding.
pub fn spoils_most_lines(e: &Evidence) -> bool {
    let odd = &e.candidate.oddities;
    2 * odd.mojibake.segments.max(odd.replaced.segments) > e.segments.all && check(e).is_some()
}

/// Whether a text has many more of such lines than another.
fn stands_out(text: &TextProfile, other: &TextProfile, count: fn(&TextProfile) -> u64) -> bool {
    let lines = count(text);
    lines >= MIN_LINES.max(text.lines / LINES_PER_ODD_LINE) && lines > MIN_DISPARITY * count(other)
}
