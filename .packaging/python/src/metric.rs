//! The metric: settings, and the scores by them.

use crate::corpus::Corpus;
use crate::counting::{self, count, count_of_references, for_each_chunk, value_error};
use crate::interrupts::interruptible;
use crate::references::References;
use crate::resampling::{self, Asked, Tables};
use crate::score::{SacrebleuParts, Score, sacrebleu_score};
use crate::settings::{self, Given, Settings, unknown_argument};
use crate::statistics::{SegmentTable, Statistics};
use crate::texts::{Strings, at_least, is_missing, list, optional_number, optional_whole, string, text, whole};
use crate::warnings::Checks;
use crate::words::FindingFields;
use bleu::diagnose::Diagnoser;
use bleu::explain::{Explainer, Plan, SegmentTables};
use bleu::{
    Accumulator, AddSegments, CorpusTotals, Definition, ReferenceCount, ReferenceLists, Samples, SegmentStatistics,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes of a sentence and its references from which scoring it releases the interpreter's lock. Shorter ones take less
/// time than the release.
const MIN_BYTES_TO_DETACH: usize = 1 << 14;

/// Pairs of samples from which scoring them can be interrupted. Fewer take less time than that costs.
const MIN_PAIRS_TO_INTERRUPT: usize = 1 << 16;

/// Settings of BLEU, and the scores by them.
#[pyclass(frozen, subclass, module = "bleu_mt._native")]
pub struct Metric {
    settings: Arc<Settings>,
    /// Counters of single sentences, which keep their memory. As many as there were calls at a time. They are large, and so stay
    /// in their place.
    #[expect(clippy::vec_box, reason = "moving them takes longer than a short sentence")]
    accumulators: Mutex<Vec<Box<Accumulator>>>,
    /// Samples of single sentences, likewise.
    samples: Mutex<Vec<Samples>>,
}

#[pymethods]
impl Metric {
    #[new]
    #[pyo3(
        signature = (*, tokenize=None, lowercase=None, normalize=None, max_order=None, weights=None, smooth=None,
                     smooth_value=None, effective_order=None, ref_length=None, mean_of_segments=None,
                     unicode=None, empty_reference=None, as_=None, dictionary=None, model=None, **others),
        text_signature = "(*, tokenize=None, lowercase=None, normalize=None, max_order=None, weights=None, \
                          smooth=None, smooth_value=None, effective_order=None, ref_length=None, \
                          mean_of_segments=None, unicode=None, empty_reference=None, as_=None, dictionary=None, model=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "one per setting")]
    fn new(
        py: Python,
        tokenize: Option<String>,
        lowercase: Option<bool>,
        normalize: Option<String>,
        #[pyo3(from_py_with = optional_whole)] max_order: Option<i128>,
        weights: Option<Bound<PyAny>>,
        smooth: Option<String>,
        #[pyo3(from_py_with = optional_number)] smooth_value: Option<f64>,
        effective_order: Option<bool>,
        ref_length: Option<String>,
        mean_of_segments: Option<bool>,
        unicode: Option<String>,
        empty_reference: Option<String>,
        as_: Option<String>,
        dictionary: Option<PathBuf>,
        model: Option<PathBuf>,
        others: Option<Bound<PyDict>>,
    ) -> PyResult<Metric> {
        if let Some(name) = others.and_then(|others| others.keys().iter().next()) {
            return Err(unknown_argument(&name.extract::<String>()?));
        }
        let weights = weights.as_ref().map(settings::weights).transpose()?;
        let given = Given {
            tokenize,
            lowercase,
            normalize,
            max_order: max_order.map(|order| usize::try_from(order).unwrap_or(usize::MAX)),
            weights,
            smooth,
            smooth_value,
            effective_order,
            ref_length,
            mean_of_segments,
            unicode,
            empty_reference,
            as_,
            dictionary,
            model,
        };
        Ok(Metric {
            settings: Arc::new(Settings::new(py, given)?),
            accumulators: Mutex::default(),
            samples: Mutex::default(),
        })
    }

    /// Scores a corpus.
    ///
    /// `references` has one list per reference, each with one string per segment, as in sacreBLEU:
    /// `corpus_score(["a b", "c"], [["a b", "c"], ["a", "c d"]])`. With `per_segment` there is one list per segment
    /// instead, as in evaluate and torchmetrics: `corpus_score(["a b", "c"], per_segment=[["a b", "a"], ["c", "c d"]])`;
    /// a segment with one reference may have a string in place of the list. **If there are as many references as
    /// segments, the two cannot be told apart: references in the wrong shape are then scored against the wrong
    /// candidates, and the score is too low.**
    ///
    /// None and NaN are references that are missing. `threads` is the number of threads, 0 for all cores; the score does
    /// not depend on it.
    ///
    /// Raises ValueError if the lengths differ, if a segment has no reference, if a candidate is not a string, or if
    /// there is no segment; TypeError if an argument is not a list. Warns of what looks wrong with the texts (BleuWarning),
    /// unless `check` is False: shifted, shuffled, copied, lowercased, tokenized or empty text, and so on.
    #[pyo3(signature = (hypotheses, references=None, *, per_segment=None, threads=1, check=true))]
    fn corpus_score<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        references: Option<&Bound<'py, PyAny>>,
        per_segment: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: i128,
        check: bool,
    ) -> PyResult<Score> {
        let corpus = Corpus::new(hypotheses, references, per_segment, self.settings.drops_blank())?;
        let definition = self.settings.definition(false);
        let mut totals = CorpusTotals::default();
        let mut checks = Checks::new(definition, check);
        let count = count(py, definition, &corpus, counting::threads(threads)?, |_, _, segments| {
            checks.add(segments);
            totals.append(CorpusTotals::new(definition.formula(), segments)).map_err(|error| value_error(&error))
        })?;
        checks.warn(py, &corpus, None)?;
        self.score_of_totals(&totals, corpus.len(), count)
    }

    /// Scores one sentence against its references, a list of strings (or a string, if there is one reference).
    ///
    /// Unless `effective_order` says otherwise, orders for which the sentence is too short are left out, as is usual for
    /// sentences. None and NaN are references that are missing.
    ///
    /// Raises ValueError if there is no reference, or if a text is not a string.
    fn sentence_score(&self, hypothesis: Bound<PyAny>, references: &Bound<PyAny>) -> PyResult<Score> {
        let (score, many) = self.score_sentence(hypothesis, references)?;
        Ok(Score::new(&score, &self.settings, true, 1, Some(count_of_references(many))))
    }

    /// The number of references of a sentence, without missing ones, and the arguments of sacreBLEU's `BLEUScore`.
    fn _sacrebleu_sentence<'py>(
        &self,
        hypothesis: Bound<'py, PyAny>,
        references: &Bound<'py, PyAny>,
    ) -> PyResult<(usize, SacrebleuParts<'py>)> {
        if references.is_instance_of::<PyString>() || references.len().is_err() {
            return Err(PyTypeError::new_err("BLEU: The argument `refs` should be a sequence of strings."));
        }
        let py = hypothesis.py();
        let (score, many) = self.score_sentence(hypothesis, references)?;
        Ok((many, sacrebleu_score(py, &score)?))
    }

    /// Scores each sentence of a list, and returns a list of scores: of objects, or with `as_floats` of numbers from 0
    /// to 1, which takes less time and memory. The other arguments are those of `corpus_score`; the scores are those of
    /// `sentence_score`.
    #[pyo3(signature = (hypotheses, references=None, *, per_segment=None, as_floats=false, threads=1))]
    fn sentence_scores<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        references: Option<&Bound<'py, PyAny>>,
        per_segment: Option<&Bound<'py, PyAny>>,
        as_floats: bool,
        #[pyo3(from_py_with = whole)] threads: i128,
    ) -> PyResult<Bound<'py, PyList>> {
        let corpus = Corpus::new(hypotheses, references, per_segment, self.settings.drops_blank())?;
        let definition = self.settings.definition(true);
        let scores = PyList::empty(py);
        let mut count_of = Vec::new();
        count(py, definition, &corpus, counting::threads(threads)?, |first, texts, segments| {
            count_of.clear();
            count_of.extend(texts.references().iter().map(|references| references.len()));
            let scored = py.detach(|| scored(definition, segments));
            let counts = count_of.iter().map(|&count| count_of_references(count));
            append_scores(&scores, &self.settings, first, scored, counts, as_floats)
        })?;
        Ok(scores)
    }

    /// Counts a corpus without scoring it. Statistics add up, also those of other processes and machines; `score` makes
    /// a score of them. The arguments are those of `corpus_score`, except that there may be no segment.
    #[pyo3(signature = (hypotheses, references=None, *, per_segment=None, threads=1))]
    fn statistics<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        references: Option<&Bound<'py, PyAny>>,
        per_segment: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: i128,
    ) -> PyResult<Statistics> {
        let corpus = Corpus::new(hypotheses, references, per_segment, self.settings.drops_blank())?;
        let definition = self.settings.definition(false);
        if !definition.is_score_of_sums() {
            return Err(value_error(&bleu::Error::NotScoreOfSums));
        }
        let zeros = [0; bleu::MAX_ORDER];
        let order = definition.counted_order();
        let mut sum =
            bleu::Statistics::new(0, 0, &zeros[..order], &zeros[..order]).map_err(|error| value_error(&error))?;
        let references = count(py, definition, &corpus, counting::threads(threads)?, |_, _, segments| {
            sum.merge(&segments.sum()).map_err(|error| value_error(&error))
        })?;
        let counting = Some(Arc::clone(self.settings.counting()));
        Ok(Statistics { sum, segments: corpus.len() as u64, references, counting })
    }

    /// The score of statistics: of one corpus, or of a sum. Raises ValueError if other settings counted them.
    fn score(&self, statistics: &Statistics) -> PyResult<Score> {
        statistics.check(self.settings.counting())?;
        let score = self.settings.definition(false).score(&statistics.sum).map_err(|error| value_error(&error))?;
        if statistics.segments == 0 {
            return Err(nothing_to_score());
        }
        Ok(Score::new(&score, &self.settings, false, statistics.segments, statistics.references))
    }

    /// Counts references once, to score many texts against them: validation after validation, or candidates of a
    /// reranker. The references are in the shapes of `corpus_score`.
    #[pyo3(signature = (references=None, *, per_segment=None))]
    fn against<'py>(
        &self,
        py: Python<'py>,
        references: Option<&Bound<'py, PyAny>>,
        per_segment: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<References> {
        let corpus = Corpus::of_references(py, references, per_segment, self.settings.drops_blank())?;
        References::new(py, &self.settings, &corpus)
    }

    /// Scores each sample of a sentence with each sample as its reference, or with each of `references`: a list for each
    /// sample, of numbers from 0 to 1, as `sentence_score` gives them. All pairs together take little more time than
    /// counting each text once.
    #[pyo3(signature = (samples, references=None))]
    fn pairwise<'py>(
        &self,
        py: Python<'py>,
        samples: &Bound<'py, PyAny>,
        references: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let samples = Strings::new(samples, "samples")?;
        let references = references.map(|references| Strings::new(references, "references")).transpose()?;
        let (samples, references) = (samples.texts()?, references.as_ref().map(Strings::texts).transpose()?);
        let width = references.as_ref().map_or(samples.len(), Vec::len);
        let scores = self.with_samples(py, &samples, width, |set, scores| match &references {
            Some(references) => set.pairwise_against(references, scores),
            None => set.pairwise(scores),
        })?;
        let rows = PyList::empty(py);
        for i in 0..samples.len() {
            rows.append(PyList::new(py, &scores[i * width..][..width])?)?;
            py.check_signals()?;
        }
        Ok(rows)
    }

    /// Index and text of the chosen sample, and the score of each.
    fn _pick<'py>(
        &self,
        py: Python<'py>,
        samples: &Bound<'py, PyAny>,
        references: Option<&Bound<'py, PyAny>>,
        by: &str,
    ) -> PyResult<(usize, String, Vec<f64>)> {
        let samples = Strings::new(samples, "samples")?;
        let references = references.map(|references| Strings::new(references, "references")).transpose()?;
        let (samples, references) = (samples.texts()?, references.as_ref().map(Strings::texts).transpose()?);
        let mut chosen = 0;
        let width = references.as_ref().map_or(samples.len(), Vec::len);
        let scores = self.with_samples(py, &samples, width, |set, scores| {
            chosen = match (by, &references) {
                ("mbr", None) => set.expected_scores(scores)?,
                ("mbr", Some(references)) => set.expected_scores_against(references, scores)?,
                (_, references) => {
                    set.scores(references.as_deref().unwrap_or_default(), scores)?;
                    first_extreme(scores, by == "worst")
                }
            };
            Ok(())
        })?;
        Ok((chosen, samples.get(chosen).copied().unwrap_or_default().to_owned(), scores))
    }

    /// The signature of scores by these settings: of corpora, or of sentences; with the number of references, if given.
    #[pyo3(signature = (*, references=None, sentence=false))]
    fn get_signature(
        &self,
        #[pyo3(from_py_with = optional_whole)] references: Option<i128>,
        sentence: bool,
    ) -> PyResult<String> {
        let references = references.map(|count| at_least("references", 1, count)).transpose()?;
        Ok(self.settings.signature(sentence, references))
    }

    /// Statistics of each segment.
    #[pyo3(signature = (hypotheses, references, per_segment, threads, check))]
    fn _segments<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        references: Option<&Bound<'py, PyAny>>,
        per_segment: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: i128,
        check: bool,
    ) -> PyResult<SegmentTable> {
        let corpus = Corpus::new(hypotheses, references, per_segment, self.settings.drops_blank())?;
        let definition = self.settings.definition(false);
        let mut table = SegmentStatistics::new(definition.counted_order()).map_err(|error| value_error(&error))?;
        let mut checks = Checks::new(definition, check);
        let references = count(py, definition, &corpus, counting::threads(threads)?, |_, _, segments| {
            checks.add(segments);
            table.append(segments).map_err(|error| value_error(&error))
        })?;
        checks.warn(py, &corpus, None)?;
        Ok(SegmentTable { segments: table, references })
    }

    /// The score of a table of segments.
    fn _score_of(&self, table: &SegmentTable) -> PyResult<Score> {
        let totals = CorpusTotals::new(self.settings.definition(false).formula(), &table.segments);
        self.score_of_totals(&totals, table.segments.len(), table.references)
    }

    /// Confidence of tables, as JSON. `samples` is their number per segment, 0 if it varies.
    fn _confidence(
        &self,
        py: Python,
        tables: Vec<Vec<PyRef<SegmentTable>>>,
        samples: Option<usize>,
        #[pyo3(from_py_with = whole)] resamples: i128,
        #[pyo3(from_py_with = whole)] seed: i128,
        #[pyo3(from_py_with = whole)] threads: i128,
    ) -> PyResult<String> {
        let asked = self.asked(Some(resamples), seed, threads, "none")?;
        asked.confidence(py, &Tables(&tables), samples.map(count_of_references))
    }

    /// Paired tests of tables against the first, or of all with each other, as JSON.
    #[expect(clippy::too_many_arguments, reason = "settings of a test")]
    fn _tested(
        &self,
        py: Python,
        tables: Vec<Vec<PyRef<SegmentTable>>>,
        all_pairs: bool,
        test: &str,
        #[pyo3(from_py_with = optional_whole)] resamples: Option<i128>,
        #[pyo3(from_py_with = whole)] seed: i128,
        correct: &str,
        #[pyo3(from_py_with = whole)] threads: i128,
    ) -> PyResult<String> {
        let (asked, test) = (self.asked(resamples, seed, threads, correct)?, resampling::test(test)?);
        match all_pairs {
            true => asked.all_pairs(py, &Tables(&tables), test),
            false => asked.paired(py, &Tables(&tables), test),
        }
    }

    /// Tests of systems of several runs, each a list of tables, against the first, as JSON.
    fn _runs(
        &self,
        py: Python,
        tables: Vec<Vec<PyRef<SegmentTable>>>,
        #[pyo3(from_py_with = optional_whole)] resamples: Option<i128>,
        #[pyo3(from_py_with = whole)] seed: i128,
        correct: &str,
        #[pyo3(from_py_with = whole)] threads: i128,
    ) -> PyResult<String> {
        self.asked(resamples, seed, threads, correct)?.runs(py, &Tables(&tables))
    }

    /// Tests of systems against the first, also under other choices, as JSON.
    #[expect(clippy::too_many_arguments, reason = "settings of a test")]
    fn _robust<'py>(
        &self,
        py: Python<'py>,
        systems: Vec<Bound<'py, PyAny>>,
        references: Option<&Bound<'py, PyAny>>,
        per_segment: Option<&Bound<'py, PyAny>>,
        test: &str,
        #[pyo3(from_py_with = optional_whole)] resamples: Option<i128>,
        #[pyo3(from_py_with = whole)] seed: i128,
        correct: &str,
        #[pyo3(from_py_with = whole)] threads: i128,
    ) -> PyResult<String> {
        let corpora = systems.iter().map(|one| Corpus::new(one, references, per_segment, self.settings.drops_blank()));
        let corpora: Vec<Corpus> = corpora.collect::<PyResult<_>>()?;
        self.asked(resamples, seed, threads, correct)?.robust(py, &corpora, resampling::test(test)?)
    }

    /// The tokens of a text, as they are counted: normalized and lowercased, if the settings say so.
    fn tokens(&self, text: Bound<PyAny>) -> PyResult<Vec<String>> {
        let string = string(text, &"text")?;
        let line = self.settings.definition(false).one_line(self::text(&string, &"text")?) + "\n";
        let mut tokenizer = self.settings.definition(false).tokenizer();
        let tokens = tokenizer.tokenize_lines(&line).map_err(|error| value_error(&error))?;
        Ok(tokens.segments().flat_map(|segment| segment.iter().map(str::to_owned).collect::<Vec<_>>()).collect())
    }

    /// The settings that were given, as keyword arguments: `BLEU(**bleu.settings)` is the same metric.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let settings = self.settings.to_dict(py)?;
        for (name, value) in settings.copy()? {
            if value.is_none() {
                settings.del_item(name)?;
            }
        }
        Ok(settings)
    }

    /// The n-grams of a sentence, as JSON.
    fn _explain_segment(&self, hypothesis: Bound<PyAny>, references: &Bound<PyAny>) -> PyResult<String> {
        let strings = self.sentence(hypothesis, references)?;
        let texts: Vec<&str> = strings.iter().map(|string| text(string, &"text")).collect::<PyResult<_>>()?;
        let tables = SegmentTables::new(self.settings.definition(true), texts[0], &texts[1..]);
        to_json(&tables.map_err(|error| value_error(&error))?)
    }

    /// Explanation of the score of a corpus, and what looks wrong with it, as JSON.
    fn _explain<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        references: Option<&Bound<'py, PyAny>>,
        per_segment: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] show: i128,
    ) -> PyResult<String> {
        let definition = self.settings.definition(false);
        let corpus = Corpus::new(hypotheses, references, per_segment, self.settings.drops_blank())?;
        let plan = Plan::new(definition.clone()).show(at_least("show", 0, show)?);
        let mut explainer = Explainer::new(plan, 1).map_err(|error| value_error(&error))?;
        for_each_text(py, &corpus, |hypotheses, references| explainer.add_segments(&[hypotheses], references))?;
        let explanation = py.detach(|| explainer.finish());
        to_json(&explanation.systems)
    }

    /// What looks wrong with a corpus, as JSON: findings, and what-if scores.
    fn _diagnose<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        references: Option<&Bound<'py, PyAny>>,
        per_segment: Option<&Bound<'py, PyAny>>,
        source: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<String> {
        let corpus = Corpus::new(hypotheses, references, per_segment, self.settings.drops_blank())?;
        let mut diagnoser = Diagnoser::new(self.settings.definition(false), 1).map_err(|error| value_error(&error))?;
        if let Some(source) = source {
            let source = Strings::new(source, "source")?;
            let texts = source.texts()?;
            let (found, segments) = (texts.len(), corpus.len());
            if found != segments {
                return Err(PyValueError::new_err(format!(
                    "source has {found} segments, but hypotheses has {segments}"
                )));
            }
            py.detach(|| diagnoser.add_source(&texts));
        }
        for_each_text(py, &corpus, |hypotheses, references| diagnoser.add_segments(&[hypotheses], references))?;
        let diagnosis = py.detach(|| diagnoser.finish_one()).map_err(|error| value_error(&error))?;
        let findings: Vec<FindingFields> = diagnosis.findings.iter().map(FindingFields::new).collect();
        let odd = diagnosis.odd_segments.iter().map(|odd| (odd.segment, odd.reason.name()));
        to_json(&(findings, diagnosis.what_if, odd.collect::<Vec<_>>()))
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        Ok((PyTuple::empty(py), self.settings.to_dict(py)?))
    }

    fn __repr__(&self) -> String {
        format!("BLEU({})", self.settings.signature(false, None))
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        other.cast::<Metric>().is_ok_and(|other| self.settings == other.get().settings)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.settings.signature(false, None).hash(&mut hasher);
        hasher.finish()
    }
}

