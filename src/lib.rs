//! BLEU (Papineni et al., 2002): a score from 0 to 1 for the closeness of machine translations to human ones.
//!
//! A [`Definition`] specifies the score: tokenizer, order, weights, smoothing and so on. The default is sacreBLEU's. It
//! scores a corpus or a sentence:
//!
//! ```
//! use bleu::{Definition, ReferenceLists};
//!
//! let definition = Definition::default();
//! let candidates = ["the love can always do"];
//! let references = [["love can always find a way", "love makes anything possible"]];
//! let score = definition.corpus_score(&candidates, ReferenceLists::by_segment(&references))?;
//! assert_eq!((score.correct(), score.total()), (&[3.0, 2.0, 1.0, 0.0][..], &[5.0, 4.0, 3.0, 2.0][..]));
//! assert_eq!((score.hyp_len(), score.ref_len(), score.bp()), (5, 4, 1.0));
//! # Ok::<(), bleu::Error>(())
//! ```
//!
//! For single sentences the effective order is usual, which does not penalize short ones for their lack of 4-grams:
//!
//! ```
//! use bleu::Definition;
//!
//! let definition = Definition::builder().effective_order(true).build()?;
//! let score = definition.sentence_score("a small red car", &["a small red car", "one small red car"])?;
//! assert_eq!(format!("{score:#}"), "100.0 100.0/100.0/100.0/100.0 (BP = 1.000 ratio = 1.000 hyp_len = 4 ref_len = 4)");
//! # Ok::<(), bleu::Error>(())
//! ```
//!
//! References are listed [by segment](ReferenceLists::by_segment), here. sacreBLEU lists them
//! [by reference](ReferenceLists::by_reference). A [single](ReferenceLists::single) list holds one reference of each segment.
//!
//! An [`Accumulator`] scores text that does not fit into memory, segment by segment. Accumulators can be merged, so that
//! parts of a corpus are counted on several threads:
//!
//! ```
//! use bleu::{Accumulator, Definition, Error, ReferenceLists};
//! use std::thread;
//!
//! let definition = Definition::default();
//! let candidates = ["a small house", "it is blue now", "and the door is red"];
//! let references = ["the small house", "it is blue", "and its door is red"];
//! let count = |(candidates, references): (&[&str], &[&str])| {
//!     let mut part = definition.accumulator();
//!     part.add_segments(candidates, ReferenceLists::single(references))?;
//!     Ok::<Accumulator, Error>(part)
//! };
//! let mut corpus = definition.accumulator();
//! thread::scope(|scope| {
//!     let parts = candidates.chunks(2).zip(references.chunks(2));
//!     let threads: Vec<_> = parts.map(|part| scope.spawn(move || count(part))).collect();
//!     threads.into_iter().try_for_each(|thread| corpus.merge(thread.join().expect("no call panics")?))
//! })?;
//! assert_eq!(corpus.score()?, definition.corpus_score(&candidates, ReferenceLists::single(&references))?);
//! # Ok::<(), Error>(())
//! ```
//!
//! Between machines, their [`Statistics`] can be sent and added up.
//!
//! Two types hold counts:
//! - [`Statistics`]: the integers of one segment, or of a sum of segments. Use them to score, and to add up shards.
//! - [`SegmentStatistics`]: a table with the statistics of each segment. Use it for significance tests.
//!
//! [`Samples`] compare the many translations that a language model gives of one segment, and choose one of them.
//!
//! [`References`] are tokenized once, for rerankers and training loops that score many candidates against them.
//! [`Tokenization::custom`] is a tokenizer of one's own, and [`Accumulator::add_tokens`] takes tokens as they are.
//!
//! [`Resampling`] gives confidence intervals and tests whether systems differ. A [`Signature`] is the line that says
//! how a score was computed, and can be read back. No call panics; invalid arguments return an [`Error`].
//!
//! The [`manual`] describes the program `bleu`, and the rules that library and program share.
//!
//! # Features
//! The package is named `bleu-mt`. Its default feature `cli` is the program, with the crates that it needs. A library
//! does without:
//!
//! ```toml
//! bleu-mt = { version = "0.4", default-features = false }
//! ```
//!
//! The feature `shards` adds the module `shards`, the records of the program's `--stats`. The feature `serde` serializes
//! statistics and results. Statistics, signatures, [`Score`], [`Confidence`], [`Comparison`] and [`SegmentComparison`] can be
//! read back.
//!
//! # JSON
//! The library, the program and its records of statistics share one set of keys, which are sacreBLEU's where that has them. They
//! do not change within a minor version:
//!
//! | key | meaning |
//! | --- | --- |
//! | `score` | the score, from 0 to 1 |
//! | `hyp_len`, `ref_len` | tokens of the candidate, and of the closest references |
//! | `counts`, `totals` | correct n-grams, and n-grams of the candidate; a number for each order |
//! | `count`, `total` | the same of one order |
//! | `precisions`, `bp`, `ratio` | precision of each order after smoothing, brevity penalty, `hyp_len` divided by `ref_len` |
//! | `rows` | of [`SegmentStatistics`]: for each segment the numbers `hyp_len`, `ref_len`, `counts`, `totals`, in this order |
//! | `segment`, `segments` | numbers of segments |
//!
//! Segments and lines are numbered from 0 in arguments and fields, as slices are, and from 1 in JSON and in words, as people and
//! editors count.
//!
#![cfg_attr(
    feature = "serde",
    doc = r#"```
