//! From flags to a mode, with the checks that the other flags go with it.

use super::definition_args::As;
use super::errors::exclusion;
use super::flags::Args;
use super::gate_args::Least;
use crate::cli::display::{escape, listed};
use crate::cli::input::Samples;
use crate::cli::mode::{
    Capabilities, Choice, Explain, Mode, RequiredInput, SamplesRequest, SignificanceTest, StatsDetail, StatsRequest,
    check_candidates,
};
use crate::cli::style::{Format, ScoreColumn};
use crate::cli::tokenizer_data::TokenizerName;
use crate::{PairedTest, Pool, Resamples, Resampling, ResamplingFields};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::env;
use std::num::NonZeroUsize;

/// Environment variable with sacreBLEU's seed, also used here if --seed is absent.
const SACREBLEU_SEED: &str = "SACREBLEU_SEED";

/// A value of --fail-under that is about groups.
const LIMIT_OF_GROUPS: &str = "--fail-under group=X";

/// The flags that go with modes that list what is installed.
const FLAGS_OF_LISTS: [&str; 5] = ["--list-test-sets", "--list-dictionaries", "--dictionary", "--quiet", "--jobs"];

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
    check_needs(args, mode)?;
    check_support(args, mode)?;
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
    } else if args.explain || args.explain_segment.is_some() {
        explanation(args).map(Mode::Explain)
    } else if args.what_if {
        Ok(Mode::WhatIf)
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
        Mode::Pooled { pool: Pool::LeaveOneOut, sentences } => SamplesRequest::SelfBleu { sentences },
        Mode::Samples(request) => request,
        _ => return Err(exclusion(mode.capabilities().flag, "--samples")),
    };
    let compares_samples = match request {
        SamplesRequest::Pick(Choice::Mbr) => args.references.is_empty(),
        SamplesRequest::SelfBleu { .. } => true,
        _ => false,
    };
    if compares_samples && args.samples.samples == Some(Samples::Lines(NonZeroUsize::MIN)) {
        return Err(format!("--samples 1: {}", request.needs_others()));
    }
    Ok(Mode::Samples(request))
}

/// Checks that no flag lacks the flag that it is about.
fn check_needs(args: &Args, mode: Mode) -> Result<(), String> {
    let explains = matches!(mode, Mode::Explain(_));
    let lists = explains || args.report.report.is_some();
    let counts = matches!(mode, Mode::Stats(_));
    let labels = counts || args.input.systems_by.is_some();
    let labels = labels || matches!(mode, Mode::Sentence | Mode::Cumulative { sentences: true });
    let resamples = matches!(mode, Mode::Significance(..) | Mode::Runs(..)) || counts || args.confidence;
    let compares = matches!(mode, Mode::Significance(..) | Mode::Runs(..)) && !args.confidence;
    let resampling = ["--confidence", "--paired", "--all-pairs", "--stats --id"];
    let samples = args.samples.is_given();
    let tokenizer = args.tokenize.as_ref();
    let has_folder = |name: &TokenizerName| {
        matches!(name, TokenizerName::Mecab(_) | TokenizerName::Moses(_) | TokenizerName::OfGroups)
    };
    let has_folder = args.tokenizer.list_dictionaries || tokenizer.is_some_and(has_folder);
    let has_model = matches!(tokenizer, Some(TokenizerName::SentencePiece(_)));
    let models = ["--tokenize spm:FILE", "flores101", "flores200", "spBLEU-1K"];
    let needs: [(&str, bool, &[&str]); 19] = [
        ("--origlang", args.input.test_set.is_some(), &["--test-set"]),
        ("--subset", args.input.test_set.is_some(), &["--test-set"]),
        ("--records-format", args.input.records.is_some(), &["--records"]),
        ("--dictionary", has_folder, &["--tokenize ja-mecab", "ko-mecab", "moses:LANG"]),
        ("--sentencepiece-version", has_model, &models),
        ("--pick", samples, &["--samples"]),
        ("--pairwise", samples, &["--samples"]),
        ("--reference-samples", samples, &["--samples"]),
        ("--reference-samples", !args.references.is_empty(), &["-r"]),
        ("--fail-if-worse", args.paired.is_some(), &["--paired"]),
        (LIMIT_OF_GROUPS, args.input.by.is_some(), &["--by"]),
        ("--show", lists, &["--explain", "--report"]),
        ("--id", labels, &["--sentence", "--stats", "--systems-by"]),
        ("--expect-segments", args.shards.from_stats, &["--from-stats"]),
        ("--correct", compares, &["--paired", "--all-pairs"]),
        ("--resamples", resamples, &resampling),
        ("--seed", resamples, &resampling),
        ("--seed", !counts || args.resamples.is_some(), &["--resamples"]),
        ("--runs", matches!(mode, Mode::Runs(..)), &["--paired randomization"]),
    ];
    let is_given = |flag: &'static str| match flag {
        LIMIT_OF_GROUPS => args.gates.fail_under.iter().any(|least| matches!(least, Least::OfGroup(_))),
        flag => args.first_of(&[flag]).is_some(),
    };
    match needs.into_iter().find(|(flag, met, _)| !met && is_given(flag)) {
        Some((flag, _, needed)) => {
            let one = if needed.len() == 1 { "it" } else { "one of them" };
            Err(format!("{flag} needs {}; add {one}, or drop {flag}", listed(needed, "or")))
        }
        None => Ok(()),
    }
}

