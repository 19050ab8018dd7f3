//! Folders with the data of tokenizers: the one that is named, or all in which packages install it.

use crate::text::glob::expand;
use std::collections::HashSet;
use std::env;
use std::path::{Path, PathBuf};

/// Where the data of a tokenizer is looked for.
pub struct DataFolders {
    /// The folder that is named, and the flag or the variable that names it.
    named: Option<(&'static str, PathBuf)>,
    /// Places where the data may be installed, in order; `*` in a component matches any text.
    places: Vec<PathBuf>,
    has_data: fn(&Path) -> bool,
}

impl DataFolders {
    /// The folder that the flag or else this variable names, or all of these places.
    pub fn new(
        flag: Option<&Path>,
        variable: Option<&'static str>,
        places: impl Iterator<Item = PathBuf>,
        has_data: fn(&Path) -> bool,
    ) -> DataFolders {
        let named_by_variable = || Some((variable?, environment_folder(variable?)?));
        let named = flag.map(|folder| ("--dictionary", folder.to_owned())).or_else(named_by_variable);
        let mut seen = HashSet::new();
        DataFolders { named, places: places.filter(|place| seen.insert(place.clone())).collect(), has_data }
    }

    /// The flag or the variable that names the folder.
    pub fn named_by(&self) -> Option<&'static str> {
        self.named.as_ref().map(|(name, _)| *name)
    }

    /// The folders to try, in order: the one that is named, or all that have data.
    pub fn folders(&self) -> Vec<PathBuf> {
        let installed = || self.places.iter().flat_map(|place| expand(place)).filter(|place| (self.has_data)(place));
        self.named.as_ref().map_or_else(|| installed().collect(), |(_, folder)| vec![folder.clone()])
    }

    /// The places that are searched, unless a folder is named.
    pub fn searched(&self) -> &[PathBuf] {
        if self.named.is_some() { &[] } else { &self.places }
    }
}

/// Folders of this name in Python's packages, in order.
pub fn python_packages(folder: &str) -> impl Iterator<Item = PathBuf> {
    python_roots().into_iter().map(move |root| root.join("lib/python*/*-packages").join(folder))
}

/// Roots of Python installations: of the environment in use, of the one that this program is part of, if it is, of each
/// `python3` on the path, the user's, the system's.
pub fn python_roots() -> Vec<PathBuf> {
    let own = env::current_exe().ok().and_then(|program| Some(program.parent()?.parent()?.to_owned()));
    let path = env::var_os("PATH").unwrap_or_default();
    let programs = env::split_paths(&path).filter(|folder| folder.join("python3").exists());
    let program_folders = programs.filter_map(|folder| Some(folder.parent()?.to_owned()));
    let user_folders = environment_folder("HOME").into_iter().flat_map(|home| OF_USER.map(|root| home.join(root)));
    let active = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(environment_folder);
    active.chain(own).chain(program_folders).chain(user_folders).chain(OF_SYSTEM.map(PathBuf::from)).collect()
}

/// The folder that a variable names, unless it is empty.
pub fn environment_folder(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// The user's Python installations: pip's, pyenv's, uv's, and pip's on macOS.
const OF_USER: [&str; 4] = [".local", ".pyenv/versions/*", ".local/share/uv/python/*", "Library/Python/*"];

/// Folders of the system, of Homebrew, and of python.org on macOS.
const OF_SYSTEM: [&str; 5] = [
    "/usr/local",
    "/opt/homebrew",
    "/home/linuxbrew/.linuxbrew",
    "/Library/Frameworks/Python.framework/Versions/*",
    "/usr",
];
