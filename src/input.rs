//! Opens files and standard input, and reads candidates and references in lockstep, a batch of lines at a time.

mod census;
mod gzip;
mod source;

use crate::output::shown;
use anyhow::{Result, anyhow, bail, ensure};
pub use source::is_standard_input;
use source::{BYTE_ORDER_MARK, Source};
use std::collections::HashMap;
use std::mem;
use std::path::Path;
use std::time::{Duration, Instant};

/// Bytes of the candidate that make a batch, unless a line is longer. Small enough for the tokens to stay in the
/// cache, large enough to make what is done once a batch negligible.
const BATCH: usize = 64 << 10;

/// The most lines of a batch: short lines of the candidate may meet long ones of a reference, which would be much text.
const MOST_LINES: usize = 8 << 10;

/// How long to count lines of inputs of different length: whoever writes one may write nothing more, and not end it.
const PATIENCE: Duration = Duration::from_secs(5);

/// Candidates and references, open and read to the same line.
pub struct Input {
    /// The candidates, then the references.
    sources: Vec<Source>,
    batches: u64,
    lines: u64,
}

/// Some lines of each candidate and each reference.
#[derive(Default)]
pub struct Batch {
    /// Counts the batches, from 0.
    pub number: u64,
    /// The lines before this batch.
    pub lines_before: u64,
    /// Lines each ended by LF, not yet known to be UTF-8.
    texts: Vec<Vec<u8>>,
    /// Whether, in front of the text, a byte order mark was skipped.
    byte_order_marks: Vec<bool>,
}

impl Input {
    /// Opens them all. `-` is standard input.
    pub fn open<'a>(candidates: &'a [impl AsRef<Path>], references: &'a [impl AsRef<Path>]) -> Result<Input> {
        let candidates = candidates.iter().map(AsRef::as_ref);
        let paths: Vec<&Path> = candidates.chain(references.iter().map(AsRef::as_ref)).collect();
        let chunk = (16 * BATCH / paths.len().max(1)).clamp(4 << 10, BATCH);
        let mut pipes = HashMap::new();
        for path in &paths {
            if let Some(other) = source::pipe(path).and_then(|pipe| pipes.insert(pipe, path)) {
                let [one, other] = [other, path].map(|path| shown(path));
                bail!("{one} and {other} are one pipe, of which each line can be read once; put the text into a file");
            }
        }
        let sources = paths.into_iter().map(|path| Source::open(path, chunk)).collect::<Result<_>>()?;
        Ok(Input { sources, batches: 0, lines: 0 })
    }

    /// Reads the next batch into `batch`; false at the end of all inputs. After an error there is nothing more to read.
    ///
    /// A batch is as many lines as one read of the first candidate gives, so that a slow pipe is answered line by
    /// line, and fewer where these are much text elsewhere. Where inputs differ in length, or one cannot be read
    /// further, the lines that all have come first, then the error.
    pub fn read(&mut self, batch: &mut Batch) -> Result<bool> {
        // First of all: an error, too, goes out when it is the turn of its number.
        batch.number = self.batches;
        batch.lines_before = self.lines;
        batch.texts.resize_with(self.sources.len(), Vec::new);
        let mut wanted = 1..=MOST_LINES;
        for (source, text) in self.sources.iter_mut().zip(&mut batch.texts) {
            let lines = source.read_lines(wanted, text);
            wanted = lines..=lines;
        }
        // None has fewer than the last, which was asked for no more than the others have.
        let lines = *wanted.end();
        for (source, text) in self.sources.iter_mut().zip(&mut batch.texts) {
            source.hand_out(lines, text);
        }
        let marks = self.sources.iter().map(|source| source.had_byte_order_mark() && batch.lines_before == 0);
        batch.byte_order_marks.clear();
        batch.byte_order_marks.extend(marks);
        if lines == 0 {
            return self.end().map(|()| false);
        }
        self.batches += 1;
        self.lines += lines as u64;
        Ok(true)
    }

    /// Where one has no further line: whether this is the end of all.
    fn end(&mut self) -> Result<()> {
        // What is known already comes first: to ask for an end may be to wait.
        self.check()?;
        // Files are asked first.
        for files in [true, false] {
            if self.sources.iter_mut().any(|source| source.is_file() == files && !source.is_at_end()) {
                return Err(self.unequal().unwrap_or_else(|error| error));
            }
        }
        self.check()?;
        ensure!(self.lines > 0, self.nothing());
        Ok(())
    }

    /// Whether any was found to end in an error.
    fn check(&mut self) -> Result<()> {
        self.sources.iter_mut().find_map(Source::take_fault).map_or(Ok(()), Err)
    }

    /// The names of the inputs, the candidates' first, for messages.
    pub fn names(&self) -> Vec<String> {
        self.sources.iter().map(|source| source.name().to_owned()).collect()
    }

    /// The names of the inputs that began with a byte order mark, which was skipped.
    pub fn with_byte_order_mark(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().filter(|source| source.had_byte_order_mark()).map(Source::name)
    }

    /// The error that says that, and perhaps why, inputs differ in length.
    fn unequal(&mut self) -> Result<anyhow::Error> {
        let until = Instant::now() + PATIENCE;
        let sources = mem::take(&mut self.sources).into_iter();
        let counts: Vec<_> = sources.map(|source| source.count(until)).collect::<Result<_>>()?;
        Ok(anyhow!(census::explain_difference(&counts)))
    }

    fn nothing(&self) -> String {
        let names = self.names();
        match &names[..] {
            [name] => format!("{name}: empty; there is no line to work on"),
            [candidate, references @ ..] => {
                format!("{candidate}: empty, as is {}; there is no segment to score", references.join(", "))
            }
            [] => String::from("no input"),
        }
    }
}

