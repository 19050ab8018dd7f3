//! Shared by tests of the built program: directories for its files, and results of its runs.

mod sampling;

use flate2::{Compression, write::GzEncoder};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

pub use sampling::{random_cases, sample, tries_all};

/// Time limit of a run. A program that takes longer is taken to hang.
pub const TIME_LIMIT: Duration = Duration::from_secs(600);

/// A directory to run in.
pub struct TestDir {
    path: PathBuf,
    /// Whether it is deleted when this is dropped.
    temporary: bool,
}

impl TestDir {
    /// A temporary directory with these files, which no other test uses.
    pub fn with<const N: usize>(files: [(&str, &str); N]) -> TestDir {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let dir = TestDir { path: Path::new(env!("CARGO_TARGET_TMPDIR")).join(name), temporary: true };
        fs::create_dir_all(&dir.path).unwrap();
        files.iter().for_each(|(name, text)| dir.write(name, text));
        dir
    }

    /// The corpora of `testdata`, which are not deleted.
    pub fn corpora() -> TestDir {
        TestDir { path: Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/corpora"), temporary: false }
    }

    /// Writes a file, and creates its directory if needed.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens one of its files.
    pub fn open(&self, name: &str) -> File {
        File::open(self.path.join(name)).unwrap()
    }

    /// `bleu` with arguments separated by white space, in this directory, with an empty standard input.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bleu"));
        command.args(arguments.split_whitespace()).current_dir(&self.path).stdin(Stdio::null());
        // Wide enough for every table of these tests.
        command.env("COLUMNS", "200");
        // Not the data that is installed on this machine.
        command.env("NLTK_DATA", "none");
        command
    }

    /// Runs `bleu` to its end.
    pub fn run(&self, arguments: &str) -> Run {
        Run::of(arguments, start(&mut self.command(arguments)))
    }

    /// Starts `bleu` with pipes for standard input, output and error.
    pub fn start(&self, arguments: &str) -> Child {
        start(self.command(arguments).stdin(Stdio::piped()))
    }

    /// Runs `bleu` to its end with this on its standard input.
    pub fn pipe(&self, arguments: &str, input: impl AsRef<[u8]> + Send) -> Run {
        self.feed(arguments, move |stdin| stdin.write_all(input.as_ref()))
    }

    /// Runs `bleu` to its end while `write` writes its standard input.
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

/// Starts a program with pipes for its output.
pub fn start(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Reads all of a stream in another thread.
fn all_of(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, all) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        stream.map(|mut stream| stream.read_to_end(&mut bytes).unwrap());
        sender.send(bytes)
    });
    all
}

/// The lines that a program prints, as they arrive.
pub fn lines_of(child: &mut Child) -> Receiver<String> {
    let stdout = child.stdout.take().unwrap();
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || BufReader::new(stdout).lines().try_for_each(|line| sender.send(line.unwrap())));
    lines
}

/// Compresses text.
pub fn gzip(text: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_ref()).unwrap();
    encoder.finish().unwrap()
}

/// Lines of words that differ from each other, without a period at the end.
pub fn many_lines(lines: usize) -> String {
    let mut text = String::new();
    for i in 0..lines {
        writeln!(text, "line {i} of {} has {} words, more or less", i % 7, i * i % 11).unwrap();
    }
    text
}

impl Drop for TestDir {
    fn drop(&mut self) {
        if self.temporary {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// Result of a run.
#[derive(Debug, PartialEq)]
pub struct Run {
    pub arguments: String,
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    /// Waits for the end of a program. One that hangs is killed, and the test fails.
    #[track_caller]
    pub fn of(arguments: &str, mut child: Child) -> Run {
        drop(child.stdin.take());
        let (out, err) = (all_of(child.stdout.take()), all_of(child.stderr.take()));
        let (Ok(stdout), Ok(stderr)) = (out.recv_timeout(TIME_LIMIT), err.recv_timeout(TIME_LIMIT)) else {
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

    /// Returns the output of a successful run without warnings; notes are no warnings.
    #[track_caller]
    pub fn prints(self) -> String {
        let has_only_notes = self.err.lines().all(|line| line.starts_with("bleu: note: "));
        assert!(self.status == Some(0) && has_only_notes, "{self:#?}");
        self.out
    }

    /// Returns the JSON that a successful run printed.
    #[track_caller]
    pub fn json(self) -> Value {
        serde_json::from_str(&self.prints()).unwrap()
    }

    /// Returns the output and the warnings of a successful run.
    #[track_caller]
    pub fn warns(self) -> (String, String) {
        assert_eq!(self.status, Some(0), "{self:#?}");
        assert!(self.err.starts_with("bleu: warning: ") && self.err.ends_with('\n'), "{self:#?}");
        (self.out, self.err)
    }

    /// Returns the error of a failed run that printed nothing else.
    #[track_caller]
    pub fn fails(self) -> String {
        assert_eq!(self.out, "", "{self:#?}");
        self.fails_after_output().1
    }

    /// Returns the output and the error of a failed run.
    #[track_caller]
    pub fn fails_after_output(self) -> (String, String) {
        assert_eq!(self.status, Some(1), "{self:#?}");
        assert!(self.err.starts_with("bleu: ") && self.err.ends_with('\n'), "{self:#?}");
        (self.out, self.err)
    }

    /// Returns the error about a wrong command line.
    #[track_caller]
    pub fn refuses(self) -> String {
        assert_eq!((self.status, &*self.out), (Some(2), ""), "{self:#?}");
        assert!(self.err.starts_with("bleu: "), "{self:#?}");
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

/// The values of a flag that `--help` lists.
pub fn values_of(flag: &str) -> Vec<String> {
    let help = TestDir::with([]).run("--help").out;
    let lines =
        help.lines().skip_while(|line| !line.contains(&format!("{flag} <"))).take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.trim_start().strip_prefix("- ")?.split_once(':'));
    names.map(|(name, _)| name.to_owned()).collect()
}
