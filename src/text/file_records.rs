//! Lines of plain files as records, which may have labels, be left out, or lack references. Several consecutive lines may
//! belong to one segment: samples of a candidate, or references.

use super::checked_lines::LineBlock;
use super::checked_lines::without_end;
use super::open::InputStream;
use super::parallel_files::ParallelFiles;
use super::record::{Record, RecordPlace, Records, Role};
use anyhow::Result;

/// Advice if a candidate does not have the length of a test set whose lines are chosen.
const WHOLE_SET: &str = "the candidate must translate the whole test set; --origlang and --subset select lines from it";

/// Lines of files as records.
pub struct FileRecords {
    files: ParallelFiles,
    /// The role of each file, and its number of lines of a segment.
    columns: Vec<(Role, usize)>,
    /// Whether each segment is kept; `None` for all.
    kept: Option<Vec<bool>>,
    /// Lines that were read together from each file.
    blocks: Vec<LineBlock>,
    /// Number of segments in them that are still to be returned.
    remaining: usize,
    /// Number of the segment returned last, from 1.
    segment: u64,
}

impl FileRecords {
    /// The lines of files, which have these roles and this number of lines of a segment. Some segments are kept, or all.
    pub fn new(mut files: ParallelFiles, columns: Vec<(Role, usize)>, kept: Option<Vec<bool>>) -> FileRecords {
        files.lines_per_segment = columns.iter().map(|(_, lines)| *lines).collect();
        files.length_advice = kept.is_some().then_some(WHOLE_SET);
        let blocks = columns.iter().map(|_| LineBlock::default()).collect();
        FileRecords { files, columns, kept, blocks, remaining: 0, segment: 0 }
    }

    /// Names of the files of some roles, for messages.
    pub fn names_of(&self, is_wanted: impl Fn(Role) -> bool) -> Vec<String> {
        let names = self.files.names().iter().zip(&self.columns);
        names.filter(|(_, (role, _))| is_wanted(*role)).map(|(name, _)| name.clone()).collect()
    }

    /// Reads the next segment into the record; false at the end of the files.
    fn read_segment(&mut self, record: &mut Record) -> Result<bool> {
        if self.remaining == 0 {
            self.remaining = self.files.read_segments(self.blocks.iter_mut().map(LineBlock::text_mut))?;
            if self.remaining == 0 {
                return Ok(false);
            }
        }
        self.remaining -= 1;
        self.segment += 1;
        record.clear();
        let is_line = self.columns.iter().all(|(_, lines)| *lines == 1);
        record.place = RecordPlace::new(if is_line { "line" } else { "segment" }, self.segment);
        let files = self.blocks.iter_mut().zip(self.files.streams()).zip(&self.columns);
        for ((block, input), &(role, lines)) in files {
            for _ in 0..lines {
                let line = block.next_line(input)?.unwrap_or_default();
                // A carriage return is part of a text, but not of a label.
                let line = if role.is_text() { line.strip_suffix(b"\n").unwrap_or(line) } else { without_end(line) };
                record.add_line(role, Some(line));
            }
        }
        Ok(true)
    }
}

impl Records for FileRecords {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        while self.read_segment(record)? {
            let segment = usize::try_from(self.segment - 1)?;
            if self.kept.as_ref().is_none_or(|kept| kept.get(segment).copied().unwrap_or_default()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_ready(&self) -> bool {
        let segments = self.segment as usize..self.segment as usize + self.remaining;
        self.remaining > 0
            && self.kept.as_ref().is_none_or(|kept| kept.get(segments).is_some_and(|kept| kept.contains(&true)))
    }

    /// The first reference, or the candidate if there is none.
    fn name(&self) -> &str {
        self.name_of_labels(Role::Reference)
    }

    fn name_of_labels(&self, role: Role) -> &str {
        let file = self.columns.iter().position(|(of, _)| *of == role).unwrap_or_default();
        &self.files.names()[file]
    }

    fn inputs(&self) -> Vec<&InputStream> {
        self.files.streams().collect()
    }

    fn remarks(&self) -> Vec<String> {
        self.files.warnings().to_vec()
    }

    fn missing_reference(&self) -> String {
        let names = self.names_of(|role| role == Role::Reference).join(", ");
        let advice = "fill it in one of them, or leave out such segments with --empty-reference skip";
        format!("no reference; the line is empty in {names}; {advice}")
    }
}
