//! Ranks of many systems: rank ranges, and clusters of systems that do not differ significantly, as in the tables of
//! the WMT shared tasks.

use super::{Compared, Comparison, Confidence};

/// Level of the tests: of 100 comparisons of equally good systems, about 5 are significant by chance. See
/// [`Comparison::is_significant`].
pub const SIGNIFICANCE_LEVEL: f64 = 0.05;

/// The comparison of every system with every other.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AllPairs {
    /// The systems, the best first; equally good ones in the order given.
    pub systems: Vec<RankedSystem>,
    /// Every pair of them: the first with the second, the third, ..., the second with the third, ...
    pub pairs: Vec<Pair>,
}

/// A system among the others that it was compared with.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RankedSystem {
    /// Index of the system in the order given, from 0.
    pub system: usize,
    /// Its score, from 0 to 1.
    pub score: f64,
    /// Confidence interval from the bootstrap's resamples; `None` for randomization, which has none.
    pub confidence: Option<Confidence>,
    /// The best rank that is consistent with the significant differences, from 1: after the systems that are
    /// significantly better.
    pub best_rank: usize,
    /// The worst rank that is consistent with them: before the systems that are significantly worse.
    pub worst_rank: usize,
    /// Cluster, from 1: every system of a cluster differs significantly from every system of every other cluster, and
    /// clusters are as small as this allows.
    pub cluster: usize,
}

/// A comparison of two systems.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Pair {
    /// Index of the better system in [`AllPairs::systems`].
    pub a: usize,
    /// Index of the other system.
    pub b: usize,
    /// Comparison of the better system with the other.
    pub comparison: Comparison,
}

/// All pairs of the numbers below `count`, in the order of [`AllPairs::pairs`].
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b)))
}

impl AllPairs {
    /// Index and score of each system, the best first.
    pub(super) fn sorted(scores: &[f64]) -> Vec<(usize, f64)> {
        let mut sorted: Vec<(usize, f64)> = scores.iter().copied().enumerate().collect();
        sorted.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        sorted
    }

    /// Number of pairs of this many systems.
    pub(crate) fn comparisons(systems: usize) -> usize {
        pairs(systems).count()
    }

    /// The pairs of sorted systems to compare.
    pub(super) fn pairs(sorted: &[(usize, f64)]) -> Vec<(usize, usize)> {
        pairs(sorted.len()).map(|(a, b)| (sorted[a].0, sorted[b].0)).collect()
    }

    /// Ranks sorted systems, given the comparisons of these pairs, and the confidence of each system.
    pub(super) fn new(sorted: &[(usize, f64)], (comparisons, confidence): Compared) -> AllPairs {
        let count = sorted.len();
        let unranked = |&(system, score): &(usize, f64)| RankedSystem {
            system,
            score,
            confidence: confidence[system],
            best_rank: 1,
            worst_rank: count,
            cluster: 1,
        };
        let mut systems: Vec<_> = sorted.iter().map(unranked).collect();
        let pairs: Vec<_> =
            pairs(count).zip(comparisons).map(|((a, b), comparison)| Pair { a, b, comparison }).collect();
        // Number of pairs across the boundary above each place that do not differ. Without any, a cluster begins.
        let mut ties_across = vec![0; count];
        for pair in &pairs {
            if pair.comparison.is_significant() {
                systems[pair.a].worst_rank -= 1;
                systems[pair.b].best_rank += 1;
            } else {
                ties_across[pair.a + 1..=pair.b].iter_mut().for_each(|ties| *ties += 1);
            }
        }
        for place in 1..count {
            systems[place].cluster = systems[place - 1].cluster + usize::from(ties_across[place] == 0);
        }
        AllPairs { systems, pairs }
    }

    /// The comparison of system `a` with system `b`, given by their indices in [`systems`](Self::systems); `None` for a
    /// system and itself, and for indices that do not exist.
    pub fn comparison(&self, a: usize, b: usize) -> Option<Comparison> {
        let (better, other) = (a.min(b), a.max(b));
        if better == other || other >= self.systems.len() {
            return None;
        }
        let row = better * (2 * self.systems.len() - better - 1) / 2;
        let comparison = &self.pairs.get(row + other - better - 1)?.comparison;
        Some(if a == better { *comparison } else { comparison.mirrored() })
    }

