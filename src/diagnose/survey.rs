//! Survey of a text: what counting knows about it, and the profile of a sample of its lines. It costs almost nothing, so
//! that every score can be accompanied by it.

use super::checks;
use super::problem::Problem;
use super::sampled_lines::SampledLines;
use super::scripts::{PropertyCache, ScriptCounts};
use super::segment_list::SegmentList;
use super::text_profile::{TextProfile, share};
use super::writing::UnspacedLetters;
use crate::SegmentStatistics;
use crate::lines::lines;
use crate::tokenize::{SegmentTokens, Tokens};
use foldhash::fast::RandomState;
use memchr::memchr_iter;
use std::collections::HashSet;
use std::ops::AddAssign;

/// Number of lines from which some are sampled one by one; of each batch after them, there are this many.
const SAMPLED_LINES: u64 = 1 << 15;
const FEW_LINES: usize = 2;

/// Whether a line is in the sample: all of the first ones are, then one in 8, then one in 32.
fn is_sampled(line: u64) -> bool {
    match line {
        ..256 => true,
        256..1024 => line.is_multiple_of(8),
        1024..SAMPLED_LINES => line.is_multiple_of(32),
        SAMPLED_LINES.. => false,
    }
}

/// Minimum number of entities that the other side lacks: this many, and one in so many lines. An entity is at most so long.
const MIN_ENTITIES: u64 = 10;
const LINES_PER_ENTITY: u64 = 100;
const LONGEST_ENTITY: usize = 9;

/// Minimum ratio of the numbers of spaces per character, and minimum number of spaces of texts that are compared by it. Between
/// translations it is below 1.06.
const MIN_RATIO_OF_SPACES: f64 = 1.09;
const MIN_SPACES: u64 = 400;

/// Share of the tokens of a segment that a reference has, which are many or few, and minimum number of tokens.
const MANY: f64 = 0.5;
const FEW: f64 = 0.3;
const MIN_TOKENS: usize = 8;

/// Minimum number of segments in which a reference has few tokens: this many, and one in so many of those in which another one has
/// many.
const MIN_STRANGE: u32 = 5;
const MATCHED_PER_STRANGE: u32 = 4;

/// Number of references that are surveyed. A segment may have hundreds of thousands, which are shorter than a survey.
const SURVEYED_REFERENCES: usize = 64;

/// Number of characters whose properties are kept: few, since a sample is short.
const CACHED: usize = 1 << 7;

/// Signs of problems of a text, which cost almost nothing to look for, so that any score can come with a warning. Surveys
/// of batches add up. A [`Diagnoser`](super::Diagnoser) finds more, and needs the whole text.
#[derive(Clone, Debug, Default)]
pub struct TextSurvey {
    /// Number of lines.
    pub(super) lines: u64,
    /// Of a candidate, the lines without a token whose references have tokens; of a reference, those whose candidates
    /// have.
    pub(super) empty: SegmentList,
    /// Whether it is of a reference.
    pub(super) is_reference: bool,
    /// Of a candidate, the number of lines that end in a period separated by a space.
    pub(super) periods_apart: u64,
    /// Profile of some lines.
    pub(super) sample: TextProfile,
    /// Tokens of these lines.
    pub(super) tokens: u64,
    /// Characters of these lines.
    pub(super) characters: SampledLines,
    /// Number of entities such as `&#39;`, in all lines.
    entities: u64,
    /// Of a reference, the number of sampled segments whose first candidate has many tokens of some reference, and the number of
    /// those among them in which it has hardly a token of this one.
    matched: u32,
    strange: u32,
}

impl TextSurvey {
    /// Surveys the next lines of each text, the candidates and then the first references, after the first `before`, given
    /// their tokens and the statistics of each candidate.
    pub fn of_batch(
        texts: &[impl AsRef<str>],
        before: u64,
        tokens: &[Tokens],
        systems: &[SegmentStatistics],
    ) -> Vec<TextSurvey> {
        let mut properties = PropertyCache::new(CACHED);
        let tokens = &tokens[..tokens.len().min(systems.len() + SURVEYED_REFERENCES)];
        let texts = texts.iter().map(AsRef::as_ref).zip(tokens);
        let mut surveys: Vec<TextSurvey> =
            texts.map(|(text, tokens)| TextSurvey::sample(text, before, tokens, &mut properties)).collect();
        for ((survey, tokens), statistics) in surveys.iter_mut().zip(tokens).zip(systems) {
            survey.periods_apart = tokens.segments().filter(SegmentTokens::ends_in_period_apart).count() as u64;
            survey.empty = SegmentList::of_empty_candidates(statistics);
        }
        for (survey, tokens) in surveys.iter_mut().zip(tokens).skip(systems.len()) {
            survey.is_reference = true;
            survey.empty = SegmentList::of_empty_references(tokens, systems);
        }
        if let (Some(candidate), Some(references @ [_, _, ..])) = (tokens.first(), tokens.get(systems.len()..)) {
            compare_references(&mut surveys[systems.len()..], before, candidate, references);
        }
        surveys
    }

