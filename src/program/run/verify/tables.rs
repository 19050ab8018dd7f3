//! The numbers of printed tables, compared with those that were saved, at the scale and with the decimals in which they are
//! printed.

use super::captions;
use super::facts::{Facts, Quantity};
use super::layout::{Layout, NumberCell, Series, layout};
use super::marks::Marks;
use super::printed::number::{Decimals, PrintedNumber, Relation, Slot};
use super::printed::{Printed, PrintedKind};
use super::titles::Title;
use crate::program::results::verification::VerifiedTable;
use crate::text::display::escape;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Least number of digits that show what numbers are if their column or row has another name.
const MIN_DIGITS: usize = 3;

/// Compares a printed table with saved runs. Its numbers have decimal points or commas: whichever more of them can only have or, if
/// they do not tell, whichever makes more of them as saved.
pub fn verified(file: &str, printed: &Printed, runs: &[Facts]) -> VerifiedTable {
    let cells = || printed.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells);
    let [points, commas] =
        Decimals::ALL.map(|decimals| cells().map(|cell| decimals.certain_numbers(&cell.text)).sum::<usize>());
    let verified = |decimals| verified_with(decimals, file.to_owned(), printed, runs);
    match points.cmp(&commas) {
        Ordering::Greater => verified(Decimals::Point),
        Ordering::Less => verified(Decimals::Comma),
        Ordering::Equal => {
            let [points, commas] = Decimals::ALL.map(verified);
            if commas.agree > points.agree { commas } else { points }
        }
    }
}

fn verified_with(decimals: Decimals, file: String, printed: &Printed, runs: &[Facts]) -> VerifiedTable {
    let mut comparison = Comparison {
        runs,
        decimals,
        percent: false,
        found: VerifiedTable {
            file,
            numbers: 0,
            agree: 0,
            marks: 0,
            differences: Vec::new(),
            notes: Vec::new(),
            unknown: Vec::new(),
        },
    };
    for (line, signature) in &printed.signatures {
        comparison.check_signature(*line, signature);
    }
    let mut marks = Marks::new(runs, printed.has_marks);
    for table in &printed.tables {
        let layout = layout(table, printed, decimals, runs);
        comparison.set_scale(&layout);
        let read: Vec<ReadSeries> = layout.series.iter().map(|series| comparison.read(series)).collect();
        let mut unknown = UnknownRows::default();
        for series in &read {
            comparison.check(series, &mut unknown);
            marks.add(series, printed.kind != PrintedKind::Separated, layout.is_own);
            let is_complete = runs.iter().any(|run| run.systems.len() == layout.order.len());
            marks.check_emphasis(series, layout.is_own && printed.kind == PrintedKind::Latex && is_complete);
        }
        comparison.check_unknown(&unknown, &layout);
        comparison.found.numbers += layout.in_sentences.len();
        let in_sentences = layout.in_sentences.iter().map(|(line, number)| format!("line {line}, in words: {number}"));
        comparison.found.unknown.extend(in_sentences);
        comparison.check_order(&layout.order);
    }
    marks.finish(&mut comparison.found);
    let paragraphs: Vec<String> = runs.iter().flat_map(|run| run.paragraphs.clone()).collect();
    let counts: Vec<(&str, u64)> = runs.iter().flat_map(|run| run.counts.clone()).collect();
    comparison.found.differences.extend(captions::differences(&printed.lines, &paragraphs, &counts));
    comparison.found
}

struct Comparison<'a> {
    runs: &'a [Facts],
    decimals: Decimals,
    /// Whether the scores of the last table were printed as percentages, as the scores of the next table probably are.
    percent: bool,
    found: VerifiedTable,
}

/// A series, and what its numbers are.
pub struct ReadSeries<'a> {
    pub series: &'a Series<'a>,
    /// Its title's meaning or, by its numbers, a possible one; `None` if that is not known.
    pub title: Option<Title>,
    /// The runs, the one that it is from first.
    pub runs: Vec<usize>,
    /// The meaning of the numbers in each slot, and their scale.
    pub slots: BTreeMap<Slot, (Quantity, f64)>,
}

