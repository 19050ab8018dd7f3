//! A corpus: the statistics of every segment of every candidate, or the tokens of every line, from the input.

use crate::cli::Job;
use crate::input::{Batch, Input};
use crate::pipeline;
use anyhow::Result;
use bleu::{Counter, SegmentStatistics, Tokenizer, Tokens};

/// What was counted in a batch of segments.
pub struct Counted {
    /// The segments before this batch.
    pub segments_before: u64,
    /// For each candidate, the statistics of its segments.
    pub systems: Vec<SegmentStatistics>,
}

/// What was seen of the texts while they were counted.
#[derive(Default)]
pub struct Seen {
    /// Segments in the corpus.
    pub segments: u64,
    /// For each candidate, the lines that end in a period apart from the last word.
    pub periods_apart: Vec<u64>,
}

/// Counts all segments. `map` works on what was counted of a batch, on many threads, `finish` on what that gives, in
/// the order of the input. An error comes last, see [`pipeline::run`].
pub fn count<T: Send>(
    input: &mut Input,
    job: &Job,
    map: impl Fn(Counted) -> T + Sync,
    mut finish: impl FnMut(Result<T>) + Send,
) -> Seen {
    let names = input.names();
    let make_worker = || {
        let mut worker = Worker::new(job);
        let (names, map) = (&names, &map);
        move |batch: &Batch| {
            let (texts, fault) = batch.texts(names);
            let (counted, seen) = worker.count(&texts, batch.lines_before);
            ((map(counted), seen), fault)
        }
    };
    let mut all = Seen { segments: 0, periods_apart: vec![0; job.candidates.len()] };
    pipeline::run(input, job.jobs, make_worker, |batch| {
        finish(batch.map(|(result, seen)| {
            all.segments += seen.segments;
            all.periods_apart.iter_mut().zip(seen.periods_apart).for_each(|(all, lines)| *all += lines);
            result
        }));
    });
    all
}

/// Cuts a text, the only input, into tokens: a line of them, separated by spaces, for each of its lines. `finish` gets
/// some lines at a time, and an error last, see [`pipeline::run`].
pub fn tokens(input: &mut Input, job: &Job, finish: impl FnMut(Result<Vec<u8>>) + Send) {
    let names = input.names();
    let make_worker = || {
        let mut tokenizer = Tokenizer::new(job.preprocessing);
        let names = &names;
        move |batch: &Batch| {
            let (texts, fault) = batch.texts(names);
            let mut bytes = Vec::new();
            for text in texts {
                bytes.reserve(2 * text.len());
                for line in tokenizer.tokenize(text).lines() {
                    for (i, token) in line.iter().enumerate() {
                        bytes.extend_from_slice(if i > 0 { b" " } else { b"" });
                        bytes.extend_from_slice(token);
                    }
                    bytes.push(b'\n');
                }
            }
            (bytes, fault)
        }
    };
    pipeline::run(input, job.jobs, make_worker, finish);
}

/// Counts batches; keeps the memory that this takes.
struct Worker {
    candidate: Tokenizer,
    references: Vec<Tokenizer>,
    counter: Counter,
    order: usize,
}

impl Worker {
    fn new(job: &Job) -> Worker {
        let tokenizer = || Tokenizer::new(job.preprocessing);
        Worker {
            candidate: tokenizer(),
            references: job.references.iter().map(|_| tokenizer()).collect(),
            counter: Counter::default(),
            order: job.metric.order,
        }
    }

    /// The statistics of the candidates, which come before the references in `texts`.
    fn count(&mut self, texts: &[&str], segments_before: u64) -> (Counted, Seen) {
        let (candidates, references) = texts.split_at(texts.len() - self.references.len());
        let tokenizers = self.references.iter_mut();
        let references: Vec<Tokens> = tokenizers.zip(references).map(|(t, text)| t.tokenize(text)).collect();
        let (mut systems, mut seen) = (Vec::new(), Seen::default());
        for text in candidates {
            let tokens = self.candidate.tokenize(text);
            let mut statistics = SegmentStatistics::new(self.order);
            self.counter.count(tokens, &references, &mut statistics);
            seen.segments = statistics.len() as u64;
            seen.periods_apart.push(tokens.lines_with_period_apart());
            systems.push(statistics);
        }
        (Counted { segments_before, systems }, seen)
    }
}
