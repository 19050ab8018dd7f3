//! Columns, objects or pages of HTML where plain text was expected.
//!
//! | `columns` | lines with tabs, objects of JSON, or pages of HTML |
//!
//! - `columns`: most lines, and fewer than one in eight on the other side; or lines that begin with `<html` or `<!doctype
//!   html`, if the other side has none; some if they hold their translations.

use super::wrapped::wrapping;
use super::{Check, Evidence, Finding, LineRecord, Problem, TextProfile};
use crate::checks::diagnose::limits::{InGoodText, WHOLE_LOSS};
use crate::diagnose::problem::LineFormat;

/// Beginnings of a page, and its end.
const PAGE: [&str; 2] = ["<html", "<!doctype html"];
const END_OF_PAGE: &str = "</html>";

pub const CHECK: Check = Check::new(find);

fn find(evidence: &Evidence) -> Option<Finding> {
    page(evidence).or_else(|| columns(evidence))
}

/// A page of HTML, or several, such as a server sends in place of an answer.
fn page(evidence: &Evidence) -> Option<Finding> {
    let pages = |profile: &TextProfile| profile.lines_that(|line| PAGE.iter().any(|tag| line.begins_with(tag)));
    let (text, lines) =
        evidence.texts().map(|(text, profile)| (text, pages(profile))).find(|(_, lines)| lines.segments > 0)?;
    // A few translations may be pages.
    let holds_translation = |line| evidence.holds_translation(text, line);
    let are_translations =
        lines.segments < InGoodText::Seldom.least(evidence.segments()) && lines.lines().all(holds_translation);
    if are_translations || evidence.other_side(text).iter().any(|other| pages(other).segments > 0) {
        return None;
    }
    // All lines are of a page that goes on after the first one.
    let is_whole = lines.first() == Some(0) && !evidence.profile(text).records[0].text.contains(END_OF_PAGE);
    let finding = Finding::new(Problem::Columns(LineFormat::Pages { is_whole })).of(text);
    Some(if is_whole { finding } else { finding.in_lines(&lines, evidence) })
}

fn columns(evidence: &Evidence) -> Option<Finding> {
    let (text, format) = evidence.texts().find_map(|(text, profile)| Some((text, line_format(profile)?)))?;
    // Tables may be what is compared.
    let is_usual = |profile: &TextProfile| match format {
        LineFormat::Objects => !profile.few_lines(|line| line.keys() > 1),
        _ => !profile.few_lines(|line| line.tabs() > 0),
    };
    let is_unusual = !evidence.other_side(text).iter().any(is_usual);
    is_unusual.then(|| Finding::new(Problem::Columns(format)).of(text).with_loss(WHOLE_LOSS))
}

/// Returns the format of most lines; `None` if it is plain text.
fn line_format(text: &TextProfile) -> Option<LineFormat> {
    text.spread().next()?;
    if text.most_lines(|line| line.keys() > 1) {
        return Some(LineFormat::Objects);
    }
    if text.few_lines(|line| line.tabs() > 0) {
        return None;
    }
    // Tabs in what most lines begin or end with are part of that.
    let wrapped = wrapping(text).into_iter().flatten().flatten().filter(|c| **c == '\t').count();
    let least = text.spread().map(LineRecord::tabs).filter(|tabs| *tabs > wrapped).min()?;
    text.most_lines(|line| line.tabs() > wrapped).then_some(LineFormat::Tabs { columns: least + 1 })
}
