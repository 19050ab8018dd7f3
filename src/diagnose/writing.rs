//! Text that is written without spaces between words.

use super::scripts::{IDEOGRAPHS, KANA, ScriptCounts};
use unicode_script::Script;

/// Other scripts without spaces between words.
const OTHERS: [Script; 5] = [Script::Khmer, Script::Lao, Script::Myanmar, Script::Thai, Script::Tibetan];

/// Letters of a text that are of scripts without spaces between words.
pub struct UnspacedLetters {
    /// Number of letters.
    pub count: u64,
    /// Tokenizers that split the text, the most usual first.
    pub tokenizers: &'static [&'static str],
    /// Maximum number of letters per token of a text that is split: words of ideographs have one or two, others four.
    max_per_token: u64,
}

impl UnspacedLetters {
    pub fn of(letters: &ScriptCounts) -> UnspacedLetters {
        let (kana, others) = (letters.of(&KANA), letters.of(&OTHERS));
        let count = letters.of(&IDEOGRAPHS) + kana + others;
        let (tokenizers, max_per_token): (&[&str], u64) = if 2 * others > count {
            (&["flores200", "graphemes", "char"], 8)
        } else if 20 * kana > count {
            (&["ja-mecab", "cjk", "char", "flores200"], 3)
        } else {
            (&["zh", "cjk", "flores200"], 3)
        };
        UnspacedLetters { count, tokenizers, max_per_token }
    }

    /// Whether this many letters per token are more than a text has that is split.
    pub fn are_unsplit(&self, letters_per_token: f64) -> bool {
        letters_per_token > self.max_per_token as f64
    }
}
