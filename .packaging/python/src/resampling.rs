//! Confidence intervals and paired tests, interruptible.

use crate::counting::{self, value_error};
use crate::interrupts::interruptible;
use crate::settings::Settings;
use crate::statistics::SegmentTable;
use crate::texts::at_least;
use bleu::{Correction, PairedTest, Power, ReferenceCount, Resampling, ResamplingFields, SegmentStatistics, Signature};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The confidence interval of each table, as JSON, after the signature.
pub fn confidence(
    py: Python,
    settings: &Arc<Settings>,
    tables: &[PyRef<SegmentTable>],
    resamples: i128,
    seed: i128,
    threads: i128,
) -> PyResult<String> {
    let resampling = resampling(Some(resamples), seed, threads)?;
    let systems = systems(tables);
    let is_cancelled = &AtomicBool::default();
    let found = interruptible(py, is_cancelled, || {
        let resampling = resampling.progress(|_| progress(is_cancelled));
        resampling.confidence(settings.definition(false), &systems)
    })?;
    to_json(&(signature(settings, tables, resampling.fields(PairedTest::Bootstrap, 0)), found))
}

/// Paired tests of each table against the first, as JSON; each with its power.
#[expect(clippy::too_many_arguments, reason = "settings of a test")]
pub fn paired(
    py: Python,
    settings: &Arc<Settings>,
    tables: &[PyRef<SegmentTable>],
    test: &str,
    resamples: Option<i128>,
    seed: i128,
    correct: &str,
    threads: i128,
) -> PyResult<String> {
    let test: PairedTest = test.parse().map_err(|error| value_error(&error))?;
    let resampling = corrected(resamples, seed, threads, correct)?;
    let systems = systems(tables);
    let segments = systems.first().map_or(0, |system| system.len());
    let is_cancelled = &AtomicBool::default();
    let found = interruptible(py, is_cancelled, || {
        let resampling = resampling.progress(|_| progress(is_cancelled));
        resampling.paired(test, settings.definition(false), &systems)
    })?;
    let powers: Vec<Option<Power>> =
        found.iter().map(|paired| Power::new(paired.comparison.as_ref()?, segments)).collect();
    let found: Vec<_> = found.iter().zip(&powers).collect();
    to_json(&(signature(settings, tables, resampling.fields(test, tables.len().saturating_sub(1))), found))
}

/// Paired tests of all tables with each other, as JSON: the systems by rank, and the pairs.
pub fn all_pairs(
    py: Python,
    settings: &Arc<Settings>,
    tables: &[PyRef<SegmentTable>],
    test: &str,
    resampling: Resampling,
) -> PyResult<String> {
    let test: PairedTest = test.parse().map_err(|error| value_error(&error))?;
    let systems = systems(tables);
    let is_cancelled = &AtomicBool::default();
    let found = interruptible(py, is_cancelled, || {
        let resampling = resampling.progress(|_| progress(is_cancelled));
        resampling.all_pairs(test, settings.definition(false), &systems)
    })?;
    let comparisons = tables.len() * tables.len().saturating_sub(1) / 2;
    to_json(&(signature(settings, tables, resampling.fields(test, comparisons)), found))
}

/// The signature of resampled scores.
fn signature(settings: &Settings, tables: &[PyRef<SegmentTable>], fields: ResamplingFields) -> String {
    let references = tables.first().and_then(|table| table.references).unwrap_or(ReferenceCount::Varying);
    Signature::new(settings.definition(false), references).with_resampling(fields).to_string()
}

/// Resampling with a correction of p-values.
pub fn corrected(resamples: Option<i128>, seed: i128, threads: i128, correct: &str) -> PyResult<Resampling> {
    let correction: Correction = correct.parse().map_err(|error| value_error(&error))?;
    Ok(resampling(resamples, seed, threads)?.correction(correction))
}

fn resampling(resamples: Option<i128>, seed: i128, threads: i128) -> PyResult<Resampling> {
    let seed = u64::try_from(seed).map_err(|_| PyValueError::new_err("seed must be 0 or more, and less than 2**64"))?;
    let resampling = Resampling::new().seed(seed).threads(counting::threads(threads)?);
    match resamples {
        Some(resamples) => Ok(resampling.resamples(at_least("resamples", 1, resamples)?)),
        None => Ok(resampling),
    }
}

fn systems<'a>(tables: &'a [PyRef<SegmentTable>]) -> Vec<&'a SegmentStatistics> {
    tables.iter().map(|table| &table.segments).collect()
}

fn progress(is_cancelled: &AtomicBool) -> ControlFlow<()> {
    if is_cancelled.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

fn to_json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
