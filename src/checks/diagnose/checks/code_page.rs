//! Letters of another encoding, or of the other kind of Chinese, which the other side does not have.

use super::{Check, Evidence, Finding, Problem, Sketch, Text, TextProfile};
use crate::bleu::lines::not_ascii;
use crate::checks::diagnose::common_words::WordCounts;
use crate::checks::diagnose::limits::{CLEARLY_MANY_TIMES, InGoodText, MANY_TIMES, is_large_share, is_nearly_all};
use crate::checks::diagnose::misread_lines::MisreadLines;
use crate::checks::diagnose::problem::Ideographs;
use crate::checks::repair::code_pages::{is_simplified, is_traditional};
use foldhash::fast::RandomState;
use std::collections::{HashMap, HashSet};

/// Kinds of ideographs.
type Kind = (Ideographs, fn(char) -> bool);
const KINDS: [Kind; 2] = [(Ideographs::Traditional, is_traditional), (Ideographs::Simplified, is_simplified)];

/// Number of characters that are quoted.
const QUOTED: usize = 5;

/// Text that was written in one encoding and read as another, or Chinese of the other kind.
pub const CHECK: Check = Check::new(|evidence| {
    let shares: Vec<Shares> = evidence.texts().map(|(_, text)| shares(text)).collect();
    let (candidate, references) = shares.split_at(1);
    evidence.texts().zip(&shares).find_map(|((text, _), own)| {
        let others = if text == Text::Candidate { references } else { candidate };
        let strange = Strange::of(text, evidence, own, others)?;
        strange.find(evidence)
    })
});

/// Shares of the characters of a text that are not ASCII.
type Shares = HashMap<char, f64, RandomState>;

fn shares(text: &TextProfile) -> Shares {
    let characters = || text.samples().flat_map(|(_, line)| not_ascii(line));
    let share = 1.0 / characters().count() as f64;
    let mut shares = Shares::default();
    characters().for_each(|(_, c)| *shares.entry(c).or_default() += share);
    shares
}

/// Lines with characters that the other side hardly has.
struct Strange<'a> {
    text: Text,
    /// Shares of the characters of the other side.
    others: &'a [Shares],
    lines: Vec<(usize, &'a str)>,
    /// Minimum number of them.
    least: usize,
    /// Their strange characters, the most frequent first.
    characters: Vec<char>,
}

impl<'a> Strange<'a> {
    fn of(text: Text, evidence: &'a Evidence, own: &Shares, others: &'a [Shares]) -> Option<Strange<'a>> {
        let is_usual = |c: char| {
            others.iter().any(|other| other.get(&c).is_some_and(|share| own[&c] < CLEARLY_MANY_TIMES as f64 * share))
        };
        let strange: HashSet<char, RandomState> = own.keys().copied().filter(|c| !is_usual(*c)).collect();
        let is_strange = |line: &str| {
            let found = not_ascii(line).filter(|(_, c)| strange.contains(c)).count() as u64;
            found > 0 && is_large_share(found, not_ascii(line).count() as u64)
        };
        let samples = || evidence.profile(text).samples();
        let lines: Vec<(usize, &str)> = samples().filter(|(_, line)| is_strange(line)).collect();
        let least = InGoodText::Seldom.least(samples().count() as u64) as usize;
        let mut characters: Vec<char> = strange.into_iter().collect();
        characters.sort_unstable_by(|one, other| own[other].total_cmp(&own[one]).then(other.cmp(one)));
        (lines.len() >= least).then_some(Strange { text, others, lines, least, characters })
    }

    fn find(&self, evidence: &Evidence) -> Option<Finding> {
        let are_most = |(_, is): &Kind| 2 * self.characters.iter().filter(|c| is(**c)).count() >= self.characters.len();
        let kind = KINDS.iter().position(are_most);
        let other_ideographs = kind.and_then(|kind| self.other_ideographs(KINDS[kind], KINDS[1 - kind].1, evidence));
        other_ideographs.or_else(|| self.wrong_encoding(evidence))
    }

    /// Text that was written in one encoding and read as another.
    fn wrong_encoding(&self, evidence: &Evidence) -> Option<Finding> {
        let others = evidence.other_side(self.text);
        let words: Vec<&WordCounts> = others.iter().map(|text| text.words_beyond_ascii()).collect();
        let counterparts = |line: usize| -> Vec<Sketch> {
            others.iter().filter_map(|other| Some(other.records.get(line)?.sketch.clone())).collect()
        };
        let found = MisreadLines::find(&self.lines, &words, counterparts);
        let found = found.filter(|found| found.lines.len() >= self.least && !found.reading.is_utf_8_as_latin());
        let MisreadLines { reading, lines } = found?;
        // A program that converts a whole file spoils the other lines, or stops at them.
        let samples = || evidence.profile(self.text).samples();
        let is_undone = samples().all(|(_, line)| reading.is_undone(line));
        let problem = Problem::WrongEncoding {
            written: reading.written.name(),
            read: reading.read_name(),
            characters: self.quoted(|_| true),
            is_whole: is_undone && is_nearly_all(lines.len() as u64, samples().count() as u64),
        };
        let lines = lines.into_iter().map(|(line, _)| line).collect();
        Some(Finding::of_lines(problem, self.text, &lines, evidence.segments(), evidence))
    }

    /// Ideographs of one kind in place of the other, unless the other side has many of the same kind: these are other words.
    fn other_ideographs(
        &self,
        (kind, is_own): Kind,
        is_other: fn(char) -> bool,
        evidence: &Evidence,
    ) -> Option<Finding> {
        let of_others = |is: fn(char) -> bool| -> f64 {
            self.others.iter().flatten().filter(|(c, _)| is(**c)).map(|(_, share)| share).sum()
        };
        if of_others(is_own) >= MANY_TIMES as f64 * of_others(is_other) {
            return None;
        }
        let lines = self.lines.iter().map(|(line, _)| *line).collect();
        let problem = Problem::OtherIdeographs { kind, characters: self.quoted(is_own) };
        Some(Finding::of_lines(problem, self.text, &lines, evidence.segments(), evidence))
    }

    /// The most frequent strange characters of a kind.
    fn quoted(&self, is_meant: fn(char) -> bool) -> Vec<char> {
        self.characters.iter().filter(|c| is_meant(**c)).take(QUOTED).copied().collect()
    }
}
