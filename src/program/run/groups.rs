//! Counts of a corpus and, with `--by`, of its groups, and their significance.

use super::counted::{CountedSegments, each_segment};
use crate::bleu::scoring::{Definition, SegmentStatistics};
use crate::bleu::significance::{PairedTest, Systems};
use crate::program::request::{AskedTest, Request, SignificanceTest};
use crate::program::results::{CorpusSums, Group, MIN_SEGMENTS_OF_GROUP, OptionalScore, SampleSpread, Significance};
use crate::program::streams::progress;
use crate::program::words::warnings;
use crate::text::SegmentGroup;
use anyhow::Result;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Results that add up.
pub trait Append {
    /// Adds the result of the next segments.
    ///
    /// # Errors
    /// If a sum is too large.
    fn append(&mut self, next: Self) -> Result<()>;
}

impl Append for CorpusSums {
    fn append(&mut self, CorpusSums { segments, systems }: CorpusSums) -> Result<()> {
        self.segments += segments;
        self.systems.resize(self.systems.len().max(systems.len()), Default::default());
        self.systems.iter_mut().zip(systems).try_for_each(|(sum, next)| Ok(sum.append(next)?))
    }
}

/// The statistics of segments, one table per system, or per sample that every segment has.
impl Append for Vec<SegmentStatistics> {
    fn append(&mut self, next: Vec<SegmentStatistics>) -> Result<()> {
        if self.is_empty() {
            *self = next;
            return Ok(());
        }
        if !next.is_empty() {
            self.truncate(next.len());
        }
        self.iter_mut().zip(&next).try_for_each(|(table, segments)| Ok(table.append(segments)?))
    }
}

/// Results for a corpus and for its groups.
#[derive(Default)]
pub struct Grouped<T> {
    /// The result for all segments.
    pub whole: T,
    /// Label and result of each group; the keys are in order of first appearance.
    pub groups: BTreeMap<u32, (Arc<str>, T)>,
}

impl<T: Default> Grouped<T> {
    /// The results that a segment belongs to: of the whole, and of the segment's group, if it has one.
    pub fn segment_parts(&mut self, group: Option<&SegmentGroup>) -> impl Iterator<Item = &mut T> {
        let own_group = group.map(|SegmentGroup { number, label }| {
            &mut self.groups.entry(*number).or_insert_with(|| (Arc::clone(label), T::default())).1
        });
        std::iter::once(&mut self.whole).chain(own_group)
    }

    /// Other results for the whole and its groups.
    pub fn map<U>(self, mut map: impl FnMut(T) -> U) -> Grouped<U> {
        let whole = map(self.whole);
        Grouped {
            whole,
            groups: self.groups.into_iter().map(|(key, (label, group))| (key, (label, map(group)))).collect(),
        }
    }
}

impl<T: Append + Default> Append for Grouped<T> {
    fn append(&mut self, next: Grouped<T>) -> Result<()> {
        self.whole.append(next.whole)?;
        for (group, (label, next)) in next.groups {
            self.groups.entry(group).or_insert_with(|| (label, T::default())).1.append(next)?;
        }
        Ok(())
    }
}

/// Counts of a corpus or of a group.
pub trait Counts {
    /// Sums over the segments.
    fn sums(&self, definition: &Definition) -> CorpusSums;

    /// The samples of each system, if scores are means over several; otherwise none.
    fn samples(&self, _: &Definition) -> Vec<SampleSpread> {
        Vec::new()
    }

    /// Statistics of the segments, a table for each system; none if there are only sums.
    fn tables(&self) -> &[SegmentStatistics] {
        &[]
    }

    /// Tests the systems, if there is more than sums.
    fn test(&self, _: &Request, _: AskedTest) -> Result<Significance> {
        Ok(Significance::default())
    }
}

impl Counts for CorpusSums {
    fn sums(&self, _: &Definition) -> CorpusSums {
        self.clone()
    }
}

/// A test with enough resamples for the request's limits of this many groups.
pub fn with_enough_resamples(request: &Request, test: Option<AskedTest>, groups: usize) -> Option<AskedTest> {
    let needed = request.gates.resamples_needed(groups);
    let test = test?;
    let resampling = test.resampling.at_least(needed);
    warnings::too_few_for_groups(request, resampling.fields(test.test.test(), 0).resamples, groups, needed);
    Some(AskedTest { resampling, ..test })
}

/// The scores of a group, and their significance unless it is too small.
pub fn group(request: &Request, asked: Option<AskedTest>, label: &Arc<str>, corpus: &impl Counts) -> Result<Group> {
    let sums = corpus.sums(&request.definition);
    let has_score = |totals| OptionalScore::group(&request.definition, totals).value.is_some();
    let is_large =
        |test: SignificanceTest| test.test() != PairedTest::Bootstrap || sums.segments >= MIN_SEGMENTS_OF_GROUP;
    let asked = asked.filter(|asked| is_large(asked.test) && sums.systems.iter().all(has_score));
    let significance = asked.map(|test| corpus.test(request, test)).transpose()?.unwrap_or_default();
    Ok(Group { label: Arc::clone(label), sums, significance, samples: corpus.samples(&request.definition), set: None })
}

/// Returns the statistics of the segments of a batch and of each of its groups, a table for each candidate.
pub fn tables(counted: &CountedSegments) -> Result<Grouped<Vec<SegmentStatistics>>> {
    let mut tables = Grouped { whole: counted.systems.clone(), groups: BTreeMap::new() };
    let groups = counted.segments.groups();
    if !groups.is_empty() {
        let empty: Vec<SegmentStatistics> = counted.systems.iter().map(SegmentStatistics::empty_like).collect();
        each_segment(&counted.systems, |i, segment| {
            tables.segment_parts(groups.get(i)).skip(1).try_for_each(|tables| {
                if tables.is_empty() {
                    tables.clone_from(&empty);
                }
                tables.iter_mut().zip(segment).try_for_each(|(table, statistics)| table.push(statistics))
            })
        })?;
    }
    Ok(tables)
}

impl Counts for Vec<SegmentStatistics> {
    fn sums(&self, definition: &Definition) -> CorpusSums {
        CorpusSums::from_tables(definition, self)
    }

    fn tables(&self) -> &[SegmentStatistics] {
        self
    }

    fn test(&self, request: &Request, test: AskedTest) -> Result<Significance> {
        test_systems(request, test, &Systems::new(self))
    }
}

/// Tests systems, or only resamples them.
pub fn test_systems(request: &Request, asked: AskedTest, systems: &Systems) -> Result<Significance> {
    let AskedTest { test, resampling, .. } = asked;
    let (definition, fields) = (&request.definition, test.resampling(&resampling, systems.len()));
    let resampling = resampling.progress(progress::resampling_progress(fields.resamples, request.style.quiet));
    Ok(match test {
        SignificanceTest::Confidence => {
            Significance::from_intervals(fields, resampling.confidence(definition, systems)?)
        }
        SignificanceTest::Paired(test) => {
            Significance::from_paired(test, fields, resampling.paired(test, definition, systems)?)
        }
        SignificanceTest::AllPairs(test) => {
            Significance::from_ranking(test, fields, resampling.all_pairs(test, definition, systems)?)
        }
    })
}
