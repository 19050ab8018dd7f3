//! Reads the batches of a source, and does with them what is asked for.

use super::batch::{Batch, Cleaning};
use super::kept::KeptText;
use super::source::Source;
use anyhow::Result;
use std::path::Path;

/// A source whose batches are numbered and, if asked for, kept, shown as progress, and cleaned.
pub struct BatchReader {
    pub source: Source,
    /// Number of segments that were read.
    segments: u64,
    /// Where the text is kept, as it is before it is cleaned.
    kept: Option<KeptText>,
    /// Receiver of the size of each batch in bytes, and of the end of the input (`None`).
    pub progress: Option<Box<dyn FnMut(Option<u64>) + Send>>,
    /// Repairs, which the workers that get the batches make.
    pub cleaning: Cleaning,
}

impl BatchReader {
    /// A reader that only numbers the segments.
    pub fn new(source: Source) -> BatchReader {
        BatchReader { source, segments: 0, kept: None, progress: None, cleaning: Cleaning::default() }
    }

    /// Keeps the text, which has these candidates.
    pub fn kept(self, text: &KeptText, candidates: &[&Path]) -> BatchReader {
        text.begin(candidates);
        BatchReader { kept: Some(text.clone()), ..self }
    }

    /// A reader of the same segments, or the first of them, after these were read; `None` if they were not kept.
    pub fn again(&self) -> Option<BatchReader> {
        let again = self.kept.as_ref()?.again(self.source.names());
        Some(BatchReader { cleaning: self.cleaning, ..BatchReader::new(again) })
    }

    /// Reads the next batch; false at the end of the input.
    ///
    /// # Errors
    /// As [`Source::read`].
    pub fn read(&mut self, batch: &mut Batch) -> Result<bool> {
        batch.begin(self.segments);
        let is_read = self.source.read(batch);
        let read = matches!(is_read, Ok(true)).then_some(&*batch);
        self.progress.iter_mut().for_each(|show| show(read.map(Batch::text_bytes)));
        self.kept.iter().filter(|_| is_read.is_ok()).for_each(|text| text.add(read));
        self.segments += batch.len() as u64;
        batch.cleaning = self.cleaning;
        is_read
    }
}