fn has_score_limits(args: &Args) -> bool {
    args.gates.fail_under.iter().any(|least| !matches!(least, Least::Segments(_)))
}

/// Checks that the mode supports the other flags.
fn check_support(args: &Args, mode: Mode) -> Result<(), String> {
    let support = mode.capabilities();
    let flag = support.flag;
    let is_diagnosed = support.diagnosis && !args.shards.from_stats;
    let excluded = [
        ("--sentence", args.sentence, support.sentences),
        ("--from-stats", args.shards.from_stats, support.input == RequiredInput::Statistics),
        ("--fail-under", has_score_limits(args), support.fail_under),
        ("--fail-on", !args.gates.fail_on.is_empty(), is_diagnosed),
        ("--source", args.source.is_some(), is_diagnosed || matches!(mode, Mode::Explain(_))),
    ];
    if let Some((other, ..)) = excluded.into_iter().find(|(_, given, supported)| *given && !supported) {
        return Err(exclusion(flag, other));
    }
    if args.shards.from_stats && args.report.report.is_some() {
        return Err(exclusion("--from-stats", "--report"));
    }
    check_effects(args, mode)?;
    check_sets(args, mode)?;
    if let (true, Err(advice)) = (args.input.by.is_some(), support.by) {
        return Err(format!("{flag} does not support --by; {advice}"));
    }
    let labels = if args.input.systems_by.is_some() { &["--by"][..] } else { &["--by", "--id"] };
    if let Some(label) = args.first_of(labels).filter(|_| args.score_only) {
        return Err(format!("--score-only does not support {label}; use --format tsv or json"));
    }
    if args.systems.sort && (!support.sort || args.score_only) {
        return Err("there is no table of systems to sort; drop --sort".into());
    }
    check_format(args, flag, support.formats)?;
    check_columns(args, mode)?;
    // The systems of records and of some tables are known only when they are read.
    if args.shards.from_stats || args.input.systems_by.is_some() {
        return Ok(());
    }
    check_candidates(mode, args.candidates.len())
}

/// Checks that the mode can score test sets with a tokenizer each.
fn check_sets(args: &Args, mode: Mode) -> Result<(), String> {
    if args.tokenize != Some(TokenizerName::OfGroups) {
        return Ok(());
    }
    if args.input.by.is_none() {
        return Err("--tokenize auto:by needs --by; add it, or name one tokenizer".into());
    }
    let is_supported = matches!(
        mode,
        Mode::Corpus | Mode::Significance(SignificanceTest::Confidence | SignificanceTest::Paired(_), _)
    );
    match args.first_of(&["--report", "--fail-on", "--source", "--fail-if-worse", "--columns"]) {
        Some(flag) => Err(exclusion("--tokenize auto:by", flag)),
        None if !is_supported => Err(exclusion("--tokenize auto:by", mode.capabilities().flag)),
        None => Ok(()),
    }
}

