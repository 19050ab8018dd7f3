//! Segments for whatever examines candidates: explanations, diagnoses, what-if scores and robustness take them alike.

use crate::bleu::error::Error;
use crate::bleu::lines::as_strs;
use crate::bleu::ngram::CountedBatch;
use crate::bleu::scoring::{Definition, ReferenceLists, SegmentLines, count_corpus_lines};
use std::borrow::Borrow;

/// Adds the segments of one or several candidates, a batch at a time. [`Explainer`](crate::explain::Explainer),
/// [`Diagnoser`](crate::diagnose::Diagnoser), [`WhatIf`](crate::what_if::WhatIf) and [`Robustness`](crate::robust::Robustness)
/// take them.
///
/// ```
/// use bleu::explain::{Explainer, Plan};
/// use bleu::{AddSegments, Definition};
///
/// let mut explainer = Explainer::new(Plan::new(Definition::default()), 1)?;
/// let references = ["a small line\nanother line\n", "one line\n\n"];
/// explainer.add_lines_with_missing(&["one line\none line\n"], &references, |r, i| (r, i) == (1, 1))?;
/// let unmatched = &explainer.finish().systems[0].losses[0].unmatched;
/// assert_eq!((&*unmatched[0].ngram, unmatched[0].count), ("one", 1));
/// # Ok::<(), bleu::Error>(())
/// ```
pub trait AddSegments: AddCounted {
    /// Adds one segment per line: line i of each candidate with line i of each reference.
    ///
    /// # Errors
    /// If there is no reference, if there are not as many candidates as were declared or as were added before, if the texts
    /// differ in their number of lines, or if a text is [too long](crate#limits). No segment is then added.
    fn add_lines(&mut self, candidates: &[impl AsRef<str>], references: &[impl AsRef<str>]) -> Result<(), Error> {
        self.add_lines_with_missing(candidates, references, |_, _| false)
    }

    /// Adds one segment per line, some without references: `is_missing(r, i)` is whether line i of reference r, both from 0,
    /// only stands for a reference that is not there.
    ///
    /// # Errors
    /// As [`add_lines`](Self::add_lines), and if a segment lacks all references.
    fn add_lines_with_missing(
        &mut self,
        candidates: &[impl AsRef<str>],
        references: &[impl AsRef<str>],
        is_missing: impl Fn(usize, usize) -> bool,
    ) -> Result<(), Error> {
        let texts = [&*as_strs(candidates), &as_strs(references)];
        let expected = self.candidates().unwrap_or(candidates.len());
        let (definition, before) = (self.definition().clone(), self.segments());
        count_corpus_lines(definition.counting(), texts, is_missing, expected, before, |texts, counted| {
            self.add_counted(texts, counted)
        })
    }

    /// Adds segments: `candidates[c]` lists the segments of candidate c. Line feeds inside a text are white space.
    ///
    /// # Errors
    /// As [`add_lines`](Self::add_lines), and if there are not references for as many segments as each candidate has.
    fn add_segments<'a>(
        &mut self,
        candidates: &[&[impl AsRef<str>]],
        references: impl Borrow<ReferenceLists<'a>>,
    ) -> Result<(), Error> {
        let lines = SegmentLines::new(self.definition(), candidates, references.borrow(), self.segments())?;
        self.add_lines_with_missing(&lines.candidates, &lines.references, |r, i| lines.is_missing(r, i))
    }
}

impl<T: AddCounted> AddSegments for T {}

/// Takes batches that are tokenized and counted. It is not exported: only this crate has such types.
pub trait AddCounted {
    /// The definition that counts the segments.
    fn definition(&self) -> &Definition;

    /// Number of candidates; `None` if the first segments decide it.
    fn candidates(&self) -> Option<usize>;

    /// Number of segments so far.
    fn segments(&self) -> u64;

    /// Adds a batch: its texts, the candidates first, and what was counted.
    ///
    /// # Errors
    /// If the batch cannot be added.
    fn add_counted(&mut self, texts: &[&str], counted: CountedBatch) -> Result<(), Error>;
}
