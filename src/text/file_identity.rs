//! Whether two paths, or a path and an open stream, are the same file.

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

#[cfg(unix)]
mod platform {
    use super::{FileIdentity, FileKind};
    use crate::text::display::is_standard_input;
    use std::fs::{File, Metadata};
    use std::io::{self, IsTerminal};
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    use std::path::Path;

    /// Device and inode.
    pub type Location = (u64, u64);

    impl FileIdentity {
        /// Returns the identity of the file at a path, or of standard input; `None` if there is none, or one of another kind.
        pub fn from_path(path: &Path) -> Option<FileIdentity> {
            if is_standard_input(path) {
                return FileIdentity::from_stream(io::stdin());
            }
            let metadata = path.metadata().ok()?;
            // A pipe is not opened before its turn, since that waits for a writer.
            let is_terminal =
                || metadata.file_type().is_char_device() && File::open(path).is_ok_and(|file| file.is_terminal());
            FileIdentity::new(&metadata, is_terminal)
        }

        /// Returns the identity of an open stream; `None` if it is closed, or of another kind.
        pub fn from_stream(stream: impl AsFd) -> Option<FileIdentity> {
            let file = File::from(stream.as_fd().try_clone_to_owned().ok()?);
            FileIdentity::new(&file.metadata().ok()?, || file.is_terminal())
        }

        fn new(metadata: &Metadata, is_terminal: impl Fn() -> bool) -> Option<FileIdentity> {
            let kind = match metadata.file_type() {
                kind if kind.is_fifo() || kind.is_socket() => FileKind::Pipe,
                kind if kind.is_file() => FileKind::File,
                _ if is_terminal() => FileKind::Terminal,
                _ => return None,
            };
            Some(FileIdentity { kind, location: (metadata.dev(), metadata.ino()) })
        }
    }
}

/// Without inodes, a file is known by its path, without links and dots.
#[cfg(not(unix))]
mod platform {
    use super::{FileIdentity, FileKind};
    use std::io::IsTerminal;
    use std::path::{Path, PathBuf};

    pub type Location = PathBuf;

    impl FileIdentity {
        pub fn from_path(path: &Path) -> Option<FileIdentity> {
            let location = path.canonicalize().ok().filter(|path| path.is_file())?;
            Some(FileIdentity { kind: FileKind::File, location })
        }

        pub fn from_stream(_: impl IsTerminal) -> Option<FileIdentity> {
            None
        }
    }
}
