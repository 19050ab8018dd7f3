//! Files that the program writes: never one that it reads, and whole or not at all.

use crate::common::{Run, TestDir, assert_says, many_lines, start};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// A line of `sh`, in which `bleu` is the program.
fn shell(dir: &TestDir, line: &str) -> Run {
    let mut command = Command::new("sh");
    command.arg("-c").arg(line.replace("bleu ", concat!(env!("CARGO_BIN_EXE_bleu"), " -q ")));
    command.current_dir(dir.path()).stdin(Stdio::null());
    Run::new(line, command.output().unwrap())
}

/// Names of the files in a directory, in alphabetical order.
fn names(dir: &TestDir) -> Vec<String> {
    let entries = fs::read_dir(dir.path()).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn read(dir: &TestDir, name: &str) -> String {
    fs::read_to_string(dir.path().join(name)).unwrap()
}

#[test]
fn no_input_is_overwritten() {
    let dir = TestDir::with([("ref", "a b c d\n"), ("hyp", "a b c d\n"), ("in.html", "a b c d\n")]);
    dir.write("table.html", "{\"mt\": \"a\", \"ref\": \"a\", \"id\": \"1\"}\n");
    dir.write("cache/wmt22/wmt22.en-de.src", "a b c d\n");
    dir.write("cache/wmt22/wmt22.en-de.refA", "a b c d\n");
    dir.write("dictionary/prefixes", "a\n");
    symlink("in.html", dir.path().join("link.html")).unwrap();
    fs::hard_link(dir.path().join("in.html"), dir.path().join("hard.html")).unwrap();
    symlink("cache/wmt22/wmt22.en-de.refA", dir.path().join("cached.html")).unwrap();
    symlink("dictionary/prefixes", dir.path().join("prefixes.html")).unwrap();
    let cases = [
        ("bleu -r in.html hyp --report in.html", "in.html is also an input"),
        ("bleu -r in.html hyp --report ./in.html", "./in.html is also the input in.html"),
        ("bleu -r in.html hyp --report $PWD/in.html", "in.html is also the input in.html"),
        ("bleu -r in.html hyp --report link.html", "link.html is also the input in.html"),
        ("bleu -r link.html hyp --report in.html", "in.html is also the input link.html"),
        ("bleu -r ref in.html --report hard.html", "hard.html is also the input in.html"),
        ("bleu --records table.html -r ref mt --report table.html", "table.html is also an input"),
        (
            "bleu --records - --records-format jsonl -r ref mt --report table.html < table.html",
            "the input standard input",
        ),
        ("bleu -r ref hyp --source in.html --report in.html", "in.html is also an input"),
        ("bleu -r ref hyp --by in.html --report in.html", "in.html is also an input"),
        ("bleu -r ref hyp --join-by in.html --report in.html", "in.html is also an input"),
        ("bleu -r ref hyp -s --id in.html --report in.html", "in.html is also an input"),
        ("bleu -r ref --report in.html < in.html", "in.html is also the input standard input"),
        ("bleu -r ref hyp --report in.html < in.html", "in.html is also standard input"),
        ("bleu --test-set wmt22/en-de hyp --report cached.html", "is also the input cache/wmt22/wmt22.en-de.refA"),
        ("bleu -r ref hyp -t spm:in.html --report hard.html", "hard.html is also the input in.html"),
        ("bleu -r ref hyp -t moses:en --dictionary dictionary --report prefixes.html", "the input dictionary/prefixes"),
    ];
    let before = names(&dir);
    for (line, says) in cases {
        assert_says(
            &shell(&dir, &line.replace("bleu ", "SACREBLEU=cache bleu ")).refuses(),
            &[says, "name another file"],
        );
        assert_eq!(read(&dir, "in.html"), "a b c d\n", "{line}");
        assert_eq!((read(&dir, "table.html").len(), names(&dir)), (35, before.clone()), "{line}");
    }
}

#[test]
fn no_standard_stream_is_overwritten() {
    let dir = TestDir::with([("ref", "a b c d\n")]);
    for (redirection, stream) in [(">", "standard output"), (">>", "standard output"), ("2>", "standard error")] {
        let run = shell(&dir, &format!("bleu -r ref ref --report out.html {redirection} out.html"));
        assert_eq!(run.status, Some(2), "{run:?}");
        assert_says(&(run.err + &read(&dir, "out.html")), &["out.html is also ", stream]);
        fs::remove_file(dir.path().join("out.html")).unwrap();
    }
}

#[test]
fn a_file_that_cannot_be_written_is_noticed_before_the_scoring() {
    let dir = TestDir::with([("ref", "a b c d\n"), ("folder.html/x", ""), ("fixed.html", "old")]);
    let mut cases = vec![
        ("none/a.html", "none/a.html: the folder none does not exist; create it"),
        ("ref/a.html", "ref/a.html: "),
        ("folder.html", "folder.html: is a directory"),
    ];
    if cfg!(target_os = "linux") {
        // Read-only for everyone.
        cases.push(("/sys/a.html", "/sys/a.html: no file can be created in /sys: "));
    }
    for (path, says) in cases {
        // `fails` also checks that no score was printed.
        assert_says(&dir.run(&format!("-q -r ref ref --report {path}")).fails(), &[says]);
    }
    assert_eq!(names(&dir), ["fixed.html", "folder.html", "ref"]);
}

#[test]
fn a_report_that_fails_leaves_the_old_one() {
    let dir = TestDir::with([("ref", "a b c d\n"), ("page.html", "old")]);
    // The limit is smaller than any page. Its signal is ignored, so that writing fails.
    let run = shell(&dir, "trap '' XFSZ; ulimit -f 8; bleu -r ref ref --report page.html");
    assert_says(&run.fails_after_output().1, &["bleu: page.html: File too large"]);
    assert_eq!((read(&dir, "page.html"), names(&dir)), ("old".into(), vec!["page.html".into(), "ref".into()]));
    // The signal ends the program at any byte.
    let run = shell(&dir, "(ulimit -f 8; bleu -r ref ref --report page.html); true");
    assert_eq!((run.status, read(&dir, "page.html")), (Some(0), "old".into()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_in_place() {
    let dir = TestDir::with([("ref", "a b c d\n")]);
    symlink("/dev/full", dir.path().join("full.html")).unwrap();
    assert_says(
        &dir.run("-q -r ref ref --report full.html").fails_after_output().1,
        &["bleu: full.html: No space left on device"],
    );
    assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
}

#[test]
fn a_pipe_is_written_in_place() {
    let dir = TestDir::with([("ref", "a b c d\n")]);
    let path = dir.path().join("pipe.html");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let reader = thread::spawn(move || {
        let mut page = String::new();
        File::open(path).unwrap().read_to_string(&mut page).unwrap();
        page
    });
    dir.run("-q -r ref ref --report pipe.html").prints();
    assert!(reader.join().unwrap().ends_with("</html>"));
    assert_eq!(names(&dir), ["pipe.html", "ref"]);
}

#[test]
fn links_and_permissions_are_kept() {
    let dir = TestDir::with([("ref", "a b c d\n"), ("old.html", "old"), ("plain", "")]);
    let path = |name: &str| dir.path().join(name);
    let mode = |name: &str| fs::metadata(path(name)).unwrap().permissions().mode() & 0o7777;
    fs::set_permissions(path("old.html"), PermissionsExt::from_mode(0o640)).unwrap();
    symlink("old.html", path("link.html")).unwrap();
    symlink("new.html", path("dangling.html")).unwrap();
    for name in ["link.html", "dangling.html", "plain.html"] {
        dir.run(&format!("-q -r ref ref --report {name}")).prints();
    }
    for (link, target) in [("link.html", "old.html"), ("dangling.html", "new.html")] {
        assert_eq!(fs::read_link(path(link)).unwrap().to_str(), Some(target));
        assert!(read(&dir, target).ends_with("</html>"), "{target}");
    }
    assert_eq!((mode("old.html"), mode("new.html"), mode("plain.html")), (0o640, mode("plain"), mode("plain")));
}

#[test]
fn of_two_programs_with_one_report_one_writes_it() {
    let dir = TestDir::with([("ref", "a b c d e\n"), ("one", "a b c d\n"), ("other", "a b c e\n")]);
    for _ in 0..5 {
        let start = |name| dir.start(&format!("-q -r ref {name} --report page.html"));
        let runs = [start("one"), start("other")].map(|child| Run::of("", child));
        runs.into_iter().for_each(|run| drop(run.prints()));
        let page = read(&dir, "page.html");
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
        assert!(page.contains("<title>one") != page.contains("<title>other"), "{}", &page[..500]);
        assert_eq!(names(&dir), ["one", "other", "page.html", "ref"]);
    }
}

#[test]
fn a_report_is_written_although_the_output_is_closed() {
    let dir = TestDir::with([("ref", &*many_lines(5000))]);
    let run = |arguments: &str| {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let run = Run::new(arguments, dir.command(arguments).stdout(writer).output().unwrap());
        (run.status, run.err)
    };
    assert_eq!(run("-q -r ref ref --report-segments 10 --report page.html"), (Some(0), String::new()));
    assert!(read(&dir, "page.html").ends_with("</html>"));
    // Reading ends with the output: there is not all text for a page.
    let (status, message) = run("-q -s -r ref ref --report-segments 10 --report lines.html");
    match names(&dir).contains(&"lines.html".into()) {
        true => assert_eq!((status, &*message), (Some(0), "")),
        false => {
            assert_eq!(status, Some(1));
            assert_says(&message, &["bleu: lines.html: not written, because the output was closed before"]);
        }
    }
}

#[test]
fn a_signal_leaves_the_old_report_or_the_whole_new_one() {
    let dir = TestDir::with([("ref", &*many_lines(2000)), ("page.html", "old")]);
    let is_begun = || names(&dir).iter().any(|name| name.starts_with(".bleu-"));
    for delay in 0..4 {
        let mut child = start(&mut dir.command("-q -r ref ref --report page.html"));
        // The check that a file can be written makes one for a moment; so wait for the score first.
        let mut score = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut score).unwrap();
        while child.try_wait().unwrap().is_none() && !is_begun() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(delay));
        child.kill().unwrap();
        child.wait().unwrap();
        let page = read(&dir, "page.html");
        assert!(page == "old" || page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"), "{}", page.len());
    }
}
