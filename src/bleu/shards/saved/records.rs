//! The statistics of a saved run as records of shards.

use super::{SavedRun, TextRole, malformed};
use crate::bleu::shards::{Record, RecordError, SegmentRecord, SumRecord};
use crate::bleu::signature::{ReferenceCount, Signature};
use std::collections::BTreeMap;

impl SavedRun {
    /// The sums and the segments of each system, as `--stats=segments` records them. Segments without ids are numbered; fingerprints
    /// of their references are not known.
    ///
    /// # Errors
    /// If the run has several definitions, or samples.
    pub fn records(&self) -> Result<Vec<Record<'static>>, RecordError> {
        let counts = &self.counts;
        let unsupported = |what: &str| malformed(format!("a saved run of {what}"));
        let [definition] = &counts.definitions[..] else { return Err(unsupported("several test sets")) };
        if !counts.samples.is_empty() {
            return Err(unsupported("samples"));
        }
        let signature: Signature = definition.signature.parse()?;
        let references = match signature.references() {
            ReferenceCount::Fixed(count) => count.get(),
            ReferenceCount::Varying => self.texts.iter().filter(|text| text.role == TextRole::Reference).count(),
        };
        let mut records = Vec::new();
        for (place, system) in self.asked.systems.iter().enumerate() {
            let empty = SumRecord::new(signature.clone(), references, system, place)?.with_ids()?;
            let (mut sums, mut segments) = (BTreeMap::<Option<&String>, SumRecord>::new(), Vec::new());
            let tables = counts.parts.iter().filter_map(|part| part.tables.get(place));
            for (segment, statistics) in tables.flat_map(|table| table.iter()).enumerate() {
                let id = counts.ids.get(segment).cloned().unwrap_or_else(|| (segment + 1).to_string());
                let group = counts.group_places.get(segment).and_then(|group| counts.groups.get(*group as usize));
                let sum = sums.entry(group).or_insert_with(|| SumRecord { group: group.cloned(), ..empty.clone() });
                sum.add_segment(&id, &statistics)?;
                let record = SegmentRecord::new(empty.key(), id, system.clone(), statistics);
                let group = group.map(|group| group.clone().into());
                segments.push(Record::Segment(Box::new(SegmentRecord { group, ..record })));
            }
            records.extend(sums.into_values().map(|sum| Record::Sum(Box::new(sum))));
            records.extend(segments);
        }
        Ok(records)
    }
}
