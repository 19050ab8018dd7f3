//! Lines whose tokens and n-grams are numbers.
//!
//! N-grams are numbered order by order: an n-gram's number stands for the number of its first n - 1 tokens, and its last token.

use crate::bleu::tokenize::SegmentTokens;
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::ops::Range;

/// Number of an n-gram that matches nothing.
pub const NONE: u32 = u32::MAX;

/// Lines of numbered tokens.
#[derive(Debug, Default)]
pub struct Lines {
    tokens: Vec<u32>,
    /// Number of the n-gram that begins at each token; for order 1, the token's.
    ngrams: Vec<u32>,
    /// End of each line in `tokens`.
    ends: Vec<usize>,
}

/// Numbers of tokens.
pub type WordNumbers<'a> = HashMap<&'a [u8], u32, RandomState>;

/// Numbers of n-grams, by the number of their first n - 1 tokens and their last token.
pub type NgramNumbers = HashMap<(u32, u32), u32, RandomState>;

impl Lines {
    pub fn new<'a>(segments: impl IntoIterator<Item = SegmentTokens<'a>>, words: &mut WordNumbers<'a>) -> Lines {
        let mut lines = Lines::default();
        lines.fill(segments, words);
        lines
    }

    /// Replaces all lines.
    pub fn fill<'a>(&mut self, segments: impl IntoIterator<Item = SegmentTokens<'a>>, words: &mut WordNumbers<'a>) {
        self.tokens.clear();
        self.ends.clear();
        for segment in segments {
            for word in segment.all_bytes() {
                let next = words.len() as u32;
                self.tokens.push(*words.entry(word).or_insert(next));
            }
            self.ends.push(self.tokens.len());
        }
        self.ngrams.clone_from(&self.tokens);
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Number of tokens of each line.
    pub fn lengths(&self) -> impl Iterator<Item = u32> {
        ranges(&self.ends).map(|range| range.len() as u32)
    }

    /// Replaces the numbers of n-grams shorter by one by the numbers of n-grams of order `n`.
    pub fn lengthen(&mut self, n: usize, numbers: &mut NgramNumbers) {
        for range in ranges(&self.ends) {
            let (ngrams, tokens) = (&mut self.ngrams[range.clone()], &self.tokens[range]);
            let last = (ngrams.len() + 1).saturating_sub(n);
            for i in 0..last {
                // The n-gram that follows still has its old number, of the last n - 1 tokens of this one.
                ngrams[i] = if ngrams[i] == NONE || ngrams[i + 1] == NONE {
                    NONE
                } else {
                    let next = numbers.len() as u32;
                    *numbers.entry((ngrams[i], tokens[i + n - 1])).or_insert(next)
                };
            }
            ngrams[last..].fill(NONE);
        }
    }

    /// Calls `visit` with the line and the number of each n-gram that has one.
    pub fn each_ngram(&mut self, mut visit: impl FnMut(u32, &mut u32)) {
        for (line, range) in ranges(&self.ends).enumerate() {
            let numbered = self.ngrams[range].iter_mut().filter(|ngram| **ngram != NONE);
            numbered.for_each(|ngram| visit(line as u32, ngram));
        }
    }
}

/// The range of each line, by their ends.
fn ranges(ends: &[usize]) -> impl Iterator<Item = Range<usize>> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends).map(|(start, &end)| start..end)
}
