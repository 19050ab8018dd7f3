//! Text that lines begin and end with, whatever their numbers: most lines of a text, or many that its counterparts differ from.

use super::alignment::thresholds::LEAD;
use super::limits::{FEW_LINES, InGoodText, MANY_TIMES, SHORTEST_WORD};
use super::line_record::LineRecord;
use super::line_shape::{End, shape};
use super::problem::{CommonPhrase, Phrase};
use super::segment_list::SegmentList;
use super::shares::majority;
use super::text_profile::TextProfile;
use foldhash::fast::RandomState;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// Returns the longest shape that most of these lines have at an end.
pub fn common<'a>(lines: impl Iterator<Item = &'a LineRecord>, end: End) -> Vec<char> {
    match end {
        End::Beginning => longest_common(lines.map(|line| shape(line.text.chars())).collect()),
        End::Ending => longest_common(lines.map(|line| shape(line.text.chars().rev())).collect()),
    }
}

/// Returns the longest shape that most of these begin with. As a rule, none of the first characters is that of most.
fn longest_common(mut shapes: Vec<impl Iterator<Item = char>>) -> Vec<char> {
    let (all, mut common) = (shapes.len(), Vec::new());
    loop {
        let mut next = shapes.iter_mut().map(Iterator::next).collect::<Vec<Option<char>>>().into_iter();
        let Some(Some(c)) = majority(next.clone(), all / 2 + 1) else { return common };
        common.push(c);
        shapes.retain(|_| next.next() == Some(Some(c)));
    }
}

/// Returns the longest shape that all of these begin with.
fn shared(mut shapes: impl Iterator<Item = Vec<char>>) -> Vec<char> {
    let first = shapes.next().unwrap_or_default();
    shapes.fold(first, |mut shared, shape| {
        shared.truncate(shared.iter().zip(&shape).take_while(|(one, other)| one == other).count());
        shared
    })
}

/// Number of phrases that a finding quotes.
const QUOTED: usize = 3;

/// Text that lines have in common, and these lines.
pub type CommonEnd = (Phrase, Vec<usize>);

/// Returns all lines of groups, what the lines of the largest groups have in common, and the number of groups.
pub fn summary(mut groups: Vec<CommonEnd>) -> (SegmentList, Vec<CommonPhrase>, u64) {
    groups.sort_by_key(|(_, lines)| Reverse(lines.len()));
    let all = SegmentList::of_lines(groups.iter().flat_map(|(_, lines)| lines).copied().collect());
    let different = groups.len() as u64;
    let quoted = groups.into_iter().take(QUOTED);
    let phrases = quoted.map(|(phrase, lines)| CommonPhrase { phrase, lines: lines.len() as u64 }).collect();
    (all, phrases, different)
}

/// Returns the beginnings, or ends, of a text that the others lack, the most frequent first.
pub fn common_ends(text: &TextProfile, others: &[TextProfile], end: End) -> Vec<CommonEnd> {
    let own = text.heads(end);
    let mut counts: HashMap<u64, [usize; 2], RandomState> = HashMap::default();
    for head in own.iter().flatten().filter(|head| head.is_part) {
        counts.entry(head.hash).or_default()[0] += 1;
    }
    let least = InGoodText::Never.least(own.len() as u64) as usize;
    counts.retain(|_, [own, _]| *own >= least);
    for other in others {
        if counts.is_empty() {
            break;
        }
        counts.values_mut().for_each(|[_, other]| *other = 0);
        for head in other.heads(end).iter().flatten() {
            counts.entry(head.hash).and_modify(|[_, other]| *other += 1);
        }
        counts.retain(|_, [own, other]| *other * MANY_TIMES as usize <= *own);
    }
    let mut lines: HashMap<u64, Vec<usize>, RandomState> = HashMap::default();
    if !counts.is_empty() {
        for (line, head) in own.iter().enumerate() {
            if let Some(head) = head.filter(|head| head.is_part && counts.contains_key(&head.hash)) {
                lines.entry(head.hash).or_default().push(line);
            }
        }
    }
    // A refrain is one line.
    let are_distinct =
        |lines: &[usize]| others.iter().any(|other| other.distinct(lines.iter().copied()) as u64 >= FEW_LINES);
    // A phrase of the text may be the translation of a phrase.
    let is_phrase_of_all =
        |lines: &[usize]| others.iter().any(|other| are_alike(other, lines) || has_own_phrase(other, lines));
    lines.retain(|_, lines| are_distinct(lines) && !is_phrase_of_all(lines));
    let shape = |line: &usize| end.shape(&text.records[*line]);
    let shared_text = |lines: &Vec<usize>| end.text(&shared(lines.iter().map(shape)));
    let mut common: Vec<(String, Vec<usize>)> = lines.into_values().map(|lines| (shared_text(&lines), lines)).collect();
    common.sort_by(|(one, lines), (other, others)| others.len().cmp(&lines.len()).then_with(|| one.cmp(other)));
    common.into_iter().map(|(text, lines)| (Phrase::End(text), lines)).collect()
}