impl ReadSeries<'_> {
    /// The run and the place of the system of a cell.
    pub fn system(&self, cell: &NumberCell) -> Option<(usize, usize)> {
        let places = cell.system.as_ref().filter(|_| cell.unknown.is_none())?;
        self.runs.iter().find_map(|run| Some((*run, places[*run]?)))
    }
}

/// The numbers of rows whose names no run has, with what they would be.
type UnknownRows<'a> = BTreeMap<usize, Vec<(&'a NumberCell<'a>, &'a PrintedNumber, Quantity, f64)>>;

impl<'a> Comparison<'a> {
    fn check_signature(&mut self, line: usize, signature: &str) {
        let saved: Vec<&String> = self.runs.iter().flat_map(|run| &run.signatures).collect();
        if saved.iter().any(|saved| *saved == signature) {
            return;
        }
        let fields = |signature: &str| signature.split('|').map(str::to_owned).collect::<Vec<_>>();
        let printed = fields(signature);
        // The nearest of the signatures that were saved.
        let changed = |saved: &str| -> Vec<String> {
            let saved = fields(saved);
            let new = printed.iter().filter(|field| !saved.contains(field)).map(|field| format!("{field} is printed"));
            let old = saved.iter().filter(|field| !printed.contains(field)).map(|field| format!("{field} was saved"));
            new.chain(old).collect()
        };
        if let Some(changes) = saved.iter().map(|saved| changed(saved)).min_by_key(Vec::len) {
            self.found.differences.push(format!("line {line}: signature: {}", escape(&changes.join(", "))));
        }
    }

    /// Finds out if scores are percentages.
    fn set_scale(&mut self, layout: &Layout) {
        let scores = layout.series.iter().filter(|series| series.title.as_ref().is_some_and(Title::is_of_scores));
        let mut all = scores.flat_map(|series| &series.cells).filter_map(|cell| cell.numbers.first()).peekable();
        if all.peek().is_some() {
            self.percent = all.any(|number| number.value.abs() > 1.0);
        }
    }

    /// The value of a quantity for a cell, in the first of these runs that has it. Without a system, it is the value of all.
    fn value(&self, runs: &[usize], cell: &NumberCell, quantity: &Quantity) -> Option<f64> {
        runs.iter().find_map(|run| self.saved_value(*run, cell, quantity))
    }

    /// The value of a quantity for a cell in a run.
    fn saved_value(&self, run: usize, cell: &NumberCell, quantity: &Quantity) -> Option<f64> {
        let systems = &self.runs[run].systems;
        let value = |place: usize| systems.get(place)?.numbers(cell.group.as_deref())?.get(quantity).copied();
        match &cell.system {
            Some(places) => value(places[run]?),
            None => {
                let first = value(0)?;
                (1..systems.len()).all(|place| value(place) == Some(first)).then_some(first)
            }
        }
    }

    /// Finds out what the numbers of a series are: what its title says or, if it says nothing, scores, if most are.
    fn read<'s>(&self, series: &'s Series<'s>) -> ReadSeries<'s> {
        let title = series.title.clone().unwrap_or_else(Title::of_scores);
        let all: Vec<usize> = (0..self.runs.len()).collect();
        let slots: BTreeSet<Slot> =
            series.cells.iter().flat_map(|cell| &cell.numbers).map(|number| number.slot).collect();
        let matches =
            |runs: &[usize]| -> usize { slots.iter().map(|slot| self.best(series, &title, *slot, runs).1).sum() };
        let mut runs = all.clone();
        runs.sort_by_cached_key(|run| std::cmp::Reverse(matches(&[*run])));
        let found = slots.iter().filter_map(|slot| Some((*slot, self.best(series, &title, *slot, &runs).0?)));
        let slots: BTreeMap<Slot, (Quantity, f64)> = found.collect();
        let read = ReadSeries { series, title: Some(title), runs, slots };
        let is_known = series.title.is_some() || self.has_scores(&read);
        if is_known { read } else { ReadSeries { title: None, slots: BTreeMap::new(), ..read } }
    }

