//! The models that sacreBLEU has names for.

/// A model that sacreBLEU fetches and keeps in its cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedModel {
    /// Name of the tokenizer.
    pub name: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// Name of the file in the cache's folder `models`.
    pub file: &'static str,
}

/// The models of sacreBLEU 2.6.0.
pub const NAMED_MODELS: &[NamedModel] = &[
    NamedModel {
        name: "flores101",
        summary: "SentencePiece with the FLORES-101 model from sacreBLEU's cache (also: spm)",
        file: "sacrebleu_tokenizer_spm.model",
    },
    NamedModel {
        name: "flores200",
        summary: "SentencePiece with the FLORES-200 model from sacreBLEU's cache",
        file: "flores200sacrebleuspm",
    },
    NamedModel {
        name: "spBLEU-1K",
        summary: "SentencePiece with the spBLEU-1K model from sacreBLEU's cache",
        file: "spbleu-1k_tokenizer_spm.model",
    },
];
