//! `--from-stats`: modes that work on summed records of statistics, without text.

mod advice;

use super::significance::resample;
use super::{ensure_tool_succeeds, orders, print, runs, score, sentence, significance, stats, write_buffered};
use crate::cli::input::open_lines;
use crate::cli::report::{CorpusSums, Group, Report, Significance};
use crate::cli::warnings;
use crate::cli::{Job, MergeOptions, Mode, SignificanceTest, StatsDetail, check_mode, check_runs};
use crate::shards::{MergedShards, Record, ResampledScores, Shards};
use crate::tools::Tool;
use crate::{Error as LibraryError, PairedTest, Resampling, ResamplingFields, Signature};
use advice::with_advice;
use anyhow::{Error, Result, bail, ensure};
use std::io::Write;

/// Adds up all records and prints what is asked for.
pub fn run(job: &Job, request: MergeOptions, out: impl Write) -> Result<()> {
    let mut corpus = read(job, request.expected_segments)?.finish().map_err(with_advice)?;
    // Intermediate sums may have gaps; the final sum reports them.
    if let Some(gap) = corpus.gap.filter(|_| !matches!(job.mode, Mode::Stats(_))) {
        bail!(
            "segment {gap} is missing; add its record. If the ids may have gaps, use names instead of numbers, such as \
             id:{gap}"
        );
    }
    let is_empty = corpus.records.iter().all(|record| record.sums.segments == 0);
    if is_empty && !matches!(job.mode, Mode::Stats(_)) && request.expected_segments != Some(0) {
        bail!("all records are of 0 segments; was the input empty?");
    }
    if request.expected_segments.is_none() {
        warnings::uncounted_segments(job, &corpus);
    }
    if !job.systems.is_empty() {
        corpus.arrange(&job.systems).map_err(with_advice)?;
    }
    if job.input.by.is_none() {
        corpus = corpus.without_groups()?;
    } else {
        let ungrouped = corpus.records.iter().any(|record| record.group.is_none() && record.sums.segments > 0);
        ensure!(!ungrouped, "some records have no group; count all shards with --by");
    }
    let signature = corpus.signature()?;
    let of_mode = job.definition.effective_order() && signature.formula().tool().is_none_or(Tool::is_sacrebleu);
    let usual = signature.formula().effective_order() || of_mode;
    let signature = signature.with_effective_order(request.effective_order.unwrap_or(usual));
    let job = Job {
        // Statistics are scored without the tokenizer, whose data need not be here.
        definition: signature
            .definition_with(|tokenizer| Ok::<_, LibraryError>(tokenizer.name().parse().unwrap_or_default()))?,
        systems: corpus.systems().into_iter().map(String::from).collect(),
        ..job.clone()
    };
    check_mode(&job.definition, job.mode).map_err(Error::msg)?;
    match job.mode {
        Mode::Corpus => print_scores(&job, corpus, &signature, out),
        Mode::Cumulative { sentences: false } => print_scores(&job, corpus, &signature.with_cumulative(), out),
        Mode::Significance(test, resampling) => print_significance(&job, corpus, test, &resampling, signature, out),
        Mode::Runs(runs, resampling) => {
            check_segments(&corpus, "--runs")?;
            check_runs(runs, job.systems.len()).map_err(Error::msg)?;
            let segments = sums(&corpus).segments;
            let signature = signature.with_resampling(resampling.fields(PairedTest::Randomization));
            runs::test(&job, (runs, resampling), &corpus.tables, segments, &signature, out)
        }
        Mode::Sentence | Mode::Cumulative { sentences: true } => print_sentences(&job, &corpus, out),
        Mode::Stats(request) => {
            if request.detail == StatsDetail::Segments {
                check_segments(&corpus, "--stats=segments")?;
            }
            stats::print(&corpus, request.detail, out)
        }
        // Excluded with the flags.
        Mode::AllTools
        | Mode::Pooled { .. }
        | Mode::Explain(_)
        | Mode::WhatIf
        | Mode::PrintTokens
        | Mode::ListTestSets
        | Mode::ListDictionaries => bail!("this mode needs texts, not statistics"),
    }
}

/// Reads all records.
fn read(job: &Job, expected_segments: Option<u64>) -> Result<Shards> {
    let needs_segments = match job.mode {
        Mode::Stats(request) => request.detail == StatsDetail::Segments,
        mode => {
            matches!(
                mode,
                Mode::Sentence | Mode::Cumulative { sentences: true } | Mode::Significance(..) | Mode::Runs(..)
            )
        }
    };
    let shards = Shards::of_corpus(expected_segments);
    let mut shards = if needs_segments { shards.keeping_segments() } else { shards };
    for path in &job.candidates {
        let mut lines = open_lines(path)?;
        while let Some(line) = lines.next_line()? {
            if let Err(fault) = Record::parse(line).and_then(|record| shards.add(record)) {
                bail!("{}: line {}: {}", lines.name(), lines.number(), with_advice(fault));
            }
        }
        ensure!(
            lines.number() > 0,
            "{}: empty; even an empty shard has a record, so bleu --stats probably failed on it",
            lines.name()
        );
    }
    Ok(shards)
}

