//! Reads and scores arbitrary bytes as candidate and reference files, and compares the result with a simple reader.
//!
//! The first byte chooses threads and tokenizer. The inputs after it are separated by [`SEPARATOR`], the candidate's first.
//! A single input is its own reference. Three bytes before each input choose its form, see [`made_of`].
#![no_main]

use bleu::text::{BatchReader, InputStream, ParallelFiles, Segments, Source};
use bleu::text::pipeline;
use bleu::{Definition, SegmentStatistics, Tokenization};
use flate2::{Compression, GzBuilder, bufread::GzDecoder};
use libfuzzer_sys::fuzz_target;
use std::io::{PipeReader, Read, Write};
use std::num::NonZeroUsize;
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, process};

static RUNS: AtomicU64 = AtomicU64::new(0);

const SEPARATOR: &[u8] = b"\xFE\xFD";

/// Largest size of repeated text, in bytes: some batches.
const MAX_REPEATED: usize = 200_000;

/// Largest size of a decompressed text, in bytes. Larger ones take too long.
const MAX_TEXT: usize = 1_000_000;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else { return };
    let mut inputs: Vec<Made> = split(data).into_iter().take(4).map(made_of).collect();
    if inputs.len() == 1 {
        inputs.push(inputs[0].clone());
    }
    let plain: Vec<Plain> = inputs.iter().map(|input| Plain::of(&input.bytes)).collect();
    if plain.iter().any(|plain| plain.text.len() > MAX_TEXT) {
        return;
    }
    let tokenization = if choice & 2 == 0 { Tokenization::V13A } else { Tokenization::NONE };
    let definition = Definition::builder().tokenization(tokenization).build().unwrap();
    let jobs = NonZeroUsize::new(1 + usize::from(choice & 1)).unwrap();
    let (found, error) = read(&inputs, &definition, jobs);

    let common = plain.iter().map(|plain| plain.lines().count()).min().unwrap();
    let good = plain.iter().map(Plain::good_lines).min().unwrap().min(common);
    let expected = count(&plain, good, &definition);
    let is_damaged = plain.iter().any(|plain| plain.is_damaged);
    if is_damaged {
        // The length of the text that is decompressed before the damage depends on the sizes of the reads.
        let known = found.len().min(expected.len());
        assert_eq!(found.rows().take(known).collect::<Vec<_>>(), expected.rows().take(known).collect::<Vec<_>>());
    } else {
        assert_eq!(found, expected);
    }
    match (fault(&plain), error) {
        (None, None) => {
            let score = definition.score(&found.sum()).unwrap().value();
            assert!((0.0..=1.0).contains(&score), "{score}");
        }
        (Some(parts), Some(error)) => {
            parts.iter().for_each(|part| assert!(error.contains(part), "no {part:?} in: {error}"))
        }
        (fault, error) => panic!("expected {fault:?}, found {error:?}"),
    }
});

fn split(data: &[u8]) -> Vec<&[u8]> {
    let mut inputs = Vec::new();
    let mut rest = data;
    while let Some(at) = memchr::memmem::find(rest, SEPARATOR) {
        inputs.push(&rest[..at]);
        rest = &rest[at + SEPARATOR.len()..];
    }
    inputs.push(rest);
    inputs
}

/// An input of the program.
#[derive(Clone)]
struct Made {
    bytes: Vec<u8>,
    /// Whether it is read from a pipe instead of a file.
    piped: bool,
}

/// Returns the input that `data` describes. The first of three bytes chooses the form, the second the number of repetitions,
/// the third the place at which it is truncated or damaged, if it is.
fn made_of(data: &[u8]) -> Made {
    let [choice, times, place, text @ ..] = data else { return Made { bytes: Vec::new(), piped: false } };
    let times = usize::from(times.saturating_sub(128)).pow(2).clamp(1, 1 + MAX_REPEATED / (1 + text.len()));
    let mut bytes = text.repeat(times);
    let is = |bit: u32| choice >> bit & 1 == 1;
    if is(0) {
        bytes = if is(1) {
            let (first, second) = bytes.split_at(bytes.len() * usize::from(*place) / 256);
            [pack(first, is(2)), pack(second, !is(2))].concat()
        } else {
            pack(&bytes, is(2))
        };
    }
    if is(3) {
        bytes.extend(vec![0; 1 + usize::from(*place)]);
    }
    let at = bytes.len() * usize::from(*place) / 256;
    if is(4) {
        bytes.truncate(at);
    }
    if is(5) && at < bytes.len() {
        bytes[at] ^= 1 << (place % 8);
    }
    if is(6) {
        bytes = pack(&bytes, false);
    }
    // A pipe holds no more.
    let piped = is(7) && bytes.len() <= 64 << 10;
    Made { bytes, piped }
}

/// A member of a gzip stream.
fn pack(bytes: &[u8], with_all_fields: bool) -> Vec<u8> {
    let mut builder = GzBuilder::new();
    if with_all_fields {
        builder = builder.filename("name").comment("comment").extra("extra");
    }
    let mut member = builder.write(Vec::new(), Compression::fast());
    member.write_all(bytes).and_then(|()| member.finish()).unwrap()
}

/// A file or pipe with an input. The file is deleted when this is dropped.
enum Place {
    File(PathBuf),
    Pipe(PipeReader),
}

