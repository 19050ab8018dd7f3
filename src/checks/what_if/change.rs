//! The changes, their names and their functions. To add one, write its function and add it to the list of names, to
//! [`Change::rewrite`] and to [`Change::may_begin`].

use super::{characters, spacing, spelling};
use crate::bleu::names::names;
use crate::bleu::tokenize::Normalization;
use crate::checks::repair::{decode_entities, decode_escaped_letters, join_subwords, markup};

names! {
    /// A change of text that removes one kind of difference between candidate and references.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Change: "change" {
        /// Lowercases.
        Case = "case",
        /// Replaces curly and other quotes, dashes and ellipses by ASCII.
        Quotes = "quotes",
        /// Composes characters (NFC).
        Nfc = "nfc",
        /// Composes characters, and replaces full-width forms, ligatures and other variants (NFKC).
        Nfkc = "nfkc",
        /// Drops soft hyphens, byte order marks, zero-width spaces, direction marks and control characters, and zero-width
        /// joiners in scripts that do not need them.
        InvisibleCharacters = "invisible characters",
        /// Replaces entities such as `&quot;` by their characters.
        Entities = "entities",
        /// Replaces escapes by their characters, in lines where some stand for characters outside ASCII: `\u00fc`, `%C3%BC`,
        /// `<0xC3><0xBC>`.
        Escapes = "escapes",
        /// Replaces every run of white space by one space, and drops it at both ends of a line.
        Spaces = "spaces",
        /// Replaces punctuation by spaces; drops apostrophes.
        Punctuation = "punctuation",
        /// Drops accents, vowel points and other diacritics that are not letters of their own.
        Diacritics = "diacritics",
        /// Replaces Arabic forms of yeh, kaf and heh by Persian ones.
        Letters = "letters",
        /// Drops the tatweel that stretches Arabic words.
        Tatweel = "tatweel",
        /// Replaces digits of other scripts by ASCII digits.
        Digits = "digits",
        /// Replaces full stops of other scripts by ASCII ones.
        Stops = "stops",
        /// Drops the zero-width non-joiners between parts of words, as Persian has them.
        HalfSpaces = "half-spaces",
        /// Replaces these by spaces.
        HalfSpacesAsSpaces = "half-spaces as spaces",
        /// Replaces underscores between letters, as between the syllables of a Vietnamese word, by spaces.
        Underscores = "underscores",
        /// Drops tags and control tokens, such as `<s>`, `<unk>`, `UNK` and `⁇`, and factors of all words, such as `dog|NN`.
        Markup = "markup",
        /// Joins subwords that are marked by `@@`, `▁`, `##`, `Ġ`, `</w>`, `￭`, `+` or `##AT##`.
        Subwords = "subwords",
        /// Drops the spaces that tokenizers put around punctuation and before contractions.
        Tokenized = "tokenized",
    }
}

impl Change {
    /// Returns the line after the change.
    pub fn apply(self, line: &str) -> String {
        let mut changed = String::new();
        let places = self.rewrite(line, &mut changed);
        if places == 0 { line.to_owned() } else { changed }
    }

    /// Whether it takes away what neither side should have, and what inflates the score if both have it.
    pub(crate) const fn may_inflate(self) -> bool {
        matches!(self, Change::Markup | Change::Subwords | Change::Underscores | Change::Entities | Change::Escapes)
    }

    /// Whether it alters what no good text has.
    pub(crate) const fn undoes_damage(self) -> bool {
        matches!(self, Change::Nfc | Change::InvisibleCharacters | Change::Entities | Change::Markup | Change::Subwords)
    }

    /// Whether a place that the change alters may begin with this byte. It is never a later byte of a character.
    pub(crate) const fn may_begin(self, byte: u8) -> bool {
        match self {
            Change::Case => matches!(byte, b'A'..=b'Z' | 0xC3..=0xD5 | 0xE1 | 0xE2 | 0xEA | 0xEF | 0xF0),
            Change::Quotes => matches!(byte, b'\'' | b'`' | b'-' | 0xC2 | 0xCA | 0xE2 | 0xE3 | 0xEF),
            Change::Nfc => is_rare(byte),
            Change::Nfkc => is_rare(byte) || matches!(byte, 0xC4..=0xC9),
            Change::InvisibleCharacters => {
                byte.is_ascii_control() || matches!(byte, 0xC2 | 0xCD | 0xD8 | 0xE1 | 0xE2 | 0xEF)
            }
            Change::Entities => byte == b'&',
            Change::Escapes => matches!(byte, b'\\' | b'%' | b'<'),
            Change::Spaces => matches!(byte, b'\t'..=b'\r' | 0x1C..=b' ' | 0xC2 | 0xE1..=0xE3),
            Change::Punctuation => byte.is_ascii_punctuation() || is_rare(byte),
            Change::Diacritics => matches!(byte, 0xC3..=0xDD | 0xE1 | 0xE2 | 0xEF),
            Change::Letters => matches!(byte, 0xD9 | 0xDB),
            Change::Tatweel => byte == 0xD9,
            Change::Digits => matches!(byte, 0xD9 | 0xDB | 0xDF | 0xE0 | 0xE1 | 0xEF),
            Change::Stops => matches!(byte, 0xD6 | 0xDB | 0xE0 | 0xE1 | 0xE3 | 0xEF),
            Change::HalfSpaces | Change::HalfSpacesAsSpaces => byte == 0xE2,
            Change::Underscores => byte == b'_',
            Change::Markup => markup::may_begin(byte),
            Change::Subwords => matches!(byte, b'@' | b'#' | b'<' | b'+' | 0xC4 | 0xE2 | 0xEF),
            Change::Tokenized => byte == b' ',
        }
    }

