//! `--list-dictionaries`: the dictionaries of MeCab that are installed, and which one is taken.

use crate::cli::Job;
use crate::display::escape;
use crate::tokenizer_data::dictionaries::{LANGUAGES, command, installed, read};
use anyhow::{Context, Result};
use std::io::Write;

/// Prints a line per dictionary, in the order in which they are tried: tokenizer, folder, and whether it is taken.
pub fn run(job: &Job, mut out: impl Write) -> Result<()> {
    let named = job.dictionary.iter();
    let mut lines = String::new();
    for language in LANGUAGES {
        let tokenizer = language.tokenizer();
        let mut is_taken = false;
        for folder in named.clone().cloned().chain(installed(language)) {
            let verdict = match read(language, &folder) {
                Ok(_) if !is_taken => {
                    is_taken = true;
                    String::from("taken")
                }
                Ok(_) => String::from("not needed"),
                Err(error) => format!("refused: {error}"),
            };
            lines += &format!("{tokenizer}\t{}\t{verdict}\n", escape(&folder.display().to_string()));
        }
        if !is_taken {
            lines += &format!("{tokenizer}\t-\tnone; install it with: {}\n", command(language));
        }
    }
    out.write_all(lines.as_bytes()).and_then(|()| out.flush()).context("standard output")
}
