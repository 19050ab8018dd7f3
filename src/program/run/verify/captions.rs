//! The sentences beside printed tables, compared with those that the program prints: they are found by their words, and their numbers
//! and the names of methods are compared. Sentences in other words are not checked.

use super::printed::number::{Decimals, PrintedNumber, numbers};
use super::tables::is_printed_as;
use crate::text::display::escape;
use std::iter::zip;

/// Words of captions that may stand in place of each other.
const METHODS: [&[&str]; 4] = [
    &["holm's", "bonferroni's"],
    &["paired", "approximate"],
    &["bootstrap", "randomization"],
    &["resamples", "trials"],
];

/// A word of a sentence, with the number of its line.
struct Word<'a> {
    line: usize,
    text: &'a str,
    /// The number that it is.
    number: Option<PrintedNumber>,
    /// The text that the sentence is searched with.
    key: String,
}

impl<'a> Word<'a> {
    fn of(line: usize, text: &'a str) -> Option<Word<'a>> {
        let text = text.trim_matches(|c: char| "(),.;:`*\"".contains(c));
        let mut found = numbers(text.trim_end_matches('%'), Decimals::Point);
        let is_number = text.trim_end_matches('%').trim_start_matches(['+', '-', '±', '<']);
        let is_number = is_number.starts_with(|c: char| c.is_ascii_digit()) && found.len() == 1;
        let number = if is_number { found.pop() } else { None };
        let lower = text.to_lowercase();
        let method = METHODS.iter().position(|words| words.contains(&&*lower));
        let key = match (&number, method) {
            (Some(_), _) => "#".to_owned(),
            (None, Some(method)) => format!("#{method}"),
            (None, None) => lower,
        };
        (!text.is_empty()).then_some(Word { line, text, number, key })
    }

    /// Whether it says the same as a word that the program prints, with at least as many decimals.
    fn agrees(&self, known: &Word) -> bool {
        match (&self.number, &known.number) {
            (Some(number), Some(known)) => is_printed_as(known.value, number),
            _ => self.text.eq_ignore_ascii_case(known.text),
        }
    }
}

/// Compares the lines beside tables, with their numbers, with paragraphs that the program prints for any of the runs. Returns what
/// differs.
pub fn differences(lines: &[(usize, String)], paragraphs: &[String]) -> Vec<String> {
    let words = lines.iter().flat_map(|(line, text)| text.split_whitespace().filter_map(|word| Word::of(*line, word)));
    let words: Vec<Word> = words.collect();
    let sentences: Vec<Vec<Word>> = paragraphs.iter().flat_map(|text| sentences(text)).collect();
    let mut differences = Vec::new();
    for start in 0..words.len() {
        let rest = &words[start..];
        let is_it = |sentence: &&Vec<Word>| {
            sentence.len() <= rest.len() && zip(*sentence, rest).all(|(known, word)| known.key == word.key)
        };
        let faults = sentences.iter().filter(is_it).map(|sentence| {
            let differing = zip(sentence, rest).filter(|(known, word)| !word.agrees(known));
            let described = |(known, word): (&Word, &Word)| {
                format!("line {}, caption: {} is {}", word.line, escape(word.text), known.text)
            };
            differing.map(described).collect::<Vec<String>>()
        });
        differences.extend(faults.min_by_key(Vec::len).unwrap_or_default());
    }
    differences
}

/// The sentences of a paragraph that have numbers or names of methods, and enough words to be found.
fn sentences(paragraph: &str) -> Vec<Vec<Word<'_>>> {
    let words = |sentence| str::split_whitespace(sentence).filter_map(|word| Word::of(0, word)).collect::<Vec<_>>();
    let all = paragraph.split_inclusive(". ").map(words);
    all.filter(|words: &Vec<Word>| words.len() >= 4 && words.iter().any(|word| word.key.starts_with('#'))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_found_by_their_words() {
        let known = ["BLEU on 60 segments. Bold: the highest score.", "a scores 0.04219 higher than c (p = 0.0100)."];
        let known = known.map(str::to_owned);
        let found = |text: &str| {
            let lines: Vec<(usize, String)> = text.lines().map(str::to_owned).enumerate().collect();
            differences(&lines, &known)
        };
        assert!(found("BLEU on 60\nsegments. We print: a scores 0.042 higher than c (p = 0.01).").is_empty());
        assert_eq!(found("Here: BLEU on 61 segments."), ["line 0, caption: 61 is 60"]);
        assert_eq!(found("\na scores 0.043 higher than c (p = 0.0100)"), ["line 1, caption: 0.043 is 0.04219"]);
        assert!(found("BLEU of 61 segments").is_empty());
    }
}
