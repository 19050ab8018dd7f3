//! The sum of all shards: scores and groups of a corpus that was counted in parts.

#[cfg(feature = "cli")]
use super::ids::number;
use super::{PoissonSums, RecordError, ResampledScores, SumRecord};
use crate::bleu::error::Error;
use crate::bleu::lines::as_strs;
use crate::bleu::scoring::Formula;
use crate::bleu::scoring::{SegmentStatistics, Statistics};
use crate::bleu::signature::{ReferenceCount, Signature};
use crate::bleu::significance::{Correction, Resamples, ResamplingFields};
use std::collections::BTreeMap;
#[cfg(feature = "cli")]
use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

/// The sum of all shards.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MergedShards {
    /// A record for each system and group: systems by their places, then by their names; groups by their labels.
    pub records: Vec<SumRecord>,
    /// Segments, if they were kept, by their ids.
    pub segments: Vec<Segment>,
    /// Their statistics, a table for each system.
    pub tables: Vec<SegmentStatistics>,
    /// The first number that is missing between the ids of records of segments, if all ids are numbers.
    pub gap: Option<u64>,
}

/// A segment of the sum of all shards.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Segment {
    /// Its id.
    pub id: Box<str>,
    /// Group that it belongs to, if segments were divided.
    pub group: Option<Arc<str>>,
    /// Fingerprint of its references, if it was recorded.
    pub references: Option<u64>,
}

impl MergedShards {
    /// Names of the systems, in order.
    pub fn systems(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.records.iter().map(|record| record.system.as_str()).collect();
        names.dedup();
        names
    }

    /// Two systems, without a sign that they have the same segments: they were not counted together, and their
    /// segments have no ids.
    pub fn counted_apart(&self) -> Option<(&str, &str)> {
        let pair = self.records.windows(2).find(|pair| were_counted_apart(&pair[0], &pair[1]))?;
        Some((&pair[0].system, &pair[1].system))
    }

    /// The signature of all segments together.
    ///
    /// # Errors
    /// If there is no record.
    pub fn signature(&self) -> Result<Signature, RecordError> {
        let Some(first) = self.records.first() else { return Err(RecordError::NoRecord) };
        let references = self.records.iter().filter(|record| record.sums.segments > 0);
        let references = references.map(|record| record.signature.references()).reduce(ReferenceCount::merge);
        let references = references.unwrap_or_else(|| first.signature.references());
        Ok(first.signature.clone().with_references(references))
    }

    /// Adds up the groups of each system.
    ///
    /// # Errors
    /// If a number exceeds 64 bits.
    pub fn without_groups(self) -> Result<MergedShards, RecordError> {
        let mut records: Vec<SumRecord> = Vec::new();
        let signature = self.signature()?;
        for record in self.records {
            match records.last_mut().filter(|last| last.system == record.system) {
                Some(last) => last.sums.add(&record.sums)?,
                None => records.push(SumRecord { group: None, signature: signature.clone(), ..record }),
            }
        }
        let segments = self.segments.into_iter().map(|segment| Segment { group: None, ..segment }).collect();
        Ok(MergedShards { records, segments, ..self })
    }

    /// The groups by their labels, each as a corpus without groups; none if segments were not divided.
    pub fn groups(&self) -> Vec<(String, MergedShards)> {
        let mut groups: BTreeMap<&str, MergedShards> = BTreeMap::new();
        let empty = || MergedShards {
            tables: self.tables.iter().map(|table| table.empty_like()).collect(),
            ..MergedShards::default()
        };
        for record in &self.records {
            let Some(label) = record.group.as_deref() else { continue };
            let corpus = groups.entry(label).or_insert_with(empty);
            corpus.records.push(SumRecord { group: None, ..record.clone() });
        }
        for segment in &self.segments {
            let Some(group) = &segment.group else { continue };
            let corpus = groups.entry(group).or_insert_with(empty);
            corpus.segments.push(Segment { group: None, ..segment.clone() });
        }
        for (place, table) in self.tables.iter().enumerate() {
            for (segment, row) in self.segments.iter().zip(table.rows()) {
                let corpus = segment.group.as_deref().and_then(|group| groups.get_mut(group));
                corpus.into_iter().for_each(|corpus| corpus.tables[place].push_row(row));
            }
        }
        groups.into_iter().map(|(label, corpus)| (label.to_owned(), corpus)).collect()
    }

