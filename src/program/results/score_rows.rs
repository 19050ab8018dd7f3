//! Scores of systems on a corpus, its groups or a segment.

use super::columns::TableColumns;
use super::document::Document;
use super::findings::FindingFields;
use super::object::{Either, object, one_or_more};
use super::row::{ComparisonFields, GroupRows, Row, scaled};
use super::row::{ComparisonWith, RepairedFields};
use super::significance::Comparisons;
use super::verdict::VerdictBasis;
use super::verdict::VerdictText;
use super::{Group, OptionalScore, Present, Repaired, Report, Unread, columns, p_values};
use crate::bleu::significance::Comparison;
use crate::program::request::style::{ScoreColumn, Style};
use crate::text::display::distinct_names;
use crate::text::display::escape;
use serde::Serialize;
use std::collections::BTreeMap;

const CUMULATIVE: &[&str] = &["segment", "id", "system", "cumulative/*=bleu_*", "segments", "signature"];

/// Label of the means over test sets in tables for programs.
const MEAN: &str = "(mean)";

impl Present for Report {
    fn columns(&self, style: Style) -> TableColumns {
        if self.is_cumulative() { CUMULATIVE.into() } else { columns::table_columns(style) }
    }

    /// Returns a row per candidate, then a row per candidate in each group; means come after their test sets. If all pairs
    /// were compared, a row ends with the p-values against every system, and the differences from it.
    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let (is_mean, names) = (self.is_mean(), self.row_names());
        let mut parts: Vec<Option<&Group>> = std::iter::once(None).chain(self.groups.iter().map(Some)).collect();
        parts.rotate_left(usize::from(is_mean));
        let rows = parts.into_iter().flat_map(|group| (0..self.systems.len()).map(move |system| (group, system)));
        rows.map(move |(group, system)| {
            let signature = Some(self.signature_of(system));
            let row = match group {
                Some(group) if is_mean => group_row(self, group, system, style),
                Some(group) => Row { group: Some(group.name()), signature, ..group_row(self, group, system, style) },
                None if is_mean => {
                    let score = Some(self.systems[system].score.scaled(style));
                    Row { group: Some(MEAN), score, ..tested(self, system, style) }
                }
                None => Row { group: (!self.groups.is_empty()).then_some(""), ..system_row(self, system, style) },
            };
            let others = match self.significance.ranking() {
                Some(ranking) => comparisons(self, group, system, ranking, style),
                None => Vec::new(),
            };
            Row { system: Some(names[system].clone().into()), others, ..ranked(self, group, system, row, style) }
        })
    }

    /// Returns a line per system: the score; with a bootstrap, the mean of the resamples and the half-width of the 95%
    /// interval; with a paired test, the p-value, or `-` for the system that the others are tested against.
    fn lines(&self, style: Style) -> impl Iterator<Item = impl Iterator<Item = String>> {
        self.systems.iter().enumerate().map(move |(place, system)| {
            let mut numbers: Vec<String> = system.score.numbers(style).collect();
            if let Some(found) = self.significance.confidence(place) {
                numbers.extend([style.number(found.mean), style.number(found.half_width)]);
            }
            if let Some(comparisons) = self.significance.paired() {
                let p_value = comparisons.find(place, 0).map(|comparison| comparison.p_value);
                numbers.push(p_values::optional(p_value, comparisons.resampling.resamples));
            }
            numbers.into_iter()
        })
    }

    /// Returns the scores of each system. If all pairs were compared, comparisons refer to systems by name, so repeated
    /// names are numbered.
    fn objects(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let ranking = self.significance.ranking().filter(|_| !self.is_mean());
        let names = self.row_names();
        let rows = systems(self, style).enumerate().map(move |(place, row)| match ranking {
            Some(ranking) => {
                let mut comparisons = comparisons(self, None, place, ranking, style);
                comparisons.remove(place);
                Row { system: Some(names[place].clone().into()), comparisons, ..row }
            }
            None => row,
        });
        self.and_unread(rows)
    }

    /// Returns an object for one candidate, an array of objects for several. If all pairs were compared, returns an object
    /// of systems and pairs.
    fn json(&self, style: Style) -> impl Serialize {
        let Some(ranking) = self.significance.ranking() else {
            return Either::One(one_or_more(self.and_unread(systems(self, style))));
        };
        // The signature is beside the systems.
        let rows = systems(self, style).zip(self.row_names());
        let rows = rows.map(|(row, name)| Row { system: Some(name.into()), signature: None, ..row });
        Either::Other(object! {
            systems: self.and_unread(rows).collect::<Vec<_>>(),
            pairs: pairs(self, ranking, style),
            signature: &self.signature,
        })
    }

    fn verdict(&self, style: Style) -> Option<VerdictText> {
        Some(VerdictBasis::new(self, &[], style).verdict())
    }

    fn document(&self, style: Style) -> Document {
        self.scores_document(style)
    }
}

