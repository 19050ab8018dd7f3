//! From flags to a mode.

use super::definition_args::As;
use super::flags::Args;
use super::rules::{self, excluded};
use crate::cli::display::{escape, listed};
use crate::cli::input::SampleLayout;
use crate::cli::mode::{
    Explain, ExplainPart, Mode, SampleChoice, SamplesRequest, SignificanceTest, StatsDetail, StatsRequest,
    check_candidates,
};
use crate::cli::output::format::Kinds;
use crate::cli::output::{FORMATS, SCORES, TEXT};
use crate::cli::style::ScoreColumn;
use crate::cli::tokenizer_data::TokenizerName;
use crate::{PairedTest, Pool, Resamples, Resampling, ResamplingFields};
use clap::ValueEnum;
use std::env;
use std::num::NonZeroUsize;

/// Environment variable with sacreBLEU's seed, also used here if --seed is absent.
const SACREBLEU_SEED: &str = "SACREBLEU_SEED";

/// Number of n-grams and segments that --explain lists by default.
const DEFAULT_SHOW: usize = 10;

/// The mode asked for, checked against the other flags.
pub fn mode(args: &Args, jobs: NonZeroUsize) -> Result<Mode, String> {
    let asked = match asked(args, jobs)? {
        mode if args.samples.is_given() => of_samples(args, mode)?,
        mode => mode,
    };
    let mode = match (args.definitions.tool, asked) {
        (Some(As::All), Mode::Corpus) => Mode::AllTools { sets_tokenizer: args.tokenize.is_some() },
        (Some(As::All), mode) => {
            let flag = mode.capabilities().flag;
            return Err(format!("--as all cannot be used with {flag}; drop {flag}, or name one tool"));
        }
        (_, mode) => mode,
    };
    rules::check(args, mode)?;
    check_output(args, mode)?;
    Ok(mode)
}

/// Returns the mode that the flags of modes ask for.
fn asked(args: &Args, jobs: NonZeroUsize) -> Result<Mode, String> {
    let sentences = args.sentence;
    let significance = |test| Ok(Mode::Significance(test, resampling(args, jobs)?));
    if args.input.list_test_sets {
        Ok(Mode::ListTestSets)
    } else if args.tokenizer.list_dictionaries {
        Ok(Mode::ListDictionaries)
    } else if let Some(detail) = args.shards.stats {
        stats(args, detail).map(Mode::Stats)
    } else if args.confidence {
        significance(SignificanceTest::Confidence)
    } else if let Some(test) = args.paired {
        match (args.runs, test) {
            (Some(runs), PairedTest::Randomization) => Ok(Mode::Runs(runs, resampling(args, jobs)?)),
            _ => significance(SignificanceTest::Paired(test)),
        }
    } else if let Some(test) = args.all_pairs {
        significance(SignificanceTest::AllPairs(test))
    } else if args.explain.is_some() || args.explain_segment.is_some() {
        Ok(Mode::Explain(explanation(args)))
    } else if args.what_if {
        Ok(Mode::WhatIf)
    } else if args.repair.is_some() {
        Ok(Mode::Repair)
    } else if args.print_tokens {
        Ok(Mode::PrintTokens)
    } else if args.definitions.cumulative {
        Ok(Mode::Cumulative { sentences })
    } else if args.definitions.self_bleu {
        Ok(Mode::Pooled { pool: Pool::LeaveOneOut, sentences })
    } else if let Some(choice) = args.samples.pick {
        Ok(Mode::Samples(SamplesRequest::Pick(choice)))
    } else if args.samples.pairwise {
        Ok(Mode::Samples(SamplesRequest::Pairwise))
    } else if args.definitions.pool_references {
        Ok(Mode::Pooled { pool: Pool::References, sentences })
    } else if sentences {
        Ok(Mode::Sentence)
    } else {
        Ok(Mode::Corpus)
    }
}

/// Returns the mode for several samples of each segment that a mode is with them.
fn of_samples(args: &Args, mode: Mode) -> Result<Mode, String> {
    let effective_order_of_segments = args.effective_order != Some(false);
    let scores = |resampling| SamplesRequest::Scores { effective_order_of_segments, resampling };
    let request = match mode {
        Mode::Corpus => scores(None),
        Mode::Significance(SignificanceTest::Confidence, resampling) => scores(Some(resampling)),
        Mode::Significance(test, resampling) => SamplesRequest::Compared(test, resampling),
        Mode::Pooled { pool: Pool::LeaveOneOut, sentences } => SamplesRequest::SelfBleu { sentences },
        Mode::Samples(request) => request,
        _ => return Err(excluded(mode.capabilities().flag, "--samples")),
    };
    let compares_samples = match request {
        SamplesRequest::Pick(SampleChoice::Mbr) => args.references.is_empty(),
        SamplesRequest::SelfBleu { .. } => true,
        _ => false,
    };
    if compares_samples && args.samples.samples == Some(SampleLayout::Lines(NonZeroUsize::MIN)) {
        return Err(format!("--samples 1: {}", request.needs_others()));
    }
    Ok(Mode::Samples(request))
}

