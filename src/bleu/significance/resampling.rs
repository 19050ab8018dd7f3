//! Settings of resampling, and the tests and intervals computed with them.

use super::correction::Correction;
use super::difference::Comparison;
use super::paired::{Paired, PairedTest};
use super::ranking::AllPairs;
use super::resampled_scores::Confidence;
use super::resampler::Resampler;
use super::systems::Systems;
use crate::bleu::error::Error;
use crate::bleu::limits;
use crate::bleu::names::names;
use crate::bleu::scoring::{Definition, SegmentStatistics};
use std::ops::ControlFlow;

/// Settings of resampling: number of resamples, seed, threads, and the correction of p-values. Results depend only on
/// these settings, not on the number of threads.
///
/// All methods take the statistics of systems on the same segments. Without any segment all scores are 0 and all
/// p-values are 1.
///
/// ```
/// use bleu::{Definition, PairedTest, ReferenceLists, Resampling, Systems};
///
/// let definition = Definition::default();
/// let references = ["the cat sat on the mat", "a dog barked at the door", "it rained all day long"];
/// let lists = ReferenceLists::single(&references);
/// let table = |candidates: [&str; 3]| definition.accumulator().add_segments(&candidates, &lists);
/// let base = table(["the cat sat on a mat", "the dog barked at the door", "it rained all day"])?;
/// let new = table(references)?;
///
/// let resampling = Resampling::new().resamples(2000).seed(1).threads(2);
/// let comparison = resampling.compare(PairedTest::Bootstrap, &definition, &new, &base)?;
/// assert!(comparison.difference > 0.3 && comparison.p_value < 0.2);
/// assert!(comparison.spread.is_some_and(|spread| spread.low <= comparison.difference));
///
/// let intervals = resampling.confidence(&definition, &Systems::new(&[&base, &new]))?;
/// assert!(intervals[0].low < intervals[0].high && intervals[0].high < 1.0);
/// # Ok::<(), bleu::Error>(())
/// ```
///
/// `F` is the type of the [`progress`](Resampling::progress) function.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Resampling<F = fn(usize) -> ControlFlow<()>> {
    /// `None` for the usual number of the test.
    pub(super) resamples: Option<usize>,
    /// The least number, unless a number is set.
    pub(super) at_least: usize,
    pub(super) seed: u64,
    pub(super) threads: usize,
    pub(super) correction: Correction,
    pub(super) level: f64,
    pub(super) progress: Option<F>,
}

names! {
    /// Kind of resamples.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Resamples: "kind of resamples" {
        /// Segments, drawn with repetition.
        Bootstrap = "bootstrap",
        /// Outputs of two systems, swapped at random.
        Randomization = "randomization",
        /// Poisson resamples, which were summed when shards were counted.
        Poisson = "poisson",
    }
}

/// The settings that results of resampling depend on, as a [`Signature`](crate::bleu::signature::Signature) contains them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ResamplingFields {
    /// Kind of the resamples.
    pub kind: Resamples,
    /// Number of resamples.
    pub resamples: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Correction of the p-values.
    pub correction: Correction,
}

impl ResamplingFields {
    /// Resamples of a kind, without a correction of p-values.
    pub fn new(kind: Resamples, resamples: usize, seed: u64) -> ResamplingFields {
        ResamplingFields { kind, resamples, seed, correction: Correction::None }
    }
}

impl Resampling {
    /// sacreBLEU's seed.
    pub const DEFAULT_SEED: u64 = 12345;

    /// sacreBLEU's confidence level.
    pub const DEFAULT_LEVEL: f64 = 0.95;

    /// Largest number of resamples, whose scores still fit into memory.
    pub const MAX_RESAMPLES: usize = limits::MAX_RESAMPLES;

    /// The test's usual number of resamples by one thread, with sacreBLEU's seed, and no correction.
    pub fn new() -> Resampling {
        let (seed, correction) = (Resampling::DEFAULT_SEED, Correction::None);
        let level = Resampling::DEFAULT_LEVEL;
        Resampling { resamples: None, at_least: 0, seed, threads: 1, correction, level, progress: None }
    }
}

impl Default for Resampling {
    fn default() -> Self {
        Resampling::new()
    }
}

impl Resampling {
    /// Sets the number of resamples; 0 counts as 1. With fewer than 40 a confidence interval spans all of them. The
    /// default depends on the test: 1,000 for the bootstrap, 10,000 for randomization; with a correction, it is at least
    /// [`Correction::resamples_needed`], up to [`MAX_RESAMPLES`](Resampling::MAX_RESAMPLES).
    pub fn resamples(mut self, resamples: usize) -> Self {
        self.resamples = Some(resamples.max(1));
        self
    }

