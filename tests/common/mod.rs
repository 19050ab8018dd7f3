//! What tests of the built binary share: a folder for its files, and what a run of it printed.
#![allow(dead_code, reason = "each of the tests uses a part")]

use flate2::{Compression, write::GzEncoder};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// As good as for ever: who takes longer will not end.
pub const FOR_EVER: Duration = Duration::from_secs(120);

/// A folder to run in.
pub struct Folder {
    path: PathBuf,
    goes_away: bool,
}

impl Folder {
    /// A folder with these files, a test's own; it goes away with it.
    pub fn with<const N: usize>(files: [(&str, &str); N]) -> Folder {
        static FOLDERS: AtomicUsize = AtomicUsize::new(0);
        let name = format!("{}-{}", std::process::id(), FOLDERS.fetch_add(1, Ordering::Relaxed));
        let folder = Folder { path: Path::new(env!("CARGO_TARGET_TMPDIR")).join(name), goes_away: true };
        fs::create_dir_all(&folder.path).unwrap();
        files.iter().for_each(|(name, text)| folder.write(name, text));
        folder
    }

    /// A folder that was there before.
    pub fn that_stays(path: PathBuf) -> Folder {
        Folder { path, goes_away: false }
    }

    /// Puts a file into it, or into a folder of it.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens a file of it.
    pub fn open(&self, name: &str) -> File {
        File::open(self.path.join(name)).unwrap()
    }

    /// `bleu` with arguments that white space separates, in this folder, with an empty standard input.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bleu"));
        command.args(arguments.split_whitespace()).current_dir(&self.path).stdin(Stdio::null());
        command
    }

    /// Runs it to its end.
    pub fn run(&self, arguments: &str) -> Run {
        Run::of(arguments, start(&mut self.command(arguments)))
    }

    /// Starts it with pipes at all three of its ends.
    pub fn start(&self, arguments: &str) -> Child {
        start(self.command(arguments).stdin(Stdio::piped()))
    }

    /// Runs it to its end with this on its standard input.
    pub fn pipe(&self, arguments: &str, input: impl AsRef<[u8]> + Send) -> Run {
        self.feed(arguments, move |stdin| stdin.write_all(input.as_ref()))
    }

    /// Runs it to its end while this writes its standard input.
    pub fn feed(&self, arguments: &str, write: impl FnOnce(&mut ChildStdin) -> io::Result<()> + Send) -> Run {
        let mut child = self.start(arguments);
        let mut stdin = child.stdin.take().unwrap();
        thread::scope(|scope| {
            scope.spawn(move || match write(&mut stdin) {
                Err(error) if error.kind() != ErrorKind::BrokenPipe => panic!("{error}"),
                _ => {}
            });
            Run::of(arguments, child)
        })
    }
}

/// Starts a program with pipes for what it prints.
pub fn start(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// All that will be read from a stream.
fn all_of(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, all) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        stream.map(|mut stream| stream.read_to_end(&mut bytes).unwrap());
        sender.send(bytes)
    });
    all
}

/// `text` as gzip has it.
pub fn gzip(text: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_ref()).unwrap();
    encoder.finish().unwrap()
}

/// Lines of words that look different from one to the next, without a period at the end.
pub fn many_lines(lines: usize) -> String {
    let mut text = String::new();
    for i in 0..lines {
        writeln!(text, "line {i} of {} has {} words, more or less", i % 7, i * i % 11).unwrap();
    }
    text
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.goes_away {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// What a run gave.
#[derive(Debug, PartialEq)]
pub struct Run {
    pub arguments: String,
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    /// Waits for the end of a program; one that hangs is killed, which is a failure.
    #[track_caller]
    pub fn of(arguments: &str, mut child: Child) -> Run {
        drop(child.stdin.take());
        let (out, err) = (all_of(child.stdout.take()), all_of(child.stderr.take()));
        let (Ok(stdout), Ok(stderr)) = (out.recv_timeout(FOR_EVER), err.recv_timeout(FOR_EVER)) else {
            child.kill().unwrap();
            panic!("bleu {arguments} does not end");
        };
        Run::new(arguments, Output { status: child.wait().unwrap(), stdout, stderr })
    }

    pub fn new(arguments: &str, output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (out, err) = (text(output.stdout), text(output.stderr));
        Run { arguments: arguments.to_owned(), status: output.status.code(), out, err }
    }

    /// What it printed, having found nothing to remark.
    #[track_caller]
    pub fn prints(self) -> String {
        assert_eq!((self.status, &*self.err), (Some(0), ""), "{self:#?}");
        self.out
    }

    /// What it printed, and what it warned of.
    #[track_caller]
    pub fn warns(self) -> (String, String) {
        assert_eq!(self.status, Some(0), "{self:#?}");
        assert!(self.err.starts_with("bleu: warning: ") && self.err.ends_with('\n'), "{self:#?}");
        (self.out, self.err)
    }

    /// What it said when it failed, printing no score.
    #[track_caller]
    pub fn fails(self) -> String {
        assert_eq!(self.out, "", "{self:#?}");
        self.fails_after_output().1
    }

    /// What it printed before it failed, and what it said then.
    #[track_caller]
    pub fn fails_after_output(self) -> (String, String) {
        assert_eq!(self.status, Some(1), "{self:#?}");
        assert!(self.err.starts_with("bleu: ") && self.err.ends_with('\n'), "{self:#?}");
        (self.out, self.err)
    }

    /// What it said of a command line that is wrong.
    #[track_caller]
    pub fn refuses(self) -> String {
        assert_eq!((self.status, &*self.out), (Some(2), ""), "{self:#?}");
        assert!(self.err.starts_with("error: "), "{self:#?}");
        self.err
    }
}

/// Asserts that a message has all these parts.
#[track_caller]
pub fn assert_says(message: &str, parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "no {part:?} in:\n{message}");
    }
}