/// Checks what the output must have room for, and the number of candidates.
fn check_output(args: &Args, mode: Mode) -> Result<(), String> {
    let support = mode.capabilities();
    check_format(args, support.flag, support.formats)?;
    check_columns(args, mode)?;
    // The systems of records and of some tables are known only when they are read.
    if args.shards.from_stats || args.input.systems_by.is_some() {
        return Ok(());
    }
    check_candidates(mode, args.candidates.len() + usize::from(args.shards.baseline.is_some()))
}

/// Checks that a mode can print the format that is asked for.
fn check_format(args: &Args, mode: &str, formats: Option<Kinds>) -> Result<(), String> {
    let (flag, format) = match args.format {
        _ if args.score_only => ("--score-only", SCORES),
        Some(format) => ("--format", format),
        None => return Ok(()),
    };
    let Some(kinds) = formats else {
        return Err(format!("{mode} prints no scores, and has only one format; drop {flag}"));
    };
    if kinds.include(format) {
        return Ok(());
    }
    let names: Vec<&str> = FORMATS.iter().filter(|format| kinds.include(**format)).map(|format| format.name).collect();
    Err(format!("{mode} supports only --format {}; drop {flag}, or use one of them", listed(&names, "and")))
}

/// Checks that the columns that are asked for are those of a table that the mode prints.
fn check_columns(args: &Args, mode: Mode) -> Result<(), String> {
    if args.columns.is_empty() {
        return Ok(());
    }
    let support = mode.capabilities();
    let format = args.format.unwrap_or(TEXT);
    let is_table = !format.is_json() && !args.score_only && (!args.sentence || format.is_for_programs());
    if !support.columns || !is_table {
        let flag = support.flag;
        return Err(format!("--columns is for tables of scores, and {flag} prints none in this format; drop it"));
    }
    let test = mode.test();
    let is_bootstrap = test.is_some_and(|test| test.test() == PairedTest::Bootstrap);
    let is_ranking = matches!(test, Some(SignificanceTest::AllPairs(_)));
    let is_tested = is_ranking || matches!(test, Some(SignificanceTest::Paired(_)));
    for (place, column) in args.columns.iter().enumerate() {
        let name = column.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        if args.columns[..place].contains(column) {
            return Err(format!("--columns names {name} twice; name it once"));
        }
        let (is_there, needs) = match column {
            ScoreColumn::Ci => (is_bootstrap, "--confidence, --paired bootstrap or --all-pairs bootstrap"),
            ScoreColumn::P | ScoreColumn::Diff | ScoreColumn::Wins => (is_tested, "--paired or --all-pairs"),
            ScoreColumn::Rank => (is_ranking, "--all-pairs"),
            ScoreColumn::Uncleaned => {
                (!args.input.rules.clean.is_empty() && !args.sentence, "--clean and a corpus score")
            }
            ScoreColumn::Cleaned => {
                (args.input.at.is_some() && args.input.rules.clean.is_empty(), "--at and without --clean")
            }
            ScoreColumn::Segments | ScoreColumn::Signature => (!args.sentence, "a corpus score"),
            ScoreColumn::Score => (true, ""),
            _ if matches!(args.tokenize, Some(TokenizerName::OfGroups(_))) => {
                (false, "one tokenizer: the mean of auto:by has no such parts")
            }
            _ => (true, ""),
        };
        if !is_there {
            return Err(format!("--columns {name} is there only with {needs}; drop {name}"));
        }
    }
    Ok(())
}

fn stats(args: &Args, detail: StatsDetail) -> Result<StatsRequest, String> {
    let Some(resamples) = args.resamples else { return Ok(StatsRequest { detail, poisson: None }) };
    let poisson = Some(ResamplingFields::new(Resamples::Poisson, resamples, seed(args.seed)?));
    Ok(StatsRequest { detail, poisson })
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

fn resampling(args: &Args, jobs: NonZeroUsize) -> Result<Resampling, String> {
    let resampling = Resampling::new().seed(seed(args.seed)?).threads(jobs.get());
    let resampling = resampling.correction(args.correct.unwrap_or_default());
    Ok(args.resamples.map_or(resampling, |resamples| resampling.resamples(resamples)))
}

/// Returns the seed: the one asked for, or sacreBLEU's from the environment, or the default of both.
fn seed(asked: Option<u64>) -> Result<u64, String> {
    match (asked, env::var(SACREBLEU_SEED)) {
        (Some(seed), _) => Ok(seed),
        (None, Err(_)) => Ok(Resampling::DEFAULT_SEED),
        (None, Ok(text)) => text.parse().map_err(|_| {
            format!("{SACREBLEU_SEED} is '{}', which is not a whole number; unset it, or use --seed", escape(&text))
        }),
    }
}
