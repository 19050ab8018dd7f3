//! Encodings: text that was written in one and read as another is recognized by undoing this, for each pair of them.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GBK, IBM866, ISO_8859_2, ISO_8859_5, ISO_8859_7, KOI8_R, MACINTOSH, SHIFT_JIS,
    UTF_8, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1257,
};

/// Encodings that text may be written in, or read as; the more usual first.
static ENCODINGS: [&Encoding; 19] = [
    UTF_8,
    WINDOWS_1252,
    WINDOWS_1251,
    WINDOWS_1250,
    KOI8_R,
    GBK,
    SHIFT_JIS,
    BIG5,
    EUC_JP,
    EUC_KR,
    ISO_8859_2,
    ISO_8859_5,
    IBM866,
    MACINTOSH,
    WINDOWS_1253,
    ISO_8859_7,
    WINDOWS_1254,
    WINDOWS_1257,
    // Latin-1 is read as Windows-1252 here; see [`WrongReading::command`].
    encoding_rs::ISO_8859_15,
];

/// Maximum number of lines on which a pair of encodings is tried.
const MAX_TRIED: usize = 200;

/// In tenths, the share of the lines that must be restored.
const RESTORED: usize = 6;

/// Text that was written in one encoding and read as another.
#[derive(Clone, Copy, Debug)]
pub struct WrongReading {
    pub written: &'static Encoding,
    pub read: &'static Encoding,
    /// Whether all characters are of Latin-1.
    is_latin_1: bool,
}

impl WrongReading {
    /// Returns the pair that restores most lines: most of their words are then known.
    pub fn find(lines: &[&str], is_known: impl Fn(&str) -> bool) -> Option<WrongReading> {
        let lines = &lines[..lines.len().min(MAX_TRIED)];
        let mut best = (0, None);
        for read in ENCODINGS.into_iter().filter(|read| *read != UTF_8) {
            let bytes: Vec<Vec<u8>> = lines.iter().filter_map(|line| encode(read, line)).collect();
            for written in ENCODINGS.into_iter().filter(|written| *written != read) {
                let is_restored = |bytes: &&Vec<u8>| decode(written, bytes).is_some_and(|text| is_known(&text));
                let restored = bytes.iter().filter(is_restored).count();
                if restored > best.0 {
                    best = (restored, Some((written, read)));
                }
            }
        }
        let (restored, pair) = best;
        let (written, read) = pair.filter(|_| 10 * restored >= RESTORED * lines.len())?;
        let is_latin_1 = lines.iter().all(|line| line.chars().all(|c| c <= '\u{FF}'));
        Some(WrongReading { written, read, is_latin_1: is_latin_1 && read == WINDOWS_1252 })
    }

    /// Name of the encoding that the text was read as.
    pub fn read_name(&self) -> &'static str {
        if self.is_latin_1 { "ISO-8859-1" } else { self.read.name() }
    }

    /// Command that restores the text of its standard input.
    pub fn command(&self) -> String {
        let back = format!("iconv -f UTF-8 -t {}", self.read_name());
        if self.written == UTF_8 { back } else { format!("{back} | iconv -f {} -t UTF-8", self.written.name()) }
    }
}

/// The bytes that are read as this text; `None` if there are none.
fn encode(encoding: &'static Encoding, text: &str) -> Option<Vec<u8>> {
    let (bytes, _, has_unmappable) = encoding.encode(text);
    (!has_unmappable).then(|| bytes.into_owned())
}

fn decode(encoding: &'static Encoding, bytes: &[u8]) -> Option<String> {
    encoding.decode_without_bom_handling_and_without_replacement(bytes).map(String::from)
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
    encode(GBK, c.encode_utf8(&mut [0; 4])).is_some_and(|bytes| matches!(bytes[..], [0xB0..=0xF7, 0xA1..=0xFE]))
}

fn is_of_big5(c: char) -> bool {
    encode(BIG5, c.encode_utf8(&mut [0; 4])).is_some_and(|bytes| matches!(bytes[..], [0xA4..=0xF9, _]))
}
