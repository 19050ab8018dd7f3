//! Beginnings, or ends, that many lines of a text have, but few of its counterparts.

use super::line_record::LineRecord;
use super::text_profile::TextProfile;
use foldhash::fast::RandomState;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Number of characters of a common beginning or end.
const COMMON: usize = 12;

/// Minimum number of lines with the same one: this many, one in so many, and so many times as on the other side.
pub const MIN_ALIKE: usize = 5;
const LINES_PER_ALIKE: usize = 200;
const MIN_FACTOR: usize = 8;

/// The end of a line at which they are looked for.
type End = fn(&LineRecord) -> Option<&str>;
pub const ENDS: [End; 2] = [|record| record.first(COMMON), |record| record.last(COMMON)];

/// A beginning or an end, and the lines that have it.
pub type CommonEnd<'a> = (&'a str, Vec<usize>);

/// Returns those of a text that the others lack, the most frequent first.
pub fn common_ends<'a>(text: &'a TextProfile, others: &'a [TextProfile], end: End) -> Vec<CommonEnd<'a>> {
    let of_others: Vec<_> = others.iter().map(|other| lines_of_ends(other, end)).collect();
    let least = MIN_ALIKE.max(text.records.len() / LINES_PER_ALIKE);
    let is_rare = |end: &str, count: usize| {
        of_others.iter().all(|lines| lines.get(end).map_or(0, Vec::len) * MIN_FACTOR <= count)
    };
    // A refrain is one line.
    let are_distinct = |lines: &[usize]| others.iter().any(|other| other.distinct(lines.iter().copied()) >= MIN_ALIKE);
    let mut common: Vec<CommonEnd> = lines_of_ends(text, end)
        .into_iter()
        .filter(|(end, lines)| lines.len() >= least && is_rare(end, lines.len()))
        .filter(|(_, lines)| are_distinct(lines))
        .collect();
    common.sort_by_key(|(end, lines)| (Reverse(lines.len()), *end));
    common
}

fn lines_of_ends(text: &TextProfile, end: End) -> HashMap<&str, Vec<usize>, RandomState> {
    let mut lines: HashMap<&str, Vec<usize>, RandomState> = HashMap::default();
    for (line, record) in text.records.iter().enumerate() {
        if let Some(end) = end(record) {
            lines.entry(end).or_default().push(line);
        }
    }
    lines
}
