//! Whether comparisons hold under other choices, in words and as JSON.

use super::arrange;
use super::document::{Column, ColumnKind, Table};
use super::row::ComparisonFields;
use super::what_if::label;
use crate::bleu::significance::{Comparison, PairedTest};
use crate::checks::robust::{Choice, RobustComparison, Tested, Verdict};
use crate::program::request::style::Style;
use crate::text::display::count;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Maximum number of choices and of segments that are named in a sentence.
const MAX_NAMED: usize = 4;

/// Comparisons under other choices, most in doubt first, and the names of what was chosen.
pub struct Robust {
    /// The comparisons.
    pub comparisons: Vec<RobustComparison>,
    /// Names of the systems, in the order in which comparisons number them.
    systems: Vec<String>,
    references: Vec<String>,
    /// Labels of the groups by their numbers.
    pub groups: BTreeMap<u32, Arc<str>>,
}

impl Robust {
    /// The comparisons of systems against references, which have these names. There are no groups.
    pub fn new(names: [&Vec<String>; 2], style: Style, mut comparisons: Vec<RobustComparison>) -> Robust {
        comparisons.sort_by_key(|comparison| (comparison.verdict(), comparison.agreeing()));
        let [systems, references] = names.map(|names| style.system_names(names));
        Robust { comparisons, systems, references, groups: BTreeMap::new() }
    }

    /// The comparison of two systems, by their places.
    pub fn find(&self, system: usize, other: usize) -> Option<&RobustComparison> {
        self.comparisons.iter().find(|comparison| (comparison.system, comparison.other) == (system, other))
    }

    /// Reorders the systems: place i receives the one from `places[i]`.
    pub fn arrange(&mut self, places: &[usize]) {
        arrange(&mut self.systems, places);
        let moved = |place: usize| places.iter().position(|from| *from == place).unwrap_or(place);
        for comparison in &mut self.comparisons {
            (comparison.system, comparison.other) = (moved(comparison.system), moved(comparison.other));
        }
    }

    /// Names a choice in words.
    fn words(&self, choice: &Choice) -> String {
        match choice {
            Choice::OnlyReference(place) => self.references[*place].clone(),
            Choice::WithoutReference(place) => format!("without {}", self.references[*place]),
            Choice::Tokenizer(tokenizer) => tokenizer.name().into(),
            Choice::Ignoring(change) => format!("ignoring {}", label(*change)),
            Choice::WithoutGroup(number) => format!("without {}", self.groups.get(number).map_or("", |label| label)),
        }
    }

    /// The two systems of a comparison, the sign between their names.
    fn pair(&self, comparison: &RobustComparison) -> String {
        let sign = if comparison.given.difference < 0.0 { "<" } else { ">" };
        format!("{} {sign} {}", self.systems[comparison.system], self.systems[comparison.other])
    }

    /// The kinds of choices that decide about a comparison.
    pub fn deciding_kinds(comparison: &RobustComparison) -> String {
        let mut kinds: Vec<&str> = comparison.deciding().map(|tested| tested.choice.kind()).collect();
        kinds.dedup();
        kinds.join(", ")
    }

