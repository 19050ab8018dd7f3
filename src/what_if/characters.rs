//! Changes of single characters. Each function appends the changed line and returns the number of places that changed.

use crate::lines::not_ascii;
use crate::tokenize::GeneralCategory;
use std::iter::once;
use unicode_normalization::char::{canonical_combining_class, decompose_canonical};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfkc_quick};
use unicode_script::{Script, UnicodeScript};

/// Appends the line in lower case.
pub fn lowercase(line: &str, to: &mut String) -> u64 {
    let begin = to.len();
    let of_ascii = line.bytes().filter(u8::is_ascii_uppercase).count() as u64;
    let others = replace(line, to, may_be_uppercase, |c, to| {
        let changes = !c.to_lowercase().eq([c]);
        if changes {
            to.extend(c.to_lowercase());
        }
        changes
    });
    // Only the sigma depends on its context.
    if others > 0 && line.contains('Σ') {
        to.truncate(begin);
        to.push_str(&line.to_lowercase());
    }
    to[begin..].make_ascii_lowercase();
    of_ascii + others
}

/// Whether a character other than those of ASCII may be uppercase.
fn may_be_uppercase(c: char) -> bool {
    !matches!(c, '\0'..='\u{BF}' | 'ß'..='ÿ' | 'а'..='џ' | '\u{590}'..='\u{109F}' | '\u{2000}'..='\u{20FF}' | '\u{3000}'..='\u{A63F}')
}

/// Appends the line with other text in place of the characters for which `append` appends it and returns true, and
/// returns their number. Only characters that may be replaced are looked at, none of them ASCII; what lies between them
/// is copied at once.
fn replace(
    line: &str,
    to: &mut String,
    may_be_replaced: impl Fn(char) -> bool,
    append: impl Fn(char, &mut String) -> bool,
) -> u64 {
    let (mut places, mut copied) = (0, 0);
    for (at, c) in not_ascii(line).filter(|(_, c)| may_be_replaced(*c)) {
        to.push_str(&line[copied..at]);
        copied = at;
        if append(c, to) {
            copied += c.len_utf8();
            places += 1;
        }
    }
    to.push_str(&line[copied..]);
    places
}

/// Appends the line with the quotes, dashes and ellipses of ASCII.
pub fn straighten_quotes(line: &str, to: &mut String) -> u64 {
    let bytes = line.as_bytes();
    let (mut places, mut copied, mut at) = (0, 0, 0);
    while let Some(next) = bytes[at..].iter().position(|byte| MAY_BEGIN_QUOTE[usize::from(*byte)]) {
        at += next;
        let c = line[at..].chars().next().unwrap_or_default();
        let run = line[at..].len() - line[at..].trim_start_matches(c).len();
        let (plain, length) = match c {
            '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '〝' | '〞' | '＂' | '「' | '」' | '『' | '』' => {
                ("\"", c.len_utf8())
            }
            '‘' | '’' | '‚' | '‛' | '‹' | '›' | '′' | '´' | '＇' | 'ʼ' => ("'", c.len_utf8()),
            '–' | '—' | '―' | '‒' | '‐' | '‑' | '−' => ("-", c.len_utf8()),
            '…' => ("...", c.len_utf8()),
            '`' | '\'' if run > 1 => ("\"", 2),
            '`' => ("'", 1),
            '-' if run > 1 => ("-", run),
            _ => {
                at += c.len_utf8();
                continue;
            }
        };
        to.push_str(&line[copied..at]);
        to.push_str(plain);
        places += 1;
        at += length;
        copied = at;
    }
    to.push_str(&line[copied..]);
    places
}

/// First bytes of quotes, dashes and ellipses.
static MAY_BEGIN_QUOTE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte as usize] = matches!(byte as u8, b'\'' | b'`' | b'-' | 0xC2 | 0xCA | 0xE2 | 0xE3 | 0xEF);
        byte += 1;
    }
    table
};

/// Appends the line in NFC.
pub fn compose(line: &str, to: &mut String) -> u64 {
    if not_ascii(line).all(|(_, c)| is_composed(c)) || is_nfc_quick(line.chars()) == IsNormalized::Yes {
        return 0;
    }
    normalized(line, line.nfc(), |c| is_nfc_quick(once(c)), to)
}