impl Place {
    fn of(number: usize, input: &Made) -> Place {
        if input.piped {
            let (reader, mut writer) = std::io::pipe().unwrap();
            writer.write_all(&input.bytes).unwrap();
            return Place::Pipe(reader);
        }
        // The program refuses a file that changes, so no name is used twice.
        let run = RUNS.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("bleu-reading-{}-{run}-{number}", process::id()));
        fs::write(&path, &input.bytes).unwrap();
        Place::File(path)
    }

    fn path(&self) -> PathBuf {
        match self {
            Place::File(path) => path.clone(),
            Place::Pipe(reader) => PathBuf::from(format!("/dev/fd/{}", reader.as_raw_fd())),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Place::File(path) = self {
            fs::remove_file(path).unwrap();
        }
    }
}

/// Counts with the program's own reader, and returns the statistics before the error, if there is one.
fn read(inputs: &[Made], definition: &Definition, jobs: NonZeroUsize) -> (SegmentStatistics, Option<String>) {
    let places: Vec<Place> = inputs.iter().enumerate().map(|(number, input)| Place::of(number, input)).collect();
    let paths: Vec<PathBuf> = places.iter().map(Place::path).collect();
    let open = |path: &PathBuf| InputStream::open(path).unwrap();
    let source = ParallelFiles::new(paths.iter().map(open).collect(), 1);
    let worker_definition = definition.clone();
    let make_worker = move || {
        let mut corpus = worker_definition.accumulator();
        move |segments: &Segments| {
            Ok((segments.before(), corpus.add_lines(segments.texts()[0], &segments.texts()[1..])?))
        }
    };
    let mut all = SegmentStatistics::new(definition.order()).unwrap();
    let mut error = None;
    for batch in pipeline::run(BatchReader::new(Source::Files(source)), jobs, make_worker) {
        assert!(error.is_none(), "an error is the last item");
        match batch {
            Ok((before, statistics)) => {
                assert_eq!(before, all.len() as u64);
                all.append(&statistics).unwrap();
            }
            Err(fault) => error = Some(format!("{fault:#}")),
        }
    }
    (all, error)
}

/// An input as read by a simple reader.
struct Plain {
    /// The text; if the input is damaged, the complete lines before the damage.
    text: Vec<u8>,
    /// Number of bytes before the text.
    byte_order_mark: usize,
    is_damaged: bool,
}

impl Plain {
    fn of(bytes: &[u8]) -> Plain {
        let mut text = Vec::new();
        let is_damaged = if bytes.starts_with(b"\x1F\x8B") {
            unpack(bytes, &mut text).is_err()
        } else {
            text.extend_from_slice(bytes);
            false
        };
        if is_damaged {
            // An incomplete line does not count.
            text.truncate(memchr::memrchr(b'\n', &text).map_or(0, |last| last + 1));
        }
        let byte_order_mark = if text.starts_with("\u{FEFF}".as_bytes()) { 3 } else { 0 };
        text.drain(..byte_order_mark);
        Plain { text, byte_order_mark, is_damaged }
    }

    fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let text = self.text.strip_suffix(b"\n").unwrap_or(&self.text);
        text.split(|&byte| byte == b'\n').take(if self.text.is_empty() { 0 } else { usize::MAX })
    }

    /// Number of lines before the first one that is not UTF-8.
    fn good_lines(&self) -> usize {
        self.lines().take_while(|line| str::from_utf8(line).is_ok()).count()
    }
}

/// Appends the text of all members of a gzip stream.
fn unpack(mut packed: &[u8], text: &mut Vec<u8>) -> std::io::Result<()> {
    loop {
        let mut member = GzDecoder::new(packed);
        member.read_to_end(text)?;
        packed = member.into_inner();
        if packed.iter().all(|&byte| byte == 0) {
            return Ok(());
        }
    }
}

/// The statistics of the first `lines` segments.
fn count(plain: &[Plain], lines: usize, definition: &Definition) -> SegmentStatistics {
    let text = |plain: &Plain| -> String {
        plain.lines().take(lines).flat_map(|line| [str::from_utf8(line).unwrap(), "\n"]).collect()
    };
    let texts: Vec<String> = plain.iter().map(text).collect();
    definition.accumulator().add_lines(&texts[0], &texts[1..]).unwrap()
}

/// Parts of the error, if the inputs cannot be scored.
fn fault(plain: &[Plain]) -> Option<Vec<String>> {
    let lines: Vec<usize> = plain.iter().map(|plain| plain.lines().count()).collect();
    let common = *lines.iter().min().unwrap();
    let bad = plain.iter().filter(|plain| plain.good_lines() < common).min_by_key(|plain| plain.good_lines());
    if plain.iter().any(|plain| plain.is_damaged) {
        Some(Vec::new())
    } else if let Some(bad) = bad {
        let number = bad.good_lines();
        let line = bad.lines().nth(number).unwrap();
        let at = str::from_utf8(line).unwrap_err().valid_up_to();
        let byte = at + 1 + if number == 0 { bad.byte_order_mark } else { 0 };
        Some(vec![format!("line {}, byte {byte}: not UTF-8 (0x{:02X})", number + 1, line[at])])
    } else if lines.iter().any(|&lines| lines != common) {
        Some(vec!["different lengths".to_owned(), format!(" has {} line", lines[0])])
    } else {
        (common == 0).then(|| vec!["empty".to_owned()])
    }
}
