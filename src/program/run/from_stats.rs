//! `--from-stats`: modes that work on summed records of statistics, without text.

use super::groups::{Counts, Grouped};
use super::{orders, runs, score, sentence, stats, write_buffered};
use crate::bleu::error::Error as LibraryError;
use crate::bleu::scoring::Definition;
use crate::bleu::scoring::tools::Tool;
use crate::bleu::shards::ResampledScores;
use crate::bleu::shards::{MergedShards, Record, RecordError, Shards};
use crate::bleu::significance::PairedTest;
use crate::bleu::significance::ResamplingFields;
use crate::program::request::{AskedTest, Job, Mode, SignificanceTest, StatsDetail, check_mode};
use crate::program::request::{MergeOptions, check_candidates};
use crate::program::results::input_summary::InputSummary;
use crate::program::results::{CorpusSums, Labels, Results, SegmentsRead, Significance};
use crate::program::words::warnings;
use crate::text::open_lines;
use anyhow::Error;
use anyhow::{Result, anyhow, bail, ensure};
use std::io::Write;

/// Adds up all records, and computes what is asked for.
pub fn run(job: &Job, request: MergeOptions, out: &mut dyn Write) -> Result<Results> {
    let mut corpus = read(job, request.expected_segments)?.finish().map_err(with_advice)?;
    // Intermediate sums may have gaps; the final sum reports them.
    if let Some(gap) = corpus.gap.filter(|_| !matches!(job.mode, Mode::Stats { .. })) {
        bail!(
            "segment {gap} is missing; add its record. If the ids may have gaps, use names instead of numbers, such as \
             id:{gap}"
        );
    }
    let is_empty = corpus.records.iter().all(|record| record.sums.segments == 0);
    if is_empty && !matches!(job.mode, Mode::Stats { .. }) && request.expected_segments != Some(0) {
        bail!("all records are of 0 segments; was the input empty?");
    }
    if request.expected_segments.is_none() {
        warnings::uncounted_segments(job, &corpus);
    }
    if !job.systems.is_empty() {
        corpus.arrange(&job.systems).map_err(with_advice)?;
    }
    merged(job, corpus, InputSummary::default(), out)
}

/// Computes what is asked for of the sum of all records, given a summary of the input of the records that were counted now.
pub fn merged(job: &Job, mut corpus: MergedShards, summary: InputSummary, out: &mut dyn Write) -> Result<Results> {
    if job.input.by.is_none() {
        corpus = corpus.without_groups()?;
    } else {
        let ungrouped = corpus.records.iter().any(|record| record.group.is_none() && record.sums.segments > 0);
        ensure!(!ungrouped, "some records have no group; count all shards with --by");
    }
    let signature = corpus.signature()?;
    warnings::older_categories(job, &signature);
    let of_mode = job.definition.effective_order() && signature.formula().tool().is_none_or(Tool::is_sacrebleu);
    let usual = signature.formula().effective_order() || of_mode;
    let asked = job.merge.and_then(|options| options.effective_order);
    let signature = signature.with_effective_order(asked.unwrap_or(usual));
    let job = Job {
        // Statistics are scored without the tokenizer, whose data need not be here.
        definition: signature
            .definition_with(|tokenizer| Ok::<_, LibraryError>(tokenizer.name().parse().unwrap_or_default()))?,
        systems: corpus.systems().into_iter().map(String::from).collect(),
        ..job.clone()
    };
    check_mode(&job.definition, job.mode)?;
    // Of shards, no order is known but that of the ids, which lines of a text may have in another.
    let is_resampled = matches!(job.mode, Mode::Significance(..) | Mode::Runs(..)) && !corpus.segments.is_empty();
    let is_sorted = job.merge.is_some() && is_resampled && !corpus.has_numbered_segments();
    let signature = if is_sorted { signature.with_segments_sorted_by_id() } else { signature };
    let signature = job.with_mode(signature, job.systems.len());
    match job.mode {
        Mode::Corpus | Mode::Cumulative { sentences: false } | Mode::Significance(..) => {
            let groups = (0..).zip(corpus.groups().into_iter().map(|(label, corpus)| (label.into(), corpus))).collect();
            let corpus = Grouped { whole: corpus.without_groups()?, groups };
            score::results(&job, &corpus, &summary, signature)
        }
        Mode::Runs(runs, resampling) => {
            check_segments(&corpus, "--runs")?;
            check_candidates(job.mode, job.systems.len())?;
            let segments = corpus.sums(&job.definition).segments;
            let sets = [(None, &corpus.tables[..])];
            runs::test(&job, (runs, resampling), &sets, segments, signature.to_string(), None)
        }
        Mode::Sentence | Mode::Cumulative { sentences: true } => {
            print_sentences(&job, &corpus, out)?;
            Ok(Results::Segments(SegmentsRead::default()))
        }
        Mode::Stats { detail, .. } => {
            if detail == StatsDetail::Segments {
                check_segments(&corpus, "--stats=segments")?;
            }
            stats::print(&corpus, detail, out)?;
            Ok(Results::Segments(SegmentsRead::default()))
        }
        // Excluded with the flags.
        _ => bail!("this mode needs texts, not statistics"),
    }
}

