//! Changes of single characters. Each function appends the changed line and returns the number of places that changed.

use super::Change;
use super::replace::replace;
use crate::bleu::lines::{count_bytes, not_ascii};
use crate::bleu::tokenize::{GeneralCategory, Normalization};
use std::iter::once;
use unicode_normalization::char::{canonical_combining_class, decompose_canonical};
use unicode_script::{Script, UnicodeScript};

/// Appends the line in lower case.
pub fn lowercase(line: &str, to: &mut String) -> u64 {
    let begin = to.len();
    if line.is_ascii() {
        to.push_str(line);
        to[begin..].make_ascii_lowercase();
        return count_bytes(line.as_bytes(), |byte| byte.is_ascii_uppercase());
    }
    let places = replace(Change::Case, line, to, |c, _| {
        if matches!(c, 'ß'..='ÿ' | 'а'..='џ') {
            return None;
        }
        let lower = c.to_lowercase();
        (!lower.clone().eq([c])).then_some((c.len_utf8(), lower))
    });
    // Only the sigma depends on its context.
    if places > 0 && line.contains('Σ') {
        to.truncate(begin);
        to.push_str(&line.to_lowercase());
    }
    places
}

/// Appends the line with the quotes, dashes and ellipses of ASCII.
pub fn straighten_quotes(line: &str, to: &mut String) -> u64 {
    replace(Change::Quotes, line, to, |c, rest| {
        // Every run is passed over once.
        let run = || rest.len() - rest.trim_start_matches(c).len();
        let (plain, length) = match c {
            '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '〝' | '〞' | '＂' | '「' | '」' | '『' | '』' => {
                ("\"", c.len_utf8())
            }
            '‘' | '’' | '‚' | '‛' | '‹' | '›' | '′' | '´' | '＇' | 'ʼ' => ("'", c.len_utf8()),
            '–' | '—' | '―' | '‒' | '‐' | '‑' | '−' => ("-", c.len_utf8()),
            '…' => ("...", c.len_utf8()),
            '`' | '\'' if rest[1..].starts_with(c) => ("\"", 2),
            '`' => ("'", 1),
            '-' if rest[1..].starts_with(c) => ("-", run()),
            _ => return None,
        };
        Some((length, plain.chars()))
    })
}

/// Appends the line in a normal form, and returns the number of characters that are not, or may not be, in it.
pub fn normalize(form: Normalization, line: &str, to: &mut String) -> u64 {
    // Characters of ASCII are in any form.
    if form.surely_has(not_ascii(line).map(|(_, c)| c)) {
        return 0;
    }
    let begin = to.len();
    form.append(line, to);
    if to[begin..] == *line {
        return 0;
    }
    let places = line.chars().filter(|c| !c.is_ascii() && !form.surely_has(once(*c))).count() as u64;
    places.max(1)
}

/// Appends the line without invisible characters.
pub fn drop_invisible(line: &str, to: &mut String) -> u64 {
    replace(Change::InvisibleCharacters, line, to, |c, rest| {
        let before = &line[..line.len() - rest.len()];
        let is_dropped = match c {
            '\u{200C}' | '\u{200D}' => !needs_joiners(before.chars().next_back().unwrap_or(' ')),
            _ => is_invisible(c),
        };
        is_dropped.then_some((c.len_utf8(), None))
    })
}

/// Whether a character is invisible and not white space; excludes zero-width joiners.
pub fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{8}' | '\u{E}'..='\u{1B}' | '\u{7F}'..='\u{84}' | '\u{86}'..='\u{9F}' | '\u{AD}' | '\u{34F}'
            | '\u{61C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FE0E}' | '\u{FE0F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
    )
}

/// Whether a zero-width joiner after this character has a meaning.
fn needs_joiners(c: char) -> bool {
    use Script::{Armenian, Cyrillic, Georgian, Greek, Han, Hangul, Hebrew, Hiragana, Katakana, Latin};
    match c.script() {
        Script::Common => c as u32 >= 0x2190,
        Latin | Cyrillic | Greek | Han | Hiragana | Katakana | Hangul | Hebrew | Armenian | Georgian => false,
        _ => true,
    }
}

/// Appends the line with spaces in place of punctuation, and without apostrophes.
pub fn drop_punctuation(line: &str, to: &mut String) -> u64 {
    replace(Change::Punctuation, line, to, |c, _| {
        let space = (!matches!(c, '\'' | '’')).then_some(' ');
        is_punctuation(c).then_some((c.len_utf8(), space))
    })
}

