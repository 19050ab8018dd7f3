//! The columns of tables of scores: one list, for people and for programs.

use super::OptionalScore;
use super::comparison::{self, difference};
use super::p_values;
use super::table::{Column, Kind};
use crate::cli::style::Style;
use crate::{Comparison, Confidence, RankedSystem, Score};
use clap::ValueEnum;
use std::borrow::Cow;

/// Columns of a table for programs, from left to right: the path of the value, and the name of the column. A path that
/// ends in a slash or a colon stands for all values that begin so, each in a column whose name ends in the rest of the
/// path.
pub type Columns = Cow<'static, [(&'static str, &'static str)]>;

/// A column for each value of a row, named by its path.
pub const ALL: &[(&str, &str)] = &[("/", "")];

/// Columns that name a row, and are always there.
const NAMES: [(&str, &str); 4] = [("/segment", "segment"), ("/id", "id"), ("/group", "group"), ("/system", "system")];

/// A column of tables of scores, or several in tables for programs. The order is that of tables for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum ScoreColumn {
    /// positions that are consistent with --all-pairs
    Rank,
    /// the score
    Score,
    /// precision of each order
    Precisions,
    /// correct n-grams of each order
    Counts,
    /// n-grams of each order
    Totals,
    /// brevity penalty
    Bp,
    /// candidate length / reference length
    Ratio,
    /// tokens of the candidate
    HypLen,
    /// tokens of the closest references
    RefLen,
    /// mean of the resamples, and 95% confidence interval
    Ci,
    /// p-value of the difference
    P,
    /// difference from the first system, or from the one above
    Diff,
    /// segments in which it is better, worse, equal
    Wins,
    /// number of segments
    Segments,
    /// how the score was computed
    Signature,
}

/// The row of a system or of a group.
pub struct Row<'a> {
    pub score: OptionalScore,
    pub confidence: Option<&'a Confidence>,
    /// Comparison with the system that it is tested against.
    pub comparison: Option<Comparison>,
    /// Number of resamples of comparisons.
    pub resamples: usize,
    pub rank: Option<&'a RankedSystem>,
    pub segments: u64,
    pub signature: &'a str,
}

impl<'a> Row<'a> {
    /// The row of a score without comparisons.
    pub fn new(score: OptionalScore, segments: u64, signature: &'a str) -> Row<'a> {
        Row { score, confidence: None, comparison: None, resamples: 0, rank: None, segments, signature }
    }
}

impl ScoreColumn {
    /// Columns of a table for programs.
    fn fields(self) -> &'static [(&'static str, &'static str)] {
        match self {
            ScoreColumn::Rank => &[("/rank/1", "rank_best"), ("/rank/2", "rank_worst"), ("/cluster", "cluster")],
            ScoreColumn::Score => &[("/score", "score")],
            ScoreColumn::Precisions => &[("/precisions/", "precision_")],
            ScoreColumn::Counts => &[("/counts/", "count_")],
            ScoreColumn::Totals => &[("/totals/", "total_")],
            ScoreColumn::Bp => &[("/bp", "bp")],
            ScoreColumn::Ratio => &[("/ratio", "ratio")],
            ScoreColumn::HypLen => &[("/hyp_len", "hyp_len")],
            ScoreColumn::RefLen => &[("/ref_len", "ref_len")],
            ScoreColumn::Ci => &[
                ("/confidence/mean", "mean"),
                ("/confidence/half_width", "half_width"),
                ("/confidence/low", "low"),
                ("/confidence/high", "high"),
            ],
            ScoreColumn::P => &[("/p_value", "p_value"), ("/others/p_value:", "p_value:")],
            ScoreColumn::Diff => &[
                ("/difference", "difference"),
                ("/difference_low", "difference_low"),
                ("/difference_high", "difference_high"),
                ("/others/difference:", "difference:"),
                ("/others/difference_low:", "difference_low:"),
                ("/others/difference_high:", "difference_high:"),
            ],
            ScoreColumn::Wins => &[
                ("/segments_better", "segments_better"),
                ("/segments_worse", "segments_worse"),
                ("/segments_equal", "segments_equal"),
                ("/others/segments_better:", "segments_better:"),
                ("/others/segments_worse:", "segments_worse:"),
                ("/others/segments_equal:", "segments_equal:"),
            ],
            ScoreColumn::Segments => &[("/segments", "segments")],
            ScoreColumn::Signature => &[("/signature", "signature")],
        }
    }

