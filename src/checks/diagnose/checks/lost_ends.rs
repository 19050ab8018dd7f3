//! Lines that lack their first or last characters, as if a program had dropped some from each line.

use super::{Check, Evidence, Finding, LineRecord, Problem, Text, TextProfile, wrapped};
use crate::checks::diagnose::finding::SPOILED;
use crate::checks::diagnose::limits::{InGoodText, MANY_TIMES, SENTENCE_CHARACTERS};
use crate::checks::diagnose::line_ends::common_ends;
use crate::checks::diagnose::line_record::is_final;
use crate::checks::diagnose::line_shape::End;
use crate::checks::diagnose::shares::{majority, quantile};
use std::slice;

pub const CHECK: Check = Check::new(find);

/// Lines of a text that lack something at an end.
struct LostEnds {
    text: Text,
    end: End,
    /// Number of these lines.
    lost: usize,
    /// Number of lines whose end a counterpart has, there or further inside.
    compared: usize,
    /// Number of characters that half of the lines lack at most.
    characters: usize,
}

/// The text that lacks most: its counterparts have the ends that it lacks, and seldom end like its lines by chance.
fn find(evidence: &Evidence) -> Option<Finding> {
    let ends = evidence.texts().flat_map(|(text, _)| End::BOTH.map(|end| (text, end)));
    let found = ends.filter_map(|(text, end)| LostEnds::find(evidence, text, end));
    let LostEnds { text, end, lost, compared, characters } = found.max_by_key(|found| found.lost)?;
    let problem = Problem::LostEnds {
        is_beginning: matches!(end, End::Beginning),
        characters: characters as u64,
        lost: lost as u64,
        compared: compared as u64,
    };
    Some(Finding::new(problem).of(text).with_loss(SPOILED))
}

impl LostEnds {
    fn find(evidence: &Evidence, text: Text, end: End) -> Option<LostEnds> {
        let fewest_lost = |line: usize| -> Option<usize> {
            let pairs = evidence.pairs(text, line).filter(|(_, other)| other.characters >= SENTENCE_CHARACTERS);
            pairs.filter_map(|(own, other)| end.lost(&own.text, &other.text)).min()
        };
        let records = evidence.profile(text).records.len();
        let (mut kept, mut lines, mut numbers) = (0, Vec::new(), Vec::new());
        for line in 0..records {
            match fewest_lost(line) {
                None => {}
                Some(0) => kept += 1,
                Some(lost) => {
                    lines.push(line);
                    numbers.push(lost as f64);
                }
            }
            // Good text has its ends: a part of it shows that the rest cannot lack enough.
            let lost_at_most = lines.len() + records - (line + 1);
            if lost_at_most < MANY_TIMES as usize * kept {
                return None;
            }
        }
        let lost = lines.len();
        let are_many = lost as u64 >= InGoodText::Often.least(evidence.segments());
        if !are_many || are_complete(evidence.profile(text), end) || are_added(evidence, text, end, &lines) {
            return None;
        }
        let characters = quantile(numbers, |count| count / 2)? as usize;
        Some(LostEnds { text, end, lost, compared: lost + kept, characters })
    }
}

/// Whether most lines begin with a capital, or end with a mark: the other side has more than they.
fn are_complete(text: &TextProfile, end: End) -> bool {
    let is_complete = |record: &&LineRecord| match end {
        End::Beginning => record.beginning().starts_with(char::is_uppercase),
        End::Ending => !record.is_open(),
    };
    2 * text.records.iter().filter(is_complete).count() > text.records.len()
}

/// Whether the other side has something added at an end of most of these lines: the same text, marks around them, or labels.
fn are_added(evidence: &Evidence, text: Text, end: End, lines: &[usize]) -> bool {
    let own = slice::from_ref(evidence.profile(text));
    let is_marked = |line: &&usize| {
        let mut pairs = evidence.pairs(text, **line);
        pairs.any(|(own, other)| other.is_labeled(own) || other.is_enclosed(own))
    };
    let are_common = |other: &TextProfile| {
        let added = common_ends(other, own, end);
        let added = added.iter().flat_map(|(_, all)| all).filter(|line| lines.binary_search(line).is_ok()).count();
        2 * added > lines.len() || wrapped::wrapping(other).is_some_and(|ends| !ends[end as usize].is_empty())
    };
    let outermost = |line: &usize| {
        let (_, other) = evidence.pairs(text, *line).next()?;
        let outermost = match end {
            End::Beginning => other.beginning().chars().next(),
            End::Ending => other.end().chars().next_back(),
        };
        outermost.filter(|c| !c.is_alphanumeric() && !is_final(*c))
    };
    let has_common_mark = majority(lines.iter().map(outermost), 0).flatten().is_some();
    2 * lines.iter().filter(is_marked).count() > lines.len()
        || has_common_mark
        || evidence.other_side(text).iter().any(are_common)
}
