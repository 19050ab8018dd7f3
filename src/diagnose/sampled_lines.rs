//! The characters of some lines, and those that they begin and end with, by which a line and its translation are alike.

use super::garbled_lines::garblings;
use super::line_shape::MAX_SHAPES;
use super::scripts::is_letter;
use crate::lines::not_ascii;
use crate::tokenize::bits;
use crate::what_if::is_punctuation;
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::ops::AddAssign;

/// Number of classes of characters: each ASCII character has one of its own, others share them, ideographs the last ones.
const CLASSES: usize = 512;
const ASCII: usize = 128;
const KANA: usize = 383;
const IDEOGRAPHS: usize = 384;

/// Number of all features of a line: its characters, its first one and its last one.
const FEATURES: usize = CLASSES + 2 * ASCII;

/// Features in place of control characters at an end: of a line without marks, whose difference counts half, since
/// headings need no final mark, and of a line that is garbled in each way, which counts more.
const NO_MARK: usize = CLASSES + ASCII + 1;
const GARBLED: usize = NO_MARK + 1;
const END_OF_GARBLED: usize = CLASSES + ASCII + 0x1F;
const WEIGHT_OF_NO_MARK: f64 = 0.5;
const WEIGHT_OF_GARBLED: f64 = 1.5;

/// Minimum difference of the numbers of lines that have a feature in one text only, by McNemar's test (chi-squared), and
/// minimum sum of what exceeds chance. Good translations stay below both. A fault is on one side, so that one of the numbers is
/// this many times the other, unless that is small; a style is on both, and so are words.
const MIN_RATIO: f64 = 5.0;
const MIN_RATIO_OF_WORDS: f64 = 8.0;
const MIN_DIFFERENCE: f64 = 8.0;
const MIN_SUM: f64 = 30.0;
const BY_CHANCE: f64 = 4.0;

/// Number of lines that these are for: of more lines, a style has a difference in proportion.
const LINES: f64 = 200.0;

/// Characters that good translations differ in: quotes, dashes and other marks that a style decides.
const STYLE: &str = ".;\"'-–—„“”‘’«»‹›…、，．！？（）：；「」『』,\u{A0}\u{202F}\u{3000}";

/// Number of characters that lines have in common at an end, with one `0` for each number; fewer if these are not ASCII. Number of
/// those by which the ends of their counterparts are compared.
const COMMON_END: usize = 12;
const COMMON_END_OF_OTHERS: usize = 10;
const OTHER_END: usize = 3;

/// Minimum number of lines with a common end: this many, one in so many, and so many times as on the other side. One counterpart
/// in this many, at most, has the same end as another: the translation of a phrase is a phrase.
const MIN_COMMON_ENDS: u32 = 4;
const LINES_PER_COMMON_END: u32 = 40;
const MIN_FACTOR: u32 = 4;
const PART_OF_COUNTERPARTS: u32 = 2;

/// Minimum number of lines that repeat the line before.
const MIN_REPEATS: usize = 5;

/// Minimum number of lines with other numbers than their counterparts.
const MIN_OTHER_NUMBERS: usize = 20;

/// Facts about lines; empty lines have no features.
#[derive(Clone, Debug, Default)]
pub struct SampledLines(Vec<Line>);

#[derive(Clone, Debug, Default, PartialEq)]
struct Line {
    features: Features,
    /// The digits that it has, as bits.
    digits: u16,
    /// Of the beginning and the end, hashes of some characters and of fewer; 0 if there are not as many.
    ends: [[u64; 2]; 2],
}

/// The set of features of a line, as bits.
type Features = [u64; FEATURES / 64];

