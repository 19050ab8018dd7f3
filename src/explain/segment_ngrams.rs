//! The n-grams of a segment with their counts in each text.
//!
//! N-grams are compared by 64-bit fingerprints: among ten million different n-grams, two have the same fingerprint with
//! a probability of 3 in a million, and would be counted as one. Scores do not depend on fingerprints.

use crate::tokenize::SegmentTokens;
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

/// Counts the n-grams of one segment at a time; keeps its memory from one segment to the next.
#[derive(Debug, Default)]
pub struct SegmentNgrams {
    /// Fingerprints of the tokens of all texts, one text after the other.
    tokens: Vec<u64>,
    /// End of each text in `tokens`.
    ends: Vec<usize>,
    /// Fingerprint of the n-gram of the current order that starts at each token.
    ngrams: Vec<u64>,
    /// Occurrences of the n-grams of the current order, each with its text.
    occurrences: Vec<(u64, u32)>,
    /// Occurrences of an n-gram in each text.
    counts: Vec<u32>,
}

impl SegmentNgrams {
    /// Calls `found` with the order, the fingerprint and the occurrences in each text of each different n-gram up to `order`.
    pub fn count<'a>(
        &mut self,
        lines: impl Iterator<Item = SegmentTokens<'a>>,
        order: usize,
        mut found: impl FnMut(usize, u64, &[u32]),
    ) {
        self.tokens.clear();
        self.ends.clear();
        for line in lines {
            self.tokens.extend(token_fingerprints(line));
            self.ends.push(self.tokens.len());
        }
        self.ngrams.clone_from(&self.tokens);
        self.counts.clear();
        self.counts.resize(self.ends.len(), 0);
        for n in 1..=order {
            self.occurrences.clear();
            let mut start = 0;
            for (text, &end) in (0..).zip(&self.ends) {
                for i in start..(end + 1).saturating_sub(n).max(start) {
                    if n > 1 {
                        self.ngrams[i] = append(self.ngrams[i], self.tokens[i + n - 1]);
                    }
                    self.occurrences.push((self.ngrams[i], text));
                }
                start = end;
            }
            self.occurrences.sort_unstable();
            for same in self.occurrences.chunk_by(|a, b| a.0 == b.0) {
                self.counts.fill(0);
                same.iter().for_each(|(_, text)| self.counts[*text as usize] += 1);
                found(n, same[0].0, &self.counts);
            }
        }
    }
}
