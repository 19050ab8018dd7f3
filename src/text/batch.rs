//! A batch of segments: the writable form for sources, and the read-only form for workers.

use super::not_utf8::not_utf8_message;
use crate::bleu::error::Error as LibraryError;
use crate::bleu::lines::{count_feeds, lines_end};
use crate::bleu::repairs::{CleanText, Repairs};
use crate::bleu::signature::ReferenceCount;
use crate::text::display::escape;
use anyhow::{Error, anyhow};
use std::ops::Range;
use std::sync::Arc;

/// Repairs of the first candidates of a batch; after them may be the source text.
#[derive(Clone, Copy, Debug)]
pub struct Cleaning {
    pub repairs: Repairs,
    /// Makes them.
    pub clean: CleanText,
    /// Number of candidates.
    pub candidates: usize,
}

impl Default for Cleaning {
    /// No repairs.
    fn default() -> Cleaning {
        Cleaning { repairs: Repairs::default(), clean: |_, _| None, candidates: 0 }
    }
}

/// Some consecutive segments: lines of each candidate and of each reference.
///
/// A source is given an empty batch and sets its shape and texts. References may be missing in some segments, and
/// their number may differ from batch to batch.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    before: u64,
    /// Number of segments.
    pub(super) len: usize,
    candidates: usize,
    /// Candidates, then references.
    columns: Vec<TextColumn>,
    /// Names of the columns, for messages.
    pub(super) names: Arc<[String]>,
    /// The group of each segment; empty if there are no groups.
    pub(super) groups: Vec<SegmentGroup>,
    /// The id of each segment; empty if there are no ids.
    pub(super) ids: Vec<String>,
    /// If a segment has a list of candidates and one of references: number of lines in each of the two columns up to the
    /// end of each segment.
    list_ends: Vec<[usize; 2]>,
    /// Repairs that are to be made before the text is used.
    pub(super) cleaning: Cleaning,
}

/// A group of segments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentGroup {
    /// Number of the groups that appeared before it.
    pub number: u32,
    pub label: Arc<str>,
}

/// The text of a candidate or a reference.
#[derive(Clone, Debug, Default)]
struct TextColumn {
    /// Lines, each ended by LF, not yet known to be UTF-8.
    text: Vec<u8>,
    /// Bytes that were skipped before the text, so that messages can count them.
    skipped: usize,
    /// Segments that lack this reference: bit i % 64 of word i / 64 for segment i; `None` if no segment does.
    missing: Option<Vec<u64>>,
    /// The text before it was cleaned, and the lines that were altered: their numbers, and their places in that text.
    uncleaned: (Vec<u8>, Vec<(usize, Range<usize>)>),
}

impl TextColumn {
    /// Adds a line, which is given without its LF.
    fn add_line(&mut self, line: &[u8]) {
        self.text.reserve(line.len() + 1);
        self.text.extend_from_slice(line);
        self.text.push(b'\n');
    }
}

impl Batch {
    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Number of segments.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Length in bytes of all texts.
    pub fn text_bytes(&self) -> u64 {
        self.columns.iter().map(|column| column.text.len() as u64).sum()
    }
}

impl Batch {
    /// Empties the batch, keeping its memory, and sets the number of segments before it.
    pub fn begin(&mut self, before: u64) {
        self.before = before;
        self.len = 0;
        self.groups.clear();
        self.ids.clear();
        self.list_ends.clear();
        self.cleaning = Cleaning::default();
    }

    /// Sets the numbers of candidates, references and segments, all texts being empty.
    pub fn set_shape(&mut self, candidates: usize, references: usize, segments: usize) {
        self.set_columns(candidates, references);
        self.len = segments;
        self.columns.iter_mut().for_each(|column| column.text.clear());
    }

    /// Sets the numbers of candidates and references, of no segments. Their texts are to be replaced; until then they have
    /// any bytes.
    pub fn set_columns(&mut self, candidates: usize, references: usize) {
        self.len = 0;
        self.candidates = candidates;
        self.columns.resize_with(candidates + references, TextColumn::default);
        for column in &mut self.columns {
            column.skipped = 0;
            column.missing = None;
            column.uncleaned.1.clear();
        }
    }

