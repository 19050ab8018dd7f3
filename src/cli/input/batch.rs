//! A batch of segments: the writable form for sources, and the read-only form for workers.

use super::line_reader::lines_end;
use super::not_utf8::not_utf8_message;
use crate::Error as LibraryError;
use crate::ReferenceCount;
use anyhow::{Error, anyhow};
use std::sync::Arc;

/// Some consecutive segments: lines of each candidate and of each reference.
///
/// A source is given an empty batch and sets its shape and texts. References may be missing in some segments, and
/// their number may differ from batch to batch.
#[derive(Default)]
pub struct Batch {
    number: u64,
    before: u64,
    len: usize,
    candidates: usize,
    /// Number of columns in use: candidates, then references. The vector may hold more, whose memory is kept.
    used: usize,
    columns: Vec<Column>,
    names: Arc<[String]>,
    groups: Vec<u32>,
    group_labels: Vec<Arc<str>>,
    ids: Vec<String>,
}

/// The text of a candidate or a reference.
#[derive(Default)]
struct Column {
    /// Lines, each ended by LF, not yet known to be UTF-8.
    text: Vec<u8>,
    /// Bytes that were skipped before the text, so that messages can count them.
    skipped: usize,
    /// Segments that lack this reference; `None` if no segment does.
    missing: Option<Bits>,
}

/// A set of segments of a batch.
#[derive(Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, i: usize) {
        if self.0.len() <= i / 64 {
            self.0.resize(i / 64 + 1, 0);
        }
        self.0[i / 64] |= 1 << (i % 64);
    }

    fn contains(&self, i: usize) -> bool {
        self.0.get(i / 64).is_some_and(|bits| bits >> (i % 64) & 1 == 1)
    }
}

impl Batch {
    /// Empties the batch, keeping its memory, and sets its position in the input: its number from 0, and the number of
    /// segments before it.
    pub fn begin(&mut self, number: u64, before: u64) {
        self.number = number;
        self.before = before;
        self.set_shape(0, 0, 0);
        self.groups.clear();
        self.group_labels.clear();
        self.ids.clear();
    }

    /// Sets the numbers of candidates, references and segments, all texts being empty.
    pub fn set_shape(&mut self, candidates: usize, references: usize, segments: usize) {
        self.len = segments;
        self.candidates = candidates;
        self.used = candidates + references;
        if self.columns.len() < self.used {
            self.columns.resize_with(self.used, Column::default);
        }
        for column in &mut self.columns {
            column.text.clear();
            column.skipped = 0;
            column.missing = None;
        }
    }

    /// Sets the number of segments.
    pub fn set_len(&mut self, segments: usize) {
        self.len = segments;
    }

    /// Sets the names of the columns, for messages.
    pub fn set_names(&mut self, names: Arc<[String]>) {
        self.names = names;
    }

    /// The text of a column (candidates come first), to be filled with as many lines as there are segments, each ended
    /// by LF. A reference that is missing has an empty line.
    pub fn text_mut(&mut self, column: usize) -> &mut Vec<u8> {
        &mut self.columns[column].text
    }

    /// The texts of all columns; see [`text_mut`](Self::text_mut).
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut Vec<u8>> {
        self.columns[..self.used].iter_mut().map(|column| &mut column.text)
    }

    /// Sets the number of bytes of a column that were skipped before the text of this batch.
    pub fn set_skipped(&mut self, column: usize, bytes: usize) {
        self.columns[column].skipped = bytes;
    }

    /// Marks a segment, counted from 0 within the batch, as lacking a reference. A missing reference is not an empty
    /// one, whose length is 0.
    pub fn set_missing(&mut self, reference: usize, segment: usize) {
        self.columns[self.candidates + reference].missing.get_or_insert_default().insert(segment);
    }

    /// Number of references.
    pub fn references(&self) -> usize {
        self.used - self.candidates
    }

    /// Adds a reference that the segments so far lack.
    pub fn add_reference(&mut self, segments: usize) {
        let reference = self.references();
        self.used += 1;
        if self.columns.len() < self.used {
            self.columns.push(Column::default());
        }
        self.columns[self.used - 1].text.resize(segments, b'\n');
        (0..segments).for_each(|segment| self.set_missing(reference, segment));
    }

