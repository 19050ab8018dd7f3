//! Flags that choose a definition of the score by name: --as, --ref-length, and modes with definitions of their own.

use super::headings::{MODES, SCORE};
use super::values::with_list;
use crate::ReferenceLength;
use crate::cli::suggestions::unknown;
use crate::tools::Tool;
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
            let known: Vec<&str> = Tool::ALL.iter().map(Tool::name).chain(["all"]).collect();
            unknown("tool", name, &known)
        }),
    }
}

fn reference_length() -> impl TypedValueParser<Value = ReferenceLength> {
    PossibleValuesParser::new(REFERENCE_LENGTHS)
        .map(|name| name.to_ascii_lowercase().parse().expect("clap accepts only these names"))
}

fn long_help() -> String {
    let text = "Compute the score of another tool, identical to the last digit, and in text output print that tool's own \
                line if it has one. Options that the tool has can be set: --lowercase, --tokenize, --smooth, -n, \
                --weights, --ref-length. `all` lists the scores of all tools and why they differ. Tools:";
    with_list(text, Tool::ALL.iter().map(|tool| PossibleValue::new(tool.name()).help(tool.summary())))
}
