//! Tables for people: what text, Markdown and LaTeX have in common.

use super::{Findings, Report, Style};
use crate::display::short_names;
use crate::{AllPairs, PairedTest, Precision, SIGNIFICANT, Score};
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

/// What a format lays out: columns of equally many cells.
pub struct Table {
    /// From left to right.
    pub columns: Vec<Column>,
    /// The rows that a line separates from the row before.
    pub ruled: Vec<usize>,
    /// Spaces between columns, where they are aligned by spaces.
    pub gap: usize,
}

/// A column of a table.
pub struct Column {
    /// What it holds.
    pub title: String,
    /// Where its cells, and the title, stand.
    pub side: Side,
    /// One a row. A number that could have had a mark, but has none, ends in a space.
    pub cells: Vec<String>,
}

/// Names stand on the left, numbers on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

impl Column {
    fn new(title: impl Into<String>, side: Side, cells: impl IntoIterator<Item = String>) -> Column {
        Column { title: title.into(), side, cells: cells.into_iter().collect() }
    }

    /// The columns that the widest cell takes on a terminal.
    pub fn width(&self) -> usize {
        self.cells.iter().chain([&self.title]).map(|cell| cell.width()).max().unwrap_or(0)
    }
}

impl Table {
    /// The titles, then the cells of each row, from left to right.
    pub fn rows(&self) -> impl Iterator<Item = Vec<&str>> {
        let titles = self.columns.iter().map(|column| column.title.as_str()).collect();
        let rows = self.columns.first().map_or(0, |column| column.cells.len());
        let row = |row: usize| self.columns.iter().map(|column| column.cells[row].as_str()).collect();
        std::iter::once(titles).chain((0..rows).map(row))
    }
}

/// The tables that show a report: that of the systems, and where all were compared with all, that of the p-values.
pub fn tables(report: &Report, style: Style) -> Vec<Table> {
    let Findings::AllPairs { ranking, .. } = &report.findings else {
        return vec![Table { columns: system_columns(report, style), ruled: Vec::new(), gap: 2 }];
    };
    let count = ranking.systems.len();
    let mut columns = vec![place_column(0..count), rank_column(ranking)];
    columns.extend(system_columns(report, style));
    let ends = |place: &usize| ranking.systems[*place].cluster != ranking.systems[place - 1].cluster;
    let ruled: Vec<usize> = (1..count).filter(ends).collect();
    // The best system has no row, the worst no column.
    let mut matrix = vec![place_column(1..count)];
    matrix.extend((0..count.saturating_sub(1)).map(|place| p_value_column(ranking, place)));
    let matrix_ruled = ruled.iter().map(|place| place - 1).filter(|&row| row > 0).collect();
    vec![Table { columns, ruled, gap: 2 }, Table { columns: matrix, ruled: matrix_ruled, gap: 1 }]
}

/// The places of sorted systems, which count from 0, as people count them.
fn place_column(places: Range<usize>) -> Column {
    Column::new("#", Side::Right, places.map(|place| (place + 1).to_string()))
}

/// What is known of each system by itself, and beside the first.
fn system_columns(report: &Report, style: Style) -> Vec<Column> {
    let findings = &report.findings;
    let column = |title: &str, cell: &dyn Fn(&Score) -> String| {
        Column::new(title, Side::Right, report.systems.iter().map(|system| cell(&system.score)))
    };
    let mut columns = vec![
        Column::new("system", Side::Left, short_names(&report.names())),
        column("BLEU", &|score| style.number(score.score)),
    ];
    if findings.confidence(0).is_some() {
        let cell = |system| findings.confidence(system).map_or_else(String::new, |found| style.interval(found));
        columns.push(Column::new("μ ± 95% CI", Side::Right, (0..report.systems.len()).map(cell)));
    }
    if let Findings::Paired { resamples, systems, .. } = findings {
        let cell = |found: &crate::Paired| match found.p_value {
            Some(p_value) => marked(format!("{p_value:.*}", p_value_decimals(*resamples)), p_value),
            None => String::from("- "),
        };
        columns.push(Column::new("p-value ", Side::Right, systems.iter().map(cell)));
    }
    columns.extend([
        column("precisions", &|score| precisions(score, style)),
        column("BP", &|score| format!("{:.3}", score.bp)),
        column("ratio", &|score| format!("{:.3}", score.ratio())),
        column("hyp_len", &|score| score.hyp_len.to_string()),
        column("ref_len", &|score| score.ref_len.to_string()),
    ]);
    columns
}

fn rank_column(ranking: &AllPairs) -> Column {
    let cell = |ranked: &crate::RankedSystem| match ranked.rank {
        [best, worst] if best == worst => best.to_string(),
        [best, worst] => format!("{best}-{worst}"),
    };
    Column::new("rank", Side::Left, ranking.systems.iter().map(cell))
}

/// The p-values of a system and all below it, in rows that begin with the second system.
fn p_value_column(ranking: &AllPairs, place: usize) -> Column {
    let cell = |other| if other > place { short_p_value(ranking.p_value(place, other)) } else { String::new() };
    // The space stands above the marks.
    Column::new(format!("{} ", place + 1), Side::Right, (1..ranking.systems.len()).map(cell))
}

/// As short as many of them side by side need.
fn short_p_value(p_value: f64) -> String {
    let number = if p_value < 0.0005 { String::from("<.001") } else { format!("{p_value:.3}") };
    marked(number.strip_prefix('0').unwrap_or(&number).to_owned(), p_value)
}

fn marked(number: String, p_value: f64) -> String {
    number + if p_value < SIGNIFICANT { "*" } else { " " }
}

/// As many decimals as show the least p-value of so many resamples, 1 / (resamples + 1); at least four.
pub fn p_value_decimals(resamples: usize) -> usize {
    (resamples.saturating_sub(1).max(1).ilog10() as usize + 1).max(4)
}

/// Three decimals, or one of a percentage, as sacreBLEU has it.
pub fn precisions(score: &Score, style: Style) -> String {
    let decimals = if style.percent { 1 } else { 3 };
    let number = |p: &Precision| format!("{:.decimals$}", p.times(style.scale()));
    score.precisions().iter().map(number).collect::<Vec<_>>().join("/")
}

/// What the tables mean, in plain words.
pub fn captions(report: &Report) -> Vec<String> {
    match &report.findings {
        Findings::None => Vec::new(),
        Findings::Confidence(systems) => {
            let resamples = systems.first().map_or(0, |confidence| confidence.resamples);
            vec![format!(
                "μ ± 95% CI: the mean, and half the width of the middle 95%, of the scores of {resamples} bootstrap \
                 resamples."
            )]
        }
        Findings::Paired { test, resamples, .. } => {
            let first = short_names(&report.names()).swap_remove(0);
            vec![
                rare(&format!("the system and {first}"), *test, *resamples),
                String::from("A larger p says that the difference may be luck, not that there is none."),
            ]
        }
        Findings::AllPairs { test, resamples, .. } => vec![
            rare("the two systems", *test, *resamples),
            String::from(
                "Every system above a line so differs from every one below; rank: the places that this leaves open.",
            ),
        ],
    }
}

/// What the mark means.
fn rare(two: &str, test: PairedTest, resamples: usize) -> String {
    let test = match test {
        PairedTest::Bootstrap => "paired bootstrap",
        PairedTest::Randomization => "approximate randomization",
    };
    format!(
        "* p < {SIGNIFICANT}: were {two} equally good, so large a difference would be rare ({test}, {resamples} \
         resamples)."
    )
}
