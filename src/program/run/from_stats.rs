//! `--from-stats`: modes that work on summed records of statistics, without text.

use super::corpus::Corpus;
use super::groups::{Counts, Grouped};
use super::records;
use super::{Command, Mode, check_definition};
use crate::bleu::error::Error as LibraryError;
use crate::bleu::scoring::Definition;
use crate::bleu::scoring::tools::Tool;
use crate::bleu::shards::ResampledScores;
use crate::bleu::shards::{MergedShards, RecordError, Shards};
use crate::bleu::signature::Signature;
use crate::bleu::significance::PairedTest;
use crate::bleu::significance::ResamplingFields;
use crate::program::request::{AskedTest, MergeOptions, Request, SignificanceTest};
use crate::program::results::input_summary::InputSummary;
use crate::program::results::{CorpusSums, Results, Significance};
use crate::program::words::warnings;
use crate::text::display::input_name;
use anyhow::Error;
use anyhow::{Result, anyhow, bail, ensure};
use std::io::Write;

/// Statistics that were added up.
pub struct Merged {
    pub corpus: MergedShards,
    /// Summary of the input of the records that were counted now.
    pub summary: InputSummary,
    /// Signature of the scores, without what the mode adds to it.
    pub signature: Signature,
}

impl Merged {
    /// The corpus and its groups.
    ///
    /// # Errors
    /// If a sum is too large.
    pub fn into_corpus(self) -> Result<Corpus<MergedShards>> {
        let groups = self.corpus.groups().into_iter().map(|(label, group)| (label.into(), group));
        let groups = (0..).zip(groups).collect();
        Ok(Corpus { counts: Grouped { whole: self.corpus.without_groups()?, groups }, summary: self.summary })
    }

    /// The signature of scores whose segments are resampled.
    pub fn signature_of_resamples(&self, request: &Request) -> Signature {
        // Of shards, no order is known but that of the ids, which lines of a text may have in another.
        let is_sorted = request.merge_options().is_some()
            && !self.corpus.segments.is_empty()
            && !self.corpus.has_numbered_segments();
        let signature = self.signature.clone();
        if is_sorted { signature.with_segments_sorted_by_id() } else { signature }
    }
}

/// Adds up all records, and computes what is asked for.
pub fn run(command: &Command, request: &Request, options: MergeOptions, out: &mut dyn Write) -> Result<Results> {
    let is_intermediate = matches!(command, Command::Stats(_));
    let mut corpus = read(command.mode(), request, options.expected_segments)?.finish().map_err(with_advice)?;
    // Intermediate sums may have gaps; the final sum reports them.
    if let Some(gap) = corpus.gap.filter(|_| !is_intermediate) {
        bail!(
            "segment {gap} is missing; add its record. If the ids may have gaps, use names instead of numbers, such as \
             id:{gap}"
        );
    }
    let is_empty = corpus.records.iter().all(|record| record.sums.segments == 0);
    if is_empty && !is_intermediate && options.expected_segments != Some(0) {
        bail!("all records are of 0 segments; was the input empty?");
    }
    if options.expected_segments.is_none() && !is_intermediate {
        warnings::uncounted_segments(request, &corpus);
    }
    if !request.systems.is_empty() {
        corpus.arrange(&request.systems).map_err(with_advice)?;
    }
    merged(command.mode(), request, corpus, InputSummary::default(), out)
}