    /// Title for people. The space is above the marks of p-values.
    fn title(self) -> &'static str {
        match self {
            ScoreColumn::Rank => "rank",
            ScoreColumn::Score => "BLEU",
            ScoreColumn::Precisions => "precisions",
            ScoreColumn::Counts => "correct",
            ScoreColumn::Totals => "total",
            ScoreColumn::Bp => "BP",
            ScoreColumn::Ratio => "ratio",
            ScoreColumn::HypLen => "hyp_len",
            ScoreColumn::RefLen => "ref_len",
            ScoreColumn::Ci => "μ ± 95% CI",
            ScoreColumn::P => "p-value ",
            ScoreColumn::Diff => "Δ",
            ScoreColumn::Wins => "better/worse/equal",
            ScoreColumn::Segments => "segments",
            ScoreColumn::Signature => "signature",
        }
    }

    /// The cell of a row, for people.
    fn cell(self, row: &Row, style: Style) -> String {
        let (parts, missing) = (&row.score.parts, || String::from("-"));
        let comparison = row.comparison.as_ref();
        match self {
            ScoreColumn::Rank => row.rank.map_or_else(missing, rank),
            ScoreColumn::Score => row.score.text(style),
            ScoreColumn::Precisions => precisions(parts, style),
            ScoreColumn::Counts => joined(parts.counts()),
            ScoreColumn::Totals => joined(parts.totals()),
            ScoreColumn::Bp => format!("{:.3}", parts.bp()),
            ScoreColumn::Ratio => format!("{:.3}", parts.ratio()),
            ScoreColumn::HypLen => parts.hyp_len().to_string(),
            ScoreColumn::RefLen => parts.ref_len().to_string(),
            ScoreColumn::Ci => row.confidence.map_or_else(missing, |found| style.interval(found)),
            ScoreColumn::P => p_values::cell(comparison.map(|comparison| comparison.p_value), row.resamples),
            ScoreColumn::Diff => comparison.map_or_else(missing, |comparison| difference(comparison, style)),
            ScoreColumn::Wins => comparison
                .and_then(|comparison| comparison.segments)
                .map_or_else(missing, |found| format!("{}/{}/{}", found.better, found.worse, found.equal)),
            ScoreColumn::Segments => row.segments.to_string(),
            ScoreColumn::Signature => row.signature.into(),
        }
    }

    /// The column of some rows, for people.
    pub fn of_rows(self, rows: &[Row], style: Style) -> Column {
        let kind = match self {
            ScoreColumn::Rank | ScoreColumn::Signature => Kind::LeftAligned,
            _ => Kind::Number,
        };
        let column = Column::of_rows(self.title(), kind, rows, |row| self.cell(row, style));
        match self {
            ScoreColumn::Diff => column.with_emphasis(rows.iter().map(|row| comparison::emphasis(row.comparison))),
            _ => column,
        }
    }
}

/// The columns of a table for programs: those that were chosen, or all.
pub fn of_table(style: Style) -> Columns {
    let all = ScoreColumn::value_variants();
    let chosen = if style.columns.is_empty() { all } else { style.columns };
    NAMES.into_iter().chain(chosen.iter().flat_map(|column| column.fields()).copied()).collect()
}

/// The positions of a system that are consistent with the significant differences.
fn rank(ranked: &RankedSystem) -> String {
    match (ranked.best_rank, ranked.worst_rank) {
        (best, worst) if best == worst => best.to_string(),
        (best, worst) => format!("{best}-{worst}"),
    }
}

/// Formats precisions with three decimals, or with one as percentages, as sacreBLEU does.
fn precisions(score: &Score, style: Style) -> String {
    let decimals = if style.percent { 1 } else { 3 };
    let numbers = score.precisions().iter().map(|p| format!("{:.decimals$}", style.precision(*p)));
    numbers.collect::<Vec<_>>().join("/")
}

fn joined(counts: &[f64]) -> String {
    counts.iter().map(f64::to_string).collect::<Vec<_>>().join("/")
}
