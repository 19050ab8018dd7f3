//! Counts of the n-grams of a segment by bitsets of positions.
//!
//! Let X(i) be the set of positions in the reference that hold the candidate's token i. Then E(1, i) = X(i) and E(n, i)
//! = (E(n - 1, i - 1) shifted up by one) & X(i) are the positions at which occurrences of the candidate's n-gram that
//! ends at i end. Each candidate n-gram claims the lowest position of E(n, i) that no earlier one has claimed, if there
//! is one. Occurrences of the same n-gram have the same E, and those of different n-grams have disjoint ones. So the
//! number of claims of an n-gram is the smaller of its counts in candidate and reference. With several references, an
//! n-gram is correct if it has a claim in any of them.
//!
//! X(i) is found by comparing the token's key with all keys of the reference. For the fifteen or so tokens of a usual
//! sentence this is less work than filling a hash table.

use super::MAX_ORDER;
use crate::tokenize::{KEY_PADDING, LANES, SegmentTokens, bits};

/// Matches n-grams with bitsets; keeps its memory from one segment to the next.
#[derive(Debug, Default)]
pub struct BitsetMatcher {
    /// For each 64 tokens of a candidate and each order, the set of positions at which correct n-grams end.
    hits: Vec<[u64; MAX_ORDER]>,
}

/// Length of the longest reference that bitsets are used for, in tokens.
const LONGEST: usize = KEY_PADDING;

/// Error: bitsets cannot decide, because a reference is too long or two different tokens share a key.
#[derive(Debug)]
pub struct Undecided;

impl BitsetMatcher {
    /// Adds the correct n-grams of each order to `correct`.
    ///
    /// # Errors
    /// If bitsets cannot decide; `correct` is then unchanged.
    #[inline(always)]
    pub fn count<'a>(
        &mut self,
        candidate: SegmentTokens<'a>,
        references: impl Iterator<Item = SegmentTokens<'a>>,
        correct: &mut [u32],
    ) -> Result<(), Undecided> {
        self.hits.clear();
        self.hits.resize(candidate.len().div_ceil(64), [0; MAX_ORDER]);
        for reference in references {
            match correct.len() {
                ..=4 => claim_in::<4>(reference, candidate, &mut self.hits)?,
                _ => claim_in::<MAX_ORDER>(reference, candidate, &mut self.hits)?,
            }
        }
        for hits in &self.hits {
            correct.iter_mut().zip(hits).for_each(|(correct, hits)| *correct += hits.count_ones());
        }
        Ok(())
    }
}

/// Calls [`claim`] with sets that are large enough for the reference.
#[inline(always)]
fn claim_in<const N: usize>(
    reference: SegmentTokens,
    candidate: SegmentTokens,
    hits: &mut [[u64; MAX_ORDER]],
) -> Result<(), Undecided> {
    const { assert!(LONGEST == 32 * LANES) };
    match reference.len() {
        0 => Ok(()),
        1..=16 => claim::<N, 1, 1>(reference, candidate, hits),
        17..=32 => claim::<N, 1, 2>(reference, candidate, hits),
        33..=48 => claim::<N, 1, 3>(reference, candidate, hits),
        49..=64 => claim::<N, 1, 4>(reference, candidate, hits),
        65..=128 => claim::<N, 2, 8>(reference, candidate, hits),
        129..=192 => claim::<N, 3, 12>(reference, candidate, hits),
        193..=256 => claim::<N, 4, 16>(reference, candidate, hits),
        257..=LONGEST => claim::<N, 8, 32>(reference, candidate, hits),
        _ => Err(Undecided),
    }
}

/// A set of positions in a reference of up to `64 * W` tokens.
type Set<const W: usize> = [u64; W];

/// Sets bit i % 64 of `hits[i / 64][n - 1]` if the candidate's n-gram of order n that ends at token i is correct by
/// this reference, which has at most `GROUPS` groups of tokens.
#[inline(always)]
fn claim<const N: usize, const W: usize, const GROUPS: usize>(
    reference: SegmentTokens,
    candidate: SegmentTokens,
    hits: &mut [[u64; MAX_ORDER]],
) -> Result<(), Undecided> {
    let inside: Set<W> = std::array::from_fn(|w| match reference.len().saturating_sub(64 * w) {
        0 => 0,
        tokens => u64::MAX >> (64 - tokens.min(64)),
    });
    let groups = reference.key_groups::<GROUPS>();
    let mut claimed = [[0; W]; N];
    let mut ending = [[0; W]; N];
    let mut positions = [[0; W]; 64];
    for (block, hits) in hits.iter_mut().enumerate() {
        let first = 64 * block;
        let (mut claims, mut doubtful) = ([0u64; N], 0u64);
        let count = (candidate.len() - first).min(64);
        for (i, (key, positions)) in candidate.keys(first, count).zip(&mut positions).enumerate() {
            let found = and(groups.find(key), inside);
            *positions = found;
            doubtful |= u64::from(!key.is_exact() & (found != [0; W])) << i;
            for n in (0..N).rev() {
                ending[n] = if n == 0 { found } else { and(up(ending[n - 1]), found) };
                let free = and_not(ending[n], claimed[n]);
                claims[n] |= u64::from(free != [0; W]) << i;
                claimed[n] = or(claimed[n], lowest(free));
            }
        }
        for i in bits(doubtful) {
            for (w, &word) in positions[i].iter().enumerate() {
                if !bits(word).all(|bit| is_same(candidate.bytes(first + i), reference.bytes(64 * w + bit))) {
                    return Err(Undecided);
                }
            }
        }
        hits.iter_mut().zip(claims).for_each(|(hits, claims)| *hits |= claims);
    }
    Ok(())
}

/// Whether two tokens of at least eight bytes are equal. Most are not much longer, so their ends are compared first.
#[inline(always)]
fn is_same(a: &[u8], b: &[u8]) -> bool {
    let ends = |token: &[u8]| (token.first_chunk::<8>().copied(), token.last_chunk::<8>().copied());
    a.len() == b.len() && ends(a) == ends(b) && (a.len() <= 16 || a == b)
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
