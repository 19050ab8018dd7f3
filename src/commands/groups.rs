//! `--by`: the segments of a corpus by group.

use super::counting::Counted;
use super::optional_score;
use super::sentence::segment_score;
use super::significance::CorpusTables;
use crate::cli::Job;
use crate::input::Source;
use crate::report::{Group, OptionalScore, Significance};
use crate::{CorpusTotals, Definition, SegmentStatistics, Statistics};
use anyhow::Result;
use std::collections::HashMap;
use std::sync::Arc;

/// Totals of the groups that occur in some segments.
#[derive(Default)]
pub struct GroupTotals {
    /// By the index of the group.
    groups: HashMap<u32, Totals>,
}

#[derive(Default)]
struct Totals {
    segments: u64,
    /// For each candidate.
    systems: Vec<CorpusTotals>,
}

impl Totals {
    fn new(candidates: usize) -> Totals {
        Totals { segments: 0, systems: vec![CorpusTotals::default(); candidates] }
    }
}

impl GroupTotals {
    /// The groups of a batch; none if segments have no groups.
    pub fn of_batch(definition: &Definition, counted: &Counted) -> GroupTotals {
        let mut all = GroupTotals::default();
        let Some(groups) = counted.groups else { return all };
        let mut systems: Vec<_> = counted.systems.iter().map(SegmentStatistics::iter).collect();
        for &group in groups {
            let totals = all.groups.entry(group).or_insert_with(|| Totals::new(systems.len()));
            totals.segments += 1;
            for (totals, segments) in totals.systems.iter_mut().zip(&mut systems) {
                // The statistics of a batch do not overflow.
                let _ = totals.push(definition, &segments.next().unwrap_or_default());
            }
        }
        all
    }

    /// Adds the groups of the next batch.
    pub fn append(&mut self, next: GroupTotals) -> Result<()> {
        for (group, next) in next.groups {
            let totals = self.groups.entry(group).or_insert_with(|| Totals::new(next.systems.len()));
            totals.segments += next.segments;
            for (totals, next) in totals.systems.iter_mut().zip(next.systems) {
                totals.append(next)?;
            }
        }
        Ok(())
    }

    /// The scores of all groups; `source` provides their labels.
    pub fn finish(mut self, job: &Job, source: Option<&dyn Source>) -> Vec<Group> {
        let labels = source.map(Source::groups).unwrap_or_default();
        let group = |(label, index): (&Arc<str>, u32)| {
            let totals = self.groups.remove(&index).unwrap_or_default();
            Group {
                label: label.to_string(),
                segments: totals.segments,
                scores: totals.systems.iter().map(|totals| group_score(&job.definition, totals)).collect(),
                significance: Significance::None,
            }
        };
        labels.iter().zip(0..).map(group).collect()
    }
}

/// The score of a group.
fn group_score(definition: &Definition, totals: &CorpusTotals) -> OptionalScore {
    optional_score(definition, totals.sum(), totals.score(definition))
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

    /// Returns the score of each system.
    pub fn scores(&self, job: &Job) -> Vec<OptionalScore> {
        self.sums.iter().map(|sum| segment_score(&job.definition, sum)).collect()
    }
}

/// Divides the segments of all candidates by group, and returns each group's label and tables.
pub fn divide(job: &Job, corpus: &CorpusTables) -> impl Iterator<Item = (String, Vec<SegmentStatistics>)> {
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