    /// Adds the group of the next segment: an index into the source's labels, and the label. Either all segments have
    /// one or none.
    pub fn push_group(&mut self, group: u32, label: &Arc<str>) {
        self.groups.push(group);
        self.group_labels.push(Arc::clone(label));
    }

    /// Adds the id of the next segment. Either all segments have one or none.
    pub fn push_id(&mut self, id: String) {
        self.ids.push(id);
    }

    /// Length in bytes of all texts.
    pub fn text_bytes(&self) -> u64 {
        self.columns[..self.used].iter().map(|column| column.text.len() as u64).sum()
    }

    /// Number of the batch, from 0.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Number of segments.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the segments with their text checked to be UTF-8. If some text is not, returns the segments before the
    /// first such line, and the error about it.
    pub fn segments(&self) -> (Segments<'_>, Option<Error>) {
        let columns = &self.columns[..self.used];
        let checked = columns.iter().map(|column| simdutf8::basic::from_utf8(&column.text));
        if let Ok(texts) = checked.collect() {
            return (Segments { batch: self, len: self.len, candidates: self.candidates, texts }, None);
        }
        let first = (0..self.used).filter_map(|column| self.not_utf8(column)).min_by_key(|(line, _)| *line);
        let (len, fault) = first.map_or((0, None), |(line, error)| (line, Some(error)));
        let before = columns.iter().map(|column| &column.text[..lines_end(&column.text, len)]);
        let texts = before.filter_map(|text| str::from_utf8(text).ok()).collect();
        (Segments { batch: self, len, candidates: self.candidates, texts }, fault)
    }

    /// Returns the first line of a column, counted from 0, that is not UTF-8, and the error about it.
    fn not_utf8(&self, column: usize) -> Option<(usize, Error)> {
        let Column { text, skipped, .. } = &self.columns[column];
        let at = str::from_utf8(text).err()?.valid_up_to();
        let before = &text[..at];
        let line = memchr::memchr_iter(b'\n', before).count();
        let number = self.before + line as u64 + 1;
        let name = self.names.get(column).map_or("input", String::as_str);
        let start = memchr::memrchr(b'\n', before).map_or(0, |feed| feed + 1);
        let skipped = if start == 0 { *skipped } else { 0 };
        let error = anyhow!(not_utf8_message(name, number, &text[start..], skipped));
        Some((line, error))
    }
}

/// The segments of a batch, whose text is UTF-8.
#[derive(Clone)]
pub struct Segments<'a> {
    batch: &'a Batch,
    /// Less than the batch's if a later line is not UTF-8.
    len: usize,
    candidates: usize,
    texts: Vec<&'a str>,
}

impl<'a> Segments<'a> {
    /// Number of segments before this batch.
    pub fn before(&self) -> u64 {
        self.batch.before
    }

    /// Number of segments; may be 0 before an error.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds the place to an error about a line that is too long for the tokenizer.
    pub fn locate(&self, error: LibraryError) -> Error {
        let LibraryError::LineTooLong { limit, .. } = error else { return error.into() };
        let segment = |text: &str| text.split('\n').position(|line| line.len() > limit);
        let place = self.batch.names.iter().zip(&self.texts).find_map(|(name, text)| Some((name, segment(text)?)));
        match place {
            Some((name, segment)) => anyhow!("{name}: segment {}: {error}", self.before() + segment as u64 + 1),
            None => error.into(),
        }
    }

    /// All texts, those of the candidates first: one line per segment, each ended by LF.
    pub fn texts(&self) -> &[&'a str] {
        &self.texts
    }

