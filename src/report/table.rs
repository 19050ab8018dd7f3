//! Tables for people, which text, Markdown and LaTeX lay out.

use super::comparison::{self, Comparisons};
use super::{Group, MIN_SEGMENTS_OF_GROUP, Report, Significance};
use crate::color::Tone;
use crate::display::escape;
use crate::signature::Resamples;
use crate::style::Style;
use crate::{AllPairs, Confidence, PairedTest, Precision, SIGNIFICANT, Score};
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

/// A table: columns with the same number of cells.
#[derive(Debug)]
pub struct Table {
    /// Columns, from left to right. If lines of text are too short for all of them, the first is repeated.
    pub columns: Vec<Column>,
    /// Rows with a rule above them.
    pub ruled: Vec<usize>,
    /// Spaces between columns in plain text.
    pub gap: usize,
}

/// A column of a table.
#[derive(Debug)]
pub struct Column {
    pub title: String,
    pub kind: Kind,
    /// One cell per row. A number without a mark ends in a space if it could have had one.
    pub cells: Vec<String>,
    /// Tones of the cells; those after the last are plain.
    pub tones: Vec<Tone>,
}

/// Kind of cells in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Aligned at the left.
    Name,
    /// Aligned at the right.
    Number,
    /// Aligned at the left, and shortened if lines are too short.
    Text,
}

impl Column {
    pub fn new(title: impl Into<String>, kind: Kind, cells: impl IntoIterator<Item = String>) -> Column {
        Column { title: title.into(), kind, cells: cells.into_iter().collect(), tones: Vec::new() }
    }

    /// Gives the cells tones.
    pub fn with_tones(self, tones: impl IntoIterator<Item = Tone>) -> Column {
        Column { tones: tones.into_iter().collect(), ..self }
    }

    /// Width of the widest cell on a terminal.
    pub fn width(&self) -> usize {
        self.cells.iter().chain([&self.title]).map(|cell| cell.width()).max().unwrap_or(0)
    }
}

impl Table {
    /// A table without rules.
    pub fn new(columns: Vec<Column>) -> Table {
        Table { columns, ruled: Vec::new(), gap: 2 }
    }

    /// Returns the titles, then the cells of each row, from left to right.
    pub fn rows(&self) -> impl Iterator<Item = Vec<&str>> {
        let titles = self.columns.iter().map(|column| column.title.as_str()).collect();
        let rows = self.columns.first().map_or(0, |column| column.cells.len());
        let row = |row: usize| self.columns.iter().map(|column| column.cells[row].as_str()).collect();
        std::iter::once(titles).chain((0..rows).map(row))
    }
}

