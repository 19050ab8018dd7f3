//! Candidates and their references, in the shapes in which Python's tools pass them.

use crate::counting::count_of_references;
use crate::texts::{is_missing, list, string, text, unencodable};
use bleu::ReferenceCount;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList, PyString};
use std::cell::Cell;
use std::fmt;
use std::ops::Range;

/// Candidates, and references unless these are known already.
pub struct Corpus<'py> {
    hypotheses: Bound<'py, PyList>,
    references: Sides<'py>,
    /// Whether a reference of white space only counts as missing.
    drops_blank: bool,
    /// Whether strings are encoded, chunk by chunk, in place of borrowing their text. A string that is not ASCII keeps
    /// the text that it lends for as long as it lives, which takes as much memory again.
    is_encoded: Cell<bool>,
}

/// Number of segments from which text that is not ASCII is encoded. The text of smaller corpora is likely to be used again.
const MIN_ENCODED: usize = 1 << 15;

/// References in a shape.
enum Sides<'py> {
    /// None, since they are known already.
    Known,
    /// One list per reference, as sacreBLEU has them.
    PerReference(Vec<Bound<'py, PyList>>),
    /// One list per segment, as evaluate and torchmetrics have them.
    PerSegment(Bound<'py, PyList>),
}

/// Place of a text in the arguments of a call, counted from 0 as Python does.
#[derive(Clone, Copy)]
pub enum Place {
    Hypothesis(usize),
    Reference {
        reference: usize,
        segment: usize,
    },
    OfSegment {
        segment: usize,
        reference: usize,
    },
    /// The references of a segment together.
    Segment(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Place::Hypothesis(segment) => write!(f, "hypotheses[{segment}]"),
            Place::Reference { reference, segment } => write!(f, "references[{reference}][{segment}]"),
            Place::OfSegment { segment, reference } => write!(f, "per_segment[{segment}][{reference}]"),
            Place::Segment(segment) => write!(f, "per_segment[{segment}]"),
        }
    }
}