/// Appends the line in NFKC.
pub fn compose_compatibly(line: &str, to: &mut String) -> u64 {
    let is_full_width = |c: char| matches!(c, '\u{FF01}'..='\u{FF5E}');
    let is_simple = |c: char| is_composed(c) && !matches!(c, '\u{A0}'..='\u{BE}' | '\u{2011}' | '\u{2017}');
    if not_ascii(line).all(|(_, c)| is_simple(c) || is_full_width(c)) {
        return replace(line, to, is_full_width, |c, to| {
            // The characters of ASCII have the same order.
            to.extend(char::from_u32(c as u32 - 0xFF01 + u32::from('!')));
            true
        });
    }
    if is_nfkc_quick(line.chars()) == IsNormalized::Yes {
        return 0;
    }
    normalized(line, line.nfkc(), |c| is_nfkc_quick(once(c)), to)
}

/// Whether a character stays as it is in NFC, and composes with none before it; false for some rare ones.
fn is_composed(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{131}' | '\u{400}'..='\u{482}' | '\u{621}'..='\u{64A}' | '\u{2010}'..='\u{2022}'
            | '\u{3001}'..='\u{3029}' | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FE}' | '\u{4E00}'..='\u{9FA5}'
            | '\u{AC00}'..='\u{D7A3}' | '\u{FF01}'..='\u{FF5E}'
    )
}

/// Appends the normal form of a line, and returns the number of characters that are not, or may not be, in it.
fn normalized(
    line: &str,
    form: impl Iterator<Item = char>,
    check: impl Fn(char) -> IsNormalized,
    to: &mut String,
) -> u64 {
    let begin = to.len();
    to.extend(form);
    if to[begin..] == *line {
        return 0;
    }
    let places = line.chars().filter(|&c| !c.is_ascii() && check(c) != IsNormalized::Yes).count() as u64;
    places.max(1)
}

/// Appends the line without invisible characters.
pub fn drop_invisible(line: &str, to: &mut String) -> u64 {
    let has_control = line.bytes().any(|byte| byte.is_ascii_control());
    if !has_control && !not_ascii(line).any(|(_, c)| matches!(c, '\u{200C}' | '\u{200D}') || is_invisible(c)) {
        return 0;
    }
    let mut previous = ' ';
    retain(line, to, |c| {
        let keep = match c {
            '\u{200C}' | '\u{200D}' => needs_joiners(previous),
            _ => !is_invisible(c),
        };
        previous = c;
        keep
    })
}

/// Whether a character is invisible and not white space; excludes zero-width joiners.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{8}' | '\u{E}'..='\u{1B}' | '\u{7F}'..='\u{84}' | '\u{86}'..='\u{9F}' | '\u{AD}' | '\u{34F}'
            | '\u{61C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FE0E}' | '\u{FE0F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
    )
}

/// Whether a zero-width joiner after this character has a meaning.
fn needs_joiners(c: char) -> bool {
    match c.script() {
        Script::Common => c as u32 >= 0x2190,
        Script::Inherited => true,
        script => !matches!(
            script,
            Script::Latin
                | Script::Cyrillic
                | Script::Greek
                | Script::Han
                | Script::Hiragana
                | Script::Katakana
                | Script::Hangul
                | Script::Hebrew
                | Script::Armenian
                | Script::Georgian
        ),
    }
}

/// Appends the line with spaces in place of punctuation, and without apostrophes.
pub fn drop_punctuation(line: &str, to: &mut String) -> u64 {
    let mut places = 0;
    // Text between two marks is copied at once.
    let mut copied = 0;
    for (at, byte) in line.bytes().enumerate() {
        if !MAY_BEGIN_PUNCTUATION[usize::from(byte)] {
            continue;
        }
        let c = if byte < 0x80 { char::from(byte) } else { line[at..].chars().next().unwrap_or_default() };
        if is_punctuation(c) {
            places += 1;
            to.push_str(&line[copied..at]);
            if !matches!(c, '\'' | '’') {
                to.push(' ');
            }
            copied = at + c.len_utf8();
        }
    }
    to.push_str(&line[copied..]);
    places
}

