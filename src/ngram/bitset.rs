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
//! sentence this is less work than filling a hash table.

use super::MAX_ORDER;
use super::at_once::{AtOnce, ORDER};
use crate::tokenize::{KEY_PADDING, LANES, SegmentTokens, bits, first_positions, is_same};

/// Matches n-grams with bitsets; keeps its memory from one segment to the next.
#[derive(Clone, Debug)]
pub struct BitsetMatcher {
    /// For each 64 tokens of a candidate and each order, the set of positions at which correct n-grams end, by any of
    /// several references.
    hits: Vec<[u64; MAX_ORDER]>,
    /// Finds all claims of a segment at once, if the processor can.
    at_once: Option<AtOnce>,
}

impl Default for BitsetMatcher {
    fn default() -> Self {
        BitsetMatcher { hits: Vec::new(), at_once: AtOnce::if_available() }
    }
}

/// Length of the longest reference that bitsets are used for, in tokens.
const LONGEST: usize = KEY_PADDING;

/// Error: bitsets cannot decide, because a reference is too long or two different tokens share a key.
#[derive(Debug)]
pub struct Undecided;

impl BitsetMatcher {
    /// A matcher by instructions that every processor has.
    #[cfg(any(test, fuzzing))]
    pub fn plain() -> Self {
        BitsetMatcher { hits: Vec::new(), at_once: None }
    }

    /// Counts the correct n-grams of each order.
    ///
    /// # Errors
    /// If bitsets cannot decide.
    #[inline(always)]
    pub fn count<'a, R: Iterator<Item = SegmentTokens<'a>>>(
        &mut self,
        candidate: &SegmentTokens<'a>,
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
        candidate: &SegmentTokens<'a>,
        references: impl Fn() -> R,
        correct: &mut [u32],
    ) -> Result<(), Undecided> {
        // Segments stay where they are, and iterators are made anew: moving one takes as long as counting a token.
        let mut rest = references();
        let first = rest.next();
        let Some(reference) = &first else { return Ok(()) };
        if rest.next().is_none() {
            match claims_at_once::<N>(&mut self.at_once, candidate, reference) {
                Some(claims) => {
                    for (n, correct) in correct.iter_mut().enumerate() {
                        *correct = claims.iter().map(|claims| claims[n].count_ones()).sum();
                    }
                }
                None => correct.copy_from_slice(&claim_in::<N>(reference, candidate, &mut [])?[..correct.len()]),
            }
            return Ok(());
        }
        self.hits.clear();
        self.hits.resize(candidate.len().div_ceil(64), [0; MAX_ORDER]);
        for reference in references() {
            if let Some(claims) = claims_at_once::<N>(&mut self.at_once, candidate, &reference) {
                for (claims, hits) in claims.iter().zip(&mut self.hits) {
                    claims.iter().zip(hits).for_each(|(claims, hits)| *hits |= claims);
                }
            } else {
                claim_in::<N>(&reference, candidate, &mut self.hits)?;
            }
        }
        for (n, correct) in correct.iter_mut().enumerate() {
            *correct = self.hits.iter().map(|hits| hits[n].count_ones()).sum();
        }
        Ok(())
    }
}

/// For each 64 tokens of a candidate, the positions at which n-grams up to order `N` end that have a claim on a reference,
/// if all can be found at once.
#[inline(always)]
fn claims_at_once<'a, const N: usize>(
    at_once: &'a mut Option<AtOnce>,
    candidate: &SegmentTokens,
    reference: &SegmentTokens,
) -> Option<&'a [[u64; ORDER]]> {
    at_once.as_mut().filter(|_| N <= ORDER)?.claims(candidate, reference)
}

/// The number of claims of each order on a reference. `hits` has an item for each 64 tokens of the candidate, or none: the
/// sets of positions at which correct n-grams end, to which those with a claim are added.
#[inline(always)]
fn claim_in<const N: usize>(
    reference: &SegmentTokens,
    candidate: &SegmentTokens,
    hits: &mut [[u64; MAX_ORDER]],
) -> Result<[u32; N], Undecided> {
    // Only what is frequent is inlined: with all of it, the crate takes almost twice as long to compile.
    match reference.len() {
        0 => Ok([0; N]),
        1..=16 if N <= 4 => claim::<N, 1>(reference, candidate, 1, hits),
        17..=32 if N <= 4 => claim::<N, 1>(reference, candidate, 2, hits),
        33..=48 if N <= 4 => claim::<N, 1>(reference, candidate, 3, hits),
        49..=64 if N <= 4 => claim::<N, 1>(reference, candidate, 4, hits),
        1..=LONGEST => claim_in_long::<N>(reference, candidate, hits),
        _ => Err(Undecided),
    }
}

