//! The checks: each looks for one problem. To add one, write its file, which begins with its rows of the manual, and add it to the
//! list. What most checks need is imported here.

mod additions;
pub(super) mod case;
mod code_page;
mod columns;
pub(super) mod copied;
mod cut_off;
mod differences;
mod duplicated;
pub(super) mod empty_lines;
mod encoding;
mod language;
mod length;
mod lost_ends;
mod misaligned;
mod odd_lines;
mod partly_wrapped;
mod placeholders;
mod repetition;
pub(super) mod score;
mod script;
mod shared;
mod shuffled;
mod spelling;
mod stock_lines;
mod subwords;
mod tokenized;
pub(super) mod tokenizer;
mod unknown_tokens;
pub(super) mod unrelated;
mod untranslated;
mod word_order;
pub(super) mod wrapped;

use super::alignment::Sketch;
use super::causes::causes;
use super::evidence::Evidence;
use super::finding::{Finding, Text};
use super::garbled_lines::Garbling;
use super::good_text::MIN_RISE;
use super::line_record::LineRecord;
use super::problem::{AffectedReferences, Problem};
use super::segment_list::SegmentList;
use super::segment_range::SegmentRange;
use super::text_profile::TextProfile;
use super::undoing::costed_by_undoing;
use super::window_signs::WindowSigns;
use crate::bleu::scoring::Definition;
use crate::checks::repair::Repair;
use crate::checks::what_if::{Change, SubwordScheme};
use std::borrow::Cow;
use std::cmp::Reverse;

/// A check for one problem.
pub struct Check {
    /// Returns the finding, given all evidence.
    find: fn(&Evidence) -> Option<Finding>,
    /// Whether lines in windows of the text show a sign of the problem.
    sign: fn(&WindowSigns, &Definition) -> bool,
    /// Whether it looks for the same problem in each reference too, compared with the candidate.
    is_of_any_text: bool,
}

/// All checks. Findings that cost the same keep this order.
const CHECKS: &[Check] = &[
    score::ZERO,
    score::ONE,
    misaligned::CHECK,
    shuffled::CHECK,
    untranslated::CHECK,
    script::CHECK,
    code_page::CHECK,
    encoding::MOJIBAKE,
    encoding::CONTROLS,
    encoding::REPLACED_LETTERS,
    encoding::ESCAPES,
    stock_lines::LINES,
    stock_lines::PHRASES,
    columns::CHECK,
    wrapped::CHECK,
    partly_wrapped::CHECK,
    subwords::CHECK,
    tokenizer::CHECK,
    duplicated::CHECK,
    language::TEXT,
    unrelated::CHECK,
    language::LINES,
    empty_lines::OF_CANDIDATE,
    empty_lines::OF_REFERENCE,
    repetition::CHECK,
    additions::CHECK,
    copied::CHECK,
    word_order::CHECK,
    odd_lines::SPREAD,
    odd_lines::SPLIT,
    odd_lines::MIXED_SCRIPTS,
    odd_lines::DROPPED_LETTERS,
    odd_lines::DROPPED_MARKS,
    odd_lines::REVERSED,
    cut_off::CHECK,
    lost_ends::CHECK,
    length::CHECK,
    tokenized::CHECK,
    case::CHECK,
    unknown_tokens::CHECK,
    placeholders::CHECK,
    differences::NORMALIZATION,
    differences::INVISIBLE_CHARACTERS,
    shared::MARKS,
    shared::ENDS,
    spelling::LETTERS,
    spelling::TATWEEL,
    spelling::DIGITS,
    spelling::STOPS,
    spelling::HALF_SPACES,
    spelling::UNDERSCORES,
    odd_lines::JOINED,
    differences::ENTITIES,
    differences::SPACES,
    differences::QUOTES,
    differences::MARKUP,
    differences::DIACRITICS,
    differences::PUNCTUATION,
];

impl Check {
    const fn new(find: fn(&Evidence) -> Option<Finding>) -> Check {
        Check { find, sign: |_, _| false, is_of_any_text: false }
    }

