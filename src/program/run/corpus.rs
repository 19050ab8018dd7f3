//! A corpus that was read and counted once: what is kept of it, and a summary of its input. The type says what is kept.

use super::counted::CountedSegments;
use super::counting::fold_counts;
use super::groups::{Append, Grouped, tables};
use crate::program::request::Request;
use crate::program::results::CorpusSums;
use crate::program::results::input_summary::InputSummary;
use anyhow::Result;
use std::sync::Arc;

/// The kept part of a corpus: counts of type `K`, for all segments and for each group. They are
/// - [`CorpusSums`]: sums, in constant memory
/// - tables of statistics: a row per segment and candidate
#[derive(Default)]
pub struct Corpus<K> {
    pub counts: Grouped<K>,
    pub summary: InputSummary,
}

impl<K: Append + Default + Send + 'static> Corpus<K> {
    /// Reads the segments of a request, and keeps what `keep` takes from the counts of each batch.
    ///
    /// # Errors
    /// If the input cannot be read or counted.
    pub(super) fn read(
        request: &Arc<Request>,
        keep: impl FnMut(&Request, CountedSegments) -> Result<Grouped<K>> + Clone + Send + Sync + 'static,
    ) -> Result<Corpus<K>> {
        let mut counts = Grouped::default();
        let summary = fold_counts(request, keep, |next| counts.append(next))?;
        Ok(Corpus { counts, summary })
    }
}

impl Corpus<CorpusSums> {
    /// Reads the segments of a request, and keeps their sums.
    ///
    /// # Errors
    /// As `read`.
    pub(super) fn sums(request: &Arc<Request>) -> Result<Corpus<CorpusSums>> {
        Corpus::read(request, |request, counted| {
            Ok(tables(&counted)?.map(|tables| CorpusSums::from_tables(&request.definition, &tables)))
        })
    }
}
