//! Statistics, which add up: the integers that a score is computed from.

use crate::counting::{count_of_references, value_error};
use bleu::{ReferenceCount, SegmentStatistics};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyNotImplemented, PyType};
use std::sync::Arc;

/// The integers that a score is computed from, of any number of segments. They add up: `a + b`, `sum([a, b, c])`.
///
/// They pickle, so that `torch.distributed.all_gather_object` and `multiprocessing` can send them. `tolist()` gives them
/// as integers that may be summed one by one (`all_reduce`), `Statistics.fromlist` reads these back. `BLEU.score` makes a
/// score of them. Statistics that were counted by other settings (tokenizer, lowercasing, ...) cannot be added.
#[pyclass(frozen, eq, hash, module = "bleu_mt")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    pub sum: bleu::Statistics,
    pub segments: u64,
    /// Number of references per segment; `None` if it is not known, or if there is no segment.
    pub references: Option<ReferenceCount>,
    /// What was counted; `None` if it is not known.
    pub counting: Option<Arc<str>>,
}

impl std::hash::Hash for Statistics {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.segments, self.sum.hyp_len(), self.sum.ref_len(), self.sum.correct()).hash(state);
    }
}

/// The parts of statistics, as they are pickled: integers, number of references (0 if it varies), what was counted.
type Parts = (Vec<u64>, Option<usize>, Option<String>);

#[pymethods]
impl Statistics {
    /// Number of segments.
    #[getter]
    fn segments(&self) -> u64 {
        self.segments
    }

    /// Tokens of the candidates.
    #[getter]
    fn hyp_len(&self) -> u64 {
        self.sum.hyp_len()
    }

    /// Sum of the reference lengths, each the one closest to its candidate (or by `ref_length`).
    #[getter]
    fn ref_len(&self) -> u64 {
        self.sum.ref_len()
    }

    /// Correct n-grams of each order, order 1 first: those in a reference, clipped.
    #[getter]
    fn counts(&self) -> Vec<u64> {
        self.sum.correct().to_vec()
    }

    /// N-grams of the candidates of each order, order 1 first.
    #[getter]
    fn totals(&self) -> Vec<u64> {
        self.sum.total().to_vec()
    }

    /// The integers: segments, hyp_len, ref_len, the counts, the totals. Sums of such lists are those of the statistics.
    fn tolist(&self) -> Vec<u64> {
        let lengths = [self.segments, self.sum.hyp_len(), self.sum.ref_len()];
        lengths.iter().chain(self.sum.correct()).chain(self.sum.total()).copied().collect()
    }

    /// Reads the integers of `tolist()`, or sums of them, back. By which settings they were counted, and how many
    /// references there were, is then not known (`nrefs:var` in the signature).
    #[classmethod]
    fn fromlist(_class: &Bound<PyType>, integers: &Bound<PyAny>) -> PyResult<Statistics> {
        let integers = integers.extract().map_err(|error: PyErr| {
            match error.is_instance_of::<PyOverflowError>(integers.py()) {
                true => PyValueError::new_err("statistics are integers from 0 to 2**64 - 1"),
                false => error,
            }
        })?;
        Statistics::_from_parts(integers, None, None)
    }

    #[staticmethod]
    fn _from_parts(integers: Vec<u64>, references: Option<usize>, counting: Option<String>) -> PyResult<Statistics> {
        let [segments, hyp_len, ref_len, counts @ ..] = &integers[..] else {
            return Err(PyValueError::new_err("statistics are 5 integers or more"));
        };
        let (correct, total) = counts.split_at(counts.len() / 2);
        let sum = bleu::Statistics::new(*hyp_len, *ref_len, correct, total).map_err(|error| value_error(&error))?;
        let references = references.map(count_of_references);
        Ok(Statistics { sum, segments: *segments, references, counting: counting.map(Into::into) })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let statistics = slf.get();
        let references = statistics.references.map(|count| match count {
            ReferenceCount::Fixed(count) => count.get(),
            _ => 0,
        });
        let counting = statistics.counting.as_deref().map(str::to_owned);
        Ok((slf.get_type().getattr("_from_parts")?, (statistics.tolist(), references, counting)))
    }

    fn __add__(&self, other: &Bound<Statistics>) -> PyResult<Statistics> {
        self.plus(other.get())
    }

    // `sum` starts with 0.
    fn __radd__<'py>(&self, py: Python<'py>, other: u64) -> PyResult<Bound<'py, PyAny>> {
        match other {
            0 => Ok(Bound::new(py, self.clone())?.into_any()),
            _ => Ok(PyNotImplemented::get(py).to_owned().into_any()),
        }
    }

    fn __repr__(&self) -> String {
        let Statistics { sum, segments, .. } = self;
        format!(
            "Statistics(segments={segments}, hyp_len={}, ref_len={}, counts={:?}, totals={:?})",
            sum.hyp_len(),
            sum.ref_len(),
            sum.correct(),
            sum.total()
        )
    }
}

impl Statistics {
    fn plus(&self, other: &Statistics) -> PyResult<Statistics> {
        check_counting(self.counting.as_deref(), other.counting.as_deref())?;
        let mut sum = self.sum.clone();
        sum.merge(&other.sum).map_err(|error| value_error(&error))?;
        let references = match (self.references, other.references) {
            (Some(one), Some(more)) => Some(one.merge(more)),
            // A part without segments says nothing about the others.
            (one, None) if other.segments == 0 => one,
            (None, more) if self.segments == 0 => more,
            _ => None,
        };
        let counting = self.counting.clone().or_else(|| other.counting.clone());
        Ok(Statistics { sum, segments: self.segments + other.segments, references, counting })
    }

    /// Fails if these were counted otherwise than `counting` says.
    pub fn check(&self, counting: &str) -> PyResult<()> {
        check_counting(self.counting.as_deref(), Some(counting))
    }
}

fn check_counting(one: Option<&str>, other: Option<&str>) -> PyResult<()> {
    match (one, other) {
        (Some(one), Some(other)) if one != other => Err(PyValueError::new_err(format!(
            "these statistics were counted by other settings and do not belong together: {one}, and {other}"
        ))),
        _ => Ok(()),
    }
}

/// Statistics of each segment, for tests of significance.
#[pyclass(frozen, module = "bleu_mt._native")]
pub struct SegmentTable {
    pub segments: SegmentStatistics,
    pub references: Option<ReferenceCount>,
}

#[pymethods]
impl SegmentTable {
    /// For each segment hyp_len, ref_len, the counts, the totals.
    fn rows(&self) -> Vec<Vec<u32>> {
        self.segments.rows().map(<[u32]>::to_vec).collect()
    }

    /// Number of references per segment; None if it varies.
    #[getter]
    fn references(&self) -> Option<usize> {
        match self.references {
            Some(ReferenceCount::Fixed(count)) => Some(count.get()),
            _ => None,
        }
    }
}
