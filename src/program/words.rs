//! What the program says unasked, and where inputs diverge.

pub mod divergence;
pub mod warnings;
