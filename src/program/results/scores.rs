//! The scores of systems for people: tables, and the captions that explain them.

use super::document::{Block, Column, ColumnKind, Document, Section, Table};
use super::paper;
use super::row::{Row, scaled};
use super::score_rows::group_row;
use super::score_rows::{ranked, system_row};
use super::significance::Comparisons;
use super::{Group, MIN_SEGMENTS_OF_GROUP, Repaired, Report, System, columns, comparison, p_values};
use crate::bleu::scoring::Score;
use crate::bleu::significance::{Confidence, PairedTest, Resamples};
use crate::program::request::color::Emphasis;
use crate::program::request::style::{ScoreColumn, Style};
use crate::text::Endings;
use crate::text::display::count;
use clap::ValueEnum;
use std::ops::Range;

impl Report {
    /// Returns the scores and their significance for people: as text, sacreBLEU's line for the only score; else tables.
    pub(super) fn scores_document(&self, style: Style) -> Document {
        if let (true, [system], []) = (style.format.is_text(), &self.systems[..], style.columns)
            && !self.is_cumulative()
            && !self.is_mean()
        {
            let line = Block::Line(line(self, &system.score.parts, style).into());
            let caption = group_caption(self).filter(|_| !style.quiet).map(Block::paragraph);
            let blocks = [Some(line), groups(self, style).map(Block::Table), caption];
            let sections = blocks.into_iter().flatten().map(|block| Section::untitled(vec![block]));
            return Document::from_sections(sections.collect());
        }
        let (mut tables, captions, remarks) = (tables(self, style), captions(self, style), remarks(self, style));
        let robust = self.significance.comparisons.as_ref().and_then(|comparisons| comparisons.robust.as_ref());
        tables.extend(robust.map(|robust| robust.table(style)));
        Document::from_tables(tables, &self.signature, captions, remarks)
    }
}

/// The line of the only system of a report: the score as the library displays it, with its confidence after the number.
fn line(report: &Report, score: &Score, style: Style) -> String {
    let (number, parts) = (style.score(score), score.parts_text(style.percent));
    let confidence = report.significance.confidence(0);
    let confidence =
        confidence.map_or_else(String::new, |found| format!("(μ = {}) ", style.interval(&scaled(found, style))));
    let uncleaned = report.systems[0].uncleaned.as_ref().filter(|uncleaned| uncleaned.lines > 0);
    let cleaned = report.systems[0].cleaned.as_ref().filter(|cleaned| cleaned.lines > 0);
    let repaired = [("uncleaned", uncleaned), ("after --clean", cleaned)];
    let repaired = repaired.into_iter().filter_map(|(name, found)| Some((name, found?)));
    let repaired: String = repaired.map(|(name, found)| format!("({name} = {}) ", style.score(&found.score))).collect();
    format!("BLEU|{} = {number} {confidence}{repaired}{parts}", report.signature)
}

/// Returns the tables of a report: one of the systems and, if all pairs were compared and no columns were chosen, one of
/// the p-values, or, if there are groups, one of the groups.
fn tables(report: &Report, style: Style) -> Vec<Table> {
    let mut groups = groups(report, style);
    let Some(ranking) = report.significance.ranking() else {
        let mut systems = Table::new(named(report, chosen(report, style), style));
        if let Some(groups) = groups.take_if(|_| style.format.is_for_papers() && report.systems.len() > 1) {
            // Both have a row for each system.
            systems.columns.extend(groups.columns.into_iter().skip(1));
        }
        return std::iter::once(systems).chain(groups).collect();
    };
    let count = ranking.ranks.len();
    let ruled = (1..count).filter(|&place| ranking.ranks[place].cluster != ranking.ranks[place - 1].cluster);
    let ruled: Vec<usize> = if style.format.has_rules() { ruled.collect() } else { Vec::new() };
    let clusters = (!style.format.has_rules())
        .then(|| Column::from_rows("cluster", ColumnKind::Number, &ranking.ranks, |rank| rank.cluster.to_string()));
    if !style.columns.is_empty() {
        let columns = clusters.into_iter().chain(named(report, chosen(report, style), style));
        return vec![Table { ruled, ..Table::new(columns.collect()) }];
    }
    let mut chosen = chosen(report, style).into_iter();
    let place = std::iter::once(place_column(0..count));
    let has_ranks = shown_columns(report, style).first() == Some(&ScoreColumn::Rank);
    let ranks = if has_ranks { chosen.next() } else { None };
    let mut columns: Vec<Column> = place.chain(clusters).chain(ranks).collect();
    columns.extend(named(report, chosen, style));
    // A triangle: the best system has no row, the worst no column.
    let mut matrix = vec![place_column(1..count)];
    matrix.extend((0..count.saturating_sub(1)).map(|place| {
        let compared = (1..count).map(|other| ranking.all.get(&(place, other)));
        let cells = compared.map(|found| found.map_or_else(String::new, p_values::short_cell));
        // The space is above the marks.
        Column::new(format!("{} ", place + 1), ColumnKind::Number, cells)
    }));
    let matrix_ruled = ruled.iter().map(|place| place - 1).filter(|&row| row > 0).collect();
    let tables = [Table { columns, ruled, gap: 2 }, Table { columns: matrix, ruled: matrix_ruled, gap: 1 }];
    tables.into_iter().chain(groups).collect()
}