    /// The text of a column (candidates come first), to be filled with as many lines as there are segments, each ended
    /// by LF. A reference that is missing has an empty line.
    pub fn text_mut(&mut self, column: usize) -> &mut Vec<u8> {
        &mut self.columns[column].text
    }

    /// The texts of all columns; see [`text_mut`](Self::text_mut).
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut Vec<u8>> {
        self.columns.iter_mut().map(|column| &mut column.text)
    }

    /// Sets the number of bytes of a column that were skipped before the text of this batch.
    pub fn set_skipped(&mut self, column: usize, bytes: usize) {
        self.columns[column].skipped = bytes;
    }

    /// Marks a segment, counted from 0 within the batch, as lacking the reference of a column. A missing reference is
    /// not an empty one, whose length is 0.
    fn set_missing(&mut self, column: usize, segment: usize) {
        let bits = self.columns[column].missing.get_or_insert_default();
        bits.resize(bits.len().max(segment / 64 + 1), 0);
        bits[segment / 64] |= 1 << (segment % 64);
    }

    /// Adds a segment: a line for each column, without its LF; `None` for a reference that it lacks, as it does those
    /// after the last. If there are more than columns, those are references that the segments so far lack.
    pub fn push<T: AsRef<[u8]>>(&mut self, lines: impl Iterator<Item = Option<T>>) {
        let mut given = 0;
        for line in lines {
            if given == self.columns.len() {
                self.add_reference();
            }
            match line {
                Some(line) => self.columns[given].add_line(line.as_ref()),
                None => self.push_missing(given),
            }
            given += 1;
        }
        (given..self.columns.len()).for_each(|column| self.push_missing(column));
        self.len += 1;
    }

    /// Adds an empty line for a reference that the segment after the last lacks.
    fn push_missing(&mut self, column: usize) {
        self.set_missing(column, self.len);
        self.columns[column].add_line(b"");
    }

    /// Becomes a batch of segments after this many others; only their groups and ids are known.
    pub fn set_labels(&mut self, before: u64, segments: usize, groups: Vec<SegmentGroup>, ids: Vec<String>) {
        self.begin(before);
        self.set_shape(0, 0, segments);
        (self.groups, self.ids) = (groups, ids);
    }

    /// Adds a segment with a list of candidates, which are lines of the first column, and one of references, which are lines
    /// of the second.
    pub fn push_lists<T: AsRef<[u8]>>(&mut self, lists: [&mut dyn Iterator<Item = T>; 2]) {
        let mut ends = self.list_ends.last().copied().unwrap_or_default();
        for ((list, end), column) in lists.into_iter().zip(&mut ends).zip(&mut self.columns) {
            for line in list {
                column.add_line(line.as_ref());
                *end += 1;
            }
        }
        self.list_ends.push(ends);
        self.len += 1;
    }

    /// Adds a reference that the segments so far lack.
    fn add_reference(&mut self) {
        let column = self.columns.len();
        self.columns.push(TextColumn { text: vec![b'\n'; self.len], ..TextColumn::default() });
        (0..self.len).for_each(|segment| self.set_missing(column, segment));
    }

    /// Becomes a copy of another batch, with some of its candidates and all references. Its position stays.
    pub fn copy(&mut self, other: &Batch, candidates: &[usize]) {
        let references = other.candidates..other.columns.len();
        self.set_shape(candidates.len(), references.len(), other.len);
        let columns = candidates.iter().copied().chain(references).map(|column| &other.columns[column]);
        self.columns.iter_mut().zip(columns).for_each(|(column, other)| column.clone_from(other));
        self.groups.clone_from(&other.groups);
        self.ids.clone_from(&other.ids);
    }

