//! Tokenizing and counting by definition, without regard for speed. The library is compared with them.
#![allow(dead_code, unused_imports, reason = "each test uses only a part")]

mod counting;
mod tokens;

pub use counting::count;
pub use tokens::tokens;