pub fn is_punctuation(c: char) -> bool {
    match c {
        '\0'..='\x7F' => is_ascii_punctuation(c as u8),
        '\u{600}'..='\u{608}' | '\u{60E}'..='\u{61A}' | '\u{620}'..='\u{669}' | '\u{66E}'..='\u{6D3}' => false,
        '\u{900}'..='\u{963}' | '\u{3041}'..='\u{309F}' | '\u{30A1}'..='\u{30FA}' => false,
        '\u{C0}'..='\u{24F}' | '\u{400}'..='\u{52F}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' => false,
        '\u{80}'..='\u{BF}' => matches!(c, '¡' | '§' | '«' | '¶' | '·' | '»' | '¿'),
        '\u{2010}'..='\u{2027}' | '\u{3001}'..='\u{3003}' | '\u{FF0C}' => true,
        _ => GeneralCategory::of(c) == GeneralCategory::Punctuation,
    }
}

/// Whether a byte is punctuation, and not a symbol.
#[inline(always)]
pub fn is_ascii_punctuation(byte: u8) -> bool {
    byte.is_ascii_punctuation() && !matches!(byte, b'$' | b'+' | b'<' | b'=' | b'>' | b'^' | b'`' | b'|' | b'~')
}

/// Appends the line without diacritics.
pub fn drop_diacritics(line: &str, to: &mut String) -> u64 {
    replace(Change::Diacritics, line, to, |c, _| {
        if !may_have_diacritic(c) {
            return None;
        }
        let mut plain = without_stroke(c);
        let mut has_diacritic = plain.is_some();
        if !has_diacritic {
            // Not more than one part is left.
            decompose_canonical(c, |part| match is_diacritic(part) {
                true => has_diacritic = true,
                false => plain = Some(part),
            });
        }
        has_diacritic.then_some((c.len_utf8(), plain))
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
/// or a tone mark of Thai. The classes contain Hebrew and Arabic points, and marks above and below.
fn is_diacritic(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{6FF}' | '\u{730}'..='\u{74A}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FB1E}')
        && matches!(canonical_combining_class(c), 1 | 10..=36 | 200..=240)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::sample;
    use unicode_normalization::UnicodeNormalization;

    #[test]
    fn lines_of_ascii_are_lowercased_like_others() {
        for line in ["", "abc", "Ab C. Xyz", "@AZ[`az{", &"Q r".repeat(500)] {
            let [mut plain, mut other] = [String::new(), String::new()];
            let places = lowercase(line, &mut plain);
            // This letter is in lower case.
            assert_eq!(lowercase(&format!("{line}я"), &mut other), places, "{line:?}");
            if places > 0 {
                assert_eq!(plain + "я", other);
            }
        }
    }

    #[test]
    fn no_character_is_passed_over_that_changes() {
        let change = |function: fn(&str, &mut String) -> u64, line: &str| {
            let mut changed = String::new();
            let places = function(line, &mut changed);
            if places == 0 { line.to_owned() } else { changed }
        };
        // Above the ideographs, all characters are alike, except tags.
        let has_own_rules = |c: char| c < '\u{33480}' || ('\u{E0000}'..='\u{E0FFF}').contains(&c);
        let (own, alike): (Vec<char>, Vec<char>) = ('\0'..=char::MAX).partition(|&c| has_own_rules(c));
        for c in own.into_iter().chain(sample(61, alike)) {
            let line = format!("a{c}");
            assert_eq!(change(lowercase, &line), line.to_lowercase(), "lowercase {c:?}");
            assert_eq!(
                change(|line, to| normalize(Normalization::Nfc, line, to), &line),
                line.nfc().collect::<String>(),
                "NFC of {c:?}"
            );
            assert_eq!(
                change(|line, to| normalize(Normalization::Nfkc, line, to), &line),
                line.nfkc().collect::<String>(),
                "NFKC of {c:?}"
            );
            assert_eq!(
                change(drop_invisible, &line) == line,
                !is_invisible(c) && !matches!(c, '\u{200C}' | '\u{200D}')
            );
            assert_eq!(change(drop_punctuation, &line) != line, is_punctuation(c), "punctuation {c:?}");
            assert_eq!(is_punctuation(c), GeneralCategory::of(c) == GeneralCategory::Punctuation, "{c:?}");
            let plain: String = match may_have_diacritic(c) {
                true => once(without_stroke(c).unwrap_or(c)).nfd().filter(|&part| !is_diacritic(part)).collect(),
                false => c.into(),
            };
            assert!(change(drop_diacritics, &line).nfc().eq(format!("a{plain}").nfc()), "{c:?}");
        }
    }
}
