//! A source of segments, in batches.

use super::batch::{Batch, Cleaning};
use super::logs::Endings;
use super::open::InputStream;
use anyhow::Result;
use std::fmt;

/// A source of segments: candidates and their references, read in batches.
pub trait Source: Send {
    /// Reads the next batch into `batch`, which is empty; false at the end of the input.
    ///
    /// # Errors
    /// If the input cannot be read, or its parts do not match. Segments before the error were in earlier batches.
    /// Nothing is read after an error.
    fn read(&mut self, batch: &mut Batch) -> Result<bool>;

    /// The source that this one passes on, if it does, which then answers the following.
    fn inner(&self) -> Option<&dyn Source> {
        None
    }

    /// Names of the inputs for messages, candidates first.
    fn names(&self) -> &[String] {
        self.inner().map_or(&[], |inner| inner.names())
    }

    /// Whether reading may block, as on a pipe.
    fn may_block(&self) -> bool {
        self.inner().is_none_or(|inner| inner.may_block())
    }

    /// A source of the same segments, or the first of them, after these were read; `None` if they were not kept.
    fn again(&self) -> Option<Box<dyn Source>> {
        self.inner()?.again()
    }

    /// The inputs of text that is read here, for warnings about them.
    fn inputs(&self) -> Vec<&InputStream> {
        self.inner().map(|inner| inner.inputs()).unwrap_or_default()
    }

    /// Notes and warnings about what was read here.
    fn remarks(&self) -> Vec<String> {
        self.inner().map(|inner| inner.remarks()).unwrap_or_default()
    }

    /// How the answers of each log ended; none if candidates are not logs.
    fn endings(&self) -> Vec<Endings> {
        self.inner().map(|inner| inner.endings()).unwrap_or_default()
    }
}

/// Error: the input has no segments. (Allowed for shards.)
#[derive(Debug)]
pub struct NoSegments(pub String);

impl fmt::Display for NoSegments {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoSegments {}

impl Cleaning {
    /// A source whose candidates are cleaned.
    pub fn of(self, source: Box<dyn Source>) -> Box<dyn Source> {
        if self.repairs.is_empty() { source } else { Box::new(Cleaned { source, cleaning: self }) }
    }
}

/// A source whose candidates are cleaned, by the workers that get its batches.
struct Cleaned {
    source: Box<dyn Source>,
    cleaning: Cleaning,
}

impl Source for Cleaned {
    fn read(&mut self, batch: &mut Batch) -> Result<bool> {
        let is_read = self.source.read(batch)?;
        batch.cleaning = self.cleaning;
        Ok(is_read)
    }

    fn inner(&self) -> Option<&dyn Source> {
        Some(&*self.source)
    }

    fn again(&self) -> Option<Box<dyn Source>> {
        Some(self.cleaning.of(self.source.again()?))
    }
}
