//! Text in another language than the references.
//!
//! | `language` | another language |
//!
//! - `language`: fewer than 30 of the candidate's 100 commonest words are among the references' 100, from 400 words on; or lines as
//!   in `unrelated` with such words; or lines of a reference, fewer than 15 of whose 100 commonest words are the candidate's.

use super::{Check, Evidence, Finding, Problem, SegmentList, Text, TextProfile};
use crate::checks::diagnose::alignment::permutation::Comparison;
use crate::checks::diagnose::alignment::thresholds::{ALIGNED, DISSIMILAR, FEW_SUBSTRINGS, LEAD};
use crate::checks::diagnose::common_words::WordCounts;
use crate::checks::diagnose::limits::{InGoodText, SENTENCE_TOKENS, WHOLE_LOSS};

/// Overlap of the 100 commonest words below which texts are in different languages: those in the same have 0.6 and more.
const MAX_OVERLAP: f64 = 0.3;

/// The text as a whole is in another language.
pub const TEXT: Check = Check::new(|evidence| {
    // Lines that are like their references are in the same language.
    let overlap = |(text, comparison): (&TextProfile, &Comparison)| match comparison.mostly_dissimilar {
        true => evidence.candidate.words().overlap(text.words()),
        false => Some(1.0),
    };
    let overlaps = evidence.references.iter().zip(evidence.comparisons).map(overlap).collect::<Option<Vec<f64>>>()?;
    let wrong = (1..).zip(&overlaps).filter(|(_, overlap)| **overlap < MAX_OVERLAP);
    let wrong: Vec<usize> = wrong.map(|(number, _)| number).collect();
    let overlap = wrong.iter().map(|number| overlaps[number - 1]).reduce(f64::max)?;
    let (references, _) = evidence.reference_set(wrong)?;
    let text = if references.is_all { Text::Candidate } else { Text::Reference(references.numbers[0]) };
    Some(Finding::new(Problem::OtherLanguage { references, overlap }).of(text).with_loss(WHOLE_LOSS))
});

/// Lines that have nothing in common with their references, anywhere in the text.
pub const LINES: Check = Check::new(lines);

fn lines(evidence: &Evidence) -> Option<Finding> {
    let (mut found, mut weak, mut compared) = (SegmentList::default(), 0u64, 0);
    for (line, (own, row)) in evidence.candidate.records.iter().zip(evidence.table.rows()).enumerate() {
        let (tokens, correct) = (row[0].min(row[1]), row[2]);
        if tokens < SENTENCE_TOKENS || own.sketch.ones() < FEW_SUBSTRINGS {
            continue;
        }
        compared += 1;
        let similarity = evidence.similarity(Text::Candidate, line);
        if similarity < DISSIMILAR && f64::from(correct) < ALIGNED * f64::from(tokens) {
            found.add(line as u64);
        } else if (DISSIMILAR..LEAD).contains(&similarity) {
            weak += 1;
        }
    }
    // Weak translations have more lines that have little in common.
    if found.segments.saturating_sub(weak / 2) < InGoodText::Seldom.least(compared) {
        return None;
    }
    let overlap = |text: Text| {
        let records = &evidence.profile(text).records;
        let words: WordCounts = found.lines().filter_map(|line| Some(&*records.get(line)?.text)).collect();
        evidence.other_side(text).iter().filter_map(|other| words.overlap(other.words())).reduce(f64::max)
    };
    // A candidate may have other words than a reference in the same language.
    let most = |text: &Text| if *text == Text::Candidate { MAX_OVERLAP } else { MAX_OVERLAP / 2.0 };
    let is_other = |text: &Text| overlap(*text).is_some_and(|overlap| overlap < most(text));
    let other = evidence.texts().map(|(text, _)| text).find(is_other);
    // Of a weak translation, many lines have little in common.
    if other.is_none() && evidence.comparisons.iter().all(|comparison| comparison.mostly_dissimilar) {
        return None;
    }
    let (problem, text) = match other {
        Some(text) => (Problem::OtherLanguageLines, text),
        None => (Problem::UnrelatedLines, Text::Candidate),
    };
    Some(Finding::of_lines(problem, text, &found, compared, evidence).spoiled(evidence))
}