    /// Appends the changed line to `to`, and returns the number of places that changed. If it is 0, the line is as it
    /// was, and `to` may hold it, a part of it, or nothing.
    pub(super) fn rewrite(self, line: &str, to: &mut String) -> u64 {
        let rewrite: fn(&str, &mut String) -> u64 = match self {
            Change::Case => characters::lowercase,
            Change::Quotes => characters::straighten_quotes,
            Change::Nfc => |line, to| characters::normalize(Normalization::Nfc, line, to),
            Change::Nfkc => |line, to| characters::normalize(Normalization::Nfkc, line, to),
            Change::InvisibleCharacters => characters::drop_invisible,
            Change::Entities => decode_entities,
            Change::Escapes => decode_escaped_letters,
            Change::Spaces => spacing::join_spaces,
            Change::Punctuation => characters::drop_punctuation,
            Change::Diacritics => characters::drop_diacritics,
            Change::Letters => spelling::unify_letters,
            Change::Tatweel => spelling::drop_tatweel,
            Change::Digits => spelling::write_ascii_digits,
            Change::Stops => spelling::write_ascii_stops,
            Change::HalfSpaces => spelling::drop_half_spaces,
            Change::HalfSpacesAsSpaces => spelling::widen_half_spaces,
            Change::Underscores => spelling::split_at_underscores,
            Change::Markup => markup::drop_markup,
            Change::Subwords => join_subwords,
            Change::Tokenized => spacing::detokenize,
        };
        rewrite(line, to)
    }
}

