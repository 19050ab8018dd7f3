//! `--runs`: comparison of systems with several runs each.

use super::compare::{self, Choices};
use super::corpus::Corpus;
use super::from_stats::{Merged, check_segments};
use super::groups::Counts;
use super::{Command, Mode, ensure_tool_succeeds, objection_of_tests, sets};
use crate::bleu::scoring::{Definition, SegmentStatistics, Statistics};
use crate::bleu::signature::Signature;
use crate::bleu::significance::mean;
use crate::bleu::significance::{PairedTest, Resampling, ResamplingFields, Systems};
use crate::checks::diagnose::Finding;
use crate::program::request::support::{Feature, OutputFormats, RequiredInput, SEVERAL, Support};
use crate::program::request::{Request, SignificanceTest};
use crate::program::results::Results;
use crate::program::results::runs::{RunsOfSystem, RunsReport};
use crate::program::streams::progress;
use crate::program::words::warnings;
use crate::text::display::system_name;
use anyhow::{Result, ensure};
use std::io::Write;
use std::sync::Arc;

/// The scores of systems of several runs each, and their significance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunsMode {
    /// Number of runs of each system: the number of consecutive candidates that are one system.
    pub runs: usize,
    /// How the systems are resampled.
    pub resampling: Resampling,
}

impl Mode for RunsMode {
    fn support(&self) -> Support {
        use Feature::{Diagnosis, FailUnder, Report, Save, Sets, Sort};
        Support {
            flag: "--runs",
            input: RequiredInput::Statistics,
            candidates: SEVERAL,
            formats: OutputFormats::All,
            features: &[Sets, Sort, FailUnder, Save, Report, Diagnosis],
        }
    }

    fn objection(&self, definition: &Definition) -> Option<&'static str> {
        objection_of_tests(definition)
    }

    fn sign(&self, signature: Signature, candidates: usize) -> Signature {
        signature.with_runs(self.runs).with_resampling(self.resampling_fields(candidates))
    }

    fn run(&self, request: &Arc<Request>, _: &mut dyn Write) -> Result<Results> {
        let Corpus { counts, summary } = compare::read(request, Choices::default())?;
        let Some(named) = &request.input.sets else {
            let findings = summary.findings.as_deref().unwrap_or_default();
            warnings::surprises(request, &counts.whole.sums(&request.definition).systems, findings);
            let (sets, signature) = (
                [(None, counts.whole.tables())],
                self.sign(summary.signature(request), request.candidates.len()).to_string(),
            );
            return self.test(request, &sets, summary.segments, signature, summary.findings);
        };
        named.check_named()?;
        let (mut signatures, mut sets) = (Vec::new(), Vec::new());
        for (label, tables) in counts.groups.values() {
            let (set, signature) = sets::set_request(request, label, &summary)?;
            let signature = self.sign(signature, request.candidates.len());
            sets::note_surprises(&set, label, &tables.sums(&set.definition));
            signatures.push((&**label, signature.to_string()));
            sets.push((Some(Arc::clone(label)), tables.tables()));
        }
        self.test(request, &sets, summary.segments, sets::joined_signature(signatures), None)
    }

    fn run_on_statistics(&self, request: &Request, merged: Merged, _: &mut dyn Write) -> Result<Results> {
        let (corpus, systems) = (&merged.corpus, request.systems.len());
        check_segments(corpus, "--runs")?;
        Command::Runs(*self).check_candidates(systems)?;
        let segments = corpus.sums(&request.definition).segments;
        let sets = [(None, &corpus.tables[..])];
        let signature = self.sign(merged.signature_of_resamples(request), systems);
        self.test(request, &sets, segments, signature.to_string(), None)
    }
}

impl RunsMode {
    /// Checks that this many candidates are runs of at least two systems.
    ///
    /// # Errors
    /// If they are not.
    pub fn check_runs(self, candidates: usize) -> Result<()> {
        let RunsMode { runs, .. } = self;
        ensure!(
            candidates.is_multiple_of(runs) && candidates >= 2 * runs,
            "--runs {runs} needs {runs} candidates for each of at least two systems, but {candidates} are given; list all \
             runs of the first system, then those of the next"
        );
        Ok(())
    }

    /// How the systems of this many candidates are resampled.
    fn resampling_fields(self, candidates: usize) -> ResamplingFields {
        let test = SignificanceTest::Paired(PairedTest::Randomization);
        test.resampling(&self.resampling, candidates / self.runs)
    }

    /// Tests the systems of these tables, which are given for each test set with its label, or for a corpus.
    fn test(
        self,
        request: &Request,
        sets: &[(Option<Arc<str>>, &[SegmentStatistics])],
        segments: u64,
        signature: String,
        findings: Option<Vec<Vec<Finding>>>,
    ) -> Result<Results> {
        let RunsMode { runs, resampling } = self;
        let candidates = sets.first().map_or(0, |(_, tables)| tables.len());
        // Each system may have a name, or each run has its own.
        let has_names = request.systems.len() < candidates;
        let files: Vec<String> = match has_names {
            true => request.candidates.iter().map(|path| system_name(path)).collect(),
            false => request.systems.clone(),
        };
        let mut scores_on_sets = Vec::with_capacity(sets.len());
        for (label, tables) in sets {
            let sums: Vec<Statistics> = tables.iter().map(SegmentStatistics::sum).collect();
            ensure_tool_succeeds(request, &files, &sums)?;
            let scores: Vec<f64> = sums.iter().map(|sum| request.definition.evaluate(sum).value()).collect();
            scores_on_sets.extend(label.clone().map(|label| (label, scores)));
        }
        let tables: Vec<&[SegmentStatistics]> = sets.iter().map(|(_, tables)| *tables).collect();
        let fields = self.resampling_fields(candidates);
        warnings::too_few_resamples(request, &fields, (candidates / runs).saturating_sub(1));
        let resampling = resampling.progress(progress::resampling_progress(fields.resamples, request.style.quiet));
        let results = resampling.runs(&request.definition, &Systems::of_runs_on_sets(&tables, runs))?;
        // The progress line ends.
        drop(resampling);
        let system = |(number, (files, result)): (usize, (&[String], _))| {
            let given_name = has_names.then(|| request.systems[number].clone());
            let places = number * runs..(number + 1) * runs;
            let mean = |scores: &[f64]| mean(&scores[places.clone()]);
            let sets = scores_on_sets.iter().map(|(label, scores)| (Arc::clone(label), mean(scores))).collect();
            let findings = findings.as_ref().and_then(|findings| Some(findings.get(places)?.to_vec()));
            RunsOfSystem { given_name, files: files.to_vec(), result, sets, findings }
        };
        let systems = files.chunks(runs).zip(results).enumerate().map(system).collect();
        let mut report = RunsReport { systems, runs, segments, signature, resampling: fields };
        if request.sorts {
            report.sort();
        }
        Ok(Results::Runs(report))
    }
}
