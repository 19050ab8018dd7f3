//! Lines that all begin or end alike: in quotes, brackets or tags, or after the same words.
//!
//! | `wrapped` | lines in quotes, brackets, tags, after numbers, labels or a preamble |
//!
//! - `wrapped`: most lines that begin or end with the same quotes, brackets, tags, numbers or words, and fewer than one in eight
//!   of the other side; not quotes at one end alone. Or lines that begin or end with what their counterparts lack, and resemble
//!   these half as often as the other lines do: some in marks, or with a brace or bracket at the end that they do not open; many
//!   after a name or label; the same 12 characters, apart from numbers, in a few, four times as many as on the other side, if
//!   these have a mark or are many, and their references have no phrase of their own, as for `stock lines`.

use super::{Check, Definition, Evidence, Finding, LineRecord, Problem, Repair, TextProfile, WindowSigns, repaired};
use crate::checks::diagnose::limits::{MANY_LINES, WHOLE_LOSS};
use crate::checks::diagnose::line_ends::common;
use crate::checks::diagnose::line_shape::End;
use crate::checks::what_if::is_invisible;
use foldhash::fast::RandomState;
use std::collections::HashSet;

/// Repairs that take away what lines begin or end with.
pub const REPAIRS: &[Repair] = &[Repair::Think, Repair::Fences, Repair::Labels, Repair::Markup];

pub const CHECK: Check = Check::new(find).with_sign(have_same_end);

fn find(evidence: &Evidence) -> Option<Finding> {
    let (text, ends) = evidence.texts().find_map(|(text, profile)| Some((text, wrapping(profile)?)))?;
    let has_ends =
        |line: &LineRecord| End::BOTH.iter().zip(ends).all(|(end, common)| end.shape(line).starts_with(common));
    if evidence.other_side(text).iter().any(|profile| !profile.few_lines(has_ends)) {
        return None;
    }
    let [beginning, end] = [0, 1].map(|end| End::BOTH[end].text(&ends[end]));
    let finding = Finding::new(Problem::Wrapped { beginning, end }).of(text).with_loss(WHOLE_LOSS);
    Some(repaired(finding, REPAIRS, evidence))
}

/// Returns the beginning and the end that most lines of a text share; `None` if both are nothing but text.
pub fn wrapping(text: &TextProfile) -> Option<&[Vec<char>; 2]> {
    text.wrapping.get_or_init(|| find_wrapping(text)).as_ref()
}

fn find_wrapping(text: &TextProfile) -> Option<[Vec<char>; 2]> {
    let lines = text.spread().count();
    if (lines as u64) < MANY_LINES {
        return None;
    }
    let wrapping = |end| Some(common(text.spread(), end)).filter(|common| is_wrapping(common)).unwrap_or_default();
    let ends = End::BOTH.map(wrapping);
    // The lines of a dialogue may end, or begin, with a quote.
    let is_quote = |c: &char| "\"'“”„«»‘’「」.,!?。！？".contains(*c);
    let is_of_quotes = ends.iter().any(Vec::is_empty) && ends.iter().flatten().all(is_quote);
    if is_of_quotes {
        return None;
    }
    // Copies of one line begin alike.
    let distinct: HashSet<_, RandomState> = text.spread().map(|line| End::BOTH.map(|end| end.shape(line))).collect();
    (2 * distinct.len() >= lines).then_some(ends)
}

/// Whether characters at an end of a line are more than two letters, or marks of a sentence, of subwords or of an escape.
fn is_wrapping(characters: &[char]) -> bool {
    let is_space = |c: char| c.is_whitespace() && c != '\t' || is_invisible(c);
    let is_text = |c: &char| c.is_alphanumeric() || is_space(*c) || ".!?…。！？।॥۔؟．,，、:：▁".contains(*c);
    let letters = characters.iter().filter(|c| c.is_alphanumeric()).count();
    let is_escape = matches!(characters.first(), Some('&' | ';'));
    let is_label = letters > 1 && characters.iter().any(|c| matches!(c, ':' | '：'));
    !is_escape && (letters > 2 || is_label || characters.first() == Some(&'0') || !characters.iter().all(is_text))
}

/// Most lines of a text begin or end alike.
fn have_same_end(window_signs: &WindowSigns, _: &Definition) -> bool {
    window_signs.texts().any(|text| text.most_have_same_end(MANY_LINES as usize))
}
