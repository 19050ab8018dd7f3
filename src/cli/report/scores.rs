//! The scores of systems for people: tables, and the captions that explain them.

use super::comparison::{self, Comparisons};
use super::sections::Document;
use super::table::{Column, Kind, Table, Tables};
use super::{Group, MIN_SEGMENTS_OF_GROUP, OptionalScore, Report, Significance, System, p_values};
use crate::Resamples;
use crate::cli::style::{Format, Style};
use crate::{AllPairs, Confidence, PairedTest, Precision, SIGNIFICANCE_LEVEL, Score};
use std::ops::Range;

impl Report {
    /// Returns the scores and their significance for people: as text, sacreBLEU's line for the only score; else tables.
    pub fn document(&self, style: Style) -> Document<'_> {
        if let (Format::Text, [system]) = (style.format, &self.systems[..])
            && !self.is_cumulative()
        {
            let (line, groups) = (line(self, &system.score.parts, style), groups(self, style));
            return Document::Line { line, groups, caption: group_caption(self) };
        }
        let (tables, captions) = (tables(self, style), captions(self, style));
        Document::Tables(Tables { tables, signature: &self.signature, captions })
    }
}

/// The line of the only system of a report: the score as the library displays it, with its confidence after the number.
fn line(report: &Report, score: &Score, style: Style) -> String {
    let digits = style.digits;
    let score = if style.percent { format!("{:.digits$}", score.percent()) } else { format!("{score:.digits$}") };
    let (number, parts) = score.split_once(' ').unwrap_or((&score, ""));
    let confidence = report.significance.confidence(0);
    let confidence = confidence.map_or_else(String::new, |found| format!("(μ = {}) ", style.interval(found)));
    format!("BLEU|{} = {number} {confidence}{parts}", report.signature)
}

/// Returns the tables of a report: one of the systems and, if all pairs were compared, one of the p-values, or, if
/// there are groups, one of the groups.
fn tables(report: &Report, style: Style) -> Vec<Table> {
    let Significance::AllPairs { ranking, .. } = &report.significance else {
        return std::iter::once(Table::new(system_columns(report, style))).chain(groups(report, style)).collect();
    };
    let count = ranking.systems.len();
    let mut columns = vec![place_column(0..count), rank_column(ranking)];
    columns.extend(system_columns(report, style));
    let ends = |place: &usize| ranking.systems[*place].cluster != ranking.systems[place - 1].cluster;
    let ruled: Vec<usize> = (1..count).filter(ends).collect();
    // A triangle: the best system has no row, the worst no column.
    let mut matrix = vec![place_column(1..count)];
    matrix.extend((0..count.saturating_sub(1)).map(|place| p_value_column(ranking, place)));
    let matrix_ruled = ruled.iter().map(|place| place - 1).filter(|&row| row > 0).collect();
    vec![Table { columns, ruled, gap: 2 }, Table { columns: matrix, ruled: matrix_ruled, gap: 1 }]
}

/// Returns the table of the groups, if there are any: for one system the parts of its scores, for several a column for
/// each, of scores with their intervals and marks of significance.
fn groups(report: &Report, style: Style) -> Option<Table> {
    let groups = &report.groups;
    if groups.is_empty() {
        return None;
    }
    let mut columns = vec![
        Column::of_rows("group", Kind::LeftAligned, groups, |group| group.name().to_owned()),
        Column::of_rows("segments", Kind::Number, groups, |group| group.sums.segments.to_string()),
    ];
    if report.systems.len() == 1 {
        let rows = groups.iter().map(|group| (report.group_score(group, 0), group.significance.confidence(0)));
        let has_intervals = groups.iter().any(|group| group.significance.confidence(0).is_some());
        columns.extend(score_columns(rows, has_intervals, Vec::new(), style));
        return Some(Table::new(columns));
    }
    for (system, name) in style.system_names(&report.names()).into_iter().enumerate() {
        let has_interval = report.significance.confidence(system).is_some();
        let is_tested = report.significance.comparison(system).is_some();
        let cell = |group: &Group| {
            let mut cell = report.group_score(group, system).text(style);
            if has_interval {
                let found = group.significance.confidence(system);
                let half_width = found.map_or_else(|| "-".into(), |found| style.number(found.half_width));
                cell += &format!(" ± {half_width:>0$}", style.number(0.0).len());
            }
            match group.significance.comparison(system) {
                Some(comparison) => p_values::marked(cell, comparison.p_value),
                None if is_tested => cell + " ",
                None => cell,
            }
        };
        // The space is above the marks.
        let title = if is_tested { name + " " } else { name };
        columns.push(Column::of_rows(title, Kind::Number, groups, cell));
    }
    Some(Table::new(columns))
}