/// Returns the tables of a report: one of the systems and, if all pairs were compared, one of the p-values, or, if there
/// are groups, one of the groups.
pub fn tables(report: &Report, style: Style) -> Vec<Table> {
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
pub fn groups(report: &Report, style: Style) -> Option<Table> {
    let groups = &report.groups;
    if groups.is_empty() {
        return None;
    }
    let labels = groups.iter().map(|group| escape(group.name()));
    let mut columns = vec![
        Column::new("group", Kind::Name, labels),
        Column::new("segments", Kind::Number, groups.iter().map(|group| group.segments.to_string())),
    ];
    if report.systems.len() == 1 {
        columns.extend(score_columns(
            |row| Some((&groups.get(row)?.scores[0], groups[row].significance.confidence(0))),
            Vec::new(),
            style,
        ));
        return Some(Table::new(columns));
    }
    for (system, name) in style.system_names(&report.names()).into_iter().enumerate() {
        let has_interval = report.significance.confidence(system).is_some();
        let is_tested = report.significance.comparison(system).is_some();
        let cell = |group: &Group| {
            let mut cell = style.number(group.scores[system].score);
            if has_interval {
                let found = group.significance.confidence(system);
                let half_width = found.map_or_else(|| "-".into(), |found| style.number(found.half_width));
                cell += &format!(" ± {half_width:>0$}", style.number(0.0).len());
            }
            match group.significance.comparison(system) {
                Some(comparison) => marked(cell, comparison.p_value),
                None if is_tested => cell + " ",
                None => cell,
            }
        };
        // The space is above the marks.
        let title = if is_tested { name + " " } else { name };
        columns.push(Column::new(title, Kind::Number, groups.iter().map(cell)));
    }
    Some(Table::new(columns))
}

/// Places of sorted systems, counted from 1.
fn place_column(places: Range<usize>) -> Column {
    Column::new("#", Kind::Number, places.map(|place| (place + 1).to_string()))
}

/// Score and significance of each system.
fn system_columns(report: &Report, style: Style) -> Vec<Column> {
    let significance = &report.significance;
    let score = |row: usize| Some((&report.systems.get(row)?.score, significance.confidence(row)));
    let mut columns = vec![Column::new("system", Kind::Name, style.system_names(&report.names()))];
    columns.extend(score_columns(score, comparison_columns(significance, style), style));
    columns
}

/// The differences of systems, and their p-values, if systems were compared.
fn comparison_columns(significance: &Significance, style: Style) -> Vec<Column> {
    match significance {
        Significance::None | Significance::Confidence { .. } => Vec::new(),
        Significance::Paired { resampling, systems, .. } => {
            let p_value = |found: &crate::Paired| {
                marked_p_value(found.comparison.map(|comparison| comparison.p_value), resampling.resamples)
            };
            vec![
                comparison::column(systems.iter().map(|found| found.comparison), style),
                Column::new("p-value ", Kind::Number, systems.iter().map(p_value)),
            ]
        }
        Significance::AllPairs { ranking, .. } => {
            let from_above = |place: usize| place.checked_sub(1).and_then(|above| ranking.comparison(place, above));
            vec![comparison::column((0..ranking.systems.len()).map(from_above), style)]
        }
    }
}

/// The parts of scores and their confidence intervals, one row after the other until there is none; columns of
/// comparisons come after the intervals.
fn score_columns<'a>(
    row: impl Fn(usize) -> Option<(&'a Score, Option<&'a Confidence>)>,
    comparisons: Vec<Column>,
    style: Style,
) -> Vec<Column> {
    let rows: Vec<_> = (0..).map_while(row).collect();
    let column = |title: &str, cell: &dyn Fn(&Score) -> String| {
        Column::new(title, Kind::Number, rows.iter().map(|(score, _)| cell(score)))
    };
    let mut columns = vec![column("BLEU", &|score| style.number(score.score))];
    if rows.iter().any(|(_, confidence)| confidence.is_some()) {
        let cell = |confidence: &Option<&Confidence>| {
            confidence.map_or_else(|| String::from("-"), |found| style.interval(found))
        };
        columns.push(Column::new("μ ± 95% CI", Kind::Number, rows.iter().map(|(_, confidence)| cell(confidence))));
    }
    let compares = !comparisons.is_empty();
    columns.extend(comparisons);
    columns.extend([
        column("precisions", &|score| precisions(score, style)),
        column("BP", &|score| format!("{:.3}", score.bp)),
    ]);
    // Tables of comparisons leave out the lengths, so that they fit into 100 columns.
    if !compares {
        columns.extend([
            column("ratio", &|score| format!("{:.3}", score.ratio())),
            column("hyp_len", &|score| score.hyp_len.to_string()),
            column("ref_len", &|score| score.ref_len.to_string()),
        ]);
    }
    columns
}

fn rank_column(ranking: &AllPairs) -> Column {
    let cell = |ranked: &crate::RankedSystem| match ranked.rank {
        [best, worst] if best == worst => best.to_string(),
        [best, worst] => format!("{best}-{worst}"),
    };
    Column::new("rank", Kind::Name, ranking.systems.iter().map(cell))
}

/// P-values of a system and all below it; the first row is that of the second system.
fn p_value_column(ranking: &AllPairs, place: usize) -> Column {
    let cell = |other| if other > place { short_p_value(ranking.p_value(place, other)) } else { String::new() };
    // The space is above the marks.
    Column::new(format!("{} ", place + 1), Kind::Number, (1..ranking.systems.len()).map(cell))
}

