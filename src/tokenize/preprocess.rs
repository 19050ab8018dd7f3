//! Preprocessing of text before it is tokenized: normalizing, lowercasing, and 13a's entities.
//!
//! Lines stay lines: no step adds or removes a line feed, except that the lines of one segment are joined.

use super::entities::{Entities, SKIPPED, delete_skipped, unescape};
use super::lowercase::Lowercaser;
use super::lowercasing::Lowercasing;
use super::scan::is_white_space;
use super::tokenization::Tokenization;
use crate::names::names;
use memchr::{memchr, memchr2, memmem};
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
    /// How text is lowercased with its tokenizer.
    pub(super) fn lowercasing(&self) -> Lowercasing {
        if self.tokenization.depends_on_case() { self.lowercasing.token_by_token() } else { self.lowercasing }
    }
}

/// Meaning of the line feeds in a text that ends with one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Newlines {
    /// Each ends a line.
    Separate,
    /// The last one ends the only line. The others are treated as by sacreBLEU's API: they are white space inside it,
    /// and 13a deletes a hyphen and the line feed after it.
    Join,
}

/// Rewrites text; keeps its memory from one batch to the next.
#[derive(Clone, Debug)]
pub(super) struct Preprocessor {
    normalization: Option<Normalization>,
    /// Lowercases text before anything else.
    text_lowercaser: Option<Lowercaser>,
    entities: Entities,
    /// Lowercases text after entities are replaced.
    unescaped_lowercaser: Option<Lowercaser>,
    /// Output of the last step.
    output: String,
    /// Output of the step before it, which was the last step's input.
    previous: String,
    /// Whether a step has rewritten the current text.
    rewritten: bool,
}

impl Preprocessor {
    pub fn new(preprocessing: &Preprocessing) -> Self {
        let (text_lowercaser, unescaped_lowercaser) = match preprocessing.lowercasing() {
            Lowercasing::Text(mapping) | Lowercasing::ReferencesLater(mapping) => (Some(mapping), None),
            Lowercasing::Unescaped(mapping) => (None, Some(mapping)),
            Lowercasing::Tokens(_) => (None, None),
        };
        let lowercaser = |mapping: Option<_>| mapping.filter(|_| preprocessing.lowercase).map(Lowercaser::new);
        Preprocessor {
            normalization: preprocessing.normalization,
            text_lowercaser: lowercaser(text_lowercaser),
            entities: preprocessing.tokenization.entities(),
            unescaped_lowercaser: lowercaser(unescaped_lowercaser),
            output: String::new(),
            previous: String::new(),
            rewritten: false,
        }
    }

    /// The text to tokenize: `text`, which ends in LF or is empty, if no step applies, else its rewritten form.
    pub fn apply<'a>(&'a mut self, text: &'a str, newlines: Newlines) -> &'a str {
        self.rewritten = false;
        if let Some(form) = self.normalization
            && !text.is_ascii()
        {
            self.step(text, |text, output| normalize(text, form, output));
        }
        if let Some(mut lowercaser) = self.text_lowercaser.take() {
            self.step(text, |text, output| lowercaser.append(text, output));
            self.text_lowercaser = Some(lowercaser);
        }
        if newlines == Newlines::Join && memchr(b'\n', text.as_bytes()) != text.len().checked_sub(1) {
            let unescape = !self.entities.is_empty();
            self.step(text, |text, output| join_lines(text, unescape, output));
        }
        if !self.entities.is_empty()
            // One search for both, since most text has neither.
            && let Some(first) = memchr2(b'<', b'&', self.current(text).as_bytes())
        {
            if memmem::find(&self.current(text).as_bytes()[first..], SKIPPED.as_bytes()).is_some() {
                self.step(text, delete_skipped);
            }
            if memchr(b'&', self.current(text).as_bytes()).is_some() {
                let entities = self.entities;
                self.step(text, |text, output| unescape(entities, text, output));
            }
        }
        if let Some(mut lowercaser) = self.unescaped_lowercaser.take() {
            self.step(text, |text, output| lowercaser.append(text, output));
            self.unescaped_lowercaser = Some(lowercaser);
        }
        self.current(text)
    }

    /// The text after the steps so far.
    fn current<'a>(&'a self, text: &'a str) -> &'a str {
        if self.rewritten { &self.output } else { text }
    }

    /// Applies a step to the text after the steps so far.
    fn step(&mut self, text: &str, append: impl FnOnce(&str, &mut String)) {
        std::mem::swap(&mut self.output, &mut self.previous);
        self.output.clear();
        append(if self.rewritten { &self.previous } else { text }, &mut self.output);
        self.rewritten = true;
    }
}

