//! Explanation of a corpus: the sum of its explained batches.

use super::batch::ExplainedBatch;
use super::breakdown::OrderTerm;
use super::explanation::{
    CorpusExplanation, Counterfactuals, Difference, NgramAdvantage, NgramCount, OrderDifference, OrderLosses,
    OverGenerated, SystemExplanation,
};
use super::lines_of_batch::LinesOfBatch;
use super::ngram_rows::NumberedRows;
use super::ngram_sums::{Counted, MAX_COUNTS, NgramSums, costliest};
use super::order_sums::OrderSums;
use super::plan::Plan;
use super::segment_gains::{SegmentGain, SegmentScores, SegmentTexts};
use super::segment_gains::{excerpt, highest};
use super::segment_ngrams::{append, token_fingerprints};
use super::unused_words::MAX_SEGMENTS;
use super::unused_words::UnusedWords;
use crate::bleu::error::Error;
use crate::bleu::ngram::CountedBatch;
use crate::bleu::parallel::map_numbers;
use crate::bleu::scoring::only;
use crate::bleu::scoring::{Definition, SegmentStatistics, Statistics};
use crate::bleu::tokenize::SegmentTokens;
use crate::checks::segments::AddCounted;
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of candidates of a [`CorpusExplanation`].
const MAX_CANDIDATES: usize = 2;

/// Adds up explained batches, and explains the scores of one or two candidates.
///
/// Memory: all texts, the statistics of each segment (40 bytes for order 4, per candidate), and up to 220 MB of counts of
/// n-grams.
#[derive(Debug)]
pub struct Explainer {
    plan: Arc<Plan>,
    /// Statistics of the segments of each candidate.
    segments: Vec<SegmentStatistics>,
    /// N-grams of each order.
    orders: Vec<OrderSums>,
    /// Maximum number of sums for each kind and order of n-grams.
    max_len: usize,
    /// The texts of each batch, as they were read, the candidates first, and the number of segments in earlier batches.
    texts: Vec<(usize, Vec<String>)>,
    /// Words of an only candidate.
    words: UnusedWords,
}

impl AddCounted for Explainer {
    fn definition(&self) -> &Definition {
        &self.plan.definition
    }

    fn candidates(&self) -> Option<usize> {
        Some(self.segments.len())
    }

    fn segments(&self) -> u64 {
        self.segments.first().map_or(0, |segments| segments.len() as u64)
    }

    fn add_counted(&mut self, texts: &[&str], counted: CountedBatch) -> Result<(), Error> {
        let plan = Arc::clone(&self.plan);
        self.add(ExplainedBatch::new(&plan, texts, &counted.tokens, counted.systems))
    }
}

impl Explainer {
    /// Creates an explainer for one or two candidates.
    ///
    /// # Errors
    /// If there are more candidates or none, or if the score is not by sacreBLEU's formula
    /// ([`Definition::uses_sacrebleu_formula`](crate::bleu::scoring::Definition::uses_sacrebleu_formula)).
    pub fn new(plan: impl Into<Arc<Plan>>, candidates: usize) -> Result<Self, Error> {
        match candidates {
            1..=MAX_CANDIDATES => Explainer::for_systems(plan, candidates),
            _ => Err(Error::CandidateCount { candidates }),
        }
    }

    /// Creates an explainer for any number of candidates. The first is compared with each other one. Each pair may
    /// have 200 MB of sums.
    ///
    /// # Errors
    /// If the score is not by sacreBLEU's formula.
    pub(crate) fn for_systems(plan: impl Into<Arc<Plan>>, candidates: usize) -> Result<Self, Error> {
        let plan = plan.into();
        plan.definition.check_sacrebleu_formula()?;
        let order = plan.definition.order();
        // Few n-grams are over-generated.
        let tables = if candidates > 1 { 2 * MAX_CANDIDATES + 1 } else { 2 };
        Ok(Explainer {
            segments: vec![plan.definition.counting().segment_table(); candidates],
            orders: vec![OrderSums::new(candidates); order],
            max_len: MAX_COUNTS / (order * tables),
            texts: Vec::new(),
            words: UnusedWords::default(),
            plan,
        })
    }

    /// Adds the next batch of the corpus.
    ///
    /// # Errors
    /// If the batch was explained by another plan.
    pub(crate) fn add(&mut self, batch: ExplainedBatch) -> Result<(), Error> {
        let ExplainedBatch { texts, segments, orders, words } = batch;
        let before = self.segments() as usize;
        self.segments.iter_mut().zip(&segments).try_for_each(|(table, next)| table.append(next))?;
        for (sums, next) in self.orders.iter_mut().zip(orders) {
            sums.append(&next, before, self.max_len);
        }
        let words = words.filter(|_| before < MAX_SEGMENTS);
        if self.plan.texts || words.is_some() {
            self.texts.push((before, texts));
        }
        words.into_iter().for_each(|words| self.words.append(words, before));
        Ok(())
    }

