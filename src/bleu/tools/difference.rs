//! Differences between a tool's definition and sacreBLEU's, aspect by aspect.

use super::{AT_SPACES, Tool};
use crate::bleu::rules::{Brevity, CountingRules, FormulaRules, ZeroOrders};
use crate::bleu::{Definition, ReferenceLength, Smoothing};
use crate::tokenize::{Lowercasing, Tokenization};

/// Tokenizers that split at white space into tokens that may be empty.
const EMPTY_TOKENS: [Tokenization; 2] = [Tokenization::SINGLE_SPACES, Tokenization::BREAKING_SPACES];

/// The international tokenizer of mteval, and its variants.
const INTERNATIONAL: [Tokenization; 4] =
    [Tokenization::INTL, Tokenization::INTL_MTEVAL, Tokenization::INTL_T2T, Tokenization::INTL_UNTRIMMED];

/// An aspect in which definitions differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aspect {
    /// From segments to the score of a corpus.
    Aggregation,
    /// Tokenizer and entities.
    Tokens,
    /// Upper and lower case.
    Case,
    /// References that are used.
    References,
    /// Rule of the reference length.
    ReferenceLength,
    /// Smoothing, and the rule of orders without a match.
    Smoothing,
    /// Number of candidate n-grams of a segment.
    Totals,
    /// Formula of the brevity penalty.
    Brevity,
    /// Segments with an empty side.
    EmptySegments,
    /// Comparison of n-grams.
    Matching,
    /// Width of floating-point numbers.
    Arithmetic,
}

impl Aspect {
    /// All aspects, in the order in which they are reset: smoothing first, since without it the score may be 0, and
    /// then no other aspect would make a difference.
    pub const ALL: &'static [Aspect] = &[
        Aspect::Smoothing,
        Aspect::Aggregation,
        Aspect::Tokens,
        Aspect::Case,
        // fairseq's counter supports only one reference.
        Aspect::Matching,
        Aspect::References,
        Aspect::ReferenceLength,
        Aspect::Totals,
        Aspect::Brevity,
        Aspect::EmptySegments,
        Aspect::Arithmetic,
    ];

    /// Describes, in a few words, the value of a definition that differs from the default in this aspect.
    pub fn describe(self, definition: &Definition) -> &'static str {
        let rules = definition.formula().rules();
        match self {
            Aspect::Aggregation => "average of sentences",
            Aspect::Tokens => match definition.tokenization() {
                own if AT_SPACES.contains(own) => "no tokenizer",
                own if EMPTY_TOKENS.contains(own) => "no tokenizer, empty tokens count",
                own if INTERNATIONAL.contains(own) => "international tokenizer",
                _ => "its own tokenizer",
            },
            Aspect::Case => "lower case",
            Aspect::References => "first reference only",
            Aspect::ReferenceLength => match definition.reference_length() {
                ReferenceLength::Shortest => "shortest reference",
                ReferenceLength::FirstClosest => "first of equally close references",
                _ => "its own reference length",
            },
            Aspect::Smoothing => match (definition.smoothing(), rules.zero_orders) {
                (Smoothing::None, ZeroOrders::LeftOut) => "orders without a match left out",
                (Smoothing::None, _) => "no smoothing",
                (Smoothing::Exp, ZeroOrders::EmptyCountAsOne) => "orders without n-grams count as 1",
                (Smoothing::AddKAll(_), _) => "+1 on all orders",
                (Smoothing::AddK(_) | Smoothing::CodeNn, _) => "+1 on orders above 1",
                (Smoothing::ChenCherry(0), _) => "orders without a match count as almost 0",
                (Smoothing::ChenCherry(_), _) => "NLTK's smoothing",
                (Smoothing::Epsilon, _) => "tiny number instead of 0",
                _ => "its own smoothing",
            },
            Aspect::Totals => "at least one n-gram per sentence and order",
            Aspect::Brevity => match rules.brevity {
                Brevity::PlusOne => "lengths + 1 in the brevity penalty",
                _ => "tiny numbers in the brevity penalty",
            },
            Aspect::EmptySegments => "its own rule of empty segments",
            Aspect::Matching => "n-grams compared by a colliding hash",
            Aspect::Arithmetic => "32-bit numbers",
        }
    }

    /// The definition with this aspect as in `base`, which is computed by sacreBLEU's rules; `None` if it is
    /// the same already.
    fn undo(self, definition: &Definition, base: &Definition) -> Option<Definition> {
        let mut changed = definition.clone();
        let (counting, formula) = (&mut changed.counting, &mut changed.formula);
        match self {
            Aspect::Aggregation => formula.rules.aggregation = FormulaRules::SACREBLEU.aggregation,
            Aspect::Tokens => counting.preprocessing.tokenization = base.tokenization().clone(),
            Aspect::Case if !definition.lowercase() => return None,
            Aspect::Case => {
                (counting.preprocessing.lowercase, counting.preprocessing.lowercasing) =
                    (false, Lowercasing::default());
            }
            Aspect::References => counting.rules.references = CountingRules::SACREBLEU.references,
            Aspect::ReferenceLength => counting.reference_length = base.reference_length(),
            Aspect::Smoothing => {
                (formula.smoothing, formula.rules.zero_orders) =
                    (base.smoothing(), FormulaRules::SACREBLEU.zero_orders);
            }
            Aspect::Totals => counting.rules.totals = CountingRules::SACREBLEU.totals,
            Aspect::Brevity => formula.rules.brevity = FormulaRules::SACREBLEU.brevity,
            Aspect::EmptySegments => {
                counting.rules.blank_segments = CountingRules::SACREBLEU.blank_segments;
                formula.rules.empty_segments = FormulaRules::SACREBLEU.empty_segments;
            }
            Aspect::Matching => counting.rules.matching = CountingRules::SACREBLEU.matching,
            Aspect::Arithmetic => formula.rules.arithmetic = FormulaRules::SACREBLEU.arithmetic,
        }
        changed.to_builder().build().ok().filter(|changed| changed != definition)
    }
}

impl Tool {
    /// The aspects in which its definition differs from the default, each with the definition in which it and those
    /// before it are reset. The last has the default's scores.
    pub fn differences(self) -> Vec<(Aspect, Definition)> {
        let own = Definition::builder().tool(self).build();
        own.map_or_else(|_| Vec::new(), |own| differences(&own, &Definition::default()))
    }
}

/// The aspects in which a tool's definition differs from `base`, which is computed by sacreBLEU's rules, each with
/// the definition in which it and those before it are reset. The last has the scores of `base`.
pub(crate) fn differences(own: &Definition, base: &Definition) -> Vec<(Aspect, Definition)> {
    // Without a name, since with any aspect reset it is no longer the tool's.
    let mut definition = own.clone();
    definition.formula.tool = None;
    let mut reset = |aspect: Aspect| {
        definition = aspect.undo(&definition, base)?;
        Some((aspect, definition.clone()))
    };
    Aspect::ALL.iter().copied().filter_map(&mut reset).collect()
}
