//! Lists of values in the help of flags.

use super::flags::Args;
use crate::bleu::scoring::tools::Tool;
use crate::manual::CHAPTERS;
use crate::program::formats::wrap;
use clap::builder::PossibleValue;
use clap::{Arg, Command, CommandFactory};

/// Flags whose long help ends with a list of their values.
const LISTED: [&str; 13] = [
    "input_format",
    "tokenize",
    "normalize",
    "tool",
    "paired",
    "correct",
    "format",
    "columns",
    "completions",
    "man",
    "empty_reference",
    "clean",
    "empty_candidate",
];

/// Width of lists, so that clap, which indents them, need not wrap their lines.
const LIST_WIDTH: usize = 68;

/// Returns the flags with complete help. To wrap its lists takes longer than all else that comes before reading, so it is made only to
/// be shown.
pub fn program_with_lists() -> Command {
    Args::command().mut_args(|flag| if LISTED.contains(&flag.get_id().as_str()) { with_list(flag) } else { flag })
}

/// Adds the values of a flag and their meaning to its long help, one per line; further lines of a value are indented.
fn with_list(flag: Arg) -> Arg {
    let values: Vec<PossibleValue> = match flag.get_id().as_str() {
        "tool" => Tool::ALL.iter().map(|tool| PossibleValue::new(tool.name()).help(tool.summary())).collect(),
        // The man page is not a chapter.
        "man" => CHAPTERS.iter().map(|(name, _)| PossibleValue::new(name)).collect(),
        _ => flag.get_possible_values(),
    };
    let item = |value: PossibleValue| {
        let help = value.get_help().map_or_else(String::new, |help| format!(": {help}"));
        let item = format!("- {}{help}", value.get_name());
        format!("\n{}", wrap(&item, LIST_WIDTH).join("\n  "))
    };
    let text = flag.get_long_help().map(ToString::to_string).unwrap_or_default();
    flag.long_help(text + &values.into_iter().map(item).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_follows_the_help_of_a_flag() {
        let program = program_with_lists();
        let help = |flag: &Arg| flag.get_long_help().map(ToString::to_string).unwrap_or_default();
        for id in LISTED {
            let flag = program.get_arguments().find(|flag| flag.get_id() == id).expect(id);
            assert!(help(flag).contains("\n- "), "{id}");
        }
        let announces = |flag: &&Arg| help(flag).ends_with(':');
        assert_eq!(program.get_arguments().find(announces).map(Arg::get_id), None);
    }
}
