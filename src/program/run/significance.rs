//! `--confidence`, `--paired` and `--all-pairs`: scores with confidence intervals and significance tests. With `--robust`, the
//! tests again under other choices; without it, with each of several references alone.

use super::counted::CountedSegments;
use super::counting::{sum_counts, sum_counts_again};
use super::groups::{Append, Counts, Grouped, tables};
use super::score;
use crate::bleu::scoring::{Definition, SegmentStatistics};
use crate::checks::robust::{Choice, ChoiceCounter, ChoiceTables, PairTester, RobustComparison};
use crate::program::request::{AskedTest, Job, Mode, SignificanceTest};
use crate::program::results::input_summary::InputSummary;
use crate::program::results::robust::Robust;
use crate::program::results::{CorpusSums, Results, Significance, arrange};
use crate::program::words::warnings;
use crate::text::display::system_name;
use anyhow::Result;

impl Append for ChoiceTables {
    fn append(&mut self, next: ChoiceTables) -> Result<()> {
        Ok(ChoiceTables::append(self, next)?)
    }
}

/// Scores all candidates, and tests them.
pub fn run(job: &'static Job) -> Result<Results> {
    let (corpus, summary) = read(job, choices(job))?;
    score::results(job, &corpus, &summary, summary.signature(job))
}

/// The choices to count: none if nothing is compared; with `--robust` all that suit the text; else each of several references
/// alone, whose results only a warning shows.
pub fn choices(job: &Job) -> Vec<Choice> {
    let references = job.named_references().len();
    let is_compared = !matches!(job.mode, Mode::Significance(SignificanceTest::Confidence, _))
        && job.candidates.len() > 1
        && job.input.sets.is_none();
    match job.robust {
        _ if !is_compared => Vec::new(),
        true => Choice::suitable(&job.definition, references),
        false if job.style.quiet => Vec::new(),
        false => Choice::single_references(references),
    }
}

/// Reads the statistics of the segments, a table for each candidate, also under other choices.
pub fn read(job: &'static Job, choices: Vec<Choice>) -> Result<(Grouped<ChoiceTables>, InputSummary)> {
    sum_counts(job, choice_tables(job, choices)?)
}

/// [`read`]s text that was read before.
pub fn read_again(job: &'static Job, choices: Vec<Choice>) -> Result<(Grouped<ChoiceTables>, InputSummary)> {
    sum_counts_again(job, choice_tables(job, choices)?)
}

/// A function that makes tables of the counts of a batch.
fn choice_tables(
    job: &'static Job,
    choices: Vec<Choice>,
) -> Result<impl FnMut(CountedSegments) -> Result<Grouped<ChoiceTables>> + Clone + Send + Sync + 'static> {
    let mut counter = ChoiceCounter::new(&job.definition, choices)?;
    Ok(move |counted: CountedSegments| {
        let segments = counted.segments;
        let mut grouped = tables(&counted)?.map(|given| ChoiceTables { given, ..ChoiceTables::default() });
        grouped.whole = counter.count(segments.texts(), &counted.tokens, counted.systems)?;
        if job.robust {
            grouped.whole.groups = segments.groups().iter().map(|group| group.number).collect();
        }
        Ok(grouped)
    })
}

impl Counts for ChoiceTables {
    fn sums(&self, definition: &Definition) -> CorpusSums {
        self.given.sums(definition)
    }

    fn tables(&self) -> &[SegmentStatistics] {
        &self.given
    }

    fn test(&self, job: &Job, asked: AskedTest) -> Result<Significance> {
        let mut significance = self.given.test(job, asked)?;
        // Groups have no other choices.
        if let Some(given) = &mut significance.comparisons
            && (!self.counted.is_empty() || !self.groups.is_empty())
        {
            // Ranked systems are not in the order of the candidates.
            let ranks: Vec<usize> = given.ranks.iter().map(|ranked| ranked.system).collect();
            let place = |system: usize| ranks.get(system).copied().unwrap_or(system);
            let comparisons = given.all.iter();
            let comparisons = comparisons.map(|((a, b), given)| RobustComparison::new((place(*a), place(*b)), *given));
            let mut comparisons: Vec<RobustComparison> = comparisons.collect();
            let (test, resampling) = (asked.0.test(), &asked.1);
            let tester = PairTester { definition: &job.definition, test, resampling };
            if job.robust {
                tester.test_again(self, &mut comparisons)?;
                let mut robust = robust(job, comparisons);
                if !ranks.is_empty() {
                    robust.arrange(&ranks);
                }
                given.robust = Some(robust);
            } else {
                tester.leave_contradicted(self, &mut comparisons)?;
                warnings::references_disagree(job, &robust(job, comparisons));
            }
        }
        Ok(significance)
    }
}

/// The comparisons under other choices, with the names of the systems and of the references.
fn robust(job: &Job, comparisons: Vec<RobustComparison>) -> Robust {
    let references: Vec<String> = job.named_references().iter().map(|path| system_name(path)).collect();
    Robust::new([&job.systems, &references], job.style, comparisons)
}

/// Reorders the systems: place i receives the one from `places[i]`.
pub fn arrange_systems(tables: &mut ChoiceTables, places: &[usize]) {
    let of_choices = tables.counted.iter_mut().filter_map(|(_, tables)| tables.as_mut());
    of_choices.chain([&mut tables.given]).for_each(|tables| arrange(tables, places));
}
