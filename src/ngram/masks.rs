//! N-grams of a segment by bit masks.
//!
//! Let X(i) be the set of positions in the reference that hold the candidate's
//! token i. Then E(1, i) = X(i) and E(n, i) = (E(n - 1, i - 1) shifted up by
//! one) & X(i) are the positions where an occurrence of the candidate's n-gram
//! that ends at i ends. Each candidate n-gram claims the lowest position of
//! E(n, i) that no earlier one claimed, if there is one. Occurrences of the same
//! n-gram see the same E, different n-grams see disjoint ones; so the claims of
//! an n-gram number the smaller of its counts in candidate and reference. With
//! several references, an n-gram is correct if it has a claim in any.

use super::key::Key;
use crate::bleu::MAX_ORDER;
use crate::tokenize::Tokens;

/// Counts with masks; keeps its tables from one segment to the next.
#[derive(Default)]
pub struct Masks {
    narrow: Table<1>,
    wide: Table<4>,
    hits: Vec<[u64; MAX_ORDER]>,
}

impl Masks {
    /// Adds the correct n-grams of each order to `correct`. `None` where masks cannot tell: a reference is too long
    /// for them, or two different tokens share a key by chance.
    pub fn count<'a>(
        &mut self,
        candidate: Tokens<'a>,
        references: impl Iterator<Item = Tokens<'a>>,
        correct: &mut [u32],
    ) -> Option<()> {
        self.hits.clear();
        self.hits.resize(candidate.keys().len().div_ceil(64), [0; MAX_ORDER]);
        for reference in references {
            let hits = &mut self.hits[..];
            match (reference.keys().len(), correct.len()) {
                (..=64, ..=4) => self.narrow.claim::<4>(candidate, reference, hits)?,
                (..=64, _) => self.narrow.claim::<MAX_ORDER>(candidate, reference, hits)?,
                (..=256, ..=4) => self.wide.claim::<4>(candidate, reference, hits)?,
                (..=256, _) => self.wide.claim::<MAX_ORDER>(candidate, reference, hits)?,
                _ => return None,
            }
        }
        for hits in &self.hits {
            correct.iter_mut().zip(hits).for_each(|(correct, hits)| *correct += hits.count_ones());
        }
        Some(())
    }
}

/// A set of positions in a reference of up to `64 * W` tokens.
type Set<const W: usize> = [u64; W];

/// Where each token of a reference stands: a hash table from key to positions.
struct Table<const W: usize> {
    slots: Box<[(Key, Set<W>)]>,
    used: Vec<u32>,
    doubts: Doubts,
}

impl<const W: usize> Default for Table<W> {
    fn default() -> Self {
        Table { slots: vec![(Key::default(), [0; W]); 256 * W].into(), used: Vec::new(), doubts: Doubts::default() }
    }
}

impl<const W: usize> Table<W> {
    /// Sets bit i % 64 of `hits[i / 64][n - 1]` where the candidate's n-gram of order n that begins... ends at token i is correct by this
    /// reference. `None` if different tokens turned out to have the same key.
    fn claim<const N: usize>(
        &mut self,
        candidate: Tokens,
        reference: Tokens,
        hits: &mut [[u64; MAX_ORDER]],
    ) -> Option<()> {
        let reference_holds = self.fill(reference);
        self.doubts.clear(candidate.keys().len());
        let mut claimed = [[0; W]; N];
        let mut ending = [[0; W]; N];
        for (block, (keys, hits)) in candidate.keys().chunks(64).zip(hits).enumerate() {
            let mut claims = [0u64; N];
            for (i, &key) in keys.iter().enumerate() {
                let positions = self.slots[self.slot(key)].1;
                self.doubts.note(key, 64 * block + i, first(positions));
                for n in (0..N).rev() {
                    ending[n] = if n == 0 { positions } else { and(up(ending[n - 1]), positions) };
                    let free = and_not(ending[n], claimed[n]);
                    claims[n] |= u64::from(free != [0; W]) << i;
                    claimed[n] = or(claimed[n], lowest(free));
                }
            }
            hits.iter_mut().zip(claims).for_each(|(hits, claims)| *hits |= claims);
        }
        self.empty();
        (reference_holds && self.doubts.hold(candidate, reference)).then_some(())
    }

