//! The score: from text to tokens, counts, statistics and scores, and what statistics alone can tell.
//!
//! Each module imports those below it: text to tokens (`tokenize`), tokens to counts (`ngram`), counts to scores (`scoring`); on
//! these, `samples`, `significance`, `signature`, `shards`. Pure: no file, no flag, no sentence for people.

pub mod dictionary_faults;
pub mod error;
pub mod exact;
pub mod hexadecimal;
pub mod limits;
pub mod lines;
pub mod names;
pub mod ngram;
pub mod parallel;
pub mod repairs;
pub mod samples;
pub mod scoring;
#[cfg(feature = "shards")]
pub mod shards;
pub mod signature;
pub mod significance;
pub mod splitmix64;
pub mod tokenize;
pub mod tool_faults;
pub mod unprintable;
#[cfg(any(test, fuzzing))]
#[doc(hidden)]
pub mod versions;
pub mod worded;
