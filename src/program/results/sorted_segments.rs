//! Segments with their texts, sorted by their scores.

use super::columns::TableColumns;
use super::document::{Block, Column, ColumnKind, Document, Section, Table};
use super::row::Row;
use super::{OptionalScore, Present};
use crate::program::request::decimals::fixed;
use crate::program::request::style::Style;
use serde::Serialize;
use std::sync::Arc;

/// Segments of one candidate, the worst first.
pub struct SortedSegments {
    /// Name of the candidate.
    system: String,
    segments: Vec<SegmentWithTexts>,
    /// Decimals that scores are rounded to in formats for programs.
    digits: Option<usize>,
}

/// A segment, its score and its texts.
pub struct SegmentWithTexts {
    /// Number of the segment, from 1.
    pub number: u64,
    /// Its id, if segments have ids.
    pub id: Option<String>,
    /// Label of its group, if segments have groups.
    pub group: Option<Arc<str>>,
    pub score: OptionalScore,
    /// The source text, if it is known.
    pub source: Option<String>,
    /// One for each reference; `None` where the segment lacks it.
    pub references: Vec<Option<String>>,
    pub candidate: String,
}

/// The score; below all scores without one.
fn sort_key(segment: &SegmentWithTexts) -> f64 {
    segment.score.value.unwrap_or(-1.0)
}

impl SortedSegments {
    /// Sorts segments by their scores, the worst first, those without a score before all. Ties stay in the order of the text.
    pub fn new(system: String, mut segments: Vec<SegmentWithTexts>, digits: Option<usize>) -> SortedSegments {
        segments.sort_by(|a, b| sort_key(a).total_cmp(&sort_key(b)));
        SortedSegments { system, segments, digits }
    }

    /// Number of references.
    fn references(&self) -> usize {
        self.segments.first().map_or(0, |segment| segment.references.len())
    }

    /// The number to show for a score in formats for programs.
    fn rounded(&self, score: f64) -> f64 {
        self.digits.and_then(|digits| fixed(score, digits).parse().ok()).unwrap_or(score)
    }
}

impl Present for SortedSegments {
    fn columns(&self, _: Style) -> TableColumns {
        match self.references() {
            1 => &["segment", "id", "group", "score", "source", "references/1=reference", "candidate"],
            _ => &["segment", "id", "group", "score", "source", "references/*=reference_*", "candidate"],
        }
        .into()
    }

    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        self.segments.iter().map(move |segment| {
            let row = Row::of(&segment.score, style);
            let scored = Row {
                system: Some((&self.system).into()),
                segment: Some(segment.number),
                id: segment.id.as_deref(),
                group: segment.group.as_deref(),
                score: row.score.map(|score| score.map(|score| self.rounded(score))),
                ..row
            };
            SegmentRow {
                scored,
                source: segment.source.as_deref(),
                candidate: &segment.candidate,
                references: &segment.references,
            }
        })
    }

    fn document(&self, style: Style) -> Document {
        let segments = &self.segments;
        let number = |segment: &SegmentWithTexts| segment.number.to_string();
        let mut columns = vec![Column::from_rows("segment", ColumnKind::Number, segments, number)];
        if segments.iter().any(|segment| segment.id.is_some()) {
            columns.push(Column::from_texts("id", segments, |segment| segment.id.as_deref().unwrap_or_default()));
        }
        if segments.iter().any(|segment| segment.group.is_some()) {
            columns.push(Column::from_texts("group", segments, |segment| segment.group.as_deref().unwrap_or_default()));
        }
        let score = |segment: &SegmentWithTexts| style.optional_number(segment.score.value);
        columns.push(Column::from_rows("BLEU", ColumnKind::Number, segments, score));
        if segments.iter().any(|segment| segment.source.is_some()) {
            columns
                .push(Column::from_texts("source", segments, |segment| segment.source.as_deref().unwrap_or_default()));
        }
        for reference in 0..self.references() {
            let title =
                if self.references() == 1 { "reference".into() } else { format!("reference {}", reference + 1) };
            let text = |segment| reference_text(segment, reference);
            columns.push(Column::from_texts(&title, segments, text));
        }
        columns.push(Column::from_texts("candidate", segments, |segment| &segment.candidate));
        Document::from_sections(vec![Section::untitled(vec![Block::Table(Table::new(columns))])])
    }
}

/// The text of a reference; empty where the segment lacks it.
fn reference_text(segment: &SegmentWithTexts, reference: usize) -> &str {
    segment.references[reference].as_deref().unwrap_or_default()
}

/// A segment with its texts, for programs.
#[derive(Serialize)]
struct SegmentRow<'a> {
    #[serde(flatten)]
    scored: Row<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    candidate: &'a str,
    references: &'a [Option<String>],
}
