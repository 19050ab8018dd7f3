//! Many candidates against the same references, which are tokenized once: reranking, and validation during training.

use super::corpus_totals::CorpusTotals;
use super::definition::Definition;
use super::reference_lists::ReferenceLists;
use super::score::{Score, first_highest};
use crate::bleu::error::Error;
use crate::bleu::lines::as_strs;
use crate::bleu::ngram::Counter;
use crate::bleu::ngram::SegmentStatistics;
use crate::bleu::tokenize::SegmentTokenizer;
use crate::bleu::tokenize::TokenBuffer;
use std::borrow::Borrow;
use std::sync::Arc;

/// Number of segments that are tokenized together: they and their tokens fit into the cache of a core.
pub(super) const BATCH: usize = 256;

/// The references of a corpus, tokenized once. Clones share them, also between threads; each thread needs a [`Scorer`].
///
/// Memory: 20 bytes per token and the tokens' text, without white space.
///
/// ```
/// use bleu::{Definition, ReferenceLists};
///
/// let definition = Definition::builder().effective_order(true).build()?;
/// let references = definition.against(ReferenceLists::single(&["a red car", "the house is blue"]))?;
/// let mut scorer = references.scorer();
///
/// // The best of several candidates of the first segment, and its score.
/// let (best, score) = scorer.best(0, &["red car", "a red car", "the car"])?;
/// assert_eq!((best, score.value()), (1, 1.0));
///
/// // A candidate for each segment, for example after each epoch of training.
/// assert_eq!(scorer.corpus_score(&["a red car", "the house is blue"])?.value(), 1.0);
/// # Ok::<(), bleu::Error>(())
/// ```
///
/// A reranker on several threads. Each has a scorer of its own, and takes a part of the segments:
///
/// ```
/// use bleu::{Definition, Error, ReferenceLists, Score};
/// use std::thread;
///
/// let definition = Definition::builder().effective_order(true).build()?;
/// let references = definition.against(ReferenceLists::single(&["a red car", "the house is blue", "it rains"]))?;
/// let lists = [
///     vec!["red car", "a red car", "the car"],
///     vec!["the house is red", "the house is blue"],
///     vec!["it rains", "it snows"],
/// ];
///
/// let rerank = |first: usize, lists: &[Vec<&str>]| {
///     let mut scorer = references.scorer();
///     let best = (first..).zip(lists).map(|(segment, candidates)| scorer.best(segment, candidates));
///     best.collect::<Result<Vec<(usize, Score)>, Error>>()
/// };
/// const SIZE: usize = 2;
/// let parts: Result<Vec<_>, Error> = thread::scope(|scope| {
///     let parts = lists.chunks(SIZE).enumerate();
///     let threads: Vec<_> = parts.map(|(part, lists)| scope.spawn(move || rerank(part * SIZE, lists))).collect();
///     threads.into_iter().map(|thread| thread.join().expect("no call panics")).collect()
/// });
/// let best: Vec<usize> = parts?.concat().into_iter().map(|(place, _)| place).collect();
/// assert_eq!(best, [1, 1, 0]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct References(Arc<SharedReferences>);

#[derive(Debug)]
struct SharedReferences {
    definition: Definition,
    /// The tokens of all references as lines.
    tokens: TokenBuffer,
    /// In their place the texts, for tools whose counts depend on more than the tokens of the segment.
    texts: Vec<String>,
    /// The place of the first reference of each segment, and the number of references.
    bounds: Vec<usize>,
}

impl Definition {
    /// References that are tokenized once, to score many candidates.
    ///
    /// # Errors
    /// If a segment has no reference, or if a text is [too long](crate#limits).
    pub fn against<'a>(&self, references: impl Borrow<ReferenceLists<'a>>) -> Result<References, Error> {
        let references = references.borrow();
        references.check(references.len(), 0)?;
        let (texts, bounds) = (&references.texts, references.bounds.clone());
        let (definition, tokens) = (self.clone(), TokenBuffer::default());
        let mut shared = SharedReferences { definition, tokens, texts: Vec::new(), bounds };
        if self.counting().depends_on_tokens_only() {
            let mut tokenizer = SegmentTokenizer::new(self.counting().reference_tokenizer());
            for batch in texts.chunks(BATCH) {
                tokenizer.set(batch);
                shared.tokens.append(tokenizer.tokenize()?)?;
            }
            shared.tokens.finish();
        } else {
            shared.texts = texts.iter().map(|text| text.to_string()).collect();
        }
        Ok(References(Arc::new(shared)))
    }
}

impl References {
    /// Number of segments.
    pub fn len(&self) -> usize {
        self.0.bounds.len() - 1
    }

    /// Whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The definition of the scores.
    pub fn definition(&self) -> &Definition {
        &self.0.definition
    }
}

impl References {
    /// A scorer of candidates against these references, for one thread.
    pub fn scorer(&self) -> Scorer {
        let counting = self.definition().counting();
        Scorer {
            references: self.clone(),
            tokenizer: SegmentTokenizer::new(counting.tokenizer()),
            counter: Counter::default(),
            statistics: counting.segment_table(),
        }
    }
}

/// Scores candidates against [`References`]; keeps its memory, so that after a while only lists of scores are allocated.
///
/// The scores equal [`Definition::sentence_score`] and [`Definition::corpus_score`] exactly.
#[derive(Clone, Debug)]
pub struct Scorer {
    references: References,
    tokenizer: SegmentTokenizer,
    counter: Counter,
    statistics: SegmentStatistics,
}

impl Scorer {
    /// The references.
    pub fn references(&self) -> &References {
        &self.references
    }