    const fn with_sign(self, sign: fn(&WindowSigns, &Definition) -> bool) -> Check {
        Check { sign, ..self }
    }

    const fn of_any_text(self) -> Check {
        Check { is_of_any_text: true, ..self }
    }

    /// Returns the finding on the candidate, or else on the first reference that has the problem.
    fn find(&self, evidence: &Evidence, of_references: &[Evidence]) -> Option<Finding> {
        let found = (self.find)(evidence);
        let references = if self.is_of_any_text { of_references } else { &[] };
        found.or_else(|| {
            references.iter().find_map(|evidence| {
                // References are not repaired.
                Some(Finding { repair: None, ..(self.find)(evidence)? }.of(evidence.text))
            })
        })
    }
}

/// Whether lines of a candidate and its references show a sign of any problem.
pub fn have_sign(window_signs: &WindowSigns, definition: &Definition) -> bool {
    CHECKS.iter().any(|check| (check.sign)(window_signs, definition))
}

/// Returns what all checks find, in their order.
pub fn observe(evidence: &Evidence) -> Vec<Finding> {
    let of_references: Vec<Evidence> =
        (1..=evidence.references.len()).map(|number| evidence.of_reference(number)).collect();
    let found = CHECKS.iter().filter_map(|check| Some(check.find(evidence, &of_references)?.costed(evidence)));
    costed_by_undoing(found.collect(), evidence).into_iter().filter(Finding::costs).collect()
}

/// Returns the findings that are not mere effects of others, at their places in the input, in the order in which they are undone.
pub fn findings(evidence: &Evidence) -> Vec<Finding> {
    let mut found = observe(evidence);
    // Findings that cost the same keep the order of the checks.
    found.sort_by(|one, other| other.loss.total_cmp(&one.loss));
    causes(found, evidence).into_iter().map(|finding| finding.placed(evidence)).collect()
}

/// The references that a finding is about, and what is found against the one where it is clearest, the first of several.
fn clearest<T, K: Ord>(
    found: impl Iterator<Item = (usize, T)>,
    strength: impl Fn(&T) -> K,
    evidence: &Evidence,
) -> Option<(AffectedReferences, T)> {
    let mut found: Vec<(usize, T)> = found.collect();
    let place = (0..found.len()).max_by_key(|place| (strength(&found[*place].1), Reverse(*place)))?;
    let has_fitting = found.len() < evidence.references.len();
    let (clearest, finding) = found.remove(place);
    let others = found.into_iter().map(|(reference, _)| reference).collect();
    Some((AffectedReferences { clearest, others, has_fitting }, finding))
}

/// Advises the first of these repairs that makes most of the lines concerned more like their references, if they are the
/// candidate's and there is one.
fn repaired(finding: Finding, repairs: &[Repair], evidence: &Evidence) -> Finding {
    if finding.text != Text::Candidate {
        return finding;
    }
    let records = &evidence.candidate.records;
    let lines: Vec<usize> = match finding.segments.is_empty() {
        true => (0..records.len()).collect(),
        false => finding.listed_lines().collect(),
    };
    let gains = |repair: &Repair, line: usize| match repair.clean(&records[line].text) {
        Cow::Borrowed(_) => false,
        Cow::Owned(text) => {
            let sketch = Sketch::new(&text);
            let mut pairs = evidence.pairs(Text::Candidate, line);
            pairs.any(|(own, other)| sketch.similarity(&other.sketch) > own.similarity(other))
        }
    };
    let helps = |repair: &&Repair| 2 * lines.iter().filter(|line| gains(repair, **line)).count() > lines.len();
    match repairs.iter().find(helps) {
        Some(repair) => Finding { repair: Some(*repair), ..finding },
        None => finding,
    }
}

/// The text that is wrong, given the references that a finding is about: the candidate, unless other references fit it.
fn wrong_text(references: &AffectedReferences) -> Text {
    if references.has_fitting { Text::Reference(references.clearest) } else { Text::Candidate }
}
