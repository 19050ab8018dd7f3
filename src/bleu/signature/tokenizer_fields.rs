//! The fields of a signature that name a tokenizer.

use crate::bleu::error::Error;
use crate::bleu::tokenize::{Tokenization, UnicodeVersion, is_valid_name, name_without_punkt};

/// A tokenizer as signatures name it; its code, dictionary or model need not be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenizerFields {
    name: String,
    /// Fingerprint of a dictionary or a model, and release of SentencePiece.
    data: Option<(String, Option<String>)>,
    /// Version of Unicode, if general categories decide the tokens.
    unicode: Option<UnicodeVersion>,
}

impl TokenizerFields {
    /// The name: `13a`, or with the versions of MeCab `ja-mecab-0.996-IPA`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Fingerprint of MeCab's dictionary or of SentencePiece's model; not in sacreBLEU's signatures.
    pub fn fingerprint(&self) -> Option<&str> {
        Some(&self.data.as_ref()?.0)
    }

    /// Version of Unicode whose general categories decide the tokens; `None` if general categories do not. Signatures show it
    /// unless it is the default.
    pub fn unicode(&self) -> Option<UnicodeVersion> {
        self.unicode
    }

    /// Name of SentencePiece's release; not in sacreBLEU's signatures.
    pub fn release(&self) -> Option<&str> {
        self.data.as_ref()?.1.as_deref()
    }
}

impl TokenizerFields {
    /// Reads the name of a tokenizer.
    pub(super) fn named(name: &str) -> Result<Self, Error> {
        if !is_valid_name(name) {
            return Err(Error::InvalidSignature { field: format!("tok:{name}") });
        }
        let unicode = name_without_punkt(name).parse::<Tokenization>().ok().and_then(|own| own.unicode());
        Ok(TokenizerFields { name: name.to_owned(), data: None, unicode })
    }

    /// The same tokenizer with a dictionary, or with a model and a release of SentencePiece.
    pub(super) fn with_data(self, fingerprint: &str, release: Option<&str>) -> Self {
        TokenizerFields { data: Some((fingerprint.to_owned(), release.map(String::from))), ..self }
    }

    /// The same tokenizer by a version of Unicode, if general categories decide its tokens.
    pub(super) fn with_unicode(self, version: UnicodeVersion) -> Self {
        TokenizerFields { unicode: self.unicode.and(Some(version)), ..self }
    }

    /// The tokenizer, if it is one of this library that needs no data.
    pub(super) fn own(&self) -> Option<Tokenization> {
        self.name.parse().ok()
    }

    /// Checks that a tokenizer does not have another dictionary or model.
    pub(super) fn check_data(&self, tokenization: &Tokenization) -> Result<(), Error> {
        let Some((expected, found)) = self.data.as_ref().zip(tokenization.data()) else { return Ok(()) };
        let (fingerprint, release) = expected;
        if (fingerprint.as_str(), release.as_deref()) == found {
            return Ok(());
        }
        Err(Error::OtherModel {
            expected: described(fingerprint, release.as_deref()),
            found: described(found.0, found.1),
        })
    }
}

/// The fingerprint of a dictionary or model, with the release of SentencePiece.
fn described(fingerprint: &str, release: Option<&str>) -> String {
    match release {
        Some(release) => format!("{fingerprint}, SentencePiece {release}"),
        None => fingerprint.to_owned(),
    }
}

impl From<&Tokenization> for TokenizerFields {
    fn from(tokenization: &Tokenization) -> Self {
        let name = tokenization.signature().to_owned();
        let fields = TokenizerFields { name, data: None, unicode: tokenization.unicode() };
        match tokenization.data() {
            Some((fingerprint, release)) => fields.with_data(fingerprint, release),
            None => fields,
        }
    }
}
