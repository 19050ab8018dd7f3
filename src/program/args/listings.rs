//! Lists of what is installed. `--list-dictionaries`: the dictionaries of MeCab and prefixes of Moses, data of NLTK, and which are used.
//! `--list-test-sets`: the names of the test sets in sacreBLEU's cache.

use crate::bleu::tokenize::mecab::Language;
use crate::text::display::{escape, path_name};
use crate::text::test_set;
use crate::text::tokenizer_data::data_folders::DataFolders;
use crate::text::tokenizer_data::{dictionaries, prefix_lists, sentence_data};
use anyhow::Result;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Returns the names of the test sets, one per line.
///
/// # Errors
/// If there is no cache, or it cannot be read.
pub fn test_sets() -> Result<String> {
    Ok(test_set::in_cache()?.iter().map(|name| escape(name) + "\n").collect())
}

/// Returns a line per dictionary, in the order in which they are tried: tokenizer, folder, and whether it is used; and all
/// places that were searched if there is none. Only this folder is tried if one is named.
pub fn dictionaries(named: Option<&Path>) -> String {
    let mecab_lines = Language::ALL.iter().map(|&language| {
        let read = |folder: &Path| dictionaries::read(language, folder).map(drop);
        let command = |refused: &[_]| dictionaries::command(language, refused);
        lines(language.tokenizer(), &dictionaries::data_folders(language, named), read, command)
    });
    let command = |_: &[_]| prefix_lists::COMMAND.to_owned();
    let moses_lines = lines("moses", &prefix_lists::data_folders(named), prefix_lists::check, command);
    let command = |_: &[_]| sentence_data::COMMAND.to_owned();
    let read = |folder: &Path| sentence_data::read(folder).map(drop);
    let nltk_lines = lines("nltk", &sentence_data::data_folders(), read, command);
    mecab_lines.chain([moses_lines, nltk_lines]).collect()
}

/// The lines of a tokenizer. `command` installs its data, given the errors of what is installed.
fn lines<E: Display>(
    tokenizer: &str,
    data: &DataFolders,
    read: impl Fn(&Path) -> Result<(), E>,
    command: impl FnOnce(&[E]) -> String,
) -> String {
    let found: Vec<_> = data.folders().into_iter().map(|folder| (read(&folder), folder)).collect();
    let used = found.iter().position(|(read, _)| read.is_ok());
    let line = |(place, (read, folder)): (usize, &(Result<(), E>, PathBuf))| {
        let verdict = match read {
            Err(error) => format!("refused: {error}"),
            Ok(()) if used == Some(place) => "used".to_owned(),
            Ok(()) => "usable, not used".to_owned(),
        };
        format!("{tokenizer}\t{}\t{}\n", path_name(folder), escape(&verdict))
    };
    let mut lines: String = found.iter().enumerate().map(line).collect();
    if used.is_none() {
        let refused: Vec<E> = found.into_iter().filter_map(|(read, _)| read.err()).collect();
        lines.extend(data.searched().iter().map(|place| format!("{tokenizer}\t{}\tsearched\n", path_name(place))));
        lines += &format!("{tokenizer}\t-\tnot found; install with: {}\n", command(&refused));
    }
    lines
}
