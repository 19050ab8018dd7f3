//! The fields of a signature that name a tokenizer.

use crate::Error;
use crate::tokenize::{Tokenization, is_valid_name};

/// A tokenizer as signatures name it; its code, dictionary or model need not be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenizerFields {
    name: String,
    /// Fingerprint of the model, and release of SentencePiece.
    model: Option<(String, String)>,
}

impl TokenizerFields {
    /// Reads the name of a tokenizer.
    pub(super) fn named(name: &str) -> Result<Self, Error> {
        if !is_valid_name(name) {
            return Err(Error::InvalidSignature { field: format!("tok:{name}") });
        }
        Ok(TokenizerFields { name: name.to_owned(), model: None })
    }

    pub(super) fn with_model(self, fingerprint: &str, release: &str) -> Self {
        TokenizerFields { model: Some((fingerprint.to_owned(), release.to_owned())), ..self }
    }

    /// The name: `13a`, or with the versions of MeCab `ja-mecab-0.996-IPA`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Fingerprint of SentencePiece's model; not in sacreBLEU's signatures.
    pub fn fingerprint(&self) -> Option<&str> {
        self.model.as_ref().map(|(fingerprint, _)| fingerprint.as_str())
    }

    /// Name of SentencePiece's release; not in sacreBLEU's signatures.
    pub fn release(&self) -> Option<&str> {
        self.model.as_ref().map(|(_, release)| release.as_str())
    }

    /// The tokenizer, if it is one of this library that needs no data.
    pub(super) fn own(&self) -> Option<Tokenization> {
        self.name.parse().ok()
    }

    /// Checks that a tokenizer does not have another model.
    pub(super) fn check_model(&self, tokenization: &Tokenization) -> Result<(), Error> {
        match (&self.model, tokenization.model_signature()) {
            (Some((fingerprint, release)), Some(found)) if (&**fingerprint, &**release) != found => {
                let expected = format!("{fingerprint}, SentencePiece {release}");
                Err(Error::OtherModel { expected, found: format!("{}, SentencePiece {}", found.0, found.1) })
            }
            _ => Ok(()),
        }
    }
}

impl From<&Tokenization> for TokenizerFields {
    fn from(tokenization: &Tokenization) -> Self {
        let model = tokenization.model_signature();
        TokenizerFields {
            name: tokenization.signature().to_owned(),
            model: model.map(|(fingerprint, release)| (fingerprint.to_owned(), release.to_owned())),
        }
    }
}
