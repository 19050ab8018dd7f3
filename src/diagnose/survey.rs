//! Survey of a text: what counting knows about it, and the profile of a sample of its lines. It costs almost nothing, so
//! that every score can be accompanied by it.

use super::checks;
use super::problem::Problem;
use super::scripts::{PropertyCache, ScriptCounts};
use super::segment_list::SegmentList;
use super::text_profile::TextProfile;
use super::writing::UnspacedLetters;
use crate::SegmentStatistics;
use crate::lines::lines;
use crate::tokenize::{SegmentTokens, Tokens};
use std::ops::AddAssign;

/// Number of first lines of each batch in the sample. Large batches, of which there are many, have few.
const FIRST_LINES: usize = 8;
const FIRST_LINES_OF_LARGE: usize = 2;

/// Number of lines from which a batch is large.
const LARGE: usize = 256;

/// Number of lines throughout the batch that replace them if they have a sign of a problem.
const MORE_LINES: usize = 64;

/// Number of characters whose properties are kept: few, since a sample is short.
const CACHED: usize = 1 << 7;

/// Signs of problems of a text, which cost almost nothing to look for, so that any score can come with a warning. Surveys
/// of batches add up. A [`Diagnoser`](super::Diagnoser) finds more, and needs the whole text.
#[derive(Clone, Debug, Default)]
pub struct TextSurvey {
    /// Number of lines.
    pub(super) lines: u64,
    /// Of a candidate, the lines without a token whose references have tokens.
    pub(super) empty: SegmentList,
    /// Of a candidate, the number of lines that end in a period separated by a space.
    pub(super) periods_apart: u64,
    /// Profile of some lines.
    pub(super) sample: TextProfile,
    /// Tokens of these lines.
    pub(super) tokens: u64,
}

/// Sign of a problem in a survey.
#[derive(Clone, Copy, Debug)]
pub struct Sign {
    problem: Problem,
    /// Whether there is enough text to tell.
    is_clear: bool,
}

impl TextSurvey {
    /// Surveys the next lines of each text, the candidates first, given their tokens and the statistics of each candidate.
    pub fn of_batch(texts: &[impl AsRef<str>], tokens: &[Tokens], systems: &[SegmentStatistics]) -> Vec<TextSurvey> {
        let mut properties = PropertyCache::new(CACHED);
        let texts = texts.iter().map(AsRef::as_ref).zip(tokens);
        let mut surveys: Vec<TextSurvey> =
            texts.map(|(text, tokens)| TextSurvey::sample(text, tokens, &mut properties)).collect();
        for ((survey, tokens), statistics) in surveys.iter_mut().zip(tokens).zip(systems) {
            survey.periods_apart = tokens.segments().filter(SegmentTokens::ends_in_period_apart).count() as u64;
            survey.empty = SegmentList::of_empty_candidates(statistics);
        }
        surveys
    }

    /// Samples lines of a text: the first, and if these have a sign, lines throughout it.
    fn sample(text: &str, tokens: &Tokens, properties: &mut PropertyCache) -> TextSurvey {
        let size = if tokens.len() < LARGE { FIRST_LINES } else { FIRST_LINES_OF_LARGE };
        let first = TextSurvey::of_lines(lines(text).zip(tokens.segments()).take(size), properties);
        let has_sign = checks::signs(&first).next().is_some();
        let distance = tokens.len().div_ceil(MORE_LINES).max(1);
        let survey = match has_sign {
            true => TextSurvey::of_lines(lines(text).zip(tokens.segments()).step_by(distance), properties),
            false => first,
        };
        TextSurvey { lines: tokens.len() as u64, ..survey }
    }

    fn of_lines<'a>(
        lines: impl Iterator<Item = (&'a str, SegmentTokens<'a>)>,
        properties: &mut PropertyCache,
    ) -> TextSurvey {
        let (mut survey, mut letters) = (TextSurvey::default(), ScriptCounts::default());
        for (line, tokens) in lines {
            survey.sample.add_clean(line, properties, &mut letters);
            survey.tokens += tokens.len() as u64;
        }
        survey
    }

    /// Number of candidate lines without a token whose references have tokens.
    pub fn empty_lines(&self) -> u64 {
        self.empty.segments
    }

    /// The first of these lines, from 1.
    pub fn first_empty_line(&self) -> Option<u64> {
        self.empty.first()
    }

    /// Number of candidate lines that end in a period separated by a space.
    pub fn periods_apart(&self) -> u64 {
        self.periods_apart
    }

    /// Tokenizers that split the text if it has no spaces between words, the most usual first.
    pub fn tokenizers(&self) -> &'static [&'static str] {
        UnspacedLetters::of(&self.sample.letters).tokenizers
    }

    /// Returns the problems that the text seems to have.
    pub fn suspicions(&self) -> impl Iterator<Item = Problem> {
        checks::signs(self).filter(|sign| sign.is_clear).map(|sign| sign.problem)
    }
}

impl Sign {
    /// A sign if there is one, clear if there is enough text.
    pub fn of(is_sign: bool, is_clear: bool, problem: Problem) -> Option<Sign> {
        is_sign.then_some(Sign { problem, is_clear })
    }
}

impl AddAssign<&TextSurvey> for TextSurvey {
    fn add_assign(&mut self, next: &TextSurvey) {
        self.empty.append(&next.empty, self.lines);
        self.lines += next.lines;
        self.periods_apart += next.periods_apart;
        self.sample += &next.sample;
        self.tokens += next.tokens;
    }
}
