//! Preprocessing of text before it is tokenized: normalizing, lowercasing, and 13a's entities.
//!
//! Lines stay lines: no step adds or removes a line feed. A segment that contains line feeds is first written as
//! [one line](Preprocessing::one_line).

use super::entities::{SKIPPED, delete_skipped, unescape};
use super::lowercase::Lowercaser;
use super::lowercasing::Lowercasing;
use super::scan::is_white_space;
use super::tokenization::Tokenization;
use crate::bleu::names::names;
use memchr::{memchr, memchr2, memmem};
use std::borrow::Cow;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfkc_quick};

names! {
    /// A Unicode normal form (UAX #15).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Normalization: "normal form" {
        /// Canonical composition: one spelling of equivalent characters.
        Nfc = "nfc": "composed form: one spelling for equivalent characters",
        /// Compatibility composition: also replaces full-width forms, ligatures and other variants by plain characters.
        Nfkc = "nfkc": "composed form, also replacing full-width forms, ligatures and other variants",
    }
}

/// All that is done to text before its n-grams are counted, in this order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Preprocessing {
    /// Normal form to bring it to.
    pub normalization: Option<Normalization>,
    /// Whether to lowercase it.
    pub lowercase: bool,
    /// How it is lowercased, if it is.
    pub lowercasing: Lowercasing,
    /// Tokenizer.
    pub tokenization: Tokenization,
}

impl Preprocessing {
    /// The preprocessing of references, which some tools lowercase differently.
    pub fn for_references(&self) -> Preprocessing {
        let lowercasing = match self.lowercasing {
            Lowercasing::ReferencesLater(mapping) => Lowercasing::Tokens(mapping),
            other => other,
        };
        Preprocessing { lowercasing, ..self.clone() }
    }

    /// A line that has the tokens of a segment that may contain line feeds.
    ///
    /// As in sacreBLEU's API, line feeds are white space, but 13a deletes a hyphen and the line feed after it. Before that,
    /// it deletes `<skipped>` and the white space at the segment's end.
    pub fn one_line<'a>(&self, segment: &'a str) -> Cow<'a, str> {
        if memchr(b'\n', segment.as_bytes()).is_none() {
            return Cow::Borrowed(segment);
        }
        if self.tokenization.entities().is_empty() {
            return Cow::Owned(segment.replace('\n', " "));
        }
        // Lines are joined after normalizing and lowercasing, which scoring the line will do again, and before entities.
        let lowercase = self.lowercase && !matches!(self.lowercasing(), Lowercasing::Unescaped(_));
        let before_joining = Preprocessing { lowercase, tokenization: Tokenization::NONE, ..self.clone() };
        let mut preprocessor = Preprocessor::new(&before_joining);
        let segment = preprocessor.apply(segment).0.trim_end_matches(is_white_space);
        let line = segment.replace(SKIPPED, "").replace("-\n", "").replace('\n', " ");
        // A `<skipped>` formed by joining is text; escape it, so that the tokenizer does not delete it.
        let line = line.replace(SKIPPED, "&lt;skipped>");
        let Some(form) = self.normalization else { return line.into() };
        let mut normalized = String::new();
        normalize(&line, form, &mut normalized);
        if normalized == line {
            return line.into();
        }
        // Joining or lowercasing has brought together characters that the tokenizer would now compose. Each `<skipped>`, which
        // it deletes later, keeps them apart; but not U+0338, which composes with its last character.
        let starts = |c: char| if c.is_ascii() || c == '\u{338}' { "" } else { SKIPPED };
        line.chars().flat_map(|c| starts(c).chars().chain([c])).collect()
    }

    /// How text is lowercased with its tokenizer.
    fn lowercasing(&self) -> Lowercasing {
        match self.tokenization.depends_on_case() {
            true => Lowercasing::Tokens(self.lowercasing.mapping()),
            false => self.lowercasing,
        }
    }
}

/// Rewrites text; keeps its memory from one batch to the next.
#[derive(Clone, Debug)]
pub(super) struct Preprocessor {
    pub preprocessing: Preprocessing,
    /// `None` if text is not lowercased.
    lowercaser: Option<Lowercaser>,
    rewriting: Rewriting,
}

