//! Significance of scores, and comparisons of systems.

use super::arrange;
use super::robust::Robust;
use crate::bleu::significance::{AllPairs, Paired, RankedSystem};
use crate::bleu::significance::{Comparison, Confidence, PairedTest, ResamplingFields};
use std::collections::BTreeMap;

/// Results of resampling; systems are in the order of the report.
#[derive(Default)]
pub struct Significance {
    /// How segments were resampled, if they were.
    pub resampling: Option<ResamplingFields>,
    /// The confidence interval of each system's score, if there are any.
    confidence: Vec<Option<Confidence>>,
    /// The comparisons of systems, if any were made.
    pub comparisons: Option<Comparisons>,
}

/// Comparisons of systems, and how they were made.
pub struct Comparisons {
    pub test: PairedTest,
    pub resampling: ResamplingFields,
    /// The comparison of a system with another one, by their places: each but the first with the first, or each with all
    /// below it.
    pub all: BTreeMap<(usize, usize), Comparison>,
    /// Ranks of the systems, if each was compared with every other.
    pub ranks: Vec<RankedSystem>,
    /// The comparisons under other choices, if they were asked for.
    pub robust: Option<Robust>,
}

impl Significance {
    /// Confidence intervals only.
    pub fn from_intervals(resampling: ResamplingFields, confidence: Vec<Confidence>) -> Significance {
        let confidence = confidence.into_iter().map(Some).collect();
        Significance { resampling: Some(resampling), confidence, comparisons: None }
    }

    /// A test of each system against the first.
    pub fn from_paired(test: PairedTest, resampling: ResamplingFields, systems: Vec<Paired>) -> Significance {
        let all = systems.iter().enumerate();
        let all = all.filter_map(|(place, system)| Some(((place, 0), system.comparison?))).collect();
        Significance {
            resampling: Some(resampling),
            confidence: systems.into_iter().map(|system| system.confidence).collect(),
            comparisons: Some(Comparisons { test, resampling, all, ranks: Vec::new(), robust: None }),
        }
    }

    /// A test of each system against every other.
    pub fn from_ranking(test: PairedTest, resampling: ResamplingFields, ranking: AllPairs) -> Significance {
        let all = ranking.pairs.into_iter().map(|pair| ((pair.a, pair.b), pair.comparison)).collect();
        Significance {
            resampling: Some(resampling),
            confidence: ranking.systems.iter().map(|system| system.confidence).collect(),
            comparisons: Some(Comparisons { test, resampling, all, ranks: ranking.systems, robust: None }),
        }
    }

    /// Reorders systems that are not ranked: place i receives the one from `places[i]`, and the first place stays the first.
    pub(super) fn arrange(&mut self, places: &[usize]) {
        arrange(&mut self.confidence, places);
        if let Some(comparisons) = &mut self.comparisons {
            let moved = |(to, from): (usize, &usize)| Some(((to, 0), *comparisons.all.get(&(*from, 0))?));
            comparisons.all = places.iter().enumerate().filter_map(moved).collect();
            comparisons.robust.iter_mut().for_each(|robust| robust.arrange(places));
        }
    }

    /// The comparisons of each system with the first, unless all pairs were compared.
    pub fn paired(&self) -> Option<&Comparisons> {
        self.comparisons.as_ref().filter(|comparisons| comparisons.ranks.is_empty())
    }

    /// The comparisons of all pairs, if they were compared.
    pub fn ranking(&self) -> Option<&Comparisons> {
        self.comparisons.as_ref().filter(|comparisons| !comparisons.ranks.is_empty())
    }

    /// The comparisons of all pairs of the same systems, given in the order of their ranks; `None` if this is another order, or if
    /// systems were also compared under other choices, or not ranked.
    pub fn of_ranked_systems(&self, order: &[usize]) -> Option<Significance> {
        let ranking = self.ranking().filter(|ranking| ranking.robust.is_none())?;
        if !ranking.ranks.iter().map(|ranked| ranked.system).eq(order.iter().copied()) {
            return None;
        }
        let ranks = ranking.ranks.iter().cloned().enumerate();
        let comparisons = Comparisons {
            test: ranking.test,
            resampling: ranking.resampling,
            all: ranking.all.clone(),
            ranks: ranks.map(|(system, ranked)| RankedSystem { system, ..ranked }).collect(),
            robust: None,
        };
        let confidence = self.confidence.clone();
        Some(Significance { resampling: self.resampling, confidence, comparisons: Some(comparisons) })
    }

    /// Returns the comparison of a system with another one, if they were compared.
    pub fn comparison(&self, system: usize, other: usize) -> Option<Comparison> {
        self.comparisons.as_ref()?.find(system, other)
    }

    /// Returns the comparison of a system with the first, unless all pairs were compared.
    pub fn against_first(&self, system: usize) -> Option<Comparison> {
        self.paired()?.find(system, 0)
    }

    /// Returns the confidence interval of a system's score, if there is one.
    pub fn confidence(&self, system: usize) -> Option<&Confidence> {
        self.confidence.get(system)?.as_ref()
    }
}

impl Comparisons {
    /// Returns the comparison of a system with another one, if they were compared.
    pub fn find(&self, system: usize, other: usize) -> Option<Comparison> {
        let mirrored = || self.all.get(&(other, system)).map(|found| found.mirrored());
        self.all.get(&(system, other)).copied().or_else(mirrored)
    }
}
