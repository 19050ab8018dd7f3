//! The numbers of printed tables, compared with those that were saved: systems are found by name, numbers by the titles of their
//! columns, at the scale and with the decimals in which they are printed.

use super::printed::{Cell, NumberRole, Printed, PrintedNumber, PrintedTable, numbers};
use super::saved_numbers::{ABOVE, BEST, SavedNumbers, SavedSystem, normal};
use crate::program::results::verification::VerifiedTable;
use crate::text::display::escape;
use std::collections::HashMap;

/// Least number of matching numbers by which a column without a known title is recognized.
const MIN_MATCHES: usize = 2;

/// Compares a printed table with saved runs.
pub fn verified(file: String, printed: &Printed, runs: &[SavedNumbers]) -> VerifiedTable {
    let mut checker = Checker {
        runs,
        has_marks: printed.has_marks,
        percent: false,
        has_unmarked: false,
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
        checker.check_signature(*line, signature);
    }
    for table in &printed.tables {
        checker.check(table);
    }
    if printed.is_typeset && !printed.has_marks && checker.has_unmarked {
        checker.found.notes.push("no asterisk is printed, but differences are significant as saved".to_owned());
    }
    checker.found
}

struct Checker<'a> {
    runs: &'a [SavedNumbers],
    /// Whether the file marks what is significant.
    has_marks: bool,
    /// Whether the scores of the last table were printed as percentages, as those of the next probably are.
    percent: bool,
    /// Whether a significant difference has no asterisk, in a file that has none.
    has_unmarked: bool,
    found: VerifiedTable,
}

/// The meaning of the numbers in a cell: the names of numbers that are no interval, and of the half-width and the ends of one.
#[derive(Clone, Debug, PartialEq)]
struct Meaning {
    plain: Vec<String>,
    half_width: String,
    ends: [String; 2],
    /// The decision that an asterisk tells, by its name.
    mark: String,
    /// Whether percentages are usual.
    is_scaled: bool,
    /// The group that they belong to.
    group: Option<String>,
}

/// A cell of a column: its line, the place of its row's system in each run, the cell, and its numbers.
type ColumnCell<'a> = (usize, Vec<Option<usize>>, &'a Cell, Vec<PrintedNumber>);

/// A column of a table: its numbers, with the places of their rows.
struct Column<'a> {
    title: String,
    cells: Vec<ColumnCell<'a>>,
}