impl SampledLines {
    /// Adds a line.
    pub fn add(&mut self, line: &str) {
        let mut features = [0; FEATURES / 64];
        let mut add = |feature: usize| features[feature / 64] |= 1 << (feature % 64);
        let line = line.trim();
        let contains = |is: fn(char) -> bool| !line.is_ascii() && line.contains(is);
        let is_japanese = contains(|c| matches!(c, '\u{3041}'..='\u{3096}'));
        let is_of_other_script = contains(|c| c >= '\u{370}' && is_letter(c));
        // Names in another script may be translated or not, and set apart or not.
        let is_name = |c: char| is_of_other_script && c.is_ascii_alphabetic();
        let has_spaces = !is_japanese && !contains(is_ideograph);
        let of_ascii = line.bytes().filter(|byte| byte.is_ascii() && !is_name(char::from(*byte)));
        let of_ascii = of_ascii.filter(|byte| has_spaces || *byte != b' ');
        of_ascii.for_each(|byte| add(usize::from(CLASS_OF_ASCII[usize::from(byte)])));
        for (_, c) in not_ascii(line) {
            add(class(if is_japanese && is_ideograph(c) { 'あ' } else { c }));
        }
        line.chars().next().filter(|c| !is_name(*c)).into_iter().for_each(|c| add(CLASSES + kind(c)));
        // Lines may end without a final mark.
        let last = line.chars().next_back().filter(|c| !c.is_alphabetic() && !matches!(c, '.' | '。'));
        last.into_iter().for_each(|c| add(CLASSES + ASCII + kind(c)));
        let has_mark = line.bytes().any(|byte| byte.is_ascii_punctuation());
        if !has_mark && !not_ascii(line).any(|(_, c)| is_punctuation(c)) {
            add(NO_MARK);
        }
        garblings(line).for_each(|garbling| add(GARBLED + garbling));
        let digit = |byte: u8| if byte.is_ascii_digit() { 1 << (byte - b'0') } else { 0 };
        let digits = line.bytes().fold(0, |digits, byte| digits | digit(byte));
        self.0.push(Line { features, digits, ends: [ends_of(line.chars()), ends_of(line.chars().rev())] });
    }

    /// Whether the lines have other features than a text in the same language.
    pub fn differ_from(&self, other: &SampledLines) -> bool {
        let mut alone = [[0u32; FEATURES]; 2];
        let is_empty = |line: &Line| line.features.iter().all(|word| *word == 0);
        let mut pairs = 0.0;
        for (one, other) in self.0.iter().zip(&other.0).filter(|(one, other)| !is_empty(one) && !is_empty(other)) {
            pairs += 1.0;
            for (word, (one, other)) in one.features.iter().zip(other.features).enumerate() {
                for (counts, only) in alone.iter_mut().zip([one & !other, other & !one]) {
                    bits(only).for_each(|bit| counts[64 * word + bit] += 1);
                }
            }
        }
        for counts in &mut alone {
            for c in STYLE.chars() {
                for feature in [class(c), CLASSES + kind(c), CLASSES + ASCII + kind(c)] {
                    counts[feature] = 0;
                }
            }
        }
        let difference = |feature: usize| {
            let [one, other] = alone.each_ref().map(|counts| f64::from(counts[feature]));
            let ratio = if feature < IDEOGRAPHS { MIN_RATIO } else { MIN_RATIO_OF_WORDS };
            let weight = match feature {
                NO_MARK => WEIGHT_OF_NO_MARK,
                GARBLED..=END_OF_GARBLED => WEIGHT_OF_GARBLED,
                _ => 1.0,
            };
            let is_fault = one.min(other) < BY_CHANCE || one.max(other) >= ratio * one.min(other);
            let chi_squared = (one - other).powi(2) / (one + other).max(1.0);
            if is_fault { chi_squared * weight * (LINES / pairs).min(1.0) } else { 0.0 }
        };
        let differences: Vec<f64> = (0..FEATURES).map(difference).collect();
        let excess = differences.iter().map(|difference| (difference - BY_CHANCE).max(0.0));
        excess.sum::<f64>() >= MIN_SUM || differences.iter().any(|difference| *difference >= MIN_DIFFERENCE)
    }
}

impl SampledLines {
    /// Whether most lines with numbers have other numbers than their counterparts.
    pub fn have_other_numbers(&self, other: &SampledLines) -> bool {
        let digits = self.0.iter().zip(&other.0).map(|(one, other)| [one.digits, other.digits]);
        let pairs: Vec<[u16; 2]> = digits.filter(|pair| !pair.contains(&0)).collect();
        let differing = pairs.iter().filter(|[one, other]| one != other).count();
        differing >= MIN_OTHER_NUMBERS && 3 * differing >= 2 * pairs.len()
    }

    /// Whether more lines seem to repeat the line before than do in another text.
    pub fn repeat_more_than(&self, other: &SampledLines) -> bool {
        let repeats = |lines: &SampledLines| lines.0.windows(2).filter(|pair| pair[0] == pair[1]).count();
        repeats(self) >= MIN_REPEATS + MIN_FACTOR as usize * repeats(other)
    }