impl<'py> Corpus<'py> {
    /// The texts of a call that has references in one of two shapes.
    pub fn new(
        hypotheses: &Bound<'py, PyAny>,
        references: Option<&Bound<'py, PyAny>>,
        per_segment: Option<&Bound<'py, PyAny>>,
        drops_blank: bool,
    ) -> PyResult<Corpus<'py>> {
        let hypotheses = list(hypotheses, &"hypotheses", "strings, one per segment")?;
        let references = match (references, per_segment) {
            (Some(references), None) => {
                Sides::PerReference(of_length(per_reference(references)?, hypotheses.len(), "hypotheses")?)
            }
            (None, Some(segments)) => Sides::PerSegment(as_many(of_segments(segments)?, hypotheses.len())?),
            (None, None) => return Err(PyTypeError::new_err("give references, or per_segment")),
            (Some(_), Some(_)) => return Err(PyTypeError::new_err("give references or per_segment, not both")),
        };
        Ok(Corpus { hypotheses, references, drops_blank, is_encoded: Cell::new(false) })
    }

    /// Candidates for references that are known already, of this number of segments.
    pub fn of_hypotheses(hypotheses: &Bound<'py, PyAny>, segments: usize) -> PyResult<Corpus<'py>> {
        let hypotheses = list(hypotheses, &"hypotheses", "strings, one per segment")?;
        let found = hypotheses.len();
        if found != segments {
            return Err(PyValueError::new_err(format!(
                "hypotheses has {found} segments, but the references have {segments}"
            )));
        }
        Ok(Corpus { hypotheses, references: Sides::Known, drops_blank: false, is_encoded: Cell::new(false) })
    }

    /// References alone, in one of two shapes.
    pub fn of_references(
        py: Python<'py>,
        references: Option<&Bound<'py, PyAny>>,
        per_segment: Option<&Bound<'py, PyAny>>,
        drops_blank: bool,
    ) -> PyResult<Corpus<'py>> {
        let (segments, references) = match (references, per_segment) {
            (Some(references), None) => {
                let lists = per_reference(references)?;
                let segments = lists.first().ok_or_else(no_reference)?.len();
                (segments, Sides::PerReference(of_length(lists, segments, "references[0]")?))
            }
            (None, Some(segments)) => {
                let lists = of_segments(segments)?;
                (lists.len(), Sides::PerSegment(lists))
            }
            _ => return Err(PyTypeError::new_err("give references or per_segment, one of the two")),
        };
        // Each segment needs a hypothesis; they are not used.
        let hypotheses = PyList::new(py, std::iter::repeat_n("", segments))?;
        Ok(Corpus { hypotheses, references, drops_blank, is_encoded: Cell::new(false) })
    }

    /// Number of segments.
    pub fn len(&self) -> usize {
        self.hypotheses.len()
    }

    /// Number of references per segment, of a corpus without segments.
    pub fn lists(&self) -> Option<ReferenceCount> {
        match &self.references {
            Sides::PerReference(lists) => Some(count_of_references(lists.len())),
            Sides::Known | Sides::PerSegment(_) => None,
        }
    }

    /// The texts of segments from `first` on, up to about `characters`.
    pub fn chunk(&self, first: usize, characters: usize) -> PyResult<Chunk<'py>> {
        self.some(first..self.len(), characters)
    }

    /// The texts of consecutive segments.
    pub fn range(&self, segments: Range<usize>) -> PyResult<Chunk<'py>> {
        self.some(segments, usize::MAX)
    }

    /// The texts of the first of these segments, up to about `characters`.
    fn some(&self, segments: Range<usize>, characters: usize) -> PyResult<Chunk<'py>> {
        let mut chunk = Chunk { first: segments.start, characters: 0, strings: Vec::new(), ends: Vec::new() };
        let is_encoded = self.is_encoded.get();
        for segment in segments {
            let start = chunk.strings.len();
            self.segment(segment, &mut |string, place| {
                chunk.characters += string.len()?;
                chunk.strings.push(match is_encoded {
                    true => Held::Bytes(string.encode_utf8().map_err(|error| unencodable(&string, &place, error))?),
                    false => Held::String(string),
                });
                Ok(())
            })?;
            chunk.ends.push(chunk.strings.len());
            if chunk.strings.len() == start + 1 && !matches!(self.references, Sides::Known) {
                return Err(PyValueError::new_err(format!("segment {segment} has no reference")));
            }
            if chunk.characters >= characters {
                break;
            }
        }
        Ok(chunk)
    }

    /// Visits the texts of a segment, the candidate first, and without missing references.
    fn segment(
        &self,
        segment: usize,
        visit: &mut dyn FnMut(Bound<'py, PyString>, Place) -> PyResult<()>,
    ) -> PyResult<()> {
        let place = Place::Hypothesis(segment);
        visit(string(self.hypotheses.get_item(segment)?, &place)?, place)?;
        let mut reference = |object: Bound<'py, PyAny>, place: Place| match object.cast_into::<PyString>() {
            Ok(reference) if self.drops_blank && text(&reference, &place)?.trim().is_empty() => Ok(()),
            Ok(reference) => visit(reference, place),
            Err(error) => {
                let object = error.into_inner();
                if is_missing(&object)? { Ok(()) } else { string(object, &place).map(|_| ()) }
            }
        };
        match &self.references {
            Sides::Known => {}
            Sides::PerReference(lists) => {
                for (i, list) in lists.iter().enumerate() {
                    reference(list.get_item(segment)?, Place::Reference { reference: i, segment })?;
                }
            }
            Sides::PerSegment(segments) => {
                let item = segments.get_item(segment)?;
                if item.is_instance_of::<PyString>() {
                    return reference(item, Place::Segment(segment));
                }
                if is_missing(&item)? {
                    return Ok(());
                }
                let place = Place::Segment(segment);
                for (i, object) in list(&item, &place, REFERENCES)?.iter().enumerate() {
                    reference(object, Place::OfSegment { segment, reference: i })?;
                }
            }
        }
        Ok(())
    }
}

/// Strings of some segments.
pub struct Chunk<'py> {
    /// Number of the first segment.
    first: usize,
    /// Number of characters of all strings.
    characters: usize,
    /// For each segment the candidate, then its references.
    strings: Vec<Held<'py>>,
    /// End of each segment in `strings`.
    ends: Vec<usize>,
}

/// A string, or its text.
enum Held<'py> {
    String(Bound<'py, PyString>),
    Bytes(Bound<'py, PyBytes>),
}

impl Held<'_> {
    fn text(&self) -> PyResult<&str> {
        match self {
            Held::String(string) => string.to_str(),
            Held::Bytes(bytes) => {
                str::from_utf8(bytes.as_bytes()).map_err(|error| PyValueError::new_err(error.to_string()))
            }
        }
    }
}