/// Columns of what looks wrong in lines, as far as it was looked for: the number of lines with each problem.
fn problems(rows: &[Row]) -> Vec<Column> {
    let names = rows.first().into_iter().flat_map(|row| row.problems.keys());
    names.map(|name| Column::from_rows(name, ColumnKind::Number, rows, |row| row.problems[name].to_string())).collect()
}

/// The names of the systems, and their columns, after the columns of test sets.
fn named(report: &Report, columns: impl IntoIterator<Item = Column>, style: Style) -> Vec<Column> {
    let names = Column::new("system", ColumnKind::LeftAligned, style.system_names(report.names()));
    let sets = report.groups.iter().filter(|group| group.set.is_some()).map(|set| set_column(report, set, style));
    std::iter::once(names).chain(sets).chain(columns).collect()
}

/// The scores on a test set, with intervals and marks of significance.
fn set_column(report: &Report, set: &Group, style: Style) -> Column {
    // The spaces are above and beside the marks.
    let is_tested = report.groups.iter().any(|set| set.significance.against_first(1).is_some());
    let space = if is_tested { " " } else { "" };
    let cell = |place: usize| {
        let is_marked = set.significance.against_first(place).is_some();
        group_cell(report, set, place, style) + if is_marked { "" } else { space }
    };
    let cells = (0..report.systems.len()).map(cell);
    let column = Column::new(format!("{}{space}", set.label), ColumnKind::Number, cells);
    column.with_emphasis(ranking_emphasis(report, Some(set)))
}

/// The columns of the systems: those that were chosen, or the usual ones, or the scores of all orders.
fn chosen(report: &Report, style: Style) -> Vec<Column> {
    let orders = report.systems.first().map_or(0, |system| system.score.orders.len());
    if orders > 0 {
        let cell = |n: usize| move |system: &System| style.score(&system.score.orders[n]);
        let column = |n| Column::from_rows(&format!("BLEU-{}", n + 1), ColumnKind::Number, &report.systems, cell(n));
        return (0..orders).map(column).collect();
    }
    let rows = system_rows(report, style);
    let columns = shown_columns(report, style).into_iter().flat_map(|shown| match shown {
        ScoreColumn::Problems => problems(&rows),
        ScoreColumn::Score => vec![score_column(report, &rows, style)],
        shown => vec![shown.column(&rows, style)],
    });
    columns.collect()
}

/// The scores of the systems, with the marks and the emphasis that they have.
fn score_column(report: &Report, rows: &[Row], style: Style) -> Column {
    let scores = match report.is_mean() {
        true => mean_column(report, style),
        false if marks_scores(report, style) => columns::marked_scores(rows, style),
        false => ScoreColumn::Score.column(rows, style),
    };
    scores.with_emphasis(ranking_emphasis(report, None))
}

/// Whether scores have the marks of significant differences from the first system, since no column of p-values has them. Means have
/// marks of their own.
fn marks_scores(report: &Report, style: Style) -> bool {
    let shown = shown_columns(report, style);
    let has_marks = report.is_mean() || P_VALUES.iter().any(|column| shown.contains(column));
    report.significance.paired().is_some() && !has_marks
}

/// The rows of the systems.
fn system_rows(report: &Report, style: Style) -> Vec<Row<'_>> {
    (0..report.systems.len())
        .map(|place| ranked(report, None, place, system_row(report, place, style), style))
        .collect()
}

