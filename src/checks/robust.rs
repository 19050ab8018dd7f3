//! Whether a comparison of systems holds if the choices behind it are made in another way.
//!
//! An evaluation makes choices that nobody reports on: the reference, the tokenizer, whether case and quotes count. Each
//! [`Choice`] makes one of them in another way, and every comparison is tested again. This is a multiverse analysis
//! (Steegen, Tuerlinckx, Gelman and Vanpaemel, "Increasing Transparency Through a Multiverse Analysis", 2016), one choice
//! at a time; its results in order are a specification curve (Simonsohn, Simmons and Nelson, "Specification Curve
//! Analysis", 2020).
//!
//! ```
//! use bleu::robust::{Robustness, Verdict};
//! use bleu::{AddSegments, Definition, PairedTest, Resampling};
//!
//! let references = ["the cat sat on the mat", "a dog barked at the door", "it rained all day long"];
//! let base = ["a cat sat by the mat", "the dog barked at a door", "it rained the whole day"];
//! let mut robustness = Robustness::new(&Definition::default(), 1)?;
//! robustness.add_lines(&[base.join("\n"), references.join("\n")], &[references.join("\n")])?;
//! let found = robustness.test(PairedTest::Bootstrap, &Resampling::new(), &[(1, 0)])?;
//! assert!(found[0].given.difference > 0.0);
//! assert_eq!(found[0].verdict(), Verdict::Holds);
//! # Ok::<(), bleu::Error>(())
//! ```

mod choice;
mod counter;
mod groups;
mod rests;
mod verdict;

use crate::bleu::error::Error;
use crate::bleu::ngram::CountedBatch;
use crate::bleu::scoring::{Definition, SegmentStatistics};
use crate::bleu::significance::{Comparison, PairedTest, Resampling, Systems};
use crate::checks::segments::AddCounted;
pub use choice::Choice;
pub(crate) use counter::ChoiceCounter;
use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
pub use verdict::{RobustComparison, Tested, Verdict};

/// Statistics of systems as they were asked for, and under each choice.
#[derive(Debug)]
pub struct Robustness {
    definition: Definition,
    counter: ChoiceCounter,
    tables: ChoiceTables,
}

/// Statistics of segments: a table for each system.
type Tables = Vec<SegmentStatistics>;

/// The statistics of the segments of systems, as asked for and under each choice.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChoiceTables {
    pub given: Tables,
    /// For each choice that was counted; `None` if a segment lacks the references that the choice leaves.
    pub counted: Vec<(Choice, Option<Tables>)>,
    /// Group of each segment, if groups are left out.
    pub groups: Vec<u32>,
}

impl Robustness {
    /// No segments of a number of references each, under all choices that suit the definition.
    ///
    /// # Errors
    /// If the score is not computed from sums ([`Definition::is_score_of_sums`]).
    pub fn new(definition: &Definition, references: usize) -> Result<Robustness, Error> {
        definition.formula().check_score_of_sums()?;
        let counter = ChoiceCounter::new(definition, Choice::suitable(definition, references))?;
        Ok(Robustness { definition: definition.clone(), counter, tables: ChoiceTables::default() })
    }

    /// Tests pairs of systems, each by its places among the candidates, as asked for and under each choice. The correction
    /// of p-values is for the number of pairs.
    ///
    /// # Errors
    /// If there is no such system, and as for [`Resampling::confidence`].
    pub fn test<F: Fn(usize) -> ControlFlow<()> + Sync>(
        &self,
        test: PairedTest,
        resampling: &Resampling<F>,
        pairs: &[(usize, usize)],
    ) -> Result<Vec<RobustComparison>, Error> {
        let number = self.tables.given.len();
        if let Some(place) = pairs.iter().flat_map(|&(one, other)| [one, other]).find(|&place| place >= number) {
            return Err(Error::OutOfRange { kind: "system", place, number });
        }
        let tester = PairTester { definition: &self.definition, test, resampling };
        let found = tester.compare(&self.tables.given, pairs, pairs.len())?;
        let found = pairs.iter().zip(found).map(|(pair, given)| RobustComparison::new(*pair, given));
        let mut comparisons: Vec<RobustComparison> = found.collect();
        tester.test_again(&self.tables, &mut comparisons)?;
        Ok(comparisons)
    }
}

impl AddCounted for Robustness {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn candidates(&self) -> Option<usize> {
        Some(self.tables.given.len()).filter(|candidates| *candidates > 0)
    }

