//! Words that are split into subwords.

use super::{Check, Relation, case, differences};
use crate::diagnose::evidence::{Evidence, MIN_RISE, SPOILS_LINES};
use crate::diagnose::finding::{Finding, SegmentRange};
use crate::diagnose::problem::{Problem, SubwordMarks};
use crate::diagnose::survey::{Sign, Suspicion, TextSurvey};
use crate::diagnose::text_profile::TextProfile;
use crate::what_if::{Change, SubwordScheme};

/// Minimum number of lines with marks in a sample.
const MIN_SAMPLED: usize = 2;

/// Minimum number of marks of a text that is split into subwords.
const MIN_MARKS: u64 = 10;

pub const CHECK: Check = Check::new(find).with_sign(sign).accounting_for(|cause, other, evidence| {
    let Problem::Subwords { what_if, .. } = cause else { return Relation::Independent };
    match other {
        Problem::Unrelated { reference, .. } if evidence.is_mostly_dissimilar(*reference) => Relation::Effect,
        Problem::Unrelated { .. } => Relation::consequence_if(what_if.difference >= SPOILS_LINES),
        // Marks may be uppercase letters.
        Problem::Case { .. } => case::accounts_for(what_if, evidence),
        Problem::Difference(effect) if effect.change == Change::Punctuation => {
            differences::accounts_for(what_if, effect, evidence)
        }
        // Marks may be in place of spaces.
        Problem::MissingSpaces { .. } => Relation::Effect,
        _ => Relation::Independent,
    }
});

fn find(evidence: &Evidence) -> Option<Finding> {
    // If both sides are split, the score is one of subwords. One of several references may cost little.
    let what_if = evidence.what_if(Change::Subwords).filter(|what_if| {
        let (candidate, reference) = evidence.places(what_if);
        let both = candidate.min(reference) >= evidence.segments.all && what_if.difference.abs() >= MIN_RISE;
        both || what_if.references.places >= evidence.segments.all || evidence.is_one_sided(what_if.change)
    })?;
    let marks: Vec<SubwordMarks> =
        SubwordScheme::ALL.into_iter().filter_map(|scheme| found(evidence, scheme)).collect();
    if marks.is_empty() {
        return None;
    }
    let count = |text: &TextProfile| SubwordScheme::ALL.iter().map(|scheme| text.subword_marks(*scheme)).sum::<u64>();
    let problem = Problem::Subwords {
        marks,
        candidate: count(evidence.candidate),
        references: evidence.references.iter().map(count).sum(),
        what_if: what_if.clone(),
    };
    let finding = Finding::new(problem).at(SegmentRange::of(what_if.one_sided.iter().copied()));
    Some(finding.with_loss(evidence.loss(Change::Subwords).max(0.05)))
}

/// Half of the sampled lines have marks.
fn sign(survey: &TextSurvey) -> Sign {
    let shapes = &survey.sample.shapes;
    let marked = shapes.iter().filter(|shape| shape.has_subwords).count();
    Sign::of(marked > 0 && 2 * marked >= shapes.len(), marked >= MIN_SAMPLED, Suspicion::Subwords)
}

fn found(evidence: &Evidence, scheme: SubwordScheme) -> Option<SubwordMarks> {
    let count = |text: &TextProfile| text.subword_marks(scheme);
    let is_split = |text: &TextProfile| count(text) >= MIN_MARKS;
    let candidate = if is_split(evidence.candidate) { count(evidence.candidate) } else { 0 };
    let references = evidence.references_that(is_split).map(|(references, profile)| (references, count(&profile)));
    (candidate > 0 || references.is_some()).then_some(SubwordMarks { scheme, candidate, references })
}
