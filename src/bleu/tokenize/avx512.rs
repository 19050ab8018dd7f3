//! The hot loops by AVX-512.

use super::key::Key;
use super::key::{FACTORS, LONG};
use super::scan::{Positions, WhiteBytes, scan_with};
use super::scan::{Spans, View};
use super::simd::WIDTH;
use super::{key, v13a};
use bytemuck::cast;
use std::arch::x86_64::{
    __m128i, __m512i, _mm256_set1_epi32, _mm256_sub_epi32, _mm512_add_epi8, _mm512_add_epi32, _mm512_add_epi64,
    _mm512_andnot_epi64, _mm512_cmpeq_epi8_mask, _mm512_cmpgt_epu64_mask, _mm512_cmplt_epu64_mask,
    _mm512_cvtepu8_epi32, _mm512_cvtepu32_epi64, _mm512_mask_blend_epi64, _mm512_maskz_compress_epi8,
    _mm512_maskz_permutex2var_epi8, _mm512_max_epu64, _mm512_movepi8_mask, _mm512_mullo_epi64, _mm512_or_epi64,
    _mm512_permutex2var_epi8, _mm512_rol_epi64, _mm512_set1_epi8, _mm512_set1_epi32, _mm512_set1_epi64,
    _mm512_shuffle_epi8, _mm512_slli_epi64, _mm512_sllv_epi64, _mm512_sub_epi64, _mm512_test_epi8_mask,
    _mm512_xor_epi64,
};

/// Classes of ASCII, one bit each.
const WHITE: u8 = 1;
const NEWLINE: u8 = 2;
const DIGIT: u8 = 4;
const POINT: u8 = 8;
const DASH: u8 = 16;
const SYMBOL: u8 = 32;

const CLASSES: [u8; 128] = {
    let mut classes = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte as usize] = match byte {
            b'\n' => WHITE | NEWLINE,
            0x09..=0x0D | 0x1C..=0x20 => WHITE,
            b'0'..=b'9' => DIGIT,
            b'.' | b',' => POINT,
            b'-' => DASH,
            b'\'' | b'A'..=b'Z' | b'a'..=b'z' => 0,
            b'!'..=b'~' => SYMBOL,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// Splits by the rule of 13a.
#[target_feature(enable = "avx,avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
pub fn split_13a(text: &str, spans: &mut Spans) {
    let mut rule = v13a::Rule::default();
    let classify = |bytes: &[u8; WIDTH]| {
        let (white, classes) = classify(bytes);
        let of = |class: u8| _mm512_test_epi8_mask(classes, _mm512_set1_epi8(class as i8));
        (white, v13a::Classes { digit: of(DIGIT), point: of(POINT), dash: of(DASH), symbol: of(SYMBOL) })
    };
    scan_with(
        text,
        spans,
        classify,
        |positions, offset, mask| extend(positions, offset, mask),
        |view, classes| rule.breaks_of(view, classes, 0),
    );
}

/// [`scan`](super::scan::scan).
#[target_feature(enable = "avx,avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
#[inline]
pub fn scan(text: &str, spans: &mut Spans, rule: impl FnMut(&View) -> u64) {
    let mut rule = rule;
    let classify = |bytes: &[u8; WIDTH]| (classify(bytes).0, ());
    scan_with(text, spans, classify, |positions, offset, mask| extend(positions, offset, mask), |view, ()| rule(view));
}

/// The white space in a block, and the classes of its bytes.
#[target_feature(enable = "avx,avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
#[inline]
fn classify(bytes: &[u8; WIDTH]) -> (WhiteBytes, __m512i) {
    let [low, high]: [__m512i; 2] = cast(CLASSES);
    let block: __m512i = cast(*bytes);
    let wide = _mm512_movepi8_mask(block);
    let classes = _mm512_maskz_permutex2var_epi8(!wide, low, block, high);
    let of = |class: u8| _mm512_test_epi8_mask(classes, _mm512_set1_epi8(class as i8));
    let is = |byte: u8| _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(byte as i8));
    let leads = is(0xC2) | is(0xE1) | is(0xE2) | is(0xE3) & (is(0x80) >> 1 | 1 << 63);
    (WhiteBytes { ascii: of(WHITE), leads, newline: of(NEWLINE) }, classes)
}

