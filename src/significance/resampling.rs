//! Settings of resampling, and the tests and intervals computed with them.

use super::resampler::Resampler;
use super::{AllPairs, Comparison, Confidence, Correction, Paired, PairedTest};
use crate::Error;
use crate::bleu::{Definition, SegmentStatistics};
use crate::names::names;
use std::borrow::Borrow;
use std::ops::ControlFlow;

/// Settings of resampling: number of resamples, seed, threads, and the correction of p-values. Results depend only on
/// these settings, not on the number of threads.
///
/// All methods take the statistics of systems on the same segments. Without any segment all scores are 0 and all
/// p-values are 1.
///
/// ```
/// use bleu::{Definition, PairedTest, Resampling, SegmentStatistics};
///
/// let definition = Definition::default();
/// let references = ["the cat sat on the mat", "a dog barked at the door", "it rained all day long"];
/// let table = |candidates: [&str; 3]| {
///     let mut corpus = definition.accumulator();
///     let mut table = SegmentStatistics::new(definition.order())?;
///     for (candidate, reference) in candidates.into_iter().zip(references) {
///         table.push(&corpus.add(candidate, &[reference])?)?;
///     }
///     Ok::<_, bleu::Error>(table)
/// };
/// let base = table(["the cat sat on a mat", "the dog barked at the door", "it rained all day"])?;
/// let new = table(references)?;
///
/// let resampling = Resampling::new().resamples(2000).seed(1).threads(2);
/// let comparison = resampling.compare(PairedTest::Bootstrap, &definition, &new, &base)?;
/// assert!(comparison.difference > 0.3 && comparison.p_value < 0.2);
/// assert!(comparison.spread.is_some_and(|spread| spread.low <= comparison.difference));
///
/// let intervals = resampling.confidence(&definition, &[&base, &new])?;
/// assert!(intervals[0].low < intervals[0].high && intervals[0].high < 1.0);
/// # Ok::<(), bleu::Error>(())
/// ```
///
/// `F` is the type of the [`progress`](Resampling::progress) function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Resampling<F = fn(usize) -> ControlFlow<()>> {
    /// `None` for the usual number of the test.
    resamples: Option<usize>,
    seed: u64,
    pub(super) threads: usize,
    correction: Correction,
    progress: Option<F>,
}

/// Kind of resamples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Resamples {
    /// Segments, drawn with repetition.
    Bootstrap,
    /// Outputs of two systems, swapped at random.
    Randomization,
    /// Poisson resamples, which were summed when shards were counted.
    Poisson,
}

names!(Resamples, "kind of resamples", [Bootstrap = "bootstrap", Randomization = "randomization", Poisson = "poisson"]);

impl Resamples {
    /// sacreBLEU's key for the number of resamples in a signature; sacreBLEU has no Poisson resamples.
    pub(crate) fn signature_key(self) -> &'static str {
        match self {
            Resamples::Bootstrap => "bs",
            Resamples::Randomization => "ar",
            Resamples::Poisson => "ps",
        }
    }
}

impl From<PairedTest> for Resamples {
    fn from(test: PairedTest) -> Resamples {
        match test {
            PairedTest::Bootstrap => Resamples::Bootstrap,
            PairedTest::Randomization => Resamples::Randomization,
        }
    }
}

/// The settings that results of resampling depend on, as a [`Signature`](crate::Signature) contains them.
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

    /// Largest number of resamples, whose scores still fit into memory.
    pub const MAX_RESAMPLES: usize = 10_000_000;

    /// The test's usual number of resamples by one thread, with sacreBLEU's seed, and no correction.
    pub fn new() -> Resampling {
        let (seed, correction) = (Resampling::DEFAULT_SEED, Correction::None);
        Resampling { resamples: None, seed, threads: 1, correction, progress: None }
    }
}

impl Default for Resampling {
    fn default() -> Self {
        Resampling::new()
    }
}

impl<F: Fn(usize) -> ControlFlow<()> + Sync> Resampling<F> {
    /// Sets the number of resamples; 0 counts as 1. With fewer than 40 a confidence interval spans all of them. The
    /// default is that of the test: 1,000 for the bootstrap, 10,000 for randomization.
    pub fn resamples(self, resamples: usize) -> Self {
        Resampling { resamples: Some(resamples.max(1)), ..self }
    }

    /// Sets the seed of the random numbers. The default is sacreBLEU's.
    pub fn seed(self, seed: u64) -> Self {
        Resampling { seed, ..self }
    }

