//! The n-grams of a batch of segments that a candidate has more or less often than its references: what a score loses.
//!
//! Here n-grams are told apart by 64-bit fingerprints alone, which the score never does: among ten million different
//! n-grams two share one with a probability of 3 in a million, and would be listed as one.

use crate::tokenize::{Line, Tokens};
use foldhash::quality::FixedState;
use std::hash::BuildHasher;

/// The most candidates that can be compared.
pub const CANDIDATES: usize = 2;

/// An n-gram of a segment, and how often it occurs there.
#[derive(Clone, Copy, Debug)]
pub struct Mismatch {
    /// Stands for the n-gram; not 0.
    pub fingerprint: u64,
    /// Occurrences in each candidate; 0 where there is no such candidate.
    pub candidates: [u32; CANDIDATES],
    /// Occurrences in the reference that has it most often.
    pub max: u32,
    /// Occurrences in the reference that is being counted.
    now: u32,
    /// Where its tokens, with spaces between, begin in the text of the batch.
    pub start: u32,
    /// Their bytes.
    pub len: u32,
}

/// The mismatches of a batch.
#[derive(Debug, Default)]
pub struct Mismatches {
    /// For each order, those of all segments: not (count of each candidate == max).
    pub orders: Vec<Vec<Mismatch>>,
    /// The tokens of all texts, with spaces between.
    pub text: Vec<u8>,
}

/// Finds mismatches; keeps its memory from one batch to the next.
#[derive(Debug, Default)]
pub struct Finder {
    sides: Vec<Side>,
    slots: Vec<Slot>,
    stamp: u32,
    /// The n-grams of one order that were looked up.
    looked_up: Vec<Mismatch>,
    /// Occurrences of each of them, on all sides.
    occurrences: Vec<u32>,
}

/// A line of one text.
#[derive(Debug, Default)]
struct Side {
    /// Hashes of its tokens.
    tokens: Vec<u64>,
    /// Where each token begins, and ends, in the text of the batch.
    spans: Vec<(u32, u32)>,
    /// Fingerprints of the n-grams that begin at each token.
    ngrams: Vec<u64>,
    /// For each of them its place among those that were looked up; [`LONE`] for one that occurs nowhere else.
    places: Vec<u32>,
}

/// The place of an n-gram that occurs once, in one text. So do all n-grams that contain it, which need not be looked up.
const LONE: u32 = u32::MAX;

/// A slot of the hash table of one segment and order; in use if its stamp is the current one.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    fingerprint: u64,
    stamp: u32,
    place: u32,
}

impl Finder {
    /// The mismatches of n-grams up to `order` between one or two candidates and their references, segment by segment,
    /// in place of what was in `found`.
    pub fn find(&mut self, candidates: &[Tokens], references: &[Tokens], order: usize, found: &mut Mismatches) {
        found.orders.resize_with(order, Vec::new);
        found.orders.iter_mut().for_each(Vec::clear);
        found.text.clear();
        self.sides.resize_with(candidates.len() + references.len(), Side::default);
        for segment in 0..candidates.first().map_or(0, Tokens::len) {
            for (side, text) in self.sides.iter_mut().zip(candidates.iter().chain(references)) {
                side.fill(text.line(segment), &mut found.text);
            }
            let tokens = self.sides.iter().map(|side| side.tokens.len()).sum::<usize>();
            if self.slots.len() < 2 * tokens {
                self.slots = vec![Slot::default(); (2 * tokens).next_power_of_two().max(256)];
                self.stamp = 0;
            }
            for (n, list) in found.orders.iter_mut().enumerate() {
                self.count(n, candidates.len(), list);
            }
        }
    }