/// Whether a byte begins characters other than ASCII, Latin and Cyrillic letters, ideographs and syllables of Korean.
const fn is_rare(byte: u8) -> bool {
    byte >= 0xC0 && !matches!(byte, 0xC3..=0xC9 | 0xD0 | 0xD1 | 0xE4..=0xE9 | 0xEB..=0xED)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(change: Change, examples: &[(&str, &str)]) {
        for (line, expected) in examples {
            assert_eq!(change.apply(line), *expected, "{} of {line:?}", change.name());
            assert_eq!(change.apply(expected), *expected, "{} twice", change.name());
        }
    }

    #[test]
    fn case_is_ignored_as_by_lowercasing() {
        check(Change::Case, &[("The ÄRGER", "the ärger"), ("ΟΔΟΣ", "οδος"), ("abc 123", "abc 123")]);
    }

    #[test]
    fn quotes_dashes_and_ellipses_become_ascii() {
        check(
            Change::Quotes,
            &[
                ("“a” ‘b’ „c“ «d» ‹e›", "\"a\" 'b' \"c\" \"d\" 'e'"),
                ("1990–2000 — so…", "1990-2000 - so..."),
                ("``a'' -- b", "\"a\" - b"),
                ("「你好」", "\"你好\""),
                ("plain's", "plain's"),
            ],
        );
    }

    #[test]
    fn unicode_forms_become_one() {
        check(Change::Nfc, &[("fu\u{308}r", "für"), ("ﬁ", "ﬁ")]);
        check(Change::Nfkc, &[("ﬁne １２", "fine 12"), ("が", "が")]);
    }

    #[test]
    fn invisible_characters_are_dropped_where_the_script_does_not_need_them() {
        check(
            Change::InvisibleCharacters,
            &[
                ("\u{feff}Wort\u{ad}teil\u{200b}", "Wortteil"),
                ("\u{200e}abc\u{200f} a\u{200c}b a\u{200d}b", "abc ab ab"),
                ("می\u{200c}خواهم", "می\u{200c}خواهم"),
                ("क्\u{200d}ष", "क्\u{200d}ष"),
                ("👩\u{200d}👧", "👩\u{200d}👧"),
                ("a\tb", "a\tb"),
            ],
        );
    }

    #[test]
    fn entities_become_characters() {
        check(
            Change::Entities,
            &[
                ("&quot;a&quot; &amp; b&apos;s &#39; &#x2019; &#91;", "\"a\" & b's ' ’ ["),
                ("&amp;quot;", "\""),
                ("a & b; &unknown; &#xD800;", "a & b; &unknown; &#xD800;"),
                ("a&nbsp;b&#10;c", "a\u{a0}b c"),
            ],
        );
    }

    #[test]
    fn escapes_become_characters() {
        check(
            Change::Escapes,
            &[
                (r#"f\u00fcr \"50%\""#, "für \"50%\""),
                ("f%C3%BCr", "für"),
                ("f<0xC3><0xBC>r", "für"),
                (r#"printf("ü\n"); C:\new"#, r#"printf("ü\n"); C:\new"#),
            ],
        );
    }

    #[test]
    fn white_space_becomes_single_spaces() {
        check(Change::Spaces, &[(" a\u{a0}b  c\t\u{3000}d \r", "a b c d"), ("a b", "a b")]);
    }

    #[test]
    fn punctuation_becomes_space_and_apostrophes_are_dropped() {
        check(
            Change::Punctuation,
            &[("Don't, you? “x”", "Dont  you   x "), ("你好，世界。", "你好 世界 "), ("5 + 3", "5 + 3")],
        );
    }

    #[test]
    fn diacritics_are_dropped_and_letters_of_their_own_are_kept() {
        check(
            Change::Diacritics,
            &[
                ("für čeština łódź", "fur cestina lodz"),
                ("fu\u{308}r", "fur"),
                ("ёлка йод", "елка иод"),
                ("كَتَبَ", "كتب"),
                ("हिन्दी ก็ が 한국", "हिन्दी ก็ が 한국"),
            ],
        );
    }

    #[test]
    fn spellings_become_one() {
        check(Change::Letters, &[("كتابي عربي", "کتابی عربی"), ("ہے", "هے"), ("کتاب", "کتاب")]);
        check(Change::Tatweel, &[("جمـــيل", "جميل")]);
        check(Change::Digits, &[("١٢ ۳۴ ५६ ๗", "12 34 56 7"), ("12", "12")]);
        check(Change::Stops, &[("کتاب۔ किताब।", "کتاب. किताब."), ("a. b", "a. b")]);
        check(Change::HalfSpaces, &[("می\u{200c}خواهم", "میخواهم")]);
        check(Change::HalfSpacesAsSpaces, &[("می\u{200c}خواهم", "می خواهم")]);
        check(Change::Underscores, &[("Việt_Nam có _x_", "Việt Nam có _x_"), ("a_1 __init__", "a_1 __init__")]);
    }

    #[test]
    fn tags_and_control_tokens_are_dropped() {
        check(
            Change::Markup,
            &[
                ("<s> a <unk> b</s>", " a  b"),
                ("a ⁇ [UNK] <|im_end|> <0x0A> <br/> b", "a      b"),
                ("a < b and c > d", "a < b and c > d"),
                ("<3 you, 5 <b", "<3 you, 5 <b"),
            ],
        );
    }

    #[test]
    fn subwords_are_joined() {
        check(
            Change::Subwords,
            &[
                ("lo@@ w er@@", "low er"),
                ("▁The ▁low er ▁house", "The lower house"),
                ("▁The▁lower▁house", "The lower house"),
                ("low ##er house", "lower house"),
                ("The Ġlow er Ġhouse", "The lower house"),
                ("the</w> lo wer</w> house</w>", "the lower house"),
                ("the low￭ er house ￭!", "the lower house!"),
                ("w+ al+ ktb +hm hna", "walktbhm hna"),
                ("Disney+ and Canal+ are two of many services", "Disney+ and Canal+ are two of many services"),
                ("a well ##AT##-##AT## known one", "a well-known one"),
                ("me@@home.org # ##", "me@@home.org # ##"),
                ("Ġanni lives in Malta with his many friends", "Ġanni lives in Malta with his many friends"),
            ],
        );
    }

    #[test]
    fn tokenized_text_is_detokenized() {
        check(
            Change::Tokenized,
            &[
                ("Hello , world ! ( yes )", "Hello, world! (yes)"),
                ("he said \" no \" , twice .", "he said \"no\", twice."),
                ("do n't , it 's John 's", "don't, it's John's"),
                ("well @-@ known", "well-known"),
                ("version .5 and 3 : 4", "version .5 and 3: 4"),
                ("plain text, as usual.", "plain text, as usual."),
            ],
        );
    }

    #[test]
    fn no_change_adds_a_line_feed() {
        let hostile = "\u{2028}&#10;&#x0a;\u{85}<\u{1}> ▁ @@ \" ' ``";
        for change in Change::ALL {
            assert!(!change.apply(hostile).contains('\n'), "{}", change.name());
        }
    }
}
