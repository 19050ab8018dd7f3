//! The program: from the command line to a report.
//!
//! `args` parses the command line into a [`Job`], which loads the data of its tokenizer. Its [`Mode`] is one of `mode`. A
//! command of `run` runs it: segments come from [`text`](crate::text), pass through its threads, and become a result of
//! `results`, which `formats` writes. `warnings` are printed unasked. `messages` prints these and errors.

pub mod args;
pub mod color;
mod decimals;
pub mod formats;
pub mod gates;
pub mod input_summary;
mod job;
pub mod messages;
mod mode;
pub mod output_file;
pub mod progress;
pub mod results;
pub mod run;
pub mod style;
pub mod warnings;

pub use args::gate_args::{Gates, Least};
pub use args::{parse, parse_from, print};
pub use job::{Job, MergeOptions, ReportFile};
pub use mode::{
    AskedTest, Explain, ExplainPart, Feature, Mode, SampleChoice, SignificanceTest, StatsDetail, check_candidates,
    check_mode,
};
