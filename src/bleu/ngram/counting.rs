//! Everything that determines the statistics of a text: preprocessing, tokenizer, order, and the rules of counting.

use super::reference_length::ReferenceLength;
use super::statistics::SegmentStatistics;
use crate::bleu::error::Error;
use crate::bleu::tokenize::Preprocessing;
use crate::bleu::tokenize::Tokenizer;

/// Everything that determines the statistics of given text. Definitions with equal countings give the same statistics,
/// so that one count of a text serves several [formulas](crate::bleu::scoring::Formula).
///
/// ```
/// use bleu::{Definition, Smoothing};
///
/// let unsmoothed = Definition::builder().smoothing(Smoothing::None).build()?;
/// assert_eq!(unsmoothed.counting(), Definition::default().counting());
/// let lowercase = Definition::builder().lowercase(true).build()?;
/// assert_ne!(lowercase.counting(), Definition::default().counting());
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Counting {
    pub(crate) preprocessing: Preprocessing,
    /// Longest n-grams that are counted.
    pub(crate) order: usize,
    pub(crate) reference_length: ReferenceLength,
    pub(crate) rules: CountingRules,
}

/// Rules of counting in which tools differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountingRules {
    /// References that are used.
    pub references: UsedReferences,
    /// Number of candidate n-grams of a segment.
    pub totals: Totals,
    /// Comparison of n-grams.
    pub matching: Matching,
    /// Segments with a blank side.
    pub blank_segments: BlankSegments,
    /// Length of references without tokens.
    pub empty_references: EmptyReferences,
    /// Parts of segments that are counted.
    pub parts: SegmentParts,
}

impl CountingRules {
    /// sacreBLEU's rules.
    pub const SACREBLEU: CountingRules = CountingRules {
        references: UsedReferences::All,
        totals: Totals::Ngrams,
        matching: Matching::Tokens,
        blank_segments: BlankSegments::Counted,
        empty_references: EmptyReferences::NoToken,
        parts: SegmentParts::Whole,
    };
}

/// References that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsedReferences {
    /// All of them.
    All,
    /// Only the first that the segment has; the tool reads one.
    First,
}

/// Number of candidate n-grams of a segment, the denominator of a precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Totals {
    /// The number of n-grams, which is 0 if the candidate is shorter than n.
    Ngrams,
    /// The number of n-grams, but at least 1: short segments lower the precision of orders for which they have no
    /// n-gram.
    AtLeastOne,
}

/// Comparison of n-grams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// By their tokens.
    Tokens,
    /// By fairseq's hash, under which different n-grams can be equal, with the first reference only. Words are numbered
    /// by first occurrence, so the counts of a segment depend on those before it.
    FairseqHash,
    /// By their tokens, each order against the one reference that has most correct n-grams, instead of against all references
    /// together.
    BestReference,
}

/// Counts of segments with a blank side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlankSegments {
    /// As of all others.
    Counted,
    /// All zero. Other segments then have a reference length of at least 1, which tells the two apart.
    AllZero,
}

/// Length of references without tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyReferences {
    /// No token.
    NoToken,
    /// One token, which no candidate has.
    OneToken,
}

/// Parts of a segment that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentParts {
    /// All of it.
    Whole,
    /// Of the candidate the part before the first period that a space follows; each such part of the reference is a
    /// reference.
    Sentences,
}

impl Counting {
    /// Longest n-grams that are counted: the order of the score, or more if the smoothing method needs them.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Rule of the reference length.
    pub fn reference_length(&self) -> ReferenceLength {
        self.reference_length
    }

    /// Whether the counts of a segment depend on the segments before it, which forces counting in one thread.
    pub fn is_sequential(&self) -> bool {
        self.rules.matching == Matching::FairseqHash
    }

    /// Whether the counts of a segment depend only on its tokens.
    pub(crate) fn depends_on_tokens_only(&self) -> bool {
        self.rules.matching != Matching::FairseqHash
            && self.rules.blank_segments == BlankSegments::Counted
            && self.rules.parts == SegmentParts::Whole
    }

    /// Whether lines can be counted against a pool of references: all references count alike, in any order.
    pub fn supports_pools(&self) -> bool {
        self.rules.references == UsedReferences::All
            && self.rules.matching == Matching::Tokens
            && self.reference_length != ReferenceLength::ClosestFirst
    }

    /// A tokenizer for candidates.
    pub(crate) fn tokenizer(&self) -> Tokenizer {
        Tokenizer::new(&self.preprocessing)
    }

    /// A tokenizer for references.
    pub(crate) fn reference_tokenizer(&self) -> Tokenizer {
        Tokenizer::new(&self.preprocessing.for_references())
    }

    /// An empty table for the statistics of segments.
    pub(crate) fn segment_table(&self) -> SegmentStatistics {
        SegmentStatistics::new(self.order).expect("the order of a definition is valid")
    }
}

impl Counting {
    /// Returns an error unless lines can be counted against a pool of references.
    pub(super) fn check_pools(&self) -> Result<(), Error> {
        if self.supports_pools() { Ok(()) } else { Err(Error::PoolNotSupported) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::scoring::Definition;

    #[test]
    fn rules_of_some_tools_allow_less() {
        let allows = |definition: Definition| {
            let counting = definition.counting();
            (counting.is_sequential(), counting.depends_on_tokens_only(), counting.supports_pools())
        };
        let tool = |name: &str| Definition::builder().tool(name.parse().unwrap()).build().unwrap();
        let first_closest = Definition::builder().reference_length(ReferenceLength::ClosestFirst);
        assert_eq!(allows(Definition::default()), (false, true, true));
        assert_eq!(allows(first_closest.build().unwrap()), (false, true, false));
        assert_eq!(allows(tool("t2t")), (false, true, false));
        assert_eq!(allows(tool("fairseq")), (true, false, false));
        assert_eq!(allows(tool("code-cn")), (false, false, false));
    }
}
