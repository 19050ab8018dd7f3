//! The tokenizers as sacreBLEU writes them: passes over lists of characters, one segment at a time.

use bleu::{Definition, Normalization};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// The tokens of a segment, which may contain line feeds.
pub fn tokens(definition: &Definition, segment: &str) -> Vec<String> {
    let text = match definition.normalization() {
        Some(Normalization::Nfc) => segment.nfc().collect(),
        Some(Normalization::Nfkc) => segment.nfkc().collect(),
        _ => segment.to_owned(),
    };
    let name = definition.tokenization().name();
    if name.starts_with("moses") {
        let tokens = super::moses::tokens(name, &text.replace('\n', " ")).into_iter();
        return tokens.map(|token| if definition.lowercase() { token.to_lowercase() } else { token }).collect();
    }
    let text = if definition.lowercase() { text.to_lowercase() } else { text };
    let (segment_text, text) = (&text, text.trim_end_matches(is_white_space));
    match name {
        "13a" => split(&western(&chars(&v13a_entities(text)))),
        "intl" => split(&intl(&chars(text))),
        "zh" => split(&western(&singles(&chars(text.trim_matches(is_white_space)), is_chinese_to_sacrebleu))),
        "char" => split(&singles(&chars(text), |_| true)),
        "none" => split(&chars(text)),
        "words" => segment_words(text, |word| word.split_word_bounds().map(str::to_owned).collect()),
        "graphemes" => segment_words(text, |word| word.graphemes(true).map(str::to_owned).collect()),
        // Line feeds are spaces.
        "codepoints" => segment_text.chars().map(|c| if c == '\n' { ' ' } else { c }.to_string()).collect(),
        // NLTK keeps the separators of ASCII at the end, which its patterns do not take for white space.
        "nltk" => super::nltk::tokens(&segment_text.replace('\n', " ")),
        "cjk" => split(&western(&singles(&chars(&v13a_entities(text)), is_cjk))),
        name => panic!("{name} has no naive version"),
    }
}

/// Whether Python's `str.split` takes a character for white space.
fn is_white_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1C}'..='\u{1F}').contains(&c)
}

fn chars(line: &str) -> Vec<char> {
    line.chars().collect()
}

fn split(line: &[char]) -> Vec<String> {
    line.split(|&c| is_white_space(c)).filter(|token| !token.is_empty()).map(|token| token.iter().collect()).collect()
}

/// Segments each word between white space.
fn segment_words(line: &str, segment: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    line.split(is_white_space).flat_map(segment).collect()
}

/// `s/(class)/ $1 /g`
fn singles(line: &[char], class: impl Fn(char) -> bool) -> Vec<char> {
    line.iter().flat_map(|&c| if class(c) { vec![' ', c, ' '] } else { vec![c] }).collect()
}

/// `s/(first)(second)/.../g`: from left to right, no match overlapping another.
fn pairs(
    line: &[char],
    first: impl Fn(char) -> bool,
    second: impl Fn(char) -> bool,
    replacement: impl Fn(char, char) -> [char; 4],
) -> Vec<char> {
    let (mut out, mut rest) = (Vec::new(), line);
    while let [a, tail @ ..] = rest {
        match tail {
            [b, tail @ ..] if first(*a) && second(*b) => {
                out.extend(replacement(*a, *b));
                rest = tail;
            }
            _ => {
                out.push(*a);
                rest = tail;
            }
        }
    }
    out
}

/// The passes that 13a and zh share.
fn western(line: &[char]) -> Vec<char> {
    let digit = |c: char| c.is_ascii_digit();
    let point = |c: char| matches!(c, '.' | ',');
    let line = singles(line, |c| c.is_ascii_punctuation() && !matches!(c, '\'' | ',' | '-' | '.'));
    let line = pairs(&line, |c| !digit(c), point, |a, b| [a, ' ', b, ' ']);
    let line = pairs(&line, point, |c| !digit(c), |a, b| [' ', a, ' ', b]);
    pairs(&line, digit, |c| c == '-', |a, b| [a, ' ', b, ' '])
}

