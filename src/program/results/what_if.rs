//! What-if scores.

use super::document::{Block, Column, ColumnKind, Document, Section, Table};
use super::findings::FindingFields;
use super::object::object;
use super::row::Row;
use super::{Present, Report};
use crate::checks::what_if::Change;
use crate::checks::what_if::WhatIfScore;
use crate::program::request::style::Style;
use crate::text::display::count;
use serde::Serialize;

/// Names the differences that a change removes.
pub fn label(change: Change) -> &'static str {
    match change {
        Change::Quotes => "quotes and dashes",
        Change::Nfc => "Unicode form (NFC)",
        Change::Nfkc => "character variants (NFKC)",
        Change::Letters => "Arabic letter forms",
        Change::Digits => "digits of other scripts",
        Change::Stops => "full stops of other scripts",
        Change::Underscores => "underscores in words",
        Change::Escapes => "characters written as escapes",
        Change::Markup => "tags and control tokens",
        Change::Subwords => "subword marks",
        Change::Tokenized => "tokenizer spaces",
        _ => change.name(),
    }
}

/// Minimum difference of a score that matters: a tenth of a point of 100.
pub const MATTERS: f64 = 0.001;

/// Scores of systems after each change.
pub struct WhatIfReport {
    /// The scores as they are.
    pub report: Report,
    /// For each system, the score after each change, in the order of [`Change::ALL`].
    pub what_if: Vec<Vec<WhatIfScore>>,
}

impl WhatIfReport {
    /// Returns the ranks of the systems after the change at this place in [`Change::ALL`].
    fn ranks(&self, change: usize) -> Vec<usize> {
        ranks(self.what_if.iter().map(|scores| scores[change].score))
    }
}

/// Returns the rank of each score, from 1; equal scores have the same rank.
pub fn ranks(scores: impl Iterator<Item = f64> + Clone) -> Vec<usize> {
    let better_than = |score: f64| scores.clone().filter(|other| *other > score).count();
    scores.clone().map(|score| 1 + better_than(score)).collect()
}

/// Returns the sections of a report of what-if scores.
fn sections(WhatIfReport { report, what_if }: &WhatIfReport, style: Style) -> Vec<Section> {
    let segments = count(report.segments, "segment");
    let signature = Block::Line(format!("BLEU|{}", report.signature).into());
    if let [system] = &report.systems[..] {
        let title = format!("{}: BLEU = {}, {segments}", system.name, system.score.text(style));
        let section = section(&what_if[0], style).unwrap_or_else(|| {
            Section::new("Ignoring case, quotes, punctuation and the like would not change the score", Vec::new())
        });
        return vec![Section::new(title, vec![signature]), section];
    }
    vec![
        Section::new(format!("{} systems, {segments}", report.systems.len()), vec![signature]),
        Section::new("BLEU (and rank) if one kind of difference were ignored", systems_blocks(report, what_if, style)),
    ]
}

/// Returns the section on one system; `None` if no change matters.
pub fn section(scores: &[WhatIfScore], style: Style) -> Option<Section> {
    let (mut matter, others): (Vec<&WhatIfScore>, Vec<&WhatIfScore>) = scores.iter().partition(|score| matters(score));
    if matter.is_empty() {
        return None;
    }
    matter.sort_by(|a, b| b.difference.abs().total_cmp(&a.difference.abs()));
    let table = Table::new(vec![
        Column::from_rows("ignoring", ColumnKind::LeftAligned, &matter, |score| label(score.change).into()),
        Column::from_rows("BLEU", ColumnKind::Number, &matter, |score| style.number(score.score)),
        Column::from_rows("change", ColumnKind::Number, &matter, |score| style.difference(score.difference, 0)),
        Column::from_rows("candidate", ColumnKind::Number, &matter, |score| score.candidate.lines.to_string()),
        Column::from_rows("references", ColumnKind::Number, &matter, |score| score.references.lines.to_string()),
    ]);
    let others = little_change(others.iter().map(|score| score.change), style);
    let blocks = [Block::Table(table)].into_iter().chain(others).collect();
    Some(Section::new("BLEU if one kind of difference were ignored (candidate, references: affected lines)", blocks))
}

