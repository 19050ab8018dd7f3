//! The examples of README.md, run as they are written there.
//!
//! A block marked `console` has commands after `$ `, each followed by its output. With `UPDATE_README=1` in the environment
//! the test writes the outputs into the file instead; read them before you keep them.
#![cfg(feature = "cli")]

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const PROMPT: &str = "$ ";

/// Standard output and standard error of a command, run by a shell that finds `bleu`.
fn run(command: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_bleu")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), env::var("PATH").unwrap());
    let shell = Command::new("sh")
        .args(["-c", &format!("{{ {command}; }} 2>&1")])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8(shell.stdout).unwrap()
}

#[test]
fn examples_print_the_output_that_is_shown() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let written = fs::read_to_string(&file).unwrap();
    let (mut printed, mut in_console, mut examples) = (String::new(), false, 0);
    for line in written.lines() {
        if line.starts_with("```") {
            in_console = line == "```console";
        }
        let command = line.strip_prefix(PROMPT).filter(|_| in_console);
        if !in_console || command.is_some() || line.starts_with("```") {
            printed.push_str(line);
            printed.push('\n');
        }
        if let Some(command) = command {
            printed.push_str(&run(command));
            examples += 1;
        }
    }
    assert!(examples > 10, "{examples} examples found");
    if env::var_os("UPDATE_README").is_some() {
        fs::write(file, printed).unwrap();
    } else {
        assert!(printed == written, "README.md does not show what its examples print:\n{printed}");
    }
}
