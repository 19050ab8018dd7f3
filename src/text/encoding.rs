//! The encoding of text that is not UTF-8, found by its bytes.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, KOI8_R, KOI8_U, UTF_16BE, UTF_16LE};

/// The most frequent encodings as iconv calls them, where that differs from the web's name: the web reads the extension of each that
/// Windows has.
const ICONV_NAMES: &[(&str, &str)] = &[
    ("GBK", "GB18030"),
    ("Shift_JIS", "CP932"),
    ("EUC-KR", "CP949"),
    ("Big5", "BIG5-HKSCS"),
    ("windows-874", "CP874"),
    ("windows-1250", "CP1250"),
    ("windows-1251", "CP1251"),
    ("windows-1252", "CP1252"),
    ("windows-1253", "CP1253"),
    ("windows-1254", "CP1254"),
    ("windows-1255", "CP1255"),
    ("windows-1256", "CP1256"),
    ("windows-1257", "CP1257"),
    ("windows-1258", "CP1258"),
];

/// The control characters that text contains: white space, and the escapes of terminals.
const CONTROLS_OF_TEXT: &[u8] = b"\t\n\x0B\x0C\r\x1A\x1B";

/// In a word of lowercase letters, one letter in this many may be a capital or no letter, such as an apostrophe.
const LETTERS_PER_ODDITY: usize = 5;

/// Of Japanese text, at least one letter in this many is kana.
const LETTERS_PER_KANA: usize = 4;

/// One character in this many may be wrong in the file itself.
const CHARACTERS_PER_FAULT: usize = 1000;

/// Likely encoding of text that is not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// Text in an encoding, by its name for iconv.
    Encoding(&'static str),
    /// UTF-8 in which some characters are damaged.
    DamagedUtf8,
    /// Not text.
    Binary,
    /// Text in an encoding that is not known.
    Unknown,
}

impl Bytes {
    /// Looks at text that is not UTF-8. What is UTF-8 shows nothing.
    pub fn find(text: &[u8]) -> Bytes {
        if str::from_utf8(text).is_ok() {
            return Bytes::Unknown;
        }
        if text.iter().any(|byte| byte.is_ascii_control() && !CONTROLS_OF_TEXT.contains(byte)) {
            return [UTF_16LE, UTF_16BE]
                .into_iter()
                .find(|encoding| is_utf_16(encoding, text))
                .map_or(Bytes::Binary, |found| Bytes::Encoding(found.name()));
        }
        let (mut characters, mut damaged) = (0, 0);
        for chunk in text.utf8_chunks() {
            characters += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
            damaged += usize::from(!chunk.invalid().is_empty());
        }
        if characters > damaged {
            return Bytes::DamagedUtf8;
        }
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(text, true);
        let guesses = [(None, is_plausible as fn(&str) -> bool), (Some(&b"jp"[..]), is_japanese)];
        let decoded = guesses.into_iter().find_map(|(domain, is_likely)| {
            let encoding = detector.guess(domain, Utf8Detection::Deny);
            // The last character may be incomplete.
            let (decoded, _) = encoding.decode_without_bom_handling(text);
            is_likely(&decoded).then_some((encoding, decoded))
        });
        let Some((encoding, decoded)) = decoded else { return Bytes::Unknown };
        // These two differ in four letters that are only Ukrainian.
        let is_koi8_r = encoding == KOI8_U && KOI8_R.decode_without_bom_handling(text).0 == decoded;
        let name = if is_koi8_r { KOI8_R.name() } else { encoding.name() };
        Bytes::Encoding(ICONV_NAMES.iter().find(|(web, _)| *web == name).map_or(name, |(_, iconv)| iconv))
    }
}

/// Whether a text is lines of UTF-16: of the other order of bytes, it would not contain a line feed.
fn is_utf_16(encoding: &'static Encoding, text: &[u8]) -> bool {
    let decoded = encoding.decode_without_bom_handling_and_without_replacement(text);
    let is_text = |c: char| !c.is_control() || u8::try_from(c).is_ok_and(|byte| CONTROLS_OF_TEXT.contains(&byte));
    decoded.is_some_and(|decoded| decoded.contains('\n') && decoded.chars().all(is_text))
}

/// Whether a decoded text is plausible, and Japanese: few other texts become kana if they are decoded as such. A short text that
/// repeats its lines may be guessed wrongly at first.
fn is_japanese(text: &str) -> bool {
    let letters = || text.chars().filter(|c| !c.is_ascii());
    let kana = letters().filter(|c| matches!(c, '\u{3041}'..='\u{30FF}')).count();
    is_plausible(text) && kana * LETTERS_PER_KANA >= letters().count()
}

/// Whether a decoded text looks right: no control characters, and hardly a capital or a symbol between two lowercase letters, where
/// other letters are if a text of a Macintosh or of DOS is read as one of Windows.
fn is_plausible(text: &str) -> bool {
    let characters: Vec<char> = text.chars().collect();
    if characters.iter().any(|c| matches!(c, '\u{80}'..='\u{9F}')) {
        return false;
    }
    let replaced = characters.iter().filter(|c| **c == char::REPLACEMENT_CHARACTER).count();
    let within = characters.windows(3).filter(|found| found[0].is_lowercase() && found[2].is_lowercase());
    let (mut letters, mut odd) = (0, 0);
    for found in within.filter(|found| !found[1].is_ascii()) {
        if found[1].is_lowercase() {
            letters += 1;
        } else if !matches!(found[1], '’' | '‑' | '–' | '—' | '…' | '·' | '\u{A0}' | '\u{AD}') {
            odd += 1;
        }
    }
    replaced <= 1 + characters.len() / CHARACTERS_PER_FAULT && odd * LETTERS_PER_ODDITY <= letters
}
