//! Scores of systems on several test sets: a row for each system, a column for each set, and the mean.

use super::columns;
use super::object::object;
use super::p_values;
use super::score_rows::row_of_set;
use super::scores::ranking_emphasis;
use super::sections::Document;
use super::table::{Column, Kind, Table, Tables};
use super::{Columns, Report, Results, Significance};
use crate::SIGNIFICANCE_LEVEL;
use crate::cli::color::Emphasis;
use crate::cli::style::{Format, Style};
use serde::Serialize;
use serde_json::json;
use std::sync::Arc;

/// Label of the means in tables for programs.
const MEAN: &str = "(mean)";

/// Scores of systems on several test sets.
pub struct SetsReport {
    /// Label and scores of each set. All have the same systems, in the same order.
    sets: Vec<(Arc<str>, Report)>,
    /// Places of the systems in the order in which they are shown.
    order: Vec<usize>,
    /// The signature of each set, if they differ with the labels of the sets that have it.
    signature: String,
}

impl SetsReport {
    /// The report of these sets.
    pub fn new(sets: Vec<(Arc<str>, Report)>) -> SetsReport {
        let systems = sets.first().map_or(0, |(_, report)| report.systems.len());
        let mut signatures: Vec<(&str, Vec<&str>)> = Vec::new();
        for (label, report) in &sets {
            match signatures.iter_mut().find(|(known, _)| known == &report.signature) {
                Some((_, labels)) => labels.push(label),
                None => signatures.push((&report.signature, vec![label])),
            }
        }
        let signature = match &signatures[..] {
            [(only, _)] => (*only).to_owned(),
            all => {
                let part = |(signature, labels): &(&str, Vec<&str>)| format!("{signature} ({})", labels.join(", "));
                all.iter().map(part).collect::<Vec<_>>().join("; BLEU|")
            }
        };
        SetsReport { order: (0..systems).collect(), signature, sets }
    }

    /// Sorts the systems by their means, the best first; if they were tested against the first, it stays the first.
    pub fn sort(&mut self) {
        let is_paired = |(_, report): &(_, Report)| matches!(report.significance, Significance::Paired { .. });
        let first = usize::from(self.sets.iter().any(is_paired));
        let mean = |place: usize| self.mean(place);
        let mut order = self.order.clone();
        order.get_mut(first..).unwrap_or_default().sort_by(|a, b| mean(*b).total_cmp(&mean(*a)));
        self.order = order;
    }

    /// Names of the systems, in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.order.iter().filter_map(|place| Some(self.sets.first()?.1.systems[*place].name.as_str()))
    }

    /// Mean score of each system over the sets, from 0 to 1.
    pub fn means(&self) -> impl Iterator<Item = f64> {
        self.order.iter().map(|place| self.mean(*place))
    }

    fn mean(&self, place: usize) -> f64 {
        let scores = self.sets.iter().map(|(_, report)| report.systems[place].score.parts.value());
        scores.sum::<f64>() / self.sets.len().max(1) as f64
    }

    /// Set, system and score of each.
    pub fn scores(&self) -> impl Iterator<Item = (String, String, f64)> {
        let systems = self.sets.iter().flat_map(|(label, report)| report.systems.iter().map(move |of| (label, of)));
        systems.map(|(label, system)| (label.to_string(), system.name.clone(), system.score.parts.value()))
    }

    /// The column of a set, with intervals and marks of significance.
    fn column(&self, (label, report): &(Arc<str>, Report), style: Style) -> Column {
        let cell = |place: &usize| {
            let mut cell = report.systems[*place].score.text(style);
            if let Some(found) = report.significance.confidence(*place) {
                cell += &format!(" ± {:>1$}", style.number(found.half_width), style.number(0.0).len());
            }
            match report.significance.comparison(*place) {
                Some(comparison) => p_values::marked(cell, comparison.p_value),
                None if self.is_tested() => cell + " ",
                None => cell,
            }
        };
        let emphasis = ranking_emphasis(report, None);
        let title = if self.is_tested() { format!("{label} ") } else { label.to_string() };
        let column = Column::new(title, Kind::Number, self.order.iter().map(cell));
        column.with_emphasis(self.order.iter().filter_map(|place| emphasis.get(*place).copied()))
    }

    /// Whether the systems were compared with the first.
    fn is_tested(&self) -> bool {
        self.sets
            .iter()
            .any(|(_, report)| (0..report.systems.len()).any(|of| report.significance.comparison(of).is_some()))
    }

    fn captions(&self, style: Style) -> Vec<String> {
        let sets = self.sets.len();
        let mut captions =
            vec![format!("mean: the mean of the scores of {sets} sets, each with the tokenizer of its language.")];
        if style.format == Format::Latex && self.order.len() > 1 {
            let tested = if self.order.len() > 2 { ", of the pairs that were tested" } else { "" };
            let ties = format!("; underlined: not significantly lower{tested}");
            captions.push(format!("Bold: the highest score{}.", if self.is_tested() { &ties } else { "" }));
        }
        if self.is_tested() {
            let first = self.names().next().unwrap_or_default();
            captions.push(format!(
                "* the difference from {first} on this set is significant at p < {SIGNIFICANCE_LEVEL}; means are not tested. \
                 For p-values, use --format json or tsv."
            ));
        }
        captions
    }
}

impl Results for SetsReport {
    fn columns(&self, style: Style) -> Columns {
        columns::of_table(style)
    }

    /// Returns a row per system and set, then a row per system with its mean.
    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let places = move || self.order.iter().copied();
        let of_sets = self.sets.iter().flat_map(move |(label, report)| {
            places().filter_map(move |place| serde_json::to_value(row_of_set(report, label, place, style)).ok())
        });
        let mean = move |place: usize| {
            let name = &self.sets[0].1.systems[place].name;
            json!({"group": MEAN, "system": name, "score": self.mean(place) * style.scale()})
        };
        of_sets.chain(places().map(mean))
    }

    /// Returns the mean of each system, with its scores on the sets.
    fn objects(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        self.order.iter().zip(self.names()).map(move |(&place, system)| {
            let groups = self.sets.iter().map(|(label, report)| row_of_set(report, label, place, style));
            object! { system: system, mean: self.mean(place) * style.scale(), groups: groups.collect::<Vec<_>>() }
        })
    }

    fn document(&self, style: Style) -> Document {
        let names: Vec<&str> = self.names().collect();
        let mut columns = vec![Column::new("system", Kind::LeftAligned, style.system_names(&names))];
        columns.extend(self.sets.iter().map(|set| self.column(set, style)));
        let means: Vec<f64> = self.means().collect();
        let best = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let emphasis = |mean: &f64| if *mean == best && means.len() > 1 { Emphasis::Best } else { Emphasis::Plain };
        let cells = means.iter().map(|mean| style.number(*mean));
        columns.push(Column::new("mean", Kind::Number, cells).with_emphasis(means.iter().map(emphasis)));
        Document::Tables(Tables::new(vec![Table::new(columns)], &self.signature, self.captions(style), Vec::new()))
    }
}
