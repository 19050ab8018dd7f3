//! `--tokenize auto:by`: groups that are test sets of different languages, each with a tokenizer of its own.

use crate::bleu::scoring::Definition;
use crate::bleu::tokenize::sentencepiece::Release;
use crate::text::tokenizer_data::{Loaded, TokenizerName};
use anyhow::{Context, Result, anyhow, bail};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The tokenizers of the languages that the labels of groups name.
#[derive(Debug, Default)]
pub struct SetTokenizers {
    /// Tokenizers that were named for labels, or for languages of labels.
    named: Vec<(String, TokenizerName)>,
    /// Folder of a dictionary that was named.
    dictionary: Option<PathBuf>,
    /// The definition of each group so far. Dictionaries are loaded when the first group needs them.
    definitions: Mutex<HashMap<String, Definition>>,
}

impl SetTokenizers {
    /// These tokenizers for labels, and the languages' for others. A dictionary is taken from this folder,
    /// if one is named.
    pub fn new(named: Vec<(String, TokenizerName)>, dictionary: Option<PathBuf>) -> SetTokenizers {
        SetTokenizers { named, dictionary, ..SetTokenizers::default() }
    }

    /// The same tokenizers, with definitions of groups that are known, whose data need not be here.
    pub fn known(&self, definitions: HashMap<String, Definition>) -> SetTokenizers {
        SetTokenizers { definitions: Mutex::new(definitions), ..SetTokenizers::new(self.named.clone(), None) }
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
        let name = match self.named.iter().find(|(named, _)| is_label(named, label)) {
            Some((_, name)) => name.clone(),
            None => TokenizerName::from_language(language(label)).map_err(|message| {
                anyhow!(
                    "--tokenize auto:by: group {label}: {message}; labels are languages, as zh-TW, or pairs, as en-de; for \
                     others, name a tokenizer: auto:by,{label}=char"
                )
            })?,
        };
        let loaded = name.load(self.dictionary.as_deref(), Release::default());
        let loaded = loaded.with_context(|| format!("group {label}"))?;
        let Loaded { tokenization, .. } = loaded.with_context(|| format!("{name} is not a tokenizer of a language"))?;
        let definition = definition.to_builder().tokenization(tokenization).build()?;
        known.insert(label.to_owned(), definition.clone());
        Ok(definition)
    }

    /// Checks that there was a group for each tokenizer that was named.
    ///
    /// # Errors
    /// If there was none: its name is probably misspelled.
    pub fn check_named(&self) -> Result<()> {
        let known = self.definitions.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = self.named.iter().find(|(named, _)| !known.keys().any(|label| is_label(named, label)));
        missing.map_or(Ok(()), |(named, name)| bail!("--tokenize auto:by: {named}={name}: no group is called {named}"))
    }
}

/// The language of a label, which may be after the name of a test set.
fn language(label: &str) -> &str {
    label.rsplit('/').next().unwrap_or(label)
}

/// Whether a tokenizer that was named for a label or a language belongs to a group.
fn is_label(named: &str, label: &str) -> bool {
    named == label || named == language(label)
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