/// Reads all records.
fn read(job: &Job, expected_segments: Option<u64>) -> Result<Shards> {
    let mut shards = Shards::expecting(expected_segments);
    match job.mode {
        Mode::Corpus | Mode::Cumulative { sentences: false } | Mode::Stats { detail: StatsDetail::Sums, .. } => {}
        _ => shards = shards.keeping_segments(),
    }
    for path in &job.candidates {
        let mut lines = open_lines(path)?;
        while let Some(line) = lines.next_line()? {
            if let Err(fault) = Record::parse(line).and_then(|record| shards.add(record)) {
                bail!("{}: line {}: {}", lines.name(), lines.number(), with_advice(fault));
            }
        }
        if lines.number() == 0 {
            bail!("{}: empty; even an empty shard has a record, so bleu --stats probably failed on it", lines.name());
        }
    }
    Ok(shards)
}

/// Checks that there are records of segments.
fn check_segments(corpus: &MergedShards, flag: &str) -> Result<()> {
    if corpus.segments.is_empty() && corpus.records.iter().any(|record| record.sums.segments > 0) {
        bail!("{flag} needs records of segments; count the shards with --stats=segments and --id");
    }
    Ok(())
}

/// Records without groups.
impl Counts for MergedShards {
    fn sums(&self, _: &Definition) -> CorpusSums {
        let segments = self.records.first().map_or(0, |record| record.sums.segments);
        CorpusSums::of_statistics(segments, self.records.iter().map(|record| &record.sums.statistics))
    }

    /// Resamples the segments if they are there, else takes the Poisson resamples.
    fn test(&self, job: &Job, (test, resampling): AskedTest) -> Result<Significance> {
        if !matches!(test, SignificanceTest::Confidence) && self.records.len() < 2 {
            bail!("the records are of one system; to compare, add the records of another");
        }
        let poisson = self.resampled_scores(job.definition.formula(), resampling.fields(test.test(), 0).correction)?;
        if let Some(scores) = poisson.filter(|_| self.segments.is_empty()) {
            return of_resamples(job, test, &scores);
        }
        check_segments(self, "significance without --resamples in the records")?;
        self.tables.test(job, (test, resampling))
    }
}

