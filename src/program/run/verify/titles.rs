//! The quantities that the numbers of a column, or of a row, may be, by its title: as the program titles them for people and for
//! programs, and as people do.

use super::facts::{Facts, Quantity, Versus, normal};
use super::printed::number::Slot;
use crate::bleu::scoring::MAX_ORDER;
use crate::program::request::style::{ComparedWith, ScoreColumn};
use clap::ValueEnum;

/// The meaning of a title.
#[derive(Clone, Debug)]
pub struct Title {
    /// Names that each number outside of intervals may have, from left to right, the likeliest first.
    plain: Vec<Vec<String>>,
    /// Names of the half-width and the ends of an interval in the cell.
    interval: [&'static str; 3],
    /// Names that a number in parentheses may have.
    beside: &'static [&'static str],
    /// The comparisons that it may be about.
    versus: Vec<Versus>,
    /// Whether a single number stands for both ends of a range.
    pub is_range: bool,
}

/// The comparisons that a title without another system may be about.
const ANY: [Versus; 2] = [Versus::First, Versus::Above];

impl Title {
    /// A number, or several, each with one name.
    fn new<T: ToString>(names: &[T]) -> Title {
        Title {
            plain: names.iter().map(|name| vec![name.to_string()]).collect(),
            interval: [""; 3],
            beside: &[],
            versus: ANY.to_vec(),
            is_range: false,
        }
    }

    /// A number for each order.
    fn of_orders(name: &str) -> Title {
        Title::new(&(1..=MAX_ORDER).map(|order| format!("{name}_{order}")).collect::<Vec<_>>())
    }

    /// A number that has one of these names.
    fn any_of(names: &[&str]) -> Title {
        Title { plain: vec![names.iter().map(|name| (*name).to_owned()).collect()], ..Title::new::<String>(&[]) }
    }

    /// Scores, with what may stand beside them.
    pub fn of_scores() -> Title {
        Title {
            interval: ["half_width", "low", "high"],
            beside: &["half_width", "difference", "p_value", "p_interval", "run_deviation", "resample_deviation"],
            ..Title::new(&["score"])
        }
    }

    /// Numbers of pairs of systems, which a row and a column name.
    pub fn of_pairs(other: usize) -> Title {
        Title { versus: vec![Versus::Other(other)], ..Title::any_of(&["p_value", "p_interval", "difference"]) }
    }

    /// The same numbers of the comparison with a system.
    pub fn against(self, other: usize) -> Title {
        Title { versus: vec![Versus::Other(other)], ..self }
    }

    /// The comparisons that it may be about.
    pub fn versus(&self) -> &[Versus] {
        &self.versus
    }

    fn of_column(column: ScoreColumn) -> Title {
        use ScoreColumn as Column;
        let title = match column {
            Column::Rank => Title { is_range: true, ..Title::new(&["rank_best", "rank_worst"]) },
            Column::Score => Title::of_scores(),
            Column::Uncleaned => Title::new(&["uncleaned"]),
            Column::Cleaned => Title::new(&["cleaned"]),
            Column::Precisions => Title::of_orders("precision"),
            Column::Counts => Title::of_orders("count"),
            Column::Totals => Title::of_orders("total"),
            Column::Bp => Title::new(&["bp"]),
            Column::Ratio => Title::new(&["ratio"]),
            Column::HypLen => Title::new(&["hyp_len"]),
            Column::RefLen => Title::new(&["ref_len"]),
            Column::Ci => {
                let mean = Title::any_of(&["mean", "low", "score", "half_width"]).plain;
                let plain = [mean, vec![vec!["high".to_owned()]]].concat();
                Title { plain, interval: ["half_width", "low", "high"], ..Title::new::<String>(&[]) }
            }
            Column::P | Column::PAbove | Column::PBest => Title::new(&["p_value"]),
            Column::PInterval => Title::new(&["p_interval"]),
            Column::Diff | Column::DiffAbove | Column::DiffBest => Title {
                interval: ["difference_half_width", "difference_low", "difference_high"],
                beside: &["difference_half_width", "p_value", "p_interval"],
                ..Title::new(&["difference"])
            },
            Column::Wins | Column::WinsAbove | Column::WinsBest => {
                Title::new(&["segments_better", "segments_worse", "segments_equal"])
            }
            Column::Empty => Title::new(&["empty"]),
            Column::Refused => Title::new(&["refused"]),
            Column::CutOff => Title::new(&["cut_off"]),
            Column::Problems | Column::Signature => Title::new::<String>(&[]),
            Column::Segments => Title::new(&["segments"]),
        };
        let versus = match column.compared_with() {
            Some(ComparedWith::Above) => vec![Versus::Above],
            Some(ComparedWith::Best) => vec![Versus::First],
            None => title.versus,
        };
        Title { versus, ..title }
    }

    /// The quantities that a number in this place of a cell may be, the likeliest first.
    pub fn quantities(&self, slot: Slot) -> Vec<Quantity> {
        let fixed = |name: &&'static str| Some((*name).to_owned()).filter(|name| !name.is_empty());
        let names: Vec<String> = match slot {
            Slot::Plain(place) => self.plain.get(place).cloned().unwrap_or_default(),
            Slot::HalfWidth => fixed(&self.interval[0]).into_iter().collect(),
            Slot::Low => fixed(&self.interval[1]).into_iter().collect(),
            Slot::High => fixed(&self.interval[2]).into_iter().collect(),
            Slot::Beside => self.beside.iter().filter_map(fixed).collect(),
        };
        let each = |name: &String| self.versus.iter().map(|versus| Quantity::new(name, *versus)).collect::<Vec<_>>();
        names.iter().flat_map(each).collect()
    }

