//! Differences between a tool's definition and sacreBLEU's, aspect by aspect.

use super::{AT_SPACES, Tool};
use crate::bleu::scoring::rules::{Arithmetic, Brevity, CountingRules, FormulaRules, Matching, ZeroOrders};
use crate::bleu::scoring::{Definition, ReferenceLength, Smoothing};
use crate::bleu::tokenize::{Lowercasing, Tokenization};

/// Tokenizers that split at white space into tokens that may be empty.
const EMPTY_TOKENS: [Tokenization; 2] = [Tokenization::SINGLE_SPACES, Tokenization::BREAKING_SPACES];

/// The international tokenizer of mteval, and its variants.
const INTERNATIONAL: [Tokenization; 4] =
    [Tokenization::INTL, Tokenization::INTL_MTEVAL, Tokenization::INTL_T2T, Tokenization::INTL_UNTRIMMED];

const FORMULA: FormulaRules = FormulaRules::SACREBLEU;
const COUNTING: CountingRules = CountingRules::SACREBLEU;

/// The aspects in which definitions differ, in the order in which they are reset: smoothing first, since without it the score
/// may be 0, and then no other aspect would make a difference. Each gives a definition the value of another one, which is
/// computed by sacreBLEU's rules, and describes, in a few words, the value that differs.
const ASPECTS: [fn(&mut Definition, &Definition) -> &'static str; 14] = [
    reset_smoothing,
    |own, _| reset(&mut own.formula.rules.aggregation, FORMULA.aggregation, "average of sentences"),
    |own, base| {
        own.formula.effective_order = base.effective_order();
        reset(&mut own.formula.weights, base.weights().cloned(), "one order alone")
    },
    |own, _| reset(&mut own.counting.rules.parts, COUNTING.parts, "first sentence only"),
    reset_tokens,
    reset_case,
    // fairseq's counter supports only one reference.
    reset_matching,
    |own, _| reset(&mut own.counting.rules.references, COUNTING.references, "first reference only"),
    reset_reference_length,
    |own, _| {
        reset(&mut own.counting.rules.empty_references, COUNTING.empty_references, "empty references have a token")
    },
    |own, _| reset(&mut own.counting.rules.totals, COUNTING.totals, "at least one n-gram per sentence and order"),
    reset_brevity,
    |own, _| {
        own.counting.rules.blank_segments = COUNTING.blank_segments;
        reset(&mut own.formula.rules.empty_segments, FORMULA.empty_segments, "its own rule of empty segments")
    },
    reset_arithmetic,
];

fn reset<T>(place: &mut T, value: T, words: &'static str) -> &'static str {
    *place = value;
    words
}

/// Resets smoothing, and the rule of orders without a match.
fn reset_smoothing(own: &mut Definition, base: &Definition) -> &'static str {
    let places = (&mut own.formula.smoothing, &mut own.formula.rules.zero_orders);
    let words = match (*places.0, *places.1) {
        (Smoothing::None, ZeroOrders::LeftOut) => "orders without a match left out",
        (Smoothing::None, _) => "no smoothing",
        (Smoothing::Exp, ZeroOrders::EmptyCountAsOne) => "orders without n-grams count as 1",
        (Smoothing::AddKAll(_), _) => "+1 on all orders",
        (Smoothing::AddK(_) | Smoothing::CodeNn, _) => "+1 on orders above 1",
        (Smoothing::TinyPrecision, _) => "tiny precisions instead of 0",
        (Smoothing::ChenCherry(0), _) => "orders without a match count as almost 0",
        (Smoothing::ChenCherry(_), _) => "NLTK's smoothing",
        (Smoothing::Epsilon, _) => "tiny number instead of 0",
        _ => "its own smoothing",
    };
    (*places.0, *places.1) = (base.smoothing(), FORMULA.zero_orders);
    words
}

/// Resets tokenizer and entities.
fn reset_tokens(own: &mut Definition, base: &Definition) -> &'static str {
    match std::mem::replace(&mut own.counting.preprocessing.tokenization, base.tokenization().clone()).without_punkt() {
        tokens if AT_SPACES.contains(&tokens) || tokens == Tokenization::JAVASCRIPT_SPACE => "no tokenizer",
        tokens if EMPTY_TOKENS.contains(&tokens) => "no tokenizer, empty tokens count",
        tokens if INTERNATIONAL.contains(&tokens) => "international tokenizer",
        tokens if tokens == Tokenization::CODEPOINTS => "characters as tokens",
        tokens if tokens == Tokenization::NLTK => "NLTK's tokenizer",
        tokens if tokens == Tokenization::AZURE => "a tokenizer for ASCII and one for other text",
        _ => "its own tokenizer",
    }
}

/// Resets upper and lower case.
fn reset_case(own: &mut Definition, _: &Definition) -> &'static str {
    if std::mem::take(&mut own.counting.preprocessing.lowercase) {
        own.counting.preprocessing.lowercasing = Lowercasing::default();
    }
    "lower case"
}

fn reset_reference_length(own: &mut Definition, base: &Definition) -> &'static str {
    match std::mem::replace(&mut own.counting.reference_length, base.reference_length()) {
        ReferenceLength::Shortest => "shortest reference",
        ReferenceLength::ClosestFirst => "first of equally close references",
        _ => "its own reference length",
    }
}

fn reset_matching(own: &mut Definition, _: &Definition) -> &'static str {
    match std::mem::replace(&mut own.counting.rules.matching, COUNTING.matching) {
        Matching::BestReference => "best single reference",
        _ => "n-grams compared by a colliding hash",
    }
}

fn reset_arithmetic(own: &mut Definition, _: &Definition) -> &'static str {
    match std::mem::replace(&mut own.formula.rules.arithmetic, FORMULA.arithmetic) {
        Arithmetic::PercentRoundedToFourDecimals => "scores rounded to four decimals",
        _ => "32-bit numbers",
    }
}

fn reset_brevity(own: &mut Definition, _: &Definition) -> &'static str {
    match std::mem::replace(&mut own.formula.rules.brevity, FORMULA.brevity) {
        Brevity::PlusOne => "lengths + 1 in the brevity penalty",
        _ => "tiny numbers in the brevity penalty",
    }
}

impl Tool {
    /// The aspects in which its definition differs from the default, each in a few words, with the definition in which it and
    /// those before it are reset. The last has the default's scores.
    pub fn differences(self) -> Vec<(&'static str, Definition)> {
        let own = Definition::builder().tool(self).build();
        own.map_or_else(|_| Vec::new(), |own| differences(&own, &Definition::default()))
    }
}

/// The aspects in which a tool's definition differs from `base`, which is computed by sacreBLEU's rules, each in a few words,
/// with the definition in which it and those before it are reset. The last has the scores of `base`.
pub(crate) fn differences(own: &Definition, base: &Definition) -> Vec<(&'static str, Definition)> {
    // Without a name, since with any aspect reset it is no longer the tool's.
    let mut definition = own.clone();
    definition.formula.tool = None;
    let mut differences = Vec::new();
    for reset in ASPECTS {
        let mut changed = definition.clone();
        let words = reset(&mut changed, base);
        if let Some(changed) = changed.to_builder().build().ok().filter(|changed| *changed != definition) {
            differences.push((words, changed.clone()));
            definition = changed;
        }
    }
    differences
}
