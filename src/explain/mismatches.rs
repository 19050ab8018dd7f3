//! The n-grams of a batch of segments that a candidate has more or less often than its references: what a score loses.
//!
//! Tokens are told apart by 64-bit fingerprints alone, which the score never does: among ten million different tokens
//! two share one with a probability of 3 in a million, and would be taken for one.

use crate::tokenize::{Line, Tokens};
use foldhash::quality::FixedState;
use std::hash::BuildHasher;
use std::iter::repeat_n;

/// The most candidates that can be compared.
pub const CANDIDATES: usize = 2;

/// What is counted of n-grams, two numbers each.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Occurrences in this candidate that are in no reference; those that it lacks.
    OneSided(usize),
    /// Occurrences in this candidate that are too many; those that are correct nevertheless.
    Excess(usize),
    /// Correct occurrences that only the first candidate has; that only the second has.
    Gain,
}

impl Kind {
    /// How many kinds there are.
    pub fn number(candidates: usize) -> usize {
        if candidates == CANDIDATES { 2 * CANDIDATES + 1 } else { 2 * candidates }
    }

    /// The place among tables, `order` of each kind, of that for n-grams of n + 1 tokens.
    pub fn table(self, n: usize, order: usize) -> usize {
        let kind = match self {
            Kind::OneSided(candidate) => 2 * candidate,
            Kind::Excess(candidate) => 2 * candidate + 1,
            Kind::Gain => 2 * CANDIDATES,
        };
        kind * order + n
    }
}

/// The mismatches of a batch, or of several.
#[derive(Debug, Default)]
pub struct Mismatches {
    /// For each [kind and order](Kind::table), and each of its two numbers, the first token of an n-gram as often as it
    /// counts.
    pub tables: Vec<[Vec<u32>; 2]>,
    /// The fingerprints of the tokens of all lines.
    pub tokens: Vec<u64>,
    /// Where each token begins in the text.
    pub starts: Vec<u32>,
    /// All tokens, with a space behind each.
    pub text: Vec<u8>,
}

impl Mismatches {
    /// None, for so many tables.
    pub fn clear(&mut self, tables: usize) {
        self.tables.resize_with(tables, Default::default);
        self.tables.iter_mut().flatten().for_each(Vec::clear);
        self.tokens.clear();
        self.starts.clear();
        self.text.clear();
    }

    /// Adds those of another batch.
    pub fn append(&mut self, other: &Mismatches) {
        let shift = |values: &mut Vec<u32>, more: &[u32], by: usize| {
            let by = u32::try_from(by).unwrap_or(u32::MAX);
            values.extend(more.iter().map(|value| value.saturating_add(by)));
        };
        for (values, more) in self.tables.iter_mut().flatten().zip(other.tables.iter().flatten()) {
            shift(values, more, self.tokens.len());
        }
        shift(&mut self.starts, &other.starts, self.text.len());
        self.tokens.extend_from_slice(&other.tokens);
        self.text.extend_from_slice(&other.text);
    }

    fn push(&mut self, line: Line) {
        let hash = FixedState::default();
        for (i, token) in line.iter().enumerate() {
            // What lies beyond 4 GiB in a batch, which takes lines of hundreds of MiB, is counted, but not shown.
            self.starts.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
            let end = self.text.len() + token.len();
            // Copying as many bytes for each token, if they are enough, is faster than copying those that it has.
            match line.bytes_from::<16>(i) {
                Some(bytes) if token.len() <= bytes.len() => self.text.extend_from_slice(bytes),
                _ => self.text.extend_from_slice(token),
            }
            self.text.truncate(end);
            self.text.push(b' ');
            self.tokens.push(hash.hash_one(token));
        }
    }
}

/// Finds mismatches; keeps its memory from one batch to the next.
#[derive(Debug, Default)]
pub struct Finder {
    sides: Vec<Side>,
    slots: Vec<Slot>,
    stamp: u32,
    /// The n-grams of the order that is being counted, but for those that are known to be lone.
    ngrams: Vec<SegmentNgram>,
    /// Those of the order before.
    shorter: Vec<SegmentNgram>,
}

/// A line of one text.
#[derive(Debug, Default)]
struct Side {
    /// The number of its first token.
    first: usize,
    /// For each n-gram of the order that was counted last its place among them.
    places: Vec<u32>,
}

/// An n-gram of a segment, and how often it occurs there.
#[derive(Clone, Copy, Debug, Default)]
struct SegmentNgram {
    /// The first token of an occurrence.
    first: u32,
    /// Occurrences in all texts.
    occurrences: u32,
    /// Occurrences in each candidate; 0 where there is no such candidate.
    candidates: [u32; CANDIDATES],
    /// Occurrences in the reference that has it most often.
    max: u32,
    /// Occurrences in the reference that is being counted.
    now: u32,
}

/// Stands for all n-grams that occur once, in one text. So do all n-grams that contain one, which need not be counted.
const LONE: SegmentNgram = SegmentNgram { first: 0, occurrences: 1, candidates: [0; CANDIDATES], max: 0, now: 0 };

