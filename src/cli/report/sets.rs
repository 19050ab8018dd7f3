//! Scores of systems on several test sets: a row for each system, a column for each set, and the mean.

use super::columns;
use super::object::object;
use super::row::{Either, Row};
use super::score_rows::of_group;
use super::scores::{group_cell, ranking_emphasis};
use super::sections::Document;
use super::table::{Column, Kind, Table, Tables};
use super::{Columns, Group, Report, Results, System};
use crate::SIGNIFICANCE_LEVEL;
use crate::cli::color::Emphasis;
use crate::cli::style::Style;
use serde::Serialize;
use serde_json::json;

/// Label of the means in tables for programs.
const MEAN: &str = "(mean)";

/// Scores of systems on test sets, which are the groups of a report of their means.
pub struct SetsReport<'a>(pub &'a Report);

impl SetsReport<'_> {
    /// The row of a system on a set.
    fn row<'b>(&'b self, set: &'b Group, place: usize, style: Style) -> Row<'b> {
        let system = Some(self.0.systems[place].name.as_str().into());
        let signature = set.set.as_deref().map(|(_, signature)| signature.as_str());
        Row { system, signature, ..of_group(self.0, set, place, style) }
    }

    /// The column of a set, with intervals and marks of significance.
    fn column(&self, set: &Group, style: Style) -> Column {
        // The spaces are above and beside the marks.
        let space = if self.is_tested() { " " } else { "" };
        let cell = |place: usize| {
            let is_marked = set.significance.comparison(place).is_some();
            group_cell(self.0, set, place, style) + if is_marked { "" } else { space }
        };
        let cells = (0..self.0.systems.len()).map(cell);
        Column::new(format!("{}{space}", set.label), Kind::Number, cells)
            .with_emphasis(ranking_emphasis(self.0, Some(set)))
    }

    /// Whether the systems were compared with the first.
    fn is_tested(&self) -> bool {
        self.0.groups.iter().any(|set| set.significance.comparison(1).is_some())
    }

    fn captions(&self, style: Style) -> Vec<String> {
        let (sets, systems) = (self.0.groups.len(), self.0.names());
        let mut captions =
            vec![format!("mean: the mean of the scores of {sets} sets, each with the tokenizer of its language.")];
        if style.format.is_for_papers() && systems.len() > 1 {
            let tested = if systems.len() > 2 { ", of the pairs that were tested" } else { "" };
            let ties = format!("; underlined: not significantly lower{tested}");
            captions.push(format!("Bold: the highest score{}.", if self.is_tested() { &ties } else { "" }));
        }
        if self.is_tested() {
            captions.push(format!(
                "* the difference from {} on this set is significant at p < {SIGNIFICANCE_LEVEL}; means are not tested. \
                 For p-values, use --format json or tsv.",
                systems[0]
            ));
        }
        captions
    }
}

impl Results for SetsReport<'_> {
    fn columns(&self, style: Style) -> Columns {
        columns::of_table(style)
    }

    /// Returns a row per system and set, then a row per system with its mean.
    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let places = 0..self.0.systems.len();
        let of_sets = self.0.groups.iter().flat_map(move |set| {
            places.clone().filter_map(move |place| serde_json::to_value(self.row(set, place, style)).ok())
        });
        let means = self.0.systems.iter().map(move |system| {
            let mean = system.score.value.map(|mean| mean * style.scale());
            json!({"group": MEAN, "system": system.name, "score": mean})
        });
        of_sets.chain(means)
    }

    /// Returns the mean of each system, with its scores on the sets.
    fn objects(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let mean = move |(place, system): (usize, &'_ System)| {
            let groups = self.0.groups.iter().map(|set| self.row(set, place, style));
            Either::One(object! {
                system: system.name.clone(),
                mean: system.score.value.map(|mean| mean * style.scale()),
                groups: groups.collect::<Vec<_>>(),
            })
        };
        self.0.systems.iter().enumerate().map(mean).chain(self.0.unread.iter().map(Either::Other))
    }

    fn document(&self, style: Style) -> Document {
        let systems = &self.0.systems;
        let mut columns = vec![Column::new("system", Kind::LeftAligned, style.system_names(&self.0.names()))];
        columns.extend(self.0.groups.iter().map(|set| self.column(set, style)));
        let best = systems.iter().filter_map(|system| system.score.value).fold(f64::NEG_INFINITY, f64::max);
        let is_best = |mean: Option<f64>| mean == Some(best) && systems.len() > 1;
        let emphasis =
            systems.iter().map(|system| if is_best(system.score.value) { Emphasis::Best } else { Emphasis::Plain });
        let means = Column::of_rows("mean", Kind::Number, systems, |system| style.optional_number(system.score.value));
        columns.push(means.with_emphasis(emphasis));
        Document::Tables(Tables::new(vec![Table::new(columns)], &self.0.signature, self.captions(style), Vec::new()))
    }
}