    /// Whether at least half of the numbers of a series, and not only one with few digits, are as saved.
    fn has_scores(&self, read: &ReadSeries) -> bool {
        let numbers = read.series.cells.iter().flat_map(|cell| cell.numbers.iter().map(move |number| (cell, number)));
        let (mut all, mut same, mut digits) = (0, 0, 0);
        for (cell, number) in numbers {
            let is_same = read.slots.get(&number.slot).is_some_and(|(quantity, scale)| {
                self.value(&read.runs, cell, quantity).is_some_and(|value| is_printed_as(value * scale, number))
            });
            (all, same) = (all + 1, same + usize::from(is_same));
            digits += if is_same { significant_digits(&number.text) } else { 0 };
        }
        same > 0 && 2 * same >= all && digits >= MIN_DIGITS
    }

    /// The meaning of most numbers in a slot, with their scale, and how many; the likeliest if none are.
    fn best(&self, series: &Series, title: &Title, slot: Slot, runs: &[usize]) -> (Option<(Quantity, f64)>, usize) {
        let numbers = || {
            let cells = series.cells.iter().filter(|cell| cell.unknown.is_none());
            cells.flat_map(|cell| cell.numbers.iter().map(move |number| (cell, number))).filter(|(_, n)| n.slot == slot)
        };
        let (mut best, mut most) = (None, 0);
        for quantity in title.quantities(slot) {
            let values: Vec<(f64, &PrintedNumber)> =
                numbers().filter_map(|(cell, number)| Some((self.value(runs, cell, &quantity)?, number))).collect();
            let is_empty = values.is_empty() && numbers().next().is_some();
            let [usual, other] = if self.percent { [100.0, 1.0] } else { [1.0, 100.0] };
            let scales = if quantity.is_scaled() { vec![usual, other] } else { vec![1.0] };
            for scale in scales {
                let matches = values.iter().filter(|(value, number)| is_printed_as(value * scale, number)).count();
                if !is_empty && (best.is_none() || matches > most) {
                    (best, most) = (Some((quantity.clone(), scale)), matches);
                }
            }
        }
        (best, most)
    }

