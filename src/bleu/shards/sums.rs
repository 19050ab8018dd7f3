//! Sums of the statistics of segments, with what is summed beside them.

use super::ids::hash_id;
use super::{PoissonSums, RecordError};
use crate::bleu::error::Error;
use crate::bleu::scoring::{SegmentStatistics, Statistics};

/// Numbers that add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sums {
    /// Number of segments.
    pub segments: u64,
    /// Sum of the hashes of the segments' ids, modulo 2^64; `None` if segments have no ids.
    pub ids: Option<u64>,
    /// Sum of the statistics.
    pub statistics: Statistics,
    /// Sums of Poisson resamples, if asked for.
    pub poisson: Option<PoissonSums>,
}

impl Sums {
    /// Adds a segment. The id counts only if these sums have ids or Poisson resamples.
    ///
    /// # Errors
    /// If the order differs or a number exceeds 64 bits.
    pub(crate) fn add_segment(&mut self, id: &str, statistics: &Statistics) -> Result<(), Error> {
        self.statistics.merge(statistics)?;
        self.segments = self.segments.checked_add(1).ok_or(Error::Overflow)?;
        if let Some(ids) = &mut self.ids {
            *ids = ids.wrapping_add(hash_id(id));
        }
        match &mut self.poisson {
            Some(poisson) => poisson.add_segment(id, statistics),
            None => Ok(()),
        }
    }

    /// Adds all segments of a table, as [`add_segment`](Self::add_segment) does one by one. Without ids and Poisson
    /// resamples, `ids` may be empty.
    ///
    /// # Errors
    /// If the order differs, a number exceeds 64 bits, or ids are needed and not as many as segments.
    pub(crate) fn add_table(&mut self, ids: &[impl AsRef<str>], table: &SegmentStatistics) -> Result<(), Error> {
        if self.ids.is_none() && self.poisson.is_none() {
            self.statistics.merge(&table.sum())?;
            self.segments = self.segments.checked_add(table.len() as u64).ok_or(Error::Overflow)?;
            return Ok(());
        }
        if ids.len() != table.len() {
            return Err(Error::ListLengths { expected: table.len(), found: ids.len() });
        }
        ids.iter().zip(table.iter()).try_for_each(|(id, statistics)| self.add_segment(id.as_ref(), &statistics))
    }

    /// Checks that sums of no segments are 0, that resamples have sums if there are segments, and that there are as many
    /// 1-grams as tokens; some tools count one for a segment without tokens.
    pub(super) fn check_segments(&self) -> Result<(), RecordError> {
        let Sums { segments, ids, statistics, poisson } = self;
        let is_zero = ids.is_none_or(|ids| ids == 0) && statistics.row().iter().all(|&sum| sum == 0);
        let has_empty_resamples = poisson.as_ref().map(|poisson| poisson.sums.is_empty());
        let is_possible = match segments {
            0 => is_zero && has_empty_resamples != Some(false),
            _ => {
                let unigrams = statistics.total().first().map(|unigrams| unigrams.checked_sub(statistics.hyp_len()));
                has_empty_resamples != Some(true)
                    && unigrams.is_none_or(|more| more.is_some_and(|more| more <= *segments))
            }
        };
        if is_possible {
            return Ok(());
        }
        Err(RecordError::Impossible { segments: *segments })
    }

    /// Adds the sums of other segments.
    ///
    /// # Errors
    /// If these are sums of another kind, or if a number exceeds 64 bits.
    pub(crate) fn add(&mut self, other: &Sums) -> Result<(), RecordError> {
        let Sums { segments, ids, statistics, poisson } = other;
        self.statistics.merge(statistics)?;
        self.segments = self.segments.checked_add(*segments).ok_or(Error::Overflow)?;
        self.ids = match (self.ids, *ids) {
            (Some(ids), Some(more)) => Some(ids.wrapping_add(more)),
            (None, None) => None,
            _ => return Err(RecordError::MissingIds),
        };
        match (&mut self.poisson, poisson) {
            (Some(poisson), Some(more)) if (poisson.seed, poisson.resamples) == (more.seed, more.resamples) => {
                Ok(poisson.add(more)?)
            }
            (None, None) => Ok(()),
            _ => Err(RecordError::OtherResamples),
        }
    }
}
