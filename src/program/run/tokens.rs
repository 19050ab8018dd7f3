//! `--print-tokens`: the tokens of each line, separated by spaces.

use super::counting::fold;
use super::{Mode, open_texts, write_now};
use crate::bleu::tokenize::Tokenizer;
use crate::program::request::Request;
use crate::program::request::support::{ANY_NUMBER, Feature, OutputFormats, RequiredInput, Support};
use crate::program::results::input_summary::InputSummary;
use crate::program::results::{Results, SegmentsRead};
use crate::text::Segments;
use crate::text::display::is_standard_input;
use anyhow::{Result, bail};
use std::io::Write;
use std::sync::Arc;

/// The tokens of all candidates, one after the other, without a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokensMode;

impl Mode for TokensMode {
    fn support(&self) -> Support {
        Support {
            flag: "--print-tokens",
            input: RequiredInput::Candidates,
            candidates: ANY_NUMBER,
            formats: OutputFormats::Own,
            features: &[Feature::Streaming],
        }
    }

    fn run(&self, request: &Arc<Request>, out: &mut dyn Write) -> Result<Results> {
        // A table is read once for each candidate.
        if request.candidates.len() > 1
            && let Some(table) = request.input.table()
            && (is_standard_input(table) || !table.is_file())
        {
            bail!(
                "--print-tokens reads a table once per candidate, which a pipe does not allow; name one candidate, or save \
                 the table to a file"
            );
        }
        for candidate in request.candidates.chunks(1) {
            let source = open_texts(request, candidate, &[])?;
            let make_worker = move |request: Arc<Request>| {
                let mut tokenizer = request.definition.tokenizer();
                move |segments: &Segments| Ok((format_tokens(&mut tokenizer, segments)?, InputSummary::default()))
            };
            fold(request, source, request.jobs, make_worker, |bytes| write_now(out, &bytes))?;
        }
        Ok(Results::Segments(SegmentsRead::default()))
    }
}

/// Returns the output for the lines of a batch.
fn format_tokens(tokenizer: &mut Tokenizer, segments: &Segments) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for text in segments.candidates() {
        bytes.reserve(2 * text.len());
        for segment in tokenizer.tokenize_lines(text).map_err(|error| segments.locate(error))?.segments() {
            for (i, token) in segment.all_bytes().enumerate() {
                bytes.extend_from_slice(if i > 0 { b" " } else { b"" });
                bytes.extend_from_slice(token);
            }
            bytes.push(b'\n');
        }
    }
    Ok(bytes)
}
