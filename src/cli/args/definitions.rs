//! The definition of BLEU that the flags ask for.

use super::definition_args::As;
use super::flags::Args;
use super::tokenization::TokenizerName;
use crate::bleu::rules::UsedReferences;
use crate::cli::mode::Mode;
use crate::tools::{Overrides, Setting, Tool};
use crate::{Definition, Error, ReferenceLength, Smoothing};

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
        tokenization: args.tokenize.as_ref().and_then(TokenizerName::rules),
        lowercase: args.lowercase.map(bool::from),
        smoothing: args.smooth,
        order,
        weights: args.weights.clone(),
        reference_length: args.definitions.ref_length,
        effective_order: args.effective_order.map(bool::from),
        sentences: mode.capabilities().sentences,
    };
    let tool = match args.definitions.tool {
        Some(As::All) if options != Overrides::default() || args.tokenize.is_some() || args.normalize.is_some() => {
            return Err("--as all compares the tools' definitions as they are; drop flags that change the score".into());
        }
        Some(As::Tool(tool)) => Some(tool),
        Some(As::All) | None => None,
    };
    let other_tokenizer = args.tokenize.as_ref().filter(|name| name.rules().is_none());
    if let (Some(tool), Some(name)) = (tool, other_tokenizer) {
        tool.check_other_tokenizer(&name.to_string()).map_err(refusal)?;
    }
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
        (Some(tool), _) => tool.definition(options).map_err(refusal),
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

/// The message that a tool does not support a flag.
fn refusal(error: Error) -> String {
    match error {
        Error::NotInTool { tool, setting, supported } => {
            format!("{tool} cannot be run with {}: {supported}", flag(&setting))
        }
        error => error.to_string(),
    }
}

/// The flag that asks for a setting.
fn flag(setting: &Setting) -> String {
    match setting {
        Setting::Tokenizer(name) => format!("--tokenize {name}"),
        Setting::Lowercase(true) => "--lowercase".to_owned(),
        Setting::Lowercase(false) => "--lowercase=no".to_owned(),
        Setting::Smoothing(method) => format!("--smooth {method}"),
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
        Mode::Pooled { .. } if definition.counting().rules().references != UsedReferences::All => {
            "it reads one reference"
        }
        Mode::Pooled { .. } if definition.reference_length() == ReferenceLength::FirstClosest => {
            "its reference length depends on the order of the references"
        }
        _ => return Ok(()),
    };
    Err(format!("--as {tool} does not support this mode: {reason}"))
}