impl Report {
    /// Names of the systems in rows: repeated ones are numbered, if comparisons may refer to them.
    fn row_names(&self) -> Vec<String> {
        let are_given = self.is_cumulative() || self.is_mean();
        if are_given { self.names().into_iter().map(String::from).collect() } else { distinct_names(&self.names()) }
    }

    /// Rows of systems, then the candidates that could not be read.
    fn and_unread<'a>(
        &'a self,
        rows: impl Iterator<Item = Row<'a>>,
    ) -> impl Iterator<Item = Either<Row<'a>, &'a Unread>> {
        rows.map(Either::One).chain(self.unread.iter().map(Either::Other))
    }
}

/// The row of each system, with its groups.
fn systems(report: &Report, style: Style) -> impl Iterator<Item = Row<'_>> {
    let is_mean = report.is_mean();
    report.systems.iter().enumerate().map(move |(place, system)| {
        let row = match is_mean {
            true => Row { mean: Some(system.score.scaled(style)), ..tested(report, place, style) },
            false => system_row(report, place, style),
        };
        let groups = (!report.groups.is_empty()).then_some(GroupRows { report, system: place, style });
        Row { system: Some(system.name.as_str().into()), groups, ..row }
    })
}

/// The row of a system in a group, or on all segments; if all pairs were compared, with its differences from the system above and from
/// the best, which a group has if it was tested itself.
pub(super) fn ranked<'a>(report: &Report, group: Option<&Group>, place: usize, row: Row<'a>, style: Style) -> Row<'a> {
    let Some(ranking) = report.significance.ranking() else { return row };
    let difference = |other: Option<usize>| {
        let found = other.and_then(|other| report.significance_in(group).comparison(place, other));
        Some(ComparisonFields::new(found.as_ref(), ranking.test, None, style))
    };
    Row { above: difference(place.checked_sub(1)), best: difference(Some(0)), ..row }
}

/// The comparisons of all pairs.
fn pairs(report: &Report, ranking: &Comparisons, style: Style) -> impl Serialize {
    let names = distinct_names(&report.names());
    let pair = |(&(a, b), comparison): (&(usize, usize), &Comparison)| {
        object! {
            a: names[a].clone(),
            b: names[b].clone(),
            #[serde(flatten)]
            difference: ComparisonFields::new(Some(comparison), ranking.test, None, style),
            #[serde(flatten)]
            robust: ranking.robust.as_ref().and_then(|robust| {
                Some(object! { robust: robust.fields(robust.find(a, b)?, ranking.test, style) })
            }),
        }
    };
    ranking.all.iter().map(pair).collect::<Vec<_>>()
}

/// The comparisons of a system with all; with itself, it has no difference.
fn comparisons(
    report: &Report,
    group: Option<&Group>,
    place: usize,
    ranking: &Comparisons,
    style: Style,
) -> Vec<ComparisonWith> {
    let with = |(other, system): (usize, String)| {
        let found = report.significance_in(group).comparison(place, other);
        let difference = ComparisonFields::new(found.as_ref(), ranking.test, None, style);
        let difference = if other == place { difference.with_itself() } else { difference };
        ComparisonWith { system, difference }
    };
    distinct_names(&report.names()).into_iter().enumerate().map(with).collect()
}