/// Computes what is asked for of the sum of all records, given a summary of the input of the records that were counted now.
pub fn merged(
    mode: &dyn Mode,
    request: &Request,
    mut corpus: MergedShards,
    summary: InputSummary,
    out: &mut dyn Write,
) -> Result<Results> {
    if request.input.by.is_none() {
        corpus = corpus.without_groups()?;
    } else {
        let ungrouped = corpus.records.iter().any(|record| record.group.is_none() && record.sums.segments > 0);
        ensure!(!ungrouped, "some records have no group; count all shards with --by");
    }
    let signature = corpus.signature()?;
    warnings::older_categories(request, &signature);
    let is_default = request.definition.effective_order() && signature.formula().tool().is_none_or(Tool::is_sacrebleu);
    let usual = signature.formula().effective_order() || is_default;
    let asked = request.merge_options().and_then(|options| options.effective_order);
    let signature = signature.with_effective_order(asked.unwrap_or(usual));
    let request = Request {
        // Statistics are scored without the tokenizer, whose data need not be here.
        definition: signature
            .definition_with(|tokenizer| Ok::<_, LibraryError>(tokenizer.name().parse().unwrap_or_default()))?,
        systems: corpus.systems().into_iter().map(String::from).collect(),
        ..request.clone()
    };
    check_definition(mode, &request.definition)?;
    mode.run_on_statistics(&request, Merged { corpus, summary, signature }, out)
}

/// Reads all records.
fn read(mode: &dyn Mode, request: &Request, expected_segments: Option<u64>) -> Result<Shards> {
    let mut shards = Shards::expecting(expected_segments);
    if mode.needs_segments() {
        shards = shards.keeping_segments();
    }
    for path in &request.candidates {
        let records = records::each(path, |place, record| {
            let added = record.and_then(|record| shards.add(record));
            added.map_err(|fault| anyhow!("{place}: {}", with_advice(fault)))
        })?;
        if records == 0 {
            bail!(
                "{}: empty; even an empty shard has a record, so bleu --stats probably failed on it",
                input_name(path)
            );
        }
    }
    Ok(shards)
}

/// Checks that there are records of segments.
///
/// # Errors
/// If there are none, although there are segments.
pub fn check_segments(corpus: &MergedShards, flag: &str) -> Result<()> {
    if corpus.segments.is_empty() && corpus.records.iter().any(|record| record.sums.segments > 0) {
        bail!("{flag} needs records of segments; count the shards with --stats=segments and --id");
    }
    Ok(())
}

/// Records without groups.
impl Counts for MergedShards {
    fn sums(&self, _: &Definition) -> CorpusSums {
        let segments = self.records.first().map_or(0, |record| record.sums.segments);
        CorpusSums::from_statistics(segments, self.records.iter().map(|record| &record.sums.statistics))
    }

    /// Resamples the segments if they are there, else takes the Poisson resamples.
    fn test(&self, request: &Request, asked: AskedTest) -> Result<Significance> {
        let AskedTest { test, resampling, .. } = asked;
        if !matches!(test, SignificanceTest::Confidence) && self.records.len() < 2 {
            bail!("the records are of one system; to compare, add the records of another");
        }
        let poisson =
            self.resampled_scores(request.definition.formula(), resampling.fields(test.test(), 0).correction)?;
        if let Some(scores) = poisson.filter(|_| self.segments.is_empty()) {
            return test_resamples(request, test, &scores);
        }
        check_segments(self, "significance without --resamples in the records")?;
        self.tables.test(request, asked)
    }
}

/// Tests systems by their Poisson resamples.
fn test_resamples(request: &Request, test: SignificanceTest, scores: &ResampledScores) -> Result<Significance> {
    let resampling = scores.fields();
    if let Some(flag) = request.merge_options().and_then(|options| options.resampling_flag) {
        let ResamplingFields { resamples, seed, .. } = resampling;
        bail!("the records contain {resamples} resamples with seed {seed}, which cannot be redrawn; drop {flag}");
    }
    match test {
        SignificanceTest::Confidence => Ok(Significance::from_intervals(resampling, scores.confidence())),
        SignificanceTest::Paired(test @ PairedTest::Bootstrap) => {
            Ok(Significance::from_paired(test, resampling, scores.paired()))
        }
        SignificanceTest::AllPairs(test @ PairedTest::Bootstrap) => {
            Ok(Significance::from_ranking(test, resampling, scores.all_pairs()))
        }
        _ => bail!("randomization needs the segments; count the shards with --stats=segments, or use bootstrap"),
    }
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