/// The columns of a table of scores for people: those that were chosen, or the usual ones that have room. Differences of ranked
/// systems are from the best, unless they are from the system above.
fn shown_columns(report: &Report, style: Style) -> Vec<ScoreColumn> {
    let is_ranking = report.significance.ranking().is_some();
    let shown = |column: &ScoreColumn| match column {
        ScoreColumn::P if is_ranking => ScoreColumn::PBest,
        ScoreColumn::Diff if is_ranking => ScoreColumn::DiffBest,
        ScoreColumn::Wins if is_ranking => ScoreColumn::WinsBest,
        column => *column,
    };
    if !style.columns.is_empty() {
        return style.columns.iter().map(shown).collect();
    }
    let names = style.system_names(report.names());
    // Ranked systems are numbered, for the table of pairs.
    let place = if is_ranking { paper::text_width(&report.systems.len().to_string()) + paper::COLUMN_GAP } else { 0 };
    columns_with_room(usual_columns(report, style), place + widest(&names), &system_rows(report, style), style)
}

/// The width of the widest name in a paper, in points.
fn widest(names: &[String]) -> usize {
    // The title of the names is "system" or "group".
    let title = paper::text_width("system");
    names.iter().map(|name| paper::text_width(name).min(paper::NAME_WIDTH)).fold(title, usize::max)
}

/// Returns the columns that fit into a column of a paper's page beside names of this width, by precedence; all of them if the
/// format is not for papers.
fn columns_with_room(columns: Vec<ScoreColumn>, names: usize, rows: &[Row], style: Style) -> Vec<ScoreColumn> {
    if !style.format.is_for_papers() {
        return columns;
    }
    let mut room = paper::COLUMN_WIDTH.saturating_sub(names);
    let mut by_precedence = columns.clone();
    by_precedence.sort_by_key(|column| column.precedence());
    by_precedence.retain(|column| {
        // The best score is bold.
        let emphasis = (*column == ScoreColumn::Score).then_some(Emphasis::Best);
        let width = paper::column_width(&column.column(rows, style).with_emphasis(emphasis)) + paper::COLUMN_GAP;
        let has_room = width <= room || *column == ScoreColumn::Score;
        room = if has_room { room.saturating_sub(width) } else { room };
        has_room
    });
    columns.into_iter().filter(|column| by_precedence.contains(column)).collect()
}

/// Names the usual columns that have no room in a paper.
fn columns_without_room(report: &Report, style: Style) -> Option<String> {
    let (usual, shown) = (usual_columns(report, style), shown_columns(report, style));
    let left_out: Vec<&str> =
        usual.iter().filter(|column| !shown.contains(column)).map(|column| column.title().trim_end()).collect();
    (style.columns.is_empty() && !left_out.is_empty()).then(|| {
        let names = usual.iter().filter_map(|column| Some(column.to_possible_value()?.get_name().to_owned()));
        let (left_out, all) = (left_out.join(", "), names.collect::<Vec<_>>().join(","));
        format!("Without room in a column of two: {left_out}. --columns {all} continues the table below.")
    })
}

/// The means over test sets, with marks of significance if they were tested against the first.
fn mean_column(report: &Report, style: Style) -> Column {
    let is_tested = report.significance.paired().is_some();
    let cell = |place: usize| {
        let mean = report.score(None, place).text(style);
        let found = report.significance.against_first(place);
        if is_tested { p_values::marked(mean, found.is_some_and(|found| found.is_significant())) } else { mean }
    };
    // The space is above the marks.
    let title = if is_tested { "mean " } else { "mean" };
    Column::new(title, ColumnKind::Number, (0..report.systems.len()).map(cell))
}

