//! SentencePiece's models: files, and those in sacreBLEU's cache.

use crate::Tokenization;
use crate::display::escape;
use crate::sentencepiece::{Model, Release};
use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Largest model that is read, in bytes; one of 256,000 pieces has 5 million.
const MAX_BYTES: u64 = 256 << 20;

/// Where a model comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelSource {
    /// A file.
    File(PathBuf),
    /// sacreBLEU's cache.
    Cache(CachedModel),
}

/// A model that sacreBLEU keeps in its cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CachedModel {
    /// Name of the tokenizer.
    pub name: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// Name of the file in the cache.
    file: &'static str,
}

/// The models that sacreBLEU knows.
pub const CACHED_MODELS: [CachedModel; 3] = [
    CachedModel {
        name: "flores101",
        summary: "SentencePiece with the model of FLORES-101, from sacreBLEU's cache; also called spm",
        file: "sacrebleu_tokenizer_spm.model",
    },
    CachedModel {
        name: "flores200",
        summary: "SentencePiece with the model of FLORES-200, from sacreBLEU's cache",
        file: "flores200sacrebleuspm",
    },
    CachedModel {
        name: "spBLEU-1K",
        summary: "SentencePiece with the model of spBLEU-1K, from sacreBLEU's cache",
        file: "spbleu-1k_tokenizer_spm.model",
    },
];

/// Loads a model.
///
/// # Errors
/// If the file is absent or is no model.
pub fn load(source: &ModelSource, release: Release) -> Result<Tokenization> {
    let (name, path) = match source {
        ModelSource::File(path) => (format!("spm:{}", file_name(path)), path.clone()),
        ModelSource::Cache(model) => (model.name.to_owned(), cache().join("models").join(model.file)),
    };
    let bytes = match (read(&path), source) {
        (Err(error), ModelSource::Cache(model)) if error.kind() == ErrorKind::NotFound => bail!(
            "{}: not in sacreBLEU's cache; sacreBLEU fetches it when it first runs with --tokenize {}; or name another \
             copy with --tokenize spm:FILE",
            shown(&path),
            model.name
        ),
        (bytes, _) => bytes.with_context(|| shown(&path))?,
    };
    ensure!(bytes.len() as u64 <= MAX_BYTES, "{}: more than {} MiB; not a model", shown(&path), MAX_BYTES >> 20);
    let model = Model::from_bytes(&bytes, release).with_context(|| shown(&path))?;
    Ok(Tokenization::sentence_piece(&name, model))
}

/// Reads a file up to a byte more than a model may have.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// sacreBLEU's cache.
fn cache() -> PathBuf {
    match env::var_os("SACREBLEU") {
        Some(folder) => folder.into(),
        None => env::home_dir().unwrap_or_default().join(".sacrebleu"),
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A path for messages.
fn shown(path: &Path) -> String {
    escape(&path.display().to_string())
}