    /// Samples lines of a text.
    fn sample(text: &str, before: u64, tokens: &Tokens, properties: &mut PropertyCache) -> TextSurvey {
        let numbered = (0..).zip(lines(text));
        let with_tokens = |(i, line)| (line, tokens.segment(i));
        let survey = if before < SAMPLED_LINES {
            let sampled = numbered.filter(|(i, _)| is_sampled(before + *i as u64));
            TextSurvey::of_lines(sampled.map(with_tokens), properties)
        } else {
            TextSurvey::of_lines(numbered.take(FEW_LINES).map(with_tokens), properties)
        };
        TextSurvey { lines: tokens.len() as u64, entities: count_entities(text.as_bytes()), ..survey }
    }

    fn of_lines<'a>(
        lines: impl Iterator<Item = (&'a str, SegmentTokens<'a>)>,
        properties: &mut PropertyCache,
    ) -> TextSurvey {
        let (mut survey, mut letters) = (TextSurvey::default(), ScriptCounts::default());
        for (line, tokens) in lines {
            survey.sample.add_clean(line, properties, &mut letters);
            survey.characters.add(line);
            survey.tokens += tokens.len() as u64;
        }
        survey
    }

    /// Number of lines without a token although the other side has tokens.
    pub fn empty_lines(&self) -> u64 {
        self.empty.segments
    }

    /// The first of these lines, from 0.
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

    /// Whether a reference has hardly a token of many segments, though other references have.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "the program asks"))]
    pub(crate) fn is_strange(&self) -> bool {
        self.strange >= MIN_STRANGE && MATCHED_PER_STRANGE * self.strange >= self.matched
    }

    /// Whether the sampled lines of a candidate differ from a reference as no translations do.
    pub(super) fn is_unlike(&self, references: &[TextSurvey]) -> bool {
        let differs = |reference: &TextSurvey| {
            self.has_other_spaces(reference)
                || self.has_more_entities(reference)
                || reference.has_more_entities(self)
                || self.characters.differ_from(&reference.characters)
                || self.characters.have_other_numbers(&reference.characters)
                || self.characters.repeat_more_than(&reference.characters)
                || self.characters.have_common_ends(&reference.characters)
                || reference.characters.have_common_ends(&self.characters)
        };
        references.iter().any(differs)
    }

    /// Whether words are longer in one text, or have marks apart.
    fn has_other_spaces(&self, other: &TextSurvey) -> bool {
        let [own, other] = [&self.sample, &other.sample];
        let [own_share, other_share] = [own, other].map(|text| share(text.spaces, text.characters));
        let is_spaced = own.spaces.min(other.spaces) >= MIN_SPACES && !own.is_unspaced() && !other.is_unspaced();
        is_spaced
            && (own_share.max(other_share) >= MIN_RATIO_OF_SPACES * own_share.min(other_share)
                || own.looks_tokenized() != other.looks_tokenized())
    }

    fn has_more_entities(&self, other: &TextSurvey) -> bool {
        self.entities >= MIN_ENTITIES.max(self.lines / LINES_PER_ENTITY) + 3 * other.entities
    }

    /// Returns the problems that the text seems to have.
    pub fn suspicions(&self) -> impl Iterator<Item = Problem> {
        checks::signs(self)
    }
}

/// Counts the sampled segments in which a reference has hardly a token of the candidate, though another one has many.
fn compare_references(surveys: &mut [TextSurvey], before: u64, candidate: &Tokens, references: &[Tokens]) {
    for segment in (0..candidate.len()).filter(|i| is_sampled(before + *i as u64)) {
        let tokens: Vec<&str> = candidate.segment(segment).iter().collect();
        if tokens.len() < MIN_TOKENS {
            continue;
        }
        let share = |reference: &Tokens| {
            let known: HashSet<&str, RandomState> = reference.segment(segment).iter().collect();
            let common = tokens.iter().filter(|token| known.contains(**token)).count();
            // A short reference that is not cut off has half of the tokens.
            common as f64 / tokens.len().min(reference.segment(segment).len()).max(tokens.len() / 2) as f64
        };
        let shares: Vec<f64> = references.iter().map(share).collect();
        if shares.iter().any(|share| *share >= MANY) {
            for ((survey, share), reference) in surveys.iter_mut().zip(shares).zip(references) {
                survey.matched += 1;
                survey.strange += u32::from(share < FEW && !reference.is_missing(segment));
            }
        }
    }
}

/// Number of `&` that a name or a number, and `;`, may follow.
fn count_entities(text: &[u8]) -> u64 {
    let is_entity = |at: &usize| {
        let mut rest = text[at + 1..].iter().take(LONGEST_ENTITY);
        rest.find(|byte| !byte.is_ascii_alphanumeric() && **byte != b'#') == Some(&b';')
    };
    memchr_iter(b'&', text).filter(is_entity).count() as u64
}

impl AddAssign for TextSurvey {
    fn add_assign(&mut self, next: TextSurvey) {
        self.empty.append(&next.empty, self.lines);
        self.is_reference |= next.is_reference;
        add_fields!(self, next; lines, periods_apart, sample, tokens, characters, entities, matched, strange);
    }
}