/// Checks that there are records of segments.
fn check_segments(corpus: &MergedShards, flag: &str) -> Result<()> {
    let segments = corpus.records.iter().any(|record| record.sums.segments > 0);
    ensure!(
        !corpus.segments.is_empty() || !segments,
        "{flag} needs records of segments; count the shards with --stats=segments and --id"
    );
    Ok(())
}

/// Returns the sums of records without groups.
fn sums(corpus: &MergedShards) -> CorpusSums {
    let segments = corpus.records.first().map_or(0, |record| record.sums.segments);
    CorpusSums::of_statistics(segments, corpus.records.iter().map(|record| &record.sums.statistics))
}

fn print_scores(job: &Job, corpus: MergedShards, signature: &Signature, out: impl Write) -> Result<()> {
    let group = |(label, corpus): (String, MergedShards)| Group {
        label: label.into(),
        sums: sums(&corpus),
        significance: None,
    };
    let groups = corpus.groups().into_iter().map(group).collect();
    score::report(job, &sums(&corpus.without_groups()?), signature.to_string(), groups, out)
}

fn print_significance(
    job: &Job,
    corpus: MergedShards,
    test: SignificanceTest,
    asked: &Resampling,
    signature: Signature,
    out: impl Write,
) -> Result<()> {
    let group = |(label, corpus): (String, MergedShards)| {
        significance::group(job, test, label.into(), sums(&corpus), || Ok(significance(job, &corpus, test, asked)?.0))
    };
    let groups = corpus.groups().into_iter().map(group).collect::<Result<_>>()?;
    let corpus = corpus.without_groups()?;
    let whole = sums(&corpus);
    ensure_tool_succeeds(job, &job.systems, &whole.statistics())?;
    warnings::unmatched_orders(job, &whole.statistics());
    let (significance, resampling) = significance(job, &corpus, test, asked)?;
    let systems = significance::systems(job, &whole, &significance);
    let signature = signature.with_resampling(resampling).to_string();
    let (definition, segments) = (job.definition.clone(), whole.segments);
    print(job, Report { systems, definition, segments, signature, significance, groups }, out)
}

/// Tests the systems of records without groups: by resampling their segments if they are there, else by the Poisson
/// resamples. Also returns how.
fn significance(
    job: &Job,
    corpus: &MergedShards,
    test: SignificanceTest,
    asked: &Resampling,
) -> Result<(Significance, ResamplingFields)> {
    if !matches!(test, SignificanceTest::Confidence) && corpus.records.len() < 2 {
        bail!("the records are of one system; to compare, add the records of another");
    }
    let poisson = corpus.resampled_scores(job.definition.formula(), asked.fields(test.test()).correction)?;
    match poisson.filter(|_| corpus.segments.is_empty()) {
        Some(scores) => Ok((of_resamples(job, test, &scores)?, scores.fields())),
        None => {
            check_segments(corpus, "significance without --resamples in the records")?;
            Ok((resample(job, test, asked, &corpus.tables)?, asked.fields(test.test())))
        }
    }
}

/// Tests systems by their Poisson resamples.
fn of_resamples(job: &Job, test: SignificanceTest, scores: &ResampledScores) -> Result<Significance> {
    let resampling = scores.fields();
    let conflict = job.merge.and_then(|options| match options {
        MergeOptions { sets_resamples: true, .. } => Some("--resamples"),
        MergeOptions { sets_seed: true, .. } => Some("--seed"),
        _ => None,
    });
    if let Some(flag) = conflict {
        let ResamplingFields { resamples, seed, .. } = resampling;
        bail!("the records contain {resamples} resamples with seed {seed}, which cannot be redrawn; drop {flag}");
    }
    match test {
        SignificanceTest::Confidence => {
            Ok(Significance::Confidence { resamples: resampling.kind, systems: scores.confidence() })
        }
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
fn print_sentences(job: &Job, corpus: &MergedShards, out: impl Write) -> Result<()> {
    let is_usual = job.definition.tool().is_none_or(Tool::is_sacrebleu) || matches!(job.mode, Mode::Cumulative { .. });
    ensure!(is_usual, "the records are for another tool's corpus score; --sentence needs the texts");
    check_segments(corpus, "--sentence")?;
    let (by_group, orders) = (job.input.by.is_some(), orders(job)?);
    let group = |segment: usize| corpus.segments.get(segment)?.group.as_deref().filter(|_| by_group);
    write_buffered(out, |out| sentence::write_segments(job, &orders, &corpus.tables, 0, group, out).map(drop))
}
