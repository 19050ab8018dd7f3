//! The marks of printed tables, compared with what was saved: asterisks with the significance of differences, bold faces with the
//! highest scores.

use super::facts::{Facts, Quantity, Versus};
use super::tables::{ReadSeries, shortest};
use super::titles::Title;
use crate::program::results::verification::VerifiedTable;
use std::collections::BTreeMap;

/// A comparison that an asterisk may tell: the run, the place of the system, the group, and the other system.
type Compared = (usize, usize, Option<String>, Versus);

/// The marks of a comparison in a file.
#[derive(Default)]
struct Shown {
    /// The first line of it.
    line: usize,
    is_marked: bool,
    /// Whether a p-value, or a score of a run without p-values, is printed, which the program would mark.
    has_p_value: bool,
    has_score: bool,
    /// Whether other cells with its title are marked.
    are_others_marked: bool,
    /// Whether it is in a format whose tables have marks, and the titles around it are the program's own.
    is_typeset: bool,
    is_own: bool,
}

/// The marks of a file.
pub struct Marks<'a> {
    runs: &'a [Facts],
    /// Whether the file has asterisks, or explains them.
    has_marks: bool,
    comparisons: BTreeMap<Compared, Shown>,
    /// Number of bold faces that are as saved.
    emphasis: usize,
    differences: Vec<String>,
    unknown: Vec<String>,
}

