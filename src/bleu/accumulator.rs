//! An accumulator: a corpus scored segment by segment, in constant memory.

use super::{Definition, Score, Statistics};
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
    sides: Vec<Side>,
    segments: u64,
    sum: Statistics,
}

#[derive(Debug)]
struct Side {
    tokenizer: Tokenizer,
    line: String,
}

impl Accumulator {
    pub(super) fn new(definition: &Definition) -> Self {
        Accumulator {
            definition: definition.clone(),
            counter: Counter::default(),
            sides: Vec::new(),
            segments: 0,
            sum: Statistics::EMPTY,
        }
    }

    /// Adds a segment, and returns its own statistics.
    ///
    /// # Errors
    /// If there is no reference, or a text is too long. The segment is then not added.
    pub fn add(&mut self, candidate: &str, references: &[impl AsRef<str>]) -> Result<Statistics, Error> {
        if references.is_empty() {
            return Err(Error::NoReference { segment: self.segments + 1 });
        }
        let preprocessing = self.definition.preprocessing();
        let new_side = || Side { tokenizer: Tokenizer::new(preprocessing), line: String::new() };
        self.sides.resize_with(self.sides.len().max(1 + references.len()), new_side);
        let texts = std::iter::once(candidate).chain(references.iter().map(AsRef::as_ref));
        let tokens: Result<Vec<Tokens>, Error> = self.sides.iter_mut().zip(texts).map(Side::tokenize).collect();
        let mut table = self.definition.segment_table();
        match &tokens?[..] {
            [candidate, references @ ..] => {
                self.counter.count(*candidate, references, self.definition.reference_length(), &mut table)
            }
            [] => {}
        }
        let segment = table.sum();
        self.sum = (self.sum + segment)?;
        self.segments += 1;
        Ok(segment)
    }

    /// Number of segments so far.
    pub fn segments(&self) -> u64 {
        self.segments
    }

    /// The statistics of all segments so far.
    pub fn statistics(&self) -> Statistics {
        self.sum
    }

    /// The score of all segments so far; 0 without any.
    pub fn score(&self) -> Score {
        self.definition.evaluate(&self.sum)
    }
}

impl Side {
    fn tokenize<'a>((side, text): (&'a mut Side, &str)) -> Result<Tokens<'a>, Error> {
        side.line.clear();
        side.tokenizer.push_line(text, &mut side.line);
        side.tokenizer.tokenize_lines(&side.line)
    }
}
