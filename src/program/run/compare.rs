//! `--confidence`, `--paired` and `--all-pairs`: scores with confidence intervals and significance tests. With `--robust`, the
//! tests again under other choices; without it, with each of several references alone.

use super::corpus::Corpus;
use super::from_stats::Merged;
use super::groups::{Append, Counts, tables};
use super::score::{self, ReportOptions, SCORES_OF_GROUPS};
use super::{Mode, objection_of_tests};
use crate::bleu::scoring::{Definition, SegmentStatistics};
use crate::checks::robust::{Choice, ChoiceCounter, ChoiceTables, PairTester, RobustComparison};
use crate::program::request::support::{ANY_NUMBER, Feature, OutputFormats, RequiredInput, SEVERAL, Support};
use crate::program::request::{AskedTest, Request, SignificanceTest};
use crate::program::results::robust::Robust;
use crate::program::results::{CorpusSums, Results, Significance, arrange};
use crate::program::words::warnings;
use crate::text::display::system_name;
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

impl Append for ChoiceTables {
    fn append(&mut self, next: ChoiceTables) -> Result<()> {
        Ok(ChoiceTables::append(self, next)?)
    }
}

/// The scores of the corpus, and their significance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompareMode {
    pub asked: AskedTest,
}

impl Mode for CompareMode {
    fn support(&self) -> Support {
        use Feature::{Columns, Diagnosis, FailUnder, Report, Save, Sets, Sort};
        let (input, all) = (RequiredInput::Statistics, OutputFormats::All);
        match self.asked.test {
            SignificanceTest::Confidence => {
                let (flag, features) = ("--confidence", SCORES_OF_GROUPS);
                Support { flag, input, candidates: ANY_NUMBER, formats: all, features }
            }
            SignificanceTest::Paired(_) => {
                let (flag, features) = ("--paired", SCORES_OF_GROUPS);
                Support { flag, input, candidates: SEVERAL, formats: all, features }
            }
            SignificanceTest::AllPairs(_) => Support {
                flag: "--all-pairs",
                input,
                candidates: SEVERAL,
                formats: OutputFormats::Tables,
                features: &[Sets, Sort, FailUnder, Columns, Save, Report, Diagnosis],
            },
        }
    }

    fn objection(&self, definition: &Definition) -> Option<&'static str> {
        objection_of_tests(definition)
    }

    fn asked_test(&self) -> Option<AskedTest> {
        Some(self.asked)
    }

    fn run(&self, request: &Arc<Request>, _: &mut dyn Write) -> Result<Results> {
        let corpus = read(request, choices(request, self.asked))?;
        let signature = corpus.summary.signature(request);
        let options = ReportOptions { test: Some(self.asked), orders: Vec::new(), signature };
        score::results(request, &options, &corpus)
    }

    fn run_on_statistics(&self, request: &Request, merged: Merged, _: &mut dyn Write) -> Result<Results> {
        let signature = merged.signature_of_resamples(request);
        let options = ReportOptions { test: Some(self.asked), orders: Vec::new(), signature };
        score::results(request, &options, &merged.into_corpus()?)
    }
}

/// The choices to count: none if nothing is compared; with `--robust` all that suit the text; else each of several
/// references alone, whose results only a warning shows.
pub fn choices(request: &Request, asked: AskedTest) -> Choices {
    let references = request.named_references().len();
    let is_compared =
        asked.test != SignificanceTest::Confidence && request.candidates.len() > 1 && request.input.sets.is_none();
    match asked.robust {
        // Statistics that were saved are of one choice.
        _ if !is_compared || request.saved().is_some() => Choices::default(),
        true => Choices { choices: Choice::suitable(&request.definition, references), has_groups: true },
        false if request.style.quiet => Choices::default(),
        false => Choices { choices: Choice::single_references(references), has_groups: false },
    }
}

/// Choices under which systems are compared again.
#[derive(Clone, Default)]
pub struct Choices {
    choices: Vec<Choice>,
    /// Whether the text without one of its groups is a choice too.
    has_groups: bool,
}

/// Reads the statistics of the segments, a table for each candidate, also under other choices.
pub(super) fn read(request: &Arc<Request>, choices: Choices) -> Result<Corpus<ChoiceTables>> {
    let mut counter = ChoiceCounter::new(&request.definition, choices.choices)?;
    Corpus::read(request, move |_, counted| {
        let segments = counted.segments;
        let mut grouped = tables(&counted)?.map(|given| ChoiceTables { given, ..ChoiceTables::default() });
        grouped.whole = counter.count(segments.texts(), &counted.tokens, counted.systems)?;
        if choices.has_groups {
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

    fn test(&self, request: &Request, asked: AskedTest) -> Result<Significance> {
        let mut significance = self.given.test(request, asked)?;
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
            let (test, resampling) = (asked.test.test(), &asked.resampling);
            let tester = PairTester { definition: &request.definition, test, resampling };
            if asked.robust {
                tester.test_again(self, &mut comparisons)?;
                let mut robust = robust(request, comparisons);
                if !ranks.is_empty() {
                    robust.arrange(&ranks);
                }
                given.robust = Some(robust);
            } else {
                tester.leave_contradicted(self, &mut comparisons)?;
                warnings::references_disagree(request, &robust(request, comparisons));
            }
        }
        Ok(significance)
    }
}

/// The comparisons under other choices, with the names of the systems and of the references.
fn robust(request: &Request, comparisons: Vec<RobustComparison>) -> Robust {
    let references: Vec<String> = request.named_references().iter().map(|path| system_name(path)).collect();
    Robust::new([&request.systems, &references], request.style, comparisons)
}

/// Reorders the systems: place i receives the one from `places[i]`.
pub(super) fn arrange_systems(tables: &mut ChoiceTables, places: &[usize]) {
    let counted_tables = tables.counted.iter_mut().filter_map(|(_, tables)| tables.as_mut());
    counted_tables.chain([&mut tables.given]).for_each(|tables| arrange(tables, places));
}