/// Returns a table of the differences between two systems that ignoring something changes; `None` if there are none.
pub fn difference([first, second]: [&[WhatIfScore]; 2], style: Style) -> Option<Block> {
    let change = |(first, second): &(&WhatIfScore, &WhatIfScore)| second.difference - first.difference;
    let mut pairs: Vec<_> = first.iter().zip(second).filter(|pair| change(pair).abs() >= MATTERS).collect();
    pairs.sort_by(|a, b| change(b).abs().total_cmp(&change(a).abs()));
    let table = Table::new(vec![
        Column::from_rows("ignoring", ColumnKind::LeftAligned, &pairs, |(first, _)| label(first.change).into()),
        Column::from_rows("first", ColumnKind::Number, &pairs, |(first, _)| style.number(first.score)),
        Column::from_rows("second", ColumnKind::Number, &pairs, |(_, second)| style.number(second.score)),
        Column::from_rows("difference", ColumnKind::Number, &pairs, |(first, second)| {
            style.difference(second.score - first.score, 0)
        }),
        Column::from_rows("changed by", ColumnKind::Number, &pairs, |pair| style.difference(change(pair), 0)),
    ]);
    (!pairs.is_empty()).then_some(Block::Table(table))
}

/// Whether a change changes the score by enough to be shown.
fn matters(score: &WhatIfScore) -> bool {
    score.difference.abs() >= MATTERS
}

/// Says which changes change little.
fn little_change(changes: impl Iterator<Item = Change>, style: Style) -> Option<Block> {
    let names: Vec<&str> = changes.map(label).collect();
    (!names.is_empty())
        .then(|| Block::paragraph(format!("changes of less than {}: {}", MATTERS * style.scale(), names.join(", "))))
}

/// A table of all systems: the scores after the changes that matter for any of them.
fn systems_blocks(report: &Report, what_if: &[Vec<WhatIfScore>], style: Style) -> Vec<Block> {
    let names = style.system_names(report.names());
    let scores: Vec<f64> = report.systems.iter().map(|system| system.score.parts.value()).collect();
    let mut columns = vec![
        Column::new("system", ColumnKind::LeftAligned, names),
        Column::new("as scored", ColumnKind::Number, scores_with_ranks(&scores, style)),
    ];
    let mut others = Vec::new();
    for (place, change) in Change::ALL.iter().copied().enumerate() {
        if what_if.iter().any(|scores| matters(&scores[place])) {
            let scores: Vec<f64> = what_if.iter().map(|scores| scores[place].score).collect();
            columns.push(Column::new(change.name(), ColumnKind::Number, scores_with_ranks(&scores, style)));
        } else {
            others.push(change);
        }
    }
    [Block::Table(Table::new(columns))].into_iter().chain(little_change(others.into_iter(), style)).collect()
}

/// Scores, with the rank of each.
fn scores_with_ranks(scores: &[f64], style: Style) -> Vec<String> {
    let ranks = ranks(scores.iter().copied());
    let width = ranks.iter().map(|rank| rank.to_string().len()).max().unwrap_or(0);
    let cell = |(score, rank): (&f64, usize)| {
        let padding = " ".repeat(width - rank.to_string().len());
        format!("{} {padding}({rank})", style.number(*score))
    };
    scores.iter().zip(ranks).map(cell).collect()
}

impl Present for WhatIfReport {
    /// Returns the scores of each system with `what_if`.
    fn objects(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let WhatIfReport { report, what_if } = self;
        report.systems.iter().enumerate().map(move |(place, system)| {
            let rank = |change| (what_if.len() > 1).then(|| self.ranks(change)[place]);
            let scores = what_if[place].iter().enumerate();
            object! {
                #[serde(flatten)]
                score: Row {
                    findings: system.findings.as_ref().map(|findings| FindingFields::all_of(findings, style)),
                    ..Row::corpus(&system.name, &system.score.parts, report.segments, &report.signature, style)
                },
                what_if: scores.map(|(i, score)| json(score, rank(i), style)).collect::<Vec<_>>(),
            }
        })
    }

    fn document(&self, style: Style) -> Document {
        Document::from_sections(sections(self, style))
    }
}

/// The score after a change; its rank, if several systems are scored.
pub fn json(score: &WhatIfScore, rank: Option<usize>, style: Style) -> impl Serialize + use<> {
    object! {
        change: score.change,
        score: score.score * style.scale(),
        difference: score.difference * style.scale(),
        #[serde(flatten)]
        rank: rank.map(|rank| object! { rank: rank }),
        candidate_lines: score.candidate.lines,
        reference_lines: score.references.lines,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_have_the_same_rank() {
        assert_eq!(ranks([0.3, 0.5, 0.3, 0.1].into_iter()), [2, 1, 2, 4]);
    }
}
