//! Scores of all orders up to one.

use super::table::{Column, Kind, Table, Tables};
use crate::Score;
use crate::cli::style::Style;

/// Scores of systems on a corpus, of all orders.
pub struct CumulativeReport {
    /// At least one, in the order given.
    pub systems: Vec<CumulativeScores>,
    /// Number of segments.
    pub segments: u64,
    /// Signature of the scores.
    pub signature: String,
}

/// A candidate and its scores on a corpus or a segment.
pub struct CumulativeScores {
    /// Name of the file, as given.
    pub name: String,
    /// At least one; that of order 1 is the first.
    pub scores: Vec<Score>,
}

impl CumulativeReport {
    /// Returns the table of the scores: a column per order.
    pub fn tables(&self, style: Style) -> Tables<'_> {
        let names: Vec<&str> = self.systems.iter().map(|system| system.name.as_str()).collect();
        let mut columns = vec![Column::new("system", Kind::LeftAligned, style.system_names(&names))];
        let orders = self.systems.first().map_or(0, |system| system.scores.len());
        columns.extend((0..orders).map(|n| {
            let cells = self.systems.iter().map(|system| style.score(&system.scores[n]));
            Column::new(format!("BLEU-{}", n + 1), Kind::Number, cells)
        }));
        Tables { tables: vec![Table::new(columns)], signature: &self.signature, captions: Vec::new() }
    }
}
