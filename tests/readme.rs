//! Runs the examples of README.md and of the manual (src/manual), and compares what they print with what is written.
//!
//! A block marked `console` holds commands, each after `$ ` and followed by its output. With `UPDATE_README=1` in the
//! environment the test writes the output into the files instead; read the changes before you commit them.
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PROMPT: &str = "$ ";

/// README.md and the chapters of the manual.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let chapters = fs::read_dir(root.join("src/manual")).unwrap().map(|entry| entry.unwrap().path());
    let mut documents: Vec<PathBuf> = chapters.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    documents.push(root.join("README.md"));
    documents.sort();
    documents
}

/// Returns what a command prints on standard output and standard error, in a shell that finds `bleu`.
fn run(command: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_bleu")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), env::var("PATH").unwrap());
    let shell = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path)
        .env("NLTK_DATA", "none")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8(shell.stdout).unwrap()
}

/// What `cd` in an example holds for.
#[derive(Clone, Copy, PartialEq)]
enum Shell {
    /// For its block: a reader of the manual starts anywhere.
    PerBlock,
    /// For the whole document: a newcomer types the commands of README.md one after another.
    PerDocument,
}

impl Shell {
    fn for_document(document: &Path) -> Shell {
        if document.ends_with("README.md") { Shell::PerDocument } else { Shell::PerBlock }
    }
}

/// Returns the text with the current output of each example, and the number of examples.
fn with_current_output(text: &str, shell: Shell) -> (String, usize) {
    let (mut updated, mut in_console, mut examples) = (String::new(), false, 0);
    // The changes of the folder so far.
    let mut folder = String::new();
    for line in text.lines() {
        let is_fence = line.starts_with("```");
        if is_fence {
            in_console = line == "```console";
            if shell == Shell::PerBlock {
                folder.clear();
            }
        }
        let command = line.strip_prefix(PROMPT).filter(|_| in_console);
        if !in_console || is_fence || command.is_some() {
            updated.push_str(line);
            updated.push('\n');
        }
        if let Some(command) = command {
            updated.push_str(&run(&format!("{folder}{command}")));
            if command.starts_with("cd ") {
                folder += &format!("{command} || exit\n");
            }
            examples += 1;
        }
    }
    (updated, examples)
}

/// The commands of a document, each with the lines of its output.
fn examples(text: &str) -> Vec<(&str, Vec<&str>)> {
    let blocks = text.split("\n```console\n").skip(1).filter_map(|block| block.split("\n```").next());
    let mut examples = Vec::new();
    for line in blocks.flat_map(str::lines) {
        match (line.strip_prefix(PROMPT), examples.last_mut()) {
            (Some(command), _) => examples.push((command, Vec::new())),
            (None, Some((_, output))) => output.push(line),
            (None, None) => {}
        }
    }
    examples
}

/// The examples that print other lines than a document shows, each with these lines.
fn differences(text: &str, updated: &str) -> String {
    let mut differences = String::new();
    for ((command, shown), (_, printed)) in examples(text).into_iter().zip(examples(updated)) {
        if shown == printed {
            continue;
        }
        let equal = shown.iter().zip(&printed).take_while(|(one, other)| one == other).count();
        let (shown, printed) = (&shown[equal..], &printed[equal..]);
        let ends = shown.iter().rev().zip(printed.iter().rev());
        let equal_ends = ends.take_while(|(one, other)| one == other).count();
        let lines = |sign: &str, lines: &[&str]| -> String {
            lines[..lines.len() - equal_ends].iter().map(|line| format!("\n{sign}{line}")).collect()
        };
        differences += &format!("\n$ {command}{}{}", lines("-", shown), lines("+", printed));
    }
    differences
}

#[test]
fn a_difference_is_shown_by_its_lines_alone() {
    let document = |lines: &str| format!("Text\n\n```console\n$ one\n1\n$ two\n{lines}\n```\nMore\n");
    let found = differences(&document("a\nb\nc"), &document("a\nB\nC\nc"));
    assert_eq!(found, "\n$ two\n-b\n+B\n+C");
}

#[test]
fn every_module_is_on_the_map() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The published package has no hidden folders.
    let Ok(map) = fs::read_to_string(root.join(".github/CONTRIBUTING.md")) else { return };
    for storey in ["src/bleu", "src/checks", "src/program"] {
        let modules = fs::read_to_string(root.join(storey).with_extension("rs")).unwrap();
        for name in modules.lines().filter_map(|line| line.split_once("mod ")?.1.strip_suffix(';')) {
            assert!(map.contains(&format!("\n| `{storey}/{name}` | ")), "{storey}/{name} is not on the map");
        }
    }
}

#[test]
fn every_chapter_of_the_manual_is_in_the_index() {
    let index = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/manual/index.md")).unwrap();
    for document in documents().iter().filter(|path| !path.ends_with("README.md") && !path.ends_with("index.md")) {
        let link = format!("]({})", document.file_name().unwrap().to_str().unwrap());
        assert!(index.contains(&link), "{link}");
    }
}

#[test]
fn every_dependency_is_listed_with_its_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The published package has no hidden folders.
    let Ok(table) = fs::read_to_string(root.join(".packaging/dependencies.md")) else { return };
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let is_dependencies =
        |section: &str| section.split_once("]\n").is_some_and(|(name, _)| name.ends_with("dependencies"));
    let sections = manifest.split("\n[").filter(|section| is_dependencies(section));
    let lines = sections.flat_map(|section| section.lines().skip(1)).filter(|line| !line.starts_with('#'));
    let crates: Vec<&str> = lines.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name).collect();
    assert!(crates.len() > 15, "{crates:?}");
    for name in crates {
        assert!(table.contains(&format!("\n| {name} | ")), "{name} is not in .packaging/dependencies.md");
    }
}

#[test]
fn examples_print_what_the_documents_show() {
    let (mut outdated, mut total) = (Vec::new(), 0);
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        let (updated, examples) = with_current_output(&text, Shell::for_document(&document));
        total += examples;
        if updated == text {
            continue;
        }
        if env::var_os("UPDATE_README").is_some() {
            fs::write(document, updated).unwrap();
        } else {
            outdated.push(format!("{}:{}", document.display(), differences(&text, &updated)));
        }
    }
    assert!(total > 20, "only {total} examples found");
    assert!(outdated.is_empty(), "{}\nUPDATE_README=1 writes the new output", outdated.join("\n"));
}
