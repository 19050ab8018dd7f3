//! Text without spaces between words, which the tokenizer does not split.
//!
//! | `tokenizer` | text without spaces that the tokenizer does not split |
//!
//! - `tokenizer`: tokens of more than 3 letters in text without spaces between words (8 in scripts such as Thai), or of 2 where each
//!   is a whole segment.

use super::{Check, Definition, Evidence, Finding, Problem, Text, WindowSigns};
use crate::checks::diagnose::limits::WHOLE_LOSS;
use crate::checks::diagnose::scripts::ScriptCounts;

pub const CHECK: Check =
    Check::new(find).with_sign(|window_signs, definition| signs_finding(window_signs, definition).is_some());

fn find(evidence: &Evidence) -> Option<Finding> {
    let references = evidence.counts_of_references();
    let lines = evidence.segments() * evidence.references.len() as u64;
    let tokens_per_segment = evidence.score.ref_len() as f64 / evidence.segments() as f64;
    let finding = || finding(&references.letters, lines, tokens_per_segment, evidence.definition);
    references.is_unspaced().then(finding)?
}

/// The finding that signs are enough for: of such text nothing else is said.
pub fn signs_finding(window_signs: &WindowSigns, definition: &Definition) -> Option<Finding> {
    let tokens_per_segment = window_signs.segments.ref_len as f64 / window_signs.segments.segments as f64;
    let mut unspaced = window_signs.references.iter().filter(|text| text.is_unspaced());
    unspaced.find_map(|text| finding(&text.unspaced, text.len() as u64, tokens_per_segment, definition))
}

/// The finding if the tokens of references are longer than words, given the letters of some lines.
fn finding(letters: &ScriptCounts, lines: u64, tokens_per_segment: f64, definition: &Definition) -> Option<Finding> {
    let (tokenizers, [max_per_token, max_per_only_token]) = letters.tokenizers();
    let most = if tokens_per_segment <= 1.0 { max_per_only_token } else { max_per_token };
    let letters_per_token = letters.unspaced() as f64 / lines as f64 / tokens_per_segment;
    let tokenization = definition.tokenization().to_string();
    // A short text may be one long word.
    let splits = tokenizers.contains(&&*tokenization);
    if splits || tokens_per_segment == 0.0 || letters_per_token <= most {
        return None;
    }
    let problem = Problem::UnsplitText {
        letters: letters.shares(),
        tokenization,
        tokens_per_segment,
        letters_per_token,
        tokenizers,
    };
    Some(Finding::new(problem).of(Text::Reference(1)).with_loss(WHOLE_LOSS))
}