/// Appends `text` in a normal form. No normalization form affects a line feed, so lines are handled separately and
/// normalized ones are copied.
fn normalize(text: &str, form: Normalization, output: &mut String) {
    for line in text.split_inclusive('\n') {
        let is_normal = line.is_ascii()
            || match form {
                Normalization::Nfc => is_nfc_quick(line.chars()),
                Normalization::Nfkc => is_nfkc_quick(line.chars()),
            } == IsNormalized::Yes;
        if is_normal {
            output.push_str(line);
            continue;
        }
        match form {
            Normalization::Nfc => output.extend(line.nfc()),
            Normalization::Nfkc => output.extend(line.nfkc()),
        }
    }
}

/// Appends the lines of a segment as one line, ended by LF.
///
/// Line feeds become spaces, which every tokenizer treats like them. 13a (if `unescape`) deletes a hyphen and the line
/// feed after it, but first `<skipped>` and the white space at the segment's end.
fn join_lines(segment: &str, unescape: bool, output: &mut String) {
    let segment = segment.trim_end_matches(is_white_space);
    if unescape {
        output.push_str(&segment.replace(SKIPPED, "").replace("-\n", "").replace('\n', " "));
    } else {
        output.push_str(&segment.replace('\n', " "));
    }
    output.push('\n');
}

/// Returns a line that has the same tokens as a segment that may hold line feeds; see
/// [`Tokenizer::tokenize`](super::Tokenizer::tokenize).
pub(crate) fn one_line(segment: &str, preprocessing: &Preprocessing) -> String {
    if preprocessing.tokenization.entities().is_empty() {
        return segment.replace('\n', " ");
    }
    // Lines are joined after normalizing and lowercasing, which scoring the line will do again.
    let mut preprocessor = Preprocessor {
        entities: super::entities::NONE,
        unescaped_lowercaser: None,
        ..Preprocessor::new(preprocessing)
    };
    let mut line = String::new();
    join_lines(preprocessor.apply(segment, Newlines::Separate), true, &mut line);
    line.pop();
    // A `<skipped>` formed by joining is text; escape it, so that the tokenizer does not delete it.
    let line = line.replace(SKIPPED, "&lt;skipped>");
    let Some(form) = preprocessing.normalization else { return line };
    let mut normalized = String::new();
    normalize(&line, form, &mut normalized);
    if normalized == line {
        return line;
    }
    // Joining or lowercasing has brought together characters that the tokenizer would now compose. Each `<skipped>`, which
    // it deletes later, keeps them apart; but not U+0338, which composes with its last character.
    let starts = |c: char| if c.is_ascii() || c == '\u{338}' { "" } else { SKIPPED };
    line.chars().flat_map(|c| starts(c).chars().chain([c])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_feeds_inside_a_segment_are_as_in_sacrebleu() {
        let line = |segment, tokenization: &str, lowercase| {
            let tokenization = tokenization.parse().unwrap();
            let preprocessing = Preprocessing { tokenization, lowercase, ..Preprocessing::default() };
            Preprocessor::new(&preprocessing).apply(&format!("{segment}\n"), Newlines::Join).to_owned()
        };
        assert_eq!(line("a\nb\n", "13a", false), "a b\n");
        assert_eq!(line("hy-\nphen and-\r\nnot", "13a", false), "hyphen and-\r not\n");
        assert_eq!(line("end-\n \n", "13a", false), "end-\n");
        assert_eq!(line("hy-<skipped>\nphen", "13a", false), "hyphen\n");
        assert_eq!(line("hy-\nphen", "none", false), "hy- phen\n");
        assert_eq!(line("", "13a", false), "\n");
        // sacreBLEU lowercases before it joins lines.
        assert_eq!(line("hy-<SKIPPED>\nphen", "13a", true), "hyphen\n");
        assert_eq!(line("ΑΣ-\nΒ", "13a", true), "αςβ\n");
    }

    #[test]
    fn a_segment_on_one_line_is_normalized_once() {
        let parts =
            ["-", "\n", " ", "<", "<SKIPPED>", "&lt;", "e", "\u{301}", "\u{316}", "Σ", "Υ", "\u{313}", "ﬁ", "İ"];
        let texts = (0..parts.len().pow(4)).map(|i| [0, 1, 2, 3].map(|k| parts[i / parts.len().pow(k) % parts.len()]));
        for text in texts.map(|parts| parts.concat()).filter(|text| text.contains('\n')) {
            for (normalization, lowercase) in [(Some(Normalization::Nfc), true), (Some(Normalization::Nfkc), false)] {
                let preprocessing = Preprocessing { normalization, lowercase, ..Preprocessing::default() };
                let mut preprocessor = Preprocessor::new(&preprocessing);
                let expected = preprocessor.apply(&format!("{text}\n"), Newlines::Join).to_owned();
                let line = one_line(&text, &preprocessing) + "\n";
                assert_eq!(preprocessor.apply(&line, Newlines::Separate).trim(), expected.trim(), "{text:?}");
            }
        }
    }
}
