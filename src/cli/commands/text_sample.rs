//! Properties of a sample of the lines that make a score hardly meaningful; examining all lines would take too long.

use crate::SegmentStatistics;
use crate::diagnose::{SubwordScheme, UnspacedLetters};
use crate::lines::lines;
use crate::tokenize::{SegmentTokens, Tokens};
use std::ops::AddAssign;

/// Number of first lines of each batch in the sample.
const FIRST_LINES: usize = 8;

/// Number of lines throughout the batch that replace them if they are alarming.
const MORE_LINES: usize = 64;

/// Counts over the sampled lines of a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextSample {
    /// Lines in the sample.
    pub lines: u64,
    /// Lines with a tab.
    pub tabbed: u64,
    /// Lines with marks of subwords.
    pub marked: u64,
    /// Letters of scripts that are written without spaces between words.
    pub unspaced: UnspacedLetters,
    /// Tokens.
    pub tokens: u64,
}

impl TextSample {
    /// Samples lines of a text: the first, and if these are alarming, lines throughout it.
    pub fn of(text: &str, tokens: &Tokens) -> TextSample {
        let first = TextSample::of_lines(lines(text).zip(tokens.segments()).take(FIRST_LINES));
        let is_alarming =
            first.tabbed == first.lines || 2 * first.marked >= first.lines || first.unspaced.sum() > 3 * first.tokens;
        let distance = tokens.len().div_ceil(MORE_LINES).max(1);
        if is_alarming { TextSample::of_lines(lines(text).zip(tokens.segments()).step_by(distance)) } else { first }
    }

    fn of_lines<'a>(lines: impl Iterator<Item = (&'a str, SegmentTokens<'a>)>) -> TextSample {
        let mut sample = TextSample::default();
        for (line, tokens) in lines {
            sample.lines += 1;
            sample.tabbed += u64::from(line.contains('\t'));
            sample.marked += u64::from(SubwordScheme::ALL.iter().any(|scheme| line.contains(scheme.marked_space())));
            sample.tokens += tokens.len() as u64;
            line.chars().filter(|c| !c.is_ascii()).for_each(|c| sample.unspaced.add_character(c));
        }
        sample
    }
}

impl AddAssign for TextSample {
    fn add_assign(&mut self, other: TextSample) {
        self.lines += other.lines;
        self.tabbed += other.tabbed;
        self.marked += other.marked;
        self.unspaced += other.unspaced;
        self.tokens += other.tokens;
    }
}

/// Number of lines with some property, and the first of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct MatchingLines {
    /// Number of lines.
    pub lines: u64,
    /// The first of them, from 1.
    pub first: Option<u64>,
}

impl MatchingLines {
    /// One line, by its number.
    pub fn one(line: u64) -> MatchingLines {
        MatchingLines { lines: 1, first: Some(line) }
    }

    /// Candidate lines without a token whose references have tokens; `before` is the number of segments before the
    /// batch.
    pub fn lost(statistics: &SegmentStatistics, before: u64) -> MatchingLines {
        let mut lost = MatchingLines::default();
        for (row, segment) in statistics.rows().zip(before + 1..) {
            if row[0] == 0 && row[1] > 0 {
                lost += MatchingLines::one(segment);
            }
        }
        lost
    }
}

impl AddAssign for MatchingLines {
    fn add_assign(&mut self, other: MatchingLines) {
        self.lines += other.lines;
        self.first = self.first.or(other.first);
    }
}