    /// Whether many lines begin or end alike, unlike their counterparts.
    pub fn have_common_ends(&self, other: &SampledLines) -> bool {
        let least = MIN_COMMON_ENDS.max(self.0.len() as u32 / LINES_PER_COMMON_END);
        (0..2).any(|side| {
            let mut counts: HashMap<u64, u32, RandomState> = HashMap::default();
            self.0.iter().for_each(|line| *counts.entry(line.ends[side][0]).or_default() += 1);
            counts.retain(|end, count| *end != 0 && *count >= least);
            counts.into_iter().any(|(end, count)| {
                let in_other = other.0.iter().filter(|line| line.ends[side][0] == end).count() as u32;
                let counterparts = self.0.iter().zip(&other.0).filter(|(line, _)| line.ends[side][0] == end);
                let mut ends: HashMap<u64, u32, RandomState> = HashMap::default();
                counterparts.for_each(|(_, other)| *ends.entry(other.ends[side][1]).or_default() += 1);
                let most = ends.into_values().max().unwrap_or_default();
                count > MIN_FACTOR * in_other && PART_OF_COUNTERPARTS * most < count
            })
        })
    }
}

/// Hashes of the first characters, of some and of fewer.
fn ends_of(characters: impl Iterator<Item = char>) -> [u64; 2] {
    let (mut hash, mut ends, mut before, mut count, mut bytes) = (0u64, [0; 2], '\0', 0, 0);
    for c in characters.map(|c| if c.is_ascii_digit() { '0' } else { c }) {
        if c == '0' && before == '0' {
            continue;
        }
        (before, count, bytes) = (c, count + 1, bytes + c.len_utf8());
        hash = (hash.rotate_left(5) ^ u64::from(c)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        if count == OTHER_END {
            ends[1] = hash;
        }
        if count == COMMON_END || count >= COMMON_END_OF_OTHERS && bytes > 2 * COMMON_END_OF_OTHERS {
            ends[0] = hash;
            break;
        }
    }
    ends
}

/// The class of a character. Which letters of a script a line has depends on its words.
fn class(c: char) -> usize {
    match narrow(c) {
        c @ '\0'..='\x7F' => usize::from(CLASS_OF_ASCII[c as usize]),
        '\u{3041}'..='\u{3096}' | '\u{309D}'..='\u{30FF}' => KANA,
        c if is_ideograph(c) => IDEOGRAPHS + c as usize % (CLASSES - IDEOGRAPHS),
        c => ASCII + c as usize % (KANA - ASCII),
    }
}

static CLASS_OF_ASCII: [u8; 128] = {
    let mut classes = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte as usize] = match byte {
            b'a'..=b'z' => b'a',
            b'A'..=b'Z' => b'A',
            b'0'..=b'9' => b'0',
            byte => byte,
        };
        byte += 1;
    }
    classes
};

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}')
}

/// The character of ASCII whose form of full width this is; a style has either.
fn narrow(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from((c as u32 - 0xFEE0) as u8),
        c => c,
    }
}

/// The kind of a character at an end of a line: letters and digits are few kinds.
fn kind(c: char) -> usize {
    let kind = match narrow(c) {
        c if c.is_lowercase() => 'a',
        c if c.is_uppercase() => 'A',
        c if c.is_alphabetic() => 'x',
        c if c.is_numeric() => '0',
        c if c.is_ascii() => c,
        _ => '\0',
    };
    kind as usize
}

impl AddAssign for SampledLines {
    fn add_assign(&mut self, next: SampledLines) {
        self.0.extend(next.0);
        self.0.truncate(MAX_SHAPES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether one in `every` lines has a `&` that the other text's lines lack.
    fn differ(lines: usize, every: usize) -> bool {
        let sample = |mark: &str| {
            let mut sample = SampledLines::default();
            (0..lines).for_each(|i| sample.add(&format!("One{}two.", if i % every == 0 { mark } else { " " })));
            sample
        };
        sample(" & ").differ_from(&sample(" "))
    }

    #[test]
    fn many_lines_of_another_style_differ_no_more_than_few() {
        for lines in [200, 2_000, 20_000] {
            assert!(!differ(lines, 40), "{lines}");
            assert!(differ(lines, 10), "{lines}");
        }
    }
}
