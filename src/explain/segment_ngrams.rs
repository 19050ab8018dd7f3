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

/// Occurrences of an n-gram in a segment.
#[derive(Clone, Copy, Debug)]
pub enum Found<'a> {
    /// It occurs once, in this text only.
    Once { text: usize },
    /// Its occurrences in each text.
    Counts(&'a [u32]),
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
    /// it is unique too and need not be counted.
    is_unique: Vec<bool>,
    /// The n-grams of the current order that may occur more than once.
    repeated: NgramTable,
}

/// N-grams of one order with their counts in each text.
#[derive(Debug, Default)]
struct NgramTable {
    /// Hash table of indices in `ngrams`, plus 1; 0 if a slot is free.
    slots: Vec<u32>,
    ngrams: Vec<CountedNgram>,
    /// For each n-gram, its occurrences in each text; zeros after the last.
    counts: Vec<u32>,
    texts: usize,
}

#[derive(Debug)]
struct CountedNgram {
    fingerprint: u64,
    /// First token of the first occurrence.
    first: u32,
    /// Occurrences in all texts together.
    occurrences: u32,
}

impl NgramTable {
    /// Makes the table empty, with room for the n-grams of so many tokens.
    fn clear(&mut self, tokens: usize, texts: usize) {
        self.slots.clear();
        self.slots.resize((2 * tokens).next_power_of_two(), 0);
        self.ngrams.clear();
        self.counts.clear();
        self.counts.resize(tokens * texts, 0);
        self.texts = texts;
    }

    /// Counts an occurrence of an n-gram in a text.
    fn add(&mut self, fingerprint: u64, first: u32, text: usize) {
        let mask = self.slots.len() - 1;
        let mut slot = fingerprint as usize & mask;
        let number = loop {
            match (self.slots[slot] as usize).checked_sub(1) {
                Some(number) if self.ngrams[number].fingerprint == fingerprint => break number,
                Some(_) => slot = (slot + 1) & mask,
                None => {
                    self.ngrams.push(CountedNgram { fingerprint, first, occurrences: 0 });
                    self.slots[slot] = self.ngrams.len() as u32;
                    break self.ngrams.len() - 1;
                }
            }
        };
        self.ngrams[number].occurrences += 1;
        self.counts[number * self.texts + text] += 1;
    }
}

impl SegmentNgrams {
    /// Calls `found` with the order, the fingerprint and the occurrences of each different n-gram up to `order`.
    pub fn count<'a>(
        &mut self,
        lines: impl Iterator<Item = SegmentTokens<'a>>,
        order: usize,
        mut found: impl FnMut(usize, u64, Found),
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
        for n in 1..=order {
            self.repeated.clear(self.tokens.len(), self.ends.len());
            let mut start = 0;
            for (text, &end) in self.ends.iter().enumerate() {
                for i in start..(end + 1).saturating_sub(n).max(start) {
                    if n > 1 {
                        self.ngrams[i] = append(self.ngrams[i], self.tokens[i + n - 1]);
                        self.is_unique[i] |= self.is_unique[i + 1];
                    }
                    if self.is_unique[i] {
                        found(n, self.ngrams[i], Found::Once { text });
                    } else {
                        self.repeated.add(self.ngrams[i], i as u32, text);
                    }
                }
                start = end;
            }
            let NgramTable { ngrams, counts, texts, .. } = &self.repeated;
            for (ngram, counts) in ngrams.iter().zip(counts.chunks_exact(*texts)) {
                if ngram.occurrences > 1 {
                    found(n, ngram.fingerprint, Found::Counts(counts));
                } else {
                    self.is_unique[ngram.first as usize] = true;
                    let text = counts.iter().position(|&count| count > 0).unwrap_or_default();
                    found(n, ngram.fingerprint, Found::Once { text });
                }
            }
        }
    }
}
