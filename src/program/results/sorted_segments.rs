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
    pub candidate: String,
    /// One for each reference; `None` where the segment lacks it.
    pub references: Vec<Option<String>>,
}

impl SortedSegments {
    /// Sorts segments by their scores, the worst first, those without a score before all. Ties stay in the order of the text.
    pub fn new(system: String, mut segments: Vec<SegmentWithTexts>, digits: Option<usize>) -> SortedSegments {
        let score = |segment: &SegmentWithTexts| segment.score.value.unwrap_or(-1.0);
        segments.sort_by(|a, b| score(a).total_cmp(&score(b)));
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
            1 => &["segment", "id", "group", "score", "candidate", "references/1=reference"],
            _ => &["segment", "id", "group", "score", "candidate", "references/*=reference_*"],
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
            SegmentRow { scored, candidate: &segment.candidate, references: &segment.references }
        })
    }

    fn document(&self, style: Style) -> Document {
        type Cell<'a> = &'a dyn Fn(&SegmentWithTexts) -> String;
        let column = |title: &str, kind, cell: Cell| Column::from_rows(title, kind, &self.segments, cell);
        let mut columns = vec![column("segment", ColumnKind::Number, &|segment| segment.number.to_string())];
        if self.segments.iter().any(|segment| segment.id.is_some()) {
            columns.push(column("id", ColumnKind::LeftAligned, &|segment| segment.id.clone().unwrap_or_default()));
        }
        if self.segments.iter().any(|segment| segment.group.is_some()) {
            let group = |segment: &SegmentWithTexts| segment.group.as_deref().unwrap_or_default().to_owned();
            columns.push(column("group", ColumnKind::LeftAligned, &group));
        }
        columns.push(column("BLEU", ColumnKind::Number, &|segment| style.optional_number(segment.score.value)));
        columns.push(column("candidate", ColumnKind::LeftAligned, &|segment| segment.candidate.clone()));
        for reference in 0..self.references() {
            let title =
                if self.references() == 1 { "reference".into() } else { format!("reference {}", reference + 1) };
            let text = |segment: &SegmentWithTexts| segment.references[reference].clone().unwrap_or_default();
            columns.push(column(&title, ColumnKind::LeftAligned, &text));
        }
        Document::from_sections(vec![Section::untitled(vec![Block::Table(Table::new(columns))])])
    }
}

/// A segment with its texts, for programs.
#[derive(Serialize)]
struct SegmentRow<'a> {
    #[serde(flatten)]
    scored: Row<'a>,
    candidate: &'a str,
    references: &'a [Option<String>],
}
