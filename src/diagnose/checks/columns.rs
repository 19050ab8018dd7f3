//! Columns or objects where plain text was expected.

use super::Evidence;
use super::wrapped::wrapping;
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::{LineFormat, Problem, Text};
use crate::diagnose::shape::Shape;
use crate::diagnose::text_profile::TextProfile;

/// Minimum number of lines.
const MIN_LINES: usize = 3;

pub fn check(evidence: &Evidence) -> Option<Finding> {
    let texts = || std::iter::once(evidence.candidate).chain(evidence.references);
    let (text, format) = (0..).zip(texts()).find_map(|(number, text)| Some((number, line_format(text)?)))?;
    if texts().all(|text| line_format(text).is_some()) {
        return None;
    }
    let text = if text == 0 { Text::Candidate } else { Text::Reference(text) };
    Some(Finding::new(Problem::Columns { text, format }).with_loss(0.95))
}

/// Returns the format of nearly all lines; `None` if it is plain text.
fn line_format(text: &TextProfile) -> Option<LineFormat> {
    let shapes = &text.shapes;
    let in_nearly_all = |is: &dyn Fn(&Shape) -> bool| {
        shapes.len() >= MIN_LINES && 10 * shapes.iter().filter(|shape| is(shape)).count() >= 9 * shapes.len()
    };
    if in_nearly_all(&|shape| shape.keys > 1) {
        return Some(LineFormat::Objects);
    }
    // Tabs within the common beginning or end of all lines do not separate columns.
    let wrapped = wrapping(text).map_or(0, |(prefix, suffix)| (prefix + &suffix).matches('\t').count());
    let least = shapes.iter().map(|shape| shape.tabs).filter(|tabs| *tabs > wrapped).min()?;
    in_nearly_all(&|shape| shape.tabs > wrapped).then_some(LineFormat::Tabs { columns: least + 1 })
}
