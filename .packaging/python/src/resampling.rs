//! Confidence intervals and tests of systems, interruptible.

use crate::corpus::{Corpus, Texts};
use crate::counting::{self, count_of_references, value_error};
use crate::interrupts::interruptible;
use crate::settings::Settings;
use crate::statistics::SegmentTable;
use crate::texts::at_least;
use bleu::robust::{Choice, RobustComparison, Robustness, Verdict};
use bleu::{
    AddSegments, Comparison, Correction, PairedTest, Power, ReferenceCount, ReferenceLists, Resampling,
    ResamplingFields, SegmentStatistics, Signature, Systems,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of segments that are counted together under other choices.
const PART: usize = 512;

/// Statistics of segments, in lists: of all systems on each test set, or of the runs or samples of each system.
pub struct Tables<'a, 'py>(pub &'a [Vec<PyRef<'py, SegmentTable>>]);

impl Tables<'_, '_> {
    fn lists(&self) -> Vec<Vec<&SegmentStatistics>> {
        self.0.iter().map(|list| list.iter().map(|table| &table.segments).collect()).collect()
    }

    /// The signature of resampled scores.
    fn signature(&self, settings: &Settings, fields: ResamplingFields) -> Signature {
        let references = self.0.iter().flatten().map(|table| table.references);
        let references = references.map(|count| count.unwrap_or(ReferenceCount::Varying)).reduce(ReferenceCount::merge);
        let references = references.unwrap_or(ReferenceCount::Varying);
        settings.definition(false).signature(references).with_resampling(fields)
    }
}

/// Resampling, as it was asked for.
pub struct Asked<'a> {
    pub settings: &'a Settings,
    pub resampling: Resampling,
}

impl Asked<'_> {
    /// Calls a function that resamples, and that signals end.
    fn run<T: Send>(
        &self,
        py: Python,
        call: impl FnOnce(&Resampling<&(dyn Fn(usize) -> ControlFlow<()> + Sync)>) -> Result<T, bleu::Error> + Send,
    ) -> PyResult<T> {
        let is_cancelled = &AtomicBool::default();
        interruptible(py, is_cancelled, || {
            let progress = |_| match is_cancelled.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            call(&self.resampling.progress(&progress))
        })
    }

    /// The confidence interval of each system, as JSON, after the signature. With `samples`, the number of samples per
    /// segment, each list is of one system, and choices among the samples are by sentence scores.
    pub fn confidence(&self, py: Python, tables: &Tables, samples: Option<ReferenceCount>) -> PyResult<String> {
        let (lists, definition) = (tables.lists(), self.settings.definition(false));
        let found = self.run(py, |resampling| match samples {
            Some(_) => resampling.confidence(definition, &Systems::of_runs(&lists)),
            None => resampling.confidence(definition, &Systems::on_sets(&lists)),
        })?;
        let signature = tables.signature(self.settings, self.resampling.fields(PairedTest::Bootstrap, 0));
        let effective_order = self.settings.definition(true).effective_order();
        let signature = samples
            .into_iter()
            .fold(signature, |signature, samples| signature.with_samples(samples).with_choices(effective_order));
        to_json(&(signature.to_string(), found))
    }

    /// Paired tests of each system against the first, as JSON; each with its power.
    pub fn paired(&self, py: Python, tables: &Tables, test: PairedTest) -> PyResult<String> {
        let (lists, definition) = (tables.lists(), self.settings.definition(false));
        let segments = lists.iter().filter_map(|set| set.first()).map(|table| table.len()).sum();
        let found = self.run(py, |resampling| resampling.paired(test, definition, &Systems::on_sets(&lists)))?;
        let powers: Vec<Option<Power>> =
            found.iter().map(|paired| Power::new(paired.comparison.as_ref()?, segments)).collect();
        let fields = self.resampling.fields(test, found.len().saturating_sub(1));
        let found: Vec<_> = found.iter().zip(&powers).collect();
        to_json(&(tables.signature(self.settings, fields).to_string(), found))
    }

    /// Paired tests of all systems with each other, as JSON: the systems by rank, and the pairs.
    pub fn all_pairs(&self, py: Python, tables: &Tables, test: PairedTest) -> PyResult<String> {
        let (lists, definition) = (tables.lists(), self.settings.definition(false));
        let found = self.run(py, |resampling| resampling.all_pairs(test, definition, &Systems::on_sets(&lists)))?;
        let fields = self.resampling.fields(test, found.pairs.len());
        to_json(&(tables.signature(self.settings, fields).to_string(), found))
    }

    /// Comparisons of systems of several runs with the first, as JSON.
    pub fn runs(&self, py: Python, tables: &Tables) -> PyResult<String> {
        let (lists, definition) = (tables.lists(), self.settings.definition(false));
        let found = self.run(py, |resampling| resampling.runs(definition, &Systems::of_runs(&lists)))?;
        let fields = self.resampling.fields(PairedTest::Randomization, lists.len().saturating_sub(1));
        let runs = lists.first().map_or(0, Vec::len);
        to_json(&(tables.signature(self.settings, fields).with_runs(runs).to_string(), found))
    }

    /// Comparisons of corpora, which have the same references, with the first, also under other choices, as JSON.
    pub fn robust(&self, py: Python, corpora: &[Corpus], test: PairedTest) -> PyResult<String> {
        let definition = self.settings.definition(false);
        let segments = corpora.first().map_or(0, Corpus::len);
        let mut references = None;
        let mut robustness = None;
        for first in (0..segments).step_by(PART) {
            let last = segments.min(first + PART);
            let chunks = corpora.iter().map(|corpus| corpus.range(first..last)).collect::<PyResult<Vec<_>>>()?;
            let texts = chunks.iter().zip(corpora).map(|(chunk, corpus)| chunk.texts(corpus));
            let texts: Vec<Texts> = texts.collect::<PyResult<_>>()?;
            let candidates: Vec<Vec<&str>> = texts.iter().map(Texts::hypotheses).collect();
            let candidates: Vec<&[&str]> = candidates.iter().map(Vec::as_slice).collect();
            let lists = texts[0].references();
            let count = *references.get_or_insert(lists[0].len());
            if let Some(place) = lists.iter().position(|list| list.len() != count) {
                return Err(PyValueError::new_err(format!(
                    "segment {}: {} references, where segment 0 has {count}: leaving a reference out needs as many of each segment",
                    first + place,
                    lists[place].len()
                )));
            }
            let robustness = match &mut robustness {
                Some(robustness) => robustness,
                none => none.insert(Robustness::new(definition, count).map_err(|error| value_error(&error))?),
            };
            py.detach(|| robustness.add_segments(&candidates, ReferenceLists::by_segment(&lists)))
                .map_err(|error| value_error(&error))?;
            py.check_signals()?;
        }
        let robustness = robustness.ok_or_else(|| PyValueError::new_err("there is nothing to score"))?;
        let pairs: Vec<(usize, usize)> = (1..corpora.len()).map(|system| (system, 0)).collect();
        let found = self.run(py, |resampling| robustness.test(test, resampling, &pairs))?;
        let references = count_of_references(references.unwrap_or(1));
        let fields = self.resampling.fields(test, pairs.len());
        let signature = definition.signature(references).with_resampling(fields).to_string();
        to_json(&(signature, found.iter().map(of_choices).collect::<Vec<_>>()))
    }
}

