//! Counting: chunk by chunk, outside of the interpreter's lock, on several threads, and interruptible.

use crate::corpus::{Corpus, Texts};
use bleu::{Accumulator, Definition, Error, ReferenceCount, ReferenceLists, References, SegmentStatistics};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::thread;

/// Characters that each thread counts before signals are handled: a few milliseconds of most tokenizers, and less than
/// 0.1 s of those that search a dictionary.
const CHUNK: usize = 1 << 17;

/// Maximum number of threads.
const MAX_THREADS: usize = 256;

/// Number of threads, of which 0 means all cores.
pub fn threads(asked: i128) -> PyResult<usize> {
    match usize::try_from(asked) {
        Ok(0) => Ok(thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS)),
        Ok(threads) => Ok(threads.min(MAX_THREADS)),
        Err(_) if asked > 0 => Ok(MAX_THREADS),
        Err(_) => Err(PyValueError::new_err(format!("threads must be 0 (all cores) or more, not {asked}"))),
    }
}

/// The number of references of a segment. 0 stands for different numbers.
pub fn count_of_references(references: usize) -> ReferenceCount {
    ReferenceCount::try_from(references).unwrap_or(ReferenceCount::Varying)
}

/// Counts a corpus, and visits each chunk with its texts and statistics. Returns the number of references per segment.
pub fn count(
    py: Python,
    definition: &Definition,
    corpus: &Corpus,
    threads: usize,
    mut visit: impl FnMut(usize, &Texts, &SegmentStatistics) -> PyResult<()>,
) -> PyResult<Option<ReferenceCount>> {
    let threads = if definition.counting().is_sequential() { 1 } else { threads };
    let mut accumulators: Vec<Accumulator> = (0..threads).map(|_| definition.accumulator()).collect();
    for_each_chunk(py, corpus, threads, |first, texts| {
        let (hypotheses, references) = (texts.hypotheses(), texts.references());
        let part = hypotheses.len().div_ceil(threads).max(1);
        let parts = hypotheses.chunks(part).zip(references.chunks(part)).zip(&mut accumulators);
        let counted = py.detach(|| {
            in_parallel(parts, |((hypotheses, references), accumulator)| {
                accumulator.add_segments(hypotheses, ReferenceLists::by_segment(references))
            })
        });
        let counted: Result<Vec<SegmentStatistics>, Error> = counted.into_iter().collect();
        let counted = counted.and_then(joined).map_err(|error| {
            let mut accumulator = definition.accumulator();
            let mut segments = hypotheses.iter().zip(&references);
            fault(first, segments.position(|(one, many)| accumulator.add(one, many).is_err()), &error)
        })?;
        visit(first, texts, &counted)
    })
}

/// Counts candidates against references that are known, in parts of this number of segments each.
pub fn count_against(
    py: Python,
    parts: &[References],
    part: usize,
    corpus: &Corpus,
    threads: usize,
    mut visit: impl FnMut(usize, &Texts, &SegmentStatistics) -> PyResult<()>,
) -> PyResult<()> {
    let mut first = 0;
    while first < corpus.len() {
        let last = corpus.len().min(first + part * threads);
        let chunk = corpus.range(first..last)?;
        let texts = chunk.texts(corpus)?;
        let hypotheses = texts.hypotheses();
        let counted = py.detach(|| {
            in_parallel(
                hypotheses.chunks(part).zip(parts.get(first / part..).unwrap_or_default()),
                |(hypotheses, references)| references.scorer().statistics(hypotheses),
            )
        });
        let counted: Result<Vec<SegmentStatistics>, Error> = counted.into_iter().collect();
        let counted = counted.and_then(joined).map_err(|error| fault(first, None, &error))?;
        visit(first, &texts, &counted)?;
        py.check_signals()?;
        first = last;
    }
    Ok(())
}

/// Visits the texts of a corpus, chunk by chunk, and returns the number of references per segment.
pub fn for_each_chunk(
    py: Python,
    corpus: &Corpus,
    threads: usize,
    mut visit: impl FnMut(usize, &Texts) -> PyResult<()>,
) -> PyResult<Option<ReferenceCount>> {
    let (mut first, mut references) = (0, None::<ReferenceCount>);
    while first < corpus.len() {
        let chunk = corpus.chunk(first, CHUNK * threads)?;
        let texts = chunk.texts(corpus)?;
        visit(first, &texts)?;
        py.check_signals()?;
        first += chunk.len();
        references = references.into_iter().chain(texts.reference_count()).reduce(ReferenceCount::merge);
    }
    Ok(references.or(corpus.lists()))
}

/// Calls a function with each item, in a thread of its own unless there is only one.
fn in_parallel<T: Send, R: Send>(items: impl ExactSizeIterator<Item = T>, call: impl Fn(T) -> R + Sync) -> Vec<R> {
    if items.len() == 1 {
        return items.map(call).collect();
    }
    let call = &call;
    thread::scope(|scope| {
        let threads: Vec<_> = items.map(|item| scope.spawn(move || call(item))).collect();
        threads.into_iter().map(|thread| thread.join().expect("the library does not panic")).collect()
    })
}

fn joined(parts: Vec<SegmentStatistics>) -> Result<SegmentStatistics, Error> {
    let mut parts = parts.into_iter();
    let mut all = parts.next().ok_or(Error::CandidateCount { candidates: 0 })?;
    parts.try_for_each(|part| all.append(&part))?;
    Ok(all)
}

/// An error about a segment, numbered in the chunk that begins with segment `first`.
pub fn fault(first: usize, segment: Option<usize>, error: &Error) -> PyErr {
    match segment {
        Some(segment) => PyValueError::new_err(format!("segment {}: {error}", first + segment)),
        None => value_error(error),
    }
}

/// A `ValueError` with the library's message.
pub fn value_error(error: &Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}
