//! From flags to a mode.

use super::flags::Args;
use super::rules;
use super::values::As;
use crate::bleu::signature::Pool;
use crate::bleu::significance::{PairedTest, Resamples, Resampling, ResamplingFields};
use crate::program::request::{Explain, ExplainPart, Mode, SampleChoice, SignificanceTest};
use crate::text::SampleLayout;
use crate::text::display::escape;
use anyhow::{Context, Result, ensure};
use std::env;
use std::num::NonZeroUsize;

/// Environment variable with sacreBLEU's seed, also used here if --seed is absent.
const SACREBLEU_SEED: &str = "SACREBLEU_SEED";

/// Number of n-grams and segments that --explain lists by default.
const DEFAULT_SHOW: usize = 10;

/// The mode asked for, checked against the other flags.
pub fn mode(args: &Args, jobs: NonZeroUsize) -> Result<Mode> {
    let mut mode = asked(args, jobs)?;
    if args.sample_layout().is_some() {
        mode = of_samples(args, mode)?;
    } else if args.tool == Some(As::All) && mode == Mode::Corpus {
        mode = Mode::AllTools { sets_tokenizer: args.tokenize.is_some() };
    }
    rules::check(args, mode)?;
    Ok(mode)
}

/// Returns the mode that the flags of modes ask for.
fn asked(args: &Args, jobs: NonZeroUsize) -> Result<Mode> {
    let resampling = || resampling(args, jobs);
    let poisson = |resamples| seed(args.seed).map(|seed| ResamplingFields::new(Resamples::Poisson, resamples, seed));
    let sentences = args.sentence;
    Ok(match *args {
        Args { stats: Some(detail), .. } => Mode::Stats { detail, poisson: args.resamples.map(poisson).transpose()? },
        Args { confidence: true, .. } => Mode::Significance(SignificanceTest::Confidence, resampling()?),
        Args { paired: Some(PairedTest::Randomization), runs: Some(runs), .. } => Mode::Runs(runs, resampling()?),
        Args { paired: Some(test), .. } => Mode::Significance(SignificanceTest::Paired(test), resampling()?),
        Args { all_pairs: Some(test), .. } => Mode::Significance(SignificanceTest::AllPairs(test), resampling()?),
        Args { explain: Some(_), .. } | Args { explain_segment: Some(_), .. } => Mode::Explain(explanation(args)),
        Args { what_if: true, .. } => Mode::WhatIf,
        Args { repair: Some(_), .. } => Mode::Repair,
        Args { print_tokens: true, .. } => Mode::PrintTokens,
        Args { cumulative: true, .. } => Mode::Cumulative { sentences },
        Args { self_bleu: true, .. } => Mode::Pooled { pool: Pool::LeaveOneOut, sentences },
        Args { pool_references: true, .. } => Mode::Pooled { pool: Pool::References, sentences },
        Args { pick: Some(choice), .. } => Mode::Pick(choice),
        Args { pairwise: true, .. } => Mode::Pairwise,
        Args { sentence: true, .. } => Mode::Sentence,
        _ => Mode::Corpus,
    })
}

/// Returns the mode for several samples of each segment that a mode is with them.
fn of_samples(args: &Args, mode: Mode) -> Result<Mode> {
    let by_effective_order = args.effective_order != Some(false);
    let scores = |resampling| Mode::Samples { by_effective_order, resampling };
    let mode = match mode {
        Mode::Corpus => scores(None),
        Mode::Significance(SignificanceTest::Confidence, resampling) => scores(Some(resampling)),
        Mode::Significance(test, resampling) => Mode::ComparedSamples(test, resampling),
        Mode::Pooled { pool: Pool::LeaveOneOut, sentences } => Mode::SampleSelfBleu { sentences },
        mode => mode,
    };
    let compares_samples = matches!(mode, Mode::Pick(SampleChoice::Mbr) | Mode::SampleSelfBleu { .. });
    let is_single = args.samples == Some(SampleLayout::Lines(NonZeroUsize::MIN));
    let lacks_others = compares_samples && args.references.is_empty() && is_single;
    ensure!(!lacks_others, "--samples 1: {}", mode.needs_others());
    Ok(mode)
}

/// Returns the options of explanations.
pub fn explanation(args: &Args) -> Explain {
    let is_text = args.format.is_none_or(|format| format.is_text());
    let asked = args.explain.filter(|part| *part != ExplainPart::Summary);
    Explain {
        segment: args.explain_segment,
        // Programs get all of it; the length of lists is asked for to see them.
        part: asked.unwrap_or(if is_text && args.show.is_none() { ExplainPart::Summary } else { ExplainPart::All }),
        show: args.show.unwrap_or(DEFAULT_SHOW),
        // The default of --sentence, so that the scores are the same.
        effective_order_of_segments: args.effective_order != Some(false),
    }
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
