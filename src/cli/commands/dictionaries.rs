//! `--list-dictionaries`: the dictionaries of MeCab that are installed, and which one is used.

use crate::cli::Job;
use crate::cli::display::{escape, path_name};
use crate::cli::tokenizer_data::dictionaries::{command, folders, read};
use crate::mecab::Language;
use anyhow::{Context, Result};
use std::io::Write;

/// Prints a line per dictionary, in the order in which they are tried: tokenizer, folder, and whether it is used.
pub fn run(job: &Job, mut out: impl Write) -> Result<()> {
    let mut lines = String::new();
    for &language in Language::ALL {
        let tokenizer = language.tokenizer();
        let mut is_found = false;
        let mut refused = Vec::new();
        for folder in folders(language, job.dictionary.as_deref()) {
            let verdict = match read(language, &folder) {
                Ok(_) if is_found => String::from("usable, not used"),
                Ok(_) => {
                    is_found = true;
                    String::from("used")
                }
                Err(error) => {
                    let verdict = format!("refused: {error}");
                    refused.push(error);
                    verdict
                }
            };
            lines += &format!("{tokenizer}\t{}\t{}\n", path_name(&folder), escape(&verdict));
        }
        if !is_found {
            lines += &format!("{tokenizer}\t-\tnot found; install with: {}\n", command(language, &refused));
        }
    }
    out.write_all(lines.as_bytes()).and_then(|()| out.flush()).context("standard output")
}