impl Checker<'_> {
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

    fn check(&mut self, table: &PrintedTable) {
        let places =
            |cell: &Cell| -> Vec<Option<usize>> { self.runs.iter().map(|run| run.place(&cell.text)).collect() };
        let is_system = |cell: &Cell| places(cell).iter().any(Option::is_some);
        let Some(header) = table.rows.first() else { return };
        if is_triangle(&header.cells) {
            self.check_pairs(table);
            return;
        }
        let named = |cells: &[Cell]| cells.iter().position(|cell| is_system(cell) && !is_number(&cell.text));
        let has_systems_above = header.cells.iter().skip(1).filter(|cell| is_system(cell)).count() > 0
            && named(&header.cells).is_some_and(|first| first > 0);
        if has_systems_above {
            self.check_groups(table);
            return;
        }
        let Some(first) = table.rows.iter().position(|row| named(&row.cells).is_some()) else {
            self.add_unknown_rows(table.rows.iter().skip(1));
            return;
        };
        let (headers, rows) = table.rows.split_at(first);
        let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
        let mut columns: Vec<Column> =
            (0..width).map(|place| Column { title: title(headers, place), cells: Vec::new() }).collect();
        let (mut order, mut unknown) = (Vec::new(), Vec::new());
        for row in rows {
            let Some(name) = named(&row.cells) else {
                unknown.push(row);
                continue;
            };
            let systems = places(&row.cells[name]);
            order.push(systems.clone());
            for (place, cell) in row.cells.iter().enumerate().filter(|(place, _)| *place != name) {
                let found = numbers(&cell.text);
                // A signature has numbers of its own.
                if (!found.is_empty() || cell.is_marked) && !cell.text.contains("nrefs:") {
                    columns[place].cells.push((row.line, systems.clone(), cell, found));
                }
            }
        }
        self.set_scale(&columns);
        columns.iter().for_each(|column| self.check_column(column));
        self.add_unknown_rows(unknown.into_iter());
        self.check_order(&order);
    }

    /// Notes if the rows are in another order than the results.
    fn check_order(&mut self, order: &[Vec<Option<usize>>]) {
        for run in 0..self.runs.len() {
            let places: Vec<usize> = order.iter().filter_map(|systems| systems[run]).collect();
            if places.len() > 1 && !places.is_sorted() {
                self.found.notes.push("the rows are in another order than the systems that were saved".into());
                return;
            }
        }
    }

    /// Finds out whether scores are percentages: by a column of scores.
    fn set_scale(&mut self, columns: &[Column]) {
        let scores = columns.iter().filter(|column| is_title_of_scores(&normal(&column.title)));
        let mut all = scores.flat_map(|column| &column.cells).flat_map(|(.., numbers)| numbers.first()).peekable();
        if all.peek().is_some() {
            self.percent = all.any(|number| number.value.abs() > 1.0);
        }
    }

    /// Checks a column, as what its title says it is, or else as scores if most of its numbers are.
    fn check_column(&mut self, column: &Column) {
        let known = self.meanings(&column.title);
        let is_known = !known.is_empty();
        let candidates: Vec<Meaning> = if is_known { known } else { self.possible_meanings() };
        let mut best: Option<(usize, usize, Meaning, bool)> = None;
        for (run, meaning) in (0..self.runs.len()).flat_map(|run| candidates.iter().map(move |meaning| (run, meaning)))
        {
            for percent in [self.percent, !self.percent] {
                let matches = self.matches(column, run, meaning, percent);
                if best.as_ref().is_none_or(|(most, ..)| matches > *most) {
                    best = Some((matches, run, meaning.clone(), percent));
                }
            }
        }
        let numbers = column.cells.iter().map(|(.., numbers)| numbers.len()).sum::<usize>();
        let best = best.filter(|(matches, ..)| is_known || *matches >= MIN_MATCHES && 2 * matches >= numbers);
        let Some((_, run, meaning, percent)) = best else {
            for (line, _, cell, _) in &column.cells {
                self.add_unknown(*line, &column.title, cell);
            }
            return;
        };
        self.check_cells(column, run, &meaning, percent);
        if meaning.plain.first().is_some_and(|name| name == "score") {
            self.check_bold(column, run, &meaning);
        }
    }

    fn matches(&self, column: &Column, run: usize, meaning: &Meaning, percent: bool) -> usize {
        let saved = |systems: &[Option<usize>]| systems[run].map(|place| &self.runs[run].systems[place]);
        let cells = column.cells.iter().filter_map(|(_, systems, _, numbers)| Some((saved(systems)?, numbers)));
        let is_same = |system: &SavedSystem, number: &PrintedNumber| {
            meaning.value(system, number).is_some_and(|value| is_printed_as(value * meaning.scale(percent), number))
        };
        cells.map(|(system, numbers)| numbers.iter().filter(|number| is_same(system, number)).count()).sum()
    }

    /// Compares the cells of a column with what was saved.
    fn check_cells(&mut self, column: &Column, run: usize, meaning: &Meaning, percent: bool) {
        let is_marked = column.cells.iter().any(|(_, _, cell, _)| cell.is_marked);
        let shows_p_values = meaning.plain.first().is_some_and(|name| name.starts_with("p_"));
        for (line, systems, cell, numbers) in &column.cells {
            let Some(system) = systems[run].map(|place| &self.runs[run].systems[place]) else {
                self.add_unknown(*line, &column.title, cell);
                continue;
            };
            for number in numbers {
                self.check_number(*line, system, meaning, number, meaning.scale(percent));
            }
            let numbers_of_system = meaning.numbers(system);
            let Some(is_significant) = numbers_of_system.and_then(|all| meaning.is_significant(all)) else {
                if cell.is_marked {
                    self.found.unknown.push(format!("line {line}, {}: *", system.name));
                }
                continue;
            };
            if cell.is_marked == is_significant {
                self.found.marks += usize::from(is_significant && cell.is_marked);
            } else if !self.has_marks {
                self.has_unmarked = true;
            } else if cell.is_marked || is_marked || shows_p_values {
                let what = if cell.is_marked { "* is printed" } else { "* is missing" };
                let p_value =
                    numbers_of_system.and_then(|all| all.get(&meaning.mark.replacen("significant", "p_value", 1)));
                let p_value = p_value.map(|p| format!(", p = {}", shortest(*p))).unwrap_or_default();
                let correction = &self.runs[run].correction;
                self.found.differences.push(format!("line {line}, {}: {what}{p_value}{correction}", system.name));
            }
        }
    }

    fn check_number(
        &mut self,
        line: usize,
        system: &SavedSystem,
        meaning: &Meaning,
        number: &PrintedNumber,
        scale: f64,
    ) {
        self.found.numbers += 1;
        match meaning.value(system, number).map(|value| value * scale) {
            None => self.found.unknown.push(format!("line {line}, {}: {}", system.name, number.text)),
            Some(value) if is_printed_as(value, number) => self.found.agree += 1,
            Some(value) => {
                let saved = format!("{value:.*}", number.decimals.min(17));
                self.found.differences.push(format!("line {line}, {}: {} is {saved}", system.name, number.text));
            }
        }
    }

    /// Checks that the best score is in bold if any is, and no other that is certainly lower.
    fn check_bold(&mut self, column: &Column, run: usize, meaning: &Meaning) {
        let value = |place: usize| meaning.numbers(&self.runs[run].systems[place])?.get("score").copied();
        let rows = column.cells.iter().filter_map(|(line, systems, cell, numbers)| {
            let place = systems[run]?;
            Some((*line, place, cell.is_bold, value(place)?, numbers.first()?.text.as_str()))
        });
        let rows: Vec<_> = rows.collect();
        let Some((_, best, is_best_bold, _, text)) = rows.iter().max_by(|a, b| a.3.total_cmp(&b.3)).copied() else {
            return;
        };
        let mut messages = Vec::new();
        if rows.iter().any(|row| row.2) {
            for (line, place, is_bold, _, own_text) in &rows {
                let system = &self.runs[run].systems[*place];
                let is_tied = system.numbers.get("rank_best") == Some(&1.0) || *own_text == text;
                if *is_bold && !is_tied && *place != best {
                    let higher = &self.runs[run].systems[best].name;
                    messages.push(format!("line {line}, {}: in bold, but {higher} scores higher", system.name));
                }
            }
            let is_tie_bold = rows.iter().any(|row| row.2 && row.4 == text);
            if !is_best_bold && !is_tie_bold && messages.is_empty() {
                messages.push(format!("{} scores highest, but others are in bold", self.runs[run].systems[best].name));
            }
            self.found.marks += usize::from(is_best_bold);
        }
        self.found.differences.extend(messages);
    }

    /// Checks a table of the p-values of all pairs, whose rows and columns are numbered.
    fn check_pairs(&mut self, table: &PrintedTable) {
        let Some(run) = self.runs.iter().position(|run| run.is_ranking) else {
            self.add_unknown_rows(table.rows.iter().skip(1));
            return;
        };
        let system = |cell: Option<&Cell>| {
            let number: usize = cell?.text.parse().ok()?;
            self.runs[run].systems.get(number.checked_sub(1)?)
        };
        let header = &table.rows[0].cells;
        for row in table.rows.iter().skip(1) {
            let own = system(row.cells.first());
            for (place, cell) in row.cells.iter().enumerate().skip(1).filter(|(_, cell)| !cell.text.is_empty()) {
                let other = system(header.get(place));
                let (Some(own), Some(other)) = (own, other) else {
                    self.add_unknown(row.line, "", cell);
                    continue;
                };
                let suffix = own.numbers.keys().filter_map(|name| name.strip_prefix("p_value:"));
                let suffix = suffix.map(str::to_owned).find(|name| {
                    self.runs[run].place(name).is_some_and(|at| std::ptr::eq(&self.runs[run].systems[at], other))
                });
                let meaning = Meaning::of_p_value("p_value", &format!(":{}", suffix.unwrap_or_default()));
                let column = Column {
                    title: String::new(),
                    cells: vec![(
                        row.line,
                        self.runs.iter().map(|run| run.place(&own.name)).collect(),
                        cell,
                        numbers(&cell.text),
                    )],
                };
                self.check_cells(&column, run, &meaning, false);
            }
        }
    }

    /// Checks a table in which each system has a column, and each group, or each kind of number, a row.
    fn check_groups(&mut self, table: &PrintedTable) {
        let header = &table.rows[0];
        for row in table.rows.iter().skip(1) {
            let cells = row.cells.iter().zip(&header.cells).skip(1).filter_map(|(cell, above)| {
                let systems: Vec<Option<usize>> = self.runs.iter().map(|run| run.place(&above.text)).collect();
                let found = numbers(&cell.text);
                let is_there = systems.iter().any(Option::is_some) && !found.is_empty();
                is_there.then_some((row.line, systems, cell, found))
            });
            let column = Column {
                title: row.cells.first().map(|cell| cell.text.clone()).unwrap_or_default(),
                cells: cells.collect(),
            };
            self.check_column(&column);
        }
    }

    /// The meanings of a column with this title; none if it is not known.
    fn meanings(&self, title: &str) -> Vec<Meaning> {
        let title = normal(title);
        let groups = self.runs.iter().flat_map(|run| &run.systems).flat_map(|system| &system.groups);
        if let Some((group, _)) = groups.clone().find(|(label, _)| *label == title) {
            return vec![Meaning::of_scores(Some(group.clone()))];
        }
        let words = title.trim_end_matches(['↑', '↓', ':']);
        let others = [BEST, ABOVE, ""];
        let of = |kind: fn(&str) -> Meaning| others.map(kind).to_vec();
        match words {
            title if is_title_of_scores(title) => vec![Meaning::of_scores(None)],
            "μ±95%ci" | "95%ci" | "ci" | "confidence" | "interval" | "95%interval" => {
                vec![Meaning::new(&["mean"], "half_width", ["low", "high"])]
            }
            "Δ" | "δ" | "delta" | "diff" | "difference" | "diff." => of(Meaning::of_difference),
            "δabove" | "diffabove" => vec![Meaning::of_difference(ABOVE)],
            "δbest" | "diffbest" => vec![Meaning::of_difference(BEST)],
            "p-value" | "p" | "pvalue" | "p-values" => {
                others.map(|other| Meaning::of_p_value("p_value", other)).to_vec()
            }
            "pabove" => vec![Meaning::of_p_value("p_value", ABOVE)],
            "pbest" => vec![Meaning::of_p_value("p_value", BEST)],
            "p-interval" | "p_interval" => others.map(|other| Meaning::of_p_value("p_interval", other)).to_vec(),
            "precisions" => vec![Meaning::numbered("precision_", true)],
            "correct" | "counts" => vec![Meaning::numbered("count_", false)],
            "total" | "totals" => vec![Meaning::numbered("total_", false)],
            "bp" | "brevitypenalty" => vec![Meaning::plain("bp")],
            "ratio" | "hyp_len" | "ref_len" | "segments" | "cluster" => vec![Meaning::plain(words)],
            "rank" => vec![Meaning::new(&["rank_best", "rank_worst"], "", ["", ""])],
            "#" => vec![Meaning::plain("position")],
            "better/worse/equal" => of(Meaning::of_wins),
            "better/worse/equalabove" => vec![Meaning::of_wins(ABOVE)],
            "better/worse/equalbest" => vec![Meaning::of_wins(BEST)],
            name => {
                let systems = self.runs.iter().flat_map(|run| &run.systems);
                let named = systems.flat_map(|system| system.numbers.keys()).find(|known| normal(known) == name);
                let named = named.cloned().or_else(|| self.name_in_tables_of_programs(name));
                named.map(|name| Meaning { is_scaled: is_scaled(&name), ..Meaning::plain(&name) }).into_iter().collect()
            }
        }
    }

    /// The name of a number by its name in TSV and CSV, if that is another one.
    fn name_in_tables_of_programs(&self, title: &str) -> Option<String> {
        let systems = self.runs.iter().flat_map(|run| &run.systems);
        let mut known = systems.flat_map(|system| system.numbers.keys());
        let other = match title.split_once("_above") {
            Some((name, end)) => format!("{name}{end}{ABOVE}"),
            None => {
                let (name, end) = title.split_once("_best")?;
                format!("{name}{end}{BEST}")
            }
        };
        let other = match other.as_str() {
            "p_above" | "p_best" => other.replacen('p', "p_value", 1),
            _ => other,
        };
        known.find(|name| normal(name) == other).cloned()
    }

    /// The meanings of a column whose title is not known: scores of the whole, or of a group.
    fn possible_meanings(&self) -> Vec<Meaning> {
        let groups = self.runs.iter().flat_map(|run| &run.systems).flat_map(|system| &system.groups);
        let groups = groups.map(|(label, _)| Meaning::of_scores(Some(label.clone())));
        let mut all = vec![Meaning::of_scores(None)];
        for group in groups {
            if !all.contains(&group) {
                all.push(group);
            }
        }
        all
    }

    fn add_unknown_rows<'b>(&mut self, rows: impl Iterator<Item = &'b super::printed::PrintedRow>) {
        for row in rows {
            let name = row.cells.iter().find(|cell| !cell.text.is_empty() && !is_number(&cell.text));
            let name = name.map(|cell| cell.text.clone()).unwrap_or_default();
            for cell in &row.cells {
                if cell.text != name {
                    self.add_unknown(row.line, &name, cell);
                }
            }
        }
    }

    fn add_unknown(&mut self, line: usize, name: &str, cell: &Cell) {
        let found = numbers(&cell.text);
        self.found.numbers += found.len();
        let name = if name.is_empty() { String::new() } else { format!(", {}", escape(name)) };
        self.found.unknown.extend(found.into_iter().map(|number| format!("line {line}{name}: {}", number.text)));
    }
}

