//! Settings of an explanation.

use crate::bleu::scoring::Definition;
use crate::bleu::scoring::Formula;

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

impl Plan {
    /// Sets whether single segments are scored with effective order.
    pub fn effective_order_of_segments(mut self, effective_order: bool) -> Self {
        self.segment_formula = self.segment_formula.with_effective_order(effective_order);
        self
    }

    /// Sets the number of n-grams and of segments in each list.
    pub fn show(mut self, show: usize) -> Self {
        self.show = show;
        self
    }

    /// Leaves out the n-grams, whose lists are then empty. They take most of the time of an explanation.
    pub fn without_ngrams(mut self) -> Self {
        self.ngrams = false;
        self
    }

    /// Leaves out the n-grams and the texts of segments, which are then empty and are not kept in memory.
    pub fn without_texts(mut self) -> Self {
        (self.ngrams, self.texts) = (false, false);
        self
    }
}
