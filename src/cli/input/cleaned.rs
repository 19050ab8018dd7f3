//! Candidates that are cleaned before anything is counted.

use super::{Batch, Source};
use crate::repair::Repairs;
use anyhow::Result;

/// Repairs of the first candidates of a batch; after them may be the source text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cleaning {
    pub repairs: Repairs,
    /// Number of candidates.
    pub candidates: usize,
}

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
