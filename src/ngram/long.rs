//! N-grams of segments of any length, by numbers: slower than masks, near-linear in the tokens.

use crate::tokenize::Line;
use std::collections::HashMap;
use std::hash::Hash;

/// Adds the correct n-grams of each order (`correct[n - 1]` is for order n).
///
/// Equal n-grams get equal numbers: a token's is new or known by its bytes, an
/// n-gram's by the numbers of its first n - 1 tokens and of its last token.
pub fn count<'a>(candidate: Line<'a>, references: impl Iterator<Item = Line<'a>>, correct: &mut [u32]) {
    let mut tokens = Numbers::default();
    let mut number = |line: Line<'a>| line.iter().map(|token| tokens.of(token)).collect::<Vec<u32>>();
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

/// Numbers for things, counted from 0 in the order of their coming.
struct Numbers<T>(HashMap<T, u32>);

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Numbers(HashMap::new())
    }
}

impl<T: Eq + Hash> Numbers<T> {
    fn of(&mut self, thing: T) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(thing).or_insert(next)
    }
}

/// How many of the candidate's n-grams (the first list) are correct.
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