/// Formats a p-value; `None` is that of the system which the others are tested against.
pub fn marked_p_value(p_value: Option<f64>, resamples: usize) -> String {
    match p_value {
        Some(p_value) => marked(format!("{p_value:.*}", p_value_decimals(resamples)), p_value),
        None => String::from("- "),
    }
}

/// Formats a p-value for a column among many.
fn short_p_value(p_value: f64) -> String {
    let number = if p_value < 0.0005 { String::from("<.001") } else { format!("{p_value:.3}") };
    marked(number.strip_prefix('0').unwrap_or(&number).to_owned(), p_value)
}

/// Marks a significant p-value.
fn marked(number: String, p_value: f64) -> String {
    number + if p_value < SIGNIFICANT { "*" } else { " " }
}

/// Number of decimals that show the smallest p-value, 1 / (resamples + 1); at least four.
pub fn p_value_decimals(resamples: usize) -> usize {
    (resamples.saturating_sub(1).max(1).ilog10() as usize + 1).max(4)
}

/// Formats precisions with three decimals, or with one as percentages, as sacreBLEU does.
pub fn precisions(score: &Score, style: Style) -> String {
    let decimals = if style.percent { 1 } else { 3 };
    let number = |p: &Precision| format!("{:.decimals$}", style.precision(*p));
    score.precisions().iter().map(number).collect::<Vec<_>>().join("/")
}

/// Explains the tables in words.
pub fn captions(report: &Report, style: Style) -> Vec<String> {
    let Some(comparisons) = report.significance.comparisons() else {
        return confidence_captions(report).into_iter().chain(group_caption(report)).collect();
    };
    let mark = |difference: &str| mark_caption(difference, &comparisons);
    let mut captions = match &report.significance {
        Significance::AllPairs { .. } => vec![
            mark("difference of two systems"),
            String::from(
                "Rules separate clusters of systems: each differs significantly from all in other clusters. rank: the \
                 places that are consistent with the significant differences.",
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
pub fn group_caption(report: &Report) -> Option<String> {
    let has_intervals = report.significance.confidence(0).is_some();
    let intervals = format!(
        "± is the half width of the 95% confidence interval; fewer than {MIN_SEGMENTS_OF_GROUP} segments are too few (-). "
    );
    let tests = "--correct corrects for the number of systems, not of groups; --format json and tsv have the p-values.";
    let caption = match report.significance {
        Significance::None | Significance::AllPairs { .. } => return None,
        Significance::Confidence { .. } => intervals,
        Significance::Paired { .. } if has_intervals => intervals + tests,
        Significance::Paired { .. } => tests.to_owned(),
    };
    (!report.groups.is_empty()).then(|| format!("In groups: {}", caption.trim_end()))
}

/// Explains the table if only confidence intervals were asked for.
fn confidence_captions(report: &Report) -> Vec<String> {
    let Significance::Confidence { resamples, systems } = &report.significance else { return Vec::new() };
    let kind = match resamples {
        Resamples::Poisson => "Poisson",
        Resamples::Test(_) => "bootstrap",
    };
    let caption = |confidence: &Confidence| {
        format!(
            "μ ± 95% CI: mean and half width of the 95% confidence interval, from the scores of {} {kind} resamples.",
            confidence.resamples
        )
    };
    systems.first().map(caption).into_iter().collect()
}

/// Explains the mark of significant p-values.
fn mark_caption(difference: &str, comparisons: &Comparisons) -> String {
    let resamples = comparisons.resampling.resamples;
    let corrected = comparison::corrected(comparisons.resampling.correction, comparisons.all.len());
    let test = match comparisons.test {
        PairedTest::Bootstrap => "paired bootstrap",
        PairedTest::Randomization => "approximate randomization",
    };
    format!("* {difference} is significant at p < {SIGNIFICANT} ({test}, {resamples} resamples{corrected}).")
}
