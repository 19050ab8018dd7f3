//! Findings on the scale of the output, with flags of the program in their advice.

use crate::checks::diagnose::Finding;
use crate::checks::diagnose::{Advice, Number, SegmentRange};
use crate::program::style::Style;
use crate::text::display::listed;
use serde::Serialize;
use std::collections::BTreeMap;

/// A finding, for programs.
#[derive(Serialize)]
pub struct FindingFields {
    check: &'static str,
    evidence: String,
    advice: String,
    numbers: BTreeMap<&'static str, Number>,
    segments: Vec<SegmentRange>,
}

impl FindingFields {
    pub fn all_of(findings: &[Finding], style: Style) -> Vec<FindingFields> {
        let fields = |finding: &Finding| {
            let scaled = |(&name, &number): (&&'static str, &Number)| match name {
                "score" | "difference" => (name, Number::Value(number.value() * style.scale())),
                _ => (name, number),
            };
            FindingFields {
                check: finding.check,
                evidence: evidence(finding, style),
                advice: advice(&finding.advice),
                numbers: finding.numbers.iter().map(scaled).collect(),
                segments: finding.segments.clone(),
            }
        };
        findings.iter().map(fields).collect()
    }
}

/// Returns the evidence of a finding, and what it costs.
pub fn evidence(finding: &Finding, style: Style) -> String {
    let number = |number, is_signed| if is_signed { style.difference(number, 0) } else { style.number(number) };
    let cost = finding.cost(number).map_or_else(String::new, |cost| format!("; {cost}"));
    format!("{}{cost}", finding.evidence)
}

/// Returns a finding in one sentence.
pub fn in_words(finding: &Finding, style: Style) -> String {
    format!("{}: {}; {}", finding.check, evidence(finding, style), advice(&finding.advice))
}

/// Returns a finding in brief, in at most `room` characters: the problem, the number of lines among those that were looked at, its
/// cost and what to do, or the first part of that.
pub fn in_brief(finding: &Finding, style: Style, looked_at: &str, room: usize) -> String {
    let extent = Some(finding.extent(looked_at)).filter(|extent| !extent.is_empty());
    let extent = extent.map_or_else(String::new, |extent| format!(": {extent}"));
    let words = format!("{} ({}){extent}", finding.conclusion, finding.check);
    let fits = |more: &String| words.chars().count() + more.chars().count() <= room;
    let advice = advice(&finding.advice);
    let end = ["; ", ": ", " ("].iter().filter_map(|mark| advice.find(mark)).min().unwrap_or(advice.len());
    let to_do =
        [&*advice, &advice[..end]].map(|advice| format!("; {advice}")).into_iter().find(fits).unwrap_or_default();
    let cost = finding.cost.filter(|cost| *cost > 0.0).map(|cost| format!(", costs {}", style.number(cost)));
    let cost = cost.filter(|cost| fits(&format!("{cost}{to_do}"))).unwrap_or_default();
    format!("{words}{cost}{to_do}")
}

/// Returns the advice with flags where there are some.
pub fn advice(advice: &Advice) -> String {
    match advice {
        Advice::EffectiveOrder(order) => {
            format!("--effective-order omits such orders, --max-order {order} avoids them")
        }
        Advice::Smoothing => "--smooth exp raises it".into(),
        Advice::OneColumn => "cut -f selects one; --records reads tables".into(),
        Advice::ValuesOfObjects => "--records reads them: -r and CANDIDATE are then their keys".into(),
        Advice::Tokenizers(names) => format!("try --tokenize {}", listed(names, "or")),
        Advice::MissingReferences => "--empty-reference skip leaves them out; each counts as a reference of length \
                                      0, so that a short candidate escapes the brevity penalty"
            .into(),
        Advice::Lowercase => "--lowercase scores without case".into(),
        Advice::Nfc => "--normalize nfc scores without the difference".into(),
        Advice::Nfkc => "--normalize nfkc scores without the difference".into(),
        Advice::Repair(repair) => format!("--clean {repair} scores without"),
        words => words.to_string(),
    }
}
