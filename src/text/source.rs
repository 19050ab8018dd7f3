//! A source of segments, in batches.

use super::batch::Batch;
use super::file_read::FileRead;
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

    /// Names of the inputs for messages, candidates first.
    fn names(&self) -> &[String];

    /// Whether reading may block, as on a pipe.
    fn may_block(&self) -> bool {
        true
    }

    /// The inputs of text that is read here, for warnings about them.
    fn inputs(&self) -> Vec<&InputStream> {
        Vec::new()
    }

    /// Notes and warnings about what was read here.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// How the files that are not plain lines were read.
    fn files(&self) -> Vec<FileRead> {
        Vec::new()
    }

    /// How the answers of each log ended; none if candidates are not logs.
    fn endings(&self) -> Vec<Endings> {
        Vec::new()
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
