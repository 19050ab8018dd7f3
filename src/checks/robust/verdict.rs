//! The verdict on a comparison: whether it holds under all choices, and which decide.

use super::Choice;
use crate::bleu::significance::Comparison;

/// A comparison of two systems as asked for, and under each choice.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RobustComparison {
    /// Place of the system.
    pub system: usize,
    /// Place of the system that it is compared with.
    pub other: usize,
    /// The comparison as asked for.
    pub given: Comparison,
    /// The comparison under each choice.
    pub choices: Vec<Tested>,
    /// Number of groups.
    pub groups: usize,
    /// Number of groups that were left out, one after the other, for a test: all if they are at most 100, else the groups without
    /// which a difference comes closest to being significant, or to not being significant any more.
    pub tested_groups: usize,
    /// The segments, from 0, without which a significant difference is not significant any more, if they are few.
    pub rests_on: Option<Vec<u64>>,
}

/// A comparison under a choice.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tested {
    /// The choice.
    pub choice: Choice,
    /// The comparison under it.
    pub comparison: Comparison,
}

/// Whether a comparison holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Verdict {
    /// Two choices lead to significant differences in opposite directions.
    Contradicted,
    /// Significant or not, by choice.
    Depends,
    /// Significant, in the same direction, under all choices; or under none.
    Holds,
}

impl RobustComparison {
    pub(crate) fn new((system, other): (usize, usize), given: Comparison) -> RobustComparison {
        RobustComparison { system, other, given, choices: Vec::new(), groups: 0, tested_groups: 0, rests_on: None }
    }

    /// The comparisons as asked for and under all choices.
    fn all(&self) -> impl Iterator<Item = &Comparison> {
        std::iter::once(&self.given).chain(self.choices.iter().map(|tested| &tested.comparison))
    }

    /// Number of comparisons, the one as asked for included.
    #[must_use]
    pub fn tests(&self) -> usize {
        1 + self.choices.len()
    }

    /// Number of comparisons that agree with the one as asked for: significant in the same direction, or not significant
    /// like it.
    #[must_use]
    pub fn agreeing(&self) -> usize {
        self.all().filter(|comparison| direction(comparison) == direction(&self.given)).count()
    }

    /// The choices under which the comparison is another one than as asked for.
    pub fn deciding(&self) -> impl Iterator<Item = &Tested> {
        self.choices.iter().filter(|tested| direction(&tested.comparison) != direction(&self.given))
    }

    /// Whether two choices lead to significant differences in opposite directions.
    #[cfg(feature = "cli")]
    pub(super) fn do_choices_contradict(&self) -> bool {
        let is_found = |wanted| self.choices.iter().any(|tested| direction(&tested.comparison) == wanted);
        is_found(1) && is_found(-1)
    }

    /// Whether the comparison holds.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let is_found = |wanted| self.all().any(|comparison| direction(comparison) == wanted);
        match (is_found(1), is_found(-1), is_found(0)) {
            (true, true, _) => Verdict::Contradicted,
            (true, false, true) | (false, true, true) => Verdict::Depends,
            _ => Verdict::Holds,
        }
    }
}

/// The direction of a significant difference, 1 or -1; 0 if it is not significant.
fn direction(comparison: &Comparison) -> i8 {
    match comparison.is_significant() {
        false => 0,
        true if comparison.difference < 0.0 => -1,
        true => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(difference: f64, p_value: f64) -> Comparison {
        Comparison { difference, p_value, p_interval: None, spread: None, segments: None }
    }

    fn verdict(given: Comparison, choices: &[Comparison]) -> (Verdict, usize, usize) {
        let mut all = RobustComparison::new((1, 0), given);
        let tested = |comparison: &Comparison| Tested { choice: Choice::OnlyReference(0), comparison: *comparison };
        all.choices = choices.iter().map(tested).collect();
        assert_eq!(all.tests(), 1 + choices.len());
        (all.verdict(), all.agreeing(), all.deciding().count())
    }

    #[test]
    fn a_claim_holds_if_all_choices_agree() {
        let (better, worse, equal) = (comparison(0.1, 0.01), comparison(-0.1, 0.01), comparison(0.1, 0.05));
        assert_eq!(verdict(better, &[better, better]), (Verdict::Holds, 3, 0));
        assert_eq!(verdict(equal, &[equal, comparison(-0.1, 0.5)]), (Verdict::Holds, 3, 0));
        assert_eq!(verdict(better, &[better, equal]), (Verdict::Depends, 2, 1));
        assert_eq!(verdict(equal, &[worse]), (Verdict::Depends, 1, 1));
        assert_eq!(verdict(equal, &[better, worse]), (Verdict::Contradicted, 1, 2));
        assert_eq!(verdict(better, &[worse, better]), (Verdict::Contradicted, 2, 1));
    }
}
