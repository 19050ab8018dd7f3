//! `--print-tokens`: the tokens of each line, separated by spaces.

use super::write_now;
use crate::cli::Job;
use crate::input::{Lockstep, Segments};
use crate::{Tokenizer, pipeline, warnings};
use anyhow::Result;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Prints the tokens of all candidates, one after the other.
pub fn run(job: &Arc<Job>, mut out: impl Write) -> Result<()> {
    for path in &job.candidates {
        let source = Lockstep::open(&[path], &[] as &[&Path])?;
        let preprocessing = job.preprocessing;
        let make_worker = move || {
            let mut tokenizer = Tokenizer::new(preprocessing);
            move |segments: &Segments| format_tokens(&mut tokenizer, segments)
        };
        let mut batches = pipeline::run(Box::new(source), job.jobs, make_worker);
        for batch in &mut batches {
            write_now(&mut out, &batch?)?;
        }
        warnings::byte_order_marks(job, batches.source());
    }
    Ok(())
}

/// Returns the output for the lines of a batch.
fn format_tokens(tokenizer: &mut Tokenizer, segments: &Segments) -> Vec<u8> {
    let mut bytes = Vec::new();
    for text in segments.texts() {
        bytes.reserve(2 * text.len());
        for line in tokenizer.tokenize(text).lines() {
            for (i, token) in line.iter().enumerate() {
                bytes.extend_from_slice(if i > 0 { b" " } else { b"" });
                bytes.extend_from_slice(token);
            }
            bytes.push(b'\n');
        }
    }
    bytes
}
