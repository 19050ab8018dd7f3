//! The hot loops by AVX-512.

use super::scan::{Positions, Spans, WhiteBytes, scan_with};
use super::simd::WIDTH;
use super::v13a;
use bytemuck::cast;
use std::arch::x86_64::*;

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
    let [low, high]: [__m512i; 2] = cast(CLASSES);
    let classify = |bytes: &[u8; WIDTH]| {
        let block: __m512i = cast(*bytes);
        let wide = _mm512_movepi8_mask(block);
        let classes = _mm512_maskz_permutex2var_epi8(!wide, low, block, high);
        let of = |class: u8| _mm512_test_epi8_mask(classes, _mm512_set1_epi8(class as i8));
        let is = |byte: u8| _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(byte as i8));
        let leads = is(0xC2) | is(0xE1) | is(0xE2) | is(0xE3) & (is(0x80) >> 1 | 1 << 63);
        (
            WhiteBytes { ascii: of(WHITE), leads, newline: of(NEWLINE) },
            v13a::Classes { digit: of(DIGIT), point: of(POINT), dash: of(DASH), symbol: of(SYMBOL) },
        )
    };
    let extend = |positions: &mut Positions, offset: u32, mask: u64| {
        let room = positions.room(mask);
        let left: [__m128i; 4] = cast(_mm512_maskz_compress_epi8(mask, cast(FIRST)));
        let count = mask.count_ones() as usize;
        for (i, sixteen) in room.as_chunks_mut::<16>().0.iter_mut().enumerate() {
            *sixteen = cast(_mm512_add_epi32(_mm512_cvtepu8_epi32(left[i]), _mm512_set1_epi32(offset as i32)));
            if i > 0 && count <= 16 * (i + 1) {
                break;
            }
        }
    };
    let mut rule = v13a::Rule::default();
    scan_with(text, spans, classify, extend, |view, classes| rule.breaks_of(view, classes, 0));
}

/// The numbers of bytes.
const FIRST: [u8; WIDTH] = {
    let mut numbers = [0; WIDTH];
    let mut i = 0;
    while i < WIDTH {
        numbers[i] = i as u8;
        i += 1;
    }
    numbers
};
