//! Settings of an explanation.

use crate::accessors::setters;
use crate::bleu::Definition;
use crate::bleu::Formula;

/// Settings of an explanation: how a corpus and its segments are scored, and how long lists are.
#[derive(Clone, Debug)]
#[must_use]
pub struct Plan {
    pub(crate) definition: Definition,
    /// Formula for scores of single segments.
    pub(crate) segment_formula: Formula,
    /// Number of n-grams and of segments in each list.
    pub(crate) show: usize,
    /// Whether n-grams are counted.
    pub(crate) ngrams: bool,
    /// Whether segments have their texts.
    pub(crate) texts: bool,
}

impl Plan {
    /// A plan to explain scores by this definition, in lists of 10. Single segments are scored with effective order.
    pub fn new(definition: Definition) -> Plan {
        Plan {
            segment_formula: definition.formula().clone().with_effective_order(true),
            definition,
            show: 10,
            ngrams: true,
            texts: true,
        }
    }
}

setters! {
    self: Plan {
        /// Sets whether single segments are scored with effective order.
        pub effective_order_of_segments(effective_order: bool) {
            self.segment_formula = self.segment_formula.with_effective_order(effective_order)
        }

        /// Sets the number of n-grams and of segments in each list.
        pub show(show: usize) { self.show = show }

        /// Leaves out the n-grams, whose lists are then empty. They take most of the time of an explanation.
        pub without_ngrams() { self.ngrams = false }

        /// Leaves out the n-grams and the texts of segments, which are then empty and are not kept in memory.
        pub without_texts() { (self.ngrams, self.texts) = (false, false) }
    }
}
