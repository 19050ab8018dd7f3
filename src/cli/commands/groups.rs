//! `--by`: the segments of a corpus by group.

use super::counting::Counted;
use super::significance::CorpusTables;
use crate::bleu::CorpusTotals;
use crate::cli::Job;
use crate::cli::input::Source;
use crate::cli::report::{Group, Significance};
use crate::{Definition, SegmentStatistics, Statistics};
use anyhow::Result;
use std::collections::HashMap;
use std::sync::Arc;

/// Totals of the groups of a corpus, by index.
#[derive(Default)]
pub struct GroupTotals(Vec<Totals>);

/// Totals of a group.
#[derive(Clone, Default)]
pub struct Totals {
    segments: u64,
    /// For each candidate; empty for no segments.
    systems: Vec<CorpusTotals>,
}

impl Totals {
    fn systems(&mut self, count: usize) -> &mut [CorpusTotals] {
        self.systems.resize(count, CorpusTotals::default());
        &mut self.systems
    }
}

/// The totals of the groups that occur in a batch, by index; none if segments have no groups.
pub fn totals_of_batch(definition: &Definition, counted: &Counted) -> HashMap<u32, Totals> {
    let mut all: HashMap<u32, Totals> = HashMap::new();
    let mut systems: Vec<_> = counted.systems.iter().map(SegmentStatistics::iter).collect();
    for &group in counted.groups.unwrap_or_default() {
        let totals = all.entry(group).or_default();
        totals.segments += 1;
        for (totals, segments) in totals.systems(systems.len()).iter_mut().zip(&mut systems) {
            // The statistics of a batch do not overflow.
            let _ = totals.push(definition, &segments.next().unwrap_or_default());
        }
    }
    all
}

impl GroupTotals {
    /// Adds the groups of the next batch.
    pub fn append(&mut self, next: HashMap<u32, Totals>) -> Result<()> {
        for (group, next) in next {
            let group = group as usize;
            self.0.resize(self.0.len().max(group + 1), Totals::default());
            let totals = &mut self.0[group];
            totals.segments += next.segments;
            for (totals, next) in totals.systems(next.systems.len()).iter_mut().zip(next.systems) {
                totals.append(next)?;
            }
        }
        Ok(())
    }

    /// All groups; `source` provides their labels.
    pub fn finish(self, source: Option<&dyn Source>) -> Vec<Group> {
        let labels = source.map(Source::groups).unwrap_or_default();
        let group = |(label, Totals { segments, systems }): (&Arc<str>, Totals)| Group {
            label: Arc::clone(label),
            segments,
            totals: systems,
            significance: Significance::None,
        };
        labels.iter().zip(self.0).map(group).collect()
    }
}

/// Statistics of the corpus or of a group.
pub struct Part {
    /// Number of segments.
    pub segments: u64,
    /// One for each system.
    pub sums: Vec<Statistics>,
}

impl Part {
    /// The statistics of segments, of which there is a table for each system.
    pub fn of_tables(tables: &[SegmentStatistics]) -> Part {
        Part {
            segments: tables.first().map_or(0, |table| table.len() as u64),
            sums: tables.iter().map(SegmentStatistics::sum).collect(),
        }
    }

    /// Returns the totals of each system, whose score is made of sums alone.
    pub fn totals(&self) -> Vec<CorpusTotals> {
        self.sums.iter().copied().map(CorpusTotals::of_sum).collect()
    }
}

/// Divides the segments of all candidates by group, and returns each group's label and tables.
pub fn divide(job: &Job, corpus: &CorpusTables) -> impl Iterator<Item = (Arc<str>, Vec<SegmentStatistics>)> {
    let CorpusTables { tables, groups, labels, .. } = corpus;
    let mut divided = vec![vec![job.definition.segment_table(); tables.len()]; labels.len()];
    for (system, table) in tables.iter().enumerate() {
        for (segment, &group) in table.iter().zip(groups) {
            // All tables have the order of the definition.
            let _ = divided[group as usize][system].push(&segment);
        }
    }
    labels.iter().cloned().zip(divided)
}
