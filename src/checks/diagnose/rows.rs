//! Segments as rows of text that can be altered, left out and moved, to be scored and looked at again.

use super::alignment::Sketch;
use super::diagnoser::Diagnoser;
use super::evidence::Evidence;
use super::finding::{Finding, Text};
use super::windows;
use crate::bleu::error::Error;
use crate::bleu::lines::joined;
use crate::bleu::scoring::{Definition, Statistics, count_corpus_lines};
use std::borrow::Cow;

/// A segment.
#[derive(Clone)]
pub struct Row<'a> {
    pub candidate: Cow<'a, str>,
    /// Its references, those that are there.
    pub references: Vec<Option<Cow<'a, str>>>,
    /// Sketch of its source, if it is known.
    pub source: Option<&'a Sketch>,
}

/// Number of segments up to which all are taken. Of more, those are in the windows at which a score alone looks.
const MAX_ROWS: u64 = 1 << 11;

/// The segments that are looked at again, and whether these are all.
pub fn rows<'a>(evidence: &Evidence<'a>) -> (Vec<Row<'a>>, bool) {
    let (candidate, references, source) = (evidence.candidate, evidence.references, evidence.source);
    let row = |line: usize| Row {
        candidate: Cow::Borrowed(&*candidate.records[line].text),
        references: references
            .iter()
            .map(|text| {
                text.records.get(line).filter(|record| record.is_there).map(|record| Cow::Borrowed(&*record.text))
            })
            .collect(),
        source: source.get(line),
    };
    let all = evidence.segments();
    match all <= MAX_ROWS {
        true => ((0..all as usize).map(row).collect(), true),
        false => (windows::kept(all).map(|line| row(line as usize)).collect(), false),
    }
}

impl<'a> Row<'a> {
    /// A text of the row, if it is there.
    pub fn text(&self, text: Text) -> Option<&str> {
        match text {
            Text::Candidate => Some(&self.candidate),
            Text::Reference(number) => self.references.get(number - 1)?.as_deref(),
        }
    }

    /// The same, to be altered.
    pub fn text_mut(&mut self, text: Text) -> Option<&mut String> {
        match text {
            Text::Candidate => Some(self.candidate.to_mut()),
            Text::Reference(number) => Some(self.references.get_mut(number - 1)?.as_mut()?.to_mut()),
        }
    }

    /// A text that this text is compared with, if there is one.
    pub fn counterpart(&self, text: Text) -> Option<&str> {
        match text {
            Text::Candidate => self.references.iter().flatten().map(|line| &**line).next(),
            Text::Reference(_) => Some(&self.candidate),
        }
    }

    /// All texts except this one, to be altered.
    pub fn counterparts_mut(&mut self, text: Text) -> impl Iterator<Item = &mut Cow<'a, str>> {
        let references = (1..).zip(&mut self.references).filter(move |(number, _)| Text::Reference(*number) != text);
        let candidate = Some(&mut self.candidate).filter(|_| text != Text::Candidate);
        candidate.into_iter().chain(references.filter_map(|(_, reference)| reference.as_mut()))
    }

    /// Alters all texts of the row.
    pub fn alter(&mut self, change: impl Fn(&str) -> String) {
        let texts = std::iter::once(&mut self.candidate).chain(self.references.iter_mut().flatten());
        texts.for_each(|text| *text = Cow::Owned(change(text)));
    }
}

/// The candidate, and each reference; a text that is not there is empty.
fn texts(rows: &[Row]) -> (String, Vec<String>) {
    let references = rows.first().map_or(0, |row| row.references.len());
    let reference =
        |number: usize| joined(rows.iter().map(|row| row.references[number].as_deref().unwrap_or_default()));
    (joined(rows.iter().map(|row| &*row.candidate)), (0..references).map(reference).collect())
}

/// The score of rows.
///
/// # Errors
/// If a row lacks all references, or a text is too long.
pub fn score(definition: &Definition, rows: &[Row]) -> Result<f64, Error> {
    let (candidate, references) = texts(rows);
    let references: Vec<&str> = references.iter().map(String::as_str).collect();
    let is_missing = |reference: usize, line: usize| rows[line].references[reference].is_none();
    let mut sum = Statistics::default();
    count_corpus_lines(definition.counting(), [&[&candidate], &references], is_missing, 1, 0, |_, counted| {
        sum = counted.systems[0].sum();
        Ok(())
    })?;
    Ok(definition.evaluate(&sum).value())
}

/// The findings in rows, in the order of the checks.
///
/// # Errors
/// As [`score`].
pub fn diagnose_rows(definition: &Definition, rows: &[Row]) -> Result<Vec<Finding>, Error> {
    let (candidate, references) = texts(rows);
    let source = rows.iter().filter_map(|row| row.source.cloned()).collect();
    let is_missing = |reference: usize, line: usize| rows[line].references[reference].is_none();
    Diagnoser::observe(definition, &candidate, &references, is_missing, source)
}