    /// Removes the last candidate, and returns its text.
    pub fn take_last_candidate(&mut self) -> Option<&'a str> {
        self.candidates = self.candidates.checked_sub(1)?;
        Some(self.texts.remove(self.candidates))
    }

    /// The texts of the candidates.
    pub fn candidates(&self) -> &[&'a str] {
        &self.texts[..self.candidates]
    }

    /// The texts of the references.
    pub fn references(&self) -> &[&'a str] {
        &self.texts[self.candidates..]
    }

    /// Whether all segments have this reference.
    pub fn has_all(&self, reference: usize) -> bool {
        self.batch.columns[self.batch.candidates + reference].missing.is_none()
    }

    /// The segments that lack a reference: bit i % 64 of word i / 64 for segment i. `None` if no segment does.
    pub fn missing(&self, reference: usize) -> Option<&'a [u64]> {
        self.batch.columns[self.batch.candidates + reference].missing.as_ref().map(|bits| &bits.0[..])
    }

    /// Whether a segment, counted from 0 within the batch, has this reference. A missing reference has an empty line.
    pub fn has(&self, reference: usize, segment: usize) -> bool {
        let missing = &self.batch.columns[self.batch.candidates + reference].missing;
        !missing.as_ref().is_some_and(|missing| missing.contains(segment))
    }

    /// The number of references per segment.
    pub fn reference_count(&self) -> ReferenceCount {
        let references = self.references().len();
        if (0..references).all(|reference| self.has_all(reference)) {
            return ReferenceCount::Fixed(references);
        }
        let counts = (0..self.len).map(|segment| ReferenceCount::Fixed(self.references_of(segment)));
        counts.reduce(ReferenceCount::merge).unwrap_or(ReferenceCount::Fixed(references))
    }

    /// The number of references of a segment, counted from 0 within the batch.
    pub fn references_of(&self, segment: usize) -> usize {
        (0..self.references().len()).filter(|&reference| self.has(reference, segment)).count()
    }

    /// The group of each segment, as an index into the source's labels; `None` if there are no groups.
    pub fn groups(&self) -> Option<&'a [u32]> {
        self.batch.groups.get(..self.len).filter(|_| !self.batch.groups.is_empty())
    }

    /// The labels of the groups of the segments; none if there are no groups.
    pub fn group_labels(&self) -> &'a [Arc<str>] {
        &self.batch.group_labels
    }

    /// The id of each segment; `None` if there are no ids.
    pub fn ids(&self) -> Option<&'a [String]> {
        self.batch.ids.get(..self.len).filter(|_| !self.batch.ids.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A batch of one candidate and these references, after 10 segments.
    fn batch(candidate: &[u8], references: &[&[u8]]) -> Batch {
        let mut batch = Batch::default();
        batch.begin(1, 10);
        batch.set_shape(1, references.len(), memchr::memchr_iter(b'\n', candidate).count());
        batch.set_names(["hyp", "ref1", "ref2"].map(String::from).into());
        for (column, text) in std::iter::once(&candidate).chain(references).enumerate() {
            batch.text_mut(column).extend_from_slice(text);
        }
        batch
    }

    #[test]
    fn segments_before_a_line_that_is_not_utf_8_are_kept() {
        let batch = batch(b"a\nb\nc\n", &[b"a\nb\n\xFF\n", b"a\nb\xFF\nc\n"]);
        let (segments, fault) = batch.segments();
        assert_eq!((segments.len(), segments.texts()), (1, &["a\n"; 3][..]));
        assert!(fault.unwrap().to_string().starts_with("ref2: line 12, byte 2: not UTF-8 (0xFF)"));
    }

    #[test]
    fn a_missing_reference_is_not_an_empty_one() {
        let mut batch = batch(b"a\nb\n", &[b"\n\n", b"\n\n"]);
        batch.set_missing(1, 0);
        let (segments, fault) = batch.segments();
        assert!(fault.is_none() && segments.has_all(0) && !segments.has_all(1));
        assert_eq!([(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, s)| segments.has(r, s)), [true, true, false, true]);
    }

    #[test]
    fn a_batch_begins_empty_and_may_change_its_shape() {
        let mut batch = batch(b"a\nb\n", &[b"x\ny\n", b"x\ny\n"]);
        batch.set_missing(0, 1);
        batch.push_group(3, &"x".into());
        batch.push_group(4, &"y".into());
        assert_eq!(batch.segments().0.groups(), Some(&[3, 4][..]));
        batch.begin(2, 12);
        batch.set_shape(1, 1, 1);
        batch.text_mut(0).extend_from_slice(b"c\n");
        batch.text_mut(1).extend_from_slice(b"z\n");
        let segments = batch.segments().0;
        assert_eq!((segments.candidates(), segments.references()), (&["c\n"][..], &["z\n"][..]));
        assert!(segments.has_all(0) && segments.groups().is_none() && segments.ids().is_none());
    }
}
