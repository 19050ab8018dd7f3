//! The parts of the factors of BLEU in the difference between two scores.

use super::Explanation;
use crate::explain::SystemExplanation;

/// Smallest difference of scores that is divided.
const SMALLEST: f64 = 5e-5;

/// Returns the parts of the precisions, order 1 first, then of the brevity penalty: in proportion to their shares in the
/// difference of the logarithms of the scores. They sum to the difference. `None` if the scores are about the same, if one
/// is 0, or if there is only one.
pub fn contributions(explanation: &Explanation) -> Option<Vec<f64>> {
    let mut systems = explanation.systems.iter().map(|system| Some(&system.corpus.as_ref()?.explanation));
    let (first, second): (&SystemExplanation, &SystemExplanation) = (systems.next()??, systems.next()??);
    let [from, to] = [first, second].map(|system| system.score.value());
    if (to - from).abs() < SMALLEST {
        return None;
    }
    let scale = (to - from) / (to.ln() - from.ln());
    let part =
        |weight: f64, from: f64, to: f64| if weight == 0.0 { 0.0 } else { scale * weight * (to.ln() - from.ln()) };
    let precisions = first.terms.iter().zip(&second.terms);
    let precisions = precisions.map(|(one, other)| part(one.weight, one.precision.value(), other.precision.value()));
    let parts: Vec<f64> = precisions.chain([part(1.0, first.score.bp(), second.score.bp())]).collect();
    parts.iter().all(|part| part.is_finite()).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::super::{ExplainedCorpus, ExplainedSystem};
    use super::*;
    use crate::Definition;
    use crate::cli::ExplainPart;
    use crate::diagnose::Diagnoser;
    use crate::explain::{Explainer, Plan};

    fn explanation(first: &str, second: &str, reference: &str) -> Explanation {
        let definition = Definition::builder().order(2).build().unwrap();
        let mut explainer = Explainer::new(Plan::new(definition.clone()), 2).unwrap();
        explainer.add_lines(&[first, second], &[reference]).unwrap();
        let explained = explainer.finish();
        let mut diagnoser = Diagnoser::new(&definition, 2).unwrap();
        diagnoser.add_lines(&[first, second], &[reference]).unwrap();
        let corpora = explained.systems.into_iter().zip(diagnoser.finish());
        let system = |(explanation, diagnosis)| ExplainedSystem {
            name: String::new(),
            corpus: Some(ExplainedCorpus { explanation, diagnosis }),
            segment: None,
        };
        let systems = corpora.map(system).collect();
        Explanation {
            systems,
            difference: None,
            answer: None,
            part: ExplainPart::All,
            segments: 1,
            signature: String::new(),
        }
    }

    #[test]
    fn parts_sum_to_the_difference() {
        let explanation = explanation("a b c x y", "a b c d", "a b c d e f");
        let scores =
            explanation.systems.iter().filter_map(|system| Some(system.corpus.as_ref()?.explanation.score.value()));
        let scores: Vec<f64> = scores.collect();
        let parts = contributions(&explanation).unwrap();
        let sum: f64 = parts.iter().sum();
        assert!((sum - (scores[1] - scores[0])).abs() < 1e-12);
        // The second has only correct n-grams, but is shorter.
        assert!(parts[..2].iter().all(|part| *part > 0.0) && parts[2] < 0.0);
    }

    #[test]
    fn equal_scores_and_scores_of_0_have_no_parts() {
        assert!(contributions(&explanation("a b", "a b", "a b")).is_none());
        assert!(contributions(&explanation("x y", "a b", "a b")).is_none());
    }
}
