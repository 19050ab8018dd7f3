//! References that are counted once.

use crate::corpus::Corpus;
use crate::counting::{self, count_against, count_of_references, fault, value_error};
use crate::metric::{append_scores, scored};
use crate::score::Score;
use crate::settings::Settings;
use crate::statistics::{SegmentTable, Statistics};
use crate::texts::{Strings, whole};
use crate::warnings::{Checks, Kept};
use bleu::{CorpusTotals, ReferenceCount, ReferenceLists, Scorer, SegmentStatistics};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::{Arc, Mutex, PoisonError};

/// Number of segments that are counted together.
const PART: usize = 512;

/// Number of idle scorers that are kept.
const MAX_IDLE: usize = 16;

/// References of a corpus, tokenized once by `BLEU.against`: the faster way to score many candidates against the same
/// references. Threads can share them.
#[pyclass(frozen, module = "bleu_mt")]
pub struct References {
    settings: Arc<Settings>,
    /// References of `PART` segments each, by the definition of sentences, whose counts are those of corpora.
    parts: Vec<bleu::References>,
    /// Scorers that keep their memory, each with its part; the one that was used last is at the end.
    scorers: Mutex<Vec<(usize, Scorer)>>,
    segments: usize,
    /// Number of references of each segment.
    counts: Vec<u32>,
    kept: Kept,
}

#[pymethods]
impl References {
    /// Scores a corpus: one candidate per segment.
    #[pyo3(signature = (hypotheses, *, threads=1, check=true))]
    fn corpus_score<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = whole)] threads: i128,
        check: bool,
    ) -> PyResult<Score> {
        let corpus = Corpus::of_hypotheses(hypotheses, self.segments)?;
        let definition = self.settings.definition(false);
        let mut totals = CorpusTotals::default();
        let mut checks = Checks::new(definition, check);
        count_against(py, &self.parts, PART, &corpus, counting::threads(threads)?, |_, _, segments| {
            checks.add(segments);
            totals.append(CorpusTotals::new(definition.formula(), segments)).map_err(|error| value_error(&error))
        })?;
        checks.warn(py, &corpus, Some(&self.kept))?;
        if self.segments == 0 {
            return Err(PyValueError::new_err("hypotheses is empty: there is nothing to score"));
        }
        let score = totals.score(definition.formula()).map_err(|error| value_error(&error))?;
        Ok(Score::new(&score, &self.settings, false, self.segments as u64, self.reference_count()))
    }

    /// Scores each sentence of a corpus: one candidate per segment. Returns a list of scores, or with `as_floats` of
    /// numbers from 0 to 1.
    #[pyo3(signature = (hypotheses, *, as_floats=false, threads=1))]
    fn sentence_scores<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        as_floats: bool,
        #[pyo3(from_py_with = whole)] threads: i128,
    ) -> PyResult<Bound<'py, PyList>> {
        let corpus = Corpus::of_hypotheses(hypotheses, self.segments)?;
        let scores = PyList::empty(py);
        count_against(py, &self.parts, PART, &corpus, counting::threads(threads)?, |first, _, segments| {
            let scored = py.detach(|| scored(self.settings.definition(true), segments));
            let counts = self.counts[first..].iter().map(|&count| count_of_references(count as usize));
            append_scores(&scores, &self.settings, first, scored, counts, as_floats)
        })?;
        Ok(scores)
    }

    /// Scores many candidates of one segment, numbered from 0: of a reranker, or samples of a model.
    /// Returns a list of scores, or with `as_floats` of numbers from 0 to 1.
    #[pyo3(signature = (segment, hypotheses, *, as_floats=false))]
    fn scores<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] segment: i128,
        hypotheses: &Bound<'py, PyAny>,
        as_floats: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        let segment = usize::try_from(segment).ok().filter(|segment| *segment < self.segments);
        let segment = segment.ok_or_else(|| PyIndexError::new_err(format!("there are {} segments", self.segments)))?;
        let strings = Strings::new(hypotheses, "hypotheses")?;
        let texts = strings.texts()?;
        let scores = PyList::empty(py);
        let mut scorer = self.scorer(segment / PART);
        let references = count_of_references(self.counts[segment] as usize);
        for (part, texts) in texts.chunks(PART).enumerate() {
            let scored =
                py.detach(|| scorer.score_all(segment % PART, texts)).map_err(|error| fault(0, None, &error))?;
            let scored = scored.into_iter().map(Ok).collect();
            let counts = std::iter::repeat(references);
            append_scores(&scores, &self.settings, part * PART, scored, counts, as_floats)?;
            py.check_signals()?;
        }
        let mut scorers = self.scorers.lock().unwrap_or_else(PoisonError::into_inner);
        if scorers.len() == MAX_IDLE {
            scorers.remove(0);
        }
        scorers.push((segment / PART, scorer));
        Ok(scores)
    }

    /// Counts a corpus without scoring it: one candidate per segment.
    #[pyo3(signature = (hypotheses, *, threads=1))]
    fn statistics<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = whole)] threads: i128,
    ) -> PyResult<Statistics> {
        let corpus = Corpus::of_hypotheses(hypotheses, self.segments)?;
        let definition = self.settings.definition(false);
        if !definition.is_score_of_sums() {
            return Err(value_error(&bleu::Error::NotScoreOfSums));
        }
        let mut sum = bleu::Statistics::EMPTY;
        count_against(py, &self.parts, PART, &corpus, counting::threads(threads)?, |_, _, segments| {
            sum.merge(&segments.sum()).map_err(|error| value_error(&error))
        })?;
        let counting = Some(Arc::clone(self.settings.counting()));
        Ok(Statistics { sum, segments: self.segments as u64, references: self.reference_count(), counting })
    }

    /// Statistics of each segment.
    fn _segments<'py>(&self, py: Python<'py>, hypotheses: &Bound<'py, PyAny>, check: bool) -> PyResult<SegmentTable> {
        let corpus = Corpus::of_hypotheses(hypotheses, self.segments)?;
        let definition = self.settings.definition(false);
        let mut table = SegmentStatistics::new(definition.counted_order()).map_err(|error| value_error(&error))?;
        let mut checks = Checks::new(definition, check);
        count_against(py, &self.parts, PART, &corpus, 1, |_, _, segments| {
            checks.add(segments);
            table.append(segments).map_err(|error| value_error(&error))
        })?;
        checks.warn(py, &corpus, Some(&self.kept))?;
        Ok(SegmentTable { segments: table, references: self.reference_count() })
    }

    fn __len__(&self) -> usize {
        self.segments
    }

    fn __repr__(&self) -> String {
        format!("References({} segments, {})", self.segments, self.settings.signature(false, None))
    }
}

