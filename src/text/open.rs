//! Opens files and standard input as streams of text.

use super::compressed::decompress;
use super::file_identity::{FileIdentity, FileKind};
use super::glob::expand;
use super::hints::{self, Hint};
use super::lookahead::{self, Reader, examine, peek, uninterrupted};
use super::utf16::{Utf16Reader, marked_encoding};
use crate::text::display::{input_name, io_message, shell_word};
use crate::text::display::{is_standard_input, path_name};
use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use std::collections::{BTreeMap, HashMap};
use std::fs::{DirEntry, File, Metadata};
use std::io::Seek;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;
use std::{fs, io, mem};

/// The byte order mark U+FEFF in UTF-8, with which some editors begin a file.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Error number of too many open files (EMFILE).
const TOO_MANY_OPEN_FILES: i32 = 24;

/// The regular files that were opened: size, time of the last change, and identity at the first opening.
static OPENED: LazyLock<Mutex<HashMap<PathBuf, Version>>> = LazyLock::new(Mutex::default);

/// Facts that change if a file is changed or replaced.
type Version = (u64, Option<SystemTime>, Option<FileIdentity>);

/// Minimum number of letters per typing mistake in the name of a file.
const LETTERS_PER_MISTAKE: usize = 4;

/// An open input, from which its text is read: decompressed, as UTF-8, without a byte order mark.
///
/// Opening reads nothing, so that a file that is not there is reported before a silent pipe is read.
pub struct InputStream {
    name: String,
    path: PathBuf,
    /// Size in bytes of a regular file; `None` for pipes, terminals, devices.
    file_size: Option<u64>,
    reader: Reader,
    /// Whether `reader` gives the text.
    is_unpacked: bool,
    skipped_bytes: usize,
    is_utf_16: bool,
}

impl InputStream {
    /// Name for messages: the path, or `standard input`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path, as given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Size in bytes of a regular file, before decompression; `None` for pipes, terminals, devices.
    pub fn file_size(&self) -> Option<u64> {
        self.file_size
    }

    /// Whether it is a regular file, which can be read without waiting for a writer, and read again.
    pub fn is_regular_file(&self) -> bool {
        self.file_size.is_some()
    }

    /// Number of bytes before the text that is read: a byte order mark's. 0 before the first read.
    pub fn skipped_bytes(&self) -> usize {
        self.skipped_bytes
    }

    /// Whether its text is UTF-16, and is decoded. `false` before the first read.
    pub fn is_utf_16(&self) -> bool {
        self.is_utf_16
    }
}

/// Checks that a regular file is the one that the program opened before under this path, so that all readings are of one text.
fn check_is_unchanged(path: &Path, metadata: &Metadata) -> Result<()> {
    if !metadata.is_file() {
        return Ok(());
    }
    let version = (metadata.len(), metadata.modified().ok(), FileIdentity::from_path(path));
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    let is_unchanged = *opened.entry(path.to_owned()).or_insert_with(|| version.clone()) == version;
    ensure!(is_unchanged, "was changed or replaced while it was read; run the command again when the file is complete");
    Ok(())
}

impl InputStream {
    /// Opens a file, or standard input.
    ///
    /// # Errors
    /// If it cannot be opened, or is a directory.
    pub fn open(path: &Path) -> Result<InputStream> {
        InputStream::open_named(path, false)
    }

    /// Opens a file of references, or standard input.
    ///
    /// # Errors
    /// If it cannot be opened, or is a directory. Of files whose names are this one's with numbers, all are offered.
    pub fn open_reference(path: &Path) -> Result<InputStream> {
        InputStream::open_named(path, true)
    }

    fn open_named(path: &Path, is_reference: bool) -> Result<InputStream> {
        let name = input_name(path);
        if is_standard_input(path) {
            return Ok(InputStream::new(name, path, Box::new(io::stdin()), None));
        }
        let open = || {
            let file = File::open(path).map_err(|error| advise(error, path, is_reference))?;
            let metadata = file.metadata()?;
            ensure!(!metadata.is_dir(), "is a directory; name a file");
            check_is_unchanged(path, &metadata)?;
            Ok((file, metadata.is_file().then_some(metadata.len())))
        };
        let (file, size) = open().with_context(|| name.clone())?;
        Ok(InputStream::new(name, path, Box::new(file), size))
    }

    /// An input of this name, which is read from a stream.
    pub fn of(name: &str, stream: Reader) -> InputStream {
        InputStream::new(name.to_owned(), Path::new(name), stream, None)
    }

    /// A line of text, which was given as an argument, as an input of this name.
    pub fn from_text(name: String, line: &[u8]) -> InputStream {
        let text = [line, b"\n"].concat();
        let size = text.len() as u64;
        InputStream {
            is_unpacked: true,
            ..InputStream::new(name, Path::new(""), Box::new(Cursor::new(text)), Some(size))
        }
    }

    fn new(name: String, path: &Path, reader: Reader, file_size: Option<u64>) -> InputStream {
        InputStream {
            name,
            path: path.to_owned(),
            file_size,
            reader,
            is_unpacked: false,
            skipped_bytes: 0,
            is_utf_16: false,
        }
    }

