//! Plain files as records, to support labels, line selection and missing references.

use super::open::InputStream;
use super::record::{LabelKind, Place, Record, Records};
use super::{Batch, ParallelFiles, Source};
use anyhow::{Error, Result};
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
    source: ParallelFiles,
    candidates: usize,
    references: usize,
    labels: Vec<LabelKind>,
    kept: Option<Vec<bool>>,
    /// The texts of the batch that is being returned: candidates, references, labels.
    texts: Vec<String>,
    /// Start of the next line in each of them.
    starts: Vec<usize>,
    /// Lines of the batch that are still to be returned.
    remaining: usize,
    line: u64,
    /// The error after this batch.
    fault: Option<Error>,
}

impl FileRecords {
    /// Opens the files; reads nothing yet.
    ///
    /// # Errors
    /// As [`ParallelFiles::open`].
    pub fn open(files: Files) -> Result<FileRecords> {
        let others: Vec<&Path> =
            files.references.iter().copied().chain(files.labels.iter().map(|(path, _)| *path)).collect();
        let source = ParallelFiles::open(files.candidates, &others)?;
        Ok(FileRecords {
            source: if files.kept.is_some() { source.with_length_advice(WHOLE_SET) } else { source },
            candidates: files.candidates.len(),
            references: files.references.len(),
            labels: files.labels.iter().map(|(_, kind)| *kind).collect(),
            kept: files.kept,
            texts: Vec::new(),
            starts: Vec::new(),
            remaining: 0,
            line: 0,
            fault: None,
        })
    }

    /// Names of the candidates and references, for messages.
    pub fn names(&self) -> Vec<String> {
        self.source.names()[..self.candidates + self.references].to_vec()
    }

    /// Reads the next batch of lines; false at the end of the input.
    fn read_batch(&mut self) -> Result<bool> {
        let mut batch = Batch::default();
        batch.begin(0, self.line);
        if !self.source.read(&mut batch)? {
            return Ok(false);
        }
        let (segments, fault) = batch.segments();
        self.texts = segments.texts().iter().map(|text| (*text).to_owned()).collect();
        self.starts = vec![0; self.texts.len()];
        self.remaining = segments.len();
        self.fault = fault;
        Ok(true)
    }
}

impl Records for FileRecords {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        loop {
            while self.remaining == 0 {
                if let Some(fault) = self.fault.take() {
                    return Err(fault);
                }
                if !self.read_batch()? {
                    return Ok(false);
                }
            }
            self.remaining -= 1;
            self.line += 1;
            record.clear();
            record.place = Place::Line(self.line);
            for (column, (text, start)) in self.texts.iter().zip(&mut self.starts).enumerate() {
                let rest = &text[*start..];
                let line = &rest[..memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len())];
                *start += line.len() + 1;
                if column < self.candidates {
                    let range = record.add_text(line.as_bytes());
                    record.push_candidate(range);
                } else if column < self.candidates + self.references {
                    let range = record.add_text(line.as_bytes());
                    record.push_reference(Some(range));
                } else {
                    let range = record.add_text(line.strip_suffix('\r').unwrap_or(line).as_bytes());
                    record.set_label(self.labels[column - self.candidates - self.references], range);
                }
            }
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
        &self.source.names()[if self.references > 0 { self.candidates } else { 0 }]
    }

    fn name_of_labels(&self, kind: LabelKind) -> &str {
        let label = self.labels.iter().position(|of| *of == kind).unwrap_or_default();
        &self.source.names()[self.candidates + self.references + label]
    }

    fn inputs(&self) -> Vec<&InputStream> {
        self.source.inputs()
    }

    fn missing_reference(&self) -> String {
        let names = &self.source.names()[self.candidates..self.candidates + self.references];
        format!(
            "no reference; the line is empty in {}; fill it in one of them, or leave it out of all files",
            names.join(", ")
        )
    }
}
