//! `--from-stats`: the modes that need no text, on the sum of records of statistics.

use super::significance::resample;
use super::{print, runs, stats, write_buffered};
use crate::cli::{Job, Mode, SignificanceTest, StatsDetail, check_runs};
use crate::input::{Origin, open_lines};
use crate::output::{self, Segment};
use crate::report::{Group, Report, Significance, System};
use crate::shards::{Corpus, Record, ResampledScores, Shards};
use crate::signature::Resamples;
use crate::{PairedTest, Resampling, Score, SegmentStatistics, Signature, Statistics, warnings};
use anyhow::{Error, Result, bail, ensure};
use std::io::Write;

/// Adds up all records and prints what is asked for.
pub fn run(job: &Job, expected_segments: Option<u64>, out: impl Write) -> Result<()> {
    let mut corpus = read(job, expected_segments)?.finish()?;
    corpus.check_gaps()?;
    warnings::uncounted_segments(job, expected_segments);
    if !job.systems.is_empty() {
        corpus.arrange(&job.systems)?;
    }
    if job.input.by.is_none() {
        corpus = corpus.without_groups()?;
    } else {
        let ungrouped = corpus.records.iter().any(|record| record.group.is_none() && record.sums.segments > 0);
        ensure!(!ungrouped, "some records have no group; count all segments with --by");
    }
    let signature = corpus.signature()?;
    let effective_order = signature.definition().effective_order() || job.definition.effective_order();
    let signature = signature.with_effective_order(effective_order);
    let job = Job {
        definition: signature.definition().clone(),
        systems: corpus.systems().into_iter().map(String::from).collect(),
        ..job.clone()
    };
    match job.mode {
        Mode::Corpus => print_report(&job, corpus, None, signature, out),
        Mode::Significance(test, resampling) => print_report(&job, corpus, Some((test, resampling)), signature, out),
        Mode::Runs(runs, resampling) => {
            check_segments(&corpus, "--runs")?;
            check_runs(runs, job.systems.len()).map_err(Error::msg)?;
            let segments = corpus.records.first().map_or(0, |record| record.sums.segments);
            let signature = signature.with_resampling(PairedTest::Randomization, resampling);
            runs::test(&job, (runs, resampling), &corpus.tables, segments, &signature, out)
        }
        Mode::Sentence => print_segments(&job, &corpus, out),
        Mode::Stats(request) => {
            if request.detail == StatsDetail::Segments {
                check_segments(&corpus, "--stats=segments")?;
            }
            stats::print(&corpus, request.detail, out)
        }
        // Excluded by the flags.
        Mode::ListTestSets | Mode::ListDictionaries | Mode::PrintTokens | Mode::Explain(_) | Mode::WhatIf => {
            bail!("this mode needs texts, not statistics")
        }
    }
}

/// Reads all records.
fn read(job: &Job, expected_segments: Option<u64>) -> Result<Shards> {
    let needs_segments = match job.mode {
        Mode::Stats(request) => request.detail == StatsDetail::Segments,
        mode => matches!(mode, Mode::Sentence | Mode::Significance(..) | Mode::Runs(..)),
    };
    let shards = Shards::of_corpus(expected_segments);
    let mut shards = if needs_segments { shards.keeping_segments() } else { shards };
    for path in &job.candidates {
        let mut lines = open_lines(path)?;
        while let Some(line) = lines.next_line()? {
            if let Err(fault) = Record::parse(line).and_then(|record| shards.add(record)) {
                bail!("{}: line {}: {fault}", lines.name(), lines.number());
            }
        }
        ensure!(
            lines.number() > 0,
            "{}: empty, but a shard without segments has a record too; did the program fail on it?",
            lines.name()
        );
    }
    Ok(shards)
}

/// Checks that there are records of segments.
fn check_segments(corpus: &Corpus, flag: &str) -> Result<()> {
    let segments = corpus.records.iter().any(|record| record.sums.segments > 0);
    ensure!(
        !corpus.segments.is_empty() || !segments,
        "{flag} needs records of segments; count the shards with --stats=segments and --id"
    );
    Ok(())
}