/// Checks that no flag is without effect on the output.
fn check_effects(args: &Args, mode: Mode) -> Result<(), String> {
    let Capabilities { flag, ignores, .. } = mode.capabilities();
    let ignored = match mode.is_list() {
        true => args.given.iter().map(String::as_str).filter(|flag| !FLAGS_OF_LISTS.contains(flag)).min(),
        false => args.first_of(ignores),
    };
    if let Some(ignored) = ignored {
        return Err(format!("{ignored} has no effect on {flag}; drop it"));
    }
    if args.systems.names.as_ref().is_some_and(|names| names.len() == 1) && !shows_names(args, mode) {
        return Err(format!("--names has no effect on the text that {flag} prints; drop it, or use --format tsv"));
    }
    if matches!(mode, Mode::Stats(_)) && args.shards.from_stats && args.effective_order.is_some() {
        return Err("--effective-order has no effect on --stats --from-stats, which adds up records; drop it".into());
    }
    // Records keep "yes", which --from-stats then takes as its default.
    if matches!(mode, Mode::Stats(_)) && args.effective_order == Some(false) {
        return Err("--effective-order=no has no effect on --stats; give it to --from-stats, or drop it".into());
    }
    let is_picked_text = matches!(mode, Mode::Samples(SamplesRequest::Pick(_))) && !args.score_only;
    let is_all_tools = matches!(mode, Mode::AllTools { .. });
    match args.format {
        // --as all rounds the numbers in its words.
        Some(Format::Jsonl) if args.percent => {
            Err("--percent has no effect on --format jsonl, whose scores are always from 0 to 1; drop it".into())
        }
        Some(format) if format.is_for_programs() && args.digits.is_some() && !is_all_tools => {
            Err("--digits has no effect on formats for programs, which do not round; drop it".into())
        }
        None | Some(Format::Text) if is_picked_text => match args.first_of(&["--percent", "--digits"]) {
            Some(flag) => Err(format!(
                "{flag} has no effect on the text that --pick prints; drop it, or use --format json or tsv"
            )),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Whether the names of systems are shown: some modes print only the numbers of a single one.
fn shows_names(args: &Args, mode: Mode) -> bool {
    // A tool's own line may have the name.
    let is_line = match mode {
        Mode::AllTools { .. } => true,
        Mode::Corpus | Mode::Sentence | Mode::Pooled { .. } | Mode::Significance(SignificanceTest::Confidence, _) => {
            args.definitions.tool.is_none()
        }
        _ => false,
    };
    let has_only_numbers = matches!(args.format, None | Some(Format::Text));
    args.candidates.len() > 1 || !is_line || !has_only_numbers || args.report.report.is_some() || args.shards.from_stats
}

/// Checks that a mode can print the format that is asked for.
fn check_format(args: &Args, mode: &str, formats: &[Format]) -> Result<(), String> {
    let (flag, format) = match args.format {
        _ if args.score_only => ("--score-only", Format::Scores),
        Some(format) => ("--format", format),
        None => return Ok(()),
    };
    if formats.contains(&format) {
        return Ok(());
    }
    if formats.is_empty() {
        return Err(format!("{mode} prints no scores, and has only one format; drop {flag}"));
    }
    let supported = Format::value_variants().iter().filter(|format| formats.contains(format));
    let values: Vec<PossibleValue> = supported.filter_map(ValueEnum::to_possible_value).collect();
    let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    Err(format!("{mode} supports only --format {}; drop {flag}, or use one of them", listed(&names, "and")))
}

/// Checks that the columns that are asked for are those of a table that the mode prints.
fn check_columns(args: &Args, mode: Mode) -> Result<(), String> {
    if args.columns.is_empty() {
        return Ok(());
    }
    let support = mode.capabilities();
    let format = args.format.unwrap_or(Format::Text);
    let is_table = !format.is_json() && !args.score_only && (!args.sentence || format.is_for_programs());
    if !support.columns || !is_table {
        let flag = support.flag;
        return Err(format!("--columns is for tables of scores, and {flag} prints none in this format; drop it"));
    }
    let test = if let Mode::Significance(test, _) = mode { Some(test) } else { None };
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
            ScoreColumn::Segments | ScoreColumn::Signature => (!args.sentence, "a corpus score"),
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
    if args.shards.from_stats {
        return Err("the resamples are fixed when shards are counted; drop --resamples".into());
    }
    if args.shards.id.is_none() {
        return Err("--stats --resamples derives random numbers from segment ids; add --id".into());
    }
    let poisson = Some(ResamplingFields::new(Resamples::Poisson, resamples, seed(args.seed)?));
    Ok(StatsRequest { detail, poisson })
}

/// Returns the options of explanations.
pub fn explanation(args: &Args) -> Result<Explain, String> {
    let is_text = args.format.unwrap_or(Format::Text) == Format::Text;
    if args.explain_segment.is_some()
        && is_text
        && let Some(flag) = args.first_of(&["--show", "--source"])
    {
        return Err(format!(
            "{flag} has no effect on --explain-segment in text output; drop {flag}, or use --format json, which also \
             explains the corpus"
        ));
    }
    Ok(Explain {
        segment: args.explain_segment,
        show: args.show.unwrap_or(DEFAULT_SHOW),
        // The default of --sentence, so that the scores are the same.
        effective_order_of_segments: args.effective_order != Some(false),
    })
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
