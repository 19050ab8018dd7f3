//! The default: the score of each candidate on the whole corpus; with `--cumulative`, its scores of all orders.

use super::corpus::Corpus;
use super::from_stats::Merged;
use super::groups::{Counts, Grouped, group, with_enough_resamples};
use super::{Mode, ensure_tool_succeeds, objection_of_orders, orders, scores, sets};
use crate::bleu::scoring::{CorpusTotals, Definition, Statistics};
use crate::bleu::signature::Signature;
use crate::program::request::support::{ANY_NUMBER, Feature, OutputFormats, RequiredInput, Support};
use crate::program::request::{AskedTest, Request, SignificanceTest};
use crate::program::results::Repaired;
use crate::program::results::input_summary::{CleanedLines, InputSummary};
use crate::program::results::{OptionalScore, Report, Results, SampleSpread, Significance, System};
use crate::program::words::warnings;
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Options of a report besides the scores.
pub struct ReportOptions {
    /// The test of the systems.
    pub test: Option<AskedTest>,
    /// Definitions whose scores are given too, the highest order last; none for the request's own.
    pub orders: Vec<Definition>,
    /// Signature of the scores, without what the test adds.
    pub signature: Signature,
}

/// The score of the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreMode {
    /// Whether the scores of all orders up to the definition's are given.
    pub cumulative: bool,
}

/// Features of modes that score a corpus and its groups.
pub const SCORES_OF_GROUPS: &[Feature] = &[
    Feature::By,
    Feature::Sets,
    Feature::Sort,
    Feature::FailUnder,
    Feature::Columns,
    Feature::Save,
    Feature::Report,
    Feature::Diagnosis,
];

impl ScoreMode {
    /// The definitions of the orders that are given, if not only the definition's own.
    fn orders(self, definition: &Definition) -> Result<Vec<Definition>> {
        if self.cumulative { orders(definition) } else { Ok(Vec::new()) }
    }

    /// The scores of a corpus and of its groups.
    fn results<T: Counts>(self, request: &Request, corpus: &Corpus<T>, signature: Signature) -> Result<Results> {
        let options = ReportOptions { test: None, orders: self.orders(&request.definition)?, signature };
        results(request, &options, corpus)
    }
}

impl Mode for ScoreMode {
    fn support(&self) -> Support {
        let (flag, features): (_, &[Feature]) = match self.cumulative {
            false => ("the corpus score", SCORES_OF_GROUPS),
            true => ("--cumulative", &[Feature::FailUnder, Feature::Save, Feature::Report, Feature::Diagnosis]),
        };
        let (input, formats) = (RequiredInput::Statistics, OutputFormats::All);
        Support { flag, input, candidates: ANY_NUMBER, formats, features }
    }

    fn objection(&self, definition: &Definition) -> Option<&'static str> {
        if self.cumulative { objection_of_orders(definition) } else { None }
    }

    fn sign(&self, signature: Signature, _: usize) -> Signature {
        if self.cumulative { signature.with_cumulative() } else { signature }
    }

    fn run(&self, request: &Arc<Request>, _: &mut dyn Write) -> Result<Results> {
        let corpus = Corpus::sums(request)?;
        let signature = self.sign(corpus.summary.signature(request), request.candidates.len());
        self.results(request, &corpus, signature)
    }

    fn needs_segments(&self) -> bool {
        false
    }

    fn run_on_statistics(&self, request: &Request, merged: Merged, _: &mut dyn Write) -> Result<Results> {
        let signature = self.sign(merged.signature.clone(), request.systems.len());
        self.results(request, &merged.into_corpus()?, signature)
    }
}

/// The scores of a corpus and of its groups, with the results of a test. Notes what is surprising about the corpus's.
pub fn results<T: Counts>(request: &Request, options: &ReportOptions, corpus: &Corpus<T>) -> Result<Results> {
    if request.input.sets.is_some() {
        return Ok(scores(request, sets::report(request, options.test, &|signature| signature, corpus)?));
    }
    let sums = corpus.counts.whole.sums(&request.definition);
    let findings = corpus.summary.findings.as_deref().unwrap_or_default();
    match options.orders.is_empty() {
        true => warnings::surprises(request, &sums.systems, findings),
        false => warnings::surprises_of_orders(request, &sums.systems, findings),
    }
    let report = report(request, options, corpus)?;
    // The scores of groups are printed although there is none of the corpus.
    let failure = ensure_tool_succeeds(request, &request.systems, &sums.statistics()).err();
    Ok(scores(request, Report { failure: failure.map(|failure| failure.to_string()), ..report }))
}

