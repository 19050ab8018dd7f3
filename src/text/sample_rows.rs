//! Records, several in a row for the samples of one segment.

use super::record::{Record, Records, Role};
use crate::bleu::shards::ids::IdSet;
use crate::text::display::count;
use anyhow::{Result, bail, ensure};
use std::mem;
use std::num::NonZeroUsize;

/// Records that are joined to segments of several samples. They agree in all but the candidate.
pub struct SampleRows {
    records: Box<dyn Records>,
    ends: SegmentEnds,
    /// The record that begins the next segment, once it was read.
    first: Option<Record>,
    row: Record,
    /// Number of segments that were returned.
    segments: u64,
}

/// Where segments end.
pub enum SegmentEnds {
    /// After this many records.
    Number(NonZeroUsize),
    /// Where the id changes. An id comes only once.
    Id(IdSet),
}

impl SampleRows {
    /// Records of segments that end so.
    pub fn new(records: Box<dyn Records>, ends: SegmentEnds) -> SampleRows {
        SampleRows { records, ends, first: None, row: Record::default(), segments: 0 }
    }

    /// Reads a row; false at the end.
    fn read_row(&mut self) -> Result<bool> {
        self.row.clear();
        self.records.read(&mut self.row)
    }

    /// Whether the row, which follows `samples` others of a segment, belongs to it.
    fn continues(&self, segment: &Record, samples: usize) -> bool {
        match &self.ends {
            SegmentEnds::Number(number) => samples < number.get(),
            SegmentEnds::Id(_) => self.row.label(Role::Segment) == segment.label(Role::Segment),
        }
    }

    /// Checks that no earlier segment has the id of this one.
    fn check_id(&mut self, segment: &Record) -> Result<()> {
        let SegmentEnds::Id(ids) = &mut self.ends else { return Ok(()) };
        let (name, place) = (self.records.name(), &segment.place);
        let id = String::from_utf8_lossy(segment.label(Role::Segment).unwrap_or_default());
        ensure!(!id.is_empty(), "{name}: {place}: an empty id; every row needs one for --samples-by");
        let advice = "sort the rows, so that those with the same id follow each other";
        ensure!(ids.insert(&id), "{name}: {place}: the id {id} comes again after others; {advice}");
        Ok(())
    }
}

impl Records for SampleRows {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        if self.first.is_none() && self.segments == 0 && self.read_row()? {
            self.first = Some(mem::take(&mut self.row));
        }
        let Some(mut segment) = self.first.take() else { return Ok(false) };
        self.check_id(&segment)?;
        for samples in 1.. {
            if !self.read_row()? {
                if let SegmentEnds::Number(number) = self.ends
                    && samples < number.get()
                {
                    let (name, segments) = (self.records.name(), count(self.segments, "segment"));
                    let more = count(samples as u64, "record");
                    let fault = "the number of records is not a multiple of --samples";
                    bail!("{name}: {fault}: {segments} of {number} and {more} more");
                }
                break;
            }
            if !self.continues(&segment, samples) {
                self.first = Some(mem::take(&mut self.row));
                break;
            }
            if let Some(kind) = segment.difference(&self.row) {
                let (name, place, first) = (self.records.name(), &self.row.place, &segment.place);
                bail!("{name}: {place}: another {kind} than {first}, which is a sample of the same segment");
            }
            self.row.of_role(Role::Candidate).for_each(|sample| segment.add(Role::Candidate, sample));
        }
        self.segments += 1;
        *record = segment;
        Ok(true)
    }

    fn inner(&self) -> Option<&dyn Records> {
        Some(&*self.records)
    }
}
