//! Flags that choose a definition of BLEU: other tools' by name, and the rule of the reference length.

use super::args::{MODES, SCORE, Switch};
use crate::input::unknown;
use crate::tools::{Options, Tool};
use crate::{Definition, ReferenceLength, Smoothing};
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;

/// Rules of the reference length that users choose; the others are those of tools.
const REFERENCE_LENGTHS: [&str; 3] = ["closest", "shortest", "average"];

/// Modes that go with no pool of lines and no list of orders: all but --sentence.
const OTHER_MODES: [&str; 8] =
    ["explain", "explain_segment", "confidence", "paired", "all_pairs", "what_if", "print_tokens", "stats"];

/// Flags that choose a definition.
#[derive(Debug, clap::Args)]
pub struct DefinitionArgs {
    /// Score as another tool does, or `all`
    ///
    /// The score that another tool gives, to the last digit, as a line of its own form if it prints one. Its own flags
    /// change it: --lowercase, --tokenize, --smooth, -n, --weights, --ref-length. `all`: a table of every tool's score
    /// and what makes it differ.
    #[arg(long = "as", value_name = "TOOL|all", value_parser = parse_as, help_heading = SCORE)]
    #[arg(long_help = long_help())]
    pub tool: Option<As>,

    /// Reference length: closest, shortest, average
    ///
    /// Reference length of a segment with several references: the one closest to the candidate's [default], the
    /// shortest, or the mean, rounded to whole tokens, halves to the even one.
    #[arg(long, hide_short_help = true, value_name = "RULE", value_parser = reference_length(), hide_possible_values = true, help_heading = SCORE)]
    pub ref_length: Option<ReferenceLength>,

    /// Also BLEU-1, BLEU-2, ... to the order
    #[arg(long, hide_short_help = true, conflicts_with_all = ["weights", "self_bleu", "pool_references"], conflicts_with_all = OTHER_MODES, help_heading = SCORE)]
    pub cumulative: bool,

    /// Every line against all other lines
    ///
    /// Self-BLEU (Zhu et al., 2018), a measure of diversity: every line of the candidate is scored against all its other
    /// lines, and the mean is printed; with --sentence, each score. Needs no reference.
    #[arg(long, hide_short_help = true, conflicts_with_all = ["references", "test_set"], conflicts_with_all = OTHER_MODES, help_heading = MODES)]
    pub self_bleu: bool,

    /// Every reference line for every candidate line
    ///
    /// Every line of every reference is a reference of every candidate line, so that files need not have the same number
    /// of lines. The mean of the scores is printed; with --sentence, each score.
    #[arg(long, hide_short_help = true, conflicts_with = "self_bleu", conflicts_with_all = OTHER_MODES, help_heading = MODES)]
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
        let rule = ReferenceLength::RULES.into_iter().find(|(known, _)| *known == name);
        rule.map(|(_, rule)| rule).unwrap_or_default()
    })
}

fn long_help() -> String {
    let tools = Tool::ALL.map(|tool| format!("\n- {tool}: {}", tool.summary()));
    format!(
        "The score that another tool gives, to the last digit; in text output its own line, if it prints one. The tool's \
         own options can be changed: --lowercase, --tokenize, --smooth, -n, --weights, --ref-length. `all` prints every \
         tool's score and what makes it differ. Tools:{}",
        tools.concat()
    )
}

/// Returns the definition that is asked for: a tool's, or this program's own, changed by flags.
pub fn definition(tool: Option<Tool>, options: &Options) -> Result<Definition, String> {
    let smoothing = options.smoothing.filter(|smoothing| smoothing.is_tool_specific());
    match (tool, smoothing) {
        (Some(tool), _) => tool.definition(options).map_err(|error| error.to_string()),
        (None, Some(method)) => {
            let tool = match method {
                Smoothing::Epsilon => "coco",
                Smoothing::CodeNn => "codexglue",
                _ => "nltk",
            };
            Err(format!("--smooth {method} is a method of {tool}; add --as {tool}"))
        }
        (None, None) => options.of_default().map_err(|error| error.to_string()),
    }
}

impl From<Switch> for bool {
    fn from(switch: Switch) -> bool {
        switch == Switch::Yes
    }
}