/// The scores of a corpus and of its groups, in the order of their significance.
///
/// # Errors
/// If a test fails, or the tool to reproduce fails on the corpus; but not if there are groups, and no test.
pub fn report<T: Counts>(request: &Request, options: &ReportOptions, corpus: &Corpus<T>) -> Result<Report> {
    report_with(request, options, corpus, |asked| corpus.counts.whole.test(request, asked))
}

/// [`report`], given the function that tests the systems.
///
/// # Errors
/// As [`report`].
pub fn report_with<T: Counts>(
    request: &Request,
    options: &ReportOptions,
    Corpus { counts: Grouped { whole, groups }, summary }: &Corpus<T>,
    test: impl FnOnce(AskedTest) -> Result<Significance>,
) -> Result<Report> {
    let asked = with_enough_resamples(request, options.test, groups.len());
    let (sums, samples) = (whole.sums(&request.definition), whole.samples(&request.definition));
    if asked.is_some() || groups.is_empty() {
        ensure_tool_succeeds(request, &request.systems, &sums.statistics())?;
    }
    let mut significance = asked.map(test).transpose()?.unwrap_or_default();
    if let Some(comparisons) = &mut significance.comparisons {
        let labels = groups.iter().map(|(number, (label, _))| (*number, Arc::clone(label)));
        comparisons.robust.iter_mut().for_each(|robust| robust.groups = labels.clone().collect());
        warnings::too_few_resamples(request, &comparisons.resampling, comparisons.all.len());
    }
    let asked_of_groups = asked.map(without_ranking);
    let groups = groups.values().map(|(label, counts)| group(request, asked_of_groups, label, counts));
    let groups = groups.collect::<Result<_>>()?;
    let signature = significance.resampling.into_iter().fold(options.signature.clone(), Signature::with_resampling);
    let system = |place: usize| {
        let totals = &sums.systems[place];
        system_of_report(request, &options.orders, summary, (place, totals, samples.get(place).copied()))
    };
    let systems = match significance.ranking() {
        Some(ranking) => ranking.ranks.iter().map(|ranked| system(ranked.system)).collect(),
        None => (0..sums.systems.len()).map(system).collect(),
    };
    Ok(Report { significance, groups, ..Report::without_tests(request, systems, sums.segments, signature.to_string()) })
}

/// The test of the systems of groups, which are not ranked.
fn without_ranking(asked: AskedTest) -> AskedTest {
    match asked.test {
        SignificanceTest::AllPairs(test) => AskedTest { test: SignificanceTest::Paired(test), ..asked },
        SignificanceTest::Confidence | SignificanceTest::Paired(_) => asked,
    }
}

/// The system at a place, with its score by its totals or by the means of its samples.
fn system_of_report(
    request: &Request,
    orders: &[Definition],
    summary: &InputSummary,
    (place, totals, samples): (usize, &CorpusTotals, Option<SampleSpread>),
) -> System {
    let orders = orders.iter().map(|definition| totals.evaluate(definition.formula())).collect();
    let score = match OptionalScore::cumulative(orders) {
        Some(score) => score,
        None => OptionalScore::corpus(&request.definition, totals),
    };
    let repaired = repaired(request, &totals.sum(), summary.cleaned.get(place));
    let is_cleaned = !request.input.rules.clean.is_empty();
    let (uncleaned, cleaned) = if is_cleaned { (repaired, None) } else { (None, repaired) };
    let files = summary.files.iter().filter(|file| file.candidate.is_none_or(|own| own == place));
    System {
        findings: summary.findings.as_ref().and_then(|findings| findings.get(place).cloned()),
        endings: summary.endings.get(place).cloned(),
        files: files.cloned().collect(),
        uncleaned,
        cleaned,
        samples,
        ..System::new(&request.systems[place], score.or_mean(samples))
    }
}

/// The score of a system with other lines in place of those that were tried, given the sum of its statistics.
fn repaired(request: &Request, sum: &Statistics, tried: Option<&CleanedLines>) -> Option<Repaired> {
    let CleanedLines { lines, by_repair, own, others } = tried.filter(|_| request.definition.is_score_of_sums())?;
    let score = request.definition.evaluate(&sum.replace(own, others));
    Some(Repaired { score, lines: *lines, by_repair: *by_repair })
}