use bleu::{Definition, Statistics};

let definition = Definition::default();
let statistics = definition.accumulator().add("a b c d e", &["a b c d f"])?;
let json = serde_json::to_string(&statistics)?;
assert!(json.starts_with("{\"hyp_len\":5,\"ref_len\":5,\"counts\":[4,3,2,1]"));
assert_eq!(serde_json::from_str::<Statistics>(&json)?, statistics);
# Ok::<(), Box<dyn std::error::Error>>(())
```"#
)]
//!
//! # Limits
//! A text is too long, and an [`Error`], if it
//! - is larger than 4 GiB ([`Error::TextTooLong`]),
//! - has a line of more than 4,194,304 tokens ([`Error::TooManyTokens`]), or
//! - has a line of more than 2 MiB that MeCab or SentencePiece tokenizes ([`Error::LineTooLong`]).
//!
//! # Versions
//! The version is semantic: until 1.0, releases with another second number may change the library's interface or its
//! scores, and those with another third number do neither. The [changelog](manual) says how to migrate. Enums and results
//! that may grow are `#[non_exhaustive]`. A newer minimum version of Rust is not a breaking change.
//!
//! # Speed
//! The more text a call has, the less it costs per segment: [`Accumulator::add_lines`] and [`Definition::corpus_score`]
//! count many segments together, and [`Scorer::score_all`] many candidates.
//! [`Definition::sentence_score`] sets up all that it needs in each call, and costs about four times as much as
//! [`Scorer::score`].
//!
//! A program in Cargo's plain release profile takes a tenth more time than with `codegen-units = 1`. For debug builds,
//! `[profile.dev.package.bleu-mt]` with `opt-level = 3` optimizes this crate alone.
//!
//! # Terms
//! - *candidate*: a translation that is scored; *reference*: a human one; *segment*: a candidate with its references,
//!   usually a line of each file; *corpus*: all segments.
//! - *n-gram*: n tokens in a row; n is its *order*.
//! - *correct*: candidate n-grams that occur in a reference, each counted at most as often as it occurs in any one
//!   reference (*clipped*); *total*: all candidate n-grams; *precision*: correct divided by total.
//! - *closest reference length*: of a segment's reference lengths, the one closest to the candidate's length; *brevity
//!   penalty*: the factor that penalizes a candidate shorter than that.
//! - *smoothing*: the treatment of orders without a correct n-gram; *effective order*: the highest order for which the
//!   candidate has an n-gram.
//! - *statistics*: the integers that a score is computed from, of a segment or a sum of segments.
//! - *signature*: a line that says how a score was computed.
#![warn(missing_docs)]

// Three storeys, and the program on them: each imports those before it, never one after it.
mod bleu;
mod checks;
pub mod manual;

// The choice of cases, as in the tests of the program.
#[cfg(test)]
#[path = "../tests/common/sampling.rs"]
mod sampling;

// Public only for the program's `main`, the fuzz targets and the benchmarks: neither is part of the library's API.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod program;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod text;

pub use bleu::error::Error;
pub use bleu::samples::Samples;
pub use bleu::scoring::tools;
pub use bleu::scoring::{
    Accumulator, CorpusTotals, Counting, DEFAULT_ORDER, Definition, DefinitionBuilder, Formula, MAX_ORDER, Precision,
    ReferenceLength, ReferenceLists, References, Score, Scorer, SegmentStatistics, Smoothing, Statistics, Weights,
    brevity_penalty,
};
#[cfg(feature = "shards")]
pub use bleu::shards;
pub use bleu::signature::{
    EmptyCandidate, EmptyReference, JoinedCues, Pool, ReferenceCount, SegmentFields, Signature, TestSetFields,
    TokenizerFields,
};
pub use bleu::significance::{
    AllPairs, Comparison, Confidence, Correction, MIN_SEGMENTS_FOR_POWER, Pair, Paired, PairedTest, Power,
    RankedSystem, Resamples, Resampling, ResamplingFields, SIGNIFICANCE_LEVEL, SegmentComparison, Spread, SystemRuns,
    Systems,
};
pub use bleu::tokenize::{
    Normalization, SegmentTokens, Tokenization, Tokenizer, Tokens, UnicodeVersion, mecab, moses, punkt, sentencepiece,
};
#[cfg(any(test, fuzzing))]
#[doc(hidden)]
pub use bleu::versions;
pub use checks::{AddSegments, diagnose, explain, repair, robust, what_if};
