//! The definition of BLEU that the flags ask for, and the flags that choose one by name: --as and --ref-length.

use super::flags::{Args, MODES, SCORE, Switch, with_list};
use super::tokenization::TokenizerName;
use crate::cli::mode::Mode;
use crate::cli::suggestions::unknown;
use crate::rules::UsedReferences;
use crate::tools::{Overrides, Setting, Tool};
use crate::{Definition, Error, ReferenceLength, Smoothing};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Rules of the reference length that users choose; the others are those of tools.
const REFERENCE_LENGTHS: [&str; 3] = ["closest", "shortest", "average"];

/// Flags that choose a definition.
#[derive(Debug, clap::Args)]
pub struct DefinitionArgs {
    /// Score as another tool does, or `all`
    #[arg(long = "as", value_name = "TOOL|all", value_parser = parse_as, help_heading = SCORE)]
    #[arg(long_help = long_help())]
    pub tool: Option<As>,

    /// Reference length: closest, shortest, average
    ///
    /// For segments with several references: the length closest to the candidate's [default], the shortest, or the mean
    /// rounded to a whole number (halves to even).
    #[arg(long, hide_short_help = true, value_name = "RULE", value_parser = reference_length(), hide_possible_values = true, help_heading = SCORE)]
    pub ref_length: Option<ReferenceLength>,

    /// Print BLEU-1, BLEU-2, ... up to --max-order
    #[arg(long, hide_short_help = true, group = "mode", conflicts_with = "weights", help_heading = SCORE)]
    pub cumulative: bool,

    /// Self-BLEU: score each line against all others
    ///
    /// A measure of diversity (Zhu et al., 2018). Every line of the candidate is scored against all its other lines,
    /// and the mean is printed; with --sentence, each score. Needs no reference.
    #[arg(long, hide_short_help = true, group = "mode", conflicts_with_all = ["references", "test_set"], help_heading = MODES)]
    pub self_bleu: bool,

    /// Use all reference lines for every candidate line
    ///
    /// Every line of every reference is a reference of every candidate line; the files may differ in length. The mean
    /// of the scores is printed; with --sentence, each score.
    #[arg(long, hide_short_help = true, group = "mode", help_heading = MODES)]
    pub pool_references: bool,
}

/// Value of --as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum As {
    /// A tool.
    Tool(Tool),
    /// All of them, compared.
    All,
}

fn parse_as(name: &str) -> Result<As, String> {
    match &*name.to_lowercase() {
        "all" => Ok(As::All),
        lower => lower.parse().map(As::Tool).map_err(|_: crate::Error| {
            let known: Vec<&str> = Tool::ALL.into_iter().map(Tool::name).chain(["all"]).collect();
            unknown("tool", name, &known)
        }),
    }
}

fn reference_length() -> impl TypedValueParser<Value = ReferenceLength> {
    PossibleValuesParser::new(REFERENCE_LENGTHS).map(|name| {
        let rule = ReferenceLength::RULES.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(&name));
        rule.map(|(_, rule)| rule).expect("clap accepts only these names")
    })
}

fn long_help() -> String {
    let text = "Compute the score of another tool, identical to the last digit, and in text output print that tool's own \
                line if it has one. Options that the tool has can be set: --lowercase, --tokenize, --smooth, -n, \
                --weights, --ref-length. `all` lists the scores of all tools and why they differ. Tools:";
    with_list(text, Tool::ALL.map(|tool| PossibleValue::new(tool.name()).help(tool.summary())))
}