/// The columns of a table of scores if none are chosen.
fn usual_columns(report: &Report, style: Style) -> Vec<ScoreColumn> {
    let any = |is_so: &dyn Fn(&System) -> bool| report.systems.iter().any(is_so);
    let has_answers =
        |number: fn(&Endings) -> u64| any(&|system| system.endings.as_ref().is_some_and(|e| number(e) > 0));
    let (is_paper, is_mean) = (style.format.is_for_papers(), report.is_mean());
    let (is_tested, is_ranking) = (report.significance.comparisons.is_some(), report.significance.ranking().is_some());
    let is_log = !is_paper && any(&|system| system.endings.is_some());
    // The table of a paper fits into one of two columns of a page. Tables of comparisons leave out the lengths, so that they
    // fit into 100 columns.
    let has_lengths = !is_paper && !is_mean && !is_tested;
    let columns = [
        (ScoreColumn::Rank, is_ranking),
        (ScoreColumn::Score, true),
        (ScoreColumn::Uncleaned, any(&|system| alters_lines(system.uncleaned.as_ref()))),
        (ScoreColumn::Ci, report.significance.confidence(0).is_some()),
        (ScoreColumn::Diff, is_tested && !is_ranking),
        (ScoreColumn::DiffAbove, is_ranking),
        (ScoreColumn::P, is_tested && !is_ranking),
        (ScoreColumn::Precisions, !is_paper && !is_mean),
        (ScoreColumn::Bp, !(is_mean || is_paper && is_tested)),
        (ScoreColumn::Ratio, has_lengths),
        (ScoreColumn::HypLen, has_lengths),
        (ScoreColumn::RefLen, has_lengths),
        (ScoreColumn::Segments, any(&|system| system.own.is_some())),
        (ScoreColumn::Empty, has_answers(|endings| endings.empty)),
        (ScoreColumn::Refused, has_answers(|endings| endings.refused)),
        (ScoreColumn::CutOff, has_answers(|endings| endings.cut_off)),
        (ScoreColumn::Problems, is_log),
        (ScoreColumn::Cleaned, is_log && any(&|system| alters_lines(system.cleaned.as_ref()))),
    ];
    columns.into_iter().filter(|(_, is_shown)| *is_shown).map(|(column, _)| column).collect()
}

fn alters_lines(repaired: Option<&Repaired>) -> bool {
    repaired.is_some_and(|repaired| repaired.lines > 0)
}

/// Marks the highest score of the systems, of all segments or of a group, and those that a test found not significantly
/// lower.
pub(super) fn ranking_emphasis(report: &Report, group: Option<&Group>) -> Vec<Emphasis> {
    let score = |place: usize| report.score(group, place).value;
    let places = 0..report.systems.len();
    let scores: Vec<f64> = places.clone().map(|place| score(place).unwrap_or(f64::NEG_INFINITY)).collect();
    let best = places.clone().rev().max_by(|a, b| scores[*a].total_cmp(&scores[*b]));
    let Some(best) = best.filter(|_| scores.len() > 1) else { return Vec::new() };
    let significance = report.significance_in(group);
    // If only some were tested against the best, the others would look worse than those that are marked.
    let are_tested = places.clone().all(|place| place == best || significance.comparison(best, place).is_some());
    let emphasis = |place: usize| match significance.comparison(best, place) {
        _ if scores[place] == scores[best] => Emphasis::Best,
        Some(found) if are_tested && !found.is_significant() => Emphasis::Tied,
        _ => Emphasis::Plain,
    };
    places.clone().map(emphasis).collect()
}

/// Returns the table of the groups, if there are any: for one system the parts of its scores; for several their scores,
/// with intervals and marks of significance, in a column for each, or, in LaTeX, in a row for each.
fn groups(report: &Report, style: Style) -> Option<Table> {
    let groups = &report.groups;
    if groups.is_empty() || report.is_mean() {
        return None;
    }
    let names = Column::from_rows("group", ColumnKind::LeftAligned, groups, |group| group.name().to_owned());
    if report.systems.len() == 1 {
        let signature = Some(&*report.signature);
        let rows = groups.iter().map(|group| Row { signature, ..group_row(report, group, 0, style) });
        let rows: Vec<Row> = rows.collect();
        // How answers ended is counted for the whole only.
        let mut usual = usual_columns(report, style);
        use ScoreColumn::{Cleaned, CutOff, Empty, Problems, Refused};
        usual.retain(|column| !matches!(column, Empty | Refused | CutOff | Problems | Cleaned));
        usual.insert(0, ScoreColumn::Segments);
        let labels: Vec<String> = groups.iter().map(|group| group.name().to_owned()).collect();
        let columns = match style.columns {
            [] => columns_with_room(usual, widest(&labels), &rows, style),
            chosen => chosen.to_vec(),
        };
        let columns = columns.iter().map(|column| column.column(&rows, style));
        return Some(Table::new(std::iter::once(names).chain(columns).collect()));
    }
    let systems = 0..report.systems.len();
    if style.format.is_for_papers() {
        let column = |group: &Group| {
            let cells = systems.clone().map(|system| group_cell(report, group, system, style));
            Column::new(group.name(), ColumnKind::Number, cells).with_emphasis(ranking_emphasis(report, Some(group)))
        };
        return Some(Table::new(named(report, groups.iter().map(column), style)));
    }
    let segments = Column::from_rows("segments", ColumnKind::Number, groups, |group| group.sums.segments.to_string());
    let column = |(system, name): (usize, String)| {
        // The space is above the marks.
        let title = if report.significance.against_first(system).is_some() { name + " " } else { name };
        Column::from_rows(&title, ColumnKind::Number, groups, |group| group_cell(report, group, system, style))
    };
    let columns = style.system_names(report.names()).into_iter().enumerate().map(column);
    Some(Table::new([names, segments].into_iter().chain(columns).collect()))
}

