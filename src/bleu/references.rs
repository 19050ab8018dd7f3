//! Many candidates against the same references, which are tokenized once: reranking, and validation during training.

use super::reference_lists::ReferenceLists;
use super::{BySegment, CorpusTotals, Definition, Score, SegmentStatistics};
use crate::Error;
use crate::ngram::{Counter, ReferenceLines};
use crate::tokenize::{SegmentTokenizer, TokenBuffer};
use std::sync::Arc;

/// Bytes of text that are tokenized together: they and their tokens fit into the cache of a core.
const BATCH_BYTES: usize = 1 << 15;

/// The references of a corpus, tokenized once. Clones share them, also between threads; each thread needs a [`Scorer`].
///
/// Memory: 20 bytes per token and the tokens' text, without white space.
///
/// ```
/// use bleu::{Definition, Single};
///
/// let definition = Definition::builder().effective_order(true).build()?;
/// let references = definition.against(Single(&["a red car", "the house is blue"]))?;
/// let mut scorer = references.scorer();
///
/// // The best of several candidates for each segment.
/// let lists = [["red car", "a red car", "the car"], ["the house is red", "a house", "the house is blue"]];
/// let best = lists.iter().enumerate().map(|(segment, candidates)| scorer.best(segment, candidates));
/// assert_eq!(best.collect::<Result<Vec<_>, _>>()?, [1, 2]);
///
/// // A candidate for each segment, for example after each epoch of training.
/// assert_eq!(scorer.corpus_score(&["a red car", "the house is blue"])?.value(), 1.0);
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct References(Arc<SharedReferences>);

#[derive(Debug)]
struct SharedReferences {
    definition: Definition,
    /// Number of segments.
    len: usize,
    kept: KeptReferences,
}

/// The form in which references are kept.
#[derive(Debug)]
enum KeptReferences {
    /// The tokens of all references as lines, and for each segment its first line, and the number of lines at the end.
    Tokens { tokens: TokenBuffer, bounds: Vec<usize> },
    /// The references of each segment, for tools whose counts depend on more than the tokens of the segment.
    Texts(Vec<Vec<String>>),
}

impl References {
    pub(super) fn new(definition: &Definition, references: impl ReferenceLists) -> Result<References, Error> {
        let len = references.segments()?;
        references.check(len, 0)?;
        let kept = if definition.counting().depends_on_tokens_only() {
            let mut tokenizer = SegmentTokenizer::new(definition.counting().reference_tokenizer());
            let (mut tokens, mut bounds) = (TokenBuffer::default(), vec![0]);
            for segment in 0..len {
                for reference in references.texts(segment) {
                    tokenizer.push(reference);
                    if tokenizer.bytes() >= BATCH_BYTES {
                        tokenizer.move_to(&mut tokens)?;
                    }
                }
                bounds.push(bounds[segment] + references.references(segment));
            }
            tokenizer.move_to(&mut tokens)?;
            tokens.finish();
            KeptReferences::Tokens { tokens, bounds }
        } else {
            KeptReferences::Texts(
                (0..len).map(|segment| references.texts(segment).map(str::to_owned).collect()).collect(),
            )
        };
        Ok(References(Arc::new(SharedReferences { definition: definition.clone(), len, kept })))
    }

    /// Number of segments.
    pub fn len(&self) -> usize {
        self.0.len
    }

    /// Whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.0.len == 0
    }

    /// The definition of the scores.
    pub fn definition(&self) -> &Definition {
        &self.0.definition
    }

    /// A scorer of candidates against these references, for one thread.
    pub fn scorer(&self) -> Scorer {
        let counting = self.definition().counting();
        Scorer {
            references: self.clone(),
            candidates: SegmentTokenizer::new(counting.tokenizer()),
            counter: Counter::default(),
            statistics: counting.segment_table(),
        }
    }
}