    /// Raises the default number of resamples to this one, at least.
    #[cfg(feature = "cli")]
    pub(crate) fn at_least(mut self, resamples: usize) -> Self {
        self.at_least = resamples;
        self
    }

    /// Sets the seed of the random numbers. The default is sacreBLEU's.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the number of threads that share the work; 0 counts as 1, and at most 256 are started. The default is 1.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Sets the correction of the p-values of a call for their number. The default is none.
    pub fn correction(mut self, correction: Correction) -> Self {
        self.correction = correction;
        self
    }

    /// Sets the share of the resamples that intervals contain, between 0 and 1. The default is 0.95.
    ///
    /// ```
    /// use bleu::{Definition, Resampling, Systems};
    ///
    /// let definition = Definition::builder().order(1).build()?;
    /// let table = [definition.accumulator().add_lines("a b\nc\nd e f", &["a c\nc\nd f g"])?];
    /// let systems = Systems::new(&table);
    /// let interval = |level: f64| Ok(Resampling::new().level(level).confidence(&definition, &systems)?[0]);
    /// let (wide, narrow) = (interval(0.99)?, interval(0.5)?);
    /// assert!(wide.half_width > narrow.half_width && wide.level == 0.99);
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn level(mut self, level: f64) -> Self {
        self.level = level;
        self
    }
}