/// A comparison under other choices, as data.
fn of_choices(comparison: &RobustComparison) -> serde_json::Value {
    let tested = |kind: &str, name: String, found: &Comparison| serde_json::json!({"kind": kind, "choice": name, "difference": found.difference, "p_value": found.p_value, "p_interval": found.p_interval, "significant": found.is_significant()});
    let name = |choice: &Choice| match choice {
        Choice::OnlyReference(place) => format!("only reference {place}"),
        Choice::WithoutReference(place) => format!("without reference {place}"),
        Choice::Tokenizer(tokenizer) => tokenizer.name().to_owned(),
        choice => format!("ignoring {}", choice.kind()),
    };
    let choices = comparison.choices.iter().map(|one| tested(one.choice.kind(), name(&one.choice), &one.comparison));
    serde_json::json!({
        "given": tested("given", "as asked for".to_owned(), &comparison.given),
        "verdict": match comparison.verdict() {
            Verdict::Contradicted => "contradicted",
            Verdict::Depends => "depends",
            _ => "holds",
        },
        "agreeing": comparison.agreeing(),
        "rests_on": comparison.rests_on,
        "choices": choices.collect::<Vec<_>>(),
    })
}

/// A test, by its name.
pub fn test(name: &str) -> PyResult<PairedTest> {
    name.parse().map_err(|error| value_error(&error))
}

/// Resampling with a correction of p-values.
pub fn corrected(resamples: Option<i128>, seed: i128, threads: i128, correct: &str) -> PyResult<Resampling> {
    let correction: Correction = correct.parse().map_err(|error| value_error(&error))?;
    let seed = u64::try_from(seed).map_err(|_| PyValueError::new_err("seed must be 0 or more, and less than 2**64"))?;
    let resampling = Resampling::new().seed(seed).threads(counting::threads(threads)?).correction(correction);
    match resamples {
        Some(resamples) => Ok(resampling.resamples(at_least("resamples", 1, resamples)?)),
        None => Ok(resampling),
    }
}

fn to_json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
