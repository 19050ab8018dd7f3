//! An accumulator: a corpus scored segment by segment, in constant memory.

use super::corpus_totals::CorpusTotals;
use super::definition::Definition;
use super::reference_lists::ReferenceLists;
use super::references::BATCH;
use super::score::Score;
use super::segment_lines::SegmentLines;
use crate::bleu::error::Error;
use crate::bleu::lines::as_strs;
use crate::bleu::lines::{count_lines, lines_end};
use crate::bleu::ngram::{BatchCounter, SegmentStatistics, Statistics, missing_lines};
use crate::bleu::tokenize::{Preprocessing, TokenBuffer};
use memchr::memchr;
use std::borrow::{Borrow, Cow};
use std::iter;

/// The statistics of a corpus that is read segment by segment, for text that need not fit into memory.
///
/// ```
/// use std::fs::File;
/// use std::io::{BufRead, BufReader};
///
/// let lines = |path| Ok::<_, std::io::Error>(BufReader::new(File::open(path)?).lines());
/// let mut references = lines("testdata/corpora/plain.ref1.txt")?;
/// let mut corpus = bleu::Definition::default().accumulator();
/// for candidate in lines("testdata/corpora/plain.hyp.txt")? {
///     let reference = references.next().ok_or("too few lines of references")??;
///     corpus.add(&candidate?, &[reference])?;
/// }
/// assert!(references.next().is_none(), "too many lines of references");
/// assert_eq!((corpus.segments(), format!("{:.2}", corpus.score()?.percent())), (10, "50.61".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Accumulator {
    definition: Definition,
    counter: BatchCounter,
    segments: u64,
    totals: CorpusTotals,
}

impl Definition {
    /// An accumulator for a corpus that is read segment by segment.
    pub fn accumulator(&self) -> Accumulator {
        let (definition, counter) = (self.clone(), BatchCounter::new(self.counting()));
        Accumulator { definition, counter, segments: 0, totals: CorpusTotals::default() }
    }
}

impl Accumulator {
    /// Adds one segment, whose texts may hold line feeds as white space, and returns its statistics.
    ///
    /// Line feeds are treated as in sacreBLEU's API: 13a also removes a hyphen before one, which joins the word.
    ///
    /// # Errors
    /// If there is no reference, or a text is [too long](crate#limits). The segment is then not added.
    pub fn add(&mut self, candidate: &str, references: &[impl AsRef<str>]) -> Result<Statistics, Error> {
        self.check_references(references.len())?;
        let segment = self.count_segment(candidate, references)?;
        self.totals.push(self.definition.formula(), &segment)?;
        self.segments += 1;
        Ok(segment)
    }

