//! The tokenizer: preprocessing, splitting, and keys, a batch of lines at a time.

use super::key;
use super::key::Key;
use super::lowercase::Lowercaser;
use super::preprocess::Preprocessing;
use super::preprocess::Preprocessor;
use super::scan::Spans;
use super::splitter::check_tokens;
use super::splitter::{Splitter, check_size};
use super::tokens::Tokens;
use crate::bleu::error::Error;
use std::fmt;

/// Turns text into tokens; keeps its memory from one call to the next.
///
/// ```
/// use bleu::Definition;
///
/// let mut tokenizer = Definition::default().tokenizer();
/// let tokens = tokenizer.tokenize_lines("It's 5.5%, no?\nYes.")?;
/// let lines: Vec<Vec<&str>> = tokens.segments().map(|segment| segment.iter().collect()).collect();
/// assert_eq!(lines, [vec!["It's", "5.5", "%", ",", "no", "?"], vec!["Yes", "."]]);
/// # Ok::<(), bleu::Error>(())
/// ```
pub struct Tokenizer {
    preprocessor: Preprocessor,
    splitter: Box<dyn Splitter>,
    spans: Spans,
    keys: Vec<Key>,
    /// Copy of a text, with an LF after its last line.
    completed: String,
    /// Tokens that were lowercased one by one.
    lowercased: String,
}

impl Tokenizer {
    pub(crate) fn new(preprocessing: &Preprocessing) -> Self {
        Tokenizer {
            preprocessor: Preprocessor::new(preprocessing),
            splitter: preprocessing.tokenization.splitter(),
            spans: Spans::default(),
            keys: Vec::new(),
            completed: String::new(),
            lowercased: String::new(),
        }
    }

    /// The steps before text is split.
    pub(super) fn preprocessing(&self) -> &Preprocessing {
        &self.preprocessor.preprocessing
    }

    /// The tokens of lines, which LF ends; the last line needs no LF.
    ///
    /// # Errors
    /// If the text exceeds 4 GiB, before or after preprocessing; if a line has more than four million tokens; or if the
    /// tokenizer is MeCab or SentencePiece and a normalized line exceeds 2 MiB.
    pub fn tokenize_lines<'a>(&'a mut self, text: &'a str) -> Result<Tokens<'a>, Error> {
        let text = if text.is_empty() || text.ends_with('\n') {
            text
        } else {
            self.completed.clear();
            self.completed.extend([text, "\n"]);
            &self.completed
        };
        let (text, token_lowercaser) = self.preprocessor.apply(text);
        check_size(text)?;
        self.spans.clear();
        let mut text = self.splitter.split(text, &mut self.spans)?;
        check_tokens(&self.spans)?;
        if let Some(lowercaser) = token_lowercaser {
            lowercase_tokens(lowercaser, text, &mut self.spans, &mut self.lowercased);
            check_size(&self.lowercased)?;
            text = &self.lowercased;
        }
        fill_keys(text.as_bytes(), &self.spans, &mut self.keys);
        Ok(Tokens::new(text, &self.spans, &self.keys))
    }
}

/// A tokenizer of the same kind, with memory of its own.
impl Clone for Tokenizer {
    fn clone(&self) -> Self {
        Tokenizer::new(self.preprocessing())
    }
}

impl fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Tokenizer").field("tokenization", &self.preprocessing().tokenization).finish_non_exhaustive()
    }
}

/// Lowercases each token by itself. The spans are then in the new text, `lowercased`.
fn lowercase_tokens(lowercaser: &mut Lowercaser, text: &str, spans: &mut Spans, lowercased: &mut String) {
    lowercased.clear();
    spans.map(|token| {
        let start = lowercased.len();
        lowercaser.append(&text[token], lowercased);
        start..lowercased.len()
    });
}

/// Computes the keys of all tokens. Compiled for newer x86-64 processors too; the version is chosen at run time.
#[cfg_attr(
    not(portable),
    multiversion::multiversion(targets(
        "x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt+avx512f+avx512bw+avx512dq+avx512vl+avx512vbmi",
        "x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"
    ))
)]
pub(super) fn fill_keys(text: &[u8], spans: &Spans, keys: &mut Vec<Key>) {
    #[cfg(not(portable))]
    multiversion::target::match_target! {
        "x86_64+avx512f+avx512bw+avx512vbmi" => super::avx512::fill_keys(text, spans, keys),
        _ => fill_keys_plainly(text, spans, keys),
    }
    #[cfg(portable)]
    fill_keys_plainly(text, spans, keys);
}

/// [`fill_keys`], compiled as its caller.
#[inline(always)]
fn fill_keys_plainly(text: &[u8], spans: &Spans, keys: &mut Vec<Key>) {
    key::fill(keys, spans.starts(), spans.ends(), |starts, ends| key::group(text, starts, ends));
}

/// Panics if the tokens of 13a or `char` or their keys are not the same by the versions of this processor and of
/// every one.
#[cfg(any(test, fuzzing))]
pub(crate) fn compare_versions(lines: &str) {
    use super::{chars, v13a};
    type Split = fn(&str, &mut Spans);
    let versions: [[Split; 2]; 2] = [[v13a::split, v13a::split_plainly], [chars::split, chars::split_plainly]];
    let all = |spans: &Spans| [spans.starts(), spans.ends(), spans.lines()].map(<[u32]>::to_vec);
    for [split, split_plainly] in versions {
        let (mut chosen, mut plain) = (Spans::default(), Spans::default());
        split(lines, &mut chosen);
        split_plainly(lines, &mut plain);
        assert_eq!(all(&chosen), all(&plain), "{lines:?}");
        let (mut chosen_keys, mut plain_keys) = (Vec::new(), Vec::new());
        fill_keys(lines.as_bytes(), &chosen, &mut chosen_keys);
        fill_keys_plainly(lines.as_bytes(), &plain, &mut plain_keys);
        assert_eq!(chosen_keys, plain_keys, "{lines:?}");
    }
}