/// The first replacements of 13a, and its padding.
fn v13a_entities(line: &str) -> String {
    let line = line.replace("<skipped>", "").replace("-\n", "").replace('\n', " ");
    let line = line.replace("&quot;", "\"").replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">");
    format!(" {line} ")
}

/// Code points of each general category and script, as in Python's `regex`.
static PROPERTIES: LazyLock<HashMap<&str, Vec<RangeInclusive<u32>>>> = LazyLock::new(|| {
    let code = |text: &str| u32::from_str_radix(text, 16).unwrap();
    let range = |text: &str| {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        code(first)..=code(last)
    };
    // General categories are from Unicode 18, scripts from Unicode 17.
    let is_script = |line: &&str| line.split(' ').next().is_some_and(|name| name.len() > 2);
    let newer = include_str!("../../testdata/unicode/categories-18.txt").lines().filter(|line| !is_script(line));
    let older = include_str!("../../testdata/unicode/categories-17.txt").lines().filter(is_script);
    newer
        .chain(older)
        .map(|line| line.split_once(' ').unwrap())
        .map(|(name, ranges)| (name, ranges.split(' ').map(range).collect()))
        .collect()
});

pub(super) fn has_property(c: char, name: &str) -> bool {
    let ranges = &PROPERTIES[name];
    let next = ranges.partition_point(|range| *range.end() < u32::from(c));
    ranges.get(next).is_some_and(|range| range.contains(&u32::from(c)))
}

fn intl(line: &[char]) -> Vec<char> {
    let number = |c| has_property(c, "N");
    let punctuation = |c| has_property(c, "P");
    let line = pairs(line, |c| !number(c), punctuation, |a, b| [a, ' ', b, ' ']);
    let line = pairs(&line, punctuation, |c| !number(c), |a, b| [' ', a, ' ', b]);
    singles(&line, |c| has_property(c, "S"))
}

/// sacreBLEU's ranges as in its source: strings, some of two characters, compared as strings.
const CHINESE_TO_SACREBLEU: [(&str, &str); 22] = [
    ("\u{3400}", "\u{4db5}"),
    ("\u{4e00}", "\u{9fa5}"),
    ("\u{9fa6}", "\u{9fbb}"),
    ("\u{f900}", "\u{fa2d}"),
    ("\u{fa30}", "\u{fa6a}"),
    ("\u{fa70}", "\u{fad9}"),
    ("\u{2000}0", "\u{2a6d}6"),
    ("\u{2f80}0", "\u{2fa1}d"),
    ("\u{ff00}", "\u{ffef}"),
    ("\u{2e80}", "\u{2eff}"),
    ("\u{3000}", "\u{303f}"),
    ("\u{31c0}", "\u{31ef}"),
    ("\u{2f00}", "\u{2fdf}"),
    ("\u{2ff0}", "\u{2fff}"),
    ("\u{3100}", "\u{312f}"),
    ("\u{31a0}", "\u{31bf}"),
    ("\u{fe10}", "\u{fe1f}"),
    ("\u{fe30}", "\u{fe4f}"),
    ("\u{2600}", "\u{26ff}"),
    ("\u{2700}", "\u{27bf}"),
    ("\u{3200}", "\u{32ff}"),
    ("\u{3300}", "\u{33ff}"),
];

fn is_chinese_to_sacrebleu(c: char) -> bool {
    let c = &*c.to_string();
    CHINESE_TO_SACREBLEU.iter().any(|&(start, end)| start <= c && c <= end)
}

/// The scripts of Chinese and Japanese, the rest of the kana blocks, and CJK, vertical and full-width forms.
fn is_cjk(c: char) -> bool {
    ["Han", "Hiragana", "Katakana", "Bopomofo"].iter().any(|script| has_property(c, script))
        || matches!(c, '\u{3000}'..='\u{303F}' | '\u{3099}'..='\u{309F}' | '\u{30A0}'..='\u{30FF}')
        || matches!(c, '\u{FE10}'..='\u{FE1F}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}')
}
