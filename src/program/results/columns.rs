//! The columns of tables of scores: one list, for people and for programs.

use super::document::{Column, ColumnKind};
use super::p_values;
use super::row::Count;
use super::row::{ComparisonFields, Row};
use crate::program::request::style::{ComparedWith, ScoreColumn, Style};
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
            ScoreColumn::PInterval => ("p-interval ", &["p_interval", "significant"]),
            ScoreColumn::Diff => ("Δ", &["difference", "difference_low", "difference_high"]),
            ScoreColumn::Wins => ("better/worse/equal", &["segments_better", "segments_worse", "segments_equal"]),
            ScoreColumn::PAbove => ("p above ", &["above/p_value=p_above", "above/significant=significant_above"]),
            ScoreColumn::DiffAbove => (
                "Δ above",
                &[
                    "above/difference=difference_above",
                    "above/difference_low=difference_above_low",
                    "above/difference_high=difference_above_high",
                ],
            ),
            ScoreColumn::WinsAbove => (
                "better/worse/equal above",
                &[
                    "above/segments_better=segments_better_above",
                    "above/segments_worse=segments_worse_above",
                    "above/segments_equal=segments_equal_above",
                ],
            ),
            ScoreColumn::PBest => ("p best ", &["best/p_value=p_best", "best/significant=significant_best"]),
            ScoreColumn::DiffBest => (
                "Δ best",
                &[
                    "best/difference=difference_best",
                    "best/difference_low=difference_best_low",
                    "best/difference_high=difference_best_high",
                ],
            ),
            ScoreColumn::WinsBest => (
                "better/worse/equal best",
                &[
                    "best/segments_better=segments_better_best",
                    "best/segments_worse=segments_worse_best",
                    "best/segments_equal=segments_equal_best",
                ],
            ),
            ScoreColumn::Empty => ("empty", &["answers/empty=empty"]),
            ScoreColumn::Refused => ("refused", &["answers/refused=refused"]),
            ScoreColumn::CutOff => ("cut off", &["answers/cut_off=cut_off"]),
            ScoreColumn::Problems => ("problems", &["problems/*=lines:*"]),
            ScoreColumn::Segments => ("segments", &["segments"]),
            ScoreColumn::Signature => ("signature", &["signature"]),
        }
    }

    /// Its title for people.
    pub fn title(self) -> &'static str {
        self.definition().0
    }

    /// The comparison of a row that it is about.
    fn difference<'a>(self, row: &'a Row) -> Option<&'a ComparisonFields> {
        match self.compared_with() {
            Some(ComparedWith::Above) => row.above.as_ref(),
            Some(ComparedWith::Best) => row.best.as_ref(),
            // A ranked system is compared with the best.
            None => row.difference.as_ref().or(row.best.as_ref()),
        }
    }

    /// Its place among the columns that compete for the room of a paper; the first is 0.
    pub fn precedence(self) -> usize {
        const FIRST: [ScoreColumn; 12] = [
            ScoreColumn::Score,
            ScoreColumn::P,
            ScoreColumn::PBest,
            ScoreColumn::Ci,
            ScoreColumn::Diff,
            ScoreColumn::DiffBest,
            ScoreColumn::DiffAbove,
            ScoreColumn::Rank,
            ScoreColumn::Segments,
            ScoreColumn::Uncleaned,
            ScoreColumn::Cleaned,
            ScoreColumn::Bp,
        ];
        FIRST.iter().position(|column| *column == self).unwrap_or(FIRST.len())
    }

    /// The cell of a row, for people; `-` for a value that it lacks.
    fn cell(self, row: &Row, style: Style) -> String {
        let (answers, parts) = (row.answers.as_ref(), row.parts.as_ref());
        let difference = self.difference(row);
        let is_significant = difference.is_some_and(ComparisonFields::is_significant);
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
            ScoreColumn::P | ScoreColumn::PAbove | ScoreColumn::PBest => {
                let p_value = difference.and_then(|difference| difference.p_value);
                Some(p_values::cell(p_value, row.resamples, is_significant))
            }
            ScoreColumn::PInterval => {
                let p_interval = difference.and_then(|difference| difference.p_interval?);
                Some(p_values::cell(p_interval, row.resamples, is_significant))
            }
            ScoreColumn::Diff | ScoreColumn::DiffAbove | ScoreColumn::DiffBest => {
                difference.and_then(|difference| difference.text(style))
            }
            ScoreColumn::Wins | ScoreColumn::WinsAbove | ScoreColumn::WinsBest => {
                difference.and_then(ComparisonFields::wins)
            }
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
    pub fn column(self, rows: &[Row], style: Style) -> Column {
        let kind = match self {
            ScoreColumn::Rank | ScoreColumn::Signature => ColumnKind::LeftAligned,
            _ => ColumnKind::Number,
        };
        let column = Column::from_rows(self.title(), kind, rows, |row| self.cell(row, style));
        let emphasis = |row: &Row| self.difference(row).map(ComparisonFields::emphasis).unwrap_or_default();
        match self {
            ScoreColumn::Diff | ScoreColumn::DiffAbove | ScoreColumn::DiffBest => {
                column.with_emphasis(rows.iter().map(emphasis))
            }
            _ => column,
        }
    }
}

/// The scores of some rows, for people, with the marks that p-values would have.
pub fn marked_scores(rows: &[Row], style: Style) -> Column {
    let cell = |row: &Row| p_values::marked(ScoreColumn::Score.cell(row, style), is_significant(row));
    Column::from_rows("BLEU ", ColumnKind::Number, rows, cell)
}

fn is_significant(row: &Row) -> bool {
    row.difference.as_ref().is_some_and(ComparisonFields::is_significant)
}

/// The columns of a table for programs: the chosen ones, or all.
pub fn table_columns(style: Style) -> TableColumns {
    let all = ScoreColumn::value_variants().iter().copied();
    // A table of all pairs has the comparisons of each system with every other.
    let usual: Vec<ScoreColumn> = all.filter(|column| column.compared_with().is_none()).collect();
    let chosen = if style.columns.is_empty() { &usual } else { style.columns };
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
