//! An accumulator: a corpus scored segment by segment, in constant memory.

use super::rules::EmptySegments;
use super::{Definition, Score, SegmentStatistics, Statistics, Tally};
use crate::Error;
use crate::ngram::Counter;
use crate::tokenize::{Tokenizer, Tokens};

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
/// assert_eq!((corpus.segments(), corpus.score().hyp_len), (2, 6));
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Debug)]
pub struct Accumulator {
    definition: Definition,
    counter: Counter,
    /// The candidate's tokenizer, then one per reference, as many as any segment has had. Each keeps its memory.
    tokenizers: Vec<Tokenizer>,
    segments: u64,
    tally: Tally,
}

impl Accumulator {
    pub(super) fn new(definition: &Definition) -> Self {
        Accumulator {
            definition: definition.clone(),
            counter: Counter::default(),
            tokenizers: Vec::new(),
            segments: 0,
            tally: Tally::default(),
        }
    }

    /// Adds a segment, and returns its own statistics. A line feed inside a text is treated as by sacreBLEU's API: it is
    /// white space, and 13a joins a word that is hyphenated before it.
    ///
    /// # Errors
    /// If there is no reference, or a text is too long. The segment is then not added.
    pub fn add(&mut self, candidate: &str, references: &[impl AsRef<str>]) -> Result<Statistics, Error> {
        Ok(self.count(candidate, references, Tokenizer::tokenize_segment)?.sum())
    }

    /// Adds many segments at once, which is faster: line i of the candidate with line i of each reference. Returns the
    /// statistics of each. LF ends a line; the last line needs none.
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
        self.count(candidate, references, Tokenizer::tokenize_lines)
    }

    /// Counts the segments that `tokenize` finds in the texts.
    fn count(
        &mut self,
        candidate: &str,
        references: &[impl AsRef<str>],
        tokenize: impl for<'a> Fn(&'a mut Tokenizer, &'a str) -> Result<Tokens<'a>, Error>,
    ) -> Result<SegmentStatistics, Error> {
        if references.is_empty() {
            return Err(Error::NoReference { segment: self.segments + 1 });
        }
        let needed = self.tokenizers.len().max(1 + references.len());
        if self.tokenizers.is_empty() {
            self.tokenizers.push(Tokenizer::for_definition(&self.definition));
        }
        self.tokenizers.resize_with(needed, || Tokenizer::for_references(&self.definition));
        let first_reference = references[0].as_ref();
        let texts = std::iter::once(candidate).chain(references.iter().map(AsRef::as_ref));
        let mut tokens: Vec<Tokens> = Vec::with_capacity(1 + references.len());
        for (tokenizer, text) in self.tokenizers.iter_mut().zip(texts) {
            tokens.push(tokenize(tokenizer, text)?);
        }
        let mut table = self.definition.segment_table();
        let (counted, references) = (tokens[0], &tokens[1..]);
        if let Some(reference) = references.iter().find(|reference| reference.len() != counted.len()) {
            let (candidates, references) = (counted.len(), reference.len());
            return Err(Error::SegmentCountMismatch { candidates, references });
        }
        self.counter.count(counted, references, &self.definition, &mut table);
        if self.definition.rules().empty_segments == EmptySegments::LeftOut {
            table.leave_out_blank(candidate, first_reference);
        }
        self.tally.append(Tally::new(&self.definition, &table))?;
        self.segments += table.len() as u64;
        Ok(table)
    }

    /// Number of segments so far.
    pub fn segments(&self) -> u64 {
        self.segments
    }

    /// The statistics of all segments so far.
    pub fn statistics(&self) -> Statistics {
        *self.tally.sum()
    }

    /// The score of all segments so far; 0 without any.
    pub fn score(&self) -> Score {
        self.tally.score(&self.definition)
    }
}
