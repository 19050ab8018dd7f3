//! Encodings: text that was written in one and read as another is recognized by undoing this, for each pair of them.

use CodePage::{Dos, Known};
use encoding_rs::{BIG5, Encoding, GBK, UTF_8, WINDOWS_1252};
use std::sync::LazyLock;

/// An encoding.
#[derive(Debug)]
pub enum CodePage {
    Known(&'static Encoding),
    /// Of DOS: its name and the characters of the bytes from 128 on.
    Dos(&'static str, &'static str),
}

/// Names of encodings that text may be written in, or read as; the more usual first. Latin-1 is read as Windows-1252 here; see
/// [`WrongReading::read_name`].
const ENCODINGS: &str = "UTF-8 windows-1252 windows-1251 windows-1250 KOI8-R KOI8-U GBK Shift_JIS Big5 EUC-JP EUC-KR ISO-8859-2 \
                         ISO-8859-5 IBM866 macintosh windows-1253 ISO-8859-7 windows-1254 windows-1257 ISO-8859-15";

/// Encodings of DOS, the least usual.
const DOS: [CodePage; 3] = [
    Dos(
        "CP437",
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
    ),
    Dos(
        "CP850",
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}",
    ),
    Dos(
        "CP852",
        "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{AD}˝˛ˇ˘§÷¸°¨˙űŘř■\u{A0}",
    ),
];

/// All encodings.
static CODE_PAGES: LazyLock<Vec<CodePage>> = LazyLock::new(|| {
    let known = ENCODINGS.split(' ').filter_map(|name| Encoding::for_label(name.as_bytes())).map(Known);
    known.chain(DOS).collect()
});

/// All encodings but UTF-8.
pub fn others() -> impl Iterator<Item = &'static CodePage> {
    CODE_PAGES.iter().filter(|page| !page.is_utf_8())
}

/// Maximum number of lines on which a pair of encodings is tried.
const MAX_TRIED: usize = 200;

/// In tenths, the share of the lines that must be restored.
const RESTORED: usize = 6;

/// Text that was written in one encoding and read as another.
#[derive(Clone, Copy, Debug)]
pub struct WrongReading {
    pub written: &'static CodePage,
    pub read: &'static CodePage,
    /// Whether all characters are of Latin-1.
    is_latin_1: bool,
}

impl WrongReading {
    /// Returns the pair that makes most words known among the pairs that restore enough lines, given the number of known words of a
    /// line, if most of its words are known.
    pub fn find(lines: &[&str], known_words: impl Fn(&str) -> Option<usize>) -> Option<WrongReading> {
        let lines = &lines[..lines.len().min(MAX_TRIED)];
        let most_failures = (10 - RESTORED) * lines.len() / 10;
        let (mut most_known, mut best) = (0, None);
        for read in others() {
            let bytes: Vec<Vec<u8>> = lines.iter().filter_map(|line| read.encode(line)).collect();
            let unreadable = lines.len() - bytes.len();
            for written in CODE_PAGES.iter().filter(|written| written.name() != read.name()) {
                let restored = |bytes: &Vec<u8>| {
                    written
                        .decode(bytes)
                        .filter(|text| !text.contains(is_in_no_text))
                        .and_then(|text| known_words(&text))
                };
                let (mut failures, mut known) = (unreadable, 0);
                for bytes in &bytes {
                    match restored(bytes) {
                        Some(words) => known += words,
                        None => failures += 1,
                    }
                    if failures > most_failures {
                        break;
                    }
                }
                if failures <= most_failures && known > most_known {
                    (most_known, best) = (known, Some((written, read)));
                }
            }
        }
        let (written, read) = best?;
        Some(
            WrongReading { written, read, is_latin_1: read.name() == WINDOWS_1252.name() }
                .also_of(lines.iter().copied()),
        )
    }

