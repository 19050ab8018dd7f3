//! Tokenizing and counting by definition, without regard for speed. The library is compared with them, also on small
//! dictionaries and models that are built here.

mod counting;
pub mod dictionary_builder;
pub mod mecab;
pub mod model_builder;
pub mod moses;
mod nltk;
pub mod sentencepiece;
mod tokens;

pub use counting::count;
pub use tokens::tokens;
