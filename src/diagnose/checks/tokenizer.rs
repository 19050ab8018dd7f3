//! Text without spaces between words, which the tokenizer does not split.

use super::{Evidence, MIN_LETTERS};
use crate::diagnose::finding::Finding;
use crate::diagnose::words::{pooled, scripts};

/// Scripts that are written without spaces between words.
const UNSPACED_SCRIPTS: [&str; 8] = ["Han", "Hiragana", "Katakana", "Khmer", "Lao", "Myanmar", "Thai", "Tibetan"];

pub fn check(e: &Evidence) -> Option<Finding> {
    let references = pooled(e.references);
    let shares = references.letters.shares();
    let share = |names: &[&str]| shares.iter().filter(|x| names.contains(&x.script)).map(|x| x.share).sum::<f64>();
    let unspaced = share(&UNSPACED_SCRIPTS);
    if unspaced < 0.5 || e.score.ref_len == 0 || references.letters.sum() < MIN_LETTERS {
        return None;
    }
    // Words of ideographs have one or two letters, those of other scripts four.
    let (tokenizers, max_letters_per_token) = if share(&["Hiragana", "Katakana"]) > 0.05 {
        ("ja-mecab (sacreBLEU's choice), cjk, char or flores200", 3.0)
    } else if share(&["Han"]) > 0.5 {
        ("cjk, zh (sacreBLEU's choice) or flores200", 3.0)
    } else {
        ("graphemes, char or flores200", 8.0)
    };
    let letters = unspaced * references.letters.sum() as f64 / e.references.len() as f64;
    let (tokens, segments) = (e.score.ref_len as f64, e.segments.all as f64);
    let evidence = format!(
        "the references are written without spaces between words ({}), and {} does not split them: {:.1} tokens per \
         segment, {:.1} letters per token",
        scripts(&shares),
        e.definition.tokenization(),
        tokens / segments,
        letters / tokens
    );
    let finding = Finding::new("tokenizer", evidence, format!("try --tokenize {tokenizers}"))
        .number("tokens_per_segment", tokens / segments)
        .number("letters_per_token", letters / tokens);
    (letters > max_letters_per_token * tokens).then(|| finding.costs(0.9))
}
