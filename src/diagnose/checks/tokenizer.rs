//! Text without spaces between words, which the tokenizer does not split.

use super::{Advice, Check, Definition, Evidence, Finding, Glance, Problem, Text};
use crate::diagnose::glance::GlancedText;
use crate::diagnose::scripts::UnspacedLetters;

/// Minimum number of letters of scripts without spaces.
const MIN_LETTERS: u64 = 100;

pub const CHECK: Check = Check::new("tokenizer", "the tokenizer does not split the text", find).with_sign(sign);

fn find(evidence: &Evidence) -> Option<Finding> {
    let references = evidence.counts_of_references();
    let unspaced = UnspacedLetters::of(&references.letters);
    if !references.is_unspaced() || evidence.score.ref_len() == 0 || unspaced.count < MIN_LETTERS {
        return None;
    }
    let tokens = evidence.score.ref_len() as f64;
    let letters_per_token = unspaced.count as f64 / evidence.references.len() as f64 / tokens;
    if !unspaced.are_unsplit(letters_per_token) {
        return None;
    }
    let tokens_per_segment = tokens / evidence.segments() as f64;
    let in_words = format!(
        "the references are written without spaces between words ({}), and {} does not split them: \
         {tokens_per_segment:.1} tokens per segment, {letters_per_token:.1} letters per token",
        references.letters,
        evidence.definition.tokenization()
    );
    Some(
        Finding::new(Problem::UnsplitText, in_words, Advice::Tokenizers(unspaced.tokenizers))
            .number("tokens_per_segment", tokens_per_segment)
            .number("letters_per_token", letters_per_token)
            .of(Text::Reference(1))
            .with_loss(0.9),
    )
}

/// Tokens of the references are longer than words.
pub fn sign(glance: &Glance, _: &Definition) -> bool {
    let tokens_per_segment = glance.segments.ref_len as f64 / glance.segments.segments as f64;
    let is_unsplit = |text: &GlancedText| {
        let letters = UnspacedLetters::of(&text.unspaced);
        let per_segment = letters.count as f64 / text.len() as f64;
        letters.count >= MIN_LETTERS && letters.are_unsplit(per_segment / tokens_per_segment)
    };
    glance.references.iter().any(is_unsplit)
}
