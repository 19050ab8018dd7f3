//! `--robust`: whether comparisons hold under other choices. Without it, each of several references is tried alone.

use super::counting::sum_counts;
use super::groups::{Append, Counts, Grouped};
use super::significance;
use crate::cli::input_summary::InputSummary;
use crate::cli::report::robust::Robust;
use crate::cli::report::{CorpusSums, Significance, arrange};
use crate::cli::{Job, SignificanceTest, warnings};
use crate::robust::{
    Choice, ChoiceCounter, ChoiceCounts, RobustComparison, Verdict, find_segments, may_be_significant,
};
use crate::{Definition, PairedTest, Resampling, SegmentStatistics};
use anyhow::Result;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Statistics of segments, as asked for and under other choices.
#[derive(Default)]
pub struct ChoiceTables {
    given: Vec<SegmentStatistics>,
    choices: ChoiceCounts,
    /// Labels of the groups, by their numbers.
    labels: BTreeMap<u32, Arc<str>>,
}

impl Append for ChoiceTables {
    fn append(&mut self, next: ChoiceTables) -> Result<()> {
        self.labels.extend(next.labels);
        self.choices.append(next.choices)?;
        Append::append(&mut self.given, next.given)
    }
}

/// The choices to count: with `--robust` all that suit the text, else each of several references alone; none if nothing is
/// compared.
pub fn choices(job: &Job, test: SignificanceTest) -> Vec<Choice> {
    let references = job.references.len();
    let is_compared = test != SignificanceTest::Confidence && job.candidates.len() > 1 && job.input.sets.is_none();
    match job.robust {
        _ if !is_compared => Vec::new(),
        true => Choice::suitable(&job.definition, references),
        false => Choice::single_references(references),
    }
}

/// Reads the statistics of the segments, a table for each candidate, also under other choices.
pub fn read(job: &Arc<Job>, choices: Vec<Choice>) -> Result<(Grouped<ChoiceTables>, InputSummary)> {
    let (definition, is_robust) = (job.definition.clone(), job.robust);
    sum_counts(job, move |counted| {
        let segments = counted.segments;
        let missing = |reference| segments.missing(reference);
        let mut counter = ChoiceCounter::new(&definition, choices.clone())?;
        let mut choices = counter.count(segments.texts(), &counted.tokens, &counted.systems, missing)?;
        let mut labels = BTreeMap::new();
        if is_robust {
            choices.groups = segments.groups().iter().map(|group| group.number).collect();
            labels.extend(segments.groups().iter().map(|group| (group.number, Arc::clone(&group.label))));
        }
        let grouped = significance::tables(&definition, &counted)?;
        let of_group = |(number, (label, given))| (number, (label, ChoiceTables { given, ..ChoiceTables::default() }));
        let groups = grouped.groups.into_iter().map(of_group).collect();
        Ok(Grouped { whole: ChoiceTables { given: counted.systems, choices, labels }, groups })
    })
}

impl Counts for ChoiceTables {
    fn sums(&self, definition: &Definition) -> CorpusSums {
        self.given.sums(definition)
    }

    fn tables(&self) -> &[SegmentStatistics] {
        &self.given
    }

    fn test(&self, job: &Job, test: SignificanceTest, resampling: &Resampling) -> Result<Significance> {
        let mut significance = self.given.test(job, test, resampling)?;
        // Groups have no other choices.
        if !self.choices.counted.is_empty() || !self.labels.is_empty() {
            let pairs = pairs(&significance);
            if let Some(robust) = significance.robust_mut().filter(|_| job.robust) {
                let mut comparisons = self.tested(job, test.test(), resampling, &pairs)?;
                find_segments(&mut comparisons, &self.given, &job.definition, test.test(), resampling)?;
                *robust = Some(Robust::new(job, comparisons, &self.labels));
            } else {
                self.warn_of_references(job, test.test(), resampling, &pairs)?;
            }
        }
        Ok(significance)
    }
}

/// The pairs that were compared, by their places among the candidates.
fn pairs(significance: &Significance) -> Vec<(usize, usize)> {
    match significance {
        Significance::None | Significance::Confidence { .. } => Vec::new(),
        Significance::Paired { systems, .. } => (1..systems.len()).map(|system| (system, 0)).collect(),
        Significance::AllPairs { ranking, .. } => {
            let place = |rank: usize| ranking.systems[rank].system;
            ranking.pairs.iter().map(|pair| (place(pair.a), place(pair.b))).collect()
        }
    }
}

impl ChoiceTables {
    /// Reorders the systems: place i receives the one from `places[i]`.
    pub fn arrange(&mut self, places: &[usize]) {
        let of_choices = self.choices.counted.iter_mut().filter_map(|(_, tables)| tables.as_mut());
        of_choices.chain([&mut self.given]).for_each(|tables| arrange(tables, places));
    }

    fn tested(
        &self,
        job: &Job,
        test: PairedTest,
        resampling: &Resampling,
        pairs: &[(usize, usize)],
    ) -> Result<Vec<RobustComparison>> {
        Ok(self.choices.test(&self.given, &job.definition, test, resampling, pairs)?)
    }

    /// Warns of pairs of systems of which each is significantly better with one of the references. Only those pairs are
    /// tested whose scores differ in both directions.
    fn warn_of_references(
        &self,
        job: &Job,
        test: PairedTest,
        resampling: &Resampling,
        pairs: &[(usize, usize)],
    ) -> Result<()> {
        let tables: Vec<&Vec<SegmentStatistics>> =
            self.choices.counted.iter().filter_map(|(_, tables)| tables.as_ref()).collect();
        let score = |table: &SegmentStatistics| job.definition.evaluate(&table.sum()).value();
        let scores: Vec<Vec<f64>> = tables.iter().map(|tables| tables.iter().map(score).collect()).collect();
        let may_be_ahead = |&(a, b): &(usize, usize), direction: f64| {
            tables.iter().zip(&scores).any(|(tables, scores)| {
                let difference = scores[a] - scores[b];
                may_be_significant(&job.definition, [&tables[a], &tables[b]], difference, direction)
            })
        };
        let mut doubtful = pairs.to_vec();
        doubtful.retain(|pair| may_be_ahead(pair, 1.0) && may_be_ahead(pair, -1.0));
        if doubtful.is_empty() {
            return Ok(());
        }
        let mut comparisons = self.tested(job, test, resampling, &doubtful)?;
        comparisons.retain(|comparison| comparison.verdict() == Verdict::Contradicted);
        if !comparisons.is_empty() {
            warnings::references_disagree(job, &Robust::new(job, comparisons, &self.labels));
        }
        Ok(())
    }
}
