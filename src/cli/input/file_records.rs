//! Lines of plain files as records, which may have labels, be left out, or lack references.

use super::checked_lines::{LineBlock, without_end};
use super::open::InputStream;
use super::record::{Columns, Place, Record, Records, Role};
use super::{ParallelFiles, Source};
use anyhow::Result;
use std::path::Path;

/// Advice if a candidate does not have the length of a test set of which lines are chosen.
const WHOLE_SET: &str = "the candidate must translate the whole test set; --origlang and --subset select lines from it";

/// Lines of files as records.
pub struct FileRecords {
    files: ParallelFiles,
    roles: Vec<Role>,
    /// Whether each line is kept; `None` for all.
    kept: Option<Vec<bool>>,
    /// Lines that were read together from each file.
    blocks: Vec<LineBlock>,
    /// Number of them that are still to be returned.
    remaining: usize,
    /// Number of the line returned last, from 1.
    line: u64,
}

impl FileRecords {
    /// Opens files to be read together, line by line, of which some lines are kept, or all; reads nothing yet.
    ///
    /// # Errors
    /// As [`ParallelFiles::open`].
    pub fn open(files: &Columns<&Path>, kept: Option<Vec<bool>>) -> Result<FileRecords> {
        let (paths, roles): (Vec<&Path>, Vec<Role>) = files.iter().copied().unzip();
        let candidates = roles.iter().take_while(|role| **role == Role::Candidate).count();
        let advice = kept.is_some().then_some(WHOLE_SET);
        let files = ParallelFiles::open(&paths[..candidates], &paths[candidates..])?.with_length_advice(advice);
        let blocks = paths.iter().map(|_| LineBlock::default()).collect();
        Ok(FileRecords { files, roles, kept, blocks, remaining: 0, line: 0 })
    }

    /// Names of the files with texts, for messages.
    pub fn names(&self) -> Vec<String> {
        self.names_of(|role| role.is_text())
    }

    fn names_of(&self, is_wanted: impl Fn(Role) -> bool) -> Vec<String> {
        let names = self.files.names().iter().zip(&self.roles);
        names.filter(|(_, role)| is_wanted(**role)).map(|(name, _)| name.clone()).collect()
    }

    /// Reads the next line of each file into the record; false at their end.
    fn read_line(&mut self, record: &mut Record) -> Result<bool> {
        if self.remaining == 0 {
            self.remaining = self.files.read_lines(self.blocks.iter_mut().map(LineBlock::text_mut))?;
            if self.remaining == 0 {
                return Ok(false);
            }
            self.blocks.iter_mut().for_each(LineBlock::check);
        }
        self.remaining -= 1;
        self.line += 1;
        record.clear();
        record.place = Place::Line(self.line);
        for ((block, input), &role) in self.blocks.iter_mut().zip(self.files.streams()).zip(&self.roles) {
            let line = block.next_line(input)?.unwrap_or_default();
            // A carriage return is part of a text, but not of a label.
            let line = if role.is_text() { line.strip_suffix(b"\n").unwrap_or(line) } else { without_end(line) };
            record.add(role, Some(line));
        }
        Ok(true)
    }
}

impl Records for FileRecords {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        while self.read_line(record)? {
            let line = usize::try_from(self.line - 1)?;
            if self.kept.as_ref().is_none_or(|kept| kept.get(line).copied().unwrap_or_default()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_ready(&self) -> bool {
        let lines = self.line as usize..self.line as usize + self.remaining;
        self.remaining > 0
            && self.kept.as_ref().is_none_or(|kept| kept.get(lines).is_some_and(|lines| lines.contains(&true)))
    }

    /// The first reference, or the candidate if there is none.
    fn name(&self) -> &str {
        self.name_of_labels(Role::Reference)
    }

    fn name_of_labels(&self, role: Role) -> &str {
        let file = self.roles.iter().position(|of| *of == role).unwrap_or_default();
        &self.files.names()[file]
    }

    fn inputs(&self) -> Vec<&InputStream> {
        self.files.inputs()
    }

    fn missing_reference(&self) -> String {
        let names = self.names_of(|role| role == Role::Reference);
        format!(
            "no reference; the line is empty in {}; fill it in one of them, or leave out such segments with \
             --empty-reference skip",
            names.join(", ")
        )
    }
}