/// A text that is rewritten in steps.
#[derive(Clone, Debug, Default)]
struct Rewriting {
    /// Output of the last step.
    output: String,
    /// Output of the step before it, which was the last step's input.
    previous: String,
    /// Whether a step has rewritten the current text.
    is_rewritten: bool,
}

impl Preprocessor {
    pub fn new(preprocessing: &Preprocessing) -> Self {
        let lowercaser = preprocessing.lowercase.then(|| Lowercaser::new(preprocessing.lowercasing().mapping()));
        Preprocessor { preprocessing: preprocessing.clone(), lowercaser, rewriting: Rewriting::default() }
    }

    /// The text to tokenize: `text` if no step applies, else its rewritten form. With it comes what then lowercases each
    /// token by itself, if that is how it is lowercased.
    pub fn apply<'a>(&'a mut self, text: &'a str) -> (&'a str, Option<&'a mut Lowercaser>) {
        let Preprocessor { preprocessing, rewriting, .. } = self;
        let (entities, lowercaser) = (preprocessing.tokenization.entities(), self.lowercaser.as_mut());
        let (text_lowercaser, entity_lowercaser, token_lowercaser) = match preprocessing.lowercasing() {
            Lowercasing::Text(_) | Lowercasing::ReferencesLater(_) => (lowercaser, None, None),
            Lowercasing::Unescaped(_) => (None, lowercaser, None),
            Lowercasing::Tokens(_) => (None, None, lowercaser),
        };
        rewriting.is_rewritten = false;
        if let Some(form) = preprocessing.normalization
            && !text.is_ascii()
        {
            rewriting.step(text, |text, output| normalize(text, form, output));
        }
        if let Some(lowercaser) = text_lowercaser {
            rewriting.step(text, |text, output| lowercaser.append(text, output));
        }
        if !entities.is_empty()
            // One search for both, since most text has neither.
            && let Some(first) = memchr2(b'<', b'&', rewriting.current(text).as_bytes())
        {
            if memmem::find(&rewriting.current(text).as_bytes()[first..], SKIPPED.as_bytes()).is_some() {
                rewriting.step(text, delete_skipped);
            }
            if memchr(b'&', rewriting.current(text).as_bytes()).is_some() {
                rewriting.step(text, |text, output| unescape(entities, text, output));
            }
        }
        if let Some(lowercaser) = entity_lowercaser {
            rewriting.step(text, |text, output| lowercaser.append(text, output));
        }
        (rewriting.current(text), token_lowercaser)
    }
}

impl Rewriting {
    /// The text after the steps so far.
    fn current<'a>(&'a self, text: &'a str) -> &'a str {
        if self.is_rewritten { &self.output } else { text }
    }

    /// Applies a step to the text after the steps so far.
    fn step(&mut self, text: &str, append: impl FnOnce(&str, &mut String)) {
        std::mem::swap(&mut self.output, &mut self.previous);
        self.output.clear();
        append(if self.is_rewritten { &self.previous } else { text }, &mut self.output);
        self.is_rewritten = true;
    }
}

/// Appends `text` in a normal form. No normalization form affects a line feed, so lines are handled separately and
/// normalized ones are copied.
fn normalize(text: &str, form: Normalization, output: &mut String) {
    for line in text.split_inclusive('\n') {
        if line.is_ascii() || form.surely_has(line.chars()) {
            output.push_str(line);
        } else {
            form.append(line, output);
        }
    }
}

impl Normalization {
    /// Whether text is certainly in this form.
    pub(crate) fn surely_has(self, text: impl Iterator<Item = char>) -> bool {
        // Tables are searched for the others.
        let text = text.map(|c| if is_like_ascii(c) { 'a' } else { c });
        let answer = match self {
            Normalization::Nfc => is_nfc_quick(text),
            Normalization::Nfkc => is_nfkc_quick(text),
        };
        answer == IsNormalized::Yes
    }

    /// Appends text in this form.
    pub(crate) fn append(self, text: &str, to: &mut String) {
        match self {
            Normalization::Nfc => to.extend(text.nfc()),
            Normalization::Nfkc => to.extend(text.nfkc()),
        }
    }
}