/// Scores candidates against [`References`]; keeps its memory, so that after a while nothing is allocated.
///
/// The scores equal [`Definition::sentence_score`] and [`Definition::corpus_score`] exactly.
#[derive(Clone, Debug)]
pub struct Scorer {
    references: References,
    candidates: SegmentTokenizer,
    counter: Counter,
    statistics: SegmentStatistics,
}

impl Scorer {
    /// The references.
    pub fn references(&self) -> &References {
        &self.references
    }

    /// The score of a candidate of one segment, numbered from 0.
    ///
    /// # Errors
    /// If there is no such segment, if the candidate is too long, or if the definition's tool fails on such text.
    pub fn score(&mut self, segment: usize, candidate: &str) -> Result<Score, Error> {
        self.check_segment(segment)?;
        self.fill(&mut std::iter::once(candidate));
        self.count(&|_| segment)?;
        self.definition().segment_score(&self.statistics.get(0).unwrap_or_default())
    }

    /// Replaces `scores` by the scores of candidates of one segment, numbered from 0. This is faster than scoring them one
    /// by one.
    ///
    /// # Errors
    /// As for [`score`](Self::score); `scores` then holds the scores of some of the candidates before the error.
    pub fn score_all(
        &mut self,
        segment: usize,
        candidates: &[impl AsRef<str>],
        scores: &mut Vec<Score>,
    ) -> Result<(), Error> {
        scores.clear();
        self.each_of_segment(segment, candidates, |score| scores.push(score))
    }

    /// Replaces `values` by the [values](Score::value) of the scores of candidates of one segment, numbered from 0.
    ///
    /// # Errors
    /// As for [`score_all`](Self::score_all).
    pub fn score_values(
        &mut self,
        segment: usize,
        candidates: &[impl AsRef<str>],
        values: &mut Vec<f64>,
    ) -> Result<(), Error> {
        values.clear();
        self.each_of_segment(segment, candidates, |score| values.push(score.value()))
    }

    /// The place of the candidate with the highest score, of equal ones the first. The segment is numbered from 0.
    ///
    /// # Errors
    /// If there is no candidate, and as for [`score`](Self::score).
    pub fn best(&mut self, segment: usize, candidates: &[impl AsRef<str>]) -> Result<usize, Error> {
        let (mut best, mut highest, mut place) = (0, f64::NEG_INFINITY, 0);
        self.each_of_segment(segment, candidates, |score| {
            if score.value() > highest {
                (best, highest) = (place, score.value());
            }
            place += 1;
        })?;
        if place == 0 { Err(Error::CandidateCount { candidates: 0 }) } else { Ok(best) }
    }

    /// Replaces `scores` by the score of each segment, of one candidate per segment.
    ///
    /// # Errors
    /// If there are not as many candidates as segments, if a candidate is too long, or if the definition's tool fails
    /// on such text; `scores` then holds the scores of some of the segments before the error.
    ///
    /// ```
    /// let definition = bleu::Definition::builder().effective_order(true).build()?;
    /// let references = definition.against(bleu::Single(&["a red car", "the house is blue"]))?;
    /// let mut scores = Vec::new();
    /// references.scorer().segment_scores(&["a red car", "a house"], &mut scores)?;
    /// assert_eq!((scores.len(), scores[0].value()), (2, 1.0));
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn segment_scores(&mut self, candidates: &[impl AsRef<str>], scores: &mut Vec<Score>) -> Result<(), Error> {
        scores.clear();
        self.each_batch(candidates, |definition, segments| {
            segments.iter().try_for_each(|segment| {
                scores.push(definition.segment_score(&segment)?);
                Ok(())
            })
        })
    }

    /// The score of a corpus, of one candidate per segment.
    ///
    /// # Errors
    /// If there are not as many candidates as segments, if a candidate is too long, or if the definition's tool fails
    /// on such text.
    pub fn corpus_score(&mut self, candidates: &[impl AsRef<str>]) -> Result<Score, Error> {
        let segments = self.statistics(candidates)?;
        let formula = self.definition().formula();
        CorpusTotals::new(formula, &segments).score(formula)
    }