impl Meaning {
    fn new(plain: &[&str], half_width: &str, ends: [&str; 2]) -> Meaning {
        Meaning {
            plain: plain.iter().map(|name| (*name).to_owned()).collect(),
            half_width: half_width.to_owned(),
            ends: ends.map(str::to_owned),
            mark: String::new(),
            is_scaled: plain.iter().any(|name| is_scaled(name)),
            group: None,
        }
    }

    fn plain(name: &str) -> Meaning {
        Meaning::new(&[name], "", ["", ""])
    }

    fn of_scores(group: Option<String>) -> Meaning {
        Meaning { mark: "significant".into(), group, ..Meaning::new(&["score"], "half_width", ["low", "high"]) }
    }

    fn of_difference(other: &str) -> Meaning {
        let [half_width, low, high] =
            ["difference_half_width", "difference_low", "difference_high"].map(|name| format!("{name}{other}"));
        let mark = format!("significant{other}");
        Meaning { mark, ..Meaning::new(&[&format!("difference{other}")], &half_width, [&low, &high]) }
    }

    fn of_p_value(name: &str, other: &str) -> Meaning {
        Meaning { mark: format!("significant{other}"), ..Meaning::plain(&format!("{name}{other}")) }
    }

    fn of_wins(other: &str) -> Meaning {
        let names = ["segments_better", "segments_worse", "segments_equal"].map(|name| format!("{name}{other}"));
        Meaning::new(&names.each_ref().map(String::as_str), "", ["", ""])
    }

