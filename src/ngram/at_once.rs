//! Claims of a candidate on a reference, of all its tokens at once, by AVX-512.
//!
//! With X(i) and E(n, i) as in the module `bitset`, E(n, i) = X(i) & (X(i - 1) shifted up by one) & (X(i - 2) shifted up by
//! two) and so on. Let S(i) be the set of positions j < i in the candidate with the same token as i, and C(n, i) be made
//! of it as E(n, i) of X: the positions before i at which the candidate has had the n-gram that ends at i. The n-gram has
//! a claim exactly if it has occurred less often in the candidate so far than in the reference: |C(n, i)| < |E(n, i)|.

#[cfg(not(all(target_arch = "x86_64", not(portable))))]
use crate::tokenize::SegmentTokens;
#[cfg(all(target_arch = "x86_64", not(portable)))]
pub use avx512::AtOnce;

/// Longest n-grams.
pub const ORDER: usize = 4;

/// Other processors do not have the instructions.
#[cfg(not(all(target_arch = "x86_64", not(portable))))]
#[derive(Clone, Debug)]
pub enum AtOnce {}

#[cfg(not(all(target_arch = "x86_64", not(portable))))]
impl AtOnce {
    pub fn if_available() -> Option<AtOnce> {
        None
    }

    pub fn claims(&mut self, _: &SegmentTokens, _: &SegmentTokens) -> Option<&[[u64; ORDER]]> {
        match *self {}
    }
}

#[cfg(all(target_arch = "x86_64", not(portable)))]
mod avx512 {
    use super::ORDER;
    use crate::ngram::token_numbers::{MAX_TOKENS, NumberedTokens, TokenNumbers};
    use crate::tokenize::{LANES, NO_HIGH_HALF, SegmentTokens, bits, first_positions, is_same};
    use bytemuck::cast;
    use std::arch::x86_64::*;

    /// Positions per word of a set.
    const WORD: usize = 64;

    /// One word of the set of each token, after `ORDER - 1` empty ones, with room to fill the last vector.
    type SetRow = [u64; ORDER - 1 + MAX_TOKENS + 8];

    /// Finds claims; keeps its memory from one segment to the next.
    #[derive(Clone, Debug, Default)]
    pub struct AtOnce {
        /// X(i): word w of each is in row w.
        found: Vec<SetRow>,
        /// S(i), and the positions from i on, likewise.
        same: Vec<SetRow>,
        numbers: TokenNumbers,
        /// For each word of positions in the candidate and each order, the set of those at which n-grams end that have a
        /// claim.
        claims: [[u64; ORDER]; MAX_TOKENS / WORD],
    }

    impl AtOnce {
        /// `None` if the processor does not have the instructions.
        pub fn if_available() -> Option<AtOnce> {
            let is_available = std::arch::is_x86_feature_detected!("avx512vbmi2")
                && std::arch::is_x86_feature_detected!("avx512vpopcntdq");
            is_available.then(AtOnce::default)
        }

        /// For each word of positions in the candidate and each order, the set of those at which n-grams end that have a
        /// claim on the reference. `None` if one of the two is too long, or if two different tokens share a key.
        #[inline(always)]
        pub fn claims(&mut self, candidate: &SegmentTokens, reference: &SegmentTokens) -> Option<&[[u64; ORDER]]> {
            let longest = candidate.len().max(reference.len());
            let rows = longest.div_ceil(WORD).max(1);
            if longest > MAX_TOKENS {
                return None;
            }
            if self.found.len() < rows {
                self.found.resize(rows, [0; _]);
                self.same.resize(rows, [0; _]);
            }
            dispatch(self, candidate, reference).then(|| &self.claims[..candidate.len().div_ceil(WORD)])
        }
    }

