//! Texts with marks: the tokens of a segment, and which of its n-grams were counted as correct.

use crate::SegmentTokens;
use crate::cli::display::escape_for_reading;
use crate::explain::segment_ngrams::{NgramCounts, SegmentNgrams, append, token_fingerprints};
use serde::{Serialize, Serializer};
use std::collections::HashMap;

/// The tokens of a text, with marks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MarkedText {
    tokens: Vec<String>,
    /// For each token, the orders of the correct n-grams that begin there: bit n - 1 for order n.
    marks: Vec<u32>,
    /// Whether there is no space before each token in the text as it was read.
    joined: Vec<bool>,
    /// Maximum order of the marks.
    order: usize,
}

/// Bits of a digit of codes.
const BITS: usize = 5;

/// Maximum number of bytes between two tokens of a text, such as of an entity that stands for one character.
const MAX_GAP: usize = 64;

impl MarkedText {
    /// A text without marks, given its line and its tokens.
    pub fn plain(line: &str, tokens: Vec<String>) -> MarkedText {
        let (marks, joined) = (vec![0; tokens.len()], joined(line, &tokens));
        MarkedText { tokens, marks, joined, order: 0 }
    }

    /// The candidate of a segment, given its line. The marks of each order are as many as its correct n-grams.
    pub fn of_candidate(
        line: &str,
        candidate: SegmentTokens,
        references: &[SegmentTokens],
        order: usize,
    ) -> MarkedText {
        let text = MarkedText::plain(line, candidate.iter().map(str::to_owned).collect());
        MarkedText { marks: marks(candidate, references, order), order, ..text }
    }

    /// Number of digits of the code of a token, for marks of orders up to this.
    pub fn digits(order: usize) -> usize {
        (order + 1).div_ceil(BITS)
    }

    /// The tokens, separated by spaces.
    fn text(&self) -> String {
        // The few tokens that contain a space, such as a grapheme cluster that begins with one, remain one token.
        let token = |token: &String| escape_for_reading(token).replace(' ', "\u{a0}");
        self.tokens.iter().map(token).collect::<Vec<_>>().join(" ")
    }

    /// A number for each token, in digits of base 32: the marks, shifted by a bit, which is set if no space is before the
    /// token.
    fn codes(&self) -> String {
        let digits = MarkedText::digits(self.order);
        let mut codes = String::with_capacity(digits * self.tokens.len());
        for (marks, joined) in self.marks.iter().zip(&self.joined) {
            let code = marks << 1 | u32::from(*joined);
            let digit = |place: usize| char::from_digit(code >> (BITS * place) & 31, 32).unwrap_or_default();
            codes.extend((0..digits).rev().map(digit));
        }
        codes
    }
}

/// Two strings: the tokens, separated by spaces, and their codes.
impl Serialize for MarkedText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.text(), self.codes()).serialize(serializer)
    }
}

/// Returns the marks of the tokens of a candidate. Of the occurrences of an n-gram that has more than are correct, those
/// inside a longer correct one are marked, then the first.
fn marks(candidate: SegmentTokens, references: &[SegmentTokens], order: usize) -> Vec<u32> {
    let own = ngrams(candidate, order);
    // The most occurrences in any reference of each n-gram that the candidate has too.
    let mut allowed: Vec<HashMap<u64, u32>> = vec![HashMap::new(); order];
    let texts = std::iter::once(candidate).chain(references.iter().copied());
    SegmentNgrams::default().count(texts, order, |n, ngram, found| {
        if let NgramCounts::Counts([_, references @ ..]) = found {
            allowed[n - 1].insert(ngram, references.iter().copied().max().unwrap_or(0));
        }
    });
    let mut marks = vec![0u32; candidate.len()];
    for n in (1..=order).rev() {
        let (mark, longer) = (1u32 << (n - 1), 1u32 << n);
        let allowed = &mut allowed[n - 1];
        let mut mark_all = |in_longer: bool| {
            for (start, ngram) in own[n - 1].iter().enumerate() {
                let is_in_longer = marks[start] & longer != 0 || start > 0 && marks[start - 1] & longer != 0;
                if is_in_longer == in_longer
                    && let Some(left) = allowed.get_mut(ngram).filter(|left| **left > 0)
                {
                    *left -= 1;
                    marks[start] |= mark;
                }
            }
        };
        mark_all(true);
        mark_all(false);
    }
    marks
}