    /// Makes the repairs, in the lines before the first that is not UTF-8.
    pub fn clean(&mut self) {
        let Cleaning { repairs, clean, candidates } = std::mem::take(&mut self.cleaning);
        for column in self.columns.iter_mut().take(candidates).filter(|_| !repairs.is_empty()) {
            let valid = match simdutf8::compat::from_utf8(&column.text) {
                Ok(text) => text.len(),
                Err(error) => memchr::memrchr(b'\n', &column.text[..error.valid_up_to()]).map_or(0, |feed| feed + 1),
            };
            let (text, rest) = column.text.split_at(valid);
            let cleaned = str::from_utf8(text).ok().and_then(|text| clean(repairs, text));
            if let Some(cleaned) = cleaned {
                let text = [cleaned.text.as_bytes(), rest].concat();
                column.uncleaned = (std::mem::replace(&mut column.text, text), cleaned.altered);
            }
        }
    }

    /// Returns the segments with their text checked to be UTF-8. If some text is not, returns the segments before the
    /// first such line, and the error about it.
    pub fn segments(&self) -> (Segments<'_>, Option<Error>) {
        let checked = self.columns.iter().map(|column| simdutf8::basic::from_utf8(&column.text));
        if let Ok(texts) = checked.collect() {
            return (Segments { batch: self, len: self.len, candidates: self.candidates, texts }, None);
        }
        let first = (0..self.columns.len()).filter_map(|column| self.not_utf8(column)).min_by_key(|(line, _)| *line);
        let (len, fault) = first.map_or((0, None), |(line, error)| (line, Some(error)));
        let before = self.columns.iter().map(|column| &column.text[..lines_end(&column.text, len)]);
        let texts = before.filter_map(|text| str::from_utf8(text).ok()).collect();
        (Segments { batch: self, len, candidates: self.candidates, texts }, fault)
    }

    /// Returns the first line of a column, counted from 0, that is not UTF-8, and the error about it.
    fn not_utf8(&self, column: usize) -> Option<(usize, Error)> {
        let TextColumn { text, skipped, .. } = &self.columns[column];
        let at = str::from_utf8(text).err()?.valid_up_to();
        let before = &text[..at];
        let line = count_feeds(before);
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

    /// All texts, candidates first: one line per segment, each ended by LF.
    pub fn texts(&self) -> &[&'a str] {
        &self.texts
    }

    /// The texts of the candidates.
    pub fn candidates(&self) -> &[&'a str] {
        &self.texts[..self.candidates]
    }

    /// The texts of the references.
    pub fn references(&self) -> &[&'a str] {
        &self.texts[self.candidates..]
    }

    /// The group of each segment; empty if there are no groups.
    pub fn groups(&self) -> &'a [SegmentGroup] {
        self.batch.groups.get(..self.len).unwrap_or_default()
    }

    /// The id of each segment; empty if there are no ids.
    pub fn ids(&self) -> &'a [String] {
        self.batch.ids.get(..self.len).unwrap_or_default()
    }
}

impl<'a> Segments<'a> {
    /// Adds the place of the longest text or line to an error about one that is too long.
    pub fn locate(&self, error: LibraryError) -> Error {
        let texts = self.batch.names.iter().zip(&self.texts);
        match error {
            LibraryError::TextTooLong => {
                let longest = texts.max_by_key(|(_, text)| text.len());
                anyhow!("{}: {error}", longest.map_or("input", |(name, _)| name))
            }
            LibraryError::LineTooLong { .. } | LibraryError::TooManyTokens { .. } => {
                let lines = texts.flat_map(|(name, text)| text.split('\n').zip(1..).map(move |line| (name, line)));
                match lines.max_by_key(|(_, (line, _))| line.len()) {
                    Some((name, (_, number))) => {
                        let id = self.ids().get(number as usize - 1).map(|id| format!(" ({})", escape(id)));
                        anyhow!("{name}: segment {}{}: {error}", self.before() + number, id.unwrap_or_default())
                    }
                    None => error.into(),
                }
            }
            error => error.into(),
        }
    }

