//! Whether two paths, or a path and an open stream, are the same file.

use std::path::Path;

/// A file, whatever path it is reached by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileIdentity {
    pub kind: FileKind,
    location: platform::Location,
}

/// Kind of file that matters if it is named twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    File,
    Pipe,
    Terminal,
}

impl FileIdentity {
    /// Returns the identity of the file at a path, or of standard input; `None` if there is none, or one of another kind.
    pub fn of_path(path: &Path) -> Option<FileIdentity> {
        platform::of_path(path)
    }

    /// Returns the identity of an open stream; `None` if it is closed, or of another kind.
    pub fn of_stream(stream: impl platform::Stream) -> Option<FileIdentity> {
        platform::of_stream(stream)
    }
}

#[cfg(unix)]
mod platform {
    use super::{FileIdentity, FileKind};
    use crate::cli::display::is_standard_input;
    use std::fs::{File, Metadata};
    use std::io::{self, IsTerminal};
    pub use std::os::fd::AsFd as Stream;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    use std::path::Path;

    /// Device and inode.
    pub type Location = (u64, u64);

    pub fn of_path(path: &Path) -> Option<FileIdentity> {
        if is_standard_input(path) {
            return of_stream(io::stdin());
        }
        let metadata = path.metadata().ok()?;
        // A pipe is not opened before its turn, since that waits for a writer.
        let is_terminal =
            || metadata.file_type().is_char_device() && File::open(path).is_ok_and(|file| file.is_terminal());
        of_metadata(&metadata, is_terminal)
    }

    pub fn of_stream(stream: impl Stream) -> Option<FileIdentity> {
        let file = File::from(stream.as_fd().try_clone_to_owned().ok()?);
        of_metadata(&file.metadata().ok()?, || file.is_terminal())
    }

    fn of_metadata(metadata: &Metadata, is_terminal: impl Fn() -> bool) -> Option<FileIdentity> {
        let kind = metadata.file_type();
        let kind = if kind.is_fifo() || kind.is_socket() {
            FileKind::Pipe
        } else if kind.is_file() {
            FileKind::File
        } else if is_terminal() {
            FileKind::Terminal
        } else {
            return None;
        };
        Some(FileIdentity { kind, location: (metadata.dev(), metadata.ino()) })
    }
}

/// Without inodes, a file is known by its path, without links and dots.
#[cfg(not(unix))]
mod platform {
    use super::{FileIdentity, FileKind};
    pub use std::io::IsTerminal as Stream;
    use std::path::{Path, PathBuf};

    pub type Location = PathBuf;

    pub fn of_path(path: &Path) -> Option<FileIdentity> {
        let location = path.canonicalize().ok().filter(|path| path.is_file())?;
        Some(FileIdentity { kind: FileKind::File, location })
    }

    pub fn of_stream(_: impl Stream) -> Option<FileIdentity> {
        None
    }
}
