//! Some lines that begin or end with what their counterparts lack: marks around them, labels, preambles, closing phrases.

use super::additions::holds_translation;
use super::{Check, Evidence, Finding, LineRecord, Problem, Text, TextProfile, quoted, wrapped};
use crate::diagnose::common_ends::{CommonEnd, MIN_ALIKE, in_full, quote};

/// Number of characters by which lines with a common beginning or end must be longer.
const MIN_LONGER: i64 = 6;

/// Minimum number of lines of each kind: this many, and one in so many.
const MIN_COMMON: (usize, usize) = (MIN_ALIKE, 50);
const MIN_ENCLOSED: (usize, usize) = (10, 40);
const MIN_LABELED: (usize, usize) = (10, 12);

pub const CHECK: Check = Check::new("wrapped", "lines begin or end with added text", find);

fn find(evidence: &Evidence) -> Option<Finding> {
    evidence.texts().filter(|(_, profile)| !profile.counts.has_letters_apart()).find_map(|(text, profile)| {
        // A model may add the same words to many lines; a reference that begins alike may just be the longer one.
        let common = if text == Text::Candidate { &evidence.common_ends[..] } else { &[] };
        let (lines, quoted) = quote(additions(profile, evidence.other_side(text), common), evidence);
        let in_words =
            format!("{} lines of {text} begin or end with what the other side lacks: {quoted}", lines.segments);
        (lines.segments > 0).then(|| {
            let numbers: Vec<usize> = lines.lines().collect();
            let advice = wrapped::advice(text, &numbers, evidence);
            let finding = Finding::new(Problem::PartlyWrapped, in_words, advice).of(text);
            finding.in_lines(&lines, evidence).spoiled(evidence)
        })
    })
}

/// Returns the beginnings and ends of a text, in words, that all others lack.
fn additions(text: &TextProfile, others: &[TextProfile], common_ends: &[Vec<CommonEnd>]) -> Vec<(String, Vec<usize>)> {
    let lines = |is: fn(&LineRecord, &LineRecord) -> bool| -> Vec<usize> {
        let are_all = |line: &usize| pairs(text, others, *line).all(|(own, other)| is(own, other));
        let lines = (0..text.records.len()).filter(are_all);
        lines.filter(|line| holds_translation(text, others, *line)).collect()
    };
    let many = |lines: &Vec<usize>, (least, per): (usize, usize)| lines.len() >= least.max(text.records.len() / per);
    let marks = |line: usize| {
        let record = &text.records[line];
        let mark = |c: Option<char>| c.map(String::from).unwrap_or_default();
        format!("{}...{}", mark(record.beginning().chars().next()), mark(record.end().chars().next_back()))
    };
    let mut found: Vec<(String, Vec<usize>)> = Vec::new();
    for (lines, least, words) in [
        (lines(LineRecord::is_enclosed), MIN_ENCLOSED, None),
        (lines(LineRecord::is_labeled), MIN_LABELED, Some("a name or label")),
    ] {
        if many(&lines, least) {
            found.push((words.map_or_else(|| quoted(&marks(lines[0])), String::from), lines));
        }
    }
    for ends in common_ends {
        let alike = alike(text, others, ends);
        if many(&alike.iter().flat_map(|(_, lines)| lines).copied().collect(), MIN_COMMON) {
            found.extend(alike.into_iter().map(|(end, lines)| (quoted(in_full(text, end, &lines)), lines)));
        }
    }
    found
}

/// The record of a line with the records of its counterparts that have text.
fn pairs<'a>(
    text: &'a TextProfile,
    others: &'a [TextProfile],
    line: usize,
) -> impl Iterator<Item = (&'a LineRecord, &'a LineRecord)> {
    let others = others.iter().filter_map(move |other| other.records.get(line));
    others.filter(|other| other.characters > 0).map(move |other| (&text.records[line], other))
}

/// Returns the beginnings, or ends, of lines that hold their translation, and are longer than it.
fn alike<'a>(text: &TextProfile, others: &[TextProfile], ends: &[CommonEnd<'a>]) -> Vec<CommonEnd<'a>> {
    let longer = |lines: &[usize]| {
        let longer = |line: &usize| {
            pairs(text, others, *line).map(|(own, other)| i64::from(own.characters) - i64::from(other.characters)).min()
        };
        let mut longer: Vec<i64> = lines.iter().filter_map(longer).collect();
        longer.sort_unstable();
        longer.get(longer.len() / 2).copied().unwrap_or_default()
    };
    // Others that are cut off lack any end.
    let is_whole = |line: usize| pairs(text, others, line).any(|(own, other)| !other.lacks_end(own));
    let of_translations = |(end, all): &CommonEnd<'a>| {
        let lines = all.iter().copied().filter(|line| holds_translation(text, others, *line) && is_whole(*line));
        let lines: Vec<usize> = lines.collect();
        (2 * lines.len() >= all.len() && lines.len() >= MIN_ALIKE && longer(&lines) >= MIN_LONGER)
            .then_some((*end, lines))
    };
    ends.iter().filter_map(of_translations).collect()
}
