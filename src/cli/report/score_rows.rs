//! Scores of systems on a corpus, its groups or a segment.

use super::columns;
use super::difference::ComparisonFields;
use super::findings::FindingFields;
use super::object::object;
use super::object::{Either, one_or_more};
use super::row::{AnswerFields, ComparisonWith, GroupRows, RepairedFields, Row, scaled};
use super::sections::Document;
use super::verdict::{VerdictBasis, VerdictText};
use super::{Group, OptionalScore, Repaired, Report, Results, Significance, TableColumns, Unread, p_values};
use crate::cli::display::{distinct_names, escape};
use crate::cli::style::{ScoreColumn, Style};
use crate::{AllPairs, Pair, PairedTest};
use serde::Serialize;
use std::collections::BTreeMap;

const CUMULATIVE: &[&str] = &["segment", "id", "system", "cumulative/*=bleu_*", "segments", "signature"];

impl Results for Report {
    fn columns(&self, style: Style) -> TableColumns {
        if self.is_cumulative() { CUMULATIVE.into() } else { columns::of_table(style) }
    }

    /// Returns a row per candidate, then a row per candidate in each group. If all pairs were compared, a row ends with
    /// the p-values against every system, and the differences from it.
    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let names = match self.is_cumulative() {
            true => self.names().into_iter().map(String::from).collect(),
            false => distinct_names(&self.names()),
        };
        let parts = std::iter::once(None).chain(self.groups.iter().map(Some));
        let rows = parts.flat_map(move |group| (0..self.systems.len()).map(move |system| (group, system)));
        rows.map(move |(group, system)| {
            let row = match group {
                Some(group) => Row { group: Some(group.name()), ..of_group(self, group, system, style) },
                None => Row { group: (!self.groups.is_empty()).then_some(""), ..of_system(self, system, style) },
            };
            let others = match &self.significance {
                Significance::AllPairs { ranking, test, .. } => {
                    comparisons(&names, system, ranking, *test, style).collect()
                }
                _ => Vec::new(),
            };
            Row {
                system: Some(names[system].clone().into()),
                signature: Some(self.signature_of(system)),
                others,
                ..row
            }
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
            if let Significance::Paired { resampling, systems, .. } = &self.significance {
                let p_value = systems[place].comparison.map(|comparison| comparison.p_value);
                numbers.push(p_values::optional(p_value, resampling.resamples));
            }
            numbers.into_iter()
        })
    }

    /// Returns the scores of each system. If all pairs were compared, comparisons refer to systems by name, so repeated
    /// names are numbered.
    fn objects(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let names = distinct_names(&self.names());
        let rows = systems(self, style).enumerate().map(move |(place, row)| match &self.significance {
            Significance::AllPairs { ranking, test, .. } => {
                let mut comparisons: Vec<_> = comparisons(&names, place, ranking, *test, style).collect();
                comparisons.remove(place);
                Row { system: Some(names[place].clone().into()), comparisons, ..row }
            }
            _ => row,
        });
        self.and_unread(rows)
    }

    /// Returns an object for one candidate, an array of objects for several. If all pairs were compared, returns an object
    /// of systems and pairs.
    fn json(&self, style: Style) -> impl Serialize {
        let Significance::AllPairs { ranking, test, .. } = &self.significance else {
            return Either::One(one_or_more(self.and_unread(systems(self, style))));
        };
        let names = distinct_names(&self.names());
        // The signature is beside the systems.
        let rows = systems(self, style).zip(&names);
        let rows = rows.map(|(row, name)| Row { system: Some(name.clone().into()), signature: None, ..row });
        Either::Other(object! {
            systems: self.and_unread(rows).collect::<Vec<_>>(),
            pairs: pairs(self, ranking, *test, style),
            signature: &self.signature,
        })
    }

    fn verdict(&self, style: Style) -> Option<VerdictText> {
        let names = style.system_names(&self.names());
        Some(VerdictBasis { names: &names, report: self, group_name: "", explanations: &[], style }.verdict())
    }

    fn document(&self, style: Style) -> Document {
        self.document(style)
    }
}

impl Report {
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
    (0..report.systems.len()).map(move |system| Row {
        system: Some(report.systems[system].name.as_str().into()),
        groups: (!report.groups.is_empty()).then_some(GroupRows { report, system, style, row: of_group }),
        ..of_system(report, system, style)
    })
}

