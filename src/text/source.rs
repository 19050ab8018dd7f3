//! A source of segments, in batches.

use super::batch::Batch;
use super::file_read::FileRead;
use super::kept::KeptSource;
use super::logs::Endings;
use super::open::InputStream;
use super::parallel_files::ParallelFiles;
use super::record_source::RecordSource;
use anyhow::Result;
use std::fmt;

/// A source of segments: candidates and their references, read in batches. Which one it is is decided when it is opened.
pub enum Source {
    /// Plain files, whose lines are segments.
    Files(ParallelFiles),
    /// Any other input.
    Records(Box<RecordSource>),
    /// Text that was read before.
    Kept(KeptSource),
    /// Batches that a test makes up.
    #[cfg(test)]
    Made(Box<dyn MadeSource>),
}

/// Batches that a test makes up.
#[cfg(test)]
pub trait MadeSource: Send {
    fn read(&mut self, batch: &mut Batch) -> Result<bool>;

    fn may_block(&self) -> bool;
}

impl Source {
    /// Reads the next batch into `batch`, which is empty; false at the end of the input.
    ///
    /// # Errors
    /// If the input cannot be read, or its parts do not match. Segments before the error were in earlier batches.
    /// Nothing is read after an error.
    pub fn read(&mut self, batch: &mut Batch) -> Result<bool> {
        match self {
            Source::Files(files) => files.read(batch),
            Source::Records(records) => records.read(batch),
            Source::Kept(text) => Ok(text.read(batch)),
            #[cfg(test)]
            Source::Made(made) => made.read(batch),
        }
    }

    /// Names of the inputs for messages, candidates first.
    pub fn names(&self) -> &[String] {
        match self {
            Source::Files(files) => files.names(),
            Source::Records(records) => records.names(),
            Source::Kept(text) => text.names(),
            #[cfg(test)]
            Source::Made(_) => &[],
        }
    }

    /// Whether reading may block, as on a pipe.
    pub fn may_block(&self) -> bool {
        match self {
            Source::Files(files) => !files.streams().all(InputStream::is_regular_file),
            Source::Records(_) => true,
            Source::Kept(_) => false,
            #[cfg(test)]
            Source::Made(made) => made.may_block(),
        }
    }

    /// The inputs of text that is read here, for warnings about them.
    pub fn inputs(&self) -> Vec<&InputStream> {
        match self {
            Source::Files(files) => files.streams().collect(),
            Source::Records(source) => source.records.inputs(),
            _ => Vec::new(),
        }
    }

    /// Notes and warnings about what was read here.
    pub fn remarks(&self) -> Vec<String> {
        match self {
            Source::Files(files) => files.warnings().to_vec(),
            Source::Records(source) => source.records.remarks(),
            _ => Vec::new(),
        }
    }

    /// How the files that are not plain lines were read.
    pub fn files(&self) -> Vec<FileRead> {
        match self {
            Source::Records(source) => source.records.files(),
            _ => Vec::new(),
        }
    }

    /// How the answers of each log ended; none if candidates are not logs.
    pub fn endings(&self) -> Vec<Endings> {
        match self {
            Source::Records(source) => source.records.endings(),
            _ => Vec::new(),
        }
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
