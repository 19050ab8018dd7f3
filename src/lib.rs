//! BLEU (Papineni et al., 2002): how close a machine's translation is to human ones.
//!
//! A [`Tokenizer`] cuts lines into tokens, a [`Counter`] compares a candidate's n-grams with those of its references,
//! the counts of segments add up to [`Statistics`] of a corpus, and a [`Metric`] makes a [`Score`] of them. Nothing
//! here knows files or output.
//!
//! ```
//! use bleu::{Counter, Metric, Preprocessing, SegmentStatistics, Smoothing, Tokenizer};
//!
//! let mut tokenizers = [(); 3].map(|()| Tokenizer::new(Preprocessing::default()));
//! let [candidate, first, second] = &mut tokenizers;
//! let candidate = candidate.tokenize("the love can always do\n");
//! let references = [first.tokenize("love can always find a way\n"), second.tokenize("love makes anything possible\n")];
//!
//! let mut segments = SegmentStatistics::new(3);
//! Counter::default().count(candidate, &references, &mut segments);
//! let metric = Metric { order: 3, smoothing: Smoothing::None, ..Metric::default() };
//! let score = metric.score(&segments.sum());
//!
//! assert_eq!(score.counts(), [3.0, 2.0, 1.0]);
//! assert_eq!(score.totals(), [5.0, 4.0, 3.0]);
//! assert_eq!((score.hyp_len, score.ref_len, score.bp), (5, 4, 1.0));
//! assert!((score.score - 0.1f64.cbrt()).abs() < 1e-15);
//! ```
//!
//! # Words
//! - *candidate*: the translation that is scored; *reference*: a human one; *segment*: a line of either; *corpus*: all
//!   segments.
//! - *n-gram*: n tokens in a row; n is its *order*.
//! - *correct*: candidate n-grams that occur in a reference, each counted at most as often as the reference that has
//!   it most often (*clipped*); *total*: all candidate n-grams; *precision*: correct over total.
//! - *closest reference length*: the length of the reference that is closest in length to the candidate; *brevity
//!   penalty*: the factor that punishes a candidate shorter than that.
//! - *smoothing*: what is done about orders without a correct n-gram; *effective order*: the longest order that a
//!   candidate is long enough for.
//! - *signature*: a line that says how a score was computed.
#![warn(missing_docs)]

mod bleu;
pub mod diagnose;
pub mod explain;
mod ngram;
mod numpy;
mod resample;
mod signature;
mod tokenize;

pub use bleu::{
    DEFAULT_ORDER, MAX_ORDER, Metric, Precision, Score, SegmentStatistics, Smoothing, Statistics, Weights,
    brevity_penalty, closest_reference_length,
};
pub use ngram::Counter;
pub use resample::{AllPairs, Confidence, Pair, Paired, PairedTest, Progress, Ranked, Resampling, SIGNIFICANT};
pub use signature::Signature;
pub use tokenize::{Line, Normalization, Preprocessing, Tokenization, TokenizationParser, Tokenizer, Tokens};
