//! `--tokenize auto:by`: groups that are test sets of different languages, each with a tokenizer of its own.

use crate::Definition;
use crate::cli::tokenizer_data::{Loaded, TokenizerName};
use crate::sentencepiece::Release;
use anyhow::{Context, Result, anyhow};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The tokenizers of the languages that the labels of groups name.
#[derive(Debug, Default)]
pub struct SetTokenizers {
    /// Folder of a dictionary that was named.
    dictionary: Option<PathBuf>,
    /// The definition of each group so far. Dictionaries are loaded when the first group needs them.
    definitions: Mutex<HashMap<String, Definition>>,
}

impl SetTokenizers {
    /// Tokenizers of which those that need a dictionary take it from this folder, if one is named.
    pub fn new(dictionary: Option<PathBuf>) -> SetTokenizers {
        SetTokenizers { dictionary, ..SetTokenizers::default() }
    }

    /// Returns a definition with the tokenizer of a group.
    ///
    /// # Errors
    /// If the label names no language, or a dictionary cannot be loaded.
    pub fn definition(&self, definition: &Definition, label: &str) -> Result<Definition> {
        let mut known = self.definitions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(label) {
            return Ok(known.clone());
        }
        // The language may be after the name of a test set.
        let language = label.rsplit('/').next().unwrap_or(label);
        let name = TokenizerName::of_language(language).map_err(|message| {
            anyhow!("--tokenize auto:by: group {label}: {message}; labels are languages, as zh-TW, or pairs, as en-de")
        })?;
        let loaded = name.load(self.dictionary.as_deref(), Release::default());
        let loaded = loaded.with_context(|| format!("group {label}"))?;
        let Loaded { tokenization, .. } = loaded.with_context(|| format!("{name} is no tokenizer of a language"))?;
        let definition = definition.to_builder().tokenization(tokenization).build()?;
        known.insert(label.to_owned(), definition.clone());
        Ok(definition)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_languages_or_pairs() {
        let sets = SetTokenizers::default();
        let tokenizer =
            |label| Ok::<_, anyhow::Error>(sets.definition(&Definition::default(), label)?.tokenization().to_string());
        for label in ["zh", "zh-TW", "zh-CN", "zh-Hant", "en-zh", "en_zh", "wmt22/en-zh", "en-zh_TW"] {
            assert_eq!(tokenizer(label).unwrap(), "zh", "{label}");
        }
        assert_eq!(tokenizer("wmt22/en-pt-BR").unwrap(), "13a");
        assert_eq!(tokenizer("zh-en").unwrap(), "13a");
        assert!(tokenizer("news").unwrap_err().to_string().contains("group news: 'news' is not a language code"));
    }
}
