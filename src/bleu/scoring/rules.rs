//! Rules in which the definitions of BLEU tools differ. The defaults are sacreBLEU's; `tools` combines them into other
//! tools' definitions.

pub use crate::bleu::ngram::{
    BlankSegments, CountingRules, EmptyReferences, Matching, SegmentParts, Totals, UsedReferences,
};

/// Rules of a formula beyond order, weights and smoothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaRules {
    /// Orders without a correct n-gram, or without any n-gram.
    pub zero_orders: ZeroOrders,
    /// Formula of the brevity penalty.
    pub brevity: Brevity,
    /// From segments to the score of a corpus.
    pub aggregation: Aggregation,
    /// Segments with an empty side.
    pub empty_segments: EmptySegments,
    /// Corpora for which there is no score.
    pub empty_corpus: EmptyCorpus,
    /// Width of floating-point numbers.
    pub arithmetic: Arithmetic,
}

impl FormulaRules {
    /// sacreBLEU's rules.
    pub const SACREBLEU: FormulaRules = FormulaRules {
        zero_orders: ZeroOrders::Zero,
        brevity: Brevity::Papineni,
        aggregation: Aggregation::Corpus,
        empty_segments: EmptySegments::Scored,
        empty_corpus: EmptyCorpus::Scored,
        arithmetic: Arithmetic::Double,
    };
}

/// Treatment of orders without a correct n-gram, or without any n-gram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroOrders {
    /// The score is 0 if no n-gram is correct, if an order has no n-gram, or if a smoothed precision is 0.
    Zero,
    /// As `Zero`, and smoothing does not help an order without a correct n-gram.
    ZeroEvenIfSmoothed,
    /// An order whose smoothed precision is 0 counts as if its precision were 1; without a correct token the score is
    /// 0.
    LeftOut,
    /// An order without any n-gram counts as if its precision were 1; a corpus without any match is smoothed.
    EmptyCountAsOne,
    /// Every order counts as smoothing leaves it, even if nothing matches.
    Smoothed,
}

/// Formula of the brevity penalty, of the candidate's length c and the reference length r.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brevity {
    /// exp(1 - r / c) if c < r, else 1; 0 if only the candidate is empty.
    Papineni,
    /// exp(1 - 1 / q) if q = (c + 1e-15) / (r + 1e-9) is below 1, else 1.
    Epsilon,
    /// exp(1 - (r + 1) / (c + 1)) if c < r, else 1: an empty candidate is not scored 0.
    PlusOne,
}

/// From segments to the score of a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregation {
    /// The score of the sums of the segments' statistics.
    Corpus,
    /// The arithmetic mean of the segments' scores.
    MeanOfSegments,
}

/// Treatment of segments with an empty side, in a mean of segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptySegments {
    /// They are scored like all others.
    Scored,
    /// Their score is 0.
    Zero,
    /// Left out if a side is blank ([`BlankSegments::AllZero`]); a candidate that is not blank but has no token makes
    /// the corpus score 0.
    LeftOut,
}

/// Corpora on which the tool fails, so that there is no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyCorpus {
    /// Every corpus has a score.
    Scored,
    /// The candidate needs a token if the references have one.
    NeedsCandidate,
    /// Both sides need a token.
    NeedsBoth,
    /// Both sides need a token if orders without a match are smoothed.
    SmoothedNeedsBoth,
    /// The candidate needs an n-gram of each order.
    NeedsAllOrders,
}

/// Width of the floating-point numbers of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// 64 bits.
    Double,
    /// 64 bits; the score is rounded to 32 bits.
    RoundedToSingle,
    /// 64 bits; the score from 0 to 100 is rounded to 32 bits.
    PercentRoundedToSingle,
    /// 64 bits; the score from 0 to 100 is rounded to four decimals.
    PercentRoundedToFourDecimals,
    /// Every operation is rounded to 32 bits: precisions, their weighted logarithms, which are added in the order of the
    /// n-grams, the mean, the brevity penalty, and the product.
    Single,
    /// As `Single`, but the brevity penalty and the product have 64 bits.
    SingleMean,
    /// Every operation is rounded to 32 bits; logarithms of counts are subtracted, and the brevity penalty is added to
    /// their mean.
    SingleLogarithms,
}