    /// The candidates and the references of each segment, if it has lists of them.
    pub fn lists(&self) -> impl Iterator<Item = [Vec<&'a str>; 2]> {
        let mut columns = [0, 1].map(|column| self.texts.get(column).copied().unwrap_or_default().split('\n'));
        let starts = std::iter::once(&[0; 2]).chain(&self.batch.list_ends);
        starts.zip(&self.batch.list_ends).take(self.len).map(move |(starts, ends)| {
            [0, 1].map(|column| columns[column].by_ref().take(ends[column] - starts[column]).collect())
        })
    }

    /// Removes the last candidate, and returns its text.
    pub fn take_last_candidate(&mut self) -> Option<&'a str> {
        self.candidates = self.candidates.checked_sub(1)?;
        Some(self.texts.remove(self.candidates))
    }

    /// The lines of a candidate that were cleaned: their numbers from 0, and as they were before.
    pub fn uncleaned(&self, candidate: usize) -> impl Iterator<Item = (usize, &'a str)> {
        let (text, altered) = &self.batch.columns[candidate].uncleaned;
        let line =
            |(number, place): &(usize, Range<usize>)| Some((*number, str::from_utf8(&text[place.clone()]).ok()?));
        altered.iter().filter_map(line)
    }

    /// The segments that lack a reference: bit i % 64 of word i / 64 for segment i. `None` if no segment does.
    pub fn missing(&self, reference: usize) -> Option<&'a [u64]> {
        self.batch.columns[self.batch.candidates + reference].missing.as_deref()
    }

    /// Whether a segment, counted from 0 within the batch, has this reference. A missing reference has an empty line.
    pub fn has(&self, reference: usize, segment: usize) -> bool {
        let word = self.missing(reference).and_then(|bits| bits.get(segment / 64));
        word.is_none_or(|bits| bits >> (segment % 64) & 1 == 0)
    }

    /// The number of references per segment.
    pub fn reference_count(&self) -> ReferenceCount {
        let references = self.references().len();
        if (0..references).all(|reference| self.missing(reference).is_none()) {
            return ReferenceCount::from_len(references);
        }
        let counts = (0..self.len).map(|segment| ReferenceCount::from_len(self.references_of(segment)));
        counts.reduce(ReferenceCount::merge).unwrap_or(ReferenceCount::from_len(references))
    }

    /// The number of references of a segment, counted from 0 within the batch.
    pub fn references_of(&self, segment: usize) -> usize {
        (0..self.references().len()).filter(|&reference| self.has(reference, segment)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A batch of one candidate and these references, after 10 segments.
    fn batch(candidate: &[u8], references: &[&[u8]]) -> Batch {
        let mut batch = Batch::default();
        batch.begin(10);
        batch.set_shape(1, references.len(), count_feeds(candidate));
        batch.names = ["hyp", "ref1", "ref2"].map(String::from).into();
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
        batch.set_missing(2, 0);
        let (segments, fault) = batch.segments();
        assert!(fault.is_none() && segments.missing(0).is_none() && segments.missing(1).is_some());
        assert_eq!([(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, s)| segments.has(r, s)), [true, true, false, true]);
    }

    #[test]
    fn a_batch_begins_empty_and_may_change_its_shape() {
        let mut batch = batch(b"a\nb\n", &[b"x\ny\n", b"x\ny\n"]);
        batch.set_missing(1, 1);
        let groups = [(3, "x"), (4, "y")].map(|(number, label)| SegmentGroup { number, label: label.into() });
        batch.groups = groups.to_vec();
        assert_eq!(batch.segments().0.groups(), groups);
        batch.begin(12);
        batch.set_shape(1, 1, 1);
        batch.text_mut(0).extend_from_slice(b"c\n");
        batch.text_mut(1).extend_from_slice(b"z\n");
        let segments = batch.segments().0;
        assert_eq!((segments.candidates(), segments.references()), (&["c\n"][..], &["z\n"][..]));
        assert!(segments.missing(0).is_none() && segments.groups().is_empty() && segments.ids().is_empty());
    }
}
