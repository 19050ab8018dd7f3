//! Sums over a corpus or a group.

use crate::bleu::scoring::CorpusTotals;
use crate::bleu::scoring::{Definition, SegmentStatistics, Statistics};

/// Sums from which the scores of a corpus or of a group are computed: totals of each system, which share their segments.
#[derive(Clone, Debug, Default)]
pub struct CorpusSums {
    /// Number of segments.
    pub segments: u64,
    /// Totals of each system.
    pub systems: Vec<CorpusTotals>,
}

impl CorpusSums {
    /// The sums of segments, from a table for each system.
    pub fn from_tables(definition: &Definition, tables: &[SegmentStatistics]) -> CorpusSums {
        CorpusSums {
            segments: tables.first().map_or(0, |table| table.len() as u64),
            systems: tables.iter().map(|table| CorpusTotals::new(definition.formula(), table)).collect(),
        }
    }

    /// Sums with statistics alone, for scores that are made of these.
    pub fn from_statistics<'a>(segments: u64, sums: impl Iterator<Item = &'a Statistics>) -> CorpusSums {
        CorpusSums { segments, systems: sums.map(CorpusTotals::from_sum).collect() }
    }

    /// The statistics of each system.
    pub fn statistics(&self) -> Vec<Statistics> {
        self.systems.iter().map(CorpusTotals::sum).collect()
    }
}
