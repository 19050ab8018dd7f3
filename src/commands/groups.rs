//! `--by`: the segments of a corpus by group.

use super::counting::Counted;
use super::optional_score;
use super::significance::CorpusTables;
use crate::cli::Job;
use crate::input::Source;
use crate::report::{Group, OptionalScore, Significance};
use crate::{Definition, SegmentStatistics, Tally};
use anyhow::Result;
use std::collections::HashMap;
use std::sync::Arc;

/// Tallies of the groups that occur in some segments.
#[derive(Default)]
pub struct GroupTallies {
    /// By the index of the group.
    groups: HashMap<u32, GroupTally>,
}

#[derive(Default)]
struct GroupTally {
    segments: u64,
    /// For each candidate.
    systems: Vec<Tally>,
}

impl GroupTally {
    fn new(candidates: usize) -> GroupTally {
        GroupTally { segments: 0, systems: vec![Tally::default(); candidates] }
    }
}

impl GroupTallies {
    /// The groups of a batch; none if segments have no groups.
    pub fn of_batch(definition: &Definition, counted: &Counted) -> GroupTallies {
        let mut tallies = GroupTallies::default();
        let Some(groups) = counted.groups else { return tallies };
        let mut systems: Vec<_> = counted.systems.iter().map(SegmentStatistics::iter).collect();
        for &group in groups {
            let tally = tallies.groups.entry(group).or_insert_with(|| GroupTally::new(systems.len()));
            tally.segments += 1;
            for (tally, segments) in tally.systems.iter_mut().zip(&mut systems) {
                // The statistics of a batch do not overflow.
                let _ = tally.push(definition, &segments.next().unwrap_or_default());
            }
        }
        tallies
    }

    /// Adds the groups of the next batch.
    pub fn append(&mut self, next: GroupTallies) -> Result<()> {
        for (group, next) in next.groups {
            let tally = self.groups.entry(group).or_insert_with(|| GroupTally::new(next.systems.len()));
            tally.segments += next.segments;
            for (tally, next) in tally.systems.iter_mut().zip(next.systems) {
                tally.append(next)?;
            }
        }
        Ok(())
    }

    /// The scores of all groups; `source` provides their labels.
    pub fn finish(mut self, job: &Job, source: Option<&dyn Source>) -> Vec<Group> {
        let labels = source.map(Source::groups).unwrap_or_default();
        let group = |(label, index): (&Arc<str>, u32)| {
            let tally = self.groups.remove(&index).unwrap_or_default();
            Group {
                label: label.to_string(),
                segments: tally.segments,
                scores: tally.systems.iter().map(|tally| group_score(&job.definition, tally)).collect(),
                significance: Significance::None,
            }
        };
        labels.iter().zip(0..).map(group).collect()
    }
}

/// The score of a group.
fn group_score(definition: &Definition, tally: &Tally) -> OptionalScore {
    optional_score(definition, tally.sum(), tally.score(definition))
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
