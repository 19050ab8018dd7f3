//! Claims of long segments, of all tokens at once.
//!
//! With X(i) and E(n, i) as in the module [`bitset`](super::bitset), E(n, i) = X(i) & (X(i - 1) shifted up by one) & (X(i - 2)
//! shifted up by two) and so on. Let S(i) be the set of positions j < i in the candidate with the same token as i, and C(n, i)
//! be made of it as E(n, i) of X: the positions before i at which the candidate has had the n-gram that ends at i. The n-gram
//! has a claim exactly if it has occurred less often in the candidate so far than in the reference: |C(n, i)| < |E(n, i)|.
//!
//! Tokens are numbered first, so that one instruction of AVX-512 compares 64 of them. All else is written for eight tokens
//! side by side, which the compiler makes vector instructions of.

use super::MAX_ORDER;
use super::bitset::{Undecided, WORD};
use super::token_numbers::{MAX_TOKENS, NumberedTokens, TokenNumbers};
use crate::bleu::tokenize::{Block, SegmentTokens};

/// Tokens that are counted together.
const LANES: usize = 8;

/// One word of the set of each token, after `MAX_ORDER - 1` empty ones.
type SetRow = [u64; MAX_ORDER - 1 + MAX_TOKENS + LANES];

/// Finds claims; keeps its memory from one segment to the next.
#[derive(Clone, Debug, Default)]
pub struct LongMatcher {
    numbers: TokenNumbers,
    /// X(i): word w of each is in row w.
    found: Vec<SetRow>,
    /// S(i), and the positions from i on, likewise.
    same: Vec<SetRow>,
    /// Whether only instructions are used that every processor has.
    is_plain: bool,
}

impl LongMatcher {
    /// A matcher by instructions that every processor has.
    #[cfg(any(test, fuzzing))]
    pub fn plain() -> LongMatcher {
        LongMatcher { is_plain: true, ..LongMatcher::default() }
    }

    /// Adds the positions at which n-grams up to order `N` end that have a claim on a reference: for each 64 tokens of the
    /// candidate and each order, a set.
    ///
    /// # Errors
    /// If a text is too long, has too many different tokens, or has two that share a key.
    pub fn claim<const N: usize>(
        &mut self,
        candidate: &SegmentTokens,
        reference: &SegmentTokens,
        hits: &mut [[u64; MAX_ORDER]],
    ) -> Result<(), Undecided> {
        let words = candidate.len().max(reference.len()).div_ceil(WORD);
        if words * WORD > MAX_TOKENS {
            return Err(Undecided);
        }
        if self.found.len() < words {
            self.found.resize(words, [0; _]);
            self.same.resize(words, [0; _]);
        }
        let numbers = self.numbers.number(candidate, reference).ok_or(Undecided)?;
        let len = candidate.len().next_multiple_of(LANES);
        let sets = [&mut self.same[..hits.len()], &mut self.found[..reference.len().div_ceil(WORD)]];
        match self.is_plain {
            true => add_claims_plainly::<N>(len, numbers, sets, hits),
            false => add_claims::<N>(len, numbers, sets, hits),
        }
        Ok(())
    }
}

/// Adds the claims of the first `len` tokens of a candidate, given the numbers of its tokens and of the reference's, and room
/// for the sets S(i) and X(i). Compiled for newer x86-64 processors too; the version is chosen at run time.
#[cfg_attr(
    not(portable),
    multiversion::multiversion(targets(
        "x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq",
        "x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"
    ))
)]
fn add_claims<const N: usize>(
    len: usize,
    numbers: [&NumberedTokens; 2],
    sets: [&mut [SetRow]; 2],
    hits: &mut [[u64; MAX_ORDER]],
) {
    #[cfg(not(portable))]
    multiversion::target::match_target! {
        "x86_64+avx512f+avx512bw" => {
            use crate::bleu::tokenize::avx512;
            add_claims_by::<N>(len, numbers, sets, hits, |a, b| avx512::equal(a, b), |a, b| avx512::less(a, b));
        }
        _ => add_claims_plainly::<N>(len, numbers, sets, hits),
    }
    #[cfg(portable)]
    add_claims_plainly::<N>(len, numbers, sets, hits);
}

/// [`add_claims`], compiled as its caller.
#[inline(always)]
fn add_claims_plainly<const N: usize>(
    len: usize,
    numbers: [&NumberedTokens; 2],
    sets: [&mut [SetRow]; 2],
    hits: &mut [[u64; MAX_ORDER]],
) {
    let equal = |numbers: &[u8; WORD], number| Block::new(numbers).eq(number);
    let less = |a: &[u64; LANES], b: &[u64; LANES]| (0..LANES).fold(0, |mask, i| mask | u8::from(a[i] < b[i]) << i);
    add_claims_by::<N>(len, numbers, sets, hits, equal, less);
}

/// [`add_claims`] by two comparisons: the numbers that equal one, and the lanes in which one count is less than another.
#[inline(always)]
fn add_claims_by<const N: usize>(
    len: usize,
    [own, others]: [&NumberedTokens; 2],
    [same, found]: [&mut [SetRow]; 2],
    hits: &mut [[u64; MAX_ORDER]],
    equal: impl Fn(&[u8; WORD], u8) -> u64,
    less: impl Fn(&[u64; LANES], &[u64; LANES]) -> u8,
) {
    for (rows, numbers) in [(&mut *found, others), (&mut *same, own)] {
        for (row, &numbers) in rows.iter_mut().zip(numbers.as_chunks().0) {
            for (set, &own) in row[MAX_ORDER - 1..].iter_mut().zip(&own[..len]) {
                *set = equal(&numbers, own);
            }
        }
    }
    for (word, hits) in hits.iter_mut().enumerate() {
        let mut masks = [[0; WORD / LANES]; N];
        for (i, first) in (WORD * word..len).step_by(LANES).take(WORD / LANES).enumerate() {
            let reference_occurrences = occurrences::<N>(found, first, usize::MAX);
            let before = occurrences::<N>(&same[..=word], first, first);
            for n in 0..N {
                masks[n][i] = less(&before[n], &reference_occurrences[n]);
            }
        }
        for n in 0..N {
            hits[n] |= u64::from_le_bytes(masks[n]);
        }
    }
}

/// The number of occurrences of the n-grams that end at each of eight tokens, for each order. With `limit`, which is the first
/// of these tokens, only occurrences before each token count.
#[inline(always)]
fn occurrences<const N: usize>(sets: &[SetRow], first: usize, limit: usize) -> [[u64; LANES]; N] {
    let (mut counts, mut below) = ([[0; LANES]; N], [[0; LANES]; N]);
    for (word, row) in sets.iter().enumerate() {
        let eight = |n: usize| *row[MAX_ORDER - 1 - n + first..].first_chunk::<LANES>().expect("room for all lanes");
        let mut ends = eight(0);
        if word == limit / WORD {
            for (i, ends) in ends.iter_mut().enumerate() {
                *ends &= (1 << ((limit + i) % WORD)) - 1;
            }
        }
        for i in 0..LANES {
            counts[0][i] += u64::from(ends[i].count_ones());
        }
        for n in 1..N {
            let before = eight(n);
            for i in 0..LANES {
                ends[i] &= before[i] << n | below[n][i] >> (WORD - n);
            }
            for i in 0..LANES {
                counts[n][i] += u64::from(ends[i].count_ones());
            }
            below[n] = before;
        }
    }
    counts
}