    fn segments(&self) -> u64 {
        self.tables.given.first().map_or(0, |table| table.len() as u64)
    }

    fn add_counted(&mut self, texts: &[&str], counted: CountedBatch) -> Result<(), Error> {
        self.tables.append(self.counter.count(texts, &counted.tokens, counted.systems)?)
    }
}

impl ChoiceTables {
    /// Adds the statistics of the next segments.
    ///
    /// # Errors
    /// If the orders differ.
    pub fn append(&mut self, next: ChoiceTables) -> Result<(), Error> {
        append(&mut self.given, next.given)?;
        self.groups.extend(next.groups);
        if self.counted.is_empty() {
            self.counted = next.counted;
            return Ok(());
        }
        for ((_, tables), (_, next)) in self.counted.iter_mut().zip(next.counted) {
            match (tables.as_mut(), next) {
                (Some(tables), Some(next)) => append(tables, next)?,
                _ => *tables = None,
            }
        }
        Ok(())
    }

    /// The choices that were counted, with the statistics of the systems.
    fn tables(&self) -> impl Iterator<Item = (&Choice, &Tables)> {
        self.counted.iter().filter_map(|(choice, tables)| Some((choice, tables.as_ref()?)))
    }
}

/// A test of pairs of systems.
pub(crate) struct PairTester<'a, F> {
    pub definition: &'a Definition,
    pub test: PairedTest,
    pub resampling: &'a Resampling<F>,
}

impl<F: Fn(usize) -> ControlFlow<()> + Sync> PairTester<'_, F> {
    /// Tests pairs of systems again, which were compared as asked for, under each choice and without each group, and finds
    /// the segments on which each significant difference rests.
    ///
    /// # Errors
    /// As for [`Resampling::confidence`].
    pub fn test_again(&self, tables: &ChoiceTables, comparisons: &mut [RobustComparison]) -> Result<(), Error> {
        self.test_choices(tables, comparisons)?;
        for comparison in comparisons.iter_mut().filter(|comparison| comparison.given.is_significant()) {
            let systems = [comparison.system, comparison.other].map(|place| &tables.given[place]);
            let is_significant = |systems: [&SegmentStatistics; 2]| self.is_significant(systems);
            comparison.rests_on = rests::on_segments(self.definition, systems, &comparison.given, is_significant)?;
        }
        Ok(())
    }

    /// Tests pairs of systems again, under each choice and without each group.
    fn test_choices(&self, choices: &ChoiceTables, comparisons: &mut [RobustComparison]) -> Result<(), Error> {
        let systems: BTreeSet<usize> = comparisons.iter().flat_map(|pair| [pair.system, pair.other]).collect();
        let place = |system| systems.range(..system).count();
        let pairs: Vec<(usize, usize)> =
            comparisons.iter().map(|pair| (place(pair.system), place(pair.other))).collect();
        // Choices that keep the segments share the resamples, which are drawn once.
        let tables: Vec<&SegmentStatistics> =
            choices.tables().flat_map(|(_, tables)| systems.iter().map(|system| &tables[*system])).collect();
        let shifted = (0..tables.len()).step_by(systems.len().max(1));
        let shifted: Vec<(usize, usize)> =
            shifted.flat_map(|by| pairs.iter().map(move |(a, b)| (a + by, b + by))).collect();
        let found = self.compare(&tables, &shifted, pairs.len())?;
        for ((choice, _), found) in choices.tables().zip(found.chunks(pairs.len().max(1))) {
            add(comparisons, choice, found);
        }
        let (tested, number) = groups::to_test(self.definition, choices, comparisons)?;
        for comparison in comparisons.iter_mut() {
            (comparison.groups, comparison.tested_groups) = (number, tested.len());
        }
        for &group in tested.iter().filter(|_| number > 1) {
            let is_kept = |segment: &usize| choices.groups[*segment] != group;
            let kept: Vec<usize> = (0..choices.groups.len()).filter(is_kept).collect();
            let tables: Vec<SegmentStatistics> =
                systems.iter().map(|system| choices.given[*system].only(&kept)).collect();
            add(comparisons, &Choice::WithoutGroup(group), &self.compare(&tables, &pairs, pairs.len())?);
        }
        Ok(())
    }

    /// Leaves those comparisons that two choices contradict. Only those are tested again whose standard errors allow that.
    ///
    /// # Errors
    /// As for [`Resampling::confidence`].
    #[cfg(feature = "cli")]
    pub fn leave_contradicted(&self, choices: &ChoiceTables, pairs: &mut Vec<RobustComparison>) -> Result<(), Error> {
        let may_be_better = |one: usize, other: usize| {
            let mut tables = choices.tables().map(|(_, tables)| [&tables[one], &tables[other]]);
            tables.any(|systems| rests::standard_errors_ahead(self.definition, systems) >= rests::least(self.test))
        };
        pairs.retain(|pair| may_be_better(pair.system, pair.other) && may_be_better(pair.other, pair.system));
        if !pairs.is_empty() {
            self.test_choices(choices, pairs)?;
        }
        pairs.retain(RobustComparison::do_choices_contradict);
        Ok(())
    }

    fn compare<T: Borrow<SegmentStatistics>>(
        &self,
        tables: &[T],
        pairs: &[(usize, usize)],
        family: usize,
    ) -> Result<Vec<Comparison>, Error> {
        self.resampling.compare_pairs(self.test, self.definition, &Systems::new(tables), pairs, family)
    }

    fn is_significant(&self, [a, b]: [&SegmentStatistics; 2]) -> Result<bool, Error> {
        Ok(self.resampling.compare(self.test, self.definition, a, b)?.is_significant())
    }
}

