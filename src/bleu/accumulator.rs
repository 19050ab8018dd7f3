//! An accumulator: a corpus scored segment by segment, in constant memory.

use super::{BatchCounter, CorpusTotals, Definition, Score, SegmentStatistics, Statistics};
use crate::Error;
use crate::tokenize::Newlines;

/// The statistics of a corpus that is read segment by segment, for text that need not fit into memory.
///
/// ```
/// use bleu::Definition;
///
/// let definition = Definition::default();
/// let mut corpus = definition.accumulator();
/// for (candidate, reference) in [("the cat sat down", "the cat sat"), ("a dog", "the dog")] {
///     corpus.add(candidate, &[reference])?;
/// }
/// assert_eq!((corpus.segments(), corpus.score()?.hyp_len), (2, 6));
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Debug)]
pub struct Accumulator {
    definition: Definition,
    counter: BatchCounter,
    segments: u64,
    totals: CorpusTotals,
}

impl Accumulator {
    pub(super) fn new(definition: &Definition) -> Self {
        Accumulator {
            definition: definition.clone(),
            counter: BatchCounter::new(definition.counting()),
            segments: 0,
            totals: CorpusTotals::default(),
        }
    }

    /// Adds one segment, whose texts may hold line feeds as white space, and returns its statistics.
    ///
    /// Line feeds are treated as in sacreBLEU's API: 13a also removes a hyphen before one, which joins the word.
    ///
    /// # Errors
    /// If there is no reference, or a text is too long. The segment is then not added.
    pub fn add(&mut self, candidate: &str, references: &[impl AsRef<str>]) -> Result<Statistics, Error> {
        Ok(self.count(candidate, references, Newlines::Join)?.sum())
    }

    /// Adds one segment per line, line i of the candidate with line i of each reference, and returns their statistics.
    ///
    /// This is faster than adding segments one by one. A line feed after the last line is optional.
    ///
    /// # Errors
    /// If there is no reference, if the texts differ in their number of lines, or if a text is too long. No segment is
    /// then added.
    ///
    /// ```
    /// let mut corpus = bleu::Definition::default().accumulator();
    /// let segments = corpus.add_lines("one small line\nanother line\n", &["one line\nanother line\n"])?;
    /// assert_eq!((segments.len(), corpus.segments()), (2, 2));
    /// assert!(corpus.add_lines("one line", &["one line\nand one more"]).is_err());
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn add_lines(&mut self, candidate: &str, references: &[impl AsRef<str>]) -> Result<SegmentStatistics, Error> {
        self.count(candidate, references, Newlines::Separate)
    }

    /// Counts segments and adds them.
    fn count(
        &mut self,
        candidate: &str,
        references: &[impl AsRef<str>],
        newlines: Newlines,
    ) -> Result<SegmentStatistics, Error> {
        if references.is_empty() {
            return Err(Error::NoReference { segment: self.segments + 1 });
        }
        let texts: Vec<&str> = std::iter::once(candidate).chain(references.iter().map(AsRef::as_ref)).collect();
        let segments = self.counter.count(&texts, 1, newlines, |_| None)?.systems.remove(0);
        self.totals.append(CorpusTotals::new(self.definition.formula(), &segments))?;
        self.segments += segments.len() as u64;
        Ok(segments)
    }

    /// Number of segments so far.
    pub fn segments(&self) -> u64 {
        self.segments
    }

    /// The statistics of all segments so far.
    pub fn statistics(&self) -> Statistics {
        self.totals.sum()
    }

    /// The score of all segments so far; 0 without any.
    ///
    /// # Errors
    /// If the definition's tool fails on such text.
    pub fn score(&self) -> Result<Score, Error> {
        self.totals.score(self.definition.formula())
    }
}
