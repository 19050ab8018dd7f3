//! Arbitrary bytes as candidate and reference files, through to a score, against a plain reading of them.
//!
//! The first byte chooses threads and tokenizer. The inputs behind it are separated by [`SEPARATOR`], the candidate's
//! first; where it is alone, it is its own reference. Three bytes before each say what becomes of it, see [`made_of`].
#![no_main]

use bleu::input::{Lockstep, Segments};
use bleu::pipeline;
use bleu::{Counter, Metric, Preprocessing, SegmentStatistics, Tokenization, Tokenizer};
use flate2::{Compression, GzBuilder, bufread::GzDecoder};
use libfuzzer_sys::fuzz_target;
use std::io::{PipeReader, Read, Write};
use std::num::NonZeroUsize;
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::{env, fs, process};

const SEPARATOR: &[u8] = b"\xFE\xFD";

/// Some batches' worth of text. What repeats gets no longer.
const LONG: usize = 200_000;

/// A text that unpacks to more takes too long.
const TOO_LONG: usize = 1_000_000;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else { return };
    let mut inputs: Vec<Made> = split(data).into_iter().take(4).map(made_of).collect();
    if inputs.len() == 1 {
        inputs.push(inputs[0].clone());
    }
    let plain: Vec<Plain> = inputs.iter().map(|input| Plain::of(&input.bytes)).collect();
    if plain.iter().any(|plain| plain.text.len() > TOO_LONG) {
        return;
    }
    let tokenization = if choice & 2 == 0 { Tokenization::V13a } else { Tokenization::None };
    let preprocessing = Preprocessing { tokenization, ..Preprocessing::default() };
    let jobs = NonZeroUsize::new(1 + usize::from(choice & 1)).unwrap();
    let (found, error) = read(&inputs, preprocessing, jobs);

    let common = plain.iter().map(|plain| plain.lines().count()).min().unwrap();
    let good = plain.iter().map(Plain::good_lines).min().unwrap().min(common);
    let expected = count(&plain, good, preprocessing);
    let is_damaged = plain.iter().any(|plain| plain.is_damaged);
    if is_damaged {
        // How much of it is unpacked before the damage is seen depends on how much is asked for.
        let known = found.len().min(expected.len());
        assert_eq!(found.rows().take(known).collect::<Vec<_>>(), expected.rows().take(known).collect::<Vec<_>>());
    } else {
        assert_eq!(found, expected);
    }
    match (fault(&plain), error) {
        (None, None) => {
            let score = Metric::default().score(&found.sum()).score;
            assert!((0.0..=1.0).contains(&score), "{score}");
        }
        (Some(parts), Some(error)) => {
            parts.iter().for_each(|part| assert!(error.contains(part), "no {part:?} in: {error}"))
        }
        (fault, error) => panic!("to be said: {fault:?}, but said: {error:?}"),
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

/// An input as it is to be read.
#[derive(Clone)]
struct Made {
    bytes: Vec<u8>,
    /// Through a pipe rather than from a file.
    piped: bool,
}

/// The first of three bytes: what is done to the rest; the second: how often it is repeated; the third: where it is cut
/// or damaged, if it is.
fn made_of(data: &[u8]) -> Made {
    let [choice, times, place, text @ ..] = data else { return Made { bytes: Vec::new(), piped: false } };
    let times = usize::from(times.saturating_sub(128)).pow(2).clamp(1, 1 + LONG / (1 + text.len()));
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
    // As much as a pipe holds.
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

/// An input in its place; it goes away with it.
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
        let path = env::temp_dir().join(format!("bleu-reading-{}-{number}", process::id()));
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
fn read(inputs: &[Made], preprocessing: Preprocessing, jobs: NonZeroUsize) -> (SegmentStatistics, Option<String>) {
    let places: Vec<Place> = inputs.iter().enumerate().map(|(number, input)| Place::of(number, input)).collect();
    let paths: Vec<PathBuf> = places.iter().map(Place::path).collect();
    let source = Lockstep::open(&paths[..1], &paths[1..]).unwrap();
    let make_worker = move || {
        let mut counter = Counter::default();
        move |segments: &Segments| {
            let mut tokenizers: Vec<Tokenizer> =
                segments.texts().iter().map(|_| Tokenizer::new(preprocessing)).collect();
            let tokens: Vec<_> = tokenizers.iter_mut().zip(segments.texts()).map(|(t, text)| t.tokenize(text)).collect();
            let mut statistics = SegmentStatistics::new(Metric::default().order);
            counter.count(tokens[0], &tokens[1..], &mut statistics);
            (segments.before(), statistics)
        }
    };
    let mut all = SegmentStatistics::new(Metric::default().order);
    let mut error = None;
    for batch in pipeline::run(Box::new(source), jobs, make_worker) {
        assert!(error.is_none(), "an error is the last item");
        match batch {
            Ok((before, statistics)) => {
                assert_eq!(before, all.len() as u64);
                all.append(&statistics);
            }
            Err(fault) => error = Some(format!("{fault:#}")),
        }
    }
    (all, error)
}

/// An input read as plainly as can be.
struct Plain {
    /// If there is damage, the whole lines before it.
    text: Vec<u8>,
    /// The bytes that stand in front of the text.
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
            // Of a line that is cut by the damage, nothing counts.
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

    /// The lines before one that is not UTF-8.
    fn good_lines(&self) -> usize {
        self.lines().take_while(|line| str::from_utf8(line).is_ok()).count()
    }
}

/// Appends what the members of a gzip stream hold.
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
fn count(plain: &[Plain], lines: usize, preprocessing: Preprocessing) -> SegmentStatistics {
    let text = |plain: &Plain| -> String {
        plain.lines().take(lines).flat_map(|line| [str::from_utf8(line).unwrap(), "\n"]).collect()
    };
    let texts: Vec<String> = plain.iter().map(text).collect();
    let mut tokenizers: Vec<Tokenizer> = texts.iter().map(|_| Tokenizer::new(preprocessing)).collect();
    let tokens: Vec<_> = tokenizers.iter_mut().zip(&texts).map(|(tokenizer, text)| tokenizer.tokenize(text)).collect();
    let mut statistics = SegmentStatistics::new(Metric::default().order);
    Counter::default().count(tokens[0], &tokens[1..], &mut statistics);
    statistics
}

/// Parts of what must be said, if no score can be given.
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