    /// Returns what `known` recognizes in the first bytes of the text, or the default if the text ends before. They
    /// are still to be read.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn peek<T: Default>(&mut self, known: impl Fn(&[u8]) -> Option<T>) -> Result<T> {
        self.unpack().and_then(|()| peek(&mut self.reader, known)).with_context(|| self.name.clone())
    }

    /// Returns what `known` recognizes in the beginning of the text, given that and whether it is all, or the default if it
    /// recognizes nothing. The text is still to be read.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn examine<T: Default>(&mut self, known: impl Fn(&[u8], bool) -> Option<T>) -> Result<T> {
        self.unpack().and_then(|()| examine(&mut self.reader, known)).with_context(|| self.name.clone())
    }

    /// The same input with another text, after [`peek`](Self::peek).
    pub fn map(self, text: impl FnOnce(Reader) -> Reader) -> InputStream {
        InputStream { reader: text(self.reader), ..self }
    }

    /// Lets `look` read the text, before anything else was read, and returns its result. All of the text is still to be read.
    pub fn look<T>(&mut self, look: impl FnOnce(InputStream) -> T) -> T {
        let stream = mem::replace(&mut self.reader, Box::new(io::empty()));
        let input = |text| InputStream::new(self.name.clone(), &self.path, text, self.file_size);
        let (found, stream) = lookahead::look(stream, |text| look(input(text)));
        self.reader = stream;
        found
    }

    /// Begins to decompress on the first call.
    fn unpack(&mut self) -> io::Result<()> {
        if mem::replace(&mut self.is_unpacked, true) {
            return Ok(());
        }
        let raw = mem::replace(&mut self.reader, Box::new(io::empty()));
        let mut text = decompress(raw, &self.path)?;
        if peek(&mut text, begins_with_byte_order_mark)? {
            text.read_exact(&mut [0; BYTE_ORDER_MARK.len()])?;
            self.skipped_bytes = BYTE_ORDER_MARK.len();
        } else if let Some(encoding) = peek(&mut text, marked_encoding)? {
            text = Box::new(Utf16Reader::new(text, encoding));
            self.is_utf_16 = true;
        }
        self.reader = text;
        Ok(())
    }
}

impl Read for InputStream {
    /// Repeats a read that a signal interrupted. Reads nothing after an error, or after the end, since a terminal could
    /// deliver more text.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.unpack().and_then(|()| uninterrupted(|| self.reader.read(buffer)));
        if !matches!(read, Ok(1..)) {
            self.reader = Box::new(io::empty());
        }
        read
    }
}

/// Whether a text that begins like this has a byte order mark; `None` if more of it is needed to know.
fn begins_with_byte_order_mark(head: &[u8]) -> Option<bool> {
    (head.len() >= BYTE_ORDER_MARK.len() || !BYTE_ORDER_MARK.starts_with(head)).then(|| head == BYTE_ORDER_MARK)
}

/// Returns the error that a file cannot be opened, with a remedy.
fn advise(error: io::Error, path: &Path, is_reference: bool) -> Error {
    let advice = match error.kind() {
        _ if error.raw_os_error() == Some(TOO_MANY_OPEN_FILES) => {
            "; raise the limit, for example by ulimit -n 10000".into()
        }
        io::ErrorKind::NotADirectory => {
            let file = path.ancestors().find(|ancestor| ancestor.is_file());
            return anyhow!(
                "no such file{}",
                file.map_or_else(String::new, |file| format!("; {} is a file, not a folder", path_name(file)))
            );
        }
        io::ErrorKind::NotFound => {
            advice_on_absence(path, is_reference).map_or_else(String::new, |advice| format!("; {advice}"))
        }
        _ => String::new(),
    };
    anyhow!("{}{advice}", io_message(&error))
}

/// Returns what was probably meant by the name of a file that does not exist.
fn advice_on_absence(path: &Path, is_reference: bool) -> Option<String> {
    let text = path.to_string_lossy();
    if text.contains("://") {
        return Some("download it first".into());
    }
    if text.contains(',') && text.split(',').all(|part| Path::new(part).exists()) {
        return Some("name each file on its own, and each reference with its own -r".into());
    }
    if text.contains('*') {
        return Some(match expand(path).iter().filter(|path| path.exists()).count() {
            0 => "no file matches the *".into(),
            found => format!(
                "{} the *, which a shell replaces if it is not in quotes",
                match found {
                    1 => "a file matches".to_owned(),
                    found => format!("{found} files match"),
                }
            ),
        });
    }
    let numbered: Vec<String> = numbered_files(path).iter().map(|path| shell_word(path)).collect();
    if numbered.len() > 1 && is_reference {
        let command = Hint::numbered_references(&numbered);
        return Some(format!("there are {} files of this name with numbers; as references: {command}", numbered.len()));
    }
    let similar = similar_file(path).map(|name| format!("did you mean {}?", path_name(&path.with_file_name(name))));
    similar.or_else(|| looks_like_text(path).then(|| format!("to score texts, add --text, as in: {}", hints::TEXTS)))
}

