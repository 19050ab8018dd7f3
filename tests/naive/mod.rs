//! Tokenizing and counting by definition, without regard for speed. The library is compared with them.

mod counting;
pub mod mecab;
pub mod sentencepiece;
mod tokens;

pub use counting::count;
pub use tokens::tokens;