/// A slot of the hash table of one segment and order; in use if its stamp is the current one.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    stamp: u32,
    place: u32,
}

impl Finder {
    /// The mismatches of n-grams up to `order` between one or two candidates and their references, segment by segment,
    /// in place of what was in `found`.
    pub fn find(&mut self, candidates: &[Tokens], references: &[Tokens], order: usize, found: &mut Mismatches) {
        found.clear(order * Kind::number(candidates.len()));
        self.sides.resize_with(candidates.len() + references.len(), Side::default);
        for segment in 0..candidates.first().map_or(0, Tokens::len) {
            let first = found.tokens.len();
            for (side, text) in self.sides.iter_mut().zip(candidates.iter().chain(references)) {
                side.first = found.tokens.len();
                found.push(text.line(segment));
                side.places.clear();
                side.places.resize(found.tokens.len() - side.first, 0);
            }
            let tokens = found.tokens.len() - first;
            if self.slots.len() < 2 * tokens {
                self.slots = vec![Slot::default(); (2 * tokens).next_power_of_two().max(256)];
                self.stamp = 0;
            }
            for n in 0..order {
                self.count(n, candidates.len(), order, found);
            }
        }
    }

    /// Finds the mismatches of n-grams of n + 1 tokens in the current segment; comes after those of n tokens.
    fn count(&mut self, n: usize, candidates: usize, order: usize, found: &mut Mismatches) {
        if self.stamp == u32::MAX {
            self.slots.fill(Slot::default());
            self.stamp = 0;
        }
        self.stamp += 1;
        std::mem::swap(&mut self.ngrams, &mut self.shorter);
        self.ngrams.clear();
        self.ngrams.push(LONE);
        let sides = self.sides.len();
        for (s, Side { first, places }) in self.sides.iter_mut().enumerate() {
            for i in 0..places.len().saturating_sub(n) {
                let key = if n == 0 {
                    found.tokens[*first + i]
                } else {
                    // An n-gram is the shorter one that it begins with, and the one that it ends with.
                    let (begin, end) = (places[i], places[i + 1]);
                    if self.shorter[begin as usize].occurrences == 1 || self.shorter[end as usize].occurrences == 1 {
                        places[i] = 0;
                        let token = (*first + i) as u32;
                        if s < candidates {
                            found.tables[Kind::OneSided(s).table(n, order)][0].push(token);
                        } else {
                            for c in 0..candidates {
                                found.tables[Kind::OneSided(c).table(n, order)][1].push(token);
                            }
                        }
                        continue;
                    }
                    u64::from(begin) << 32 | u64::from(end)
                };
                let slot = slot(&mut self.slots, key, self.stamp);
                if slot.stamp != self.stamp {
                    *slot = Slot { key, stamp: self.stamp, place: self.ngrams.len() as u32 };
                    self.ngrams.push(SegmentNgram { first: (*first + i) as u32, ..SegmentNgram::default() });
                }
                places[i] = slot.place;
                let ngram = &mut self.ngrams[slot.place as usize];
                ngram.occurrences += 1;
                if s < candidates {
                    ngram.candidates[s] += 1;
                } else {
                    ngram.now += 1;
                    ngram.max = ngram.max.max(ngram.now);
                }
            }
            // The next reference is counted by itself.
            if s >= candidates && s + 1 < sides {
                self.ngrams.iter_mut().for_each(|ngram| ngram.now = 0);
            }
        }
        for ngram in &self.ngrams[1..] {
            let max = ngram.max;
            for (c, &count) in ngram.candidates[..candidates].iter().enumerate() {
                let mut add = |kind: Kind, counts: [u32; 2]| {
                    let lists = found.tables[kind.table(n, order)].iter_mut().zip(counts);
                    lists.for_each(|(list, count)| list.extend(repeat_n(ngram.first, count as usize)));
                };
                if max == 0 {
                    add(Kind::OneSided(c), [count, 0]);
                } else if count < max {
                    add(Kind::OneSided(c), [0, max - count]);
                } else if count > max {
                    add(Kind::Excess(c), [count - max, max]);
                }
            }
            if candidates == CANDIDATES {
                let [first, second] = ngram.candidates.map(|count| count.min(max));
                let [ours, theirs] = &mut found.tables[Kind::Gain.table(n, order)];
                ours.extend(repeat_n(ngram.first, first.saturating_sub(second) as usize));
                theirs.extend(repeat_n(ngram.first, second.saturating_sub(first) as usize));
            }
        }
    }
}

/// The slot of this key, or the free one where it would be.
fn slot(slots: &mut [Slot], key: u64, stamp: u32) -> &mut Slot {
    let mask = slots.len() - 1;
    let mut i = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
    while slots[i].stamp == stamp && slots[i].key != key {
        i = (i + 1) & mask;
    }
    &mut slots[i]
}
