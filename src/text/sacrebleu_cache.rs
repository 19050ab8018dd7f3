//! sacreBLEU's cache, which holds test sets and models.

use anyhow::{Context, Result};
use std::env;
use std::path::PathBuf;

/// Returns the cache directory, by sacreBLEU's rule: the variable SACREBLEU (if empty, the current directory), else
/// `.sacrebleu` in the home directory.
///
/// # Errors
/// If neither is known.
pub fn folder() -> Result<PathBuf> {
    let given = env::var_os("SACREBLEU").map(PathBuf::from);
    given
        .or_else(|| Some(env::home_dir()?.join(".sacrebleu")))
        .context("no home directory is set; name sacreBLEU's cache: SACREBLEU=DIR bleu ...")
}