impl Metric {
    fn asked(&self, resamples: Option<i128>, seed: i128, threads: i128, correct: &str) -> PyResult<Asked<'_>> {
        let resampling = resampling::corrected(resamples, seed, threads, correct)?;
        Ok(Asked { settings: &self.settings, resampling })
    }

    /// The score of a sentence, and its number of references.
    fn score_sentence(&self, hypothesis: Bound<PyAny>, references: &Bound<PyAny>) -> PyResult<(bleu::Score, usize)> {
        let py = hypothesis.py();
        let strings = self.sentence(hypothesis, references)?;
        let (hypothesis, references) = strings.split_first().expect("there is a hypothesis");
        let hypothesis = text(hypothesis, &"hypothesis")?;
        let many = references.len();
        let (mut one, mut list);
        let references: &[&str] = match references {
            [reference] => {
                one = [text(reference, &"references[0]")?];
                &mut one
            }
            references => {
                list = Vec::with_capacity(many);
                for (i, reference) in references.iter().enumerate() {
                    list.push(text(reference, &format_args!("references[{i}]"))?);
                }
                &mut list
            }
        };
        let definition = self.settings.definition(true);
        let mut accumulator = self.accumulator();
        let mut add = || accumulator.add(hypothesis, references);
        let size = hypothesis.len() + references.iter().map(|reference| reference.len()).sum::<usize>();
        let statistics = if size < MIN_BYTES_TO_DETACH { add() } else { py.detach(add) };
        let score = statistics.and_then(|statistics| definition.segment_score(&statistics));
        accumulator.clear();
        self.accumulators.lock().unwrap_or_else(PoisonError::into_inner).push(accumulator);
        Ok((score.map_err(|error| value_error(&error))?, many))
    }

    /// The strings of a sentence: the candidate, then the references that are not missing.
    fn sentence<'py>(
        &self,
        hypothesis: Bound<'py, PyAny>,
        references: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<Bound<'py, PyString>>> {
        let mut strings = vec![string(hypothesis, &"hypothesis")?];
        let mut push = |reference: Bound<'py, PyAny>, name: &dyn std::fmt::Display| -> PyResult<()> {
            if is_missing(&reference)? {
                return Ok(());
            }
            let reference = string(reference, name)?;
            if !(self.settings.drops_blank() && text(&reference, name)?.trim().is_empty()) {
                strings.push(reference);
            }
            Ok(())
        };
        if references.is_instance_of::<PyString>() {
            push(references.clone(), &"references")?;
        } else {
            for (i, reference) in list(references, &"references", "strings")?.iter().enumerate() {
                push(reference, &format_args!("references[{i}]"))?;
            }
        }
        if strings.len() == 1 {
            return Err(PyValueError::new_err("references: at least one reference is needed"));
        }
        Ok(strings)
    }

    /// A counter of sentences, with the memory of an earlier call if there is one.
    fn accumulator(&self) -> Box<Accumulator> {
        let kept = self.accumulators.lock().unwrap_or_else(PoisonError::into_inner).pop();
        kept.unwrap_or_else(|| Box::new(self.settings.definition(true).accumulator()))
    }

    /// Calls a function with the samples of a sentence, each of which is compared with `width` texts, and the list of
    /// scores that it fills.
    fn with_samples(
        &self,
        py: Python,
        texts: &[&str],
        width: usize,
        call: impl FnOnce(&mut Samples, &mut Vec<f64>) -> Result<(), bleu::Error> + Send,
    ) -> PyResult<Vec<f64>> {
        let kept = self.samples.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let samples = kept.map_or_else(|| Samples::new(self.settings.definition(true)), Ok);
        let mut samples = samples.map_err(|error| value_error(&error))?;
        let mut scores = Vec::new();
        let cancellation = samples.cancellation();
        let run = || {
            samples.set(texts);
            call(&mut samples, &mut scores)
        };
        if texts.len() * width < MIN_PAIRS_TO_INTERRUPT {
            py.detach(run).map_err(|error| value_error(&error))?;
        } else {
            // Samples that were interrupted are not used again.
            interruptible(py, &cancellation, run)?;
        }
        self.samples.lock().unwrap_or_else(PoisonError::into_inner).push(samples);
        Ok(scores)
    }

    fn score_of_totals(
        &self,
        totals: &CorpusTotals,
        segments: usize,
        references: Option<ReferenceCount>,
    ) -> PyResult<Score> {
        if segments == 0 {
            return Err(nothing_to_score());
        }
        let score = totals.score(self.settings.definition(false).formula()).map_err(|error| value_error(&error))?;
        Ok(Score::new(&score, &self.settings, false, segments as u64, references))
    }
}