impl<F: Fn(usize) -> ControlFlow<()> + Sync> Resampling<F> {
    /// Sets a function that is called with the number of resamples begun so far: 1, 2, 3 and so on, by any of the
    /// threads. If it returns [`ControlFlow::Break`], the call ends with [`Error::Cancelled`].
    ///
    /// ```
    /// use bleu::{Definition, Error, Resampling, SegmentStatistics, Systems};
    /// use std::ops::ControlFlow;
    /// use std::time::{Duration, Instant};
    ///
    /// let end = Instant::now() + Duration::from_millis(1);
    /// let is_over = |_| if Instant::now() > end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    /// let resampling = Resampling::new().resamples(Resampling::MAX_RESAMPLES).progress(is_over);
    /// let system = [SegmentStatistics::new(4)?];
    /// assert_eq!(resampling.confidence(&Definition::default(), &Systems::new(&system)), Err(Error::Cancelled));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn progress<G: Fn(usize) -> ControlFlow<()> + Sync>(self, progress: G) -> Resampling<G> {
        let Resampling { resamples, at_least, seed, threads, correction, level, progress: _ } = self;
        Resampling { resamples, at_least, seed, threads, correction, level, progress: Some(progress) }
    }

    /// The settings that the results of this many comparisons depend on. Confidence intervals are a bootstrap without
    /// comparisons.
    pub fn fields(&self, test: PairedTest, comparisons: usize) -> ResamplingFields {
        let needed = match self.correction {
            Correction::None => self.at_least,
            _ => Correction::resamples_needed(comparisons).min(Resampling::MAX_RESAMPLES).max(self.at_least),
        };
        let resamples = self.resamples.unwrap_or(test.default_resamples().max(needed));
        let kind = match test {
            PairedTest::Bootstrap => Resamples::Bootstrap,
            PairedTest::Randomization => Resamples::Randomization,
        };
        ResamplingFields { kind, resamples, seed: self.seed, correction: self.correction }
    }

    /// The confidence interval of each system.
    ///
    /// # Errors
    /// If the systems differ in length or in their sets, have no run or 2^32 segments or more, or are not of the definition's
    /// counted order, if the score is not one of sums ([`Definition::is_score_of_sums`]), if there are more resamples than
    /// [`MAX_RESAMPLES`](Resampling::MAX_RESAMPLES), if the level is not between 0 and 1, or if the progress function
    /// cancels the call.
    pub fn confidence(&self, definition: &Definition, systems: &Systems) -> Result<Vec<Confidence>, Error> {
        Ok(self.resampler(PairedTest::Bootstrap, 0, definition, systems)?.bootstrap()?.confidence())
    }

    /// Compares a system with a baseline: [`Comparison::difference`] is the score of the system minus the score of the baseline.
    ///
    /// # Errors
    /// As for [`confidence`](Self::confidence).
    pub fn compare(
        &self,
        test: PairedTest,
        definition: &Definition,
        system: &SegmentStatistics,
        baseline: &SegmentStatistics,
    ) -> Result<Comparison, Error> {
        Ok(self.compare_pairs(test, definition, &Systems::new(&[system, baseline]), &[(0, 1)], 1)?.remove(0))
    }

    /// Compares the first system of each pair with the second. The p-values of each `family` of pairs in a row are
    /// corrected for their number.
    ///
    /// # Errors
    /// As for [`confidence`](Self::confidence).
    pub(crate) fn compare_pairs(
        &self,
        test: PairedTest,
        definition: &Definition,
        systems: &Systems,
        pairs: &[(usize, usize)],
        family: usize,
    ) -> Result<Vec<Comparison>, Error> {
        let mut resampler = self.resampler(test, family, definition, systems)?;
        resampler.fields.correction = Correction::None;
        let (mut comparisons, _) = resampler.compare(pairs)?;
        comparisons.chunks_mut(family.max(1)).for_each(|family| self.correction.correct(family));
        Ok(comparisons)
    }

    /// A paired test of every system against the first.
    ///
    /// # Errors
    /// As for [`confidence`](Self::confidence).
    pub fn paired(&self, test: PairedTest, definition: &Definition, systems: &Systems) -> Result<Vec<Paired>, Error> {
        let pairs = Paired::pairs(systems.len());
        Ok(Paired::new(self.resampler(test, pairs.len(), definition, systems)?.compare(&pairs)?))
    }

    /// A paired test of every system against every other; the systems are sorted, the best first.
    ///
    /// # Errors
    /// As for [`confidence`](Self::confidence).
    pub fn all_pairs(&self, test: PairedTest, definition: &Definition, systems: &Systems) -> Result<AllPairs, Error> {
        let resampler = self.resampler(test, AllPairs::comparisons(systems.len()), definition, systems)?;
        let sorted = AllPairs::sorted(&resampler.scores);
        Ok(AllPairs::new(&sorted, resampler.compare(&AllPairs::pairs(&sorted))?))
    }

    /// The systems and their scores, checked to be fit for resampling together.
    pub(super) fn resampler<'a>(
        &'a self,
        test: PairedTest,
        comparisons: usize,
        definition: &'a Definition,
        systems: &'a Systems,
    ) -> Result<Resampler<'a, F>, Error> {
        let (level, fields) = (self.level, self.fields(test, comparisons));
        if !(level > 0.0 && level < 1.0) {
            return Err(Error::LevelOutOfRange { level });
        }
        if fields.resamples > Resampling::MAX_RESAMPLES {
            return Err(Error::TooManyResamples { resamples: fields.resamples });
        }
        definition.formula().check_score_of_sums()?;
        systems.check(definition, test == PairedTest::Randomization)?;
        let sums = systems.map(SegmentStatistics::sum);
        let score = |system| sums.score(system, |_, _, sum| definition.evaluate(sum).value());
        let scores = (0..systems.len()).map(score).collect();
        Ok(Resampler { resampling: self, definition, systems, scores, fields })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::scoring::{DefinitionBuilder, Smoothing, Statistics};
    use crate::bleu::significance::mean;
    use crate::bleu::significance::numpy::{Bits, Words};
    use crate::sampling::random_cases;
    use proptest::prelude::*;
    use std::sync::Mutex;

    fn sum(statistics: Vec<Statistics>) -> Statistics {
        statistics.into_iter().sum::<Result<_, _>>().unwrap()
    }

    fn resampling(resamples: usize, seed: u64, threads: usize) -> Resampling {
        Resampling::new().resamples(resamples).seed(seed).threads(threads)
    }

    #[test]
    fn intervals_have_the_level_asked_for() {
        let mut system = SegmentStatistics::new(1).unwrap();
        (0..30).for_each(|correct| system.push_counts(40, 40, &[correct]));
        let definition = Definition::builder().order(1).build().unwrap();
        let interval = |level| resampling(400, 1, 1).level(level).confidence(&definition, &Systems::new(&[&system]));
        let widths = [0.5, 0.9, 0.95, 0.99].map(|level| interval(level).unwrap()[0].half_width);
        assert!(widths.is_sorted_by(|a, b| a < b), "{widths:?}");
        assert_eq!(interval(0.95), resampling(400, 1, 1).confidence(&definition, &Systems::new(&[&system])));
        for level in [0.0, 1.0, -1.0, f64::NAN] {
            assert!(matches!(interval(level), Err(Error::LevelOutOfRange { .. })), "{level}");
        }
    }

    #[test]
    fn settings_are_kept() {
        let resampling = resampling(7, 8, 9).correction(Correction::Holm);
        let ResamplingFields { kind, resamples, seed, correction } = resampling.fields(PairedTest::Randomization, 1);
        assert_eq!((kind, resamples, seed, correction), (Resamples::Randomization, 7, 8, Correction::Holm));
        assert_eq!(resampling.threads, 9);
    }

    #[test]
    fn the_mean_of_equal_runs_has_the_interval_of_one() {
        let mut system = SegmentStatistics::new(1).unwrap();
        (1..9).for_each(|correct| system.push_counts(9, 9, &[correct]));
        let definition = Definition::builder().order(1).build().unwrap();
        let systems = [vec![&system; 4], vec![&system]];
        let means = resampling(50, 1, 1).confidence(&definition, &Systems::of_runs(&systems)).unwrap();
        assert_eq!(means[0], means[1]);
        assert_eq!(means[1], resampling(50, 1, 1).confidence(&definition, &Systems::new(&[&system])).unwrap()[0]);
    }

    /// Draws indices and adds up the rows that they name, one by one.
    fn plain_bootstrap(definition: &Definition, system: &SegmentStatistics, resamples: usize, seed: u64) -> Vec<f64> {
        let rows: Vec<Statistics> = system.iter().collect();
        let mut words = Words::new(seed);
        let mut score = || {
            let mut drawn = Vec::new();
            words.choose(rows.len() as u32, rows.len(), |row| drawn.push(rows[row as usize].clone()));
            definition.evaluate(&sum(drawn)).value()
        };
        (0..resamples).map(|_| score()).collect()
    }

    /// Swaps the rows of two systems one by one, and returns the difference of scores of each trial.
    fn plain_randomization(
        definition: &Definition,
        systems: [&SegmentStatistics; 2],
        trials: usize,
        seed: u64,
    ) -> Vec<f64> {
        let mut bits = Bits::new(seed);
        let mut difference = || {
            let mut swapped = [Vec::new(), Vec::new()];
            let mut mask = vec![0; systems[0].len()];
            bits.fill(&mut mask);
            for ((a, b), swap) in systems[0].iter().zip(systems[1].iter()).zip(mask) {
                let (a, b) = if swap == 1 { (b, a) } else { (a, b) };
                swapped[0].push(a);
                swapped[1].push(b);
            }
            let sums = swapped.map(sum);
            (definition.evaluate(&sums[0]).value() - definition.evaluate(&sums[1]).value()).abs()
        };
        (0..trials).map(|_| difference()).collect()
    }

    fn plain_p_value(
        test: PairedTest,
        definition: &Definition,
        systems: [&SegmentStatistics; 2],
        n: usize,
        seed: u64,
    ) -> f64 {
        let score = |system: &SegmentStatistics| definition.evaluate(&system.sum()).value();
        let observed = (score(systems[0]) - score(systems[1])).abs();
        let differences: Vec<f64> = match test {
            PairedTest::Bootstrap => {
                let [a, b] = systems.map(|system| plain_bootstrap(definition, system, n, seed));
                let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| (a - b).abs()).collect();
                let mean = differences.iter().sum::<f64>() / n as f64;
                differences.iter().map(|difference| difference - mean).collect()
            }
            PairedTest::Randomization => plain_randomization(definition, systems, n, seed),
        };
        let as_large = differences.iter().filter(|&&difference| difference >= observed).count();
        (as_large + 1) as f64 / (n + 1) as f64
    }

    /// Tables of the same length and order: short segments, long ones, and a few whose numbers need all 32 bits.
    fn systems() -> impl Strategy<Value = Vec<SegmentStatistics>> {
        let length = || prop_oneof![8 => 0..40u32, 1 => 30_000..40_000u32, 1 => any::<u32>()];
        let segment = (length(), length(), 0..=100u64, 0..=100u64);
        let rows =
            move |count, segments| prop::collection::vec(prop::collection::vec(segment.clone(), segments), count);
        (1..=4usize, 0..=600usize, 1..=5usize).prop_flat_map(move |(count, segments, order)| {
            rows(count, segments).prop_map(move |systems| systems.into_iter().map(|rows| table(order, &rows)).collect())
        })
    }

    /// Segments given by their lengths, the percentage of correct words, and the percentage of it that remains at each
    /// higher order.
    fn table(order: usize, rows: &[(u32, u32, u64, u64)]) -> SegmentStatistics {
        let mut table = SegmentStatistics::new(order).unwrap();
        for &(hyp_len, ref_len, percentage, remains) in rows {
            let mut share = percentage;
            let correct: Vec<u32> = (0..order as u32)
                .map(|n| {
                    let total = u64::from(hyp_len.saturating_sub(n));
                    let correct = total * share / 100;
                    share = share * remains / 100;
                    correct as u32
                })
                .collect();
            table.push_counts(hyp_len, ref_len, &correct);
        }
        table
    }

    fn definitions() -> impl Strategy<Value = DefinitionBuilder> {
        let smoothing = prop_oneof![
            Just(Smoothing::None),
            Just(Smoothing::Exp),
            Just(Smoothing::Floor(0.1)),
            Just(Smoothing::AddK(0.3)),
        ];
        (smoothing, any::<bool>()).prop_map(|(smoothing, effective_order)| {
            Definition::builder().smoothing(smoothing).effective_order(effective_order)
        })
    }

    proptest! {
        #![proptest_config(random_cases(24))]

        #[test]
        fn confidence_is_that_of_the_plain_sums(
            systems in systems(), builder in definitions(), n in 1..90usize, seed: u64, threads in 0..5usize,
        ) {
            let definition = builder.order(systems[0].order()).build().unwrap();
            let found = resampling(n, seed, threads).confidence(&definition, &Systems::new(&systems)).unwrap();
            prop_assert_eq!(found.len(), systems.len());
            for (found, system) in found.iter().zip(&systems) {
                let mut scores = plain_bootstrap(&definition, system, n, seed);
                let mean = scores.iter().sum::<f64>() / n as f64;
                scores.sort_by(f64::total_cmp);
                prop_assert_eq!(found.mean, mean.clamp(scores[0], scores[n - 1]));
                prop_assert_eq!((found.low, found.high), (scores[n / 40], scores[n - n / 40 - 1]));
                prop_assert_eq!(found.half_width, (found.high - found.low) / 2.0);
            }
        }

        #[test]
        fn p_values_are_those_of_the_plain_sums(
            systems in systems(), builder in definitions(), n in 1..60usize, seed: u64, threads in 0..5usize,
        ) {
            let definition = builder.order(systems[0].order()).build().unwrap();
            for &test in PairedTest::ALL {
                let resampling = resampling(n, seed, threads);
                let paired = resampling.paired(test, &definition, &Systems::new(&systems)).unwrap();
                prop_assert_eq!(paired[0].comparison, None);
                for (found, system) in paired[1..].iter().zip(&systems[1..]) {
                    let expected = plain_p_value(test, &definition, [&systems[0], system], n, seed);
                    prop_assert_eq!(found.comparison.map(|comparison| comparison.p_value), Some(expected));
                }
                let all = resampling.all_pairs(test, &definition, &Systems::new(&systems)).unwrap();
                prop_assert_eq!(all.pairs.len(), systems.len() * (systems.len() - 1) / 2);
                for pair in &all.pairs {
                    let two = [pair.a, pair.b].map(|place| &systems[all.systems[place].system]);
                    prop_assert_eq!(pair.comparison.p_value, plain_p_value(test, &definition, two, n, seed));
                }
            }
        }
    }

    proptest! {
        #![proptest_config(random_cases(24))]

        #[test]
        fn spreads_are_those_of_plain_differences(
            systems in systems(), builder in definitions(), n in 2..90usize, seed: u64, threads in 0..5usize,
        ) {
            let definition = builder.order(systems[0].order()).build().unwrap();
            let paired = resampling(n, seed, threads)
                .paired(PairedTest::Bootstrap, &definition, &Systems::new(&systems)).unwrap();
            let scores = systems.iter().map(|system| plain_bootstrap(&definition, system, n, seed)).collect::<Vec<_>>();
            let observed: Vec<f64> = systems.iter().map(|system| definition.evaluate(&system.sum()).value()).collect();
            for (place, found) in paired.iter().enumerate().skip(1) {
                let mut differences: Vec<f64> = scores[place].iter().zip(&scores[0]).map(|(a, b)| a - b).collect();
                let (comparison, spread) = (found.comparison.unwrap(), found.comparison.unwrap().spread.unwrap());
                prop_assert_eq!(comparison.difference, observed[place] - observed[0]);
                let squares: f64 = differences.iter().map(|d| (d - mean(&differences)).powi(2)).sum();
                prop_assert!((spread.standard_error - (squares / (n - 1) as f64).sqrt()).abs() < 1e-12);
                differences.sort_by(f64::total_cmp);
                prop_assert_eq!((spread.low, spread.high), (differences[n / 40], differences[n - n / 40 - 1]));
            }
        }
    }

    /// Segments with about `percentage` of correct words.
    fn system(segments: u32, percentage: u64) -> SegmentStatistics {
        let row = |i: u32| (10 + i % 7, 10 + i % 5, percentage + u64::from(i % 3), 80);
        table(4, &(0..segments).map(row).collect::<Vec<_>>())
    }

    #[test]
    fn nothing_to_resample_is_not_an_error() {
        for &test in PairedTest::ALL {
            let (plan, none) = (resampling(50, 1, 3), [] as [SegmentStatistics; 0]);
            assert_eq!(plan.paired(test, &Definition::default(), &Systems::new(&none)).unwrap(), []);
            assert!(plan.all_pairs(test, &Definition::default(), &Systems::new(&none)).unwrap().systems.is_empty());
            let empty = [SegmentStatistics::new(4).unwrap(), SegmentStatistics::new(4).unwrap()];
            let paired = plan.paired(test, &Definition::default(), &Systems::new(&empty)).unwrap();
            assert_eq!(paired[1].comparison.map(|comparison| comparison.p_value), Some(1.0));
            assert_eq!(plan.confidence(&Definition::default(), &Systems::new(&empty)).unwrap()[0].high, 0.0);
        }
    }

    #[test]
    fn no_resamples_count_as_one() {
        let found = resampling(0, 1, 0).confidence(&Definition::default(), &Systems::new(&[system(9, 50)])).unwrap();
        assert_eq!((found[0].resamples, found[0].half_width), (1, 0.0));
    }

    #[test]
    fn progress_counts_every_resample_in_order() {
        for threads in 1..4 {
            let begun = Mutex::new(Vec::new());
            let resampling = resampling(70, 1, threads).progress(|number| {
                begun.lock().unwrap().push(number);
                ControlFlow::Continue(())
            });
            resampling.confidence(&Definition::default(), &Systems::new(&[system(9, 50)])).unwrap();
            assert_eq!(*begun.lock().unwrap(), (1..=70).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_cancelled_call_stops_at_once() {
        for threads in 1..4 {
            let calls = Mutex::new(0);
            let resampling = resampling(1000, 1, threads).progress(|number| {
                *calls.lock().unwrap() += 1;
                if number == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let systems = [system(9, 50), system(9, 60)];
            for &test in PairedTest::ALL {
                *calls.lock().unwrap() = 0;
                assert_eq!(
                    resampling.paired(test, &Definition::default(), &Systems::new(&systems)),
                    Err(Error::Cancelled)
                );
                assert_eq!(*calls.lock().unwrap(), 7);
            }
        }
    }

    #[test]
    fn without_a_number_each_test_has_its_own() {
        let numbers =
            [PairedTest::Bootstrap, PairedTest::Randomization].map(|test| Resampling::new().fields(test, 66).resamples);
        assert_eq!(numbers, [1_000, 10_000]);
        let confidence =
            Resampling::new().confidence(&Definition::default(), &Systems::new(&[&system(9, 50)])).unwrap();
        assert_eq!(confidence[0].resamples, 1_000);
    }

    #[test]
    fn two_systems_are_compared_as_in_a_list() {
        let (a, b) = (system(100, 55), system(100, 50));
        for &test in PairedTest::ALL {
            let found = resampling(200, 1, 2).compare(test, &Definition::default(), &a, &b).unwrap();
            let paired = resampling(200, 1, 2).paired(test, &Definition::default(), &Systems::new(&[&b, &a])).unwrap();
            assert_eq!(Some(found), paired[1].comparison);
            assert!(found.difference > 0.0);
        }
    }

    #[test]
    fn systems_that_do_not_belong_together_are_refused() {
        let refused = |resamples, systems: &[SegmentStatistics]| {
            resampling(resamples, 1, 1).confidence(&Definition::default(), &Systems::new(systems)).unwrap_err()
        };
        assert_eq!(refused(40, &[system(9, 50), system(8, 50)]), Error::SystemLengths { expected: 9, found: 8 });
        let of_order_2 = SegmentStatistics::new(2).unwrap();
        assert_eq!(refused(40, &[of_order_2]), Error::OrderMismatch { expected: 4, found: 2 });
        assert_eq!(refused(usize::MAX, &[system(9, 50)]), Error::TooManyResamples { resamples: usize::MAX });
    }
}
