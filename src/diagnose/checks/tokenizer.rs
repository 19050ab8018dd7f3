//! Text without spaces between words, which the tokenizer does not split.

use super::Check;
use crate::diagnose::evidence::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::Problem;
use crate::diagnose::survey::{Sign, Suspicion, TextSurvey};
use crate::diagnose::text_profile::TextProfile;
use crate::diagnose::writing::Writing;

/// Minimum number of letters of scripts without spaces.
const MIN_LETTERS: u64 = 100;

pub const CHECK: Check = Check::new(find).with_sign(sign);

fn find(evidence: &Evidence) -> Option<Finding> {
    let references: TextProfile = evidence.references.iter().sum();
    let unspaced = references.unspaced();
    if !references.is_unspaced() || evidence.score.ref_len == 0 || unspaced.sum() < MIN_LETTERS {
        return None;
    }
    let writing = unspaced.writing();
    let letters = unspaced.sum() as f64 / evidence.references.len() as f64;
    let tokens = evidence.score.ref_len as f64;
    let problem = Problem::UnsplitText {
        tokenization: evidence.definition.tokenization().clone(),
        scripts: references.letters.shares(),
        writing,
        tokens_per_segment: tokens / evidence.segments.all as f64,
        letters_per_token: letters / tokens,
    };
    is_unsplit(writing, letters, tokens).then(|| Finding::new(problem).with_loss(0.9))
}

/// Whether tokens are longer than words.
fn is_unsplit(writing: Writing, letters: f64, tokens: f64) -> bool {
    letters > writing.max_letters_per_token() as f64 * tokens
}

fn sign(survey: &TextSurvey) -> Sign {
    let letters = survey.sample.unspaced();
    let writing = letters.writing();
    let is_unsplit = is_unsplit(writing, letters.sum() as f64, survey.tokens as f64);
    Sign::of(is_unsplit, letters.sum() >= MIN_LETTERS, Suspicion::UnsplitText { writing })
}