/// [`claim_in`] for any length of reference.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt")))]
fn claim_in_long<const N: usize>(
    reference: &SegmentTokens,
    candidate: &SegmentTokens,
    hits: &mut [[u64; MAX_ORDER]],
) -> Result<[u32; N], Undecided> {
    match reference.len() {
        1..=16 if N > 4 => claim::<N, 1>(reference, candidate, 1, hits),
        17..=32 if N > 4 => claim::<N, 1>(reference, candidate, 2, hits),
        33..=64 if N > 4 => claim::<N, 1>(reference, candidate, 4, hits),
        65..=128 if N <= 4 => claim::<N, 2>(reference, candidate, 8, hits),
        129..=192 if N <= 4 => claim::<N, 3>(reference, candidate, 12, hits),
        193..=256 if N <= 4 => claim::<N, 4>(reference, candidate, 16, hits),
        len => claim::<N, { LONGEST / 64 }>(reference, candidate, len.div_ceil(LANES), hits),
    }
}

/// [`claim_in`] for a reference of `groups` times [`LANES`] tokens, the last of which may be missing: at most `64 * W`.
#[inline(always)]
fn claim<const N: usize, const W: usize>(
    reference: &SegmentTokens,
    candidate: &SegmentTokens,
    groups: usize,
    hits: &mut [[u64; MAX_ORDER]],
) -> Result<[u32; N], Undecided> {
    let words = groups.div_ceil(64 / LANES).min(W);
    let reference_keys = reference.keys(0, groups * LANES);
    let mut inside = [0; W];
    for (w, word) in inside[..words].iter_mut().enumerate() {
        *word = first_positions(reference.len().saturating_sub(64 * w));
    }
    // Orders are side by side, to be computed together.
    let mut claimed = [[0u64; N]; W];
    let mut ending = [[0u64; N]; W];
    let mut positions = [[0; W]; 64];
    let mut claims = [[0; N]; 64];
    for block in 0..candidate.len().div_ceil(64) {
        let first = 64 * block;
        let mut doubtful = 0u64;
        let count = (candidate.len() - first).min(64);
        let keys = candidate.keys(first, count);
        for (i, (key, positions)) in keys.iter().zip(&mut positions).enumerate() {
            let mut found = reference_keys.find::<W>(key);
            for w in 0..words {
                found[w] &= inside[w];
            }
            *positions = found;
            doubtful |= u64::from(!key.is_exact() & (found != [0; W])) << i;
            let (mut carry, mut claims_now) = ([0; N], [0u64; N]);
            for w in 0..words {
                // Each step for all orders, for vector instructions.
                let mut ends = [found[w]; N];
                for n in 1..N {
                    ends[n] &= ending[w][n - 1] << 1 | carry[n - 1];
                }
                for n in 0..N {
                    carry[n] = ending[w][n] >> 63;
                }
                let mut free = [0; N];
                for n in 0..N {
                    free[n] = ends[n] & !claimed[w][n];
                }
                for n in 0..N {
                    free[n] = if claims_now[n] == 0 { free[n] } else { 0 };
                }
                for n in 0..N {
                    claimed[w][n] |= free[n] & free[n].wrapping_neg();
                }
                for n in 0..N {
                    claims_now[n] |= free[n];
                }
                ending[w] = ends;
            }
            claims[i] = claims_now;
        }
        for i in bits(doubtful) {
            for (w, &word) in positions[i].iter().enumerate() {
                for bit in bits(word) {
                    if !is_same(candidate.bytes(first + i), reference.bytes(64 * w + bit)) {
                        return Err(Undecided);
                    }
                }
            }
        }
        if let Some(hits) = hits.get_mut(block) {
            for (i, claims) in claims[..count].iter().enumerate() {
                for n in 0..N {
                    hits[n] |= u64::from(claims[n] != 0) << i;
                }
            }
        }
    }
    let mut sums = [0; N];
    for claimed in claimed {
        for n in 0..N {
            sums[n] += claimed[n].count_ones();
        }
    }
    Ok(sums)
}
