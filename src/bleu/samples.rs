//! Many samples of one segment, as language models give them: scores of all pairs, and the choice of one sample.

use super::error::Error;
use super::ngram::{Counter, NgramSets, pool};
use super::scoring::{Definition, Score, SegmentStatistics};
use super::scoring::{TermTable, first_highest};
use super::tokenize::SegmentTokenizer;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The samples of one segment; keeps its memory from one segment to the next.
///
/// The scores equal [`Definition::sentence_score`] exactly, from 0 to 1. All pairs of
/// samples together take little more time than counting the n-grams of each once. For single sentences the effective
/// order is usual ([`DefinitionBuilder::effective_order`](crate::bleu::scoring::DefinitionBuilder::effective_order)).
///
/// Minimum Bayes risk chooses the sample that is most like the others: the one with the highest expected score, which is
/// the mean of its scores with the other samples as references (Eikema and Aziz, "Is MAP Decoding All You Need?", COLING
/// 2020, and "Sampling-Based Approximations to Minimum Bayes Risk Decoding for Neural Machine Translation", EMNLP 2022).
///
/// ```
/// use bleu::{Definition, Samples};
///
/// let definition = Definition::builder().effective_order(true).build()?;
/// let segments = [["a red car", "the red car", "the car"], ["it is blue", "it is blue now", "is it blue"]];
/// let (mut samples, mut expected) = (Samples::new(&definition)?, Vec::new());
/// let mut chosen = Vec::new();
/// for segment in &segments {
///     samples.set(segment);
///     chosen.push(segment[samples.expected_scores(&mut expected)?]);
/// }
/// assert_eq!(chosen, ["the red car", "it is blue"]);
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Debug)]
pub struct Samples {
    definition: Definition,
    samples: SegmentTokenizer,
    /// Number of samples.
    len: usize,
    references: SegmentTokenizer,
    counter: Counter,
    sets: NgramSets,
    table: TermTable,
    /// Matches of one sample with others.
    matches: Vec<u32>,
    is_cancelled: Arc<AtomicBool>,
}

impl Samples {
    /// The definition of the scores.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no sample.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A flag that ends calls: while it is set, which another thread may do, scores of pairs end with
    /// [`Error::Cancelled`].
    pub fn cancellation(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_cancelled)
    }
}

impl Samples {
    /// Samples of one segment after the other, to be compared and chosen from.
    ///
    /// # Errors
    /// If the formula or the rules of counting are not sacreBLEU's ([`Definition::uses_sacrebleu_formula`]).
    pub fn new(definition: &Definition) -> Result<Samples, Error> {
        definition.check_sacrebleu_formula()?;
        let counting = definition.counting();
        Ok(Samples {
            definition: definition.clone(),
            samples: SegmentTokenizer::new(counting.tokenizer()),
            len: 0,
            references: SegmentTokenizer::new(counting.reference_tokenizer()),
            counter: Counter::default(),
            sets: NgramSets::default(),
            table: TermTable::new(definition.formula()),
            matches: Vec::new(),
            is_cancelled: Arc::default(),
        })
    }

    /// Replaces the samples by the samples of another segment.
    pub fn set(&mut self, samples: &[impl AsRef<str>]) {
        self.samples.set(samples);
        self.len = samples.len();
    }

    /// Replaces `scores` by the scores of each sample with each as its reference: n numbers for each of n samples, as
    /// `scores[candidate * n + reference]`.
    ///
    /// # Errors
    /// If a text is [too long](crate#limits), or the call is [cancelled](Self::cancellation).
    ///
    /// ```
    /// let definition = bleu::Definition::builder().effective_order(true).build()?;
    /// let (mut samples, mut scores) = (bleu::Samples::new(&definition)?, Vec::new());
    /// samples.set(&["a b c d", "a b c", "x"]);
    /// samples.pairwise(&mut scores)?;
    /// assert_eq!(scores[..3], [1.0, definition.sentence_score("a b c d", &["a b c"])?.value(), 0.0]);
    /// assert_eq!(scores[3], definition.sentence_score("a b c", &["a b c d"])?.value());
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn pairwise(&mut self, scores: &mut Vec<f64>) -> Result<(), Error> {
        let len = self.len;
        scores.clear();
        scores.resize(len * len, 0.0);
        self.each_pair(|candidate, reference, score| scores[candidate * len + reference] = score)
    }

