//! Where the program writes: standard output, messages and progress on standard error, and files besides these.

pub mod messages;
pub mod output_file;
pub mod pager;
pub mod progress;
mod stdout;

pub use stdout::{EscapedOutput, goes_to_terminal, stdout, terminal_width};