/// The comparisons of all pairs.
pub(super) fn pairs(report: &Report, ranking: &AllPairs, test: PairedTest, style: Style) -> impl Serialize {
    let (names, robust) = (distinct_names(&report.names()), report.significance.robust());
    let pair = |pair: &Pair| {
        object! {
            a: names[pair.a].clone(),
            b: names[pair.b].clone(),
            #[serde(flatten)]
            difference: ComparisonFields::new(Some(&pair.comparison), test, style),
            #[serde(flatten)]
            robust: robust.and_then(|robust| {
                let [a, b] = [pair.a, pair.b].map(|place| ranking.systems[place].system);
                Some(object! { robust: robust.fields(robust.find(a, b)?, test, style) })
            }),
        }
    };
    ranking.pairs.iter().map(pair).collect::<Vec<_>>()
}

/// The comparisons of a system with all; with itself, it has no difference.
pub(super) fn comparisons(
    names: &[String],
    place: usize,
    ranking: &AllPairs,
    test: PairedTest,
    style: Style,
) -> impl Iterator<Item = ComparisonWith> {
    names.iter().enumerate().map(move |(other, name)| {
        let mut difference = ComparisonFields::new(ranking.comparison(place, other).as_ref(), test, style);
        difference.p_value = Some(ranking.p_value(place, other).unwrap_or(1.0));
        ComparisonWith { system: name.clone(), difference }
    })
}

pub(super) fn of_system(report: &Report, place: usize, style: Style) -> Row<'_> {
    let (segments, over) = (report.segments_of(place), &report.significance);
    let are_shown = report.systems[place].endings.is_some() || style.columns.contains(&ScoreColumn::Problems);
    let fields = |found: &Repaired| RepairedFields { score: style.score_value(&found.score), lines: found.lines };
    let row = Row {
        signature: Some(report.signature_of(place)),
        uncleaned: report.systems[place].uncleaned.as_ref().map(fields),
        cleaned: report.systems[place].cleaned.as_ref().map(fields),
        problems: if are_shown { report.problem_lines(place) } else { BTreeMap::new() },
        samples: report.systems[place].samples.map(|samples| samples.scaled(style)),
        answers: report.systems[place].endings.as_ref().map(AnswerFields::of),
        findings: report.systems[place].findings.as_ref().map(|findings| FindingFields::all_of(findings, style)),
        ..of_part(over, segments, report.systems[place].score.clone(), over, place, style)
    };
    let Significance::AllPairs { ranking, .. } = &report.significance else { return row };
    let ranked = &ranking.systems[place];
    Row { rank: Some([ranked.best_rank, ranked.worst_rank]), cluster: Some(ranked.cluster), ..row }
}

pub(super) fn of_group<'a>(report: &'a Report, group: &'a Group, place: usize, style: Style) -> Row<'a> {
    let score = report.group_score(group, place);
    let over = report.significance_over(group);
    let row = of_part(over, group.sums.segments, score, &group.significance, place, style);
    let samples = group.samples.get(place).map(|samples| samples.scaled(style));
    Row { group: Some(&group.label), samples, ..row }
}

/// The row of a system for all segments or for a group, which may be too small for the interval and the test that all
/// segments have.
fn of_part<'a>(
    over: &Significance,
    segments: u64,
    score: OptionalScore,
    significance: &Significance,
    place: usize,
    style: Style,
) -> Row<'a> {
    let interval = || significance.confidence(place).map(|found| scaled(found, style));
    let difference = match over {
        Significance::Paired { test, .. } => {
            Some(ComparisonFields::of_paired(significance.comparison(place), *test, segments, style))
        }
        _ => None,
    };
    let robust = match significance {
        Significance::Paired { test, robust: Some(robust), .. } => {
            robust.find(place, 0).map(|comparison| robust.fields(comparison, *test, style))
        }
        _ => None,
    };
    Row {
        confidence: over.confidence(place).map(|_| interval()),
        difference,
        robust,
        segments: Some(segments),
        resamples: significance.resampling().map_or(0, |resampling| resampling.resamples),
        ..Row::of(&score, style)
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

impl Results for ScoredSegments<'_> {
    fn columns(&self, style: Style) -> TableColumns {
        let is_cumulative = self.scores.iter().any(|score| !score.orders.is_empty());
        if is_cumulative { CUMULATIVE.into() } else { columns::of_table(style) }
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
