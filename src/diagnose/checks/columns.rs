//! Columns or objects where plain text was expected.

use super::Check;
use super::wrapped::{spaces_and_length, wrapping};
use crate::diagnose::evidence::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::{LineFormat, Problem};
use crate::diagnose::survey::{Sign, Suspicion, TextSurvey};
use crate::diagnose::text_profile::TextProfile;

/// Minimum number of lines.
const MIN_LINES: usize = 2;

pub const CHECK: Check = Check::new(find).with_sign(sign).accounting_for(|_, other, _| spaces_and_length(other));

fn find(evidence: &Evidence) -> Option<Finding> {
    let (text, format) = evidence.texts().find_map(|(text, profile)| Some((text, line_format(profile)?)))?;
    // Tables may be what is compared.
    let is_usual = |profile: &TextProfile| match format {
        LineFormat::Tabs { .. } => !profile.few_lines(|shape| shape.tabs > 0),
        LineFormat::Objects => !profile.few_lines(|shape| shape.keys > 1),
    };
    let is_unusual = !evidence.other_side(text).iter().any(is_usual);
    is_unusual.then(|| Finding::new(Problem::Columns { text, format }).with_loss(0.95))
}

/// Returns the format of most lines; `None` if it is plain text.
fn line_format(text: &TextProfile) -> Option<LineFormat> {
    if text.shapes.len() < MIN_LINES {
        return None;
    }
    if text.most_lines(|shape| shape.keys > 1) {
        return Some(LineFormat::Objects);
    }
    // Tabs in what most lines begin or end with are part of that.
    let wrapped = wrapping(text).map_or(0, |ends| ends.tabs());
    let least = text.shapes.iter().map(|shape| shape.tabs).filter(|tabs| *tabs > wrapped).min()?;
    text.most_lines(|shape| shape.tabs > wrapped).then_some(LineFormat::Tabs { columns: least + 1 })
}

/// Most of the sampled lines have a tab.
fn sign(survey: &TextSurvey) -> Sign {
    let sample = &survey.sample;
    Sign::of(sample.most_lines(|shape| shape.tabs > 0), sample.shapes.len() >= MIN_LINES, Suspicion::Columns)
}