    /// Compares the numbers of a series with what was saved.
    fn check<'s>(&mut self, read: &ReadSeries<'s>, unknown: &mut UnknownRows<'s>) {
        let series = read.series;
        for cell in &series.cells {
            self.found.numbers += cell.numbers.len();
            if cell.unknown.is_some() {
                let row = unknown.entry(cell.line).or_default();
                let known = cell.numbers.iter().filter_map(|number| {
                    let (quantity, scale) = read.slots.get(&number.slot)?;
                    Some((cell, number, quantity.clone(), *scale))
                });
                row.extend(known);
            }
            for number in &cell.numbers {
                self.check_number(read, cell, number);
            }
        }
        if let (None, Some(_), false) = (&series.title, &read.title, series.text.is_empty()) {
            let line = series.cells.first().map_or(0, |cell| cell.line);
            let title = escape(&series.text);
            self.found
                .differences
                .push(format!("line {line}: the column {title} has the scores that were saved, which are BLEU"));
        }
    }

    fn check_number(&mut self, read: &ReadSeries, cell: &NumberCell, number: &PrintedNumber) {
        let meaning = read.slots.get(&number.slot).filter(|_| cell.unknown.is_none());
        let value = |quantity: &Quantity| self.value(&read.runs, cell, quantity);
        let value_and_scale = meaning.and_then(|(quantity, scale)| Some((value(quantity)? * scale, quantity)));
        let place = self.place(read, cell);
        let Some((value, quantity)) = value_and_scale else {
            self.found.unknown.push(format!("{place}: {}", number.text));
            return;
        };
        // Without another number, a range has one place.
        let is_range = read.title.as_ref().is_some_and(|title| title.is_range) && cell.numbers.len() == 1;
        let end = Quantity::new("rank_worst", quantity.versus);
        let end = if is_range { self.value(&read.runs, cell, &end) } else { None };
        if is_printed_as(value, number) && end.is_none_or(|end| is_printed_as(end, number)) {
            self.found.agree += 1;
            return;
        }
        let saved = match number.text.to_ascii_lowercase().as_str() {
            "true" | "false" => (value > 0.0).to_string(),
            _ if number.relation != Relation::Equal => shortest(value),
            _ => format!("{value:.*}", number.decimals.min(17)),
        };
        let saved = end.filter(|end| *end != value).map_or(saved, |end| format!("{value}-{end}"));
        let saved = if self.decimals == Decimals::Comma { saved.replace('.', ",") } else { saved };
        self.found.differences.push(format!("{place}: {} is {saved}", number.text));
    }

    /// The line of a cell, with the names of its row and its group.
    fn place(&self, read: &ReadSeries, cell: &NumberCell) -> String {
        let system = read.system(cell).map(|(run, place)| self.runs[run].systems[place].name.clone());
        let name = cell.unknown.clone().map(|name| escape(&name)).or(system);
        let title = || Some(escape(&read.series.text)).filter(|title| !title.is_empty());
        let names = [name.or_else(title), cell.group.as_deref().map(escape)].into_iter().flatten();
        std::iter::once(format!("line {}", cell.line)).chain(names).collect::<Vec<_>>().join(", ")
    }

    /// Names rows that have the numbers of a system under another name.
    fn check_unknown(&mut self, rows: &UnknownRows, layout: &Layout) {
        for (line, numbers) in rows {
            for (run, facts) in self.runs.iter().enumerate() {
                let is_same = |place: usize| {
                    let saved_numbers = |group: Option<&str>| facts.systems[place].numbers(group);
                    let digits: Option<usize> = numbers
                        .iter()
                        .map(|(cell, number, quantity, scale)| {
                            let value = saved_numbers(cell.group.as_deref())?.get(quantity)?;
                            is_printed_as(value * scale, number).then(|| significant_digits(&number.text))
                        })
                        .sum();
                    digits.is_some_and(|digits| digits >= MIN_DIGITS)
                };
                let is_absent = |place: &usize| layout.order.iter().all(|places| places[run] != Some(*place));
                let system = (0..facts.systems.len()).filter(is_absent).find(|place| is_same(*place));
                if let (Some(place), Some((cell, ..))) = (system, numbers.first()) {
                    let (name, system) = (cell.unknown.as_deref().unwrap_or_default(), &facts.systems[place].name);
                    let name = escape(name);
                    self.found
                        .differences
                        .push(format!("line {line}: {name} was not saved; the numbers are those of {system}"));
                    break;
                }
            }
        }
    }

    /// Notes if the rows are in another order than the results.
    fn check_order(&mut self, order: &[Vec<Option<usize>>]) {
        for run in 0..self.runs.len() {
            let mut places: Vec<usize> = order.iter().filter_map(|systems| systems[run]).collect();
            places.dedup();
            let systems = self.runs[run].systems.len();
            // Further blocks repeat the systems, for groups.
            let is_sorted = places.chunks(systems.max(1)).all(<[usize]>::is_sorted);
            if places.len() > 1 && !places.is_sorted() && !is_sorted {
                self.found.notes.push("the rows are in another order than the systems that were saved".into());
                return;
            }
        }
    }
}

/// Whether a value is printed as this number: rounded, or beyond its bound.
pub fn is_printed_as(value: f64, number: &PrintedNumber) -> bool {
    match number.relation {
        Relation::Less => value < number.value,
        Relation::Greater => value > number.value,
        Relation::Equal => {
            let unit = 0.1_f64.powi(number.decimals.min(17) as i32);
            (value - number.value).abs() <= 0.5 * unit * (1.0 + 1e-6) + 1e-12 * value.abs()
        }
    }
}

/// Number of digits after leading zeros.
fn significant_digits(text: &str) -> usize {
    text.chars().filter(char::is_ascii_digit).skip_while(|digit| *digit == '0').count()
}

/// A value with at most four decimals.
pub fn shortest(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
