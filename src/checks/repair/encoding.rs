//! Text that was written in one encoding and read as another, where a line shows it by itself.
//!
//! UTF-8 that was read as another encoding is such: if all characters of a line are written in that encoding again, the bytes
//! are valid UTF-8, which other text hardly ever is. Of the other pairs of encodings, see [`code_pages`].

use super::code_pages::{CodePage, byte_of_latin};
use super::{Entry, code_pages};
use encoding_rs::WINDOWS_1252;
use memchr::memchr_iter;

pub const ENTRY: Entry = Entry { concerns: |byte| matches!(byte, 0xC2..=0xF4), rewrite: restore };

/// Minimum number of characters that are not ASCII in what is restored, if the wrong encoding is not Windows-1252.
const MIN_RESTORED: usize = 3;

/// Appends the line as it was written, and returns 1 if that is another one.
fn restore(line: &str, to: &mut String) -> u64 {
    let Some(restored) = of_windows_1252(line).or_else(|| of_code_page(line)).or_else(|| of_controls(line)) else {
        return 0;
    };
    to.push_str(&restored);
    1
}

/// The line that was read as Windows-1252 or Latin-1.
fn of_windows_1252(line: &str) -> Option<String> {
    if !is_mojibake(line) {
        return None;
    }
    let bytes: Option<Vec<u8>> = line.chars().map(byte_of_latin).collect();
    String::from_utf8(bytes?).ok()
}

/// The line that was read as another encoding.
fn of_code_page(line: &str) -> Option<String> {
    let mut rest = line.chars().skip_while(char::is_ascii);
    // The first character that is not ASCII begins one of UTF-8.
    let first: String = rest.by_ref().take_while(|c| !c.is_ascii()).take(2).collect();
    let begins =
        |page: &&CodePage| page.encode(&first).is_some_and(|bytes| matches!(bytes[..], [0xC2..=0xF4, 0x80..=0xBF, ..]));
    code_pages::others().filter(begins).find_map(|page| {
        let restored = String::from_utf8(page.encode(line)?).ok()?;
        let characters = || restored.chars().filter(|c| !c.is_ascii());
        // Two bytes of one character may be two of UTF-8 by chance, but three hardly.
        let is_clear = !page.has_pairs() || characters().all(|c| c >= '\u{800}');
        (characters().count() >= MIN_RESTORED && is_clear && !characters().any(char::is_control)).then_some(restored)
    })
}

/// The line with quotes and dashes in place of the control characters that they are in Latin-1.
fn of_controls(line: &str) -> Option<String> {
    let is_control = |c: char| matches!(c, '\u{80}'..='\u{9F}');
    // U+0085 is also a line break.
    if !line.contains(|c| is_control(c) && c != '\u{85}') {
        return None;
    }
    let known = |c: char| {
        if is_control(c) { WINDOWS_1252.decode_without_bom_handling(&[c as u8]).0.chars().next() } else { None }
    };
    let restored: String = line.chars().map(|c| known(c).unwrap_or(c)).collect();
    (restored != line).then_some(restored)
}

/// Whether a line holds the bytes of a UTF-8 character as characters of Latin-1 or Windows-1252. The bytes of other encodings are
/// such by chance: see [`is_mostly_utf_8`].
pub fn is_mojibake(line: &str) -> bool {
    memchr_iter(0xC3, line.as_bytes()).any(|at| {
        let mut characters = line[at..].chars();
        let first = characters.next().and_then(byte_of_latin).unwrap_or_default();
        let length = match first {
            // Latin, Greek, Cyrillic, Hebrew and Arabic; others would be rare letters.
            0xC2..=0xC5 | 0xCC..=0xD9 => 2,
            0xE0..=0xEF => 3,
            0xF0 => 4,
            _ => return false,
        };
        let rest: Vec<char> = characters.take(length - 1).collect();
        let mut sequence = vec![first];
        sequence.extend(rest.iter().map_while(|c| byte_of_latin(*c)));
        // A letter may end a quoted word, before a quote, a dash or the space of French guillemets: „JÄ“. Only in the
        // middle of a word it does not: cÅ“ur.
        let ends_word = rest.iter().all(|c| !c.is_alphanumeric() && "“”„‘’‚–—…«»‹›\u{A0}\u{AD}".contains(*c));
        let in_word = length == 2 && line[..at].ends_with(char::is_lowercase);
        sequence.len() == length && str::from_utf8(&sequence).is_ok() && (!ends_word || in_word)
    })
}

/// Whether most characters of a line that are not ASCII are the bytes of UTF-8, apart from single letters.
pub fn is_mostly_utf_8(line: &str) -> bool {
    let runs = line.split(|c: char| c.is_ascii()).filter(|run| run.chars().nth(1).is_some());
    let (mut characters, mut broken) = (0, 0);
    for run in runs {
        let bytes: Vec<u8> = run.chars().filter_map(byte_of_latin).collect();
        let text = String::from_utf8_lossy(&bytes);
        characters += text.chars().count();
        // Where a byte was lost in reading, those beside it are of no character.
        broken += text.matches('\u{FFFD}').count().saturating_sub(2 * run.matches('\u{FFFD}').count());
    }
    2 * broken <= characters
}

#[cfg(test)]
mod tests {
    use crate::checks::repair::Repair;

    #[test]
    fn utf_8_that_was_read_wrongly_is_restored() {
        for (line, expected) in [
            ("fÃ¼r uns", "für uns"),
            ("â€žJaâ€œ", "„Ja“"),
            ("fÃ\u{83}Â¼r uns", "für uns"),
            ("ÄŚeĹˇtina je tÄ›ĹľkĂˇ", "Čeština je těžká"),
            ("РџСЂРёРІРµС‚", "Привет"),
            ("浣犲ソ锛屼笘鐣", "浣犲ソ锛屼笘鐣"),
            ("\u{93}Ja\u{94} \u{96} it\u{92}s", "“Ja” – it’s"),
            ("Ã¼ and 好", "Ã¼ and 好"),
            ("f\u{FFFD}r", "f\u{FFFD}r"),
            ("Привет, мир", "Привет, мир"),
            ("žluťoučký kůň", "žluťoučký kůň"),
            ("她說：「你好」。", "她說：「你好」。"),
            ("これは本です", "これは本です"),
            ("sagte „JÄ“", "sagte „JÄ“"),
        ] {
            assert_eq!(Repair::Encoding.clean(line), expected, "{line}");
        }
    }

    #[test]
    fn text_that_was_read_as_any_encoding_is_restored() {
        for text in ["Příliš žluťoučký kůň", "Съешь ещё этих мягких булок", "敏捷的棕色狐狸跳過了"]
        {
            let mut restored = 0;
            for page in super::code_pages::others() {
                if let Some(wrong) = page.decode(text.as_bytes()) {
                    restored += usize::from(Repair::Encoding.clean(&wrong) == text);
                }
            }
            assert!(restored >= 2, "{text}: {restored}");
        }
    }
}
