//! Moses's lists of nonbreaking prefixes: where they are installed, and which one is used.

use super::Loaded;
use super::data_folders::{DataFolders, python_packages};
use crate::bleu::tokenize::Tokenization;
use crate::bleu::tokenize::moses::Prefixes;
use crate::bleu::tokenize::moses::Settings;
use crate::text::display::{io_message, path_name};
use crate::text::further_lines::error_with_lines;
use anyhow::Error;
use anyhow::{Context, Result, anyhow};
use std::fs;
use std::io;
use std::io::ErrorKind;
use std::path::Path;

/// Python's packages that have lists.
const PACKAGES: [&str; 2] = ["sacremoses", "mosestokenizer"];

/// Folders with files of lists, below a folder that was found or named: the folder itself, and the places in sacremoses before
/// 0.2, mosestokenizer and Moses.
const INNER: [&str; 4] =
    ["", "data/nonbreaking_prefixes", "nonbreaking_prefixes", "scripts/share/nonbreaking_prefixes"];

/// Module of sacremoses since 0.2: a Python dictionary of the contents of such files, one per line.
const MODULE: &str = "_data_nonbreaking_prefixes.py";

/// The command that installs lists.
pub const COMMAND: &str = "pip install sacremoses";

/// Language of the list for languages without one.
const ENGLISH: &str = "en";

/// Loads the list of a language from the folder that is named, or from the first one that has lists. A language without
/// one has the English list, as in tokenizer.perl.
///
/// # Errors
/// If there is none, or it cannot be read.
pub fn load(settings: &Settings, folder: Option<&Path>) -> Result<Loaded> {
    let language = settings.language();
    for found in data_folders(folder).folders() {
        for of in [language, ENGLISH] {
            let Some(list) = read(&found, of)? else { continue };
            let found = path_name(&found);
            let warning = if of != language {
                let used = format!("those for '{of}' are used, as by tokenizer.perl");
                Some(format!("{settings}: {found} has no nonbreaking prefixes for '{language}'; {used}"))
            } else if list.contains("\r\n") {
                let effect = "which belongs to the prefixes, as by tokenizer.perl: they match no word";
                Some(format!("{settings}: {found}: lines of the list for '{of}' end in CR LF, {effect}"))
            } else {
                None
            };
            return Ok(Loaded { tokenization: Tokenization::moses(settings, Prefixes::parse(&list)), warning });
        }
    }
    Err(not_found(settings, folder))
}

/// Where lists are looked for, given the folder that a flag names.
pub fn data_folders(flag: Option<&Path>) -> DataFolders {
    DataFolders::new(flag, None, PACKAGES.into_iter().flat_map(python_packages), Path::exists)
}

/// Checks that a folder has lists.
///
/// # Errors
/// If it has none, or they cannot be read.
pub fn check(folder: &Path) -> Result<()> {
    read(folder, ENGLISH)?.map(drop).context("no nonbreaking prefixes")
}

/// Reads the list of a language, if the folder has it.
fn read(folder: &Path, language: &str) -> Result<Option<String>> {
    let name = format!("nonbreaking_prefix.{language}");
    let files = INNER.map(|inner| folder.join(inner).join(&name));
    let module = folder.join(MODULE);
    for (path, is_module) in files.iter().map(|path| (path, false)).chain([(&module, true)]) {
        let text = match fs::read_to_string(path) {
            Err(error) if is_absent(&error) => continue,
            result => result.map_err(|error| anyhow!("{}: {}", path_name(path), io_message(&error)))?,
        };
        return if is_module { python_value(&text, &name).with_context(|| path_name(path)) } else { Ok(Some(text)) };
    }
    Ok(None)
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// The value of a key in a module of Python that assigns a dictionary of strings, one per line, as `repr` writes them:
/// almost as JSON does.
fn python_value(module: &str, key: &str) -> Result<Option<String>, serde_json::Error> {
    let value = module.lines().find_map(|line| line.trim_start().strip_prefix(&format!("'{key}': ")));
    let value = value.map(|value| value.trim_end_matches(',').trim_matches(['\'', '"']));
    let json = value.map(|text| text.replace('"', "\\\"").replace("\\'", "'").replace("\\x", "\\u00"));
    json.map(|text| serde_json::from_str(&format!("\"{text}\""))).transpose()
}

fn not_found(settings: &Settings, folder: Option<&Path>) -> Error {
    let language = settings.language();
    if let Some(folder) = folder {
        return anyhow!(
            "--dictionary: {}: it has no nonbreaking_prefix.{language}; name the folder of sacremoses ({COMMAND}) or of \
             Moses",
            path_name(folder)
        );
    }
    error_with_lines(
        format!("{settings}: no lists of nonbreaking prefixes were found; install them with: {COMMAND}"),
        [
            "or name the folder of sacremoses or Moses with --dictionary",
            "the places that were searched: bleu --list-dictionaries",
        ],
    )
}
