//! Text without spaces between words, which the tokenizer does not split.

use super::{Check, Evidence, Finding, Problem, Sign, TextSurvey};
use crate::diagnose::finding::Advice;
use crate::diagnose::text_profile::TextProfile;
use crate::diagnose::writing::Writing;

/// Minimum number of letters of scripts without spaces.
const MIN_LETTERS: u64 = 100;

pub const CHECK: Check = Check::new(find).with_sign(sign);

fn find(evidence: &Evidence) -> Option<Finding> {
    let references: TextProfile = evidence.references.iter().sum();
    let unspaced = references.unspaced();
    if !references.is_unspaced() || evidence.score.ref_len() == 0 || unspaced.sum() < MIN_LETTERS {
        return None;
    }
    let writing = unspaced.writing();
    let letters = unspaced.sum() as f64 / evidence.references.len() as f64;
    let tokens = evidence.score.ref_len() as f64;
    if !is_unsplit(writing, letters, tokens) {
        return None;
    }
    let (tokens_per_segment, letters_per_token) = (tokens / evidence.segments.all as f64, letters / tokens);
    let in_words = format!(
        "the references are written without spaces between words ({}), and {} does not split them: \
         {tokens_per_segment:.1} tokens per segment, {letters_per_token:.1} letters per token",
        references.letters,
        evidence.definition.tokenization()
    );
    Some(
        Finding::new(Problem::UnsplitText, in_words, Advice::Tokenizers(writing.tokenizers()))
            .number("tokens_per_segment", tokens_per_segment)
            .number("letters_per_token", letters_per_token)
            .with_loss(0.9),
    )
}

/// Whether tokens are longer than words.
fn is_unsplit(writing: Writing, letters: f64, tokens: f64) -> bool {
    letters > writing.max_letters_per_token() as f64 * tokens
}

fn sign(survey: &TextSurvey) -> Sign {
    let letters = survey.sample.unspaced();
    let writing = letters.writing();
    let is_unsplit = is_unsplit(writing, letters.sum() as f64, survey.tokens as f64);
    Sign::of(is_unsplit, letters.sum() >= MIN_LETTERS, Problem::UnsplitText)
}
