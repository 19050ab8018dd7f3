//! Punkt's data, with which NLTK finds sentences, from the folders in which NLTK's users install it.

use super::Loaded;
use super::data_folders::{DataFolders, environment_folder, python_roots};
use crate::bleu::tokenize::Tokenization;
use crate::bleu::tokenize::punkt::{Punkt, PunktFiles};
use crate::text::display::{io_message, path_name};
use crate::text::further_lines::error_with_lines;
use anyhow::{Context, Result, anyhow};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The variable that names folders of NLTK's data. `bleu` then searches no others.
const VARIABLE: &str = "NLTK_DATA";

/// The data within such a folder. NLTK's `word_tokenize` takes English by default, and so do the tools that call it.
const ENGLISH: &str = "tokenizers/punkt_tab/english";

/// Folders of the system that no Python installation has in its own.
const OF_SYSTEM: [&str; 4] =
    ["/usr/share/nltk_data", "/usr/local/share/nltk_data", "/usr/lib/nltk_data", "/usr/local/lib/nltk_data"];

/// The command that installs the data.
pub const COMMAND: &str = "python3 -m nltk.downloader punkt_tab";

/// Where the data is looked for: in the folders that the variable names, or else in NLTK's places.
pub fn data_folders() -> DataFolders {
    let named = env::var_os(VARIABLE).filter(|named| !named.is_empty());
    let places: Vec<PathBuf> = match named {
        Some(named) => env::split_paths(&named).collect(),
        None => {
            let user_folders = environment_folder("HOME").map(|home| home.join("nltk_data"));
            let inner = ["nltk_data", "share/nltk_data", "lib/nltk_data"];
            let python_folders = python_roots().into_iter().flat_map(|root| inner.map(|inner| root.join(inner)));
            user_folders.into_iter().chain(python_folders).chain(OF_SYSTEM.map(PathBuf::from)).collect()
        }
    };
    DataFolders::new(None, None, places.into_iter().map(|place| place.join(ENGLISH)), Path::is_dir)
}

/// Loads the data from the first folder that has it; `None` if there is none.
///
/// # Errors
/// If it cannot be used.
pub fn installed() -> Result<Option<Arc<Punkt>>> {
    let folder = data_folders().folders().into_iter().next();
    folder.map(|folder| read(&folder).map(Arc::new)).transpose()
}

/// Loads NLTK's tokenizer with the data.
///
/// # Errors
/// If there is none, or it cannot be used.
pub fn load() -> Result<Loaded> {
    let punkt = installed()?.ok_or_else(|| {
        error_with_lines(
            format!("nltk+punkt: Punkt's data was not found; install it with: {COMMAND}"),
            [
                format!("or name the folder of NLTK's data with the variable {VARIABLE}"),
                "the places that were searched: bleu --list-dictionaries".to_owned(),
            ],
        )
    })?;
    Ok(Loaded { tokenization: Tokenization::NLTK.with_punkt(&punkt), warning: None })
}

/// Reads the data of a folder.
///
/// # Errors
/// If a file is absent or malformed.
pub fn read(folder: &Path) -> Result<Punkt> {
    let file = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).map_err(|error| anyhow!("{}: {}", path_name(&path), io_message(&error)))
    };
    let files = PunktFiles {
        abbrev_types: file("abbrev_types.txt")?,
        collocations: file("collocations.tab")?,
        sent_starters: file("sent_starters.txt")?,
        ortho_context: file("ortho_context.tab")?,
    };
    Punkt::parse(&files).with_context(|| path_name(folder))
}