    /// Explains the scores, when all batches have been added. If the definition's tool fails on an empty text, its score
    /// here is 0.
    pub fn finish(self) -> CorpusExplanation {
        let (systems, differences) = self.finish_systems(1);
        CorpusExplanation { systems, difference: differences.into_iter().next() }
    }

    /// Returns the explanation of each candidate, and of the difference between the first and each other one. Up to this many
    /// threads share the work.
    pub(crate) fn finish_systems(self, threads: usize) -> (Vec<SystemExplanation>, Vec<Difference>) {
        let score = |segment: Statistics| self.plan.segment_formula.evaluate(&segment).value();
        let scores: Vec<Vec<f64>> = self.segments.iter().map(|table| table.iter().map(score).collect()).collect();
        let rows = map_numbers(self.orders.len(), threads, |order| NumberedRows::new(&self.orders[order].rows));
        let batches = LinesOfBatch::all(&self.texts);
        let counted = CountedCorpus { explainer: &self, batches, rows, texts: Mutex::default() };
        let systems = map_numbers(scores.len(), threads, |candidate| counted.explain(candidate, &scores[candidate]));
        let differences = map_numbers(scores.len().saturating_sub(1), threads, |other| {
            counted.compare(other + 1, [&scores[0], &scores[other + 1]])
        });
        (systems, differences)
    }

    /// Explains the score of the only candidate.
    ///
    /// # Errors
    /// If two candidates were declared.
    pub fn finish_one(self) -> Result<SystemExplanation, Error> {
        only(self.finish().systems)
    }
}

/// A corpus that was counted to its end.
struct CountedCorpus<'a> {
    explainer: &'a Explainer,
    /// The lines of the texts of each batch.
    batches: Vec<LinesOfBatch<'a>>,
    /// The rows of each order.
    rows: Vec<NumberedRows<'a>>,
    /// Texts of n-grams that were looked for, by their fingerprints: many candidates have the same.
    texts: Mutex<HashMap<u64, String, RandomState>>,
}

