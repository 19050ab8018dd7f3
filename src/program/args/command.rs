//! From flags to a command.

use super::flags::Args;
use super::rules;
use super::saved_command;
use super::values::As;
use crate::bleu::signature::Pool;
use crate::bleu::significance::{PairedTest, Resamples, Resampling, ResamplingFields};
use crate::program::request::{AskedTest, ExplainPart, SignificanceTest};
use crate::program::run::Command;
use crate::program::run::all_tools::AllToolsMode;
use crate::program::run::compare::CompareMode;
use crate::program::run::explain::ExplainMode;
use crate::program::run::pooled::PooledMode;
use crate::program::run::repair::RepairMode;
use crate::program::run::runs::RunsMode;
use crate::program::run::samples::choices::SampleChoicesMode;
use crate::program::run::samples::compared::ComparedSamplesMode;
use crate::program::run::samples::pairwise::PairwiseMode;
use crate::program::run::samples::pick::PickMode;
use crate::program::run::samples::self_bleu::{self, SelfBleuMode};
use crate::program::run::samples::{RISK_NEEDS_OTHERS, SampleChoice};
use crate::program::run::score::ScoreMode;
use crate::program::run::sentence::SentenceMode;
use crate::program::run::sorted_segments::SortedSegmentsMode;
use crate::program::run::stats::StatsMode;
use crate::program::run::tokens::TokensMode;
use crate::program::run::verify::VerifyMode;
use crate::program::run::what_if::WhatIfMode;
use crate::program::streams::output_file::OutputFile;
use crate::text::SampleLayout;
use crate::text::display::escape;
use anyhow::{Context, Result, ensure};
use std::env;
use std::num::NonZeroUsize;

/// Environment variable with sacreBLEU's seed, also used here if --seed is absent.
const SACREBLEU_SEED: &str = "SACREBLEU_SEED";

/// Number of n-grams and segments that --explain lists by default.
const DEFAULT_SHOW: usize = 10;

/// Returns the command asked for, checked against the other flags.
pub fn command(args: &Args, jobs: NonZeroUsize) -> Result<Command> {
    let mut command = command_of_flags(args, jobs)?;
    if args.sample_layout().is_some() {
        command = command_for_samples(args, command)?;
    }
    rules::check(args, &command)?;
    Ok(command)
}

/// Returns the command that the flags of modes ask for.
fn command_of_flags(args: &Args, jobs: NonZeroUsize) -> Result<Command> {
    let sentences = args.sentence;
    if let Some(detail) = args.stats {
        return Ok(Command::Stats(StatsMode { detail, poisson: poisson(args)? }));
    }
    if let (Some(PairedTest::Randomization), Some(runs)) = (args.paired, args.runs) {
        return Ok(Command::Runs(RunsMode { runs, resampling: resampling(args, jobs)? }));
    }
    if let Some(test) = significance_test(args) {
        let asked = AskedTest { test, resampling: resampling(args, jobs)?, robust: args.robust };
        return Ok(Command::Compare(CompareMode { asked }));
    }
    if let Some(file) = &args.verify {
        return Ok(Command::Verify(VerifyMode { file: file.clone(), parse: saved_command }));
    }
    if let Some(path) = &args.repair {
        return Ok(Command::Repair(RepairMode { file: OutputFile::new(path.clone()) }));
    }
    Ok(match *args {
        Args { explain: Some(_), .. } | Args { explain_segment: Some(_), .. } => Command::Explain(explanation(args)),
        Args { what_if: true, .. } => Command::WhatIf(WhatIfMode),
        Args { print_tokens: true, .. } => Command::Tokens(TokensMode),
        Args { cumulative: true, sentence: true, .. } => Command::Sentence(SentenceMode { cumulative: true }),
        Args { cumulative: true, .. } => Command::Score(ScoreMode { cumulative: true }),
        Args { self_bleu: true, .. } => Command::Pooled(PooledMode { pool: Pool::LeaveOneOut, sentences }),
        Args { pool_references: true, .. } => Command::Pooled(PooledMode { pool: Pool::References, sentences }),
        Args { pick: Some(choice), .. } => Command::Pick(PickMode { choice }),
        Args { pairwise: true, .. } => Command::Pairwise(PairwiseMode),
        Args { sentence: true, sort: true, .. } => Command::SortedSegments(SortedSegmentsMode { digits: args.digits }),
        Args { sentence: true, .. } => Command::Sentence(SentenceMode { cumulative: false }),
        Args { tool: Some(As::All), .. } if args.sample_layout().is_none() => {
            Command::AllTools(AllToolsMode { sets_tokenizer: args.tokenize.is_some() })
        }
        _ => Command::Score(ScoreMode { cumulative: false }),
    })
}

