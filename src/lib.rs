//! BLEU (Papineni et al., 2002).
mod bleu;
pub use bleu::{MAX_ORDER, Metric, Precision, Score, SegmentStatistics, Smoothing, Statistics, Weights};
mod ngram;
mod tokenize;
pub use ngram::Counter;
pub use tokenize::{Normalization, Preprocessing, Tokenization, TokenizationParser, Tokenizer, Tokens};
