//! The columns of tables of scores: one list, for people and for programs.

use super::document::{Column, ColumnKind};
use super::p_values;
use super::row::Count;
use super::row::{ComparisonFields, Row};
use crate::program::request::style::{ScoreColumn, Style};
use clap::ValueEnum;
use std::borrow::Cow;

/// Columns of a table for programs, from left to right: the path of the value, such as `confidence/mean`, and the name of the
/// column, if it is not the last part of the path, after `=`. A path with `*` stands for all values with any text in its
/// place, each in a column whose name has that text. A path also stands for that path in each of the `others`, in a column
/// whose name ends with theirs.
pub type TableColumns = Cow<'static, [&'static str]>;

/// A column for each value of a row, named by its path.
pub const ALL: &[&str] = &["*"];

/// Columns that name a row, and are always there.
const NAMES: [&str; 4] = ["segment", "id", "group", "system"];

impl ScoreColumn {
    /// Its title for people, and its columns in a table for programs. The space is above the marks of p-values.
    fn definition(self) -> (&'static str, &'static [&'static str]) {
        match self {
            ScoreColumn::Rank => ("rank", &["rank/1=rank_best", "rank/2=rank_worst", "cluster"]),
            ScoreColumn::Score => ("BLEU", &["score"]),
            ScoreColumn::Uncleaned => ("uncleaned", &["uncleaned/score=uncleaned", "uncleaned/lines=cleaned_lines"]),
            ScoreColumn::Cleaned => ("after --clean", &["cleaned/score=cleaned", "cleaned/lines=lines_to_clean"]),
            ScoreColumn::Precisions => ("precisions", &["precisions/*=precision_*"]),
            ScoreColumn::Counts => ("correct", &["counts/*=count_*"]),
            ScoreColumn::Totals => ("total", &["totals/*=total_*"]),
            ScoreColumn::Bp => ("BP", &["bp"]),
            ScoreColumn::Ratio => ("ratio", &["ratio"]),
            ScoreColumn::HypLen => ("hyp_len", &["hyp_len"]),
            ScoreColumn::RefLen => ("ref_len", &["ref_len"]),
            ScoreColumn::Ci => {
                ("μ ± 95% CI", &["confidence/mean", "confidence/half_width", "confidence/low", "confidence/high"])
            }
            ScoreColumn::P => ("p-value ", &["p_value"]),
            ScoreColumn::Diff => ("Δ", &["difference", "difference_low", "difference_high"]),
            ScoreColumn::Wins => ("better/worse/equal", &["segments_better", "segments_worse", "segments_equal"]),
            ScoreColumn::Empty => ("empty", &["answers/empty=empty"]),
            ScoreColumn::Refused => ("refused", &["answers/refused=refused"]),
            ScoreColumn::CutOff => ("cut off", &["answers/cut_off=cut_off"]),
            ScoreColumn::Problems => ("problems", &["problems/*=lines:*"]),
            ScoreColumn::Segments => ("segments", &["segments"]),
            ScoreColumn::Signature => ("signature", &["signature"]),
        }
    }

    /// The cell of a row, for people; `-` for a value that it lacks.
    fn cell(self, row: &Row, style: Style) -> String {
        let (difference, answers, parts) = (row.difference.as_ref(), row.answers.as_ref(), row.parts.as_ref());
        let cell = match self {
            ScoreColumn::Rank => row.rank.map(rank),
            ScoreColumn::Score => row.score.flatten().map(|score| style.scaled(score)),
            ScoreColumn::Uncleaned => row.uncleaned.as_ref().map(|found| style.scaled(found.score)),
            ScoreColumn::Cleaned => row.cleaned.as_ref().map(|found| style.scaled(found.score)),
            ScoreColumn::Precisions => parts.map(|parts| precisions(&parts.precisions, style)),
            ScoreColumn::Counts => parts.map(|parts| joined(&parts.counts)),
            ScoreColumn::Totals => parts.map(|parts| joined(&parts.totals)),
            ScoreColumn::Bp => parts.map(|parts| format!("{:.3}", parts.bp)),
            ScoreColumn::Ratio => parts.map(|parts| format!("{:.3}", parts.ratio)),
            ScoreColumn::HypLen => parts.map(|parts| parts.hyp_len.to_string()),
            ScoreColumn::RefLen => parts.map(|parts| parts.ref_len.to_string()),
            ScoreColumn::Ci => row.confidence.flatten().map(|found| style.interval(&found)),
            ScoreColumn::P => Some(p_values::cell(difference.and_then(|difference| difference.p_value), row.resamples)),
            ScoreColumn::Diff => difference.and_then(|difference| difference.text(style)),
            ScoreColumn::Wins => difference.and_then(ComparisonFields::wins),
            ScoreColumn::Empty => answers.map(|answers| answers.empty.to_string()),
            ScoreColumn::Refused => answers.map(|answers| answers.refused.to_string()),
            ScoreColumn::CutOff => answers.map(|answers| answers.cut_off.to_string()),
            ScoreColumn::Problems => None,
            ScoreColumn::Segments => row.segments.map(|segments| segments.to_string()),
            ScoreColumn::Signature => row.signature.map(str::to_owned),
        };
        cell.unwrap_or_else(|| String::from("-"))
    }

    /// The column of some rows, for people.
    pub fn of_rows(self, rows: &[Row], style: Style) -> Column {
        let kind = match self {
            ScoreColumn::Rank | ScoreColumn::Signature => ColumnKind::LeftAligned,
            _ => ColumnKind::Number,
        };
        let column = Column::of_rows(self.definition().0, kind, rows, |row| self.cell(row, style));
        let emphasis = |row: &Row| row.difference.as_ref().map(ComparisonFields::emphasis).unwrap_or_default();
        if self == ScoreColumn::Diff { column.with_emphasis(rows.iter().map(emphasis)) } else { column }
    }
}

/// The columns of a table for programs: those that were chosen, or all.
pub fn of_table(style: Style) -> TableColumns {
    let all = ScoreColumn::value_variants();
    let chosen = if style.columns.is_empty() { all } else { style.columns };
    NAMES.into_iter().chain(named(chosen)).collect()
}

/// The columns of a table for programs that these are.
pub fn named(columns: &[ScoreColumn]) -> impl Iterator<Item = &'static str> {
    columns.iter().flat_map(|column| column.definition().1).copied()
}

/// The positions of a system that are consistent with the significant differences.
fn rank([best, worst]: [usize; 2]) -> String {
    if best == worst { best.to_string() } else { format!("{best}-{worst}") }
}

/// Formats precisions with three decimals, or with one as percentages, as sacreBLEU does.
fn precisions(precisions: &[f64], style: Style) -> String {
    let decimals = if style.percent { 1 } else { 3 };
    precisions.iter().map(|precision| format!("{precision:.decimals$}")).collect::<Vec<_>>().join("/")
}

fn joined(counts: &[Count]) -> String {
    counts.iter().map(|Count(count)| count.to_string()).collect::<Vec<_>>().join("/")
}
