//! Changes of single characters. Each function appends the changed line and returns the number of places that changed.

use std::iter::once;
use unicode_normalization::char::{canonical_combining_class, decompose_canonical};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfkc_quick};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

/// Appends the line in lower case.
pub fn lowercase(line: &str, to: &mut String) -> u64 {
    let upper = line.bytes().filter(u8::is_ascii_uppercase).count() as u64;
    if line.is_ascii() {
        to.push_str(line);
        let begin = to.len() - line.len();
        to[begin..].make_ascii_lowercase();
        return upper;
    }
    let others = line.chars().filter(|c| !c.is_ascii() && !c.to_lowercase().eq([*c])).count() as u64;
    to.push_str(&line.to_lowercase());
    upper + others
}

/// Appends the line with the quotes, dashes and ellipses of ASCII.
pub fn straighten_quotes(line: &str, to: &mut String) -> u64 {
    let mut places = 0;
    let mut characters = line.chars().peekable();
    while let Some(c) = characters.next() {
        let plain = match c {
            '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '〝' | '〞' | '＂' | '「' | '」' | '『' | '』' => {
                "\""
            }
            '‘' | '’' | '‚' | '‛' | '‹' | '›' | '′' | '´' | '＇' | 'ʼ' => "'",
            '–' | '—' | '―' | '‒' | '‐' | '‑' | '−' => "-",
            '…' => "...",
            '`' | '\'' if characters.next_if_eq(&c).is_some() => "\"",
            '`' => "'",
            '-' if characters.next_if_eq(&'-').is_some() => {
                while characters.next_if_eq(&'-').is_some() {}
                "-"
            }
            _ => {
                to.push(c);
                continue;
            }
        };
        to.push_str(plain);
        places += 1;
    }
    places
}

/// Appends the line in NFC.
pub fn compose(line: &str, to: &mut String) -> u64 {
    if line.is_ascii() || is_nfc_quick(line.chars()) == IsNormalized::Yes {
        return 0;
    }
    normalized(line, line.nfc(), |c| is_nfc_quick(once(c)), to)
}

/// Appends the line in NFKC.
pub fn compose_compatibly(line: &str, to: &mut String) -> u64 {
    if line.is_ascii() || is_nfkc_quick(line.chars()) == IsNormalized::Yes {
        return 0;
    }
    normalized(line, line.nfkc(), |c| is_nfkc_quick(once(c)), to)
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
    if !line.contains(|c| matches!(c, '\u{200C}' | '\u{200D}') || is_invisible(c)) {
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
        _ => c.general_category_group() == GeneralCategoryGroup::Punctuation,
    }
}

/// Appends the line without diacritics.
pub fn drop_diacritics(line: &str, to: &mut String) -> u64 {
    if !line.chars().any(may_have_diacritic) {
        return 0;
    }
    let mut places = 0;
    for c in line.chars() {
        let plain = match c {
            'ł' => 'l',
            'Ł' => 'L',
            'đ' => 'd',
            'Đ' => 'D',
            'ø' => 'o',
            'Ø' => 'O',
            _ => c,
        };
        if plain != c || !may_have_diacritic(c) {
            places += u64::from(plain != c);
            to.push(plain);
            continue;
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
        if has_diacritic {
            places += 1;
        } else {
            to.truncate(begin);
            to.push(c);
        }
    }
    places
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