/// Whether any text with a character is in a normal form if it is with a letter of ASCII in its place. These are the usual letters of
/// Latin and Cyrillic, kana, ideographs and syllables of Korean.
fn is_like_ascii(c: char) -> bool {
    matches!(c, '\u{C0}'..='\u{131}' | '\u{14A}'..='\u{17E}' | '\u{400}'..='\u{45F}')
        || matches!(c, '\u{3001}'..='\u{3002}' | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}')
        || matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}')
}

#[cfg(test)]
mod tests {
    use super::super::entities;
    use super::*;
    use crate::sampling::sample;

    #[test]
    fn line_feeds_inside_a_segment_are_as_in_sacrebleu() {
        let line = |segment, tokenization: &str, lowercase| {
            let tokenization = tokenization.parse().unwrap();
            let preprocessing = Preprocessing { tokenization, lowercase, ..Preprocessing::default() };
            Preprocessor::new(&preprocessing).apply(&preprocessing.one_line(segment)).0.to_owned()
        };
        assert_eq!(line("a\nb\n", "13a", false), "a b");
        assert_eq!(line("hy-\nphen and-\r\nnot", "13a", false), "hyphen and-\r not");
        assert_eq!(line("end-\n \n", "13a", false), "end-");
        assert_eq!(line("hy-<skipped>\nphen", "13a", false), "hyphen");
        assert_eq!(line("hy-\nphen", "none", false), "hy- phen");
        assert_eq!(line("", "13a", false), "");
        // sacreBLEU lowercases before it joins lines.
        assert_eq!(line("hy-<SKIPPED>\nphen", "13a", true), "hyphen");
        assert_eq!(line("ΑΣ-\nΒ", "13a", true), "αςβ");
    }

    #[test]
    fn characters_like_ascii_are_in_any_form_and_start_anew() {
        let like_ascii: Vec<char> = ('\u{80}'..=char::MAX).filter(|c| is_like_ascii(*c)).collect();
        assert!(like_ascii.len() > 30_000);
        for c in like_ascii {
            // Without it, or if it were a mark itself, the marks would be in the wrong order.
            let text = ['a', '\u{301}', c, '\u{316}'];
            assert_eq!(is_nfc_quick(text.into_iter()), is_nfc_quick("a\u{301}a\u{316}".chars()), "{c:?}");
            assert_eq!(is_nfkc_quick(text.into_iter()), is_nfkc_quick("a\u{301}a\u{316}".chars()), "{c:?}");
            assert_eq!(is_nfc_quick([c].into_iter()), IsNormalized::Yes, "{c:?}");
            assert_eq!(is_nfkc_quick([c].into_iter()), IsNormalized::Yes, "{c:?}");
        }
    }

    #[test]
    fn a_segment_on_one_line_is_normalized_once() {
        let parts =
            ["-", "\n", " ", "<", "<SKIPPED>", "&lt;", "e", "\u{301}", "\u{316}", "Σ", "Υ", "\u{313}", "ﬁ", "İ"];
        let texts = (0..parts.len().pow(4)).map(|i| [0, 1, 2, 3].map(|k| parts[i / parts.len().pow(k) % parts.len()]));
        for text in sample(5, texts.map(|parts| parts.concat()).filter(|text| text.contains('\n'))) {
            for (normalization, lowercase) in [(Some(Normalization::Nfc), true), (Some(Normalization::Nfkc), false)] {
                let preprocessing = Preprocessing { normalization, lowercase, ..Preprocessing::default() };
                let mut preprocessor = Preprocessor::new(&preprocessing);
                let without_entities = Preprocessing { tokenization: Tokenization::NONE, ..preprocessing.clone() };
                let mut without_entities = Preprocessor::new(&without_entities);
                let joined = without_entities.apply(&text).0.trim_end_matches(is_white_space).replace(SKIPPED, "");
                let mut expected = String::new();
                unescape(
                    entities::STANDARD,
                    &joined.replace("-\n", "").replace('\n', " ").replace(SKIPPED, ""),
                    &mut expected,
                );
                let line = preprocessing.one_line(&text);
                assert_eq!(preprocessor.apply(&line).0.trim(), expected.trim(), "{text:?}");
            }
        }
    }
}
