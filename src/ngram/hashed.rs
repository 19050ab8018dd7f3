//! Counts of n-grams in segments of any length by hash tables: slower than bitsets, but near-linear in the tokens.

use crate::tokenize::SegmentTokens;
use std::collections::HashMap;
use std::hash::Hash;

/// Adds the correct n-grams of each order (`correct[n - 1]` is for order n).
///
/// Equal n-grams get equal numbers. The number of a token is determined by its bytes, that of an n-gram by the numbers
/// of its first n - 1 tokens and of its last token.
pub fn count<'a>(
    candidate: SegmentTokens<'a>,
    references: impl Iterator<Item = SegmentTokens<'a>>,
    correct: &mut [u32],
) {
    let mut tokens = Numbers::default();
    let mut number = |segment: SegmentTokens<'a>| segment.all_bytes().map(|token| tokens.of(token)).collect();
    let texts: Vec<Vec<u32>> = std::iter::once(candidate).chain(references).map(&mut number).collect();
    let mut ngrams = texts.clone();
    for (n, correct) in correct.iter_mut().enumerate() {
        if n > 0 {
            let mut longer = Numbers::default();
            for (ngrams, tokens) in ngrams.iter_mut().zip(&texts) {
                let ends = tokens.iter().skip(n);
                *ngrams = ngrams.iter().zip(ends).map(|(&ngram, &last)| longer.of((ngram, last))).collect();
            }
        }
        *correct += clipped(&ngrams);
    }
}

/// Numbers of keys, from 0 in the order in which they are first seen.
struct Numbers<T>(HashMap<T, u32>);

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Numbers(HashMap::new())
    }
}

impl<T: Eq + Hash> Numbers<T> {
    fn of(&mut self, key: T) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(key).or_insert(next)
    }
}

/// Returns the number of correct n-grams of the candidate, which is the first list.
fn clipped(ngrams: &[Vec<u32>]) -> u32 {
    let largest = ngrams.iter().flatten().max().map_or(0, |&number| number as usize + 1);
    let counts = |list: &Vec<u32>| {
        let mut counts = vec![0u32; largest];
        list.iter().for_each(|&ngram| counts[ngram as usize] += 1);
        counts
    };
    let mut allowed = vec![0; largest];
    for reference in &ngrams[1..] {
        allowed.iter_mut().zip(counts(reference)).for_each(|(allowed, count)| *allowed = count.max(*allowed));
    }
    counts(&ngrams[0]).iter().zip(&allowed).map(|(count, allowed)| count.min(allowed)).sum()
}