    /// Adds the mismatches of order `n + 1` in the current segment to `list`; comes after order n.
    fn count(&mut self, n: usize, candidates: usize, list: &mut Vec<Mismatch>) {
        if self.stamp == u32::MAX {
            self.slots.fill(Slot::default());
            self.stamp = 0;
        }
        self.stamp += 1;
        self.looked_up.clear();
        self.occurrences.clear();
        let sides = self.sides.len();
        for (s, side) in self.sides.iter_mut().enumerate() {
            for i in 0..side.extend(n) {
                if side.places[i] == LONE {
                    let in_candidate = std::array::from_fn(|c| u32::from(c == s));
                    list.push(side.mismatch(i, n, in_candidate, u32::from(s >= candidates)));
                    continue;
                }
                let fingerprint = side.ngrams[i];
                let slot = slot(&mut self.slots, fingerprint, self.stamp);
                if slot.stamp != self.stamp {
                    *slot = Slot { fingerprint, stamp: self.stamp, place: self.looked_up.len() as u32 };
                    self.looked_up.push(side.mismatch(i, n, [0; CANDIDATES], 0));
                    self.occurrences.push(0);
                }
                let place = slot.place as usize;
                side.places[i] = slot.place;
                self.occurrences[place] += 1;
                let mismatch = &mut self.looked_up[place];
                if s < candidates {
                    mismatch.candidates[s] += 1;
                } else {
                    mismatch.now += 1;
                    mismatch.max = mismatch.max.max(mismatch.now);
                }
            }
            // The next reference is counted by itself.
            if s >= candidates && s + 1 < sides {
                self.looked_up.iter_mut().for_each(|mismatch| mismatch.now = 0);
            }
        }
        let differs =
            |mismatch: &&Mismatch| mismatch.candidates[..candidates].iter().any(|&count| count != mismatch.max);
        list.extend(self.looked_up.iter().filter(differs));
        for place in self.sides.iter_mut().flat_map(|side| &mut side.places) {
            let is_lone = self.occurrences.get(*place as usize).is_none_or(|&occurrences| occurrences == 1);
            *place = if is_lone { LONE } else { *place };
        }
    }
}

impl Side {
    /// Takes a line, and adds its tokens to `text`.
    fn fill(&mut self, line: Line, text: &mut Vec<u8>) {
        self.tokens.clear();
        self.spans.clear();
        let hash = FixedState::default();
        for token in line.iter() {
            // What lies beyond 4 GiB in a batch, which takes lines of hundreds of MiB, is counted, but not shown.
            let start = u32::try_from(text.len());
            text.extend_from_slice(token);
            let end = u32::try_from(text.len());
            self.spans.push(start.and_then(|start| Ok((start, end?))).unwrap_or((0, 0)));
            text.push(b' ');
            self.tokens.push(hash.hash_one(token));
        }
        self.ngrams.clear();
        self.ngrams.resize(self.tokens.len(), 0);
        self.places.clear();
        self.places.resize(self.tokens.len(), 0);
    }

    /// From n-grams of order n to those of order n + 1; returns how many there are.
    fn extend(&mut self, n: usize) -> usize {
        let lasts = self.tokens.get(n..).unwrap_or_default();
        self.ngrams.iter_mut().zip(lasts).for_each(|(ngram, &last)| *ngram = mix(*ngram, last));
        if n > 0 {
            for i in 1..self.places.len() {
                self.places[i - 1] = if self.places[i] == LONE { LONE } else { self.places[i - 1] };
            }
        }
        lasts.len()
    }

    /// The n-gram of order `n + 1` that begins at token i.
    #[inline(always)]
    fn mismatch(&self, i: usize, n: usize, candidates: [u32; CANDIDATES], max: u32) -> Mismatch {
        let (start, end) = (self.spans[i].0, self.spans[i + n].1);
        let len = end.saturating_sub(start);
        Mismatch { fingerprint: self.ngrams[i], candidates, max, now: 0, start, len }
    }
}

/// The fingerprint of an n-gram and one more token: the halves of a product, one upon the other; not 0.
fn mix(ngram: u64, token: u64) -> u64 {
    let product = u128::from(ngram ^ 0x9E37_79B9_7F4A_7C15) * u128::from(token | 1);
    let mixed = (product as u64) ^ ((product >> 64) as u64) ^ token.rotate_left(23);
    mixed.max(1)
}

/// The slot of this fingerprint, or the free one where it would be.
fn slot(slots: &mut [Slot], fingerprint: u64, stamp: u32) -> &mut Slot {
    let mask = slots.len() - 1;
    let mut i = fingerprint as usize & mask;
    while slots[i].stamp == stamp && slots[i].fingerprint != fingerprint {
        i = (i + 1) & mask;
    }
    &mut slots[i]
}