impl<'a> Marks<'a> {
    pub fn new(runs: &'a [Facts], has_marks: bool) -> Marks<'a> {
        let (comparisons, differences, unknown) = Default::default();
        Marks { runs, has_marks, comparisons, emphasis: 0, differences, unknown }
    }

    /// Adds what a series shows of comparisons. An asterisk may stand beside the score, the difference or the p-value.
    pub fn add(&mut self, read: &ReadSeries, is_typeset: bool, is_own: bool) {
        let Some((quantity, _)) = read.slots.values().next() else {
            let marked = read.series.cells.iter().filter(|cell| cell.cell.is_marked);
            self.unknown.extend(marked.map(|cell| format!("line {}: *", cell.line)));
            return;
        };
        let is_p_value = quantity.name.starts_with("p_");
        let is_score = quantity.name == "score";
        let is_compared =
            is_p_value || quantity.name.starts_with("difference") || quantity.name.starts_with("segments_");
        if !is_score && !is_compared {
            return;
        }
        let versus = if is_score { self.versus(read) } else { quantity.versus };
        let are_others_marked = read.series.cells.iter().any(|cell| cell.cell.is_marked);
        for cell in &read.series.cells {
            let Some((run, place)) = read.system(cell) else { continue };
            let key = (run, place, cell.group.clone(), self.usual(run, versus));
            let shown = self.comparisons.entry(key).or_insert_with(|| Shown { line: cell.line, ..Shown::default() });
            if cell.cell.is_marked && !shown.is_marked {
                (shown.line, shown.is_marked) = (cell.line, true);
            }
            shown.has_p_value |= is_p_value;
            shown.has_score |= is_score;
            shown.are_others_marked |= are_others_marked;
            shown.is_typeset |= is_typeset;
            shown.is_own |= is_typeset && is_own;
        }
    }

    /// A comparison, which two names may mean.
    fn usual(&self, run: usize, versus: Versus) -> Versus {
        match versus {
            Versus::Other(0) if !self.runs[run].is_ranking => Versus::First,
            versus => versus,
        }
    }

    /// The comparison that the asterisks of scores tell: with the first, unless more agree with the system above.
    fn versus(&self, read: &ReadSeries) -> Versus {
        let agreeing = |versus: Versus| {
            let cells = read.series.cells.iter().filter_map(|cell| Some((read.system(cell)?, cell)));
            let is_so = cells.filter(|((run, place), cell)| {
                self.is_significant(&(*run, *place, cell.group.clone(), versus)) == Some(cell.cell.is_marked)
            });
            is_so.count()
        };
        if agreeing(Versus::Above) > agreeing(Versus::First) { Versus::Above } else { Versus::First }
    }

    fn number(&self, (run, place, group, versus): &Compared, name: &str) -> Option<f64> {
        let numbers = self.runs[*run].systems[*place].numbers(group.as_deref())?;
        numbers.get(&Quantity::new(name, *versus)).copied()
    }

    fn is_significant(&self, compared: &Compared) -> Option<bool> {
        self.number(compared, "significant").map(|is_so| is_so > 0.0)
    }

    /// Checks that the highest score of all segments, and of each group, is in bold if any is, and no other that is lower. If the
    /// table is as the program prints it, also that one is, and that those that are not significantly lower are underlined.
    pub fn check_emphasis(&mut self, read: &ReadSeries, is_own: bool) {
        if !read.title.as_ref().is_some_and(Title::is_of_scores) {
            return;
        }
        // Means over training runs are plain.
        let is_own = is_own && !read.runs.first().is_some_and(|run| self.has(*run, "run_deviation"));
        let mut groups: BTreeMap<Option<&str>, Vec<Row>> = BTreeMap::new();
        for cell in &read.series.cells {
            let Some((run, place)) = read.system(cell) else { continue };
            let score = self.number(&(run, place, cell.group.clone(), Versus::First), "score");
            if let (Some(score), Some(number)) = (score, cell.numbers.first()) {
                let (is_bold, is_underlined) = (cell.cell.is_bold, cell.cell.is_underlined);
                let row = Row { line: cell.line, run, place, score, text: &number.text, is_bold, is_underlined };
                groups.entry(cell.group.as_deref()).or_default().push(row);
            }
        }
        for (group, rows) in groups {
            self.check_rows(group, &rows, is_own);
        }
    }

    fn check_rows(&mut self, group: Option<&str>, rows: &[Row], is_own: bool) {
        let Some(best) = rows.iter().max_by(|a, b| a.score.total_cmp(&b.score)) else { return };
        let name = |row: &Row| &self.runs[row.run].systems[row.place].name;
        let is_same = |row: &Row| row.score == best.score || row.text == best.text;
        let tied = |row: &Row| self.is_tied(group, best, row);
        let (mut differences, mut emphasis) = (Vec::new(), 0);
        if rows.iter().any(|row| row.is_bold) || is_own && rows.len() > 1 {
            for row in rows.iter().filter(|row| row.is_bold && !is_same(row) && tied(row) != Some(true)) {
                differences.push(format!(
                    "line {}, {}: in bold, but {} scores higher",
                    row.line,
                    name(row),
                    name(best)
                ));
            }
            emphasis += rows.iter().filter(|row| row.is_bold && is_same(row)).count();
            if emphasis == 0 && differences.is_empty() {
                differences.push(format!("line {}, {}: the highest score is not in bold", best.line, name(best)));
            }
        }
        // If only some were tested against the best, none is underlined.
        if is_own && rows.iter().all(|row| is_same(row) || tied(row).is_some()) {
            for row in rows.iter().filter(|row| !is_same(row)) {
                match (row.is_underlined, tied(row)) {
                    (true, Some(false)) => differences.push(format!(
                        "line {}, {}: underlined, but significantly lower than {}",
                        row.line,
                        name(row),
                        name(best)
                    )),
                    (false, Some(true)) => differences.push(format!(
                        "line {}, {}: not underlined, but not significantly lower than {}",
                        row.line,
                        name(row),
                        name(best)
                    )),
                    (is_underlined, _) => emphasis += usize::from(is_underlined),
                }
            }
        }
        self.emphasis += emphasis;
        self.differences.extend(differences);
    }

    /// Whether a test found no significant difference of a system from the best.
    fn is_tied(&self, group: Option<&str>, best: &Row, row: &Row) -> Option<bool> {
        let significant = |place: usize, versus| {
            self.is_significant(&(row.run, place, group.map(str::to_owned), versus)).map(|is_so| !is_so)
        };
        let is_ranking = self.runs[row.run].is_ranking;
        match (best.place, row.place) {
            _ if row.run != best.run => None,
            (best, place) if is_ranking => significant(place, Versus::Other(best)),
            (0, place) => significant(place, Versus::First),
            (best, 0) => significant(best, Versus::First),
            _ => None,
        }
    }

    /// Adds the marks that are as saved, and those that are not.
    pub fn finish(self, found: &mut VerifiedTable) {
        let mut marks = self.emphasis;
        let (mut differences, mut unknown) = (Vec::new(), Vec::new());
        let has_p_values = self.comparisons.values().any(|shown| shown.has_p_value);
        let mut has_unmarked = false;
        for (compared, shown) in &self.comparisons {
            let facts = &self.runs[compared.0];
            let name = &facts.systems[compared.1].name;
            let place = match &compared.2 {
                Some(group) => format!("line {}, {name}, {}", shown.line, crate::text::display::escape(group)),
                None => format!("line {}, {name}", shown.line),
            };
            let p_value =
                self.number(compared, "p_value").map(|p| format!(", p = {}", shortest(p))).unwrap_or_default();
            let is_expected =
                shown.has_p_value || shown.are_others_marked || shown.has_score && !has_p_values && !facts.is_ranking;
            match (self.is_significant(compared), shown.is_marked) {
                (Some(true), true) => marks += 1,
                (Some(false), true) => differences.push(format!("{place}: * is printed{p_value}{}", facts.correction)),
                (Some(true), false) if is_expected && (self.has_marks || shown.is_own) => {
                    differences.push(format!("{place}: * is missing{p_value}{}", facts.correction));
                }
                (Some(true), false) => has_unmarked |= shown.is_typeset && !self.has_marks,
                (None, true) if self.has(compared.0, "significant") => {
                    differences.push(format!("{place}: * is printed, but no difference of it was saved"));
                }
                (None, true) => unknown.push(format!("{place}: *")),
                (Some(false) | None, false) => {}
            }
        }
        if has_unmarked {
            found.notes.push("no asterisk is printed, but differences are significant as saved".to_owned());
        }
        found.marks += marks;
        found.differences.extend(self.differences.into_iter().chain(differences));
        found.unknown.extend(self.unknown.into_iter().chain(unknown));
    }

    /// Whether systems of a run have numbers with this name.
    fn has(&self, run: usize, name: &str) -> bool {
        let mut quantities = self.runs[run].systems.iter().flat_map(|system| system.quantities());
        quantities.any(|quantity| quantity.name == name)
    }
}

/// A score that may be emphasized.
struct Row<'a> {
    line: usize,
    run: usize,
    place: usize,
    score: f64,
    text: &'a str,
    is_bold: bool,
    is_underlined: bool,
}
