//! The groups without which comparisons are tested again: all, or the likeliest to decide about one.

use super::{ChoiceTables, RobustComparison, rests};
use crate::bleu::error::Error;
use crate::bleu::scoring::{Definition, SegmentStatistics, Statistics};
use crate::bleu::significance::difference::TWO_SIDED_95;
use std::collections::BTreeMap;

/// Maximum number of groups that are left out, one after the other. Each takes as long as a test of all segments.
pub(super) const MAX_GROUPS: usize = 100;

/// Contribution of a group to the comparison of two systems.
#[derive(Clone, Default)]
struct GroupSums {
    statistics: [Statistics; 2],
    /// Sum of the squares of what its segments contribute to the difference.
    squares: f64,
}

/// Returns the groups to leave out, by their numbers in ascending order, and the number of all groups. Without a group, a
/// difference has another number of standard errors (by the jackknife, from one pass over the segments): the closer it comes to
/// being significant or not significant any more, the likelier the group decides.
///
/// # Errors
/// If the statistics are not of one order.
pub(super) fn to_test(
    definition: &Definition,
    choices: &ChoiceTables,
    comparisons: &[RobustComparison],
) -> Result<(Vec<u32>, usize), Error> {
    let mut margins: BTreeMap<u32, f64> = choices.groups.iter().map(|group| (*group, f64::INFINITY)).collect();
    let number = margins.len();
    if number > MAX_GROUPS {
        for comparison in comparisons {
            let systems = [comparison.system, comparison.other].map(|place| &choices.given[place]);
            for (group, errors) in standard_errors_without(definition, systems, &choices.groups)? {
                let margin = match comparison.given.is_significant() {
                    true => errors * comparison.given.difference.signum() - TWO_SIDED_95,
                    false => TWO_SIDED_95 - errors.abs(),
                };
                margins.entry(group).and_modify(|least| *least = least.min(margin));
            }
        }
    }
    let mut groups: Vec<(u32, f64)> = margins.into_iter().collect();
    groups.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    groups.truncate(MAX_GROUPS);
    let mut groups: Vec<u32> = groups.into_iter().map(|(group, _)| group).collect();
    groups.sort_unstable();
    Ok((groups, number))
}

/// Returns the difference of two systems in standard errors without each group.
fn standard_errors_without(
    definition: &Definition,
    systems: [&SegmentStatistics; 2],
    groups: &[u32],
) -> Result<BTreeMap<u32, f64>, Error> {
    let mut sums: BTreeMap<u32, GroupSums> = BTreeMap::new();
    let contributions = rests::contributions(definition, systems);
    let segments = systems[0].iter().zip(systems[1].iter()).zip(&contributions);
    for (((one, other), contribution), group) in segments.zip(groups) {
        let sum = sums.entry(*group).or_default();
        sum.statistics[0].merge(&one)?;
        sum.statistics[1].merge(&other)?;
        sum.squares += contribution.powi(2);
    }
    let whole = systems.map(SegmentStatistics::sum);
    let squares: f64 = sums.values().map(|sum| sum.squares).sum();
    let without = |sum: &GroupSums| {
        let score = |i: usize| definition.evaluate(&whole[i].replace(&sum.statistics[i], &Statistics::EMPTY)).value();
        let difference = score(0) - score(1);
        if difference == 0.0 { 0.0 } else { difference / (squares - sum.squares).max(0.0).sqrt() }
    };
    Ok(sums.iter().map(|(group, sum)| (*group, without(sum))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::significance::{PairedTest, Resampling};

    #[test]
    fn the_group_that_carries_a_difference_is_tested_among_many() {
        let definition = Definition::builder().order(1).build().unwrap();
        let segments = 400;
        // The first system is better in the last group only, which has eight segments.
        let last_group = 392;
        let table = |is_first: bool| {
            let mut table = SegmentStatistics::new(1).unwrap();
            for segment in 0..segments {
                let noise = 5 + (segment + u32::from(is_first)) % 2;
                let correct = if segment < last_group { noise } else { 10 * u32::from(is_first) };
                table.push_counts(10, 10, &[correct]);
            }
            table
        };
        let given = vec![table(true), table(false)];
        let comparison = Resampling::new().compare(PairedTest::Bootstrap, &definition, &given[0], &given[1]).unwrap();
        assert!(comparison.is_significant());
        let comparisons = [RobustComparison::new((0, 1), comparison)];
        let groups: Vec<u32> = (0..segments).map(|segment| segment.min(last_group) / 2).collect();
        let choices = ChoiceTables { given, groups, ..ChoiceTables::default() };
        let (tested, number) = to_test(&definition, &choices, &comparisons).unwrap();
        assert_eq!((tested.len(), number), (MAX_GROUPS, 197));
        assert!(tested.is_sorted() && tested.contains(&(last_group / 2)), "{tested:?}");
    }

    #[test]
    fn few_groups_are_all_tested() {
        let groups: Vec<u32> = (0..300).map(|segment| segment % 100).collect();
        let choices = ChoiceTables { groups, ..ChoiceTables::default() };
        assert_eq!(to_test(&Definition::default(), &choices, &[]).unwrap(), ((0..100).collect(), 100));
    }
}