    /// sacreBLEU's p-value of two systems, given by their indices in [`systems`](Self::systems); `None` for a system and itself,
    /// and for indices that do not exist.
    pub fn p_value(&self, a: usize, b: usize) -> Option<f64> {
        self.comparison(a, b).map(|comparison| comparison.p_value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranks systems; the pairs in `ties` do not differ.
    fn ranked(count: usize, ties: &[(usize, usize)]) -> AllPairs {
        let comparison = |pair| Comparison {
            difference: 0.1,
            p_value: if ties.contains(&pair) { SIGNIFICANCE_LEVEL } else { 0.049 },
            p_interval: None,
            spread: None,
            segments: None,
        };
        let sorted: Vec<_> = (0..count).map(|place| (place, 0.5)).collect();
        AllPairs::new(&sorted, (pairs(count).map(comparison).collect(), vec![None; count]))
    }

    fn ranks(all: &AllPairs) -> Vec<[usize; 2]> {
        all.systems.iter().map(|ranked| [ranked.best_rank, ranked.worst_rank]).collect()
    }

    fn clusters(all: &AllPairs) -> Vec<usize> {
        all.systems.iter().map(|ranked| ranked.cluster).collect()
    }

    #[test]
    fn systems_that_all_differ_have_ranks_and_clusters_of_their_own() {
        let all = ranked(3, &[]);
        assert_eq!(ranks(&all), [[1, 1], [2, 2], [3, 3]]);
        assert_eq!(clusters(&all), [1, 2, 3]);
    }

    #[test]
    fn neighbors_that_do_not_differ_share_a_cluster() {
        let all = ranked(4, &[(1, 2)]);
        assert_eq!(ranks(&all), [[1, 1], [2, 3], [2, 3], [4, 4]]);
        assert_eq!(clusters(&all), [1, 2, 2, 3]);
    }

    #[test]
    fn a_tie_of_distant_systems_joins_all_between() {
        let all = ranked(4, &[(0, 2)]);
        assert_eq!(ranks(&all), [[1, 2], [2, 2], [2, 3], [4, 4]]);
        assert_eq!(clusters(&all), [1, 1, 1, 2]);
    }

    #[test]
    fn p_values_are_symmetric() {
        let all = ranked(4, &[(0, 2), (2, 3)]);
        assert_eq!((all.p_value(2, 3), all.p_value(1, 3)), (Some(SIGNIFICANCE_LEVEL), Some(0.049)));
        assert_eq!((all.p_value(0, 2), all.p_value(2, 0)), (Some(SIGNIFICANCE_LEVEL), Some(SIGNIFICANCE_LEVEL)));
        assert_eq!((all.p_value(0, 1), all.p_value(1, 1)), (Some(0.049), None));
        let difference = |a, b| all.comparison(a, b).map(|comparison| comparison.difference);
        assert_eq!([difference(0, 1), difference(1, 0), difference(1, 1)], [Some(0.1), Some(-0.1), None]);
        assert_eq!([difference(0, 4), difference(7, 5)], [None, None]);
    }

    #[test]
    fn systems_that_do_not_exist_have_a_p_value_of_1() {
        let all = ranked(3, &[]);
        for (a, b) in [(0, 3), (2, 3), (3, 4), (0, usize::MAX), (usize::MAX - 1, usize::MAX)] {
            assert_eq!((all.p_value(a, b), all.p_value(b, a)), (None, None), "{a}, {b}");
        }
    }

    #[test]
    fn none_and_one_system_are_ranked() {
        assert_eq!(ranked(0, &[]).systems, []);
        assert_eq!((ranks(&ranked(1, &[])), clusters(&ranked(1, &[]))), (vec![[1, 1]], vec![1]));
    }
}