    /// The score of a candidate of one segment.
    ///
    /// # Errors
    /// If there is no such segment, if the candidate is [too long](crate#limits), or if the definition's tool fails on such text.
    pub fn score(&mut self, segment: usize, candidate: &str) -> Result<Score, Error> {
        self.check_segment(segment)?;
        self.count(&[candidate], |_| segment)?;
        self.definition().segment_score(&self.statistics.get(0).unwrap_or_default())
    }

    /// The scores of candidates of one segment. This is faster than scoring them one by one.
    ///
    /// # Errors
    /// As for [`score`](Self::score).
    pub fn score_all(&mut self, segment: usize, candidates: &[impl AsRef<str>]) -> Result<Vec<Score>, Error> {
        self.check_segment(segment)?;
        let mut scores = Vec::with_capacity(candidates.len());
        for batch in candidates.chunks(BATCH) {
            self.count(batch, |_| segment)?;
            for statistics in &self.statistics {
                scores.push(self.definition().segment_score(&statistics)?);
            }
        }
        Ok(scores)
    }

    /// The place of the candidate of a segment with the highest score, and the score. Ties go to the first.
    ///
    /// # Errors
    /// If there is no candidate, and as for [`score`](Self::score).
    pub fn best(&mut self, segment: usize, candidates: &[impl AsRef<str>]) -> Result<(usize, Score), Error> {
        let mut scores = self.score_all(segment, candidates)?;
        if scores.is_empty() {
            return Err(Error::CandidateCount { candidates: 0 });
        }
        let best = first_highest(scores.iter().map(Score::value));
        Ok((best, scores.swap_remove(best)))
    }

    /// The score of each segment, of one candidate per segment.
    ///
    /// # Errors
    /// If there are not as many candidates as segments, if a candidate is [too long](crate#limits), or if the definition's tool fails
    /// on such text.
    ///
    /// ```
    /// use bleu::{Definition, ReferenceLists};
    ///
    /// let definition = Definition::builder().effective_order(true).build()?;
    /// let references = definition.against(ReferenceLists::single(&["a red car", "the house is blue"]))?;
    /// let scores = references.scorer().segment_scores(&["a red car", "a house"])?;
    /// assert_eq!((scores.len(), scores[0].value()), (2, 1.0));
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn segment_scores(&mut self, candidates: &[impl AsRef<str>]) -> Result<Vec<Score>, Error> {
        let segments = self.statistics(candidates)?;
        segments.iter().map(|segment| self.definition().segment_score(&segment)).collect()
    }

    /// The score of a corpus, of one candidate per segment.
    ///
    /// # Errors
    /// If there are not as many candidates as segments, if a candidate is [too long](crate#limits), or if the definition's tool fails
    /// on such text.
    pub fn corpus_score(&mut self, candidates: &[impl AsRef<str>]) -> Result<Score, Error> {
        let segments = self.statistics(candidates)?;
        let formula = self.definition().formula();
        CorpusTotals::new(formula, &segments).score(formula)
    }

    /// The statistics of the segments of a corpus, of one candidate per segment.
    ///
    /// # Errors
    /// If there are not as many candidates as segments, or if a candidate is [too long](crate#limits).
    ///
    /// ```
    /// let lists = bleu::ReferenceLists::single(&["a red car", "the house is blue"]);
    /// let references = bleu::Definition::default().against(lists)?;
    /// let segments = references.scorer().statistics(&["a car", "the house"])?;
    /// assert_eq!(segments.iter().map(|segment| segment.correct()[0]).collect::<Vec<_>>(), [2, 2]);
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn statistics(&mut self, candidates: &[impl AsRef<str>]) -> Result<SegmentStatistics, Error> {
        let references = self.references.len();
        if candidates.len() != references {
            return Err(Error::SegmentCountMismatch { candidates: candidates.len(), references });
        }
        let SharedReferences { definition, texts, bounds, .. } = &*self.references.0;
        if !definition.counting().depends_on_tokens_only() {
            let lists = ReferenceLists { texts: as_strs(texts), bounds: bounds.clone() };
            return definition.accumulator().add_segments(candidates, lists);
        }
        let mut segments = definition.counting().segment_table();
        for (place, batch) in candidates.chunks(BATCH).enumerate() {
            self.count(batch, |i| place * BATCH + i)?;
            segments.append(&self.statistics)?;
        }
        Ok(segments)
    }

    fn definition(&self) -> &Definition {
        self.references.definition()
    }

    fn check_segment(&self, segment: usize) -> Result<(), Error> {
        let number = self.references.len();
        if segment < number { Ok(()) } else { Err(Error::OutOfRange { kind: "segment", place: segment, number }) }
    }

    /// Counts candidates, given the segment of each.
    fn count(&mut self, candidates: &[impl AsRef<str>], segment_of: impl Fn(usize) -> usize) -> Result<(), Error> {
        let Scorer { references, tokenizer, counter, statistics } = self;
        let SharedReferences { definition, tokens, texts, bounds } = &*references.0;
        let of_line = |i| bounds[segment_of(i)]..bounds[segment_of(i) + 1];
        statistics.clear();
        if definition.counting().depends_on_tokens_only() {
            tokenizer.set(candidates);
            let tokens = tokens.tokens();
            let references = |i| of_line(i).map(move |line| tokens.segment(line));
            counter.count_tokens(tokenizer.tokenize()?, references, definition.counting(), statistics);
        } else {
            for (i, candidate) in candidates.iter().enumerate() {
                statistics.push(&definition.accumulator().add(candidate.as_ref(), &texts[of_line(i)])?)?;
            }
        }
        Ok(())
    }
}