    /// Puts the systems into the order of these names.
    ///
    /// # Errors
    /// If these are not the names of the systems.
    pub fn arrange(&mut self, names: &[impl AsRef<str>]) -> Result<(), RecordError> {
        let systems = self.systems();
        let (mut sorted, mut wanted) = (systems.clone(), as_strs(names));
        sorted.sort_unstable();
        wanted.sort_unstable();
        if sorted != wanted {
            return Err(RecordError::OtherSystems { found: systems.into_iter().map(String::from).collect() });
        }
        let place = |system: &str| names.iter().position(|name| name.as_ref() == system).unwrap_or_default();
        let places: Vec<usize> = systems.into_iter().map(place).collect();
        let mut tables: Vec<_> = places.into_iter().zip(mem::take(&mut self.tables)).collect();
        tables.sort_by_key(|(place, _)| *place);
        self.tables = tables.into_iter().map(|(_, table)| table).collect();
        self.records.sort_by_key(|record| place(&record.system));
        self.records.iter_mut().for_each(|record| record.place = place(&record.system));
        Ok(())
    }

    /// Puts the segments into the order of these ids.
    #[cfg(feature = "cli")]
    pub(crate) fn arrange_segments(&mut self, ids: &[String]) {
        let places: HashMap<&str, usize> = ids.iter().map(String::as_str).zip(0..).collect();
        let mut order: Vec<usize> = (0..self.segments.len()).collect();
        order.sort_by_key(|&segment| places.get(&*self.segments[segment].id).copied());
        self.segments = order.iter().map(|&segment| self.segments[segment].clone()).collect();
        self.tables = self.tables.iter().map(|table| table.only(&order)).collect();
    }

    /// Whether the ids of the segments are the numbers of the lines of a text, so that their order is the text's.
    #[cfg(feature = "cli")]
    pub(crate) fn has_numbered_segments(&self) -> bool {
        (1..).zip(&self.segments).all(|(line, segment)| number(&segment.id) == Some(line))
    }

    /// The scores of each system and of its Poisson resamples; `None` if the records have no resamples, or groups.
    ///
    /// # Errors
    /// If the score is not one of sums ([`Formula::is_score_of_sums`]), if the statistics are not of the formula's
    /// counted order, or if the systems differ in their resamples.
    pub fn resampled_scores(
        &self,
        formula: &Formula,
        correction: Correction,
    ) -> Result<Option<ResampledScores>, Error> {
        formula.check_score_of_sums()?;
        let ungrouped = self.records.iter().filter(|record| record.group.is_none());
        let all: Vec<&PoissonSums> = ungrouped.filter_map(|record| record.sums.poisson.as_ref()).collect();
        let Some(first) = all.first().filter(|_| all.len() == self.records.len()) else { return Ok(None) };
        if all.iter().any(|other| (other.seed, other.resamples) != (first.seed, first.resamples)) {
            return Err(Error::ResamplingMismatch);
        }
        let score = |sum: &Statistics| {
            sum.check_order(formula.counted_order())?;
            Ok(formula.evaluate(sum).value())
        };
        let resampled = all.iter().map(|poisson| poisson.statistics().map(|sum| score(&sum)).collect());
        let resampled = resampled.collect::<Result<_, Error>>()?;
        let scores = self.records.iter().map(|record| score(&record.sums.statistics)).collect::<Result<_, Error>>()?;
        let fields = ResamplingFields::new(Resamples::Poisson, first.resamples, first.seed);
        Ok(Some(ResampledScores::new(scores, resampled, ResamplingFields { correction, ..fields })))
    }
}

/// Whether two records are of systems that were not counted together, and whose segments have no ids.
fn were_counted_apart(a: &SumRecord, b: &SumRecord) -> bool {
    a.system != b.system && a.place == b.place && a.sums.segments > 0 && a.sums.ids.is_none()
}