    /// Not inlined, since other code is slower with these instructions.
    #[multiversion::multiversion(targets(
        "x86_64+bmi1+bmi2+lzcnt+popcnt+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq"
    ))]
    fn dispatch(sets: &mut AtOnce, candidate: &SegmentTokens, reference: &SegmentTokens) -> bool {
        multiversion::target::match_target! {
            "x86_64+avx512f+avx512vbmi2+avx512vpopcntdq" => claims(sets, candidate, reference).is_some(),
            _ => {
                let (_, _, _) = (sets, candidate, reference);
                false
            }
        }
    }

    /// See [`AtOnce::claims`].
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
    )]
    fn claims(sets: &mut AtOnce, candidate: &SegmentTokens, reference: &SegmentTokens) -> Option<()> {
        match candidate.len().max(reference.len()) {
            ..=WORD => match reference.len() {
                0..=16 => fill::<1>(sets, candidate, reference)?,
                17..=32 => fill::<2>(sets, candidate, reference)?,
                _ => fill::<4>(sets, candidate, reference)?,
            },
            _ => fill_long(sets, candidate, reference)?,
        }
        let words = reference.len().div_ceil(WORD);
        let firsts = (0..candidate.len()).step_by(WORD);
        for (word, (first, claims)) in firsts.zip(&mut sets.claims).enumerate() {
            let tokens = (candidate.len() - first).min(WORD);
            let mut less = [[0u8; WORD / 8]; ORDER];
            for i in (0..tokens).step_by(8) {
                let found = occurrences(&sets.found, first + i, words, _mm512_set1_epi64(-1));
                let from_own = _mm512_sllv_epi64(_mm512_set1_epi64(-1 << i), _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
                let before = _mm512_andnot_epi64(from_own, _mm512_set1_epi64(-1));
                let earlier = occurrences(&sets.same, first + i, word + 1, before);
                for n in 0..ORDER {
                    less[n][i / 8] = _mm512_cmplt_epu64_mask(earlier[n], found[n]);
                }
            }
            for n in 0..ORDER {
                claims[n] = u64::from_le_bytes(less[n]) & first_positions(tokens);
            }
        }
        Some(())
    }

    /// The number of occurrences of the n-grams that end at each of eight tokens, for each order, by the first `words`
    /// words of the sets; of the last one only the positions in `inside` count.
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
    )]
    #[inline]
    fn occurrences(sets: &[SetRow], first: usize, words: usize, inside: __m512i) -> [__m512i; ORDER] {
        let mut counts = [_mm512_setzero_si512(); ORDER];
        let mut below = [_mm512_setzero_si512(); ORDER];
        for (w, row) in sets[..words].iter().enumerate() {
            let eight =
                |n: usize| -> __m512i { cast(*row[ORDER - 1 - n + first..].first_chunk::<8>().expect("eight sets")) };
            let mut ends = eight(0);
            if w + 1 == words {
                ends = _mm512_and_epi64(ends, inside);
            }
            counts[0] = _mm512_add_epi64(counts[0], _mm512_popcnt_epi64(ends));
            for n in 1..ORDER {
                let (before, by) = (eight(n), _mm512_set1_epi64(n as i64));
                ends = _mm512_and_epi64(ends, _mm512_shldv_epi64(before, below[n], by));
                counts[n] = _mm512_add_epi64(counts[n], _mm512_popcnt_epi64(ends));
                below[n] = before;
            }
        }
        counts
    }

    /// Fills the sets of tokens by their numbers.
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
    )]
    #[inline]
    fn fill_long(sets: &mut AtOnce, candidate: &SegmentTokens, reference: &SegmentTokens) -> Option<()> {
        let [own, others] = sets.numbers.number(candidate, reference)?;
        let fill = |sets: &mut [SetRow], numbers: &NumberedTokens, len: usize| {
            let words = numbers.as_chunks::<WORD>().0[..len.div_ceil(WORD)].iter();
            for ((w, numbers), row) in words.enumerate().zip(sets) {
                let (numbers, inside) = (cast(*numbers), first_positions(len - WORD * w));
                for (&own, word) in own[..candidate.len()].iter().zip(&mut row[ORDER - 1..]) {
                    *word = _mm512_mask_cmpeq_epi8_mask(inside, numbers, _mm512_set1_epi8(own as i8));
                }
            }
        };
        fill(&mut sets.found, others, reference.len());
        fill(&mut sets.same, own, candidate.len());
        Some(())
    }

    /// Fills the sets of tokens of which there are no more than positions in a word. The reference has at most `GROUPS`
    /// groups of tokens.
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
    )]
    #[inline]
    fn fill<const GROUPS: usize>(
        sets: &mut AtOnce,
        candidate: &SegmentTokens,
        reference: &SegmentTokens,
    ) -> Option<()> {
        let group = |half: &[i32], group: usize| -> __m512i {
            cast(*half[LANES * group..].first_chunk::<LANES>().expect("a group"))
        };
        let keys = reference.keys(0, GROUPS * LANES);
        let (mut low, mut high) = ([_mm512_setzero_si512(); GROUPS], [_mm512_set1_epi32(NO_HIGH_HALF); GROUPS]);
        for g in 0..GROUPS {
            low[g] = group(keys.low, g);
            // After the reference come keys of other tokens.
            let inside = first_positions(reference.len()) >> (LANES * g);
            high[g] = _mm512_mask_mov_epi32(high[g], inside as u16, group(keys.high, g));
        }
        let (found, same) = (&mut sets.found[0][ORDER - 1..], &mut sets.same[0][ORDER - 1..]);
        let own = candidate.keys(0, candidate.len().next_multiple_of(LANES));
        for ((&own_low, &own_high), found) in own.low.iter().zip(own.high).zip(&mut *found) {
            let (key_low, key_high) = (_mm512_set1_epi32(own_low), _mm512_set1_epi32(own_high));
            let mut equal = 0;
            for g in 0..GROUPS {
                let mask = _mm512_cmpeq_epi32_mask(low[g], key_low);
                equal |= u64::from(_mm512_mask_cmpeq_epi32_mask(mask, high[g], key_high)) << (LANES * g);
            }
            *found = equal;
        }
        // The first position at which the reference has each token: the same for equal tokens.
        let mut places = [[0u8; 8]; WORD / 8];
        let (mut doubtful, sixty_three) = (0, _mm512_set1_epi64(63));
        for (i, (sets, places)) in found.as_chunks::<8>().0.iter().zip(&mut places).enumerate().take(own.low.len() / 8)
        {
            let sets: __m512i = cast(*sets);
            let lowest = _mm512_and_epi64(sets, _mm512_sub_epi64(_mm512_setzero_si512(), sets));
            let place = _mm512_sub_epi64(sixty_three, _mm512_lzcnt_epi64(lowest));
            *places = cast(_mm_cvtsi128_si64(_mm512_cvtepi64_epi8(place)));
            let high: __m256i = cast(*own.high[8 * i..].first_chunk::<8>().expect("half a group"));
            let is_long = _mm256_movepi32_mask(high);
            doubtful |= u64::from(is_long & _mm512_test_epi64_mask(sets, sets)) << (8 * i);
        }
        for i in bits(doubtful & first_positions(candidate.len())) {
            for j in bits(found[i]) {
                if !is_same(candidate.bytes(i), reference.bytes(j)) {
                    return None;
                }
            }
        }
        let all: __m512i = cast(places);
        for (place, same) in places.as_flattened()[..candidate.len()].iter().zip(same) {
            *same = _mm512_cmpeq_epi8_mask(all, _mm512_set1_epi8(*place as i8));
        }
        Some(())
    }
}
