//! Lines of plain files as records, which may have labels, be left out, or lack references.

use super::not_utf8::not_utf8_message;
use super::open::InputStream;
use super::record::{LabelKind, Place, Record, Records};
use super::{ParallelFiles, Source};
use anyhow::{Result, bail};
use std::path::Path;

/// Advice if a candidate does not have the length of a test set of which lines are chosen.
const WHOLE_SET: &str =
    "\n  the candidate must translate the whole test set; --origlang and --subset select lines from it";

/// Files to read together, line by line.
pub struct Files<'a> {
    pub candidates: &'a [&'a Path],
    pub references: &'a [&'a Path],
    /// Labels of segments.
    pub labels: Vec<(&'a Path, LabelKind)>,
    /// Whether each line is kept; `None` for all.
    pub kept: Option<Vec<bool>>,
}

/// Lines of files as records.
pub struct FileRecords {
    files: ParallelFiles,
    candidates: usize,
    references: usize,
    labels: Vec<LabelKind>,
    kept: Option<Vec<bool>>,
    /// Lines that were read together: of the candidates, the references, the labels.
    texts: Vec<Vec<u8>>,
    /// Whether all of them are UTF-8.
    are_utf8: bool,
    /// Start of the next line in each of them.
    starts: Vec<usize>,
    /// Number of lines that are still to be returned.
    remaining: usize,
    /// Number of the line returned last, from 1.
    line: u64,
}

impl FileRecords {
    /// Opens the files; reads nothing yet.
    ///
    /// # Errors
    /// As [`ParallelFiles::open`].
    pub fn open(files: Files) -> Result<FileRecords> {
        let Files { candidates, references, labels, kept } = files;
        let others: Vec<&Path> = references.iter().copied().chain(labels.iter().map(|(path, _)| *path)).collect();
        let inputs = candidates.len() + others.len();
        let files = ParallelFiles::open(candidates, &others)?;
        Ok(FileRecords {
            files: if kept.is_some() { files.with_length_advice(WHOLE_SET) } else { files },
            candidates: candidates.len(),
            references: references.len(),
            labels: labels.iter().map(|(_, kind)| *kind).collect(),
            kept,
            texts: vec![Vec::new(); inputs],
            are_utf8: true,
            starts: vec![0; inputs],
            remaining: 0,
            line: 0,
        })
    }

    /// Names of the candidates and references, for messages.
    pub fn names(&self) -> Vec<String> {
        self.files.names()[..self.candidates + self.references].to_vec()
    }

    /// Fills the record with the next line of each file.
    fn fill(&mut self, record: &mut Record) -> Result<()> {
        self.remaining -= 1;
        self.line += 1;
        record.clear();
        record.place = Place::Line(self.line);
        for (column, (text, start)) in self.texts.iter().zip(&mut self.starts).enumerate() {
            let rest = &text[*start..];
            let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
            *start += line.len() + 1;
            if !self.are_utf8 && str::from_utf8(line).is_err() {
                let input = self.files.inputs()[column];
                let skipped = if self.line == 1 { input.skipped_bytes() } else { 0 };
                bail!(not_utf8_message(input.name(), self.line, line, skipped));
            }
            if column < self.candidates {
                record.add_candidate(line);
            } else if column < self.candidates + self.references {
                record.add_reference(Some(line));
            } else {
                let kind = self.labels[column - self.candidates - self.references];
                record.add_label(kind, line.strip_suffix(b"\r").unwrap_or(line));
            }
        }
        Ok(())
    }
}

impl Records for FileRecords {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        loop {
            if self.remaining == 0 {
                self.remaining = self.files.read_lines(self.texts.iter_mut())?;
                if self.remaining == 0 {
                    return Ok(false);
                }
                self.are_utf8 = self.texts.iter().all(|text| simdutf8::basic::from_utf8(text).is_ok());
                self.starts.fill(0);
            }
            self.fill(record)?;
            let line = usize::try_from(self.line - 1)?;
            if self.kept.as_ref().is_none_or(|kept| kept.get(line).copied().unwrap_or_default()) {
                return Ok(true);
            }
        }
    }

    fn is_ready(&self) -> bool {
        let lines = self.line as usize..self.line as usize + self.remaining;
        self.remaining > 0
            && self.kept.as_ref().is_none_or(|kept| kept.get(lines).is_some_and(|lines| lines.contains(&true)))
    }

    /// The first reference, or the candidate if there is none.
    fn name(&self) -> &str {
        &self.files.names()[if self.references > 0 { self.candidates } else { 0 }]
    }

    fn name_of_labels(&self, kind: LabelKind) -> &str {
        let label = self.labels.iter().position(|of| *of == kind).unwrap_or_default();
        &self.files.names()[self.candidates + self.references + label]
    }

    fn inputs(&self) -> Vec<&InputStream> {
        self.files.inputs()
    }

    fn missing_reference(&self) -> String {
        let names = &self.files.names()[self.candidates..self.candidates + self.references];
        format!(
            "no reference; the line is empty in {}; fill it in one of them, or leave it out of all files",
            names.join(", ")
        )
    }
}
