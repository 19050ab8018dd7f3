//! Texts given on the command line: one segment.

use super::{Batch, Source};
use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A candidate or several, and their references, each of one line.
pub struct ArgumentTexts {
    /// The candidates, then the references.
    texts: Vec<PathBuf>,
    candidates: usize,
    names: Arc<[String]>,
    was_read: bool,
}

impl ArgumentTexts {
    /// Takes the arguments themselves as texts.
    ///
    /// # Errors
    /// If a text has a line break.
    pub fn new(candidates: &[&Path], references: &[&Path]) -> Result<ArgumentTexts> {
        let texts: Vec<PathBuf> = candidates.iter().chain(references).map(|text| text.to_path_buf()).collect();
        let number = |noun: &str, count: usize| (1..=count).map(|i| format!("{noun} {i}")).collect::<Vec<_>>();
        let names = [number("candidate", candidates.len()), number("reference", references.len())].concat();
        for (text, name) in texts.iter().zip(&names) {
            let has_line_break = text.as_os_str().as_encoded_bytes().contains(&b'\n');
            ensure!(
                !has_line_break,
                "{name}: contains a line break; with --text, an argument is one segment. Use files for several segments"
            );
        }
        Ok(ArgumentTexts { texts, candidates: candidates.len(), names: names.into(), was_read: false })
    }
}

impl Source for ArgumentTexts {
    fn read(&mut self, batch: &mut Batch) -> Result<bool> {
        if std::mem::replace(&mut self.was_read, true) {
            return Ok(false);
        }
        batch.set_shape(self.candidates, self.texts.len() - self.candidates, 1);
        batch.set_names(Arc::clone(&self.names));
        for (column, text) in self.texts.iter().enumerate() {
            batch.text_mut(column).extend_from_slice(text.as_os_str().as_encoded_bytes());
            batch.text_mut(column).push(b'\n');
        }
        Ok(true)
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn may_block(&self) -> bool {
        false
    }
}
