//! Columns or objects where plain text was expected.

use super::Evidence;
use super::wrapped::wrapping;
use crate::diagnose::finding::Finding;
use crate::diagnose::shape::Shape;
use crate::diagnose::text_profile::TextProfile;

/// Minimum number of lines.
const MIN_LINES: usize = 3;

pub fn check(e: &Evidence) -> Option<Finding> {
    let texts = || std::iter::once(e.candidate).chain(e.references);
    let (number, kind) = (0..).zip(texts()).find_map(|(number, text)| Some((number, columns(text)?)))?;
    if texts().all(|text| columns(text).is_some()) {
        return None;
    }
    let name = if number == 0 { "the candidate".into() } else { format!("reference {number}") };
    let (what, advice) = match kind {
        Kind::Tabs(columns) => {
            (format!("have {columns} columns separated by tabs"), "cut -f selects one; --records reads tables")
        }
        Kind::Objects => ("are objects of JSON".into(), "--records reads them: -r and CANDIDATE are then their keys"),
    };
    Some(Finding::new("columns", format!("nearly all lines of {name} {what}"), advice).costs(0.95))
}

/// Kind of columns.
enum Kind {
    /// This many columns, separated by tabs.
    Tabs(usize),
    Objects,
}

fn columns(text: &TextProfile) -> Option<Kind> {
    let shapes = &text.shapes;
    let in_nearly_all = |is: &dyn Fn(&Shape) -> bool| {
        shapes.len() >= MIN_LINES && 10 * shapes.iter().filter(|shape| is(shape)).count() >= 9 * shapes.len()
    };
    if in_nearly_all(&|shape| shape.keys > 1) {
        return Some(Kind::Objects);
    }
    // Tabs in what all lines begin or end with are part of that.
    let wrapped = wrapping(text).map_or(0, |(prefix, suffix)| (prefix + &suffix).matches('\t').count());
    let least = shapes.iter().map(|shape| shape.tabs).filter(|tabs| *tabs > wrapped).min()?;
    in_nearly_all(&|shape| shape.tabs > wrapped).then_some(Kind::Tabs(least + 1))
}
