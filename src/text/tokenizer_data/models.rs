//! SentencePiece's models: files, and those in sacreBLEU's cache.

use crate::bleu::tokenize::Tokenization;
use crate::bleu::tokenize::sentencepiece::Release;
use crate::bleu::tokenize::sentencepiece::{Model, NamedModel};
use crate::text::display::{io_message, path_name};
use crate::text::sacrebleu_cache;
use anyhow::ensure;
use anyhow::{Context, Result, anyhow};
use std::fs::File;
use std::io;
use std::io::ErrorKind;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Largest model that is read, in bytes; one of 256,000 pieces has 5 million.
const MAX_BYTES: u64 = 256 << 20;

/// Where a model comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelSource {
    /// A file.
    File(PathBuf),
    /// sacreBLEU's cache.
    Cache(&'static NamedModel),
}

impl ModelSource {
    /// The name of the tokenizer with this model.
    pub fn tokenizer(&self) -> String {
        match self {
            ModelSource::File(path) => format!("spm:{}", path.file_name().unwrap_or_default().to_string_lossy()),
            ModelSource::Cache(model) => model.name.to_owned(),
        }
    }

    /// Returns the file of the model.
    ///
    /// # Errors
    /// If there is no folder that may hold a cache.
    pub fn path(&self) -> Result<PathBuf> {
        match self {
            ModelSource::File(path) => Ok(path.clone()),
            ModelSource::Cache(model) => Ok(sacrebleu_cache::folder()?.join("models").join(model.file)),
        }
    }
}

/// Loads a model.
///
/// # Errors
/// If the file is absent or is not a model.
pub fn load(source: &ModelSource, release: Release) -> Result<Tokenization> {
    let path = source.path()?;
    let shown = path_name(&path);
    let bytes = read(&path).map_err(|error| match source {
        ModelSource::Cache(NamedModel { name, .. }) if error.kind() == ErrorKind::NotFound => {
            let command = format!("python3 -c 'import sacrebleu; sacrebleu.BLEU(tokenize=\"{name}\")'");
            anyhow!("{shown}: not in sacreBLEU's cache; download it: {command}; or use a copy with --tokenize spm:FILE")
        }
        _ => anyhow!("{shown}: {}", io_message(&error)),
    })?;
    ensure!(bytes.len() as u64 <= MAX_BYTES, "{shown}: more than {} MiB; not a model", MAX_BYTES >> 20);
    let model = Model::from_bytes(&bytes, release).with_context(|| shown)?;
    Ok(Tokenization::sentence_piece(&source.tokenizer(), model))
}

/// Reads a file up to a byte more than a model may have.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
