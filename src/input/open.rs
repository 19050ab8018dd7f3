//! Opens files and standard input.

use crate::display::{input_name, is_standard_input, path_name};
use anyhow::{Context, Error, Result, anyhow, bail};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A stream of bytes.
pub type Reader = Box<dyn Read + Send>;

/// Error number of too many open files (EMFILE).
const TOO_MANY_OPEN_FILES: i32 = 24;

/// An open input, of which nothing has been read.
pub struct Opened {
    pub name: String,
    pub path: PathBuf,
    pub reader: Reader,
    /// Whether the reader gives text that was decompressed already.
    pub is_unpacked: bool,
    /// Size in bytes of a regular file, which can be opened and read again; `None` for pipes, terminals, devices.
    pub file_size: Option<u64>,
}

/// Opens a file, or standard input.
pub fn open(path: &Path) -> Result<Opened> {
    let name = input_name(path);
    if is_standard_input(path) {
        let reader = Box::new(io::stdin());
        return Ok(Opened { name, path: path.to_owned(), reader, is_unpacked: false, file_size: None });
    }
    let file = File::open(path).map_err(|error| advise(error, path)).with_context(|| name.clone())?;
    let metadata = file.metadata().with_context(|| name.clone())?;
    if metadata.is_dir() {
        bail!("{name}: is a directory; name a file");
    }
    let file_size = metadata.is_file().then_some(metadata.len());
    Ok(Opened { name, path: path.to_owned(), reader: Box::new(file), is_unpacked: false, file_size })
}

/// Adds a remedy if the system's message has none.
fn advise(error: io::Error, path: &Path) -> Error {
    let advice = if error.raw_os_error() == Some(TOO_MANY_OPEN_FILES) {
        "raise the limit, for example by ulimit -n 10000"
    } else if error.kind() == io::ErrorKind::NotFound && looks_like_text(path) {
        return anyhow!("no such file; to score texts, add --text, as in: bleu --text -r 'the cat' 'the the'");
    } else {
        return Error::new(error);
    };
    Error::new(error).context(advice)
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

/// Whether standard input is a pipe or a socket.
pub fn is_standard_input_piped() -> bool {
    pipe_identity(Path::new("-")).is_some()
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
