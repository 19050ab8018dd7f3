//! The program: from the command line to a report.
//!
//! `args` parses the command line into a [`Command`] and its [`Request`], which loads the data of its tokenizer. The command,
//! a file of `run`, runs: segments come from [`text`](crate::text), pass through its threads, and become a result of
//! `results`, which `formats` writes. `warnings` are printed unasked. `messages` prints these and errors.

pub mod args;
pub mod formats;
pub mod gates;
pub mod request;
pub mod results;
pub mod run;
pub mod streams;
pub mod words;

pub use args::{parse, parse_from, print};
pub use request::{AskedTest, Gates, Least, Request, SignificanceTest};
pub use run::Command;
