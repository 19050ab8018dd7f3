//! Limits of the library.

/// The longest n-grams that can be counted, in tokens.
pub const MAX_ORDER: usize = 16;

/// Largest number of resamples: their scores still fit into memory.
pub const MAX_RESAMPLES: usize = 10_000_000;
