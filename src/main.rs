//! `bleu`: from flags to work to bytes on standard output, and the exit status.

mod cli;
mod corpus;
mod examine;
mod input;
mod output;
mod pipeline;
mod progress;
mod report;
mod significance;
mod style;
mod warnings;

use anyhow::{Context, Result};
use bleu::{Score, Statistics};
use cli::{Job, Mode};
use input::Input;
use report::{Report, Significance, System};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::exit;

fn main() {
    or_fail(cli::parse().and_then(|job| run(&job)));
}

/// What was found; or the end of the program, which says why.
fn or_fail<T>(found: Result<T>) -> T {
    found.unwrap_or_else(|error| {
        // Whoever reads has seen enough.
        if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) {
            exit(0);
        }
        // Where even this cannot be written, the status still tells.
        let _ = writeln!(io::stderr(), "bleu: {error:#}");
        exit(1)
    })
}

fn run(job: &Job) -> Result<()> {
    warnings::before(job);
    // Before the inputs, which may be as many files as can be open.
    let out = output::stdout().context("standard output")?;
    match job.mode {
        Mode::Corpus => score_corpus(job, &mut open(job)?, out),
        // Bare scores need no resamples.
        Mode::Resample(..) if job.style.score_only => score_corpus(job, &mut open(job)?, out),
        Mode::Resample(question, resampling) => {
            print(job, &significance::find(job, question, &resampling, &mut open(job)?)?, out)
        }
        Mode::Sentence => score_segments(job, &mut open(job)?, out),
        Mode::PrintTokens => job.candidates.iter().try_for_each(|text| print_tokens(job, text, &out)),
        Mode::Explain(explain) => explain_score(job, explain, &mut open(job)?, out),
    }
}

fn open(job: &Job) -> Result<Input> {
    Input::open(&job.candidates, &job.references)
}

/// The score of each candidate on all segments.
fn score_corpus(job: &Job, input: &mut Input, out: impl Write) -> Result<()> {
    let mut sums = vec![Statistics::default(); job.candidates.len()];
    let seen = corpus::count(
        input,
        job,
        |counted| counted.systems.iter().map(|s| s.sum()).collect(),
        |batch: Result<Vec<_>>| sums.iter_mut().zip(or_fail(batch)).for_each(|(sum, statistics)| *sum += statistics),
    );
    warnings::after(job, input, &seen);
    let system = |(path, sum): (&PathBuf, &Statistics)| System { name: name(path), score: job.metric.score(sum) };
    let systems = job.candidates.iter().zip(&sums).map(system).collect();
    let signature = job.signature().to_string();
    print(job, &Report { systems, segments: seen.segments, signature, significance: Significance::None }, out)
}

fn print(job: &Job, report: &Report, out: impl Write) -> Result<()> {
    let mut out = BufWriter::new(out);
    output::write_report(report, job.style, &mut out).and_then(|()| out.flush()).context("standard output")
}

/// The scores of each segment, as soon as its batch is read.
fn score_segments(job: &Job, input: &mut Input, mut out: impl Write + Send) -> Result<()> {
    let names: Vec<String> = job.candidates.iter().map(|path| name(path)).collect();
    let lines = |counted: corpus::Counted| -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut systems: Vec<_> = counted.systems.iter().map(|segments| segments.iter()).collect();
        let segments = counted.systems[0].len() as u64;
        for segment in counted.segments_before + 1..=counted.segments_before + segments {
            let of_segment = systems.iter_mut().filter_map(Iterator::next);
            let scores: Vec<Score> = of_segment.map(|statistics| job.metric.score(&statistics)).collect();
            output::write_segment(segment, &names, &scores, job.style, &mut bytes)?;
        }
        Ok(bytes)
    };
    let seen = corpus::count(input, job, lines, |bytes| {
        let bytes = or_fail(bytes);
        or_fail(bytes.and_then(|bytes| out.write_all(&bytes)).and_then(|()| out.flush()).context("standard output"));
    });
    warnings::after(job, input, &seen);
    Ok(())
}

/// The tokens of each line of a text.
fn print_tokens(job: &Job, text: &PathBuf, mut out: impl Write + Send) -> Result<()> {
    let mut input = Input::open(&[text], &[] as &[PathBuf])?;
    corpus::tokens(&mut input, job, |bytes| {
        let bytes = or_fail(bytes);
        or_fail(out.write_all(&bytes).and_then(|()| out.flush()).context("standard output"));
    });
    warnings::byte_order_marks(job, &input);
    Ok(())
}

/// Why each candidate's score is what it is.
fn explain_score(job: &Job, explain: cli::Explain, input: &mut Input, out: impl Write) -> Result<()> {
    let (explanation, seen) = examine::examine(job, explain, input)?;
    warnings::after(job, input, &seen);
    let mut out = BufWriter::new(out);
    output::write_explanation(&explanation, job.style, &mut out).and_then(|()| out.flush()).context("standard output")
}

/// The name of a system in reports: the file, as given.
fn name(path: &Path) -> String {
    path.display().to_string()
}