impl CountedCorpus<'_> {
    /// Explains the score of a candidate, given the scores of its segments.
    fn explain(&self, candidate: usize, scores: &[f64]) -> SystemExplanation {
        let (definition, segments) = (&self.explainer.plan.definition, &self.explainer.segments[candidate]);
        let statistics = segments.sum();
        let score = definition.evaluate(&statistics);
        let without = |segment| self.score_with(&statistics, &segment, &Statistics::EMPTY);
        let gains = segments.iter().map(|segment| without(segment) - score.value());
        let worst_segments = self.highest(gains, &[scores], &[candidate]);
        SystemExplanation {
            terms: OrderTerm::all(definition, &statistics, &score),
            score,
            counterfactuals: Counterfactuals::new(definition, &statistics),
            losses: (1..=self.explainer.orders.len()).map(|order| self.losses(order, candidate)).collect(),
            unused_words: self.explainer.words.commonest(&self.batches, definition),
            segment_scores: SegmentScores::new(scores.to_vec()),
            worst_segments,
        }
    }

    /// Returns the segments with the highest of these gains, given the scores and the places of some candidates.
    fn highest(&self, gains: impl Iterator<Item = f64>, scores: &[&[f64]], candidates: &[usize]) -> Vec<SegmentGain> {
        let segment_gain = |(segment, gain): (usize, f64)| SegmentGain {
            segment: segment as u64,
            gain,
            scores: scores.iter().map(|scores| scores[segment]).collect(),
            texts: self.excerpts(segment, candidates),
        };
        highest(gains, self.explainer.plan.show).into_iter().map(segment_gain).collect()
    }

    /// Returns the score of a corpus, given the sum of its statistics, with the statistics of one segment replaced.
    fn score_with(&self, sum: &Statistics, segment: &Statistics, other: &Statistics) -> f64 {
        self.explainer.plan.definition.evaluate(&sum.replace(segment, other)).value()
    }

    fn losses(&self, order: usize, candidate: usize) -> OrderLosses {
        let before = &self.explainer.orders[order - 1].losses[candidate];
        let mut sums = before.iter().zip(self.rows[order - 1].losses(candidate)).map(|(sums, last)| sums.with(last));
        let mut costliest = || {
            let sums = sums.next().unwrap_or_default();
            self.costliest(order, &sums, &[candidate], |[cost, _]| cost).into_iter()
        };
        let counted = |(ngram, [count, _]): (String, [u64; 2])| NgramCount { ngram, count };
        let too_often =
            |(ngram, [excess, allowed]): (String, [u64; 2])| OverGenerated { ngram, count: excess + allowed, allowed };
        OrderLosses {
            order,
            unmatched: costliest().map(counted).collect(),
            over_generated: costliest().map(too_often).collect(),
            missed: costliest().map(counted).collect(),
            error: before.iter().map(NgramSums::error).max().unwrap_or(0),
        }
    }

    /// Explains the difference between two candidates, given the scores of their segments.
    fn compare(&self, other: usize, scores: [&[f64]; 2]) -> Difference {
        let sum = self.explainer.segments[0].sum();
        let score = self.explainer.plan.definition.evaluate(&sum).value();
        let pairs = self.explainer.segments[0].iter().zip(self.explainer.segments[other].iter());
        let gains: Vec<f64> = pairs.map(|(one, other)| self.score_with(&sum, &one, &other) - score).collect();
        let mut losses = self.highest(gains.iter().map(|gain| -gain), &scores, &[0, other]);
        losses.iter_mut().for_each(|segment| segment.gain = -segment.gain);
        Difference {
            orders: (1..=self.explainer.orders.len()).map(|order| self.advantages(order, other)).collect(),
            first_better: losses,
            second_better: self.highest(gains.into_iter(), &scores, &[0, other]),
        }
    }

    fn advantages(&self, order: usize, other: usize) -> OrderDifference {
        let advantages = &self.explainer.orders[order - 1].advantages[other - 1];
        let sums = &advantages.with(self.rows[order - 1].advantages(other));
        let advantage = |(ngram, [first, second]): (String, [u64; 2])| NgramAdvantage { ngram, first, second };
        let first_better = self.costliest(order, sums, &[0, other], |[first, second]| first.saturating_sub(second));
        let second_better = self.costliest(order, sums, &[0, other], |[first, second]| second.saturating_sub(first));
        OrderDifference {
            order,
            first_better: first_better.into_iter().map(advantage).collect(),
            second_better: second_better.into_iter().map(advantage).collect(),
            error: advantages.error(),
        }
    }

    /// Returns the n-grams with the highest costs above 0, highest first, equal ones in alphabetical order.
    fn costliest(
        &self,
        order: usize,
        sums: &[Counted],
        candidates: &[usize],
        cost: impl Fn([u32; 2]) -> u32 + Copy,
    ) -> Vec<(String, [u64; 2])> {
        let mut tokenizer = self.explainer.plan.definition.tokenizer();
        // The text of an n-gram is found by tokenizing its segment again. A text that was counted is not too long.
        let mut find_text = |counted: &Counted| {
            self.lines(counted.segment as usize, candidates).find_map(|line| {
                let tokens = tokenizer.tokenize_lines(line).ok()?;
                tokens.segments().next().and_then(|line| ngram_text(line, order, counted.ngram))
            })
        };
        let known = || self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let text = |counted: Counted| {
            let text = known().get(&counted.ngram).cloned();
            let text = text.unwrap_or_else(|| {
                let text = find_text(&counted).unwrap_or_default();
                known().insert(counted.ngram, text.clone());
                text
            });
            (text, counted.counts)
        };
        let costly = costliest(sums, self.explainer.plan.show, cost).into_iter();
        let mut costly: Vec<(String, [u32; 2])> = costly.map(text).collect();
        costly.sort_unstable_by(|(a, x), (b, y)| cost(*y).cmp(&cost(*x)).then_with(|| a.cmp(b)));
        costly.truncate(self.explainer.plan.show);
        costly.into_iter().map(|(ngram, counts)| (ngram, counts.map(u64::from))).collect()
    }

    /// The lines of a segment, with their line feeds: of these candidates, and of the references.
    fn lines<'a>(&'a self, segment: usize, candidates: &'a [usize]) -> impl Iterator<Item = &'a str> {
        let batch = LinesOfBatch::find(&self.batches, segment);
        batch.into_iter().flat_map(move |batch| {
            let references = self.explainer.segments.len()..batch.texts.len();
            let places = candidates.iter().copied().chain(references).filter(|place| *place < batch.texts.len());
            places.map(move |text| batch.line(text, segment))
        })
    }

    fn excerpts(&self, segment: usize, candidates: &[usize]) -> SegmentTexts {
        let lines: Vec<&str> =
            if self.explainer.plan.texts { self.lines(segment, candidates).collect() } else { Vec::new() };
        let line = |text: usize| lines.get(text).map_or_else(String::new, |line| excerpt(line));
        // A reference that is missing has an empty line.
        let mut references = candidates.len()..lines.len();
        let reference = references.clone().find(|&text| !lines[text].trim_end().is_empty()).or(references.next());
        SegmentTexts {
            candidates: (0..candidates.len()).map(line).collect(),
            reference: reference.map_or_else(String::new, line),
        }
    }
}

/// Returns the text of the n-gram with this fingerprint, if a line has it.
fn ngram_text(line: SegmentTokens, order: usize, ngram: u64) -> Option<String> {
    let tokens: Vec<u64> = token_fingerprints(line).collect();
    let start = tokens.windows(order).position(|tokens| tokens.iter().copied().reduce(append) == Some(ngram))?;
    let words = (start..start + order).map(|i| String::from_utf8_lossy(line.bytes(i)));
    Some(words.collect::<Vec<_>>().join(" "))
}