    /// The statistics of the segments of a corpus, of one candidate per segment.
    ///
    /// # Errors
    /// If there are not as many candidates as segments, or if a candidate is too long.
    ///
    /// ```
    /// let definition = bleu::Definition::default();
    /// let references = definition.against(bleu::Single(&["a red car", "the house is blue"]))?;
    /// let segments = references.scorer().statistics(&["a car", "the house"])?;
    /// assert_eq!(segments.iter().map(|segment| segment.correct()[0]).collect::<Vec<_>>(), [2, 2]);
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn statistics(&mut self, candidates: &[impl AsRef<str>]) -> Result<SegmentStatistics, Error> {
        let mut segments = self.definition().counting().segment_table();
        self.each_batch(candidates, |_, batch| segments.append(batch))?;
        Ok(segments)
    }

    fn definition(&self) -> &Definition {
        self.references.definition()
    }

    /// Calls `visit` with the score of each candidate of one segment.
    fn each_of_segment(
        &mut self,
        segment: usize,
        candidates: &[impl AsRef<str>],
        mut visit: impl FnMut(Score),
    ) -> Result<(), Error> {
        self.check_segment(segment)?;
        let mut candidates = candidates.iter().map(AsRef::as_ref);
        while candidates.len() > 0 {
            self.fill(&mut candidates);
            self.count(&|_| segment)?;
            for statistics in &self.statistics {
                visit(self.definition().segment_score(&statistics)?);
            }
        }
        Ok(())
    }

    /// Calls `visit` with the statistics of some segments after the other, of one candidate per segment.
    fn each_batch(
        &mut self,
        candidates: &[impl AsRef<str>],
        mut visit: impl FnMut(&Definition, &SegmentStatistics) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let references = self.references.len();
        if candidates.len() != references {
            return Err(Error::SegmentCountMismatch { candidates: candidates.len(), references });
        }
        if let SharedReferences { definition, kept: KeptReferences::Texts(texts), .. } = &*self.references.0 {
            return visit(definition, &definition.accumulator().add_segments(candidates, BySegment(texts))?);
        }
        let mut candidates = candidates.iter().map(AsRef::as_ref);
        while candidates.len() > 0 {
            let first = references - candidates.len();
            self.fill(&mut candidates);
            self.count(&|i| first + i)?;
            visit(self.definition(), &self.statistics)?;
        }
        Ok(())
    }

    fn check_segment(&self, segment: usize) -> Result<(), Error> {
        let segments = self.references.len();
        if segment < segments { Ok(()) } else { Err(Error::SegmentOutOfRange { segment, segments }) }
    }

    /// Takes as many candidates as are tokenized together.
    fn fill(&mut self, candidates: &mut dyn Iterator<Item = &str>) {
        self.candidates.clear();
        while self.candidates.bytes() < BATCH_BYTES {
            let Some(candidate) = candidates.next() else { break };
            self.candidates.push(candidate);
        }
    }

    /// Counts the candidates, given the segment of each.
    fn count(&mut self, segment_of: &dyn Fn(usize) -> usize) -> Result<(), Error> {
        let Scorer { references, candidates, counter, statistics } = self;
        let SharedReferences { definition, kept, .. } = &*references.0;
        statistics.clear();
        match kept {
            KeptReferences::Tokens { tokens, bounds } => {
                let of_line = |i| bounds[segment_of(i)]..bounds[segment_of(i) + 1];
                let references = ReferenceLines::Ranges { tokens: tokens.tokens(), of_line: &of_line };
                counter.count_tokens(candidates.tokenize()?, &references, definition.counting(), statistics);
            }
            KeptReferences::Texts(texts) => {
                for (i, candidate) in candidates.segments().enumerate() {
                    statistics.push(&definition.accumulator().add(candidate, &texts[segment_of(i)])?)?;
                }
            }
        }
        Ok(())
    }
}
