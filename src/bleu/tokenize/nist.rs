//! NLTK's version of NIST's international rules, for azure-ai-evaluation: substitutions on a line, one after the other.
//!
//! NLTK takes the classes of characters from lists among its data, made with Perl and Unicode 6. The list of what is not a
//! number lacks white space, ideographs and Hangul syllables, and no list has characters beyond U+FFFF: punctuation after them stays
//! with its word. These gaps are followed here, with the categories of a newer version of Unicode.

use super::entities::{self, Entities};
use super::general_category::{GeneralCategory, UnicodeVersion};
use super::scan::is_white_space;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

/// Entities that are replaced by their characters, `&amp;` last.
const ENTITIES: Entities = &[
    ("&gt;", ">"),
    ("&lt;", "<"),
    ("&apos;", "'"),
    ("&quot;", "\""),
    ("&#124;", "|"),
    ("&#91;", "["),
    ("&#93;", "]"),
    ("&amp;", "&"),
];

/// Classes of characters.
struct Classes(UnicodeVersion);

impl Classes {
    fn category(&self, c: char) -> GeneralCategory {
        match self.0 {
            _ if c > '\u{FFFF}' => GeneralCategory::Other,
            UnicodeVersion::V17 => GeneralCategory::in_unicode_17(c),
            UnicodeVersion::V18 => GeneralCategory::of(c),
        }
    }

    fn is_punctuation(&self, c: char) -> bool {
        self.category(c) == GeneralCategory::Punctuation
    }

    fn is_symbol(&self, c: char) -> bool {
        self.category(c) == GeneralCategory::Symbol
    }

    /// Whether NLTK's list of what is not a number has the character.
    fn is_no_number(&self, c: char) -> bool {
        match self.category(c) {
            GeneralCategory::Punctuation | GeneralCategory::Symbol => true,
            GeneralCategory::Letter => c.script() != Script::Han && !('\u{AC00}'..='\u{D7A3}').contains(&c),
            GeneralCategory::Other => c <= '\u{FFFF}' && is_combining_mark(c),
            GeneralCategory::DecimalNumber | GeneralCategory::OtherNumber => false,
        }
    }
}

/// Calls `push` with each token of a line.
pub(super) fn tokens(line: &str, unicode: UnicodeVersion, push: &mut dyn FnMut(&str)) {
    let classes = Classes(unicode);
    let [mut text, mut unescaped] = [String::new(), String::new()];
    entities::delete_skipped(line, &mut text);
    entities::unescape(ENTITIES, &text, &mut unescaped);
    let text = set_ascii_apart(&unescaped);
    let text = split_pairs(&text, ["", " ", " "], |a, b| classes.is_no_number(a) && classes.is_punctuation(b));
    let text = split_pairs(&text, [" ", " ", ""], |a, b| classes.is_punctuation(a) && classes.is_no_number(b));
    let is_symbol = |c| classes.is_symbol(c);
    for word in text.split(is_white_space) {
        let mut rest = word;
        while let Some(at) = rest.find(is_symbol) {
            let (before, symbol) = rest.split_at(at);
            let length = symbol.chars().next().map_or(0, char::len_utf8);
            [before, &symbol[..length]].into_iter().filter(|token| !token.is_empty()).for_each(&mut *push);
            rest = &symbol[length..];
        }
        if !rest.is_empty() {
            push(rest);
        }
    }
}

/// Writes spaces around each run of ASCII.
fn set_ascii_apart(text: &str) -> String {
    let mut output = String::new();
    let mut was_ascii = false;
    for c in text.chars() {
        if c.is_ascii() != was_ascii {
            output.push(' ');
        }
        output.push(c);
        was_ascii = c.is_ascii();
    }
    output.push(' ');
    output
}

/// Writes spaces before, between and after each pair of characters for which `is_pair` holds. The next pair begins after it.
fn split_pairs(text: &str, [before, between, after]: [&str; 3], is_pair: impl Fn(char, char) -> bool) -> String {
    let mut output = String::new();
    let mut chars = text.chars().peekable();
    while let Some(first) = chars.next() {
        match chars.next_if(|&second| is_pair(first, second)) {
            Some(second) => {
                output.push_str(before);
                output.push(first);
                output.push_str(between);
                output.push(second);
                output.push_str(after);
            }
            None => output.push(first),
        }
    }
    output
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As azure-ai-evaluation 1.18.10 splits them, with NLTK 3.10.4.
    #[test]
    fn lines_are_split_as_by_nltk() {
        for (line, expected) in [
            ("café 1999.", "caf é 1999."),
            ("café 5% x", "caf é 5% x"),
            ("é 3.5, x", "é 3.5, x"),
            ("“é” x", "“ é ” x"),
            ("日本語。東京、", "日本語。東京、"),
            ("😀😀 é!", "😀😀 é !"),
            ("é &quot;a&quot; &apos;b&#91;", "é \" a \" ' b ["),
            ("<skipped>é &amp;lt; 20₤", "é & lt ; 20 ₤"),
        ] {
            let mut tokens = Vec::new();
            super::tokens(line, UnicodeVersion::V18, &mut |token| tokens.push(token.to_owned()));
            assert_eq!(tokens.join(" "), expected, "{line}");
        }
    }
}