/// Prints scores, and their significance if asked for.
fn print_report(
    job: &Job,
    corpus: Corpus,
    test: Option<(SignificanceTest, Resampling)>,
    signature: Signature,
    out: impl Write,
) -> Result<()> {
    let group = |(label, corpus): (String, Corpus)| -> Result<Group> {
        let part = Part::new(job, &corpus, test)?;
        let scores = part.sums.iter().map(|sum| job.definition.evaluate(sum)).collect();
        Ok(Group { label, segments: part.segments, scores, significance: part.significance })
    };
    let groups = corpus.groups().into_iter().map(group).collect::<Result<_>>()?;
    let whole = Part::new(job, &corpus.without_groups()?, test)?;
    warnings::unmatched_orders(job, &whole.sums);
    let signature = match whole.resampling {
        None => signature,
        Some((kind, resampling)) => signature.with_resamples(kind, resampling),
    };
    let system = |at: usize| System { name: job.systems[at].clone(), score: job.definition.evaluate(&whole.sums[at]) };
    let systems = match &whole.significance {
        Significance::AllPairs { ranking, .. } => ranking.systems.iter().map(|ranked| system(ranked.system)).collect(),
        _ => (0..job.systems.len()).map(system).collect(),
    };
    let (segments, significance) = (whole.segments, whole.significance);
    print(job, Report { systems, segments, signature: signature.to_string(), significance, groups }, out)
}

/// Results of a corpus or a group.
struct Part {
    segments: u64,
    /// One for each system.
    sums: Vec<Statistics>,
    significance: Significance,
    /// How the significance was found.
    resampling: Option<(Resamples, Resampling)>,
}

impl Part {
    /// The results of records without groups. Tests resample the segments if they are there, else they use the Poisson
    /// resamples.
    fn new(job: &Job, corpus: &Corpus, test: Option<(SignificanceTest, Resampling)>) -> Result<Part> {
        let sums: Vec<Statistics> = corpus.records.iter().map(|record| record.sums.statistics).collect();
        let segments = corpus.records.first().map_or(0, |record| record.sums.segments);
        let Some((test, asked)) = test else {
            return Ok(Part { segments, sums, significance: Significance::None, resampling: None });
        };
        if !matches!(test, SignificanceTest::Confidence) && sums.len() < 2 {
            bail!("the records are those of one system; to compare systems, add the records of another");
        }
        let poisson = corpus.resampled_scores(&job.definition, asked.correction);
        let (significance, resampling) = match poisson.filter(|_| corpus.segments.is_empty()) {
            Some(scores) => (of_resamples(job, test, &scores)?, (Resamples::Poisson, scores.resampling())),
            None => {
                check_segments(corpus, "significance without --resamples in the records")?;
                (resample(job, test, &asked, &corpus.tables)?, (Resamples::Test(test.test()), asked))
            }
        };
        Ok(Part { segments, sums, significance, resampling: Some(resampling) })
    }
}

/// Tests systems by their Poisson resamples.
fn of_resamples(job: &Job, test: SignificanceTest, scores: &ResampledScores) -> Result<Significance> {
    let resampling = scores.resampling();
    if let Origin::Statistics { resampling_flag: Some(flag), .. } = job.input.origin {
        let Resampling { resamples, seed, .. } = resampling;
        bail!("the records hold {resamples} resamples with seed {seed}, and no others can be drawn; leave out {flag}");
    }
    match test {
        SignificanceTest::Confidence => Ok(Significance::Confidence(scores.confidence())),
        SignificanceTest::Paired(test @ PairedTest::Bootstrap) => {
            Ok(Significance::Paired { test, resampling, systems: scores.paired() })
        }
        SignificanceTest::AllPairs(test @ PairedTest::Bootstrap) => {
            Ok(Significance::AllPairs { test, resampling, ranking: scores.all_pairs() })
        }
        _ => bail!("randomization needs the segments; count the shards with --stats=segments, or use bootstrap"),
    }
}

/// Prints the scores of segments, in the order of their ids.
fn print_segments(job: &Job, corpus: &Corpus, out: impl Write) -> Result<()> {
    check_segments(corpus, "--sentence")?;
    let mut tables: Vec<_> = corpus.tables.iter().map(SegmentStatistics::iter).collect();
    let by_group = job.input.by.is_some();
    write_buffered(out, |out| {
        for (number, segment) in (1..).zip(&corpus.segments) {
            let statistics = tables.iter_mut().filter_map(Iterator::next);
            let scores: Vec<Score> = statistics.map(|statistics| job.definition.evaluate(&statistics)).collect();
            let group = segment.group.as_deref().filter(|_| by_group);
            output::write_segment(Segment { number, group }, &job.systems, &scores, job.style, out)?;
        }
        Ok(())
    })
}
