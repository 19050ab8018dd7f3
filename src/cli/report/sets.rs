//! Scores of systems on several test sets: a row for each system, a column for each set, and the mean.

use super::columns;
use super::difference::ComparisonFields;
use super::object::object;
use super::object::{Either, one_or_more};
use super::row::{ComparisonWith, Row, as_object};
use super::score_rows::{comparisons, of_group, of_system, pairs};
use super::sections::Document;
use super::{Group, Report, Results, Significance, System, TableColumns};
use crate::Confidence;
use crate::cli::display::distinct_names;
use crate::cli::style::Style;
use serde::Serialize;

/// Label of the means in tables for programs.
const MEAN: &str = "(mean)";

/// Scores of systems on test sets, which are the groups of a report of their means.
pub struct SetsReport<'a>(pub &'a Report);

/// The interval of a mean, and its comparisons.
#[derive(Serialize)]
struct TestedFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cluster: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<Option<Confidence>>,
    #[serde(flatten)]
    difference: Option<ComparisonFields>,
    /// Comparisons with every system, in a table.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_object")]
    others: Vec<ComparisonWith>,
}

impl SetsReport<'_> {
    /// The row of a system on a set.
    fn row<'b>(&'b self, set: &'b Group, place: usize, style: Style) -> Row<'b> {
        let system = Some(self.0.systems[place].name.as_str().into());
        let signature = set.set.as_deref().map(|(_, signature)| signature.as_str());
        Row { system, signature, ..of_group(self.0, set, place, style) }
    }

    fn tested(&self, place: usize, others: Vec<ComparisonWith>, style: Style) -> TestedFields {
        let Row { rank, cluster, confidence, difference, .. } = of_system(self.0, place, style);
        TestedFields { rank, cluster, confidence, difference, others }
    }
}

impl Results for SetsReport<'_> {
    fn columns(&self, style: Style) -> TableColumns {
        columns::of_table(style)
    }

    /// Returns a row per system and set, then a row per system with its mean.
    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let places = 0..self.0.systems.len();
        let of_sets = self.0.groups.iter();
        let of_sets = of_sets.flat_map(move |set| places.clone().map(move |place| self.row(set, place, style)));
        let names = distinct_names(&self.0.names());
        let means = self.0.systems.iter().enumerate().map(move |(place, system)| {
            let mean = system.score.value.map(|mean| mean * style.scale());
            let others = match &self.0.significance {
                Significance::AllPairs { ranking, test, .. } => {
                    comparisons(&names, place, ranking, *test, style).collect()
                }
                _ => Vec::new(),
            };
            let tested = self.tested(place, others, style);
            object! { group: MEAN, system: &*system.name, score: mean, #[serde(flatten)] tested: tested }
        });
        of_sets.map(Either::One).chain(means.map(Either::Other))
    }

    /// Returns the mean of each system, with its scores on the sets.
    fn objects(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let mean = move |(place, system): (usize, &'_ System)| {
            let groups = self.0.groups.iter().map(|set| self.row(set, place, style));
            Either::One(object! {
                system: system.name.clone(),
                mean: system.score.value.map(|mean| mean * style.scale()),
                #[serde(flatten)]
                tested: self.tested(place, Vec::new(), style),
                groups: groups.collect::<Vec<_>>(),
            })
        };
        self.0.systems.iter().enumerate().map(mean).chain(self.0.unread.iter().map(Either::Other))
    }

    /// Returns an object of systems and pairs if all pairs were compared.
    fn json(&self, style: Style) -> impl Serialize {
        let Significance::AllPairs { ranking, test, .. } = &self.0.significance else {
            return Either::One(one_or_more(self.objects(style)));
        };
        Either::Other(object! {
            systems: self.objects(style).collect::<Vec<_>>(),
            pairs: pairs(self.0, ranking, *test, style),
            signature: &self.0.signature,
        })
    }

    fn document(&self, style: Style) -> Document {
        self.0.document(style)
    }
}
