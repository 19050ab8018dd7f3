//! `--by`: the segments of a corpus by group.

use super::counting::Counted;
use super::significance::CorpusTables;
use crate::cli::Job;
use crate::input::Source;
use crate::report::{Group, Significance};
use crate::{SegmentStatistics, Statistics};
use anyhow::Result;
use std::sync::Arc;

/// Statistics of the groups that occur in some segments.
#[derive(Default)]
pub struct GroupSums {
    /// By the index of the group.
    groups: Vec<GroupSum>,
}

#[derive(Clone, Default)]
struct GroupSum {
    segments: u64,
    /// For each candidate; none if the group does not occur.
    systems: Vec<Statistics>,
}

impl GroupSums {
    /// The groups of a batch; none if segments have no groups.
    pub fn of_batch(counted: &Counted) -> GroupSums {
        let mut sums = GroupSums::default();
        let Some(groups) = counted.groups else { return sums };
        let mut systems: Vec<_> = counted.systems.iter().map(SegmentStatistics::iter).collect();
        for &group in groups {
            let sum = sums.group(group as usize);
            sum.segments += 1;
            sum.systems.resize(systems.len(), Statistics::EMPTY);
            for (sum, segments) in sum.systems.iter_mut().zip(&mut systems) {
                // The statistics of a batch do not overflow.
                *sum = (*sum + segments.next().unwrap_or_default()).unwrap_or_default();
            }
        }
        sums
    }

    fn group(&mut self, group: usize) -> &mut GroupSum {
        if self.groups.len() <= group {
            self.groups.resize(group + 1, GroupSum::default());
        }
        &mut self.groups[group]
    }

    /// Adds the groups of another batch.
    pub fn add(&mut self, other: GroupSums) -> Result<()> {
        for (group, other) in other.groups.into_iter().enumerate().filter(|(_, other)| other.segments > 0) {
            let sum = self.group(group);
            sum.segments += other.segments;
            sum.systems.resize(other.systems.len(), Statistics::EMPTY);
            for (sum, other) in sum.systems.iter_mut().zip(other.systems) {
                *sum = (*sum + other)?;
            }
        }
        Ok(())
    }

    /// The scores of all groups, whose labels the source has.
    pub fn finish(self, job: &Job, source: Option<&dyn Source>) -> Vec<Group> {
        let labels = source.map(Source::groups).unwrap_or_default();
        let group = |(label, sum): (&Arc<str>, GroupSum)| Group {
            label: label.to_string(),
            segments: sum.segments,
            scores: sum.systems.iter().map(|sum| job.definition.evaluate(sum)).collect(),
            significance: Significance::None,
        };
        labels.iter().zip(self.groups).map(group).collect()
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
