//! The subject of each cell of a printed table: the system, the group and the title that its row and its column name.

use super::facts::{Facts, normal};
use super::printed::number::{Decimals, PrintedNumber, Slot, numbers};
use super::printed::{Cell, Printed, PrintedKind, PrintedRow, PrintedTable};
use super::titles::{Title, is_own, title};

/// The subject that the words of a row or a column name.
#[derive(Clone, Debug, Default)]
struct Labels {
    /// The place of the system in each run, if one is named.
    system: Option<Vec<Option<usize>>>,
    /// A second system, with which the first is compared.
    other: Option<Vec<Option<usize>>>,
    group: Option<String>,
    /// A title of numbers, whether it is known or not.
    title: Option<String>,
    /// A name that no run has.
    unknown: Option<String>,
}

/// A cell with numbers or marks, and what it is about.
#[derive(Debug)]
pub struct NumberCell<'a> {
    pub line: usize,
    pub cell: &'a Cell,
    pub numbers: Vec<PrintedNumber>,
    /// The place of the system in each run; `None` if none is named.
    pub system: Option<Vec<Option<usize>>>,
    pub group: Option<String>,
    /// The name of its row, if no run has it.
    pub unknown: Option<String>,
}

/// Cells with one title: a column or, if systems have columns, a row.
#[derive(Debug)]
pub struct Series<'a> {
    /// The title as it is printed; empty if there is none.
    pub text: String,
    /// The place of its column, if nothing else tells it from others.
    place: Option<usize>,
    /// The subject, if it is known.
    pub title: Option<Title>,
    pub cells: Vec<NumberCell<'a>>,
}

/// A printed table whose cells are understood.
#[derive(Debug)]
pub struct Layout<'a> {
    pub series: Vec<Series<'a>>,
    /// Whether it is as the program prints it.
    pub is_own: bool,
    /// The places of the systems in each run, in the order of the rows.
    pub order: Vec<Vec<Option<usize>>>,
    /// Numbers in cells of sentences, which do not belong to their columns, with their lines.
    pub in_sentences: Vec<(usize, String)>,
}

/// The kind of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Systems,
    /// Places of ranked systems, which name them if nothing else does.
    Places,
    Pairs,
    Groups,
    /// Titles of rows.
    Titles,
    Numbers,
}

/// Finds out what the cells of a table are about.
pub fn layout<'a>(table: &'a PrintedTable, printed: &Printed, decimals: Decimals, runs: &[Facts]) -> Layout<'a> {
    Reading { runs, decimals, is_typeset: printed.kind != PrintedKind::Separated, table }.layout()
}

/// Number of words from which a cell has a sentence, whose numbers do not belong to its column.
const WORDS_OF_SENTENCE: usize = 4;

fn is_sentence(text: &str) -> bool {
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    text.split_whitespace().filter(is_word).count() >= WORDS_OF_SENTENCE
}

struct Reading<'a, 'b> {
    runs: &'b [Facts],
    decimals: Decimals,
    is_typeset: bool,
    table: &'a PrintedTable,
}

