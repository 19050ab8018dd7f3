//! Changes of single characters. Each function appends the changed line and returns the number of places that changed.

use unicode_normalization::char::canonical_combining_class;
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
    let pairs = ["``", "''", "--"];
    if line.is_ascii() && !pairs.iter().any(|pair| line.contains(pair)) {
        return 0;
    }
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
    normalized(line, line.nfc(), to)
}

/// Appends the line in NFKC.
pub fn compose_compatibly(line: &str, to: &mut String) -> u64 {
    if line.is_ascii() || is_nfkc_quick(line.chars()) == IsNormalized::Yes {
        return 0;
    }
    normalized(line, line.nfkc(), to)
}

/// Appends the normal form of a line, which counts as one place if it differs.
fn normalized(line: &str, form: impl Iterator<Item = char>, to: &mut String) -> u64 {
    let begin = to.len();
    to.extend(form);
    u64::from(to[begin..] != *line)
}

/// Appends the line without invisible characters.
pub fn drop_invisible(line: &str, to: &mut String) -> u64 {
    if line.bytes().all(|byte| (b' '..0x7F).contains(&byte) || byte == b'\t') {
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

/// Whether a character is never seen, nor white space; without zero-width joiners.
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
    for c in line.chars() {
        if !is_punctuation(c) {
            to.push(c);
            continue;
        }
        places += 1;
        if !matches!(c, '\'' | '’') {
            to.push(' ');
        }
    }
    places
}

fn is_punctuation(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation() && !matches!(c, '$' | '+' | '<' | '=' | '>' | '^' | '`' | '|' | '~');
    }
    // Letters of the commonest scripts, which need not be looked up.
    let is_letter =
        matches!(c, '\u{C0}'..='\u{2C1}' | '\u{400}'..='\u{52F}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}');
    !is_letter && c.general_category_group() == GeneralCategoryGroup::Punctuation
}

/// Appends the line without diacritics.
pub fn drop_diacritics(line: &str, to: &mut String) -> u64 {
    if !line.chars().any(may_have_diacritic) {
        return 0;
    }
    let mut places = 0;
    let without = line.nfd().filter_map(|c| {
        let plain = match c {
            'ł' => 'l',
            'Ł' => 'L',
            'đ' => 'd',
            'Đ' => 'D',
            'ø' => 'o',
            'Ø' => 'O',
            _ => c,
        };
        let keep = !is_diacritic(c);
        places += u64::from(!keep || plain != c);
        keep.then_some(plain)
    });
    to.extend(without.nfc());
    places
}

fn may_have_diacritic(c: char) -> bool {
    matches!(c, '\u{C0}'..='\u{6FF}' | '\u{730}'..='\u{74A}' | '\u{1DC0}'..='\u{1FFF}' | '\u{20D0}'..='\u{20FF}')
        || c == '\u{FB1D}'
}

/// Whether a combining mark is an accent or a vowel point: neither a vowel sign of an Indic script, nor a sign of voice
/// of kana, nor a tone mark of Thai. The classes are those of Hebrew and Arabic points, and of marks above and below.
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
