//! Many candidates against the same references, which are tokenized once: reranking, and validation during training.

use super::{CorpusTotals, Definition, Score, SegmentStatistics};
use crate::Error;
use crate::ngram::{Counter, ReferenceLines};
use crate::tokenize::{SegmentTokenizer, TokenBuffer};

/// Bytes of text that are tokenized together: they and their tokens fit into the cache of a core.
const BATCH_BYTES: usize = 1 << 15;

/// The references of a corpus, tokenized once. Threads can share them; each needs a [`Scorer`].
///
/// Memory: 20 bytes per token and the tokens' text, without white space.
///
/// ```
/// use bleu::Definition;
///
/// let definition = Definition::builder().effective_order(true).build()?;
/// let references = definition.against(&[["a red car"], ["the house is blue"]])?;
/// let mut scorer = references.scorer();
///
/// // The best of several candidates for each segment.
/// let lists = [["red car", "a red car", "the car"], ["the house is red", "a house", "the house is blue"]];
/// let (mut best, mut scores) = (Vec::new(), Vec::new());
/// for (segment, candidates) in lists.iter().enumerate() {
///     scorer.score_all(segment, candidates, &mut scores)?;
///     best.extend((0..candidates.len()).max_by(|&a, &b| scores[a].value().total_cmp(&scores[b].value())));
/// }
/// assert_eq!(best, [1, 2]);
///
/// // A candidate for each segment, for example after each epoch of training.
/// assert_eq!(scorer.corpus_score(&["a red car", "the house is blue"])?.value(), 1.0);
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Debug)]
pub struct References {
    definition: Definition,
    /// Number of segments.
    len: usize,
    kept: Kept,
}

/// The form in which references are kept.
#[derive(Debug)]
enum Kept {
    /// The tokens of all references as lines, and for each segment its first line, and the number of lines at the end.
    Tokens { tokens: TokenBuffer, bounds: Vec<usize> },
    /// The references of each segment, for tools whose counts depend on more than the tokens of the segment.
    Texts(Vec<Vec<String>>),
}

impl References {
    pub(super) fn new<L, R>(definition: &Definition, references: &[L]) -> Result<References, Error>
    where
        L: AsRef<[R]>,
        R: AsRef<str>,
    {
        if let Some(i) = references.iter().position(|list| list.as_ref().is_empty()) {
            return Err(Error::NoReference { segment: i as u64 + 1 });
        }
        let kept = if definition.counting().is_of_tokens() {
            let mut tokenizer = SegmentTokenizer::new(definition.counting().reference_tokenizer());
            let (mut tokens, mut bounds) = (TokenBuffer::default(), vec![0]);
            for list in references {
                for reference in list.as_ref() {
                    tokenizer.push(reference.as_ref());
                    if tokenizer.bytes() >= BATCH_BYTES {
                        tokenizer.move_to(&mut tokens)?;
                    }
                }
                bounds.push(bounds[bounds.len() - 1] + list.as_ref().len());
            }
            tokenizer.move_to(&mut tokens)?;
            tokens.finish();
            Kept::Tokens { tokens, bounds }
        } else {
            let texts = |list: &L| list.as_ref().iter().map(|text| text.as_ref().to_owned()).collect();
            Kept::Texts(references.iter().map(texts).collect())
        };
        Ok(References { definition: definition.clone(), len: references.len(), kept })
    }

    /// Number of segments.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The definition of the scores.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// A scorer of candidates against these references, for one thread.
    pub fn scorer(&self) -> Scorer<'_> {
        Scorer {
            references: self,
            candidates: SegmentTokenizer::new(self.definition.counting().tokenizer()),
            counter: Counter::default(),
            statistics: self.definition.counting().segment_table(),
        }
    }
}

/// Scores candidates against [`References`]; keeps its memory, so that after a while nothing is allocated.
///
/// The scores are exactly those of [`Definition::sentence_score`] and [`Definition::corpus_score`].
#[derive(Debug)]
pub struct Scorer<'a> {
    references: &'a References,
    candidates: SegmentTokenizer,
    counter: Counter,
    statistics: SegmentStatistics,
}

