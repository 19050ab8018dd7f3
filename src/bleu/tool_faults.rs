//! Settings that tools do not support, and reasons why they fail, as errors name them.

use super::worded::worded;

worded! {
    /// A setting of a definition, as an error names it.
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum Setting {
        /// The tokenizer, by its name.
        Tokenizer(name: String) = "the tokenizer {name}",
        /// Whether text is lowercased.
        Lowercase(asked: bool) => if *asked { "lowercasing" } else { "mixed case" },
        /// The smoothing method.
        Smoothing(method: String) = "the smoothing {method}",
        /// The order.
        Order(order: usize) = "order {order}",
        /// Weights of the orders.
        Weights = "weights",
        /// Rule of the reference length.
        ReferenceLength(rule: &'static str) = "the reference length {rule}",
        /// The effective order.
        EffectiveOrder = "an effective order",
        /// Unicode normalization.
        Normalization(form: &'static str) = "the normal form {form}",
    }
}

worded! {
    /// Reason why a tool has no score for some segments: it fails.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Failure {
        /// The candidate has no tokens.
        EmptyCandidate = "the candidate has no tokens",
        /// The references have no tokens.
        EmptyReferences = "the references have no tokens",
        /// The candidate has no n-gram of the highest order.
        ShortCandidate = "the candidate has no n-gram of the highest order",
        /// NLTK's method 6 needs three orders and a correct trigram.
        NoTrigram = "method 6 needs three orders and a correct trigram",
    }
}
