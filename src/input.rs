//! Input: where segments come from, and how they are read in batches.
//!
//! A [`Source`] fills a [`Batch`] with the lines of candidates and references; workers see its text, checked to be
//! UTF-8, as [`Segments`]. [`Lockstep`] is the source that reads plain files.

mod batch;
mod compressed;
mod length_mismatch;
mod line_reader;
mod lockstep;
mod open;
mod texts;

use anyhow::Result;
pub use batch::{Batch, Segments};
pub use lockstep::Lockstep;
pub use texts::Texts;

/// A source of segments: candidates and their references, read in batches.
pub trait Source: Send {
    /// Reads the next batch into `batch`, which is empty; false at the end of the input.
    ///
    /// # Errors
    /// If the input cannot be read, or its parts do not match. Segments before the error were in earlier batches.
    /// Nothing is read after an error.
    fn read(&mut self, batch: &mut Batch) -> Result<bool>;

    /// Names of the inputs for messages, those of the candidates first.
    fn names(&self) -> &[String];

    /// Names of the inputs that began with a byte order mark, which was skipped.
    fn with_byte_order_mark(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Labels of groups, in order of first appearance in the segments read so far; batches refer to them by index.
    fn groups(&self) -> &[String] {
        &[]
    }
}
