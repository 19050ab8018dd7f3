//! Tokenizers: from lines of text to tokens with comparison keys.
//!
//! To add a tokenizer, write its file with a constant `TOKENIZATION`, declare the module here, and add it to
//! [`Tokenization::ALL`]. The name then works in flags, help and signatures. The tokenizers of [`mecab`] and
//! [`sentencepiece`] are made from data instead: a dictionary or a model, which its user loads. What the files share is
//! imported here.

#[cfg(all(target_arch = "x86_64", not(portable)))]
pub(crate) mod avx512;
mod char_class;
mod chars;
mod cjk;
mod codepoints;
mod custom;
mod entities;
mod fingerprint;
mod general_category;
mod intl;
mod key;
mod languages;
mod line_bounds;
mod lowercase;
mod lowercasing;
pub mod mecab;
pub mod moses;
mod nist;
pub(crate) mod nltk;
mod none;
mod preprocess;
pub mod punkt;
mod scan;
mod segment_tokenizer;
pub mod sentencepiece;
pub(crate) mod simd;
mod splitter;
mod token_buffer;
mod tokenization;
mod tokenizer;
mod tokens;
mod tool_specific;
mod uax29;
mod v13a;
mod zh;

pub(crate) use general_category::GeneralCategory;
pub use general_category::UnicodeVersion;
pub(crate) use key::{Key, LANES, is_same};
pub(crate) use lowercasing::{CaseMapping, Lowercasing};
pub use preprocess::Normalization;
pub(crate) use preprocess::Preprocessing;
pub(crate) use scan::is_white_space;
pub(crate) use segment_tokenizer::SegmentTokenizer;
pub(crate) use simd::{Block, bits};
pub(crate) use token_buffer::TokenBuffer;
pub use tokenization::Tokenization;
pub(crate) use tokenization::{is_valid_name, name_without_punkt};
pub use tokenizer::Tokenizer;
#[cfg(any(test, fuzzing))]
pub(crate) use tokenizer::compare_versions;
pub use tokens::{SegmentTokens, Tokens};