    /// The statistics of one segment, as [`SegmentLines`] counts many, without copies of its texts: sentences are scored one
    /// by one as programs write them.
    fn count_segment<'a>(
        &mut self,
        candidate: &'a str,
        references: &'a [impl AsRef<str>],
    ) -> Result<Statistics, Error> {
        let own = &self.definition.counting().preprocessing;
        // A line without text needs its line feed.
        let line = |text: &'a str, preprocessing: &dyn Fn() -> Preprocessing| match memchr(b'\n', text.as_bytes()) {
            _ if text.is_empty() => Cow::Borrowed("\n"),
            None => Cow::Borrowed(text),
            Some(_) => Cow::Owned(preprocessing().one_line(text).into_owned() + "\n"),
        };
        let candidate = line(candidate, &|| own.clone());
        let references = references.iter().map(|text| line(text.as_ref(), &|| own.for_references()));
        let lines: Vec<Cow<str>> = iter::once(candidate).chain(references).collect();
        let texts: Vec<&str> = lines.iter().map(|line| &**line).collect();
        Ok(self.counter.count(&texts, 1, |_| None)?.systems[0].sum())
    }

    /// Adds one segment per line, line i of the candidate with line i of each reference, and returns their statistics.
    ///
    /// This is faster than adding segments one by one, and texts may be long: they are counted in batches of lines. A line
    /// feed after the last line is optional; **a last line that is empty needs one**, so segments that were joined by line
    /// feeds lose it. See [`add_segments`](Self::add_segments) for lists.
    ///
    /// # Errors
    /// If there is no reference, if the texts differ in their number of lines, or if a text is [too long](crate#limits). No segment is
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
        self.add_lines_with_missing(candidate, references, |_, _| false)
    }

    /// Adds one segment per line, as [`add_lines`](Self::add_lines), some without references: `is_missing(r, i)` is
    /// whether line i of reference r, both from 0, only stands for a reference that is not there. An empty line does not:
    /// it is a reference without tokens.
    ///
    /// # Errors
    /// As [`add_lines`](Self::add_lines), and if a segment lacks all references.
    ///
    /// ```
    /// let mut corpus = bleu::Definition::default().accumulator();
    /// let references = ["one small line\nanother line\n", "a small line\n\n"];
    /// let segments = corpus.add_lines_with_missing("a line\na line\n", &references, |r, i| (r, i) == (1, 1))?;
    /// assert_eq!(segments.iter().map(|segment| segment.ref_len()).collect::<Vec<_>>(), [3, 2]);
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn add_lines_with_missing(
        &mut self,
        candidate: &str,
        references: &[impl AsRef<str>],
        is_missing: impl Fn(usize, usize) -> bool,
    ) -> Result<SegmentStatistics, Error> {
        self.check_references(references.len())?;
        let (mut texts, lines) = ([&[candidate], &*as_strs(references)].concat(), count_lines(candidate));
        if let Some(found) = texts.iter().map(|text| count_lines(text)).find(|found| *found != lines) {
            return Err(Error::LineCountMismatch { expected: lines, found });
        }
        let missing = missing_lines(candidate, references.len(), self.segments, is_missing)?;
        let mut segments = self.definition.counting().segment_table();
        for first in (0..lines).step_by(BATCH) {
            let split = texts.iter().map(|text| text.split_at(lines_end(text.as_bytes(), BATCH)));
            let (batch, rest): (Vec<&str>, Vec<&str>) = split.unzip();
            texts = rest;
            let counted = self.counter.count(&batch, 1, |r| Some(&missing[r][first / 64..]))?;
            segments.append(&counted.systems[0])?;
        }
        self.append(&segments)?;
        Ok(segments)
    }

    /// Adds many segments and returns their statistics. Line feeds inside a text are treated as by [`add`](Self::add), than
    /// which this is faster.
    ///
    /// # Errors
    /// If there are not references for as many segments as there are candidates, if a segment has none, or if a text is
    /// [too long](crate#limits). No segment is then added.
    pub fn add_segments<'a>(
        &mut self,
        candidates: &[impl AsRef<str>],
        references: impl Borrow<ReferenceLists<'a>>,
    ) -> Result<SegmentStatistics, Error> {
        let references = references.borrow();
        references.check(candidates.len(), self.segments)?;
        let counting = self.definition.counting();
        let lists: Vec<&[&str]> = (0..candidates.len()).map(|segment| references.of(segment)).collect();
        let mut segments = counting.segment_table();
        for (batch, lists) in candidates.chunks(BATCH).zip(lists.chunks(BATCH)) {
            segments.append(&SegmentLines::join(counting, &[batch], lists).count(&mut self.counter)?)?;
        }
        self.append(&segments)?;
        Ok(segments)
    }

    /// Adds the segments of another accumulator after these. See [`CorpusTotals`] for the order that a mean of segment
    /// scores depends on.
    ///
    /// # Errors
    /// If the other has another definition, if its counts depend on the segments before them
    /// ([`Counting::is_sequential`](crate::bleu::scoring::Counting::is_sequential)), or if a sum exceeds 64 bits.
    ///
    /// ```
    /// let definition = bleu::Definition::default();
    /// let (mut whole, mut rest) = (definition.accumulator(), definition.accumulator());
    /// whole.add("a b c d e", &["a b c d f"])?;
    /// rest.add("g h", &["g i"])?;
    /// whole.merge(rest)?;
    /// assert_eq!((whole.segments(), whole.score()?.hyp_len()), (2, 7));
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn merge(&mut self, next: Accumulator) -> Result<(), Error> {
        // The counter of a definition whose counts are not sequential holds nothing of its segments.
        let Accumulator { definition, counter: _, segments, totals } = next;
        if self.definition != definition {
            return Err(Error::DefinitionMismatch);
        }
        if self.definition.counting().is_sequential() {
            return Err(Error::SequentialCounts);
        }
        self.totals.append(totals)?;
        self.segments += segments;
        Ok(())
    }

    /// Removes all segments, and keeps the memory for new ones.
    pub fn clear(&mut self) {
        self.totals = CorpusTotals::default();
        self.segments = 0;
        self.counter.clear();
    }

    /// Adds one segment that is tokenized already, and returns its statistics. The tokens are taken as they are: the
    /// definition's normal form, lowercasing and tokenizer are not applied. Empty tokens are left out.
    /// [`Tokenization::custom`] gives the signature the name of what made them.
    ///
    /// # Errors
    /// If there is no reference, or the tokens exceed 4 GiB. The segment is then not added.
    ///
    /// ```
    /// let mut corpus = bleu::Definition::default().accumulator();
    /// let segment = corpus.add_tokens(&["New York", "is", "big"], &[["New York", "is", "large"]])?;
    /// assert_eq!((segment.hyp_len(), segment.correct()), (3, &[2, 1, 0, 0][..]));
    /// # Ok::<(), bleu::Error>(())
    /// ```
    ///
    /// [`Tokenization::custom`]: crate::bleu::tokenize::Tokenization::custom
    pub fn add_tokens<C, L, R>(&mut self, candidate: &[C], references: &[L]) -> Result<Statistics, Error>
    where
        C: AsRef<str>,
        L: AsRef<[R]>,
        R: AsRef<str>,
    {
        let mut texts = vec![buffer(&mut candidate.iter().map(AsRef::as_ref))?];
        for reference in references {
            texts.push(buffer(&mut reference.as_ref().iter().map(AsRef::as_ref))?);
        }
        self.check_references(references.len())?;
        let segment = self.counter.count_tokens(&texts);
        self.append(&segment)?;
        Ok(segment.sum())
    }

    fn check_references(&self, references: usize) -> Result<(), Error> {
        if references == 0 { Err(Error::NoReference { segment: self.segments }) } else { Ok(()) }
    }

    fn append(&mut self, segments: &SegmentStatistics) -> Result<(), Error> {
        self.totals.append(CorpusTotals::new(self.definition.formula(), segments))?;
        self.segments += segments.len() as u64;
        Ok(())
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

/// A line of tokens.
fn buffer(tokens: &mut dyn Iterator<Item = &str>) -> Result<TokenBuffer, Error> {
    let mut buffer = TokenBuffer::default();
    for token in tokens.filter(|token| !token.is_empty()) {
        buffer.push(token)?;
    }
    buffer.end_line();
    buffer.finish();
    Ok(buffer)
}