    /// Says whether a comparison holds, and what decides.
    pub fn verdict(&self, comparison: &RobustComparison, style: Style) -> String {
        let (agreeing, tests) = (comparison.agreeing(), comparison.tests());
        let is_significant = comparison.given.is_significant();
        let words = |tested: &Tested| format!("{} {}", self.words(&tested.choice), marked(&tested.comparison, style));
        let deciding: Vec<String> = comparison.deciding().map(words).collect();
        let (named, more) = deciding.split_at(deciding.len().min(MAX_NAMED));
        let named = named.join(", ");
        let result = match is_significant {
            true if deciding.is_empty() => format!("holds in {tests} of {tests} choices"),
            false if deciding.is_empty() => format!("not significant in any of {tests} choices"),
            _ => {
                let more = if more.is_empty() { String::new() } else { format!(", {} more", more.len()) };
                format!("depends on the {}: {named}{more}", Robust::deciding_kinds(comparison))
            }
        };
        let claim = match comparison.verdict() {
            Verdict::Holds => String::new(),
            Verdict::Depends if is_significant => format!("; holds in {agreeing} of {tests} choices"),
            Verdict::Depends | Verdict::Contradicted => String::from("; do not claim a difference"),
        };
        let rests = comparison.rests_on.as_ref().map_or_else(String::new, |segments| {
            let numbers: Vec<String> = segments.iter().map(|segment| (segment + 1).to_string()).collect();
            let named = if numbers.len() <= MAX_NAMED { format!(" ({})", numbers.join(", ")) } else { String::new() };
            format!("; rests on {}{named}", count(segments.len() as u64, "segment"))
        });
        let RobustComparison { groups, tested_groups, .. } = comparison;
        let bound = match tested_groups < groups {
            true => format!("; tested without {tested_groups} of {groups} groups, the likeliest to decide"),
            false => String::new(),
        };
        result + &claim + &rests + &bound
    }

    /// A line per comparison: the systems, their difference, and whether it holds.
    pub fn table(&self, style: Style) -> Table {
        let rows = &self.comparisons;
        Table::new(vec![
            Column::from_rows("comparison", ColumnKind::LeftAligned, rows, |row| self.pair(row)),
            Column::from_rows("difference", ColumnKind::LeftAligned, rows, |row| marked(&row.given, style)),
            Column::from_rows("under other choices", ColumnKind::Wrappable, rows, |row| self.verdict(row, style)),
        ])
    }

    /// The verdict, and all choices with their differences, for programs.
    pub fn fields(&self, comparison: &RobustComparison, test: PairedTest, style: Style) -> RobustFields {
        let choice = |tested: &Tested| ChoiceFields {
            choice: tested.choice.kind(),
            value: self.words(&tested.choice),
            difference: ComparisonFields::new(Some(&tested.comparison), test, None, style),
        };
        RobustFields {
            verdict: match comparison.verdict() {
                Verdict::Contradicted => "contradicted",
                Verdict::Depends => "depends",
                Verdict::Holds => "holds",
            },
            agreeing: comparison.agreeing(),
            tests: comparison.tests(),
            groups: Some(comparison.groups).filter(|groups| *groups > 1),
            tested_groups: Some(comparison.tested_groups).filter(|_| comparison.groups > 1),
            rests_on: comparison.rests_on.as_ref().map(|segments| segments.iter().map(|place| place + 1).collect()),
            choices: comparison.choices.iter().map(choice).collect(),
        }
    }

    /// Says which references lead to opposite results.
    pub fn disagreements(&self, style: Style) -> impl Iterator<Item = String> {
        let comparisons = self.comparisons.iter();
        comparisons.map(move |comparison| format!("{}: {}", self.pair(comparison), self.verdict(comparison, style)))
    }
}

/// Whether a comparison holds under other choices.
#[derive(Serialize)]
pub struct RobustFields {
    verdict: &'static str,
    agreeing: usize,
    tests: usize,
    /// Number of groups, and number of these that were left out for a test.
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tested_groups: Option<usize>,
    /// Numbers of the segments, from 1; null if they are many.
    rests_on: Option<Vec<u64>>,
    choices: Vec<ChoiceFields>,
}

/// A comparison under a choice.
#[derive(Serialize)]
struct ChoiceFields {
    choice: &'static str,
    value: String,
    #[serde(flatten)]
    difference: ComparisonFields,
}

/// A difference, with an asterisk if it is significant.
fn marked(comparison: &Comparison, style: Style) -> String {
    let mark = if comparison.is_significant() { "*" } else { "" };
    format!("{}{mark}", style.difference(comparison.difference, 0))
}