    /// Whether its first numbers are scores of systems.
    pub fn is_of_scores(&self) -> bool {
        self.plain.first().is_some_and(|names| names[..] == ["score"])
    }
}

/// The meaning of a title; `None` if it is not known.
pub fn title(text: &str, runs: &[Facts]) -> Option<Title> {
    let (all, words) = (normal(text), normal(without_unit(text)));
    let columns = || ScoreColumn::value_variants().iter().copied();
    let known = columns().find(|column| normal(column.title()) == all).map(Title::of_column);
    let known = known.or_else(|| name_for_people(&all, runs)).or_else(|| name_for_programs(text.trim(), runs));
    known.or_else(|| {
        let is_chosen_by = |column: &ScoreColumn| {
            let value = column.to_possible_value();
            value.is_some_and(|value| value.get_name_and_aliases().any(|name| normal(name) == words))
        };
        let known = columns().find(|column| normal(column.title()) == words).or(synonym(&words));
        let column = known.or_else(|| columns().find(is_chosen_by));
        column.map(Title::of_column).or_else(|| interval_end(&words))
    })
}

/// Whether the program titles columns of tables for people exactly so.
pub fn is_own(text: &str) -> bool {
    let others = [
        "system",
        "group",
        "comparison",
        "mean BLEU",
        "mean",
        "s runs",
        "s test set",
        "difference",
        "#",
        "cluster",
        "under other choices",
    ];
    let mut columns = ScoreColumn::value_variants().iter();
    columns.any(|column| column.title().trim_end() == text) || others.contains(&text) || text.starts_with("BLEU-")
}

/// Titles of the program for other columns than scores.
fn name_for_people(title: &str, runs: &[Facts]) -> Option<Title> {
    Some(match title {
        "meanbleu" => Title::of_scores(),
        // Of scores over test sets, or of resamples.
        "mean" => Title { plain: Title::any_of(&["mean", "score"]).plain, ..Title::of_scores() },
        "sruns" => Title::new(&["run_deviation"]),
        "stestset" => Title::new(&["resample_deviation"]),
        "difference" => Title::of_column(ScoreColumn::Diff),
        "#" => Title::new(&["position"]),
        title => {
            let order = title.strip_prefix("bleu-").or(title.strip_prefix("bleu_"))?;
            let own = format!("bleu_{}", order.parse::<usize>().ok()?);
            let mut signatures = runs.iter().flat_map(|run| &run.signatures);
            // The order of the score, whose default signatures do not have.
            let is_score = signatures.any(|signature| {
                let order_field = signature.split('|').find_map(|field| field.strip_prefix("order:"));
                order_field.unwrap_or("4") == order
            });
            match is_score {
                true => Title { plain: Title::any_of(&[&own, "score"]).plain, ..Title::of_scores() },
                false => Title::new(&[own]),
            }
        }
    })
}

/// The end of an interval that people title so.
fn interval_end(words: &str) -> Option<Title> {
    let is_end = |names: [&str; 2]| names.iter().any(|name| words.starts_with(name) || words.ends_with(name));
    let of = |name: &str| Some(Title::new(&[name]));
    match words.contains("ci") || words.len() <= "lowerbound".len() {
        true if is_end(["low", "lower"]) => of("low"),
        true if is_end(["high", "upper"]) => of("high"),
        _ => None,
    }
}

/// The column that people title so.
fn synonym(words: &str) -> Option<ScoreColumn> {
    Some(match words {
        "p" | "p-value" | "pvalue" | "p-values" | "pvalues" | "p-val" | "pval" => ScoreColumn::P,
        "δ" | "delta" | "diff" | "diff." | "differences" | "δbleu" | "δscore" | "change" => ScoreColumn::Diff,
        "95%ci"
        | "ci"
        | "ci95"
        | "ci95%"
        | "95ci"
        | "confidence"
        | "interval"
        | "95%interval"
        | "confidenceinterval"
        | "95%confidenceinterval"
        | "μ±ci"
        | "±"
        | "±95%ci" => ScoreColumn::Ci,
        "brevitypenalty" => ScoreColumn::Bp,
        "precision" => ScoreColumn::Precisions,
        "scores" => ScoreColumn::Score,
        words if words.contains("bleu") => ScoreColumn::Score,
        _ => return None,
    })
}

/// The meaning of a title in tables for programs, such as `difference_low`, `difference_above_low`, `p_above` or `p_value:NAME`.
fn name_for_programs(title: &str, runs: &[Facts]) -> Option<Title> {
    let (name, versus) = match title.split_once(':') {
        Some((name, other)) => (name.to_owned(), vec![Versus::Other(runs.iter().find_map(|run| run.place(other))?)]),
        None if title.contains("_above") => (title.replacen("_above", "", 1), vec![Versus::Above]),
        None if title.contains("_best") && title != "rank_best" => {
            (title.replacen("_best", "", 1), vec![Versus::First])
        }
        None => (title.to_owned(), ANY.to_vec()),
    };
    let name = normal(if name == "p" { "p_value" } else { &name });
    // `mean` is a title for people too.
    let names =
        runs.iter().flat_map(|run| &run.systems).flat_map(|system| system.quantities()).map(|found| &found.name);
    let is_known = names.into_iter().any(|known| *known == name) && name != "score";
    is_known.then(|| Title { versus, ..Title::new(&[name]) })
}

/// A title without its unit, arrow or footnote.
fn without_unit(text: &str) -> &str {
    let text = text.trim().trim_end_matches(['↑', '↓', ':', '†', '‡', ' ']);
    let end = ["(%)", "[%]", "(↑)", "(↓)"].iter().find_map(|unit| text.strip_suffix(unit)).unwrap_or(text);
    end.trim_end()
}