/// Places of sorted systems, counted from 1.
fn place_column(places: Range<usize>) -> Column {
    Column::new("#", Kind::Number, places.map(|place| (place + 1).to_string()))
}

/// Score and significance of each system, or its scores of all orders.
fn system_columns(report: &Report, style: Style) -> Vec<Column> {
    let significance = &report.significance;
    let mut columns = vec![Column::new("system", Kind::LeftAligned, style.system_names(&report.names()))];
    let orders = report.systems.first().map_or(0, |system| system.score.orders.len());
    if orders > 0 {
        columns.extend((0..orders).map(|n| {
            let cell = |system: &System| style.score(&system.score.orders[n]);
            Column::of_rows(format!("BLEU-{}", n + 1), Kind::Number, &report.systems, cell)
        }));
        return columns;
    }
    let row = |(place, system): (usize, &System)| (system.score.clone(), significance.confidence(place));
    let rows = report.systems.iter().enumerate().map(row);
    let has_intervals = significance.confidence(0).is_some();
    columns.extend(score_columns(rows, has_intervals, comparison_columns(significance, style), style));
    columns
}

/// The differences of systems, and their p-values, if systems were compared.
fn comparison_columns(significance: &Significance, style: Style) -> Vec<Column> {
    match significance {
        Significance::None | Significance::Confidence { .. } => Vec::new(),
        Significance::Paired { resampling, systems, .. } => {
            let p_value = |found: &crate::Paired| {
                p_values::cell(found.comparison.map(|comparison| comparison.p_value), resampling.resamples)
            };
            vec![
                comparison::column(systems.iter().map(|found| found.comparison), style),
                Column::of_rows("p-value ", Kind::Number, systems, p_value),
            ]
        }
        Significance::AllPairs { ranking, .. } => {
            let from_above = |place: usize| place.checked_sub(1).and_then(|above| ranking.comparison(place, above));
            vec![comparison::column((0..ranking.systems.len()).map(from_above), style)]
        }
    }
}

/// A cell of the row of a score with its confidence interval.
type Cell = fn(&OptionalScore, Option<&Confidence>, Style) -> String;

/// The parts of scores and their confidence intervals, one row each; columns of comparisons come after the intervals.
pub fn score_columns<'a>(
    rows: impl Iterator<Item = (OptionalScore, Option<&'a Confidence>)> + Clone,
    has_intervals: bool,
    comparisons: Vec<Column>,
    style: Style,
) -> Vec<Column> {
    let mut cells: Vec<(&str, Cell)> = vec![("BLEU", |score, _, style| score.text(style))];
    if has_intervals {
        cells.push(("μ ± 95% CI", |_, found, style| found.map_or_else(|| "-".into(), |found| style.interval(found))));
    }
    let place = cells.len();
    cells.push(("precisions", |score, _, style| precisions(&score.parts, style)));
    cells.push(("BP", |score, _, _| format!("{:.3}", score.parts.bp())));
    // Tables of comparisons leave out the lengths, so that they fit into 100 columns.
    if comparisons.is_empty() {
        cells.push(("ratio", |score, _, _| format!("{:.3}", score.parts.ratio())));
        cells.push(("hyp_len", |score, _, _| score.parts.hyp_len().to_string()));
        cells.push(("ref_len", |score, _, _| score.parts.ref_len().to_string()));
    }
    let column = |(title, cell): (&str, Cell)| {
        Column::new(title, Kind::Number, rows.clone().map(|(score, found)| cell(&score, found, style)))
    };
    let mut columns: Vec<Column> = cells.into_iter().map(column).collect();
    columns.splice(place..place, comparisons);
    columns
}