/// The fingerprints of the n-grams of each order up to `order`, in linear time for each.
fn ngrams(text: SegmentTokens, order: usize) -> Vec<Vec<u64>> {
    let tokens: Vec<u64> = token_fingerprints(text).collect();
    let mut orders = vec![tokens.clone()];
    for n in 1..order {
        let last = tokens.get(n..).unwrap_or_default();
        orders.push(orders[n - 1].iter().zip(last).map(|(ngram, token)| append(*ngram, *token)).collect());
    }
    orders
}

/// Returns for each token whether it follows the one before without a space in a line. If tokenizing changed characters,
/// tokens are searched further on.
fn joined(line: &str, tokens: &[String]) -> Vec<bool> {
    let mut rest = line;
    let mut is_joined = |token: &String| {
        let text = rest.trim_start();
        let has_space = text.len() < rest.len();
        let near = &text[..text.floor_char_boundary(MAX_GAP + token.len())];
        let at = if text.starts_with(token.as_str()) { Some(0) } else { near.find(token.as_str()) };
        let Some(at) = at else { return false };
        let is_joined = if at == 0 { !has_space } else { !text[..at].ends_with(char::is_whitespace) };
        rest = &text[at + token.len()..];
        is_joined
    };
    tokens.iter().enumerate().map(|(i, token)| is_joined(token) && i > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::SegmentTables;
    use crate::{Definition, Tokens};

    fn marked(candidate: &str, references: &[&str]) -> (MarkedText, SegmentTables) {
        let definition = Definition::default();
        let mut tokenizers: Vec<_> = (0..=references.len()).map(|_| definition.tokenizer()).collect();
        let lines = std::iter::once(&candidate).chain(references).map(|line| format!("{line}\n"));
        let lines: Vec<String> = lines.collect();
        let texts = tokenizers.iter_mut().zip(&lines);
        let texts: Vec<Tokens> = texts.map(|(tokenizer, line)| tokenizer.tokenize_lines(line).unwrap()).collect();
        let tokens: Vec<SegmentTokens> = texts.iter().map(|text| text.segment(0)).collect();
        let text = MarkedText::of_candidate(candidate, tokens[0], &tokens[1..], definition.order());
        (text, SegmentTables::new(&definition, candidate, references).unwrap())
    }

    #[test]
    fn there_are_as_many_marks_as_correct_ngrams() {
        let cases: [(&str, &[&str]); 6] = [
            ("the the the", &["the cat", "a cat"]),
            ("a b a b c", &["a b c"]),
            ("a b c a b d a b", &["a b d x a b c", "a b a b"]),
            ("x", &["y"]),
            ("", &["y"]),
            ("of the , of the , of the", &["of the , and of the"]),
        ];
        for (candidate, references) in cases {
            let (text, tables) = marked(candidate, references);
            for (n, correct) in tables.statistics.correct().iter().enumerate() {
                let found = text.marks.iter().filter(|marks| *marks >> n & 1 == 1).count() as u64;
                assert_eq!(found, *correct, "{candidate}: order {}", n + 1);
            }
        }
    }

    #[test]
    fn occurrences_inside_longer_matches_are_marked_first() {
        // "a b" is correct once; the second is part of "a b c".
        assert_eq!(marked("a b a b c", &["a b c"]).0.marks, [0, 0, 0b111, 0b11, 0b1]);
        assert_eq!(marked("the cat the", &["the dog"]).0.marks, [1, 0, 0]);
    }

    #[test]
    fn spaces_are_those_of_the_line() {
        let text = |line: &str| {
            let tables = SegmentTables::new(&Definition::default(), line, &["-"]).unwrap();
            let text = MarkedText::plain(line, tables.candidate);
            let joined: String = text.joined.iter().map(|joined| if *joined { '+' } else { ' ' }).collect();
            (text.text(), joined)
        };
        assert_eq!(text("Hello, (old) world!"), ("Hello , ( old ) world !".into(), " + ++ +".into()));
        assert_eq!(text("&quot;Yes&quot; no"), ("\" Yes \" no".into(), " +  ".into()));
        assert_eq!(text("  a\tb  c."), ("a b c .".into(), "   +".into()));
        assert_eq!(text("a \u{202e}b\u{200d}"), ("a \\u{202e}b\u{200d}".into(), "  ".into()));
    }

    #[test]
    fn codes_hold_marks_and_spaces() {
        let (text, _) = marked("a b, c", &["a b, c"]);
        assert_eq!(serde_json::to_string(&text).unwrap(), r#"["a b , c","ue72"]"#);
        assert_eq!([0, 4, 5, 9, 16].map(MarkedText::digits), [1, 1, 2, 2, 4]);
    }
}
