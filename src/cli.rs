//! The program: from the command line to a report.
//!
//! `args` parses the command line into a [`Job`], which loads the data of its tokenizer. Its [`Mode`] is one of `mode`. A
//! command of `commands` runs it: segments come from `input`, pass through the threads of `pipeline`, and
//! become a report, which `report` words and `output` writes in a format. `warnings` are said unasked. `messages` prints
//! these and errors.

pub mod args;
pub mod color;
pub mod commands;
mod decimals;
pub mod display;
mod file_identity;
mod glob;
pub mod input;
pub mod input_summary;
mod job;
pub mod messages;
mod mode;
pub mod output;
mod output_file;
pub mod pipeline;
pub mod progress;
pub mod report;
pub mod sacrebleu_cache;
pub mod set_tokenizers;
pub mod style;
pub mod suggestions;
pub mod tokenizer_data;
pub mod warnings;

pub use args::gate_args::{Gates, Least};
pub use args::{parse, parse_from, print};
pub use job::{Job, MergeOptions, ReportFile};
pub use mode::{
    AskedTest, Explain, ExplainPart, Feature, Mode, SampleChoice, SignificanceTest, StatsDetail, check_candidates,
    check_mode,
};