    /// The pair for other lines too, which may have characters that Latin-1 does not have.
    pub fn also_of<'a>(self, mut lines: impl Iterator<Item = &'a str>) -> WrongReading {
        let is_latin_1 = self.is_latin_1 && lines.all(|line| line.chars().all(|c| c <= '\u{FF}'));
        WrongReading { is_latin_1, ..self }
    }

    /// Name of the encoding that the text was read as.
    pub fn read_name(&self) -> &'static str {
        if self.is_latin_1 { "ISO-8859-1" } else { self.read.name() }
    }

    /// Whether it is UTF-8 that was read as Latin-1 or Windows-1252, which a line shows by itself.
    pub fn is_utf_8_as_latin(&self) -> bool {
        self.written.is_utf_8() && self.read.name() == WINDOWS_1252.name()
    }

    /// The text as it was written; `None` if it was not read so.
    pub fn restore(&self, text: &str) -> Option<String> {
        self.written.decode(&self.read.encode(text)?)
    }

    /// Whether a conversion by `iconv` restores a text: unlike a browser, it knows no control characters in Windows-1252.
    pub fn is_undone(&self, text: &str) -> bool {
        let is_read = |c: char| match self.read.name() == WINDOWS_1252.name() {
            true if self.is_latin_1 => c <= '\u{FF}',
            true => !matches!(c, '\u{80}'..='\u{9F}'),
            false => true,
        };
        text.chars().all(is_read) && self.restore(text).is_some()
    }
}

/// The text as it was written, given the names of the encodings that it was written in and read as. Characters stay that the
/// latter does not have.
pub fn restore_named(text: &str, [written, read]: [&str; 2]) -> Option<String> {
    let read = if read == "ISO-8859-1" { WINDOWS_1252.name() } else { read };
    let page = |name: &str| CODE_PAGES.iter().find(|page| page.name() == name);
    let (written, read) = (page(written)?, page(read)?);
    let restore = |text: &str| written.decode(&read.encode(text)?);
    let is_read = |c: char| read.encode(c.encode_utf8(&mut [0; 4])).is_some();
    let pieces = || -> Option<String> {
        let mut restored = String::new();
        for piece in text.split_inclusive(|c| !is_read(c)) {
            let end = piece.char_indices().next_back().filter(|(_, c)| !is_read(*c));
            let (of_page, other) = piece.split_at(end.map_or(piece.len(), |(place, _)| place));
            restored.extend([&*restore(of_page)?, other]);
        }
        Some(restored)
    };
    restore(text).or_else(pieces).filter(|restored| !restored.contains(['\n', '\r']))
}

impl CodePage {
    pub fn name(&self) -> &'static str {
        match self {
            Known(encoding) => encoding.name(),
            Dos(name, _) => name,
        }
    }

    /// Whether a character may take two bytes.
    pub fn has_pairs(&self) -> bool {
        matches!(self, Known(encoding) if !encoding.is_single_byte())
    }

    fn is_utf_8(&self) -> bool {
        matches!(self, Known(encoding) if *encoding == UTF_8)
    }

    /// The bytes that are read as this text; `None` if there are none.
    pub fn encode(&self, text: &str) -> Option<Vec<u8>> {
        match self {
            Known(encoding) if *encoding == WINDOWS_1252 => text.chars().map(byte_of_latin).collect(),
            Known(encoding) => {
                let (bytes, _, has_unmappable) = encoding.encode(text);
                (!has_unmappable).then(|| bytes.into_owned())
            }
            Dos(_, upper) => {
                let byte = |c: char| match u8::try_from(c) {
                    Ok(byte) if byte.is_ascii() => Some(byte),
                    _ => upper.chars().zip(128..=u8::MAX).find(|(known, _)| *known == c).map(|(_, byte)| byte),
                };
                text.chars().map(byte).collect()
            }
        }
    }

    pub fn decode(&self, bytes: &[u8]) -> Option<String> {
        match self {
            Known(encoding) => encoding.decode_without_bom_handling_and_without_replacement(bytes).map(String::from),
            Dos(_, upper) => {
                let character = |byte: &u8| match byte.checked_sub(128) {
                    Some(place) => upper.chars().nth(place.into()),
                    None => Some(char::from(*byte)),
                };
                bytes.iter().map(character).collect()
            }
        }
    }
}