impl<'a> Reading<'a, '_> {
    fn layout(&self) -> Layout<'a> {
        let (header, rows) = self.table.rows.split_at(self.header_rows());
        let width = self.table.rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
        let kinds = self.kinds(header, rows, width);
        let above: Vec<Labels> = (0..width).map(|place| self.column_labels(header, place, &kinds)).collect();
        let mut layout = Layout { series: Vec::new(), is_own: true, order: Vec::new(), in_sentences: Vec::new() };
        let mut before = Labels::default();
        for row in rows {
            let labels = self.row_labels(row, &kinds, &before);
            layout.order.extend(labels.system.clone().filter(|_| labels.other.is_none()));
            for (place, cell) in row.cells.iter().enumerate().filter(|(place, _)| kinds[*place] == Kind::Numbers) {
                let found = numbers(&cell.text, self.decimals);
                // A signature has numbers of its own, and so has a sentence.
                let is_signature = cell.text.contains("nrefs:");
                if cell.is_continued || found.is_empty() && !cell.is_marked || is_signature {
                    continue;
                }
                if is_sentence(&cell.text) {
                    layout.in_sentences.extend(found.into_iter().map(|number| (row.line, number.text)));
                    continue;
                }
                self.add(&mut layout.series, (place, row.line, cell, found), &labels, &above[place]);
            }
            before = labels;
        }
        layout.is_own = self.is_own(header, &layout);
        layout
    }

    /// Whether the titles, and what is in the cells, are as in tables of the program.
    fn is_own(&self, header: &[PrintedRow], layout: &Layout) -> bool {
        let mut texts = header.iter().flat_map(|row| &row.cells).map(|cell| cell.text.as_str());
        let mut numbers = layout.series.iter().flat_map(|series| &series.cells).flat_map(|cell| &cell.numbers);
        texts.all(|text| {
            is_own(text) || self.named(text).or_else(|| self.numbered(text)).is_some() || self.group(text).is_some()
        }) && numbers.all(|number| matches!(number.slot, Slot::Plain(_) | Slot::HalfWidth))
    }

    /// Number of rows above the rows of numbers: the first, unless it has scores, and those without numbers.
    fn header_rows(&self) -> usize {
        self.table.rows.iter().enumerate().take_while(|(place, row)| self.is_header(*place, row)).count()
    }

    /// Whether a row at a place may be above the rows of numbers.
    fn is_header(&self, place: usize, row: &PrintedRow) -> bool {
        let mut texts = row.cells.iter().map(|cell| cell.text.as_str());
        let has_numbers = row.cells.iter().any(|cell| {
            title(&cell.text, self.runs).is_none()
                && self.named(&cell.text).is_none()
                && numbers(&cell.text, self.decimals).iter().any(|number| place > 0 || number.decimals > 0)
        });
        !has_numbers && (place == 0 || self.named(texts.next().unwrap_or_default()).is_none())
    }

    /// The places of the system that a text names, if a run has it.
    fn named(&self, text: &str) -> Option<Vec<Option<usize>>> {
        let places: Vec<Option<usize>> = self.runs.iter().map(|run| run.place(text)).collect();
        places.iter().any(Option::is_some).then_some(places)
    }

    /// The places of the ranked system with a number.
    fn numbered(&self, text: &str) -> Option<Vec<Option<usize>>> {
        let number: usize = text.trim().parse().ok()?;
        let place = |run: &Facts| number.checked_sub(1).filter(|place| run.is_ranking && *place < run.systems.len());
        let places: Vec<Option<usize>> = self.runs.iter().map(place).collect();
        places.iter().any(Option::is_some).then_some(places)
    }

    /// The two systems of a comparison, such as `a < b`.
    fn pair(&self, text: &str) -> Option<[Vec<Option<usize>>; 2]> {
        let (one, other) = ["<", ">", " vs. ", " vs "].iter().find_map(|sign| text.split_once(sign))?;
        Some([self.named(one)?, self.named(other)?])
    }

    fn group(&self, text: &str) -> Option<String> {
        self.runs.iter().find_map(|run| run.group(text)).map(str::to_owned)
    }

    fn kinds(&self, header: &[PrintedRow], rows: &[PrintedRow], width: usize) -> Vec<Kind> {
        let text = |place: usize| header.last().and_then(|row| row.cells.get(place)).map_or("", |cell| &cell.text);
        let cells =
            |place: usize| rows.iter().filter_map(move |row| row.cells.get(place)).map(|cell| cell.text.as_str());
        let is_known = |place: usize| title(text(place), self.runs).is_some();
        let is_called = |place: usize, names: &[&str]| names.contains(&normal(text(place)).trim_end_matches('s'));
        let is_name =
            |place: usize| is_called(place, &["system", "model", "name", "candidate", "submission", "method"]);
        let names_systems = |place: usize| cells(place).any(|text| self.named(text).is_some());
        let names_groups = |place: usize| cells(place).any(|text| self.group(text).is_some());
        let mut kinds = vec![Kind::Numbers; width];
        let systems = (0..width).find(|place| is_name(*place));
        let systems = systems.or_else(|| (0..width).find(|place| !is_known(*place) && names_systems(*place)));
        let pairs = (0..width).find(|place| cells(*place).any(|text| self.pair(text).is_some()));
        let places = (0..width).find(|place| text(*place) == "#" && self.runs.iter().any(|run| run.is_ranking));
        let is_group = |place: usize| {
            is_called(place, &["group", "set", "testset", "document", "domain", "choice"]) || names_groups(place)
        };
        let groups = (0..width).find(|place| Some(*place) != systems && !is_known(*place) && is_group(*place));
        let found = [(systems, Kind::Systems), (pairs, Kind::Pairs), (groups, Kind::Groups)];
        for (place, kind) in found.into_iter().filter_map(|(place, kind)| Some((place?, kind))) {
            kinds[place] = kind;
        }
        if let (Some(place), None) = (places, systems) {
            kinds[place] = Kind::Places;
        }
        if kinds.iter().all(|kind| *kind == Kind::Numbers) && width > 1 {
            let is_text = |place: &usize| {
                cells(*place).any(|text| !text.is_empty())
                    && cells(*place).all(|text| numbers(text, self.decimals).is_empty() || self.is_title(text))
            };
            if let Some(place) = (0..width).find(|place| !is_known(*place) && is_text(place)) {
                kinds[place] = Kind::Titles;
            }
        }
        kinds
    }

    fn is_title(&self, text: &str) -> bool {
        title(text, self.runs).is_some()
    }

    /// The subjects that the words above a column name.
    fn column_labels(&self, header: &[PrintedRow], place: usize, kinds: &[Kind]) -> Labels {
        let mut labels = Labels::default();
        for text in header.iter().filter_map(|row| row.cells.get(place)).map(|cell| cell.text.as_str()) {
            let system = if kinds.contains(&Kind::Places) { self.numbered(text) } else { None };
            let is_title = self.is_title(text);
            if let Some(system) = system.or_else(|| self.named(text).filter(|_| !is_title)) {
                labels.system = Some(system);
            } else if let Some(group) = self.group(text).filter(|_| !kinds.contains(&Kind::Groups) && !is_title) {
                labels.group = Some(group);
            } else if let Some((title, group)) = self.title_of_group(text) {
                (labels.title, labels.group) = (Some(title), Some(group));
            } else if !text.is_empty() {
                labels.title = Some(text.to_owned());
            }
        }
        labels
    }

    /// A title and a group that tables for programs join, as in `score:en-de`.
    fn title_of_group(&self, text: &str) -> Option<(String, String)> {
        let (title, group) = text.split_once(':').filter(|(title, _)| self.is_title(title))?;
        Some((title.to_owned(), self.group(group)?))
    }

    /// The subjects that the words of a row name; empty cells repeat the row above.
    fn row_labels(&self, row: &PrintedRow, kinds: &[Kind], before: &Labels) -> Labels {
        let mut labels = Labels::default();
        for (cell, kind) in row.cells.iter().zip(kinds).filter(|(_, kind)| **kind != Kind::Numbers) {
            let text = cell.text.as_str();
            let known = match kind {
                Kind::Systems if text.is_empty() => {
                    labels.system.clone_from(&before.system);
                    labels.unknown.clone_from(&before.unknown);
                    true
                }
                Kind::Systems | Kind::Places => {
                    labels.system = if *kind == Kind::Places { self.numbered(text) } else { self.named(text) };
                    labels.system.is_some()
                }
                Kind::Pairs => {
                    let pair = self.pair(text);
                    let is_known = pair.is_some();
                    [labels.system, labels.other] = pair.map_or([None, None], |pair| pair.map(Some));
                    is_known
                }
                // In tables for programs, all segments have an empty name.
                Kind::Groups if text.is_empty() => {
                    labels.group = before.group.clone().filter(|_| self.is_typeset);
                    true
                }
                Kind::Groups => {
                    labels.group = self.group(text);
                    labels.group.is_some() || text == "(mean)"
                }
                Kind::Titles => {
                    labels.title = Some(text.to_owned());
                    true
                }
                Kind::Numbers => true,
            };
            if !known {
                labels.unknown = Some(text.to_owned());
            }
        }
        labels
    }

    /// Adds a cell to the series of its title.
    fn add(
        &self,
        series: &mut Vec<Series<'a>>,
        (place, line, cell, numbers): (usize, usize, &'a Cell, Vec<PrintedNumber>),
        row: &Labels,
        column: &Labels,
    ) {
        let is_alone = self.runs.iter().map(|run| run.systems.len()).sum::<usize>() == 1;
        let only = || self.runs.iter().map(|run| (!run.systems.is_empty()).then_some(0)).collect();
        let system = row.system.clone().or_else(|| column.system.clone()).or_else(|| is_alone.then(only));
        let other = row.other.clone().or_else(|| column.system.clone().filter(|_| row.system.is_some()));
        let text = column.title.clone().or_else(|| row.title.clone()).unwrap_or_default();
        let named = title(&text, self.runs);
        let title = match &other {
            Some(other) => {
                let place = other.iter().flatten().next().copied().unwrap_or_default();
                Some(named.map_or_else(|| Title::of_pairs(place), |named| named.against(place)))
            }
            // A system and a group need no title for scores.
            None if text.is_empty() && (column.system.is_some() || column.group.is_some()) => Some(Title::of_scores()),
            None => named,
        };
        let group = row.group.clone().or_else(|| column.group.clone());
        let unknown = row.unknown.clone();
        let cell = NumberCell { line, cell, numbers, system, group, unknown };
        let place = title.is_none().then_some(place);
        let versus = |title: &Option<Title>| title.as_ref().map(|title| title.versus().to_vec());
        let is_same = |series: &&mut Series| {
            series.text == text && series.place == place && versus(&series.title) == versus(&title)
        };
        match series.iter_mut().find(is_same) {
            Some(series) => series.cells.push(cell),
            None => series.push(Series { text, place, title, cells: vec![cell] }),
        }
    }
}