    /// Sets the number of threads that share the work; 0 counts as 1, and at most 256 are started. The default is 1.
    pub fn threads(self, threads: usize) -> Self {
        Resampling { threads: threads.max(1), ..self }
    }

    /// Sets the correction of the p-values of a call for their number. The default is none.
    pub fn correction(self, correction: Correction) -> Self {
        Resampling { correction, ..self }
    }

    /// Sets a function that is called with the number of resamples begun so far: 1, 2, 3 and so on, by any of the
    /// threads. If it returns [`ControlFlow::Break`], the call ends with [`Error::Cancelled`].
    ///
    /// ```
    /// use bleu::{Definition, Error, Resampling, SegmentStatistics};
    /// use std::ops::ControlFlow;
    /// use std::time::{Duration, Instant};
    ///
    /// let end = Instant::now() + Duration::from_millis(1);
    /// let is_over = |_| if Instant::now() > end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    /// let resampling = Resampling::new().resamples(Resampling::MAX_RESAMPLES).progress(is_over);
    /// let system = SegmentStatistics::new(4)?;
    /// assert_eq!(resampling.confidence(&Definition::default(), &[system]), Err(Error::Cancelled));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn progress<G: Fn(usize) -> ControlFlow<()> + Sync>(self, progress: G) -> Resampling<G> {
        let Resampling { resamples, seed, threads, correction, .. } = self;
        Resampling { resamples, seed, threads, correction, progress: Some(progress) }
    }

    /// The settings that the results of a test depend on. A confidence interval counts as a bootstrap.
    pub fn fields(&self, test: PairedTest) -> ResamplingFields {
        let resamples = self.resamples.unwrap_or(test.default_resamples());
        ResamplingFields { kind: test.into(), resamples, seed: self.seed, correction: self.correction }
    }

    /// The confidence interval of each system.
    ///
    /// # Errors
    /// If the systems differ in length, have 2^32 segments or more, or are not of the definition's counted order, if
    /// the score is not one of sums ([`Definition::is_score_of_sums`]), if there are more resamples than
    /// [`MAX_RESAMPLES`](Resampling::MAX_RESAMPLES), or if the progress function cancels the call.
    pub fn confidence(
        &self,
        definition: &Definition,
        systems: &[impl Borrow<SegmentStatistics>],
    ) -> Result<Vec<Confidence>, Error> {
        Ok(self.resampler(PairedTest::Bootstrap, definition, systems)?.bootstrap()?.confidence())
    }

    /// Compares system `a` with system `b`.
    ///
    /// # Errors
    /// As for [`confidence`](Self::confidence).
    pub fn compare(
        &self,
        test: PairedTest,
        definition: &Definition,
        a: &SegmentStatistics,
        b: &SegmentStatistics,
    ) -> Result<Comparison, Error> {
        let (mut comparisons, _) = self.resampler(test, definition, &[a, b])?.compare(&[(0, 1)])?;
        Ok(comparisons.remove(0))
    }

    /// A paired test of every system against the first.
    ///
    /// # Errors
    /// As for [`confidence`](Self::confidence).
    pub fn paired(
        &self,
        test: PairedTest,
        definition: &Definition,
        systems: &[impl Borrow<SegmentStatistics>],
    ) -> Result<Vec<Paired>, Error> {
        let resampler = self.resampler(test, definition, systems)?;
        Paired::with_first(systems.len(), |pairs| resampler.compare(pairs))
    }

    /// A paired test of every system against every other; the systems are sorted, the best first.
    ///
    /// # Errors
    /// As for [`confidence`](Self::confidence).
    pub fn all_pairs(
        &self,
        test: PairedTest,
        definition: &Definition,
        systems: &[impl Borrow<SegmentStatistics>],
    ) -> Result<AllPairs, Error> {
        let resampler = self.resampler(test, definition, systems)?;
        AllPairs::of_scores(resampler.scores(), |pairs| resampler.compare(pairs))
    }

    /// The systems, checked to be fit for resampling together.
    fn resampler<'a>(
        &'a self,
        test: PairedTest,
        definition: &'a Definition,
        systems: &'a [impl Borrow<SegmentStatistics>],
    ) -> Result<Resampler<'a>, Error> {
        let progress = self.progress.as_ref().map(|progress| progress as _);
        let systems = systems.iter().map(Borrow::borrow).collect();
        Resampler::new(definition, systems, self.fields(test), self.threads, progress)
    }
}
