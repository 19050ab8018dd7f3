//! MeCab's dictionaries: which are installed, and which one is taken.

use super::places::{expand, installation, patterns};
use crate::display::escape;
use crate::mecab::{Dictionary, DictionaryFile, Language};
use crate::{Error as LibraryError, Tokenization};
use anyhow::{Error, Result, anyhow};
use std::env;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The languages that have a dictionary.
pub const LANGUAGES: [Language; 2] = [Language::Japanese, Language::Korean];

/// Loads a dictionary from a folder, or from the first place that has one that can be used.
///
/// # Errors
/// If the dictionary is absent, damaged or not the one that sacreBLEU uses.
pub fn load(language: Language, folder: Option<&Path>) -> Result<Tokenization> {
    if let Some(folder) = folder {
        return read(language, folder).map_err(|error| {
            let command = installation(language).command;
            anyhow!("{}/{error}; {} is the dictionary that sacreBLEU uses: {command}", shown(folder), package(command))
        });
    }
    let mut refused = Vec::new();
    for folder in installed(language) {
        match read(language, &folder) {
            Ok(tokenization) => return Ok(tokenization),
            Err(error) => refused.push((folder, error)),
        }
    }
    Err(not_found(language, &refused))
}

/// Reads a dictionary.
///
/// # Errors
/// If it cannot be used; the message begins with the name of a file in the folder.
pub fn read(language: Language, folder: &Path) -> Result<Tokenization, LibraryError> {
    let dictionary = Dictionary::read(language, |file| {
        let file = File::open(folder.join(file.name()))?;
        let size = file.metadata()?.len();
        Ok((file, size))
    })?;
    Tokenization::mecab(dictionary)
}

/// The folders that have a dictionary at the places for a language, in the order in which they are tried.
pub fn installed(language: Language) -> Vec<PathBuf> {
    let folders = places(language).into_iter().flat_map(|pattern| expand(&pattern));
    folders.filter(|folder| folder.join(DictionaryFile::Words.name()).exists()).collect()
}

/// The command that installs the dictionary of a language.
pub fn command(language: Language) -> &'static str {
    installation(language).command
}

fn places(language: Language) -> Vec<PathBuf> {
    patterns(language, |name| env::var_os(name))
}

/// The package that a command installs.
fn package(command: &str) -> &str {
    command.rsplit(' ').next().unwrap_or_default()
}

fn not_found(language: Language, refused: &[(PathBuf, LibraryError)]) -> Error {
    let refused: String =
        refused.iter().map(|(folder, error)| format!("\n  refused: {}/{error}", shown(folder))).collect();
    let tried: String = places(language).iter().map(|place| format!("\n  tried: {}", shown(place))).collect();
    anyhow!(
        "{}: no dictionary was found; install it with: {}\n  or name its folder, with --dictionary or the variable \
         {}{refused}{tried}\n  without a dictionary: {}",
        language.tokenizer(),
        command(language),
        installation(language).variable,
        match language {
            Language::Japanese => "cjk and char need nothing else, graphemes keeps voiced kana whole",
            Language::Korean => "13a splits at spaces and punctuation, char and graphemes into syllables",
        }
    )
}

/// A path for messages.
fn shown(path: &Path) -> String {
    escape(&path.display().to_string())
}
