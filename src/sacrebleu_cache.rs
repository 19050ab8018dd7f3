//! sacreBLEU's cache, which holds test sets and models.

use anyhow::{Context, Result};
use std::env;
use std::path::PathBuf;

/// Returns the folder of the cache, by sacreBLEU's rule: the variable SACREBLEU, even if it is empty, which means the current
/// folder; else `.sacrebleu` in the home directory.
///
/// # Errors
/// If neither is known.
pub fn folder() -> Result<PathBuf> {
    let given = env::var_os("SACREBLEU").map(PathBuf::from);
    given
        .or_else(|| Some(env::home_dir()?.join(".sacrebleu")))
        .context("there is no home directory; say where sacreBLEU's cache is: SACREBLEU=DIR bleu ...")
}