    /// Replaces `scores` by the scores of each sample against each reference alone: r numbers for each sample if there are r
    /// references, as `scores[sample * r + reference]`.
    ///
    /// # Errors
    /// If a text is [too long](crate#limits), or the call is cancelled.
    pub fn pairwise_against(&mut self, references: &[impl AsRef<str>], scores: &mut Vec<f64>) -> Result<(), Error> {
        scores.clear();
        self.each_pair_against(references, |_, _, score| scores.push(score))
    }

    /// Replaces `scores` by the mean score of each sample with each of the others as its reference, and returns the place
    /// of the sample that minimum Bayes risk chooses: the one with the highest sum with its score against itself included,
    /// of equal ones the first. With the effective order, a text that is not empty has the score 1 against itself, so that
    /// an empty one is never preferred to it.
    ///
    /// # Errors
    /// If there are fewer than two samples, if a text is [too long](crate#limits), or if the call is [cancelled](Self::cancellation).
    pub fn expected_scores(&mut self, scores: &mut Vec<f64>) -> Result<usize, Error> {
        let len = self.len;
        if len < 2 {
            return Err(Error::TooFew { kind: "sample", found: len, needed: 2 });
        }
        scores.clear();
        scores.resize(len, 0.0);
        // Equal samples have equal sums, to the last bit, since all scores are added, in the same order.
        self.each_pair(|candidate, _, score| scores[candidate] += score)?;
        // The score against itself is included, as mbrs does.
        let chosen = first_highest(scores.iter().copied());
        for (sum, &length) in scores.iter_mut().zip(self.sets.lengths()) {
            *sum = (*sum - self.table.own_score(length)) / (len - 1) as f64;
        }
        Ok(chosen)
    }

    /// Replaces `scores` by the mean score of each sample against each reference alone, such as other samples, and returns
    /// the place of the sample with the highest mean, of equal ones the first.
    ///
    /// # Errors
    /// If there is no sample or no reference, if a text is [too long](crate#limits), or if the call is cancelled.
    pub fn expected_scores_against(
        &mut self,
        references: &[impl AsRef<str>],
        scores: &mut Vec<f64>,
    ) -> Result<usize, Error> {
        self.check_any(references)?;
        scores.clear();
        scores.resize(self.len, 0.0);
        self.each_pair_against(references, |sample, _, score| scores[sample] += score)?;
        scores.iter_mut().for_each(|sum| *sum /= references.len() as f64);
        Ok(first_highest(scores.iter().copied()))
    }

    /// Replaces `scores` by the scores of each sample against all references together, and returns the place of the sample
    /// with the highest score (oracle BLEU), of equal ones the first.
    ///
    /// # Errors
    /// If there is no sample or no reference, or if a text is [too long](crate#limits).
    ///
    /// ```
    /// let definition = bleu::Definition::builder().effective_order(true).build()?;
    /// let (mut samples, mut scores) = (bleu::Samples::new(&definition)?, Vec::new());
    /// samples.set(&["a car", "a red car", "red car"]);
    /// assert_eq!(samples.scores(&["a red car", "one red car"], &mut scores)?, 1);
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn scores(&mut self, references: &[impl AsRef<str>], scores: &mut Vec<f64>) -> Result<usize, Error> {
        let table = self.count_against(references)?;
        scores.clear();
        scores.extend(table.iter().map(|statistics| self.definition.evaluate(&statistics).value()));
        Ok(first_highest(scores.iter().copied()))
    }

