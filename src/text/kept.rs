//! Text that is kept while a command reads it, for a second reading: pipes can be read only once.

use super::batch::Batch;
use super::source::Source;
use std::path::{Path, PathBuf};
use std::sync::MutexGuard;
use std::sync::{Arc, Mutex, PoisonError};

/// Text that was read, in memory. Clones share it.
#[derive(Clone, Debug)]
pub struct KeptText {
    kept: Arc<Mutex<Kept>>,
    /// Maximum size in bytes; the batches beyond it are not kept.
    most: u64,
}

#[derive(Debug, Default)]
struct Kept {
    /// Names of the candidates.
    candidates: Vec<PathBuf>,
    batches: Vec<Arc<Batch>>,
    /// Size in bytes of all batches that were read.
    size: u64,
    /// Whether all of the text was read and kept.
    is_complete: bool,
}

impl KeptText {
    /// All text that is read.
    pub fn all() -> KeptText {
        KeptText::first(u64::MAX)
    }

    /// The first of the text that is read, up to a size in bytes.
    pub fn first(most: u64) -> KeptText {
        KeptText { kept: Arc::default(), most }
    }

    /// Begins to keep a text, which has these candidates.
    pub(super) fn begin(&self, candidates: &[&Path]) {
        let candidates = candidates.iter().map(|name| name.to_path_buf()).collect();
        *self.lock() = Kept { candidates, ..Kept::default() };
    }

    /// Adds the next batch that was read; `None` at the end of the input.
    pub(super) fn add(&self, batch: Option<&Batch>) {
        let mut kept = self.lock();
        kept.size += batch.map_or(0, Batch::text_bytes);
        let is_kept = kept.size <= self.most;
        kept.batches.extend(batch.filter(|_| is_kept).map(|batch| Arc::new(batch.clone())));
        kept.is_complete = batch.is_none() && is_kept;
    }

    /// A source of the text that was kept, with these candidates and all references; `None` if that is not all of it.
    pub fn source(&self, candidates: &[&Path]) -> Option<Source> {
        let kept = self.lock();
        // A file may be a candidate and then have the source text too.
        let place = |(at, name): (usize, &&Path)| {
            let nth = candidates[..at].iter().filter(|other| *other == name).count();
            let mut same = (0..kept.candidates.len()).filter(|place| kept.candidates[*place] == **name);
            same.nth(nth)
        };
        let candidates = candidates.iter().enumerate().map(place).collect::<Option<Vec<usize>>>()?;
        kept.is_complete.then(|| kept.again(candidates, &[]))
    }

    /// A source of the text that was kept, with all candidates; the names are for messages.
    pub(super) fn again(&self, names: &[String]) -> Source {
        let kept = self.lock();
        kept.again((0..kept.candidates.len()).collect(), names)
    }

    /// Whether all of the text was read and kept.
    pub fn is_complete(&self) -> bool {
        self.lock().is_complete
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn again(&self, candidates: Vec<usize>, names: &[String]) -> Source {
        Source::Kept(KeptSource { batches: self.batches.clone().into_iter(), candidates, names: names.to_vec() })
    }
}

/// A source of text that was kept.
pub struct KeptSource {
    batches: std::vec::IntoIter<Arc<Batch>>,
    /// Places of the candidates among those that were kept.
    candidates: Vec<usize>,
    names: Vec<String>,
}

impl KeptSource {
    /// Reads the next batch; false at the end of the text.
    pub fn read(&mut self, batch: &mut Batch) -> bool {
        let next = self.batches.next();
        next.is_some_and(|next| {
            batch.copy(&next, &self.candidates);
            true
        })
    }

    /// Names of the inputs, the candidates first.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use super::super::input_format::{InputFormat, records_of};
    use super::super::record::Role;
    use super::super::{BatchReader, Input, RecordSource};
    use super::*;
    use crate::bleu::scoring::Definition;
    use std::io::Cursor;

    fn texts(reader: &mut BatchReader) -> Vec<(Vec<String>, Vec<bool>)> {
        let (mut batch, mut batches) = (Batch::default(), Vec::new());
        while reader.read(&mut batch).unwrap() {
            let (segments, _) = batch.segments();
            let has_last = (0..segments.len()).map(|i| segments.has(segments.references().len() - 1, i)).collect();
            batches.push((segments.texts().iter().map(|text| text.to_string()).collect(), has_last));
        }
        batches
    }

    /// A source with the candidates `a` and `b`, from a table.
    fn table() -> Source {
        let table =
            "{\"a\": \"x\", \"b\": \"y\", \"r\": [\"1\", \"2\"]}\n{\"a\": \"u\", \"b\": \"v\", \"r\": [\"3\"]}\n";
        let columns: Vec<(String, Role)> =
            [("a", Role::Candidate), ("b", Role::Candidate), ("r", Role::Reference)].map(|(n, r)| (n.into(), r)).into();
        let records = records_of(Box::new(Cursor::new(table)), InputFormat::Jsonl, columns.clone()).unwrap();
        let definition = Definition::default();
        let source = RecordSource::new(records, &columns, &definition, &Input::default(), Vec::new());
        Source::Records(Box::new(source))
    }

    #[test]
    fn text_is_read_again_with_some_of_its_candidates() {
        let (text, [a, b]) = (KeptText::all(), ["a", "b"].map(Path::new));
        let mut keeping = BatchReader::new(table()).kept(&text, &[a, b]);
        assert!(text.source(&[a]).is_none());
        let read = texts(&mut keeping);
        assert_eq!(texts(&mut BatchReader::new(text.source(&[a, b]).unwrap())), read);
        assert_eq!(texts(&mut keeping.again().unwrap()), read);
        let found = texts(&mut BatchReader::new(text.source(&[b]).unwrap()));
        assert_eq!(found, [(["y\nv\n", "1\n3\n", "2\n\n"].map(String::from).to_vec(), vec![true, false])]);
        assert!(text.source(&[Path::new("c")]).is_none());
    }

    #[test]
    fn text_beyond_the_size_is_not_kept() {
        let candidates = ["a", "b"].map(Path::new);
        for (most, is_kept) in [(u64::MAX, true), (1, false)] {
            let text = KeptText::first(most);
            let mut keeping = BatchReader::new(table()).kept(&text, &candidates);
            let read = texts(&mut keeping);
            assert_eq!(text.source(&candidates).is_some(), is_kept);
            assert_eq!(texts(&mut keeping.again().unwrap()).len(), if is_kept { read.len() } else { 0 });
        }
    }
}