impl Scorer<'_> {
    /// The score of a candidate of one segment, numbered from 0.
    ///
    /// # Errors
    /// If there is no such segment, if the candidate is too long, or if the definition's tool fails on such text.
    pub fn score(&mut self, segment: usize, candidate: &str) -> Result<Score, Error> {
        self.fill(&mut std::iter::once(candidate));
        self.count_for_segment(segment)?;
        self.references.definition.segment_score(&self.statistics.sum())
    }

    /// Replaces `scores` by those of candidates of one segment, numbered from 0. This is faster than scoring them one
    /// by one.
    ///
    /// # Errors
    /// As for [`score`](Self::score); `scores` then holds those of some of the candidates before the error.
    pub fn score_all(
        &mut self,
        segment: usize,
        candidates: &[impl AsRef<str>],
        scores: &mut Vec<Score>,
    ) -> Result<(), Error> {
        scores.clear();
        let mut candidates = candidates.iter().map(AsRef::as_ref);
        while candidates.len() > 0 {
            self.fill(&mut candidates);
            self.count_for_segment(segment)?;
            for statistics in self.statistics.iter() {
                scores.push(self.references.definition.segment_score(&statistics)?);
            }
        }
        Ok(())
    }

    /// The score of a corpus, of one candidate per segment.
    ///
    /// # Errors
    /// If there are not as many candidates as segments, if a candidate is too long, or if the definition's tool fails
    /// on such text.
    pub fn corpus_score(&mut self, candidates: &[impl AsRef<str>]) -> Result<Score, Error> {
        let formula = self.references.definition.formula();
        CorpusTotals::new(formula, &self.statistics(candidates)?).score(formula)
    }

    /// The statistics of the segments of a corpus, of one candidate per segment.
    ///
    /// # Errors
    /// If there are not as many candidates as segments, or if a candidate is too long.
    ///
    /// ```
    /// let definition = bleu::Definition::default();
    /// let references = definition.against(&[["a red car"], ["the house is blue"]])?;
    /// let segments = references.scorer().statistics(&["a car", "the house"])?;
    /// assert_eq!(segments.iter().map(|segment| segment.correct()[0]).collect::<Vec<_>>(), [2, 2]);
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn statistics(&mut self, candidates: &[impl AsRef<str>]) -> Result<SegmentStatistics, Error> {
        let References { definition, len, kept } = self.references;
        if candidates.len() != *len {
            return Err(Error::SegmentCountMismatch { candidates: candidates.len(), references: *len });
        }
        if let Kept::Texts(texts) = kept {
            return definition.accumulator().add_segments(candidates, texts);
        }
        let mut segments = definition.counting().segment_table();
        let mut candidates = candidates.iter().map(AsRef::as_ref);
        while candidates.len() > 0 {
            let first = len - candidates.len();
            self.fill(&mut candidates);
            self.count(&|i| first + i)?;
            segments.append(&self.statistics)?;
        }
        Ok(segments)
    }

    /// Takes as many candidates as are tokenized together.
    fn fill(&mut self, candidates: &mut dyn Iterator<Item = &str>) {
        self.candidates.clear();
        while self.candidates.bytes() < BATCH_BYTES {
            let Some(candidate) = candidates.next() else { break };
            self.candidates.push(candidate);
        }
    }

    /// Counts the candidates, all of one segment.
    fn count_for_segment(&mut self, segment: usize) -> Result<(), Error> {
        let segments = self.references.len;
        if segment >= segments {
            return Err(Error::SegmentOutOfRange { segment, segments });
        }
        self.count(&|_| segment)
    }

    /// Counts the candidates, given the segment of each.
    fn count(&mut self, segment_of: &dyn Fn(usize) -> usize) -> Result<(), Error> {
        let References { definition, kept, .. } = self.references;
        self.statistics.clear();
        match kept {
            Kept::Tokens { tokens, bounds } => {
                let of_line = |i| bounds[segment_of(i)]..bounds[segment_of(i) + 1];
                let references = ReferenceLines::Ranges { tokens: tokens.tokens(), of_line: &of_line };
                let candidates = self.candidates.tokenize()?;
                self.counter.count_tokens(candidates, &references, definition.counting(), &mut self.statistics);
            }
            Kept::Texts(texts) => {
                for (i, candidate) in self.candidates.segments().enumerate() {
                    self.statistics.push(&definition.accumulator().add(candidate, &texts[segment_of(i)])?)?;
                }
            }
        }
        Ok(())
    }
}