/// Returns the test of systems that the flags ask for.
fn significance_test(args: &Args) -> Option<SignificanceTest> {
    match (args.confidence, args.paired, args.all_pairs) {
        (true, ..) => Some(SignificanceTest::Confidence),
        (_, Some(test), _) => Some(SignificanceTest::Paired(test)),
        (.., test) => test.map(SignificanceTest::AllPairs),
    }
}

/// Returns the command for several samples of each segment that a command is with them.
fn command_for_samples(args: &Args, command: Command) -> Result<Command> {
    let by_effective_order = args.effective_order != Some(false);
    let command = match command {
        Command::Score(ScoreMode { cumulative: false }) => {
            Command::SampleChoices(SampleChoicesMode { by_effective_order, resampling: None })
        }
        Command::Compare(CompareMode { asked }) if asked.test == SignificanceTest::Confidence => {
            Command::SampleChoices(SampleChoicesMode { by_effective_order, resampling: Some(asked.resampling) })
        }
        Command::Compare(CompareMode { asked }) => Command::ComparedSamples(ComparedSamplesMode { asked }),
        Command::Pooled(PooledMode { pool: Pool::LeaveOneOut, sentences }) => {
            Command::SelfBleu(SelfBleuMode { sentences })
        }
        command => command,
    };
    let is_single = args.samples == Some(SampleLayout::Lines(NonZeroUsize::MIN)) && args.references.is_empty();
    let needs_others = match command {
        Command::SelfBleu(_) => Some(self_bleu::NEEDS_OTHERS),
        Command::Pick(PickMode { choice: SampleChoice::Mbr }) => Some(RISK_NEEDS_OTHERS),
        _ => None,
    };
    if let Some(reason) = needs_others {
        ensure!(!is_single, "--samples 1: {reason}");
    }
    Ok(command)
}

/// Returns the options of explanations.
fn explanation(args: &Args) -> ExplainMode {
    let is_text = args.format.is_none_or(|format| format.is_text());
    let asked = args.explain.filter(|part| *part != ExplainPart::Summary);
    ExplainMode {
        segment: args.explain_segment,
        // Programs get all of it; the length of lists is asked for to see them.
        part: asked.unwrap_or(if is_text && args.show.is_none() { ExplainPart::Summary } else { ExplainPart::All }),
        show: shown(args),
        effective_order_of_segments: effective_order_of_segments(args),
    }
}

/// Returns the number of n-grams and segments that explanations list.
pub fn shown(args: &Args) -> usize {
    args.show.unwrap_or(DEFAULT_SHOW)
}

/// Whether the scores of single segments in explanations use the effective order: the default of --sentence, so that the scores
/// are the same.
pub fn effective_order_of_segments(args: &Args) -> bool {
    args.effective_order != Some(false)
}

/// Returns the Poisson resamples that statistics are counted for.
fn poisson(args: &Args) -> Result<Option<ResamplingFields>> {
    let fields = |resamples| Ok(ResamplingFields::new(Resamples::Poisson, resamples, seed(args.seed)?));
    args.resamples.map(fields).transpose()
}

fn resampling(args: &Args, jobs: NonZeroUsize) -> Result<Resampling> {
    let resampling = Resampling::new().seed(seed(args.seed)?).threads(jobs.get());
    let resampling = resampling.correction(args.correct.unwrap_or_default());
    Ok(args.resamples.map_or(resampling, |resamples| resampling.resamples(resamples)))
}

/// Returns the seed: the one asked for, or sacreBLEU's from the environment, or the default of both.
fn seed(asked: Option<u64>) -> Result<u64> {
    match (asked, env::var(SACREBLEU_SEED)) {
        (Some(seed), _) => Ok(seed),
        (None, Err(_)) => Ok(Resampling::DEFAULT_SEED),
        (None, Ok(text)) => text.parse().ok().with_context(|| {
            format!("{SACREBLEU_SEED} is '{}', which is not a whole number; unset it, or use --seed", escape(&text))
        }),
    }
}