/// Whether these lines of a text resemble each other, as the translations of sentences do that begin or end alike.
fn are_alike(text: &TextProfile, lines: &[usize]) -> bool {
    let records = &text.records;
    // A reference may have fewer lines.
    let similarity =
        |one: usize, other: usize| records.get(one).zip(records.get(other)).map_or(0.0, |(a, b)| a.similarity(b));
    let distant = |line: usize| (line + records.len() / 2) % records.len().max(1);
    let excess = |pair: &[usize]| similarity(pair[0], pair[1]) - similarity(pair[0], distant(pair[0]));
    lines.windows(2).map(excess).sum::<f64>() >= LEAD * (lines.len() - 1) as f64
}

/// Whether these lines of a text have a word at their beginning or end that other lines hardly have.
pub fn has_own_phrase(text: &TextProfile, lines: &[usize]) -> bool {
    let mut counts: HashMap<&str, [usize; 2], RandomState> = HashMap::default();
    for line in lines {
        words_of(text, *line).into_iter().for_each(|word| counts.entry(word).or_default()[0] += 1);
    }
    counts.retain(|_, [own, _]| *own >= 2 && 2 * *own >= lines.len());
    for line in 0..if counts.is_empty() { 0 } else { text.records.len() } {
        for word in words_of(text, line) {
            counts.entry(word).and_modify(|[_, all]| *all += 1);
        }
    }
    let others = text.records.len() - lines.len();
    counts.values().any(|[own, all]| {
        let [own_share, share] = [(*own, lines.len()), (all - own, others)].map(|(n, of)| n as f64 / of.max(1) as f64);
        own_share >= MANY_TIMES as f64 * share
    })
}

/// The words at the beginning and at the end of a line.
fn words_of(text: &TextProfile, line: usize) -> HashSet<&str, RandomState> {
    let ends = text.records.get(line).map(|record| [record.beginning(), record.end()]);
    let words = ends.into_iter().flatten().flat_map(|end| end.split(|c: char| !c.is_alphanumeric()));
    words
        .filter(|word| word.chars().count() >= if word.is_ascii() { SHORTEST_WORD } else { SHORTEST_WORD / 2 })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::splitmix64::{STEP, mix};

    fn common_beginning(lines: &[impl AsRef<str>]) -> String {
        longest_common(lines.iter().map(|line| line.as_ref().chars()).collect()).into_iter().collect()
    }

    #[test]
    fn exceptions_do_not_hide_what_most_lines_begin_with() {
        let lines: Vec<&str> = (0..20).map(|i| if i == 3 { "x" } else { "Q: a" }).collect();
        assert_eq!(common_beginning(&lines), "Q: a");
        assert_eq!(common_beginning(&["ab", "c", "b"]), "");
        assert_eq!(common_beginning(&["", "", "b"]), "");
        assert_eq!(common_beginning(&[""; 0]), "");
    }

    #[test]
    fn most_lines_begin_alike_as_plain_counting_says() {
        for number in 0..5_000_u64 {
            let random = |i: u64| mix(STEP.wrapping_mul(100 * number + i));
            let line = |line: u64| -> String {
                (0..random(line) % 4).map(|i| ['a', 'b'][usize::from(random(10 * line + 9 + i) % 5 == 0)]).collect()
            };
            let lines: Vec<String> = (0..random(99) % 8).map(line).collect();
            let is_common =
                |beginning: &&str| 2 * lines.iter().filter(|line| line.starts_with(*beginning)).count() > lines.len();
            let beginnings = lines.iter().flat_map(|line| (0..=line.len()).map(|end| &line[..end]));
            let longest = beginnings.filter(is_common).max_by_key(|beginning| beginning.len());
            assert_eq!(common_beginning(&lines), longest.unwrap_or_default(), "{lines:?}");
        }
    }
}
