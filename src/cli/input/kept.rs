//! Text that is kept while a command reads it, so that a report can read it again: pipes can be read only once.

use super::{Batch, InputStream, Source};
use anyhow::Result;
use std::path::Path;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Text that was read, in memory. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct KeptText(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    /// Names of the candidates.
    candidates: Vec<PathBuf>,
    batches: Vec<Arc<Batch>>,
    /// Whether all of it was read.
    is_complete: bool,
}

impl KeptText {
    /// A source that keeps all that it reads from another, which has these candidates.
    pub fn keep(&self, source: Box<dyn Source>, candidates: &[&Path]) -> Box<dyn Source> {
        let candidates = candidates.iter().map(|name| name.to_path_buf()).collect();
        *self.lock() = Kept { candidates, ..Kept::default() };
        Box::new(Keeping { source, text: self.clone() })
    }

    /// A source of the text that was kept, with these candidates and all references; `None` if not all of it was read.
    pub fn source(&self, candidates: &[&Path]) -> Option<Box<dyn Source>> {
        let kept = self.lock();
        let place = |name: &&Path| kept.candidates.iter().position(|candidate| candidate == name);
        let candidates = candidates.iter().map(place).collect::<Option<Vec<usize>>>()?;
        let batches = kept.batches.clone().into_iter();
        kept.is_complete.then(|| Box::new(Again { batches, candidates }) as Box<dyn Source>)
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A source whose text is kept.
struct Keeping {
    source: Box<dyn Source>,
    text: KeptText,
}

impl Source for Keeping {
    fn read(&mut self, batch: &mut Batch) -> Result<bool> {
        let is_batch = self.source.read(batch)?;
        let mut kept = self.text.lock();
        if is_batch {
            kept.batches.push(Arc::new(batch.clone()));
        }
        kept.is_complete = !is_batch;
        Ok(is_batch)
    }

    fn names(&self) -> &[String] {
        self.source.names()
    }

    fn may_block(&self) -> bool {
        self.source.may_block()
    }

    fn inputs(&self) -> Vec<&InputStream> {
        self.source.inputs()
    }
}

/// A source of text that was kept.
struct Again {
    batches: std::vec::IntoIter<Arc<Batch>>,
    /// Places of the candidates among those that were kept.
    candidates: Vec<usize>,
}

impl Source for Again {
    fn read(&mut self, batch: &mut Batch) -> Result<bool> {
        let Some(next) = self.batches.next() else { return Ok(false) };
        batch.copy(&next, &self.candidates);
        Ok(true)
    }

    fn names(&self) -> &[String] {
        &[]
    }

    fn may_block(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Role;
    use super::super::records_format::{RecordsFormat, records_of};
    use super::super::{EmptyReference, RecordSource};
    use super::*;
    use crate::Definition;
    use std::io::Cursor;

    fn texts(source: &mut dyn Source) -> Vec<(Vec<String>, Vec<bool>)> {
        let (mut batch, mut batches) = (Batch::default(), Vec::new());
        while source.read(&mut batch).unwrap() {
            let (segments, _) = batch.segments();
            let has_last = (0..segments.len()).map(|i| segments.has(segments.references().len() - 1, i)).collect();
            batches.push((segments.texts().iter().map(|text| text.to_string()).collect(), has_last));
            batch.begin(0, 0);
        }
        batches
    }

    #[test]
    fn text_is_read_again_with_some_of_its_candidates() {
        let table =
            "{\"a\": \"x\", \"b\": \"y\", \"r\": [\"1\", \"2\"]}\n{\"a\": \"u\", \"b\": \"v\", \"r\": [\"3\"]}\n";
        let columns: Vec<(String, Role)> =
            [("a", Role::Candidate), ("b", Role::Candidate), ("r", Role::Reference)].map(|(n, r)| (n.into(), r)).into();
        let records = records_of(Box::new(Cursor::new(table)), RecordsFormat::Jsonl, columns.clone()).unwrap();
        let source = RecordSource::new(records, &columns, &Definition::default(), EmptyReference::Empty, Vec::new());
        let (text, [a, b]) = (KeptText::default(), ["a", "b"].map(Path::new));
        let mut keeping = text.keep(Box::new(source), &[a, b]);
        assert!(text.source(&[a]).is_none());
        let read = texts(&mut *keeping);
        assert_eq!(texts(&mut *text.source(&[a, b]).unwrap()), read);
        let found = texts(&mut *text.source(&[b]).unwrap());
        assert_eq!(found, [(["y\nv\n", "1\n3\n", "2\n\n"].map(String::from).to_vec(), vec![true, false])]);
        assert!(text.source(&[Path::new("c")]).is_none());
    }
}