/// Returns the files whose names are this one's with a number at its end or before an ending, as `ref.0` and `ref.1`, or
/// `ref1.txt` and `ref2.txt`, in the order of their numbers.
fn numbered_files(path: &Path) -> Vec<PathBuf> {
    let (Some(name), Some(folder)) = (path.file_name().and_then(|name| name.to_str()), folder(path)) else {
        return Vec::new();
    };
    let (stem, ending) = name.split_at(name.find('.').unwrap_or(name.len()));
    let mut by_ending: BTreeMap<(bool, String), Vec<(u32, PathBuf)>> = BTreeMap::new();
    for other in files_in(folder).filter_map(|entry| entry.file_name().into_string().ok()) {
        for (is_stem, begin) in [(false, name), (true, stem)] {
            let Some(after) = other.strip_prefix(begin) else { continue };
            let after = after.trim_start_matches(['.', '_', '-']);
            let (number, rest) = after.split_at(after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len()));
            let is_meant = if is_stem { rest == ending } else { rest.is_empty() || rest.starts_with('.') };
            if let Some(number) = number.parse().ok().filter(|_| is_meant) {
                let files = by_ending.entry((is_stem, rest.to_owned())).or_default();
                files.push((number, path.with_file_name(&other)));
            }
        }
    }
    let mut files = by_ending.into_values().find(|files| files.len() > 1).unwrap_or_default();
    files.sort_unstable();
    files.into_iter().map(|(_, file)| file).collect()
}

/// The folder that a path is in.
fn folder(path: &Path) -> Option<&Path> {
    path.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
}

/// The files in a folder; none if it cannot be read.
fn files_in(folder: &Path) -> impl Iterator<Item = DirEntry> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_dir()))
}

/// Returns the name of a file in the same folder that is this one's with a few typing mistakes, or without an ending.
fn similar_file(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let mistakes = |other: String| match other.strip_prefix(name) {
        Some(ending) if ending.starts_with('.') => (0, other),
        _ => (strsim::osa_distance(name, &other), other),
    };
    let others = files_in(folder(path)?).filter_map(|entry| entry.file_name().into_string().ok()).map(mistakes);
    let similar = others.filter(|(mistakes, _)| mistakes * LETTERS_PER_MISTAKE <= name.chars().count());
    similar.min().map(|(_, other)| other)
}

/// Whether a missing file's name looks like a text to score: several words, or letters of a script rare in file names.
fn looks_like_text(path: &Path) -> bool {
    let text = path.to_string_lossy();
    let has_other_letters = text.chars().any(|c| !c.is_ascii() && c.is_alphabetic());
    text.contains(char::is_whitespace) || has_other_letters && !text.contains(['/', '.'])
}

/// Checks that no two paths name the same pipe or terminal, whose lines can be read only once, and, if output is printed
/// while they are read, that none is the file that it goes to: reading would have no end.
///
/// # Errors
/// If one of them cannot be read in this way.
pub fn check_files(paths: &[PathBuf], output: Option<&FileIdentity>) -> Result<()> {
    let mut readable_once = HashMap::new();
    for path in paths {
        let Some(identity) = FileIdentity::from_path(path) else { continue };
        if output == Some(&identity) {
            bail!("{}: is also the output; write to another file", input_name(path));
        }
        let what = match identity.kind {
            FileKind::File => continue,
            FileKind::Pipe => "pipe",
            FileKind::Terminal => "terminal",
        };
        if let Some(other) = readable_once.insert(identity, path) {
            let [one, other] = [other, path].map(|path| path_name(path));
            bail!("{one} and {other} are the same {what} and cannot both be read; put the text into a file");
        }
    }
    Ok(())
}

/// Standard input, if it is a regular file.
#[cfg(unix)]
pub fn standard_input_file() -> Option<File> {
    use std::os::fd::AsFd;
    let file = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
    file.metadata().is_ok_and(|metadata| metadata.is_file()).then_some(file)
}

#[cfg(not(unix))]
pub fn standard_input_file() -> Option<File> {
    None
}

/// Goes back to the beginning of standard input if that is a regular file, after all of it was read.
pub fn rewind_standard_input() -> bool {
    standard_input_file().is_some_and(|mut file| file.rewind().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a byte per read.
    struct Bytes(Cursor<Vec<u8>>);

    impl Read for Bytes {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.read(&mut buffer[..1])
        }
    }

    #[test]
    fn a_byte_order_mark_is_recognized_in_pieces() {
        for (bytes, text, skipped) in [
            (&b"\xEF\xBB\xBFa\n"[..], &b"a\n"[..], 3),
            (b"\xEF\xBB\xBF", b"", 3),
            (b"\xEF\xBB\xBF\n", b"\n", 3),
            (b"\xEF\xBB", b"\xEF\xBB", 0),
            (b"\xEF\xBBa", b"\xEF\xBBa", 0),
            (b"", b"", 0),
        ] {
            let mut input = InputStream::of("-", Box::new(Bytes(Cursor::new(bytes.to_vec()))));
            let mut found = Vec::new();
            input.read_to_end(&mut found).unwrap();
            assert_eq!((&found[..], input.skipped_bytes()), (text, skipped));
        }
    }
}
