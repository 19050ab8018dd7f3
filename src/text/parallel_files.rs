//! Plain files read in parallel: line i of each candidate and each reference is segment i. With samples, several lines of a
//! file belong to one segment.

use super::batch::Batch;
use super::length_mismatch;
use super::length_mismatch::{DescribeDivergence, InputLength, LineBreakCounts};
use super::line_reader::LineReader;
use super::line_signs;
use super::open::InputStream;
use super::source::NoSegments;
use crate::text::display::{listed, shell_word};
use crate::text::further_lines::error_with_lines;
use anyhow::{Error, Result, ensure};
use std::iter;
use std::mem;
use std::sync::Arc;
use std::time::Duration;
use std::time::Instant;

/// Size in bytes of a read, which makes a batch: small enough that the tokens stay in the processor's cache, large
/// enough that the work per batch, such as keeping its last lines for a look, is negligible.
const READ_BYTES: usize = 96 << 10;

/// Least size of a read if there are many inputs.
const MIN_READ_BYTES: usize = 4 << 10;

/// Number of reads of the other inputs for one of the first: half a read, on average, is of lines that the batch lacks, and waits
/// for the next batch, which another thread works on. With four, as was measured, this is little; with more, the reads take longer.
const PARTS_OF_OTHERS: usize = 4;

/// Maximum number of lines in a batch. Short lines of one input may meet long lines of another, which would be much
/// text.
const MAX_BATCH_LINES: usize = 8 << 10;

/// Time limit for counting the remaining lines of inputs of different lengths: a pipe may never reach its end.
const COUNTING_TIME: Duration = Duration::from_secs(5);

/// Candidates and references, open and read to the same line.
pub struct ParallelFiles {
    /// The candidates, then the references.
    inputs: Vec<LineReader>,
    /// Line breaks in what was read of each input that cannot be read again.
    line_breaks: Vec<LineBreakCounts>,
    /// Number of lines of a segment in each input.
    pub(super) lines_per_segment: Vec<usize>,
    candidates: usize,
    names: Arc<[String]>,
    segments: u64,
    /// Addition to the message about inputs of different lengths.
    pub(super) length_advice: Option<&'static str>,
    /// Describes where inputs of different lengths diverge.
    pub(super) describe_divergence: Option<DescribeDivergence>,
    /// Warnings about the first lines.
    warnings: Vec<String>,
}

impl ParallelFiles {
    /// A candidate and its references that are these texts, with their names. Each line ends in LF.
    pub fn from_texts(texts: impl IntoIterator<Item = (String, String)>) -> ParallelFiles {
        let input = |(name, text): (String, String)| {
            InputStream::from_text(name, text.strip_suffix('\n').unwrap_or(&text).as_bytes())
        };
        ParallelFiles::new(texts.into_iter().map(input).collect(), 1)
    }

    /// The inputs: the candidates, then the references.
    pub fn streams(&self) -> impl Iterator<Item = &InputStream> {
        self.inputs.iter().map(LineReader::input)
    }

    /// Inputs to read together, candidates first.
    pub fn new(inputs: Vec<InputStream>, candidates: usize) -> ParallelFiles {
        let read_bytes = (16 * READ_BYTES / inputs.len().max(1)).clamp(MIN_READ_BYTES, READ_BYTES);
        let names = inputs.iter().map(|input| input.name().to_owned()).collect();
        let line_breaks = vec![LineBreakCounts::default(); inputs.len()];
        let smaller = (read_bytes / PARTS_OF_OTHERS).max(MIN_READ_BYTES);
        let sizes = iter::once(read_bytes).chain(iter::repeat(smaller));
        let inputs: Vec<_> = inputs.into_iter().zip(sizes).map(|(input, size)| LineReader::new(input, size)).collect();
        let lines_per_segment = vec![1; inputs.len()];
        ParallelFiles {
            inputs,
            line_breaks,
            lines_per_segment,
            candidates,
            names,
            segments: 0,
            length_advice: None,
            describe_divergence: None,
            warnings: Vec::new(),
        }
    }

