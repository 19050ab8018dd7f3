//! Lines that all begin or end alike: in quotes, brackets or tags, or after the same words.

use super::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::{Problem, Text};
use crate::diagnose::shape::{Shape, common};
use crate::diagnose::text_profile::TextProfile;

/// Minimum number of lines.
const MIN_LINES: usize = 10;

pub fn check(evidence: &Evidence) -> Option<Finding> {
    let in_candidate = wrapping(evidence.candidate).filter(|_| !has_objects(evidence.candidate));
    let (text, (prefix, suffix)) = match in_candidate {
        Some(ends) => (Text::Candidate, ends),
        None => (1..).zip(evidence.references).find_map(|(number, text)| {
            Some((Text::Reference(number), wrapping(text).filter(|_| !has_objects(text))?))
        })?,
    };
    let other_texts =
        if text == Text::Candidate { evidence.references } else { std::slice::from_ref(evidence.candidate) };
    let ends = (prefix, suffix);
    if other_texts.iter().any(|text| wrapping(text).as_ref() == Some(&ends)) {
        return None;
    }
    let (prefix, suffix) = ends;
    Some(Finding::new(Problem::Wrapped { text, prefix, suffix }).with_loss(0.9))
}

/// Whether most lines are objects of JSON with several keys.
fn has_objects(text: &TextProfile) -> bool {
    text.shapes.iter().filter(|shape| shape.keys > 1).count() * 2 > text.shapes.len()
}

/// Returns the beginning and the end that nearly all lines of a text share; `None` if both are nothing but text.
pub fn wrapping(text: &TextProfile) -> Option<(String, String)> {
    if text.shapes.len() < MIN_LINES {
        return None;
    }
    let end = |characters: fn(&Shape) -> &[char]| {
        let common = common(text.shapes.iter().map(characters));
        if is_wrapping(&common) { common } else { Vec::new() }
    };
    let prefix: String = end(|shape| &shape.beginning).into_iter().collect();
    let suffix: String = end(|shape| &shape.end).into_iter().rev().collect();
    (!prefix.is_empty() || !suffix.is_empty()).then_some((prefix, suffix))
}

/// Whether characters at an end of a line are more than a letter or the marks of a sentence.
fn is_wrapping(characters: &[char]) -> bool {
    let is_sentence_mark = |c: char| ".!?…。！？।॥۔؟．,，、:：".contains(c);
    let is_text = |c: char| c.is_whitespace() || is_sentence_mark(c);
    let is_invisible = |c: char| {
        c.is_control() && c != '\t'
            || matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}')
    };
    let is_mark_of_subwords = |c: char| matches!(c, '▁' | 'Ġ' | '@');
    let others = characters.iter().filter(|&&c| !is_text(c) && !is_invisible(c) && !is_mark_of_subwords(c));
    let is_entity = characters.first() == Some(&';') || characters.first() == Some(&'&');
    let letters = characters.iter().filter(|c| c.is_alphanumeric()).count();
    let marks = others.filter(|c| !c.is_alphanumeric()).count();
    let is_number = characters.first() == Some(&'0') && characters.len() > 1;
    let is_label = letters > 1 && characters.iter().any(|c| matches!(c, ':' | '：'));
    !is_entity && (marks > 0 || letters > 2 || is_label || is_number || letters > 0 && characters.contains(&'\t'))
}