/// Adds `offset` plus the position of each set bit.
#[target_feature(enable = "avx,avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
#[inline]
fn extend(positions: &mut Positions, offset: u32, mask: u64) {
    let room = positions.room(mask);
    let numbers: [u8; WIDTH] = std::array::from_fn(|i| i as u8);
    let left: [__m128i; 4] = cast(_mm512_maskz_compress_epi8(mask, cast(numbers)));
    let count = mask.count_ones() as usize;
    for (i, sixteen) in room.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        *sixteen = cast(_mm512_add_epi32(_mm512_cvtepu8_epi32(left[i]), _mm512_set1_epi32(offset as i32)));
        if i > 0 && count <= 16 * (i + 1) {
            break;
        }
    }
}

/// Fills in the keys of tokens.
#[target_feature(enable = "avx,avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")]
pub fn fill_keys(text: &[u8], spans: &Spans, keys: &mut Vec<Key>) {
    // Where the text ends, zeros follow: a sentence may be no longer than what is read at once.
    let begin = text.len().saturating_sub(NEAR);
    let mut end = [0; 2 * NEAR];
    end[..text.len() - begin].copy_from_slice(&text[begin..]);
    key::fill(keys, spans.starts(), spans.ends(), |starts, ends| {
        let (starts_of_eight, ends_of_eight) = (starts.as_chunks().0, ends.as_chunks().0);
        let near = |first: u32| match text.get(first as usize..)?.first_chunk() {
            None => end.get(first as usize - begin..)?.first_chunk(),
            near => near,
        };
        let keys = |i: usize| eight_keys(near(starts_of_eight[i][0])?, &starts_of_eight[i], &ends_of_eight[i]);
        let (low, high) = (keys(0), keys(1));
        match (low, high) {
            (Some(low), Some(high)) => cast::<_, [u64; key::LANES]>([low, high]).map(Key),
            _ => key::group(text, starts, ends),
        }
    });
}

/// Number of bytes in which eight tokens are near each other.
const NEAR: usize = 2 * WIDTH;

/// The keys of eight tokens, given the bytes from the first on, if they are near each other, by the definition of [`Key::new`].
#[target_feature(enable = "avx,avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")]
#[inline]
fn eight_keys(near: &[u8; NEAR], starts: &[u32; 8], ends: &[u32; 8]) -> Option<__m512i> {
    let near: [__m512i; 2] = cast(*near);
    let from_first = |positions: &[u32; 8]| {
        let distances = _mm256_sub_epi32(cast(*positions), _mm256_set1_epi32(starts[0] as i32));
        _mm512_cvtepu32_epi64(distances)
    };
    let (start, end) = (from_first(starts), from_first(ends));
    let (eight, width) = (_mm512_set1_epi64(8), _mm512_set1_epi64(NEAR as i64));
    let len = _mm512_sub_epi64(end, start);
    let last = _mm512_max_epu64(end, _mm512_add_epi64(start, eight));
    if _mm512_cmpgt_epu64_mask(last, width) != 0 {
        return None;
    }
    // The eight bytes at each position: the position is copied to eight bytes, to which their distances are added.
    let bytes_at = |position: __m512i| {
        let copied = _mm512_shuffle_epi8(position, cast([[[0u8; 8], [8; 8]]; 4]));
        _mm512_permutex2var_epi8(near[0], _mm512_add_epi8(copied, cast([[0u8, 1, 2, 3, 4, 5, 6, 7]; 8])), near[1])
    };
    let head = bytes_at(start);
    let tail = bytes_at(_mm512_sub_epi64(last, eight));
    let beyond = _mm512_sllv_epi64(_mm512_set1_epi64(-1), _mm512_slli_epi64::<3>(len));
    let short = _mm512_or_epi64(_mm512_andnot_epi64(beyond, head), _mm512_slli_epi64::<56>(len));
    let times = |bytes: __m512i, factor: u64| _mm512_mullo_epi64(bytes, _mm512_set1_epi64(factor as i64));
    let mixed = _mm512_xor_epi64(times(head, FACTORS[0]), _mm512_rol_epi64::<32>(times(tail, FACTORS[1])));
    let long = _mm512_or_epi64(_mm512_add_epi64(mixed, len), _mm512_set1_epi64(LONG as i64));
    Some(_mm512_mask_blend_epi64(_mm512_cmplt_epu64_mask(len, eight), long, short))
}

/// A mask of the numbers that equal `number`.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
pub fn equal(numbers: &[u8; WIDTH], number: u8) -> u64 {
    _mm512_cmpeq_epi8_mask(cast(*numbers), _mm512_set1_epi8(number as i8))
}

/// A mask of the lanes in which `a` is less than `b`.
#[target_feature(enable = "avx512f")]
#[inline]
pub fn less(a: &[u64; 8], b: &[u64; 8]) -> u8 {
    _mm512_cmplt_epu64_mask(cast(*a), cast(*b))
}