fn rank_column(ranking: &AllPairs) -> Column {
    let cell = |ranked: &crate::RankedSystem| match (ranked.best_rank, ranked.worst_rank) {
        (best, worst) if best == worst => best.to_string(),
        (best, worst) => format!("{best}-{worst}"),
    };
    Column::of_rows("rank", Kind::LeftAligned, &ranking.systems, cell)
}

/// P-values of a system and all below it; the first row is that of the second system.
fn p_value_column(ranking: &AllPairs, place: usize) -> Column {
    let cell = |other| if other > place { p_values::short_cell(ranking.p_value(place, other)) } else { String::new() };
    // The space is above the marks.
    Column::new(format!("{} ", place + 1), Kind::Number, (1..ranking.systems.len()).map(cell))
}

/// Formats precisions with three decimals, or with one as percentages, as sacreBLEU does.
fn precisions(score: &Score, style: Style) -> String {
    let decimals = if style.percent { 1 } else { 3 };
    let number = |p: &Precision| format!("{:.decimals$}", style.precision(*p));
    score.precisions().iter().map(number).collect::<Vec<_>>().join("/")
}

/// Explains the tables in words.
fn captions(report: &Report, style: Style) -> Vec<String> {
    let Some(comparisons) = report.significance.comparisons() else {
        return confidence_caption(report).into_iter().chain(group_caption(report)).collect();
    };
    let mark = |difference: &str| mark_caption(difference, &comparisons);
    let mut captions = match &report.significance {
        Significance::AllPairs { .. } => vec![
            mark("difference of two systems"),
            String::from(
                "Rules separate clusters of systems: each differs significantly from all in other clusters. rank: the \
                 positions that are consistent with the significant differences.",
            ),
            comparison::column_caption(&comparisons, "the system above"),
        ],
        _ => {
            let first = style.system_names(&report.names()).swap_remove(0);
            let power = comparison::power(report, &comparisons, style);
            let captions = [
                mark(&format!("difference from {first}")),
                String::from("Not significant does not mean equal."),
                comparison::column_caption(&comparisons, &first),
            ];
            captions.into_iter().chain(power).collect()
        }
    };
    captions.extend(comparison::correction_note(comparisons.resampling.correction, &comparisons.p_values()));
    captions.extend(comparison::words(report, &comparisons, style));
    captions.extend(group_caption(report));
    captions
}

/// Explains the table of groups, if it has intervals or tests.
fn group_caption(report: &Report) -> Option<String> {
    let has_intervals = report.significance.confidence(0).is_some();
    let intervals = format!(
        "± is the half-width of the 95% confidence interval; fewer than {MIN_SEGMENTS_OF_GROUP} segments are too few (-). "
    );
    let tests = "--correct accounts for the number of systems, not of groups; for p-values, use --format json or tsv.";
    let caption = match report.significance {
        Significance::None | Significance::AllPairs { .. } => return None,
        Significance::Confidence { .. } => intervals,
        Significance::Paired { .. } if has_intervals => intervals + tests,
        Significance::Paired { .. } => tests.to_owned(),
    };
    (!report.groups.is_empty()).then(|| format!("In groups: {}", caption.trim_end()))
}

/// Explains the table if only confidence intervals were asked for.
fn confidence_caption(report: &Report) -> Option<String> {
    let Significance::Confidence { resampling, systems } = &report.significance else { return None };
    let kind = match resampling.kind {
        Resamples::Poisson => "Poisson",
        Resamples::Bootstrap | Resamples::Randomization => "bootstrap",
    };
    let number = systems.first()?.resamples;
    Some(format!(
        "μ ± 95% CI: mean and half-width of the 95% confidence interval, from the scores of {number} {kind} resamples."
    ))
}

/// Explains the mark of significant p-values.
fn mark_caption(difference: &str, comparisons: &Comparisons) -> String {
    let resamples = comparisons.resampling.resamples;
    let corrected = comparison::corrected(comparisons.resampling.correction, comparisons.all.len());
    let test = match comparisons.test {
        PairedTest::Bootstrap => "paired bootstrap",
        PairedTest::Randomization => "approximate randomization",
    };
    format!("* {difference} is significant at p < {SIGNIFICANCE_LEVEL} ({test}, {resamples} resamples{corrected}).")
}
