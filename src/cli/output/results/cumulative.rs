//! Scores of all orders.

use super::{OneOrMore, Row, name_of};
use crate::cli::output::tsv::Columns;
use crate::cli::output::{Results, SegmentResults, Style};
use crate::cli::report::cumulative::{CumulativeReport, CumulativeScores};
use crate::cli::report::sections::Document;
use serde::Serialize;

const COLUMNS: Columns = &[
    ("/segment", "segment"),
    ("/system", "system"),
    ("/cumulative/", "bleu_"),
    ("/segments", "segments"),
    ("/signature", "signature"),
];

/// The score of the highest order, and all scores.
#[derive(Serialize)]
struct Cumulative<'a> {
    #[serde(flatten)]
    score: Row<'a>,
    cumulative: Vec<f64>,
}

fn rows(systems: &[CumulativeScores], style: Style) -> impl Iterator<Item = Cumulative<'_>> {
    systems.iter().filter_map(move |CumulativeScores { name, scores }| {
        let score = Row { system: name_of(name, systems.len(), style), ..Row::of(scores.last()?, style) };
        Some(Cumulative { score, cumulative: scores.iter().map(|score| style.score_value(score)).collect() })
    })
}

fn numbers(system: &CumulativeScores, style: Style) -> impl Iterator<Item = String> {
    system.scores.iter().map(move |score| style.score(score))
}

impl CumulativeReport {
    fn rows(&self, style: Style) -> impl Iterator<Item = Cumulative<'_>> {
        rows(&self.systems, style).map(|row| {
            let score = Row { segments: Some(self.segments), signature: Some(&self.signature), ..row.score };
            Cumulative { score, ..row }
        })
    }
}

impl Results for CumulativeReport {
    const COLUMNS: Columns = COLUMNS;

    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        self.rows(style)
    }

    fn numbers(&self, style: Style) -> impl Iterator<Item = Vec<String>> {
        self.systems.iter().map(move |system| numbers(system, style).collect())
    }

    fn json(&self, style: Style) -> impl Serialize {
        OneOrMore::of(self.rows(style))
    }

    fn document(&self, style: Style) -> Document<'_> {
        Document::Tables(self.tables(style))
    }
}

/// Scores of a segment.
pub struct CumulativeSegment<'a> {
    /// Number of the segment, from 1.
    pub segment: u64,
    /// One for each system.
    pub systems: &'a [CumulativeScores],
}

impl SegmentResults for CumulativeSegment<'_> {
    const COLUMNS: Columns = COLUMNS;

    fn number(&self) -> u64 {
        self.segment
    }

    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        rows(self.systems, style)
            .map(|row| Cumulative { score: Row { segment: Some(self.segment), ..row.score }, ..row })
    }

    /// Returns the scores of one system after the other.
    fn numbers(&self, style: Style) -> Vec<String> {
        self.systems.iter().flat_map(|system| numbers(system, style)).collect()
    }
}