    /// Fills the table; whether equal keys meant equal tokens.
    fn fill(&mut self, reference: Tokens) -> bool {
        self.doubts.clear(reference.keys().len());
        self.used.clear();
        for (j, &key) in reference.keys().iter().enumerate() {
            let i = self.slot(key);
            let slot = &mut self.slots[i];
            self.doubts.note(key, j, first(slot.1));
            slot.0 = key;
            slot.1[j / 64] |= 1 << (j % 64);
            self.used.push(i as u32);
        }
        self.doubts.hold(reference, reference)
    }

    /// Empties the slots that are in use.
    fn empty(&mut self) {
        for &i in &self.used {
            self.slots[i as usize] = (Key::default(), [0; W]);
        }
    }

    /// The slot that holds this key, or the empty one where it would be.
    #[inline(always)]
    fn slot(&self, key: Key) -> usize {
        let mut i = key.slot(256 * W);
        while self.slots[i].0 != key && self.slots[i].0 != Key::default() {
            i = (i + 1) % (256 * W);
        }
        i
    }
}

/// Pairs of tokens, of a text and of the reference, that have the same inexact key.
#[derive(Default)]
struct Doubts {
    pairs: Vec<(u32, u32)>,
    len: usize,
}

impl Doubts {
    /// Forgets all pairs and makes room for one for each of `tokens`.
    fn clear(&mut self, tokens: usize) {
        self.len = 0;
        if self.pairs.len() <= tokens {
            self.pairs.resize(tokens + 1, (0, 0));
        }
    }

    /// Notes that token i has the key of the reference's token j, if there is one. Writing always and counting only
    /// if there is a doubt spares a branch that cannot be predicted.
    #[inline(always)]
    fn note(&mut self, key: Key, i: usize, j: Option<u32>) {
        self.pairs[self.len] = (i as u32, j.unwrap_or(0));
        self.len += usize::from(!key.is_exact() & j.is_some());
    }

    /// Whether all pairs are of equal tokens.
    fn hold(&self, text: Tokens, reference: Tokens) -> bool {
        self.pairs[..self.len].iter().all(|&(i, j)| text.bytes(i as usize) == reference.bytes(j as usize))
    }
}

/// The lowest element.
#[inline(always)]
fn first<const W: usize>(set: Set<W>) -> Option<u32> {
    (0..W).find(|&w| set[w] != 0).map(|w| 64 * w as u32 + set[w].trailing_zeros())
}

/// The set with each element one higher.
#[inline(always)]
fn up<const W: usize>(set: Set<W>) -> Set<W> {
    std::array::from_fn(|w| set[w] << 1 | if w > 0 { set[w - 1] >> 63 } else { 0 })
}

#[inline(always)]
fn and<const W: usize>(a: Set<W>, b: Set<W>) -> Set<W> {
    std::array::from_fn(|w| a[w] & b[w])
}

#[inline(always)]
fn and_not<const W: usize>(a: Set<W>, b: Set<W>) -> Set<W> {
    std::array::from_fn(|w| a[w] & !b[w])
}

#[inline(always)]
fn or<const W: usize>(a: Set<W>, b: Set<W>) -> Set<W> {
    std::array::from_fn(|w| a[w] | b[w])
}

/// The lowest element alone.
#[inline(always)]
fn lowest<const W: usize>(set: Set<W>) -> Set<W> {
    let mut seen = false;
    std::array::from_fn(|w| {
        let bit = if seen { 0 } else { set[w] & set[w].wrapping_neg() };
        seen |= set[w] != 0;
        bit
    })
}