    /// Numbers with one name, one for each order.
    fn numbered(name: &str, is_scaled: bool) -> Meaning {
        let names: Vec<String> = (1..=crate::bleu::scoring::MAX_ORDER).map(|n| format!("{name}{n}")).collect();
        Meaning { plain: names, is_scaled, ..Meaning::plain("") }
    }

    /// The numbers of a system, or of its group.
    fn numbers<'a>(&self, system: &'a SavedSystem) -> Option<&'a HashMap<String, f64>> {
        match &self.group {
            None => Some(&system.numbers),
            Some(group) => system.groups.iter().find(|(label, _)| label == group).map(|(_, numbers)| numbers),
        }
    }

    /// The saved value of a printed number.
    fn value(&self, system: &SavedSystem, number: &PrintedNumber) -> Option<f64> {
        let name = match number.role {
            NumberRole::Plain(place) => self.plain.get(place)?,
            NumberRole::HalfWidth => &self.half_width,
            NumberRole::Low => &self.ends[0],
            NumberRole::High => &self.ends[1],
            NumberRole::Bound => self.plain.first()?,
        };
        self.numbers(system)?.get(name).copied()
    }

    /// Whether an asterisk belongs to a system with these numbers, if that is known.
    fn is_significant(&self, numbers: &HashMap<String, f64>) -> Option<bool> {
        let decided = numbers.get(&self.mark).map(|is_so| *is_so > 0.0);
        // Randomization has no interval that decides.
        let p_value = || numbers.get(&self.mark.replacen("significant", "p_value", 1)).map(|p| *p < 0.05);
        if self.mark.is_empty() { None } else { decided.or_else(p_value) }
    }

    fn scale(&self, percent: bool) -> f64 {
        if self.is_scaled && percent { 100.0 } else { 1.0 }
    }
}