/// Tests systems by their Poisson resamples.
fn of_resamples(job: &Job, test: SignificanceTest, scores: &ResampledScores) -> Result<Significance> {
    let resampling = scores.fields();
    if let Some(flag) = job.merge.and_then(|options| options.resampling_flag) {
        let ResamplingFields { resamples, seed, .. } = resampling;
        bail!("the records contain {resamples} resamples with seed {seed}, which cannot be redrawn; drop {flag}");
    }
    match test {
        SignificanceTest::Confidence => Ok(Significance::of_intervals(resampling, scores.confidence())),
        SignificanceTest::Paired(test @ PairedTest::Bootstrap) => {
            Ok(Significance::of_paired(test, resampling, scores.paired()))
        }
        SignificanceTest::AllPairs(test @ PairedTest::Bootstrap) => {
            Ok(Significance::of_ranking(test, resampling, scores.all_pairs()))
        }
        _ => bail!("randomization needs the segments; count the shards with --stats=segments, or use bootstrap"),
    }
}

/// Prints the scores of segments, in the order of their ids.
fn print_sentences(job: &Job, corpus: &MergedShards, out: &mut dyn Write) -> Result<()> {
    let is_usual = job.definition.tool().is_none_or(Tool::is_sacrebleu) || matches!(job.mode, Mode::Cumulative { .. });
    ensure!(is_usual, "the records are for another tool's corpus score; --sentence needs the texts");
    check_segments(corpus, "--sentence")?;
    let (by_group, orders) = (job.input.by.is_some(), orders(job)?);
    let labels = |segment: usize| {
        let segment = corpus.segments.get(segment);
        Labels {
            // Text has one number per line, unless labels are asked for.
            id: segment.filter(|_| job.style.format.is_for_programs()).map(|segment| &*segment.id),
            group: segment.and_then(|segment| segment.group.as_deref()).filter(|_| by_group),
        }
    };
    write_buffered(out, |out| sentence::write_segments(job, &orders, &corpus.tables, 0, labels, out).map(drop))
}

/// Adds what to do to a fault of records.
fn with_advice(fault: RecordError) -> Error {
    let advice = match &fault {
        RecordError::NotARecord => "make records with bleu --stats",
        RecordError::CutOff => "copy it whole, or count the shard again",
        RecordError::Checksum => "copy it again, or count the shard again",
        RecordError::Malformed { .. } | RecordError::OtherFormat { .. } => "make all records with one version of bleu",
        RecordError::Impossible { .. } => "count the shard again",
        RecordError::OtherDefinition { .. } => "count all shards with the same flags",
        RecordError::OtherSegmentDefinition => "count all with the same flags",
        RecordError::OtherResamples => "give the same --resamples and --seed to all",
        RecordError::MissingIds => "give --id to all",
        RecordError::RepeatedSegment { .. } => {
            "remove one, or, if shards number their segments alike, name segments with --id"
        }
        RecordError::RepeatedShard => "remove one",
        RecordError::EqualStatistics { may_be_chance: true } => {
            "if the shard occurs twice, remove one; otherwise count shards with --id, or give the number of all segments \
             with --expect-segments"
        }
        RecordError::EqualStatistics { may_be_chance: false } => {
            "if the shard occurs twice, remove one; otherwise count shards with --id"
        }
        RecordError::NoRecord => "did a shard fail?",
        RecordError::NoSums { .. } => "keep all lines that --stats=segments prints",
        RecordError::SegmentCount { found, expected, .. } if found < expected => {
            "a shard is missing, or the number is wrong"
        }
        RecordError::SegmentCount { .. } => "a shard occurs twice, or the number is wrong",
        RecordError::SegmentRecordCount { .. } => "count all shards with --stats=segments, and keep all lines",
        RecordError::SumMismatch { .. } => "count the shards again",
        RecordError::SystemSegmentCounts { .. } => {
            "a record is missing, or these are shards of one system: count them with the same --names"
        }
        RecordError::OtherSegments { .. } => "count them from the same shards",
        RecordError::OtherReferences { .. } => "count all with the same references",
        RecordError::OtherSystems { .. } => "--names takes these names",
        RecordError::Statistics(_) => return fault.into(),
    };
    anyhow!("{fault}; {advice} (more: bleu --man shards)")
}