impl References {
    /// A scorer of a part, with the memory of an earlier call if there is one.
    fn scorer(&self, part: usize) -> Scorer {
        let mut scorers = self.scorers.lock().unwrap_or_else(PoisonError::into_inner);
        match scorers.iter().rposition(|(of, _)| *of == part) {
            Some(place) => scorers.remove(place).1,
            None => self.parts[part].scorer(),
        }
    }

    pub fn new(py: Python, settings: &Arc<Settings>, corpus: &Corpus) -> PyResult<References> {
        let definition = settings.definition(true);
        let counting = definition.counting();
        if counting != settings.definition(false).counting() || counting.is_sequential() {
            return Err(PyValueError::new_err(
                "references cannot be counted before the hypotheses with this tool; use corpus_score or sentence_scores",
            ));
        }
        let mut counts = Vec::with_capacity(corpus.len());
        let mut parts = Vec::new();
        let mut first = 0;
        while first < corpus.len() {
            let last = corpus.len().min(first + PART);
            let chunk = corpus.range(first..last)?;
            let texts = chunk.texts(corpus)?;
            let references = texts.references();
            counts.extend(references.iter().map(|references| references.len() as u32));
            let part = py.detach(|| definition.against(ReferenceLists::by_segment(&references)));
            parts.push(part.map_err(|error| value_error(&error))?);
            py.check_signals()?;
            first = last;
        }
        Ok(References {
            settings: Arc::clone(settings),
            parts,
            scorers: Mutex::default(),
            segments: corpus.len(),
            counts,
            kept: Kept::new(corpus)?,
        })
    }

    fn reference_count(&self) -> Option<ReferenceCount> {
        let counts = self.counts.iter().map(|&count| count_of_references(count as usize));
        counts.reduce(ReferenceCount::merge)
    }
}
