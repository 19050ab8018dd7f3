//! Counts of the n-grams of a segment by bitsets of positions.
//!
//! Let X(i) be the set of positions in the reference that hold the candidate's token i. Then E(1, i) = X(i) and E(n, i)
//! = (E(n - 1, i - 1) shifted up by one) & X(i) are the positions at which occurrences of the candidate's n-gram that
//! ends at i end. Each candidate n-gram claims the lowest position of E(n, i) that no earlier one has claimed, if there
//! is one. Occurrences of the same n-gram have the same E, and different n-grams have disjoint ones. So the
//! number of claims of an n-gram is the smaller of its counts in candidate and reference. With several references, an
//! n-gram is correct if it has a claim in any of them.
//!
//! X(i) is found by comparing the token's key with all keys of the reference. For the fifteen or so tokens of a usual
//! sentence this is less work than filling a hash table; for longer ones, see [`long_bitset`](super::long_bitset).

use super::MAX_ORDER;
use super::long_bitset::LongMatcher;
use crate::bleu::tokenize::{Key, LANES, SegmentTokens, bits, is_same};

/// Matches n-grams with bitsets; keeps its memory from one segment to the next.
#[derive(Clone, Debug, Default)]
pub struct BitsetMatcher {
    /// For each word of positions in a long candidate and each order, the set of those at which correct n-grams end.
    hits: Vec<[u64; MAX_ORDER]>,
    long: LongMatcher,
}

/// Positions per word of a set.
pub const WORD: usize = 64;

/// Error: bitsets cannot decide, because a text is too long, has too many different tokens, or has two that share a key.
#[derive(Debug)]
pub struct Undecided;

impl BitsetMatcher {
    /// A matcher by instructions that every processor has.
    #[cfg(any(test, fuzzing))]
    pub fn plain() -> Self {
        BitsetMatcher { hits: Vec::new(), long: LongMatcher::plain() }
    }

    /// Counts the correct n-grams of each order.
    ///
    /// # Errors
    /// If bitsets cannot decide.
    #[inline(always)]
    pub fn count<'a, R: Iterator<Item = SegmentTokens<'a>>>(
        &mut self,
        candidate: &SegmentTokens,
        references: impl Fn() -> R,
        correct: &mut [u32],
    ) -> Result<(), Undecided> {
        match correct.len() {
            ..=4 => self.count_up_to::<4, R>(candidate, references, correct),
            _ => self.count_up_to::<MAX_ORDER, R>(candidate, references, correct),
        }
    }

    /// [`count`](Self::count) for orders of at most `N`.
    #[inline(always)]
    fn count_up_to<'a, const N: usize, R: Iterator<Item = SegmentTokens<'a>>>(
        &mut self,
        candidate: &SegmentTokens,
        references: impl Fn() -> R,
        correct: &mut [u32],
    ) -> Result<(), Undecided> {
        // Segments stay where they are, and iterators are made anew: moving one takes as long as counting a token.
        if references().fold(candidate.len(), |longest, reference| longest.max(reference.len())) <= WORD {
            let mut hits = [0; N];
            let mut rest = references();
            let first = rest.next();
            if let (Some(reference), None) = (&first, rest.next()) {
                claim::<N, true>(candidate, reference, &mut hits)?;
            } else {
                for reference in references() {
                    claim::<N, false>(candidate, &reference, &mut hits)?;
                }
            }
            correct.iter_mut().zip(hits).for_each(|(correct, hits)| *correct = hits.count_ones());
            return Ok(());
        }
        self.hits.clear();
        self.hits.resize(candidate.len().div_ceil(WORD), [0; MAX_ORDER]);
        for reference in references() {
            self.long.claim::<N>(candidate, &reference, &mut self.hits)?;
        }
        for (n, correct) in correct.iter_mut().enumerate() {
            *correct = self.hits.iter().map(|hits| hits[n].count_ones()).sum();
        }
        Ok(())
    }
}

/// Adds the positions at which n-grams end that have a claim on a reference or, if it is the only one, as many others. Both
/// texts have at most [`WORD`] tokens.
#[inline(always)]
fn claim<const N: usize, const IS_ONLY: bool>(
    candidate: &SegmentTokens,
    reference: &SegmentTokens,
    hits: &mut [u64; N],
) -> Result<(), Undecided> {
    let mut found = [0; WORD];
    for (own, found) in candidate.key_groups().iter().zip(found.as_chunks_mut().0) {
        *found = positions(own, reference.keys());
    }
    // Orders are side by side, and each step is for all of them, for vector instructions.
    let (mut ending, mut claimed, mut doubtful, mut bit) = ([0; N], [0; N], 0, 1u64);
    for (key, &found) in candidate.keys().iter().zip(&found) {
        doubtful |= if key.is_exact() | (found == 0) { 0 } else { bit };
        let mut ends = [found; N];
        for n in 1..N {
            ends[n] &= ending[n - 1] << 1;
        }
        let mut free = [0u64; N];
        for n in 0..N {
            free[n] = ends[n] & !claimed[n];
        }
        for n in 0..N {
            claimed[n] |= free[n] & free[n].wrapping_neg();
        }
        if !IS_ONLY {
            for n in 0..N {
                hits[n] |= if free[n] == 0 { 0 } else { bit };
            }
        }
        (ending, bit) = (ends, bit << 1);
    }
    if IS_ONLY {
        *hits = claimed;
    }
    for i in bits(doubtful) {
        if bits(found[i]).any(|j| !is_same(candidate.bytes(i), reference.bytes(j))) {
            return Err(Undecided);
        }
    }
    Ok(())
}

/// For each of a group of keys, the positions of the keys that equal it among at most [`WORD`] others.
#[inline(always)]
fn positions(keys: &[Key; LANES], others: &[Key]) -> [u64; LANES] {
    let (mut sets, mut bit) = ([0; LANES], 1u64);
    for other in others {
        for (set, key) in sets.iter_mut().zip(keys) {
            *set |= if key == other { bit } else { 0 };
        }
        // As the bit is rotated, the compiler makes vector instructions of the inner loop, not of the outer one.
        bit = bit.rotate_left(1);
    }
    sets
}
