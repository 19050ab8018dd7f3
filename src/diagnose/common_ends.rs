//! Beginnings, or ends, that many lines of a text have, but few of its counterparts.

use super::finding::SegmentRange;
use super::line_record::LineRecord;
use super::segment_list::SegmentList;
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

/// Number of groups of lines that are quoted.
const QUOTED: usize = 3;

/// The end of a line at which they are looked for.
type End = fn(&LineRecord) -> Option<&str>;
pub const ENDS: [End; 2] = [|record| record.first(COMMON), |record| record.last(COMMON)];

/// A beginning or an end, and the lines that have it.
pub type CommonEnd<'a> = (&'a str, Vec<usize>);

/// Returns all lines of groups, and says what the lines of the largest groups have in common.
pub fn quote(mut groups: Vec<(String, Vec<usize>)>) -> (SegmentList, String) {
    groups.sort_by_key(|(_, lines)| Reverse(lines.len()));
    let all = SegmentList::of_lines(groups.iter().flat_map(|(_, lines)| lines).copied().collect());
    let quoted = groups.iter().take(QUOTED).map(|(words, lines)| format!("{words} ({} times)", lines.len()));
    let others = if groups.len() > QUOTED { ", ..." } else { "" };
    let words = quoted.collect::<Vec<_>>().join(", ");
    let segments = SegmentRange::list(&all.ranges());
    (all, format!("{words}{others}; {segments}"))
}

/// Returns those of a text that the others lack, the most frequent first.
pub fn common_ends<'a>(text: &'a TextProfile, others: &'a [TextProfile], end: End) -> Vec<CommonEnd<'a>> {
    let mut counts: HashMap<&str, usize, RandomState> = HashMap::default();
    ends(text, end).for_each(|(_, end)| *counts.entry(end).or_default() += 1);
    let least = MIN_ALIKE.max(text.records.len() / LINES_PER_ALIKE);
    counts.retain(|_, count| *count >= least);
    for other in others {
        let mut of_other: HashMap<&str, usize, RandomState> = counts.keys().map(|end| (*end, 0)).collect();
        ends(other, end).for_each(|(_, end)| of_other.get_mut(end).into_iter().for_each(|count| *count += 1));
        counts.retain(|end, count| of_other[end] * MIN_FACTOR <= *count);
    }
    let mut lines: HashMap<&str, Vec<usize>, RandomState> = HashMap::default();
    let common = ends(text, end).filter(|(_, end)| counts.contains_key(end));
    common.for_each(|(line, end)| lines.entry(end).or_default().push(line));
    // A refrain is one line.
    let are_distinct = |lines: &[usize]| others.iter().any(|other| other.distinct(lines.iter().copied()) >= MIN_ALIKE);
    let mut common: Vec<CommonEnd> = lines.into_iter().filter(|(_, lines)| are_distinct(lines)).collect();
    common.sort_by_key(|(end, lines)| (Reverse(lines.len()), *end));
    common
}

/// Returns the longest beginning or end that lines with a common one share, as far as it is kept.
pub fn in_full<'a>(text: &'a TextProfile, common: &'a str, lines: &[usize]) -> &'a str {
    let of_lines = |kept: fn(&LineRecord) -> &str| lines.iter().map(move |line| kept(&text.records[*line]));
    let is_beginning = of_lines(|record| &record.beginning).all(|beginning| beginning.starts_with(common));
    let shared = match is_beginning {
        true => of_lines(|record| &record.beginning).reduce(|one, other| {
            let same = one.char_indices().zip(other.chars()).find(|((_, a), b)| a != b);
            &one[..same.map_or(one.len().min(other.len()), |((at, _), _)| at)]
        }),
        false => of_lines(|record| &record.end).reduce(|one, other| {
            let same = one.char_indices().rev().zip(other.chars().rev()).find(|((_, a), b)| a != b);
            let start = same.map_or(one.len().saturating_sub(other.len()), |((at, a), _)| at + a.len_utf8());
            &one[start..]
        }),
    };
    shared.unwrap_or(common)
}

/// The lines of a text that are long enough, each with its end.
fn ends(text: &TextProfile, end: End) -> impl Iterator<Item = (usize, &str)> {
    text.records.iter().enumerate().filter_map(move |(line, record)| Some((line, end(record)?)))
}