    /// The statistics of each sample against all references together.
    ///
    /// # Errors
    /// If there is no sample or no reference, or if a text is [too long](crate#limits).
    pub fn count_against(&mut self, references: &[impl AsRef<str>]) -> Result<SegmentStatistics, Error> {
        self.check_any(references)?;
        self.references.set(references);
        let tokens = self.references.tokenize()?;
        let counting = self.definition.counting();
        let mut table = counting.segment_table();
        self.counter.count_tokens(self.samples.tokenize()?, |_| tokens.segments(), counting, &mut table);
        Ok(table)
    }

    /// Self-BLEU (Zhu et al., "Texygen", SIGIR 2018): the mean of the scores of each sample with all others together as its
    /// references, with their summed counts. It is the higher, the more alike the samples are.
    ///
    /// # Errors
    /// As for [`count_against_others`](Self::count_against_others).
    pub fn self_bleu(&mut self) -> Result<Score, Error> {
        let table = self.count_against_others()?;
        Ok(self.definition.mean_score(&table))
    }

    /// The statistics of each sample with all others together as its references.
    ///
    /// # Errors
    /// If there are fewer than two samples, if a text is [too long](crate#limits), or if the definition does not
    /// [support pools](crate::bleu::scoring::Counting::supports_pools).
    pub fn count_against_others(&mut self) -> Result<SegmentStatistics, Error> {
        if self.len < 2 {
            return Err(Error::TooFew { kind: "sample", found: self.len, needed: 2 });
        }
        pool::count_tokens_against_others(self.definition.counting(), self.samples.tokenize()?)
    }

    /// Checks that there is a sample and a reference.
    fn check_any(&self, references: &[impl AsRef<str>]) -> Result<(), Error> {
        match (self.len, references.len()) {
            (0, _) => Err(Error::TooFew { kind: "sample", found: 0, needed: 1 }),
            (_, 0) => Err(Error::NoReference { segment: 0 }),
            _ => Ok(()),
        }
    }

    /// Calls `visit` with candidate, reference and score of each pair of samples, each sample with itself too. The
    /// references of a candidate come in their order.
    fn each_pair(&mut self, mut visit: impl FnMut(usize, usize, f64)) -> Result<(), Error> {
        self.sets.fill(self.definition.order(), self.samples.tokenize()?, None);
        let Samples { sets, table, matches, is_cancelled, .. } = self;
        let lengths = sets.lengths();
        table.prepare(lengths);
        for (i, &length) in lengths.iter().enumerate() {
            visit(i, i, table.own_score(length));
            sets.matches(i, matches);
            let width = lengths.len() - i - 1;
            for (other, &other_length) in lengths[i + 1..].iter().enumerate() {
                check(is_cancelled)?;
                let (j, correct) = (i + 1 + other, |n: usize| matches[n * width + other]);
                visit(i, j, table.score(length, other_length, correct));
                visit(j, i, table.score(other_length, length, correct));
            }
        }
        Ok(())
    }

    /// Calls `visit` with sample, reference and score of each sample with each reference, in their order.
    fn each_pair_against(
        &mut self,
        references: &[impl AsRef<str>],
        mut visit: impl FnMut(usize, usize, f64),
    ) -> Result<(), Error> {
        if self.is_empty() || references.is_empty() {
            return Ok(());
        }
        self.references.set(references);
        self.sets.fill(self.definition.order(), self.samples.tokenize()?, Some(self.references.tokenize()?));
        let Samples { sets, table, matches, len, is_cancelled, .. } = self;
        table.prepare(sets.lengths());
        let (lengths, reference_lengths) = sets.lengths().split_at(*len);
        for (i, &length) in lengths.iter().enumerate() {
            check(is_cancelled)?;
            sets.matches(i, matches);
            for (j, &ref_len) in reference_lengths.iter().enumerate() {
                let correct = |n: usize| matches[n * reference_lengths.len() + j];
                visit(i, j, table.score(length, ref_len, correct));
            }
        }
        Ok(())
    }
}

/// Ends a call that is cancelled.
fn check(is_cancelled: &AtomicBool) -> Result<(), Error> {
    if is_cancelled.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) }
}
