//! Candidates that are cleaned before anything is counted.

use super::batch::{Batch, Cleaning};
use super::source::Source;
use anyhow::Result;

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