/// Adds the segments of each system after those before.
fn append(tables: &mut Tables, next: Tables) -> Result<(), Error> {
    if tables.is_empty() {
        *tables = next;
        return Ok(());
    }
    tables.iter_mut().zip(&next).try_for_each(|(table, next)| table.append(next))
}

fn add(comparisons: &mut [RobustComparison], choice: &Choice, found: &[Comparison]) {
    for (comparison, found) in comparisons.iter_mut().zip(found) {
        comparison.choices.push(Tested { choice: choice.clone(), comparison: *found });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::lines::lines;
    use crate::bleu::significance::Correction;
    use crate::checks::segments::AddSegments;
    use proptest::prelude::*;

    /// The statistics of each candidate, counted alone.
    fn plain(definition: &Definition, candidates: &[String], references: &[String]) -> Tables {
        candidates.iter().map(|text| definition.accumulator().add_lines(text, references).unwrap()).collect()
    }

    fn changed(texts: &[String], change: crate::checks::what_if::Change) -> Vec<String> {
        texts.iter().map(|text| lines(text).map(|line| change.apply(line) + "\n").collect()).collect()
    }

    /// Texts of the same number of lines, of words that choices make alike.
    fn texts() -> impl Strategy<Value = (Vec<String>, Vec<String>)> {
        let word = proptest::sample::select(vec!["a", "A", "b", "“b”", "\"b\"", "fi", "ﬁ", "x-y", "&amp;", "&", "c."]);
        let line = proptest::collection::vec(word, 0..7).prop_map(|words| words.join(" ") + "\n");
        (1..9usize, 1..4usize, 1..4usize).prop_flat_map(move |(count, candidates, references)| {
            let text = proptest::collection::vec(line.clone(), count).prop_map(|lines| lines.concat());
            let texts = |number| proptest::collection::vec(text.clone(), number);
            (texts(candidates), texts(references))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn each_choice_is_counted_as_if_it_had_been_made((candidates, references) in texts()) {
            let definition = Definition::default();
            let mut robustness = Robustness::new(&definition, references.len()).unwrap();
            robustness.add_lines(&candidates, &references).unwrap();
            robustness.add_lines(&candidates, &references).unwrap();
            prop_assert!(robustness.tables.counted.len() >= 7);
            for (choice, tables) in &robustness.tables.counted {
                let mut expected = match choice {
                    Choice::OnlyReference(place) => plain(&definition, &candidates, &references[*place..=*place]),
                    Choice::WithoutReference(place) => {
                        let mut kept = references.clone();
                        kept.remove(*place);
                        plain(&definition, &candidates, &kept)
                    }
                    Choice::Tokenizer(tokenizer) => {
                        let definition = Definition::builder().tokenization(tokenizer.clone()).build().unwrap();
                        plain(&definition, &candidates, &references)
                    }
                    Choice::Ignoring(change) => {
                        plain(&definition, &changed(&candidates, *change), &changed(&references, *change))
                    }
                    Choice::WithoutGroup(_) => unreachable!(),
                };
                let again = expected.clone();
                append(&mut expected, again).unwrap();
                prop_assert_eq!(tables.as_ref(), Some(&expected), "{:?}", choice);
            }
        }
    }

    /// Systems of `count` segments of ten tokens; `correct` gives the correct tokens of each segment.
    fn tables(count: u32, correct: impl Fn(usize, u32) -> u32) -> Tables {
        let table = |system| {
            let mut table = SegmentStatistics::new(1).unwrap();
            (0..count).for_each(|segment| table.push_counts(10, 10, &[correct(system, segment)]));
            table
        };
        (0..3).map(table).collect()
    }

    fn definition() -> Definition {
        Definition::builder().order(1).build().unwrap()
    }

    fn robustness(tables: ChoiceTables) -> Robustness {
        Robustness { counter: ChoiceCounter::new(&definition(), Vec::new()).unwrap(), definition: definition(), tables }
    }

    #[test]
    fn choices_are_tested_like_the_given_comparison() {
        let given = tables(60, |system, segment| 3 + segment % 5 + system as u32 * (segment % 2));
        let other = tables(60, |system, segment| 8 - segment % 3 - system as u32 * (segment % 3 / 2));
        let counted = vec![(Choice::OnlyReference(0), Some(other.clone())), (Choice::OnlyReference(1), None)];
        let groups: Vec<u32> = (0..60).map(|segment| segment / 20).collect();
        let robustness = robustness(ChoiceTables { given: given.clone(), counted, groups: groups.clone() });
        let pairs = [(1, 0), (2, 0)];
        for &test in PairedTest::ALL {
            let resampling = Resampling::new().resamples(200).threads(2).correction(Correction::Holm);
            let found = robustness.test(test, &resampling, &pairs).unwrap();
            let expected = |tables: &[SegmentStatistics]| -> Vec<Comparison> {
                let paired = resampling.paired(test, &definition(), &Systems::new(tables)).unwrap();
                paired[1..].iter().map(|paired| paired.comparison.unwrap()).collect()
            };
            for (place, comparison) in found.iter().enumerate() {
                assert_eq!((comparison.system, comparison.other), pairs[place]);
                assert_eq!(comparison.given, expected(&given)[place]);
                // The second reference is missing somewhere; then come the three groups.
                assert_eq!(comparison.choices.len(), 4);
                assert_eq!(comparison.choices[0].comparison, expected(&other)[place]);
                for group in 0..3 {
                    let kept: Vec<usize> = (0..60).filter(|segment| groups[*segment] != group).collect();
                    let kept: Tables = given.iter().map(|table| table.only(&kept)).collect();
                    assert_eq!(comparison.choices[1 + group as usize].comparison, expected(&kept)[place]);
                }
            }
        }
    }

    /// Segments that carry a difference.
    const CARRY: [u64; 6] = [7, 19, 33, 41, 55, 70];

    #[test]
    fn a_difference_rests_on_the_fewest_segments_that_carry_it() {
        // Two equally good systems, and one that is much better in the segments of CARRY.
        let given = tables(80, |system, segment| match (system, segment) {
            (system, _) if CARRY.contains(&u64::from(segment)) => 10 * u32::from(system == 1),
            _ => 5 + (segment * 7 + system as u32 * 3) % 2,
        });
        let resampling = Resampling::new().resamples(500);
        let (definition, test) = (definition(), PairedTest::Bootstrap);
        let found = robustness(ChoiceTables { given: given.clone(), ..ChoiceTables::default() });
        let found = found.test(test, &resampling, &[(1, 0), (2, 0)]).unwrap();
        assert!(found[0].given.is_significant() && !found[1].given.is_significant());
        assert_eq!(found[1].rests_on, None);
        let rests_on = found[0].rests_on.clone().unwrap();
        assert!(!rests_on.is_empty() && rests_on.len() <= CARRY.len());
        assert!(rests_on.iter().all(|segment| CARRY.contains(segment)), "{rests_on:?}");
        let without = |segments: &[u64]| {
            let kept: Vec<usize> = (0..80).filter(|segment| !segments.contains(&(*segment as u64))).collect();
            let [a, b] = [1, 0].map(|system: usize| given[system].only(&kept));
            resampling.compare(test, &definition, &a, &b).unwrap().is_significant()
        };
        assert!(!without(&rests_on) && without(&rests_on[1..]));
    }
}
