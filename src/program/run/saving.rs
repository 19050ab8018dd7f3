//! `--save`: the file of a run. It is written here, and read here.

use crate::bleu::hexadecimal::hexadecimal;
use crate::bleu::shards::RecordError;
use crate::bleu::shards::saved::{Asked, FIRST_BYTES, SavedReader, SavedRun};
use crate::bleu::signature::Signature;
use crate::program::formats;
use crate::program::request::format::JSON;
use crate::program::request::style::Style;
use crate::program::request::{Request, SaveFile};
use crate::program::results::Results;
use crate::text::display::path_name;
use crate::text::{CheckedLines, InputStream, open_lines};
use anyhow::{Context, Error, Result, anyhow};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Level of compression: higher ones take more time than all of a short run, and save little; the lowest does not shorten hashes.
const LEVEL: Compression = Compression::new(2);

/// Writes the file of a run with these results.
///
/// # Errors
/// If it cannot be written.
pub fn write(request: &Request, save: &SaveFile, results: &Results) -> Result<()> {
    let candidates = names(&request.candidates);
    let recorded = request.recording.clone().unwrap_or_default();
    let (counts, texts) = recorded.take(&candidates, &names(&request.named_references()), None);
    let asked = Asked {
        program: Signature::VERSION.to_owned(),
        command: save.command.clone(),
        candidates,
        systems: request.systems.clone(),
    };
    let run = SavedRun { asked, counts, texts, results: unrounded(request, results)? };
    let mut file = save.file.create()?;
    file.write(|out| {
        let mut out = GzEncoder::new(out, LEVEL);
        run.lines().iter().try_for_each(|line| writeln!(out, "{line}"))?;
        out.finish().map(drop)
    })?;
    file.finish()
}

/// Results as a value of JSON, in which no number is rounded or a percentage. Findings are left out: they quote the texts.
///
/// # Errors
/// If they are not results of a whole run.
pub fn unrounded(request: &Request, results: &Results) -> Result<Value> {
    let mut json = Vec::new();
    formats::write(results, Style { format: JSON, percent: false, ..request.style }, None, &mut json)?;
    let mut value = serde_json::from_slice(&json).context("these results cannot be saved")?;
    leave_out_findings(&mut value);
    Ok(value)
}

fn leave_out_findings(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(leave_out_findings),
        Value::Object(values) => {
            values.remove("findings");
            values.values_mut().for_each(leave_out_findings);
        }
        _ => {}
    }
}

/// Names of texts, as they were given.
pub fn names(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|path| path.to_string_lossy().into_owned()).collect()
}

/// Whether a file is one of `--save`, by its first bytes.
///
/// # Errors
/// If it cannot be read.
pub fn is_saved_run(path: &Path) -> Result<bool> {
    begins_as_saved_run(&mut InputStream::open(path)?)
}

/// Whether an input is a file of `--save`, by its first bytes, which stay to be read.
///
/// # Errors
/// If it cannot be read.
pub fn begins_as_saved_run(input: &mut InputStream) -> Result<bool> {
    let known = |head: &[u8]| {
        let length = head.len().min(FIRST_BYTES.len());
        (head.len() >= FIRST_BYTES.len() || head[..length] != FIRST_BYTES[..length])
            .then(|| head.starts_with(FIRST_BYTES))
    };
    input.peek(known)
}

/// The SHA-256 of a file, in hexadecimal digits.
///
/// # Errors
/// If it cannot be read.
pub fn sha256(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| path_name(path))?;
    Ok(hexadecimal(&Sha256::digest(bytes)))
}

/// Reads the file of a run.
///
/// # Errors
/// If it cannot be read, or is damaged.
pub fn read(path: &Path) -> Result<SavedRun> {
    read_lines(open_lines(path)?)
}

/// Reads the lines of the file of a run.
///
/// # Errors
/// If they cannot be read, or are damaged.
pub fn read_lines(mut lines: CheckedLines) -> Result<SavedRun> {
    let (mut reader, name) = (SavedReader::default(), lines.name().to_owned());
    loop {
        let number = lines.number() + 1;
        let line = lines.next_line().map_err(|error| damaged(&format!("{error:#}, after line {}", number - 1)))?;
        let Some(line) = line else { break };
        reader.add(line).map_err(|fault| described(&name, number, line, fault))?;
    }
    reader.finish().map_err(|fault| damaged(&format!("{name}: after line {}: {fault}", lines.number())))
}

fn damaged(fault: &str) -> Error {
    anyhow!("{fault}; copy the file again, or save the run again (more: bleu --man reviewers)")
}

/// Says which line is damaged, and what it has, as far as that can be read.
fn described(name: &str, number: u64, line: &[u8], fault: RecordError) -> Error {
    if number == 1 && !line.starts_with(FIRST_BYTES) {
        return anyhow!("{name}: not a file of --save; make one with bleu ... --save FILE");
    }
    let mut words = line.split(|byte| *byte == b'"').skip(1).step_by(2).map(String::from_utf8_lossy);
    let kind = words.next().filter(|kind| {
        ["definition", "groups", "ids", "text", "part", "samples", "statistics", "results"].contains(&&**kind)
    });
    let system = words.nth(1).filter(|_| kind.as_deref() == Some("statistics"));
    let of = system.map(|system| format!(" of {}", crate::text::display::escape(&system))).unwrap_or_default();
    let kind = kind.map(|kind| format!(" ({kind}{of})")).unwrap_or_default();
    match fault {
        RecordError::OtherFormat { .. } => anyhow!("{name}: {fault}; use a later version of bleu"),
        RecordError::Checksum => {
            damaged(&format!("{name}: line {number}{kind} was changed: its checksum does not match"))
        }
        RecordError::CutOff => damaged(&format!("{name}: line {number}{kind} is cut off")),
        fault => damaged(&format!("{name}: line {number}{kind}: {fault}")),
    }
}
