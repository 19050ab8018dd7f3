//! The definition of BLEU that the flags ask for.

use super::flags::Args;
use super::values::As;
use crate::bleu::error::Error as LibraryError;
use crate::bleu::scoring::tools::{Setting, Tool};
use crate::bleu::scoring::{Definition, DefinitionBuilder, Smoothing, Weights};
use crate::program::run::{Command, check_definition};
use crate::text::tokenizer_data::TokenizerName;
use anyhow::{Error, Result, anyhow, bail, ensure};

/// Returns the definition of the score. The weights set the order.
pub fn definition(args: &Args, command: &Command) -> Result<Definition> {
    if let (Some(order), Some(weights)) = (args.max_order, args.weights.as_ref().map(Weights::order)) {
        ensure!(
            order == weights,
            "--max-order {order} contradicts the {weights} weights; drop --max-order (the number of weights sets it)"
        );
    }
    let options = DefinitionBuilder {
        tokenization: args.tokenize.as_ref().and_then(TokenizerName::rules),
        lowercase: args.lowercase,
        normalization: args.normalize.filter(|_| args.tool.is_none()),
        smoothing: args.smooth,
        order: args.max_order,
        weights: args.weights.clone(),
        reference_length: args.ref_length,
        effective_order: args.effective_order,
        unicode: args.unicode,
        mean_of_segments: args.mean_of_segments,
        sentences: command.scores_segments() || args.mean_of_segments,
        ..Definition::builder()
    };
    let tool = match args.tool {
        Some(As::Tool(tool)) => Some(tool),
        Some(As::All) => {
            // The tools are compared with sacreBLEU, which must have the tokenizer.
            changed(Some(Tool::SACREBLEU), &options)?;
            let others = DefinitionBuilder { tokenization: None, unicode: None, ..options.clone() };
            ensure!(
                others == Definition::builder() && args.normalize.is_none(),
                "--as all compares the tools' definitions as they are, except for --tokenize and --unicode; drop other \
                 flags that change the score"
            );
            None
        }
        None => None,
    };
    let other_tokenizer = args.tokenize.as_ref().filter(|name| name.rules().is_none());
    if let (Some(tool), Some(name)) = (tool, other_tokenizer) {
        tool.check_other_tokenizer(&name.to_string()).map_err(refusal)?;
    }
    if let (Some(tool), Some(_)) = (tool, args.normalize) {
        bail!("--as {tool} does not support --normalize; drop it, or normalize the files first");
    }
    let definition = changed(tool, &options)?;
    check_definition(command.mode(), &definition)?;
    Ok(definition)
}

/// Returns the definition of a tool, or this program's own, changed by flags.
fn changed(tool: Option<Tool>, options: &DefinitionBuilder) -> Result<Definition> {
    let smoothing = options.smoothing.filter(|smoothing| smoothing.is_tool_specific());
    match (tool, smoothing) {
        (Some(tool), _) => options.clone().tool(tool).build().map_err(refusal),
        (None, Some(method)) => {
            let tool = match method {
                Smoothing::Epsilon => "coco",
                Smoothing::CodeNn => "codexglue",
                Smoothing::TinyPrecision => "promptfoo",
                _ => "nltk",
            };
            bail!("--smooth {method} exists only in {tool}; add --as {tool}")
        }
        (None, None) => Ok(options.clone().build()?),
    }
}

/// The message that a tool does not support a flag.
fn refusal(error: LibraryError) -> Error {
    match error {
        LibraryError::NotInTool { tool, setting, supported } => {
            let hint = match &setting {
                Setting::Tokenizer(name) if tool == "nltk" && ["char", "graphemes"].contains(&name.as_str()) => {
                    "; if it was given strings instead of lists of tokens, each character is a token, spaces too: \
                     --tokenize codepoints"
                }
                _ => "",
            };
            anyhow!("{tool} cannot be run with {}: {supported}{hint} (more: bleu --man other-tools)", flag(&setting))
        }
        error => error.into(),
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
        Setting::ReferenceLength(rule) => format!("--ref-length {rule}"),
        Setting::EffectiveOrder => "--effective-order".to_owned(),
        Setting::Normalization(form) => format!("--normalize {form}"),
    }
}
