//! Opens files and standard input.

use crate::cli::display::{TEXT_EXAMPLE, input_name, io_message, is_standard_input, path_name};
use anyhow::{Context, Error, Result, anyhow, bail};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A stream of bytes.
pub type Reader = Box<dyn Read + Send>;

/// Error number of too many open files (EMFILE).
const TOO_MANY_OPEN_FILES: i32 = 24;

/// Minimum number of letters per typing mistake in the name of a file.
const LETTERS_PER_MISTAKE: usize = 4;

/// An open input, of which nothing has been read.
pub struct InputStream {
    pub name: String,
    pub path: PathBuf,
    pub reader: Reader,
    /// Whether the reader gives text that was decompressed already.
    pub is_unpacked: bool,
    /// Size in bytes of a regular file, which can be opened and read again; `None` for pipes, terminals, devices.
    pub file_size: Option<u64>,
}

/// Opens a file, or standard input.
pub fn open(path: &Path) -> Result<InputStream> {
    let name = input_name(path);
    if is_standard_input(path) {
        let reader = Box::new(io::stdin());
        return Ok(InputStream { name, path: path.to_owned(), reader, is_unpacked: false, file_size: None });
    }
    let file = File::open(path).map_err(|error| advise(error, path)).with_context(|| name.clone())?;
    let metadata = file.metadata().with_context(|| name.clone())?;
    if metadata.is_dir() {
        bail!("{name}: is a directory; name a file");
    }
    let file_size = metadata.is_file().then_some(metadata.len());
    Ok(InputStream { name, path: path.to_owned(), reader: Box::new(file), is_unpacked: false, file_size })
}

/// Returns the error that a file cannot be opened, with a remedy.
fn advise(error: io::Error, path: &Path) -> Error {
    let advice = if error.raw_os_error() == Some(TOO_MANY_OPEN_FILES) {
        "raise the limit, for example by ulimit -n 10000".to_owned()
    } else if error.kind() == io::ErrorKind::NotFound {
        advice_on_absence(path)
    } else {
        String::new()
    };
    let separator = if advice.is_empty() { "" } else { "; " };
    anyhow!("{}{separator}{advice}", io_message(&error))
}

/// Returns what was probably meant by the name of a file that does not exist; empty if nothing is known.
fn advice_on_absence(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text.contains("://") {
        "download it first".to_owned()
    } else if text.contains(',') && text.split(',').all(|part| Path::new(part).exists()) {
        "name each file on its own, and each reference with its own -r".to_owned()
    } else if let Some(name) = similar_file(path) {
        format!("did you mean {}?", path_name(&path.with_file_name(name)))
    } else if looks_like_text(path) {
        format!("to score texts, add --text, as in: {TEXT_EXAMPLE}")
    } else {
        String::new()
    }
}

/// Returns the name of a file in the same folder that is this one's with a few typing mistakes, or without an ending.
fn similar_file(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let files = fs::read_dir(folder).ok()?.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_dir()));
    let mistakes = |other: String| match other.strip_prefix(name) {
        Some(ending) if ending.starts_with('.') => (0, other),
        _ => (strsim::osa_distance(name, &other), other),
    };
    let others = files.filter_map(|entry| entry.file_name().into_string().ok()).map(mistakes);
    let similar = others.filter(|(mistakes, _)| mistakes * LETTERS_PER_MISTAKE <= name.chars().count());
    similar.min().map(|(_, other)| other)
}

/// Whether a missing file's name looks like a text to score: several words, or letters of a script rare in file names.
fn looks_like_text(path: &Path) -> bool {
    let text = path.to_string_lossy();
    let has_other_letters = text.chars().any(|c| !c.is_ascii() && c.is_alphabetic());
    text.contains(char::is_whitespace) || has_other_letters && !text.contains(['/', '.'])
}

/// Returns the name of a file in lower case, without the ending of a compressed file.
pub fn uncompressed_name(path: &Path) -> String {
    let name = path.to_string_lossy().to_lowercase();
    let endings = [".gz", ".zst", ".zstd"];
    endings.iter().find_map(|ending| name.strip_suffix(ending)).map(String::from).unwrap_or(name)
}

/// Checks that no two paths name the same pipe: each of its lines could be read only once.
pub fn check_pipes(paths: &[&Path]) -> Result<()> {
    let mut pipes = HashMap::new();
    for path in paths {
        if let Some(other) = pipe_identity(path).and_then(|pipe| pipes.insert(pipe, path)) {
            let [one, other] = [other, path].map(|path| path_name(path));
            bail!("{one} and {other} are the same pipe and cannot both be read; put the text into a file");
        }
    }
    Ok(())
}

/// Goes back to the beginning of standard input if that is a regular file, after all of it was read.
#[cfg(unix)]
pub fn rewind_standard_input() -> bool {
    use std::io::Seek;
    use std::os::fd::AsFd;
    let file = io::stdin().as_fd().try_clone_to_owned().map(File::from);
    file.is_ok_and(|mut file| file.metadata().is_ok_and(|metadata| metadata.is_file()) && file.rewind().is_ok())
}

#[cfg(not(unix))]
pub fn rewind_standard_input() -> bool {
    false
}

/// Returns device and inode of a pipe or socket; `None` for anything else.
#[cfg(unix)]
fn pipe_identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let metadata = if is_standard_input(path) {
        File::from(io::stdin().as_fd().try_clone_to_owned().ok()?).metadata()
    } else {
        path.metadata()
    };
    let metadata = metadata.ok()?;
    let kind = metadata.file_type();
    (kind.is_fifo() || kind.is_socket()).then(|| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn pipe_identity(_: &Path) -> Option<(u64, u64)> {
    None
}