/// Bytes that begin punctuation: not those of Latin, Cyrillic, Chinese and Korean letters.
static MAY_BEGIN_PUNCTUATION: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte as usize] = match byte as u8 {
            0x80..=0xC1 | 0xC3..=0xC9 | 0xD0 | 0xD1 | 0xE4..=0xE9 | 0xEB..=0xED => false,
            0xC2.. => true,
            ascii => ascii.is_ascii_punctuation(),
        };
        byte += 1;
    }
    table
};

fn is_punctuation(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation() && !matches!(c, '$' | '+' | '<' | '=' | '>' | '^' | '`' | '|' | '~');
    }
    match c {
        '\u{600}'..='\u{60B}' | '\u{60E}'..='\u{61A}' | '\u{61E}'..='\u{669}' | '\u{66E}'..='\u{6D3}' => false,
        '\u{900}'..='\u{963}' | '\u{3041}'..='\u{309F}' | '\u{30A1}'..='\u{30FA}' => false,
        _ => GeneralCategory::of(c) == GeneralCategory::Punctuation,
    }
}

/// Appends the line without diacritics.
pub fn drop_diacritics(line: &str, to: &mut String) -> u64 {
    replace(line, to, may_have_diacritic, |c, to| {
        if let Some(plain) = without_stroke(c) {
            to.push(plain);
            return true;
        }
        let begin = to.len();
        let mut has_diacritic = false;
        decompose_canonical(c, |part| {
            if is_diacritic(part) {
                has_diacritic = true;
            } else {
                to.push(part);
            }
        });
        if !has_diacritic {
            to.truncate(begin);
        }
        has_diacritic
    })
}

/// The letter without its stroke, which Unicode does not count as a diacritic.
fn without_stroke(c: char) -> Option<char> {
    Some(match c {
        'ł' => 'l',
        'Ł' => 'L',
        'đ' => 'd',
        'Đ' => 'D',
        'ø' => 'o',
        'Ø' => 'O',
        _ => return None,
    })
}

/// Whether a character may be a diacritic or have one.
fn may_have_diacritic(c: char) -> bool {
    match c {
        '\u{410}'..='\u{418}' | '\u{41A}'..='\u{438}' | '\u{43A}'..='\u{44F}' | '\u{627}'..='\u{64A}' => false,
        '\u{C0}'..='\u{6FF}' | '\u{730}'..='\u{74A}' | '\u{1DC0}'..='\u{1FFF}' | '\u{20D0}'..='\u{20FF}' => true,
        _ => c == '\u{FB1D}',
    }
}

/// Whether a combining mark is an accent or a vowel point: not a vowel sign of an Indic script, a voicing mark of kana,
/// or a tone mark of Thai. The classes are those of Hebrew and Arabic points, and of marks above and below.
fn is_diacritic(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{6FF}' | '\u{730}'..='\u{74A}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FB1E}')
        && matches!(canonical_combining_class(c), 1 | 10..=36 | 200..=240)
}

/// Appends the characters to keep, and returns the number of the others.
fn retain(line: &str, to: &mut String, mut keep: impl FnMut(char) -> bool) -> u64 {
    let mut dropped = 0;
    to.extend(line.chars().filter(|&c| {
        let keep = keep(c);
        dropped += u64::from(!keep);
        keep
    }));
    dropped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_are_not_looked_at_do_not_change() {
        for c in '\0'..=char::MAX {
            if !c.is_ascii() && !may_be_uppercase(c) {
                assert!(c.to_lowercase().eq([c]), "{c:?} in lower case");
            }
            if is_composed(c) {
                assert_eq!(is_nfc_quick(once(c)), IsNormalized::Yes, "{c:?} in NFC");
            }
            let line = format!("a{c}");
            let mut changed = String::new();
            let places = compose_compatibly(&line, &mut changed);
            let form: String = line.nfkc().collect();
            assert_eq!(if places == 0 { line } else { changed }, form, "NFKC");
        }
    }
}
