//! Plain files in which consecutive lines belong to one segment: samples of a candidate, or references.

use super::NoSegments;
use super::checked_lines::{CheckedLines, without_end};
use super::open::InputStream;
use super::record::{Columns, Place, Record, Records, Role};
use crate::cli::display::count;
use crate::cli::messages::error_with_lines;
use anyhow::{Error, Result, bail, ensure};
use std::num::NonZeroUsize;
use std::path::Path;

/// Files of several lines per segment as records.
pub struct SampleFiles {
    files: Vec<File>,
    /// Whether each segment is kept; `None` for all.
    kept: Option<Vec<bool>>,
    /// Number of segments that were read.
    segments: u64,
}

struct File {
    lines: CheckedLines,
    role: Role,
    /// Number of lines of a segment.
    lines_of_segment: usize,
}

impl SampleFiles {
    /// Opens files, of which candidates and references have these numbers of lines per segment, and files of labels one.
    /// Some segments are kept, or all.
    ///
    /// # Errors
    /// If a file cannot be opened.
    pub fn open(
        columns: &Columns<&Path>,
        samples: NonZeroUsize,
        references: NonZeroUsize,
        kept: Option<Vec<bool>>,
    ) -> Result<SampleFiles> {
        let open = |&(path, role): &(&Path, Role)| {
            let lines = CheckedLines::new(InputStream::open(path)?.with_sgml_as_lines());
            let lines_of_segment = match role {
                Role::Candidate => samples.get(),
                Role::Reference => references.get(),
                _ => 1,
            };
            Ok(File { lines, role, lines_of_segment })
        };
        Ok(SampleFiles { files: columns.iter().map(open).collect::<Result<_>>()?, kept, segments: 0 })
    }

    /// Names of the files with texts, for messages.
    pub fn names(&self) -> Vec<String> {
        self.files.iter().filter(|file| file.role.is_text()).map(|file| file.lines.name().to_owned()).collect()
    }

    /// Reads the lines of the next segment; false at the end of all files.
    fn read_segment(&mut self, record: &mut Record) -> Result<bool> {
        record.clear();
        let (mut is_whole, mut is_end) = (true, true);
        for file in &mut self.files {
            let lines = file.read(record)?;
            is_whole &= lines == file.lines_of_segment;
            is_end &= lines == 0;
        }
        if is_end {
            let name = self.files[0].lines.name();
            ensure!(self.segments > 0, NoSegments(format!("{name}: empty; there is nothing to score")));
            return Ok(false);
        }
        if !is_whole {
            bail!(self.mismatch()?);
        }
        self.segments += 1;
        record.place = Place::Lines { segment: self.segments };
        Ok(true)
    }

    /// The error about files of which one ends within a segment, or before others.
    fn mismatch(&mut self) -> Result<Error> {
        for file in &mut self.files {
            file.read_rest()?;
        }
        let lengths: Vec<String> = self.files.iter().map(File::length).collect();
        let cause = match self.files.iter().find(|file| !file.is_whole()) {
            Some(file) if file.role == Role::Candidate => "the number of lines is no multiple of --samples",
            Some(_) => "the number of lines is no multiple of --reference-samples",
            None => "the numbers of segments differ",
        };
        Ok(error_with_lines(format!("{cause}:"), lengths))
    }
}

impl File {
    /// Adds the lines of the next segment to a record, and returns how many there are.
    fn read(&mut self, record: &mut Record) -> Result<usize> {
        for number in 0..self.lines_of_segment {
            let Some(line) = self.lines.next_line_with_end()? else { return Ok(number) };
            // A carriage return is part of a text, but not of a label.
            let is_text = self.role.is_text();
            let line = if is_text { line.strip_suffix(b"\n").unwrap_or(line) } else { without_end(line) };
            record.add(self.role, Some(line));
        }
        Ok(self.lines_of_segment)
    }

    /// Reads to the end, to know the number of lines. A pipe may have no end.
    fn read_rest(&mut self) -> Result<()> {
        if self.lines.input().is_regular_file() {
            while self.lines.next_line()?.is_some() {}
        }
        Ok(())
    }

    fn is_whole(&self) -> bool {
        self.lines.number().is_multiple_of(self.lines_of_segment as u64)
    }

    /// The number of lines and of segments, in words.
    fn length(&self) -> String {
        let (lines, of_segment) = (self.lines.number(), self.lines_of_segment as u64);
        let at_least = if self.lines.input().is_regular_file() { "" } else { "at least " };
        let mut words = format!("{}: {at_least}{}", self.lines.name(), count(lines, "line"));
        if of_segment > 1 {
            words += &format!(", {} of {of_segment}", count(lines / of_segment, "segment"));
        }
        if !self.is_whole() {
            words += &format!(" and {} more", count(lines % of_segment, "line"));
        }
        words
    }
}

impl Records for SampleFiles {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        while self.read_segment(record)? {
            let segment = usize::try_from(self.segments - 1)?;
            if self.kept.as_ref().is_none_or(|kept| kept.get(segment).copied().unwrap_or_default()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_ready(&self) -> bool {
        self.files
            .iter()
            .all(|file| memchr::memchr_iter(b'\n', file.lines.rest()).nth(file.lines_of_segment - 1).is_some())
    }

    fn name(&self) -> &str {
        self.name_of_labels(Role::Candidate)
    }

    fn name_of_labels(&self, role: Role) -> &str {
        let file = self.files.iter().find(|file| file.role == role);
        file.unwrap_or(&self.files[0]).lines.name()
    }

    fn inputs(&self) -> Vec<&InputStream> {
        self.files.iter().map(|file| file.lines.input()).collect()
    }
}