/// Visits the texts of a corpus, which has some: candidates, and the references of each.
fn for_each_text(
    py: Python,
    corpus: &Corpus,
    mut visit: impl FnMut(&[&str], ReferenceLists) -> Result<(), bleu::Error> + Send,
) -> PyResult<()> {
    if corpus.len() == 0 {
        return Err(nothing_to_score());
    }
    for_each_chunk(py, corpus, 1, |_, texts| {
        let (hypotheses, references) = (texts.hypotheses(), texts.references());
        py.detach(|| visit(&hypotheses, ReferenceLists::by_segment(&references))).map_err(|error| value_error(&error))
    })?;
    Ok(())
}

/// Place of the highest score, or of the lowest; of equal ones, the first.
fn first_extreme(scores: &[f64], is_lowest: bool) -> usize {
    let value = |i: usize| if is_lowest { -scores[i] } else { scores[i] };
    (0..scores.len()).reduce(|best, i| if value(i) > value(best) { i } else { best }).unwrap_or(0)
}

fn nothing_to_score() -> PyErr {
    PyValueError::new_err("hypotheses is empty: there is nothing to score")
}

fn to_json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyTypeError::new_err(error.to_string()))
}

/// The score of each segment.
pub fn scored(definition: &Definition, segments: &SegmentStatistics) -> Vec<Result<bleu::Score, bleu::Error>> {
    segments.iter().map(|statistics| definition.segment_score(&statistics)).collect()
}

/// Appends scores of sentences, the first of which is of segment `first`, to a list.
pub fn append_scores(
    list: &Bound<PyList>,
    settings: &Arc<Settings>,
    first: usize,
    scores: Vec<Result<bleu::Score, bleu::Error>>,
    references: impl Iterator<Item = ReferenceCount>,
    as_floats: bool,
) -> PyResult<()> {
    for ((segment, score), references) in (first..).zip(scores).zip(references) {
        let score = score.map_err(|error| PyValueError::new_err(format!("segment {segment}: {error}")))?;
        if as_floats {
            list.append(score.value())?;
        } else {
            list.append(Score::new(&score, settings, true, 1, Some(references)))?;
        }
    }
    Ok(())
}