impl Batch {
    /// The texts, the candidates' first, found to be UTF-8. Where one is not, the lines before the first such line,
    /// and the error for it.
    pub fn texts(&self, names: &[String]) -> (Vec<&str>, Option<anyhow::Error>) {
        let checked = self.texts.iter().map(|text| simdutf8::basic::from_utf8(text));
        if let Ok(texts) = checked.collect() {
            return (texts, None);
        }
        let fault = |((text, name), &mark): ((&Vec<u8>, &String), &bool)| {
            not_utf8(text, name, self.lines_before, if mark { BYTE_ORDER_MARK.len() } else { 0 })
        };
        let inputs = self.texts.iter().zip(names).zip(&self.byte_order_marks);
        let first = inputs.filter_map(fault).min_by_key(|(line, _)| *line);
        let Some((lines, error)) = first else { return (Vec::new(), None) };
        let good = self.texts.iter().map(|text| &text[..source::lines_end(text, lines)]);
        let texts = good.filter_map(|text| str::from_utf8(text).ok());
        (texts.collect(), Some(error))
    }
}

/// The line, counted from 0 within `bytes`, that has the first byte that is not UTF-8, and the message about it.
/// `skipped` bytes stand in front.
fn not_utf8(bytes: &[u8], name: &str, lines_before: u64, skipped: usize) -> Option<(usize, anyhow::Error)> {
    let at = str::from_utf8(bytes).err()?.valid_up_to();
    let before = &bytes[..at];
    let line = memchr::memchr_iter(b'\n', before).count();
    let column = memchr::memrchr(b'\n', before).map_or(at + skipped, |feed| at - feed - 1);
    let in_encoding =
        |guess| format!("if the file is in another encoding, convert it, for example by iconv -f {guess} -t UTF-8");
    let advice = match bytes {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] if lines_before == 0 && at == 0 => in_encoding("UTF-16"),
        _ if lines_before == 0 && bytes.starts_with(&gzip::MAGIC) => "it is gzip within gzip: unpack it first".into(),
        _ => in_encoding("LATIN1"),
    };
    let error = anyhow!(
        "{name}: line {}, byte {}: not UTF-8 (0x{:02X}); {advice}",
        lines_before + line as u64 + 1,
        column + 1,
        bytes.get(at).copied().unwrap_or_default(),
    );
    Some((line, error))
}
