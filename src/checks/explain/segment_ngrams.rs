//! The n-grams of a segment with their counts in each text.
//!
//! N-grams are compared by 64-bit fingerprints: among ten million different n-grams, two have the same fingerprint with
//! a probability of 3 in a million, and would be counted as one. Scores do not depend on fingerprints.

use crate::bleu::tokenize::SegmentTokens;
use foldhash::quality::FixedState;
use std::hash::BuildHasher;

/// Returns the fingerprints of the tokens of a line.
pub fn token_fingerprints(line: SegmentTokens) -> impl Iterator<Item = u64> {
    let hash = FixedState::default();
    line.iter().map(move |token| hash.hash_one(token))
}

/// Returns the fingerprint of an n-gram from the fingerprints of its first n - 1 tokens and of its last token.
pub fn append(ngram: u64, token: u64) -> u64 {
    ngram.rotate_left(25).wrapping_add(token)
}

/// Calls `found` with the order, the fingerprint and the occurrences in each text of each different n-gram up to `order` of a
/// segment, given its line in each text.
pub fn count_ngrams<'a>(
    lines: impl Iterator<Item = SegmentTokens<'a>>,
    order: usize,
    mut found: impl FnMut(usize, u64, &[u32]),
) {
    let tokens: Vec<Vec<u64>> = lines.map(|line| token_fingerprints(line).collect()).collect();
    let mut ngrams = tokens.clone();
    let (mut occurrences, mut counts) = (Vec::new(), vec![0; tokens.len()]);
    for n in 1..=order {
        occurrences.clear();
        for (text, (ngrams, tokens)) in ngrams.iter_mut().zip(&tokens).enumerate() {
            if n > 1 {
                ngrams.pop();
                ngrams
                    .iter_mut()
                    .zip(tokens.iter().skip(n - 1))
                    .for_each(|(ngram, token)| *ngram = append(*ngram, *token));
            }
            occurrences.extend(ngrams.iter().map(|ngram| (*ngram, text)));
        }
        occurrences.sort_unstable();
        for same in occurrences.chunk_by(|a, b| a.0 == b.0) {
            counts.fill(0);
            same.iter().for_each(|(_, text)| counts[*text] += 1);
            found(n, same[0].0, &counts);
        }
    }
}