/// The byte that is read as this character in Latin-1, or else in Windows-1252.
pub fn byte_of_latin(c: char) -> Option<u8> {
    match c {
        '\0'..='\u{FF}' => Some(c as u8),
        _ => match *WINDOWS_1252.encode(c.encode_utf8(&mut [0; 4])).0 {
            [byte] => Some(byte),
            _ => None,
        },
    }
}

/// Whether a character is one of DOS's frames, or a control character; text has none.
fn is_in_no_text(c: char) -> bool {
    matches!(c, '\u{2500}'..='\u{259F}' | '\u{80}'..='\u{9F}')
}

/// Whether a character is an ideograph of the simplified kind only, or of the traditional only.
pub fn is_simplified(c: char) -> bool {
    is_ideograph(c) && is_of_gb2312(c) && !is_of_big5(c)
}

pub fn is_traditional(c: char) -> bool {
    is_ideograph(c) && is_of_big5(c) && !is_of_gb2312(c)
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}')
}

fn is_of_gb2312(c: char) -> bool {
    Known(GBK).encode(c.encode_utf8(&mut [0; 4])).is_some_and(|bytes| matches!(bytes[..], [0xB0..=0xF7, 0xA1..=0xFE]))
}

fn is_of_big5(c: char) -> bool {
    Known(BIG5).encode(c.encode_utf8(&mut [0; 4])).is_some_and(|bytes| matches!(bytes[..], [0xA4..=0xF9, _]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pair by counting the known words of all lines that each restores.
    fn find_plainly(lines: &[&str], known_words: impl Fn(&str) -> Option<usize>) -> Option<[&'static str; 2]> {
        let mut best = (0, None);
        for (read, written) in CODE_PAGES[1..].iter().flat_map(|read| CODE_PAGES.iter().map(move |page| (read, page))) {
            let restore = |line: &&str| written.decode(&read.encode(line)?);
            let known: Vec<usize> = lines.iter().filter_map(|line| known_words(&restore(line)?)).collect();
            let sum = known.iter().sum();
            if written.name() != read.name() && 10 * known.len() >= RESTORED * lines.len() && sum > best.0 {
                best = (sum, Some([written.name(), read.name()]));
            }
        }
        best.1
    }

    #[test]
    fn all_names_are_known() {
        assert_eq!(CODE_PAGES.len(), ENCODINGS.split(' ').count() + DOS.len());
    }

    #[test]
    fn the_pair_is_that_which_restores_most_lines() {
        let texts =
            ["žluťoučký kůň", "příliš úpěl", "ďábelské ódy", "čtyři řeky", "dvě věže", "šílený běh", "těžký den"];
        let known_words = |line: &str| texts.contains(&line).then(|| line.split(' ').count());
        let mut found = 0;
        for (written, read) in CODE_PAGES.iter().zip(&CODE_PAGES[1..]).chain([(&CODE_PAGES[0], &CODE_PAGES[3])]) {
            let misread = |text: &str| read.decode(&written.encode(text)?);
            for wrong in 0..=texts.len() {
                let lines: Vec<String> = (0..)
                    .zip(texts)
                    .map(|(i, text)| if i < wrong { misread(text) } else { None }.unwrap_or("Ωmega".into()))
                    .collect();
                let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                let pair = WrongReading::find(&lines, known_words).map(|pair| [pair.written.name(), pair.read.name()]);
                assert_eq!(pair, find_plainly(&lines, known_words), "{lines:?}");
                found += usize::from(pair.is_some());
            }
        }
        assert!(found >= 10, "{found}");
    }
}