    /// Replaces each text by the lines of as many segments, and returns their number; 0 at the end of all inputs.
    ///
    /// These are as many segments as one read of the first candidate yields, so that a slow pipe is answered line by line,
    /// or fewer if they are long in another input.
    ///
    /// # Errors
    /// If inputs differ in length, or one cannot be read further. The segments that all of them have come before that.
    pub fn read_segments<'a>(&mut self, texts: impl Iterator<Item = &'a mut Vec<u8>>) -> Result<usize> {
        let mut texts: Vec<&mut Vec<u8>> = texts.collect();
        let (mut least, mut most) = (1, MAX_BATCH_LINES);
        for ((reader, text), per_segment) in self.inputs.iter_mut().zip(&mut texts).zip(&self.lines_per_segment) {
            most = reader.fill(text, least * per_segment..=most * per_segment, *per_segment)? / per_segment;
            least = most;
        }
        // Every input has at least this many segments.
        let segments = most;
        let inputs = self.inputs.iter_mut().zip(&mut self.line_breaks).zip(&self.lines_per_segment);
        for (((reader, line_breaks), per_segment), text) in inputs.zip(&mut texts) {
            if reader.lines() > (self.segments + segments as u64) * *per_segment as u64 {
                reader.put_back(text, segments * per_segment);
            }
            if !reader.input().is_regular_file() {
                line_breaks.add(text);
            }
        }
        if segments == 0 {
            self.check_end()?;
        }
        if self.segments == 0 && segments > 0 {
            self.warnings = self.look(&texts);
        }
        self.segments += segments as u64;
        Ok(segments)
    }

    /// Warnings about the first lines of the first candidate and of the first reference.
    fn look(&self, texts: &[&mut Vec<u8>]) -> Vec<String> {
        let (Some(candidate), Some(reference)) = (texts.first(), texts.get(self.candidates)) else { return Vec::new() };
        let texts = [candidate, reference].map(|text| str::from_utf8(text).unwrap_or_default());
        let words: Vec<String> = self.streams().map(|input| shell_word(input.path())).collect();
        let words = words.split_at(self.candidates);
        line_signs::warnings([&self.names[0], &self.names[self.candidates]], words.into(), texts)
    }

    /// Warnings about the first lines.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Checks that all inputs are at their end, after one of them had no further line.
    fn check_end(&mut self) -> Result<()> {
        // Known errors come first: probing for the end can block.
        if let Some(fault) = self.inputs.iter_mut().find_map(LineReader::take_fault) {
            return Err(fault);
        }
        // Regular files are probed before pipes, for the same reason.
        for is_regular in [true, false] {
            for reader in &mut self.inputs {
                if reader.input().is_regular_file() == is_regular && !reader.is_at_end()? {
                    return Err(self.length_mismatch());
                }
            }
        }
        let are_empty = match &self.names[..] {
            [name] => format!("{name}: empty"),
            names => format!("{} are empty", listed(names, "and")),
        };
        ensure!(self.segments > 0, NoSegments(format!("{are_empty}; there is nothing to score")));
        Ok(())
    }

    /// Returns the error that tells the lengths of the inputs, and likely causes if any are found.
    fn length_mismatch(&mut self) -> Error {
        let until = Instant::now() + COUNTING_TIME;
        let inputs = mem::take(&mut self.inputs).into_iter().zip(mem::take(&mut self.line_breaks));
        let lengths: Result<Vec<InputLength>> =
            inputs.map(|(reader, line_breaks)| length_mismatch::measure(reader, line_breaks, until)).collect();
        let explain = |mut lengths: Vec<InputLength>| {
            if self.lines_per_segment.iter().any(|lines| *lines > 1) {
                return length_mismatch::of_samples(&lengths, &self.lines_per_segment, self.candidates);
            }
            let (message, causes) = length_mismatch::explain(&mut lengths, self.candidates, self.describe_divergence);
            error_with_lines(message, causes.into_iter().chain(self.length_advice.map(String::from)))
        };
        lengths.map_or_else(|error| error, explain)
    }

    /// Reads the next batch; false at the end of all inputs.
    ///
    /// # Errors
    /// As [`read_segments`](Self::read_segments).
    pub fn read(&mut self, batch: &mut Batch) -> Result<bool> {
        let is_first = self.segments == 0;
        batch.set_columns(self.candidates, self.inputs.len() - self.candidates);
        batch.names = Arc::clone(&self.names);
        batch.len = self.read_segments(batch.texts_mut())?;
        for (column, input) in self.streams().enumerate().filter(|_| is_first) {
            batch.set_skipped(column, input.skipped_bytes());
        }
        Ok(!batch.is_empty())
    }

    /// Names of the inputs, the candidates first.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}