/// The score of a system in a group, with its interval and a mark of significance.
pub(super) fn group_cell(report: &Report, group: &Group, system: usize, style: Style) -> String {
    let mut cell = report.score(Some(group), system).text(style);
    let over = report.significance_over(group);
    let has_interval = style.columns.is_empty() || style.columns.contains(&ScoreColumn::Ci);
    if has_interval && over.confidence(system).is_some() {
        let found = group.significance.confidence(system);
        let half_width = found.map_or_else(|| "-".into(), |found| style.number(found.half_width));
        cell += &format!(" ± {half_width:>0$}", style.number(0.0).len());
    }
    match group.significance.against_first(system) {
        Some(comparison) => p_values::marked(cell, comparison.is_significant()),
        None if over.against_first(system).is_some() => cell + " ",
        None => cell,
    }
}

/// Places of sorted systems, counted from 1.
fn place_column(places: Range<usize>) -> Column {
    Column::new("#", ColumnKind::Number, places.map(|place| (place + 1).to_string()))
}

/// Meaning of a rank.
const RANK: &str = "the positions that are consistent with the significant differences";

impl Report {
    /// Notes on intervals, tests and ranks that hold beside any table.
    pub fn notes(&self, style: Style) -> Vec<String> {
        let interval = |found: &Confidence| {
            format!("95% interval: of the scores of {} resamples of the segments.", found.resamples)
        };
        let mut notes: Vec<String> = self.significance.confidence(0).map(interval).into_iter().collect();
        if let Some(comparisons) = &self.significance.comparisons {
            notes.push(mark_caption("difference", comparisons));
            let too_few = comparison::too_few_resamples(&comparisons.resampling, comparisons.all.len());
            notes.extend(too_few.map(|note| format!("{note}.")));
            notes.extend(limits(self, comparisons, style));
            notes.extend(self.significance.ranking().map(|_| format!("Rank: {RANK}.")));
        }
        notes
    }
}

/// Says what tests cannot show.
fn limits(report: &Report, comparisons: &Comparisons, style: Style) -> impl Iterator<Item = String> {
    // The power of all pairs would be a list without end.
    let power = report.significance.paired().and_then(|_| comparison::power(report, comparisons, style));
    let correction = comparison::correction_note(&comparisons.resampling, comparisons.all.values().copied());
    std::iter::once("Not significant does not mean equal.".into()).chain(power).chain(correction)
}

/// Explains the tables in words.
fn captions(report: &Report, style: Style) -> Vec<String> {
    let significance = &report.significance;
    let shown = shown_columns(report, style);
    let shows = |column| shown.contains(&column);
    let mut captions: Vec<String> = style.format.is_for_papers().then(|| highest_caption(report)).into_iter().collect();
    if report.is_mean() {
        let sets = report.groups.len();
        let resampled = match significance.resampling {
            Some(_) => "; segments are resampled within each set, and the sets are taken as given",
            None => "",
        };
        captions.push(format!(
            "mean: the mean of the scores of {sets} sets, each with the tokenizer of its language{resampled}."
        ));
    }
    if let Some(comparisons) = &significance.comparisons {
        let first = style.system_names(report.names()).swap_remove(0);
        let is_ranking = significance.ranking().is_some();
        let difference = match is_ranking {
            true => String::from("difference of two systems"),
            false => format!("difference from {first}"),
        };
        // Scores of groups are marked, too.
        let has_matrix = is_ranking && style.columns.is_empty();
        let shows_p = has_matrix || P_VALUES.into_iter().any(shows);
        if shows_p || marks_scores(report, style) || !report.groups.is_empty() {
            captions.push(mark_caption(&difference, comparisons));
        }
        if shows_p {
            captions.extend(comparison::disagreement(report, comparisons, style));
        }
        if is_ranking {
            let rank = if shows(ScoreColumn::Rank) { format!(" rank: {RANK}.") } else { String::new() };
            let cluster =
                if style.format.has_rules() { "Rules separate clusters of systems" } else { "Clusters of systems" };
            captions.push(format!("{cluster}: each differs significantly from all in other clusters.{rank}"));
        }
        captions.extend(difference_captions(report, comparisons, &first, style));
    } else if let (Some(resampling), Some(found), true) =
        (significance.resampling, significance.confidence(0), shows(ScoreColumn::Ci))
    {
        let kind = if resampling.kind == Resamples::Poisson { "Poisson" } else { "bootstrap" };
        captions.push(format!(
            "μ ± 95% CI: mean and half-width of the 95% confidence interval, from the scores of {} {kind} resamples.",
            found.resamples
        ));
    }
    // The intervals of groups stand beside their scores.
    captions.extend(group_caption(report).filter(|_| style.columns.is_empty() || shows(ScoreColumn::Ci)));
    captions
}

