//! Repairs of a candidate, and what each gains.

use super::Present;
use super::document::{Block, Column, ColumnKind, Document, Section, Table};
use super::object::object;
use super::row::Row;
use crate::bleu::scoring::Score;
use crate::program::request::style::Style;
use crate::text::display::count;
use serde::Serialize;

/// A candidate that was repaired.
pub struct RepairReport {
    /// Name of the candidate.
    pub system: String,
    /// Name of the file that was written.
    pub file: String,
    /// Number of segments.
    pub segments: u64,
    /// Signature of the scores.
    pub signature: String,
    /// Score before any repair; empty lines were put in.
    pub before: Score,
    /// Score of the file that was written.
    pub after: Score,
    /// Number of lines that were repaired.
    pub lines: u64,
    /// Numbers of the empty lines that were put in, from 1.
    pub inserted: Vec<u64>,
    /// The repairs that alter a line.
    pub tried: Vec<TriedRepair>,
}

/// A repair by itself.
pub struct TriedRepair {
    /// Its kind, or the encodings.
    pub name: String,
    /// Number of lines that it alters.
    pub lines: u64,
    /// Score with this repair only.
    pub score: Score,
    /// Whether it was made.
    pub is_made: bool,
}

impl Present for RepairReport {
    fn objects(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let score = |score: &Score| style.score_value(score);
        let repair = |tried: &TriedRepair| {
            object! {
                kind: tried.name.clone(),
                lines: tried.lines,
                score_before: score(&self.before),
                score_after: score(&tried.score),
                made: tried.is_made,
            }
        };
        std::iter::once(object! {
            #[serde(flatten)]
            score: Row::corpus(&self.system, &self.before, self.segments, &self.signature, style),
            file: self.file.as_str(),
            repaired_score: score(&self.after),
            repaired_lines: self.lines,
            inserted_lines: &self.inserted,
            repairs: self.tried.iter().map(repair).collect::<Vec<_>>(),
        })
    }

    fn document(&self, style: Style) -> Document {
        let (before, after) = (style.score(&self.before), style.score(&self.after));
        let title = format!("{}: BLEU = {before}, {}", self.system, count(self.segments, "segment"));
        let signature = Block::Line(format!("BLEU|{}", self.signature).into());
        let mut sections = vec![Section::new(title, vec![signature])];
        if !self.tried.is_empty() {
            let made = |tried: &TriedRepair| String::from(if tried.is_made { "yes" } else { "no" });
            let table = Table::new(vec![
                Column::from_rows("repair", ColumnKind::LeftAligned, &self.tried, |tried| tried.name.clone()),
                Column::from_rows("lines", ColumnKind::Number, &self.tried, |tried| tried.lines.to_string()),
                Column::from_rows("before", ColumnKind::Number, &self.tried, |_| before.clone()),
                Column::from_rows("after", ColumnKind::Number, &self.tried, |tried| style.score(&tried.score)),
                Column::from_rows("made", ColumnKind::LeftAligned, &self.tried, made),
            ]);
            sections.push(Section::new("BLEU before and after each repair by itself", vec![Block::Table(table)]));
        }
        let inserted = match &self.inserted[..] {
            [] => String::new(),
            [only] => format!(", an empty line put in as line {only}, which it probably lacks"),
            [first, .., last] if last - first + 1 == self.inserted.len() as u64 => {
                format!(
                    ", {} empty lines put in as lines {first} to {last}, which it probably lacks",
                    self.inserted.len()
                )
            }
            [first, ..] => format!(
                ", {} empty lines put in for lines that it probably lacks, the first as line {first}",
                self.inserted.len()
            ),
        };
        let written = format!("{}: {} repaired{inserted}; BLEU = {after}", self.file, count(self.lines, "line"));
        sections.push(Section::untitled(vec![Block::paragraph(written)]));
        Document::from_sections(sections)
    }
}
