//! What was asked: the command and its options, the style of the output, and the limits of results.

pub mod color;
pub(crate) mod decimals;
pub mod format;
mod job;
mod limits;
mod mode;
pub mod style;

pub use job::{Job, MergeOptions, ReportFile, Unread};
pub use limits::{ANY, Gates, Least};
pub use mode::{
    AskedTest, Capabilities, Explain, ExplainPart, Feature, Mode, OutputFormats, RequiredInput, SampleChoice,
    SignificanceTest, StatsDetail, check_candidates, check_mode,
};
