//! Claims of a short candidate on a short reference, of all its tokens at once, by AVX-512.
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
#[derive(Debug)]
pub enum AtOnce {}

#[cfg(not(all(target_arch = "x86_64", not(portable))))]
impl AtOnce {
    pub fn if_available() -> Option<AtOnce> {
        None
    }

    pub fn claims(&mut self, _: SegmentTokens, _: SegmentTokens) -> Option<[u64; ORDER]> {
        match *self {}
    }
}

#[cfg(all(target_arch = "x86_64", not(portable)))]
mod avx512 {
    use super::ORDER;
    use crate::ngram::bitset::{first_positions, is_same};
    use crate::tokenize::{LANES, SegmentTokens, bits};
    use bytemuck::cast;
    use std::arch::x86_64::*;
    use std::array::from_fn;

    /// Largest number of tokens of a candidate or reference.
    const LONGEST: usize = 64;

    /// Sets of positions: one for each token, after `ORDER - 1` empty ones, with room to fill the last vector.
    type Sets = [u64; ORDER - 1 + LONGEST + 8];

    /// Finds claims; keeps its memory from one segment to the next.
    #[derive(Debug)]
    pub struct AtOnce {
        /// X(i).
        found: Sets,
        /// S(i).
        earlier: Sets,
    }

    impl AtOnce {
        /// `None` if the processor does not have the instructions.
        pub fn if_available() -> Option<AtOnce> {
            let is_available = std::arch::is_x86_feature_detected!("avx512vpopcntdq");
            is_available.then_some(AtOnce { found: [0; _], earlier: [0; _] })
        }

        /// The sets of positions at which n-grams of the candidate end that have a claim on the reference, for each order.
        /// `None` if one of them is too long, or if two different tokens share a key.
        #[inline(always)]
        pub fn claims(&mut self, candidate: SegmentTokens, reference: SegmentTokens) -> Option<[u64; ORDER]> {
            let is_short = candidate.len().max(reference.len()) <= LONGEST;
            if is_short { dispatch(self, &candidate, &reference) } else { None }
        }
    }

    /// Not inlined, since other code is slower with these instructions.
    #[multiversion::multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt+avx512f+avx512bw+avx512vl+avx512vpopcntdq"))]
    fn dispatch(sets: &mut AtOnce, candidate: &SegmentTokens, reference: &SegmentTokens) -> Option<[u64; ORDER]> {
        multiversion::target::match_target! {
            "x86_64+avx512f+avx512vpopcntdq" => claims(sets, candidate, reference),
            _ => {
                let (_, _, _) = (sets, candidate, reference);
                None
            }
        }
    }

    /// See [`AtOnce::claims`], of at most 64 tokens each.
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vpopcntdq")]
    fn claims(sets: &mut AtOnce, candidate: &SegmentTokens, reference: &SegmentTokens) -> Option<[u64; ORDER]> {
        match reference.len() {
            0..=16 => fill::<1>(sets, candidate, reference)?,
            17..=32 => fill::<2>(sets, candidate, reference)?,
            _ => fill::<4>(sets, candidate, reference)?,
        }
        let mut claims = [0; ORDER];
        for first in (0..candidate.len()).step_by(8) {
            let eight = |sets: &Sets, n: usize| -> __m512i {
                cast(*sets[ORDER - 1 - n + first..].first_chunk::<8>().expect("eight sets"))
            };
            let (mut found, mut earlier) = (eight(&sets.found, 0), eight(&sets.earlier, 0));
            for (n, claims) in claims.iter_mut().enumerate() {
                if n > 0 {
                    let by = _mm512_set1_epi64(n as i64);
                    found = _mm512_and_epi64(found, _mm512_sllv_epi64(eight(&sets.found, n), by));
                    earlier = _mm512_and_epi64(earlier, _mm512_sllv_epi64(eight(&sets.earlier, n), by));
                }
                let less = _mm512_cmplt_epu64_mask(_mm512_popcnt_epi64(earlier), _mm512_popcnt_epi64(found));
                *claims |= u64::from(less) << first;
            }
        }
        Some(claims)
    }

    /// Fills the sets of the tokens, and further ones up to the end of a vector with zeros. The reference has at most
    /// `GROUPS` groups of tokens.
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vpopcntdq")]
    #[inline]
    fn fill<const GROUPS: usize>(
        sets: &mut AtOnce,
        candidate: &SegmentTokens,
        reference: &SegmentTokens,
    ) -> Option<()> {
        let (keys, own) = (reference.keys(0, GROUPS * LANES), candidate.keys(0, candidate.len()));
        let group = |half: &[i32], group: usize| -> __m512i {
            cast(*half[LANES * group..].first_chunk::<LANES>().expect("a group"))
        };
        let low: [__m512i; GROUPS] = from_fn(|g| group(keys.low, g));
        let high: [__m512i; GROUPS] = from_fn(|g| group(keys.high, g));
        let inside = first_positions(reference.len());
        let (found, earlier) = (&mut sets.found[ORDER - 1..], &mut sets.earlier[ORDER - 1..]);
        // The first position at which the reference has each token: the same for equal tokens.
        let mut places = [0; LONGEST];
        let mut doubtful = 0;
        for (i, (&own_low, &own_high)) in own.low.iter().zip(own.high).enumerate() {
            let (key_low, key_high) = (_mm512_set1_epi32(own_low), _mm512_set1_epi32(own_high));
            let mut equal = 0;
            for g in 0..GROUPS {
                let mask = _mm512_cmpeq_epi32_mask(low[g], key_low);
                equal |= u64::from(_mm512_mask_cmpeq_epi32_mask(mask, high[g], key_high)) << (LANES * g);
            }
            equal &= inside;
            found[i % LONGEST] = equal;
            places[i % LONGEST] = equal.trailing_zeros() as i8;
            doubtful |= u64::from((own_high < 0) & (equal != 0)) << i;
        }
        *found[own.low.len()..].first_chunk_mut().expect("eight more sets") = [0; 8];
        for i in bits(doubtful) {
            for j in bits(found[i]) {
                if !is_same(candidate.bytes(i), reference.bytes(j)) {
                    return None;
                }
            }
        }
        let all: __m512i = cast(places);
        for (i, earlier) in earlier[..own.low.len()].iter_mut().enumerate() {
            *earlier = _bzhi_u64(_mm512_cmpeq_epi8_mask(all, _mm512_set1_epi8(places[i % LONGEST])), i as u32);
        }
        Some(())
    }
}
