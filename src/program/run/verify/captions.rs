//! The sentences beside printed tables, compared with those that the program prints: they are found by their words, and their numbers
//! and the names of methods are compared. In sentences in other words, counts are found by the words around them, such as `on 998
//! segments`.

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

/// Nouns of counts in captions, with the noun that they stand for.
const NOUNS: [(&str, &str); 10] = [
    ("segment", "segment"),
    ("segments", "segment"),
    ("sentences", "segment"),
    ("lines", "segment"),
    ("reference", "reference"),
    ("references", "reference"),
    ("resamples", "resample"),
    ("bootstrap", "resample"),
    ("trials", "trial"),
    ("seed", "seed"),
];

/// Words before a count of all segments: others may count some of them.
const ON: [&str; 3] = ["on", "over", "of"];

/// Words before these: other things, such as training, are on segments too.
const SCORED: [&str; 9] = ["bleu", "score", "scores", "results", "computed", "measured", "evaluated", "tested", "set"];

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

/// Compares the lines beside tables, with their numbers, with paragraphs that the program prints for any of the runs, and with counts
/// of these. Returns what differs.
pub fn differences(lines: &[(usize, String)], paragraphs: &[String], counts: &[(&str, u64)]) -> Vec<String> {
    let words = lines.iter().flat_map(|(line, text)| text.split_whitespace().filter_map(|word| Word::of(*line, word)));
    let words: Vec<Word> = words.collect();
    let sentences: Vec<Vec<Word>> = paragraphs.iter().flat_map(|text| sentences(text)).collect();
    let (mut differences, mut known_until) = (Vec::new(), 0);
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
        let lengths = sentences.iter().filter(is_it).map(Vec::len);
        known_until = lengths.max().map_or(known_until, |length| known_until.max(start + length));
        if start >= known_until {
            differences.extend(contradiction(&words, start, counts));
        }
    }
    differences
}

/// The fault of a count at a place of a caption, if it is one, and no run has it.
fn contradiction(words: &[Word], place: usize, counts: &[(&str, u64)]) -> Option<String> {
    let text = |place: usize| words.get(place).map(|word| word.text.to_lowercase()).unwrap_or_default();
    let found: u64 = text(place).replace(',', "").parse().ok()?;
    let noun = |word: String| NOUNS.iter().find(|(own, _)| *own == word).map(|(_, noun)| *noun);
    let [before_that, before] = [2, 1].map(|distance| place.checked_sub(distance).map(text).unwrap_or_default());
    let is_of_all = ON.contains(&&*before) && SCORED.contains(&&*before_that) && text(place + 2) != "per";
    let noun = match noun(text(place + 1)) {
        _ if before == "seed" => "seed",
        Some("segment") if !is_of_all => return None,
        Some("reference") if before != "with" => return None,
        Some("seed") | None => return None,
        Some(noun) => noun,
    };
    let known: Vec<u64> = counts.iter().filter(|(name, _)| *name == noun).map(|(_, known)| *known).collect();
    let first = known.first().filter(|_| !known.contains(&found))?;
    Some(format!("line {}, caption: {} ({noun}) is {first}", words[place].line, escape(words[place].text)))
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
            differences(
                &lines,
                &known,
                &[("segment", 60), ("segment", 20), ("reference", 2), ("resample", 1000), ("seed", 12345)],
            )
        };
        assert!(found("BLEU on 60\nsegments. We print: a scores 0.042 higher than c (p = 0.01).").is_empty());
        assert_eq!(found("Here: BLEU on 61 segments."), ["line 0, caption: 61 is 60"]);
        assert_eq!(found("\na scores 0.043 higher than c (p = 0.0100)"), ["line 1, caption: 0.043 is 0.04219"]);
        // In other words.
        assert_eq!(found("BLEU of 61 segments"), ["line 0, caption: 61 (segment) is 60"]);
        assert_eq!(found("evaluated on 61 sentences"), ["line 0, caption: 61 (segment) is 60"]);
        for other in ["systems that were fine-tuned on 10,000 sentences", "BLEU of 5 segments per document"] {
            assert!(found(other).is_empty(), "{other}");
        }
        assert_eq!(found("\nScores on 2,718 sentences"), ["line 1, caption: 2,718 (segment) is 60"]);
        assert_eq!(
            found("tested with 500 resamples, seed 7."),
            ["line 0, caption: 500 (resample) is 1000", "line 0, caption: 7 (seed) is 12345"]
        );
        assert_eq!(found("scored with 1 reference"), ["line 0, caption: 1 (reference) is 2"]);
        assert!(
            found(
                "Scores on 20 segments with 2 references, 1000 bootstrap resamples, seed 12345; better in 7 segments"
            )
            .is_empty()
        );
    }
}