/// Returns the definition of the score. The weights set the order.
pub fn definition(args: &Args, mode: Mode) -> Result<Definition, String> {
    let order = args.max_order;
    if let (Some(order), Some(weights)) =
        (order, args.weights.as_ref().filter(|weights| Some(weights.order()) != order))
    {
        return Err(format!(
            "--max-order {order} contradicts the {} weights; drop --max-order (the number of weights sets it)",
            weights.order()
        ));
    }
    let options = Overrides {
        tokenization: args.tokenize.as_ref().map(TokenizerName::before_loading),
        lowercase: args.lowercase.map(bool::from),
        smoothing: args.smooth,
        order,
        weights: args.weights.clone(),
        reference_length: args.definitions.ref_length,
        effective_order: args.effective_order.map(bool::from),
        sentences: mode.capabilities().sentences,
    };
    let tool = match args.definitions.tool {
        Some(As::All) if options != Overrides::default() || args.normalize.is_some() => {
            return Err("--as all compares the tools' definitions as they are; drop flags that change the score".into());
        }
        Some(As::Tool(tool)) => Some(tool),
        Some(As::All) | None => None,
    };
    let definition = changed(tool, &options)?;
    check_mode(&definition, mode)?;
    match (args.normalize, tool) {
        (None, _) => Ok(definition),
        (Some(_), Some(tool)) => {
            Err(format!("--as {tool} does not support --normalize; drop it, or normalize the files first"))
        }
        (form, None) => definition.to_builder().normalization(form).build().map_err(|error| error.to_string()),
    }
}

/// Returns the definition of a tool, or this program's own, changed by flags.
fn changed(tool: Option<Tool>, options: &Overrides) -> Result<Definition, String> {
    let smoothing = options.smoothing.filter(|smoothing| smoothing.is_tool_specific());
    match (tool, smoothing) {
        (Some(tool), _) => tool.definition(options).map_err(|error| match error {
            Error::NotInTool { tool, setting, supported } => {
                format!("{tool} cannot be run with {}: {supported}", flag(&setting))
            }
            error => error.to_string(),
        }),
        (None, Some(method)) => {
            let tool = match method {
                Smoothing::Epsilon => "coco",
                Smoothing::CodeNn => "codexglue",
                _ => "nltk",
            };
            Err(format!("--smooth {method} exists only in {tool}; add --as {tool}"))
        }
        (None, None) => options.of_default().map_err(|error| error.to_string()),
    }
}

/// The flag that asks for a setting.
fn flag(setting: &Setting) -> String {
    match setting {
        Setting::Tokenizer(tokenization) => format!("--tokenize {tokenization}"),
        Setting::Lowercase(true) => "--lowercase".to_owned(),
        Setting::Lowercase(false) => "--lowercase=no".to_owned(),
        Setting::Smoothing(method) => format!("--smooth {}", method.as_typed()),
        Setting::Order(order) => format!("-n {order}"),
        Setting::Weights => "--weights".to_owned(),
        Setting::ReferenceLength(rule) => format!("--ref-length {}", rule.name()),
        Setting::EffectiveOrder => "--effective-order".to_owned(),
        Setting::Normalization(form) => format!("--normalize {form}"),
    }
}

/// Checks that a mode can work with the definition of a tool.
pub fn check_mode(definition: &Definition, mode: Mode) -> Result<(), String> {
    let Some(tool) = definition.tool() else { return Ok(()) };
    let reason = match mode {
        Mode::Explain(_) | Mode::WhatIf if !definition.uses_sacrebleu_formula() => {
            "--explain and --what-if support only sacreBLEU's formula"
        }
        Mode::Significance(..) | Mode::Runs(..) if !definition.is_score_of_sums() => {
            "--confidence, --paired and --all-pairs need a score computed from corpus sums, not a mean of segment scores"
        }
        Mode::Stats(_) if !definition.is_score_of_sums() => "--stats needs a score computed from corpus sums",
        Mode::Stats(_) if definition.counting().is_sequential() => {
            "--stats needs counts that do not depend on earlier segments"
        }
        Mode::Cumulative { .. } if !definition.is_score_of_sums() => {
            "--cumulative needs a score computed from corpus sums"
        }
        Mode::Cumulative { .. } if !tool.has_orders() => "its order cannot be changed",
        Mode::Pooled { .. }
            if definition.counting().is_sequential()
                || definition.counting().rules().references != UsedReferences::All =>
        {
            "it reads one reference"
        }
        Mode::Pooled { .. } if definition.reference_length() == ReferenceLength::FirstClosest => {
            "its reference length depends on the order of the references"
        }
        _ => return Ok(()),
    };
    Err(format!("--as {tool} does not support this mode: {reason}"))
}

impl From<Switch> for bool {
    fn from(switch: Switch) -> bool {
        switch == Switch::Yes
    }
}
