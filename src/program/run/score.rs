//! The default: the score of each candidate on the whole corpus; with `--cumulative`, its scores of all orders.

use super::counting::sum_counts;
use super::groups::{Counts, Grouped, group, tables, with_enough_resamples};
use super::{ensure_tool_succeeds, orders, scores, sets};
use crate::bleu::scoring::{Definition, SegmentStatistics, Statistics};
use crate::bleu::signature::Signature;
use crate::program::request::{AskedTest, Job, SignificanceTest};
use crate::program::results::Repaired;
use crate::program::results::input_summary::{CleanedLines, InputSummary};
use crate::program::results::{CorpusSums, OptionalScore, Report, Results, System};
use crate::program::words::warnings;
use anyhow::Result;
use std::sync::Arc;

/// What is reported besides the scores.
pub struct ScoreOptions {
    /// The test of the systems.
    pub test: Option<AskedTest>,
    /// Definitions whose scores are given too, the highest order last; none for the job's own.
    pub orders: Vec<Definition>,
    /// Signature of the scores, without what the test adds.
    pub signature: Signature,
}

/// Scores all candidates.
pub fn run(job: &'static Job) -> Result<Results> {
    let sums = |tables: Vec<SegmentStatistics>| CorpusSums::of_tables(&job.definition, &tables);
    let (corpus, summary) = sum_counts(job, move |counted| Ok(tables(&counted)?.map(sums)))?;
    results(job, &corpus, &summary, summary.signature(job))
}

/// The scores of a corpus and of its groups, with the results of a test. Notes what is surprising about the corpus's.
pub fn results<T: Counts>(
    job: &Job,
    corpus: &Grouped<T>,
    summary: &InputSummary,
    signature: Signature,
) -> Result<Results> {
    if job.input.sets.is_some() {
        return Ok(scores(job, sets::report(job, job.mode.asked_test(), corpus, summary)?));
    }
    let sums = corpus.whole.sums(&job.definition);
    warnings::surprises(job, &sums.systems, summary.findings.as_deref().unwrap_or_default());
    let options = ScoreOptions { test: job.mode.asked_test(), orders: orders(job)?, signature };
    let report = report(job, &options, corpus, summary)?;
    // The scores of groups are printed although there is none of the corpus.
    let failure = ensure_tool_succeeds(job, &job.systems, &sums.statistics()).err();
    Ok(scores(job, Report { failure: failure.map(|failure| failure.to_string()), ..report }))
}

/// The scores of a corpus and of its groups, in the order of their significance.
///
/// # Errors
/// If a test fails, or the tool to reproduce fails on the corpus; but not if there are groups, and no test.
pub fn report<T: Counts>(
    job: &Job,
    options: &ScoreOptions,
    corpus: &Grouped<T>,
    summary: &InputSummary,
) -> Result<Report> {
    let asked = with_enough_resamples(job, options.test, corpus.groups.len());
    let (sums, samples) = (corpus.whole.sums(&job.definition), corpus.whole.samples(&job.definition));
    if asked.is_some() || corpus.groups.is_empty() {
        ensure_tool_succeeds(job, &job.systems, &sums.statistics())?;
    }
    let mut significance = asked.map(|test| corpus.whole.test(job, test)).transpose()?.unwrap_or_default();
    if let Some(comparisons) = &mut significance.comparisons {
        let labels = corpus.groups.iter().map(|(number, (label, _))| (*number, Arc::clone(label)));
        comparisons.robust.iter_mut().for_each(|robust| robust.groups = labels.clone().collect());
        warnings::too_few_resamples(job, &comparisons.resampling, comparisons.all.len());
    }
    // The systems of groups are not ranked.
    let of_groups = asked.map(|(test, resampling)| match test {
        SignificanceTest::AllPairs(test) => (SignificanceTest::Paired(test), resampling),
        test => (test, resampling),
    });
    let groups = corpus.groups.values().map(|(label, counts)| group(job, of_groups, label, counts));
    let groups = groups.collect::<Result<_>>()?;
    let signature = significance.resampling.into_iter().fold(options.signature.clone(), Signature::with_resampling);
    let is_cleaned = !job.input.rules.clean.is_empty();
    let system = |place: usize| {
        let totals = &sums.systems[place];
        let orders = options.orders.iter().map(|definition| totals.evaluate(definition.formula())).collect();
        let own = || OptionalScore::of_corpus(&job.definition, totals);
        let samples = samples.get(place).copied();
        let score = OptionalScore::of_orders(orders).unwrap_or_else(own).or_mean(samples);
        System {
            findings: summary.findings.as_ref().and_then(|findings| findings.get(place).cloned()),
            endings: summary.endings.get(place).cloned(),
            files: summary.files.iter().filter(|file| file.candidate.is_none_or(|own| own == place)).cloned().collect(),
            uncleaned: repaired(job, &totals.sum(), summary.cleaned.get(place).filter(|_| is_cleaned)),
            cleaned: repaired(job, &totals.sum(), summary.cleaned.get(place).filter(|_| !is_cleaned)),
            samples,
            ..System::new(&job.systems[place], score)
        }
    };
    let systems = match significance.ranking() {
        Some(ranking) => ranking.ranks.iter().map(|ranked| system(ranked.system)).collect(),
        None => (0..sums.systems.len()).map(system).collect(),
    };
    Ok(Report { significance, groups, ..Report::of_job(job, systems, sums.segments, signature.to_string()) })
}

/// The score of a system with other lines in place of those that were tried, given the sum of its statistics.
fn repaired(job: &Job, sum: &Statistics, tried: Option<&CleanedLines>) -> Option<Repaired> {
    let CleanedLines { lines, by_repair, own, others } = tried.filter(|_| job.definition.is_score_of_sums())?;
    let score = job.definition.evaluate(&sum.replace(own, others));
    Some(Repaired { score, lines: *lines, by_repair: *by_repair })
}
