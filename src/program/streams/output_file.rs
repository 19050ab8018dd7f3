//! Files that the program writes besides its output: never one that it reads, and whole or not at all.

use crate::program::streams::stdout;
use crate::text::display::{input_name, io_message, path_name};
use crate::text::file_identity::{FileIdentity, FileKind};
use anyhow::{Error, Result, anyhow, bail};
use std::fs;
use std::fs::File;
use std::io;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile, TempPath};

/// The regular file that standard output goes to, if it does. A descriptor that is not open for writing takes not even nothing; it
/// is an error of its own.
pub fn standard_output_file() -> Option<FileIdentity> {
    let output = stdout().ok().filter(|mut out| out.write(&[]).is_ok());
    output.and_then(FileIdentity::from_stream).filter(|identity| identity.kind == FileKind::File)
}

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    path: PathBuf,
}

impl OutputFile {
    /// A file at this path, which may exist.
    pub fn new(path: PathBuf) -> OutputFile {
        OutputFile { path }
    }

    /// Its name for messages.
    pub fn name(&self) -> String {
        path_name(&self.path)
    }

    /// Checks that it is not a file that is read, or in a folder of such files, or a standard stream.
    ///
    /// # Errors
    /// If it is one.
    pub fn check_is_other(&self, read: &[PathBuf]) -> Result<()> {
        let Some(identity) = FileIdentity::from_path(&self.path) else { return Ok(()) };
        let files = read.iter().flat_map(|path| match fs::read_dir(path) {
            Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
            Err(_) => vec![path.clone()],
        });
        let is_it = |other: Option<FileIdentity>| other.as_ref() == Some(&identity);
        let other = match files.into_iter().find(|path| is_it(FileIdentity::from_path(path))) {
            Some(path) if path == self.path => "an input".to_owned(),
            Some(path) => format!("the input {}", input_name(&path)),
            None if is_it(FileIdentity::from_stream(io::stdin())) => "standard input".to_owned(),
            None if is_it(stdout().ok().and_then(FileIdentity::from_stream)) => "standard output".to_owned(),
            None if is_it(FileIdentity::from_stream(io::stderr())) => "standard error".to_owned(),
            None => return Ok(()),
        };
        bail!("{} is also {other}; name another file to write", self.name())
    }

    /// Checks that it can be written, and leaves it as it is.
    ///
    /// # Errors
    /// If it is a folder, or its folder is missing or cannot be written to.
    pub fn check_is_writable(&self) -> Result<()> {
        // Opening a pipe waits for its reader.
        if self.is_pipe_or_device() { Ok(()) } else { self.create().map(drop) }
    }

    /// Begins to write it. Until [`NewFile::finish`], what was there before stays, unless it is a pipe or a device.
    ///
    /// # Errors
    /// If it is a folder, or its folder is missing or cannot be written to.
    pub fn create(&self) -> Result<NewFile> {
        let (name, failure) = (self.name(), |error: io::Error| failure(&self.name(), &error));
        if self.is_pipe_or_device() {
            let file = File::options().write(true).open(&self.path).map_err(failure)?;
            return Ok(NewFile { out: BufWriter::new(file), beside: None, name });
        }
        let target = link_target(&self.path);
        if target.is_dir() {
            bail!("{name}: is a directory; name a file");
        }
        // A file that must not be written is not replaced either.
        let old = File::options().write(true).open(&target).and_then(|file| file.metadata());
        let old = match old {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            old => Some(old.map_err(failure)?),
        };
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            bail!("{name}: the folder {} does not exist; create it, or name another", path_name(folder));
        }
        let (file, temporary) = new_file(folder).map(NamedTempFile::into_parts).map_err(|error| {
            anyhow!("{name}: no file can be created in {}: {}", path_name(folder), io_message(&error))
        })?;
        if let Some(old) = old {
            file.set_permissions(old.permissions()).map_err(failure)?;
        }
        Ok(NewFile { out: BufWriter::new(file), beside: Some((temporary, target)), name })
    }

    /// The bytes that were written; `None` if it is no regular file, or cannot be read.
    pub fn read(&self) -> Option<Vec<u8>> {
        self.size().and_then(|_| fs::read(&self.path).ok())
    }

    /// Its size in bytes; `None` if it is no regular file.
    pub fn size(&self) -> Option<u64> {
        self.path.metadata().ok().filter(|data| data.is_file()).map(|data| data.len())
    }

    fn is_pipe_or_device(&self) -> bool {
        self.path.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir())
    }
}

/// A file that is being written. Unless it is finished, it is removed.
pub struct NewFile {
    out: BufWriter<File>,
    /// The file in the same folder that is written, and the path that it takes once it is complete; `None` for a pipe or a
    /// device, which is written itself.
    beside: Option<(TempPath, PathBuf)>,
    name: String,
}

impl NewFile {
    /// Writes a part of the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        write(&mut self.out).map_err(|error| failure(&self.name, &error))
    }

    /// Completes the file, which takes the place of an older one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<()> {
        let NewFile { out, beside, name } = self;
        let written = out.into_inner().map_err(io::IntoInnerError::into_error);
        let finished = written.and_then(|file| match beside {
            None => Ok(()),
            Some((temporary, target)) => {
                // Some file systems report only now that the disk is full.
                file.sync_data()?;
                temporary.persist(target).map_err(|error| error.error)
            }
        });
        finished.map_err(|error| failure(&name, &error))
    }
}

fn failure(name: &str, error: &io::Error) -> Error {
    anyhow!("{name}: {}", io_message(error))
}

/// Creates a file of a name that no other has, with the permissions of any new file.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".bleu-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Returns the path that a symbolic link leads to, also if it does not exist yet; any other path as it is.
fn link_target(path: &Path) -> PathBuf {
    match (path.try_exists(), fs::read_link(path)) {
        (Ok(true), Ok(_)) => path.canonicalize().unwrap_or_else(|_| path.to_owned()),
        (Ok(false), Ok(link)) => link_target(&path.parent().unwrap_or(Path::new("")).join(link)),
        _ => path.to_owned(),
    }
}
