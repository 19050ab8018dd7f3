//! What the program says unasked.

pub mod warnings;
