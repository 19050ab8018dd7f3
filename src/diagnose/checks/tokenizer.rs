//! Text without spaces between words, which the tokenizer does not split.

use super::{Evidence, MIN_LETTERS};
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::{Problem, Writing};
use crate::diagnose::text_profile::TextProfile;

/// Scripts that are written without spaces between words.
const UNSPACED_SCRIPTS: [&str; 8] = ["Han", "Hiragana", "Katakana", "Khmer", "Lao", "Myanmar", "Thai", "Tibetan"];

pub fn check(evidence: &Evidence) -> Option<Finding> {
    let references: TextProfile = evidence.references.iter().sum();
    let scripts = references.letters.shares();
    let share = |names: &[&str]| {
        scripts.iter().filter(|found| names.contains(&found.script)).map(|found| found.share).sum::<f64>()
    };
    let unspaced = share(&UNSPACED_SCRIPTS);
    if unspaced < 0.5 || evidence.score.ref_len == 0 || references.letters.sum() < MIN_LETTERS {
        return None;
    }
    let writing = Writing::of_shares(share(&["Han"]), share(&["Hiragana", "Katakana"]));
    let letters = unspaced * references.letters.sum() as f64 / evidence.references.len() as f64;
    let tokens = evidence.score.ref_len as f64;
    let problem = Problem::UnsplitText {
        tokenization: evidence.definition.tokenization().clone(),
        scripts,
        writing,
        tokens_per_segment: tokens / evidence.segments.all as f64,
        letters_per_token: letters / tokens,
    };
    (letters > writing.max_letters_per_token() * tokens).then(|| Finding::new(problem).with_loss(0.9))
}