impl Chunk<'_> {
    /// Number of segments.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Number of the first segment.
    pub fn first(&self) -> usize {
        self.first
    }

    /// The texts, as the strings keep them. `corpus` has made the chunk.
    pub fn texts<'a>(&'a self, corpus: &Corpus) -> PyResult<Texts<'a>> {
        let texts: PyResult<Vec<&str>> = self.strings.iter().map(Held::text).collect();
        match texts {
            Ok(texts) => {
                let bytes: usize = texts.iter().map(|text| text.len()).sum();
                // Most strings of German are not ASCII, though few of its letters are.
                corpus.is_encoded.set(corpus.len() >= MIN_ENCODED && bytes > self.characters + self.characters / 512);
                Ok(Texts { texts, ends: &self.ends })
            }
            Err(error) => Err(self.find_fault(corpus).err().unwrap_or(error)),
        }
    }

    /// Returns an error about the first string that is not text.
    fn find_fault(&self, corpus: &Corpus) -> PyResult<()> {
        for segment in self.first..self.first + self.len() {
            corpus.segment(segment, &mut |string, place| text(&string, &place).map(|_| ()))?;
        }
        Ok(())
    }
}

/// Texts of some segments, which need no lock of the interpreter.
#[derive(Clone)]
pub struct Texts<'a> {
    texts: Vec<&'a str>,
    ends: &'a [usize],
}

impl<'a> Texts<'a> {
    fn segments(&self) -> impl ExactSizeIterator<Item = &[&'a str]> {
        let start = |i: usize| i.checked_sub(1).map_or(0, |before| self.ends[before]);
        (0..self.ends.len()).map(move |i| &self.texts[start(i)..self.ends[i]])
    }

    /// The candidate of each segment.
    pub fn hypotheses(&self) -> Vec<&'a str> {
        self.segments().map(|texts| texts[0]).collect()
    }

    /// The references of each segment.
    pub fn references(&self) -> Vec<&[&'a str]> {
        self.segments().map(|texts| &texts[1..]).collect()
    }

    /// Number of references per segment; `None` without segments.
    pub fn reference_count(&self) -> Option<ReferenceCount> {
        let counts = self.segments().map(|texts| count_of_references(texts.len() - 1));
        counts.reduce(ReferenceCount::merge)
    }
}

const REFERENCES: &str = "strings, the references of a segment";
const LISTS: &str = "lists, one per reference, each with one string per segment";

fn no_reference() -> PyErr {
    PyValueError::new_err("references is empty: at least one reference is needed")
}

/// One of the lists of references.
fn inner<'py>(object: &Bound<'py, PyAny>, reference: usize) -> PyResult<Bound<'py, PyList>> {
    if object.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(format!(
            "references[{reference}] is a string; references is a list of {LISTS}: for one reference, write [references]"
        )));
    }
    list(object, &format_args!("references[{reference}]"), "strings, one per segment")
}

/// The lists of references.
fn per_reference<'py>(references: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyList>>> {
    list(references, &"references", LISTS)?.iter().enumerate().map(|(i, object)| inner(&object, i)).collect()
}

/// The lists of references, each of which must be as long as `other`.
fn of_length<'py>(lists: Vec<Bound<'py, PyList>>, segments: usize, other: &str) -> PyResult<Vec<Bound<'py, PyList>>> {
    if lists.is_empty() {
        return Err(no_reference());
    }
    if let Some((i, list)) = lists.iter().enumerate().find(|(_, list)| list.len() != segments) {
        let hint =
            if lists.len() == segments { "; if it has one list per segment, pass it as per_segment=" } else { "" };
        return Err(PyValueError::new_err(format!(
            "references[{i}] has {} segments, but {other} has {segments}{hint}",
            list.len()
        )));
    }
    Ok(lists)
}

/// The lists of the references of each segment, which can be read more than once.
fn of_segments<'py>(per_segment: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    let lists = list(per_segment, &"per_segment", "lists, one per segment, each with the references of a segment")?;
    if !lists.iter().any(|item| item.is_instance_of::<PyIterator>()) {
        return Ok(lists);
    }
    let read = lists.iter().enumerate().map(|(i, item)| match item.is_instance_of::<PyIterator>() {
        true => list(&item, &Place::Segment(i), REFERENCES).map(Bound::into_any),
        false => Ok(item),
    });
    PyList::new(per_segment.py(), read.collect::<PyResult<Vec<_>>>()?)
}

/// The lists of segments, of which there must be this many.
fn as_many(lists: Bound<PyList>, segments: usize) -> PyResult<Bound<PyList>> {
    if lists.len() == segments {
        return Ok(lists);
    }
    let has_columns = lists.iter().all(|list| list.len().is_ok_and(|length| length == segments));
    let hint = if has_columns { "; if it has one list per reference, pass it as references=" } else { "" };
    Err(PyValueError::new_err(format!("per_segment has {} segments, but hypotheses has {segments}{hint}", lists.len())))
}