/// Whether a number with this name is multiplied for percentages.
fn is_scaled(name: &str) -> bool {
    ["score", "mean", "half_width", "low", "high", "precision", "difference", "deviation"]
        .iter()
        .any(|scaled| name.contains(scaled))
}

fn is_title_of_scores(title: &str) -> bool {
    ["bleu", "score", "sacrebleu", "bleu↑", "bleu(%)", "bleu[%]", "meanbleu"].contains(&title)
}

/// Whether a value is printed as this number: rounded, or below its bound.
fn is_printed_as(value: f64, number: &PrintedNumber) -> bool {
    if number.role == NumberRole::Bound {
        return value < number.value;
    }
    let unit = 0.1_f64.powi(number.decimals.min(17) as i32);
    (value - number.value).abs() <= 0.5 * unit * (1.0 + 1e-6) + 1e-12 * value.abs()
}

fn shortest(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || "+-.,%±<>/ ".contains(c))
}

/// Whether a header is that of p-values of pairs.
fn is_triangle(header: &[Cell]) -> bool {
    let is_numbered = |cell: &Cell| cell.text.chars().all(|c| c.is_ascii_digit()) && !cell.text.is_empty();
    header.len() > 1 && header[0].text == "#" && header[1..].iter().all(is_numbered)
}

/// The title of a column: the last cell of the rows of the header that has text.
fn title(headers: &[super::printed::PrintedRow], place: usize) -> String {
    let mut cells = headers.iter().filter_map(|row| row.cells.get(place)).filter(|cell| !cell.text.is_empty());
    cells.next_back().map(|cell| cell.text.clone()).unwrap_or_default()
}
