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

/// Returns the fingerprint of an n-gram from that of its first n - 1 tokens and that of its last token.
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
    /// Whether the n-gram that starts at each token occurs once in all texts together. A longer n-gram that contains
    /// it is unique too and need not be compared with others.
    is_unique: Vec<bool>,
    /// Occurrences of the n-grams of the current order that may occur more than once.
    repeated: Vec<Occurrence>,
    /// Occurrences of an n-gram in each text.
    counts: Vec<u32>,
}

/// Occurrences of an n-gram.
pub enum NgramCounts<'a> {
    /// One, in this text: most n-grams.
    Once { text: usize },
    /// Numbers in each text.
    Counts(&'a [u32]),
}

/// An occurrence of an n-gram.
#[derive(Debug)]
struct Occurrence {
    fingerprint: u64,
    /// Its first token.
    first: u32,
    text: u32,
}

impl SegmentNgrams {
    /// Calls `found` with the order, the fingerprint and the occurrences of each different n-gram up to `order`.
    pub fn count<'a>(
        &mut self,
        lines: impl Iterator<Item = SegmentTokens<'a>>,
        order: usize,
        mut found: impl FnMut(usize, u64, NgramCounts),
    ) {
        self.tokens.clear();
        self.ends.clear();
        for line in lines {
            self.tokens.extend(token_fingerprints(line));
            self.ends.push(self.tokens.len());
        }
        self.ngrams.clone_from(&self.tokens);
        self.is_unique.clear();
        self.is_unique.resize(self.tokens.len(), false);
        self.counts.clear();
        self.counts.resize(self.ends.len(), 0);
        for n in 1..=order {
            self.repeated.clear();
            let mut start = 0;
            for (text, &end) in self.ends.iter().enumerate() {
                for i in start..(end + 1).saturating_sub(n).max(start) {
                    if n > 1 {
                        self.ngrams[i] = append(self.ngrams[i], self.tokens[i + n - 1]);
                        self.is_unique[i] |= self.is_unique[i + 1];
                    }
                    if self.is_unique[i] {
                        found(n, self.ngrams[i], NgramCounts::Once { text });
                    } else {
                        let (fingerprint, first, text) = (self.ngrams[i], i as u32, text as u32);
                        self.repeated.push(Occurrence { fingerprint, first, text });
                    }
                }
                start = end;
            }
            self.repeated.sort_unstable_by_key(|occurrence| occurrence.fingerprint);
            for same in self.repeated.chunk_by(|a, b| a.fingerprint == b.fingerprint) {
                same.iter().for_each(|occurrence| self.counts[occurrence.text as usize] += 1);
                found(n, same[0].fingerprint, NgramCounts::Counts(&self.counts));
                self.is_unique[same[0].first as usize] = same.len() == 1;
                self.counts.fill(0);
            }
        }
    }
}
