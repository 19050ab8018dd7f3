//! Text without spaces between words, which the tokenizer does not split.

use super::{Evidence, MIN_LETTERS};
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::Problem;
use crate::diagnose::text_profile::TextProfile;

pub fn check(evidence: &Evidence) -> Option<Finding> {
    let references: TextProfile = evidence.references.iter().sum();
    let unspaced = references.unspaced();
    if !references.is_unspaced() || evidence.score.ref_len == 0 || references.letters.sum() < MIN_LETTERS {
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
    (letters > writing.max_letters_per_token() as f64 * tokens).then(|| Finding::new(problem).with_loss(0.9))
}