/// Columns with p-values.
const P_VALUES: [ScoreColumn; 4] = [ScoreColumn::P, ScoreColumn::PInterval, ScoreColumn::PAbove, ScoreColumn::PBest];

/// Explains the columns of differences, and of what belongs to them; `first` is the first system, or the best.
fn difference_captions(report: &Report, comparisons: &Comparisons, first: &str, style: Style) -> Vec<String> {
    use ScoreColumn::{Diff, DiffAbove, DiffBest, PAbove, PBest, PInterval, WinsAbove, WinsBest};
    let shown = shown_columns(report, style);
    let is_shown = |column: &&ScoreColumn| shown.contains(column);
    let caption = |columns: &[ScoreColumn], other: &str| {
        let titles: Vec<&str> = columns.iter().filter(is_shown).map(|column| column.title().trim_end()).collect();
        let has_interval = columns.iter().filter(is_shown).any(|column| matches!(column, Diff | DiffAbove | DiffBest));
        let titles = titles.join(", ");
        (!titles.is_empty()).then(|| comparison::column_caption(comparisons, &titles, other, has_interval))
    };
    let captions = match report.significance.ranking() {
        None => [caption(&[Diff], first), None],
        Some(_) => [
            caption(&[DiffAbove, PAbove, WinsAbove], "the system above"),
            caption(&[DiffBest, PBest, PInterval, WinsBest], first),
        ],
    };
    captions.into_iter().flatten().collect()
}

/// Explains the emphasis of scores.
fn highest_caption(report: &Report) -> String {
    let parts = std::iter::once(None).chain(report.groups.iter().map(Some));
    let has_ties = parts.flat_map(|group| ranking_emphasis(report, group)).any(|found| found == Emphasis::Tied);
    let ties = if has_ties { "; underlined: not significantly lower" } else { "" };
    let bold = if report.systems.len() > 1 { format!(" Bold: the highest score{ties}.") } else { String::new() };
    let segments = count(report.segments, "segment");
    match report.is_mean() {
        true => format!("Mean BLEU of {} test sets, {segments}.{bold}", report.groups.len()),
        false => format!("BLEU on {segments}.{bold}"),
    }
}

/// Describes the results of tests in words, unless columns were chosen.
fn remarks(report: &Report, style: Style) -> Vec<String> {
    let mut remarks: Vec<String> = columns_without_room(report, style).into_iter().collect();
    let Some(comparisons) = report.significance.comparisons.as_ref().filter(|_| style.columns.is_empty()) else {
        return remarks;
    };
    remarks.extend(limits(report, comparisons, style));
    remarks.extend(comparison::words(report, comparisons, style));
    remarks.extend(comparison::samples(report, comparisons, style));
    remarks.extend(comparison::near_0_note(report, comparisons, style));
    if report.significance.paired().is_some() && !report.groups.is_empty() {
        remarks.push(
            "In groups: --correct accounts for the number of systems, not of groups; for p-values, use --format json or tsv."
                .into(),
        );
    }
    remarks
}

/// Explains the intervals in the table of groups, if it has any.
fn group_caption(report: &Report) -> Option<String> {
    (!report.groups.is_empty() && report.significance.confidence(0).is_some()).then(|| {
        format!(
            "In groups: ± is the half-width of the 95% confidence interval; fewer than {MIN_SEGMENTS_OF_GROUP} segments \
             are too few (-)."
        )
    })
}

/// Explains the mark of significant p-values.
fn mark_caption(difference: &str, comparisons: &Comparisons) -> String {
    let test = match comparisons.test {
        PairedTest::Bootstrap => "paired bootstrap",
        PairedTest::Randomization => "approximate randomization",
    };
    comparison::mark_caption(difference, test, &comparisons.resampling, comparisons.all.len())
}
