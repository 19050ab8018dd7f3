//! Addresses, handles, hashtags and placeholders of the references that the candidate lacks, and masks that it has in place of
//! names.
//!
//! | `placeholders` | addresses, handles, hashtags and placeholders (`{0}`, `%s`, `<x/>`) that are lost or changed, masks such as `[NAME]`, `##` and `00` |
//!
//! - `placeholders`: many of the lines with one that lack what all their references have, or have a mask
//!   that these lack, as may a reference, `#` and zeros only in place of all digits of a line. `%s` and `%1$s` are the same, `%d` and
//!   `%-d`, and `<br/>` and `<br />`.

use super::{Check, Evidence, Finding, Problem, SegmentList, Text};
use crate::checks::diagnose::limits::InGoodText;
use crate::checks::diagnose::marks::{has_masked_digits, is_digit_of_number, is_mask, marks};
use crate::checks::diagnose::problem::LostMarks;

pub const CHECK: Check = Check::new(find).of_any_text();

fn find(evidence: &Evidence) -> Option<Finding> {
    let (mut wrong, mut lines) = (SegmentList::default(), 0);
    let (mut placeholders, mut masks, mut lost) = (0, 0, Vec::new());
    for (line, record) in evidence.candidate.records.iter().enumerate() {
        let mut pairs = evidence.pairs(Text::Candidate, line);
        if !record.may_have_marks && !pairs.any(|(_, other)| other.may_have_marks) {
            continue;
        }
        let references: Vec<&str> = evidence.pairs(Text::Candidate, line).map(|(_, other)| &*other.text).collect();
        let text = &*record.text;
        // A reference need not have the marks that a candidate adds.
        let expected = if evidence.text == Text::Candidate { expected(&references) } else { Vec::new() };
        let new_masks = new_masks(text, &references);
        let has_numbered = |mark: &str| marks(text).any(|own| without_position(own) == without_position(mark));
        // A tag may have a space before its end.
        let has_spaced = |mark: &str| mark.strip_suffix("/>").is_some_and(|tag| text.contains(&[tag, " />"].concat()));
        let lacks = |mark: &&str| !text.contains(*mark) && !has_spaced(mark) && !has_numbered(mark);
        let before = lost.len();
        lost.extend(expected.iter().copied().filter(lacks));
        if lost.len() > before || new_masks > 0 {
            wrong.add(line as u64);
        }
        lines += u64::from(new_masks > 0 || !expected.is_empty());
        placeholders += expected.len();
        masks += new_masks;
    }
    if wrong.segments < InGoodText::Often.least(lines) {
        return None;
    }
    let marks = LostMarks {
        missing: lost.len() as u64,
        expected: placeholders as u64,
        masks: masks as u64,
        example: lost.first().map(|mark| (*mark).to_owned()),
    };
    let problem = if masks > lost.len() { Problem::MaskedNames(marks) } else { Problem::Placeholders(marks) };
    Some(Finding::new(problem).in_lines(&wrong, evidence))
}

/// The marks that all references of a line have.
fn expected<'a>(references: &[&'a str]) -> Vec<&'a str> {
    let Some((first, others)) = references.split_first() else { return Vec::new() };
    let are_in_others = |mark: &&str| others.iter().all(|reference| reference.contains(*mark));
    marks(first).filter(|mark| !is_mask(mark)).filter(are_in_others).collect()
}

/// A placeholder without its percent sign, the number of its value and a hyphen: `%1$s` may be written `%s`, and `%d` `%-d`. Other
/// marks are as they are.
fn without_position(mark: &str) -> &str {
    let Some(rest) = mark.strip_prefix('%') else { return mark };
    rest.split_once('$').map_or(rest, |(_, kind)| kind).trim_start_matches('-')
}

/// Number of masks of a candidate line that its references lack. Those of digits leave no digit of a reference.
fn new_masks(line: &str, references: &[&str]) -> usize {
    let hides_digits =
        !line.contains(is_digit_of_number) && references.iter().any(|text| text.contains(is_digit_of_number));
    let is_new = |word: &&str| {
        is_mask(word)
            && (hides_digits || !has_masked_digits(word))
            && !references.iter().any(|reference| reference.contains(*word))
    };
    marks(line).filter(is_new).count()
}