pub(super) fn system_row(report: &Report, place: usize, style: Style) -> Row<'_> {
    let system = &report.systems[place];
    let are_shown = system.endings.is_some() || style.columns.contains(&ScoreColumn::Problems);
    let fields = |found: &Repaired| RepairedFields { score: style.score_value(&found.score), lines: found.lines };
    let ranked = report.significance.ranking().map(|ranking| &ranking.ranks[place]);
    Row {
        rank: ranked.map(|ranked| [ranked.best_rank, ranked.worst_rank]),
        cluster: ranked.map(|ranked| ranked.cluster),
        signature: Some(report.signature_of(place)),
        uncleaned: system.uncleaned.as_ref().map(fields),
        cleaned: system.cleaned.as_ref().map(fields),
        problems: if are_shown { report.problem_lines(place) } else { BTreeMap::new() },
        samples: system.samples.map(|samples| samples.scaled(style)),
        answers: system.endings.as_ref(),
        files: &system.files,
        findings: system.findings.as_ref().map(|findings| FindingFields::all_of(findings, style)),
        ..part_row(report, None, place, style)
    }
}

/// The interval of a mean over test sets, and its comparisons.
fn tested(report: &Report, place: usize, style: Style) -> Row<'_> {
    let Row { rank, cluster, confidence, difference, .. } = system_row(report, place, style);
    Row { rank, cluster, confidence, difference, ..Row::default() }
}

/// The row of a system in a group, named if that is a test set.
pub(super) fn group_row<'a>(report: &'a Report, group: &'a Group, place: usize, style: Style) -> Row<'a> {
    let set = group.set.as_deref();
    Row {
        system: set.map(|_| report.systems[place].name.as_str().into()),
        group: Some(&group.label),
        signature: set.map(|(_, signature)| signature.as_str()),
        samples: group.samples.get(place).map(|samples| samples.scaled(style)),
        ..part_row(report, Some(group), place, style)
    }
}

/// The row of a system for all segments or for a group, which may be too small for the interval and the test that all
/// segments have.
fn part_row<'a>(report: &'a Report, group: Option<&'a Group>, place: usize, style: Style) -> Row<'a> {
    let significance = report.significance_in(group);
    let over = group.map_or(significance, |group| report.significance_over(group));
    let segments = group.map_or_else(|| report.segments_of(place), |group| group.sums.segments);
    let comparison = significance.comparison(place, 0);
    let difference = |test| ComparisonFields::new(comparison.as_ref(), test, Some(segments), style);
    let robust = significance.paired().and_then(|tested| {
        let robust = tested.robust.as_ref()?;
        Some(robust.fields(robust.find(place, 0)?, tested.test, style))
    });
    Row {
        confidence: over.confidence(place).map(|_| significance.confidence(place).map(|found| scaled(found, style))),
        difference: over.paired().map(|tested| difference(tested.test)),
        robust,
        segments: Some(segments),
        resamples: significance.resampling.map_or(0, |resampling| resampling.resamples),
        ..Row::of(&report.score(group, place), style)
    }
}

/// Scores of a segment.
pub struct ScoredSegments<'a> {
    /// Number of the segment, from 1.
    pub segment: u64,
    pub labels: Labels<'a>,
    /// Names of the systems.
    pub systems: &'a [String],
    /// One for each system.
    pub scores: &'a [OptionalScore],
}

/// Names of a segment besides its number.
#[derive(Clone, Copy, Debug, Default)]
pub struct Labels<'a> {
    /// Its id, if segments have ids.
    pub id: Option<&'a str>,
    /// Label of its group, if segments have groups.
    pub group: Option<&'a str>,
}

impl Present for ScoredSegments<'_> {
    fn columns(&self, style: Style) -> TableColumns {
        let is_cumulative = self.scores.iter().any(|score| !score.orders.is_empty());
        if is_cumulative { CUMULATIVE.into() } else { columns::table_columns(style) }
    }

    /// Returns a row for each system.
    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        self.systems.iter().zip(self.scores).map(move |(system, score)| Row {
            system: Some(system.into()),
            segment: Some(self.segment),
            id: self.labels.id,
            group: self.labels.group,
            ..Row::of(score, style)
        })
    }

    /// Returns the labels and the scores of one system after the other, on one line.
    fn lines(&self, style: Style) -> impl Iterator<Item = impl Iterator<Item = String>> {
        let labels = [self.labels.id, self.labels.group].into_iter().flatten().map(escape);
        std::iter::once(labels.chain(self.scores.iter().flat_map(move |score| score.numbers(style))))
    }
}
