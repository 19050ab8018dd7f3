//! How a finding is undone: by a repair, by a change of both sides, by moving lines, or by leaving out its lines.

use super::alignment::{ShiftedRange, Sketch};
use super::evidence::{Evidence, Oddity};
use super::finding::{Finding, Text};
use super::limits::SENTENCE_CHARACTERS;
use super::line_record::{COLONS, is_final, label_end};
use super::line_shape::End;
use super::problem::{AffectedReferences, LineFormat, Phrase, Problem};
use super::rows::{Row, rows, score};
use super::scripts::is_letter;
use crate::bleu::lines::not_ascii;
use crate::checks::repair::Repair;
use crate::checks::repair::code_pages::restore_named;
use crate::checks::what_if::{Change, is_invisible};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashSet;

/// Rows after a finding is undone.
pub enum Undone<'a> {
    /// The lines are as they would be without it.
    Repaired(Vec<Row<'a>>),
    /// Its lines and their counterparts lack the same, so that they may be more alike than they would be without it.
    Leveled(Vec<Row<'a>>),
    /// Its lines are left out.
    LeftOut(Vec<Row<'a>>),
    /// It is about the text as a whole.
    Whole,
}
use Undone::{LeftOut, Leveled, Repaired, Whole};

/// Returns findings with the score once they are undone, unless that gains less than half of what leaving out their lines does: these
/// may be easier than the others.
pub fn costed_by_undoing(found: Vec<Finding>, evidence: &Evidence) -> Vec<Finding> {
    if !found.iter().any(has_repairable_lines) {
        return found;
    }
    let (rows, are_all) = rows(evidence);
    let Some(before) = score(evidence.definition, &rows).ok().filter(|_| are_all) else { return found };
    let with_rise = |finding: Finding| {
        let trials = if has_repairable_lines(&finding) { ways(&finding, &rows) } else { Vec::new() };
        let known = |repaired: &[Row]| score(evidence.definition, repaired).ok();
        // If most lines are concerned, the others are few, and may be harder.
        let others = finding.without.filter(|_| !evidence.are_most(finding.lines));
        let most = others.map_or(1.0, |without| without.score);
        let repaired = trials.iter().filter_map(|undone| match undone {
            Repaired(repaired) if repaired.len() == rows.len() => known(repaired),
            Leveled(leveled) => known(leveled).map(|score| score.min(most)),
            _ => None,
        });
        let rise = repaired.max_by(f64::total_cmp).map(|score| score - before);
        let least = finding.without.map_or(0.0, |without| without.difference.max(0.0));
        let is_exact = takes_all_away(&finding.problem);
        match rise.filter(|rise| *rise > 0.0 && (is_exact || 2.0 * rise >= least)) {
            Some(rise) => finding.undone(evidence.score.value() + rise, rise),
            None => finding,
        }
    };
    found.into_iter().map(with_rise).collect()
}

/// Whether a finding is about lines that hold their translation, or about marks in place of spaces, which a change drops. Text that is
/// not split has no score to compare with.
fn has_repairable_lines(finding: &Finding) -> bool {
    let problem = &finding.problem;
    let are_spaces = matches!(problem, Problem::Difference { are_spaces: true, .. });
    (are_spaces || !problem.is_difference())
        && !problem.is_of_wrong_file()
        && !matches!(problem, Problem::UnsplitText { .. })
}

/// Whether undoing a problem takes away all that was added: around the text in brackets may be an object of JSON.
fn takes_all_away(problem: &Problem) -> bool {
    let is_object = |phrase: &Phrase| matches!(phrase, Phrase::Enclosed { last: Some('}' | ']'), .. });
    match problem {
        Problem::PartlyWrapped { phrases, .. } => !phrases.iter().any(|found| is_object(&found.phrase)),
        Problem::Escapes { .. } => true,
        _ => false,
    }
}

/// Ways to undo a finding on rows. The one that gains most is right.
pub fn ways<'a>(finding: &Finding, rows: &[Row<'a>]) -> Vec<Undone<'a>> {
    match &finding.problem {
        // Copies of the line before were inserted, or written over other lines.
        Problem::Duplicated { neighbors, .. } if *neighbors > 0 => {
            vec![Repaired(without_copies(rows)), undo(finding, rows)]
        }
        _ => vec![undo(finding, rows)],
    }
}

fn undo<'a>(finding: &Finding, rows: &[Row<'a>]) -> Undone<'a> {
    // Of a difference, only the first lines are listed.
    let lines: HashSet<usize> = match finding.segments.is_empty() || finding.problem.is_difference() {
        true => (0..rows.len()).collect(),
        false => finding.listed_lines().collect(),
    };
    // A change that cannot be undone on one side is done to both.
    let alter = |change: &dyn Fn(&str) -> String, is_altered: &dyn Fn(usize) -> bool| {
        let mut rows = rows.to_vec();
        let altered = rows.iter_mut().enumerate().filter(|(line, _)| is_altered(*line));
        altered.for_each(|(_, row)| row.alter(change));
        rows
    };
    let of_both = |change: &dyn Fn(&str) -> String| Leveled(alter(change, &|line| lines.contains(&line)));
    let of_all = |change: Change| Repaired(alter(&|line| change.apply(line), &|_| true));
    let left_out = || {
        let others = rows.iter().enumerate().filter(|(line, _)| !lines.contains(line));
        LeftOut(others.map(|(_, row)| row.clone()).collect())
    };
    // Lines without a letter would all be alike.
    let without_letters = || {
        let counterparts = lines.iter().filter_map(|line| rows.get(*line)?.counterpart(finding.text));
        let (lost, all) = counterparts.fold((0, 0), |(lost, all), line| {
            (
                lost + not_ascii(line).filter(|(_, c)| is_letter(*c)).count(),
                all + line.chars().filter(|c| is_letter(*c)).count(),
            )
        });
        if 2 * lost > all { left_out() } else { of_both(&lose_letters) }
    };
    // Lines are repaired in which it was found, and others that are more like their counterparts then.
    let of_own = |repair: &dyn Fn(&str, Option<&str>) -> String| {
        let mut rows = rows.to_vec();
        for (line, row) in rows.iter_mut().enumerate() {
            let other = row.counterpart(finding.text).map(str::to_owned);
            let Some(text) = row.text_mut(finding.text) else { continue };
            let repaired = repair(text, other.as_deref());
            if repaired != *text && (lines.contains(&line) || is_more_like(&repaired, text, other.as_deref())) {
                *text = repaired;
            }
        }
        Repaired(rows)
    };
    match &finding.problem {
        Problem::ScoreOfZero { .. }
        | Problem::ScoreOfOne { .. }
        | Problem::TokenizedTwice
        | Problem::Copied { .. }
        | Problem::Length { .. }
        | Problem::OtherLanguage { .. }
        | Problem::OtherScript { .. }
        | Problem::Unrelated { .. } => Whole,
        Problem::Difference { change: Change::InvisibleCharacters, are_spaces: true, .. } => of_own(&|line, other| {
            let has_spaces = other.is_some_and(|other| other.contains(' '));
            let as_space = |c: char| if is_invisible(c) { Some(' ').filter(|_| has_spaces) } else { Some(c) };
            line.chars().filter_map(as_space).collect()
        }),
        Problem::Difference { change, .. } | Problem::SharedMarks { change, .. } => of_all(*change),
        Problem::Case { .. } => of_all(Change::Case),
        Problem::Tokenized { .. } => of_all(Change::Tokenized),
        Problem::Subwords { .. } => of_all(Change::Subwords),
        Problem::UnknownTokens => of_all(Change::Markup),
        Problem::UnsplitText { .. } => of_both(&set_apart),
        Problem::Escapes { .. } => of_own(&|line, _| Repair::Escapes.clean(line).into_owned()),
        Problem::WrongEncoding { written, read, .. } => {
            of_own(&|line, _| restore_named(line, [written, read]).unwrap_or_else(|| line.to_owned()))
        }
        Problem::Mojibake { .. } | Problem::ControlCharacters => {
            let is_repaired = |line: &usize| {
                let text = rows.get(*line).and_then(|row| row.text(finding.text));
                text.is_some_and(|text| matches!(Repair::Encoding.clean(text), Cow::Owned(_)))
            };
            match 2 * lines.iter().filter(|line| is_repaired(line)).count() > lines.len() {
                true => of_own(&|line, _| Repair::Encoding.clean(line).into_owned()),
                false => without_letters(),
            }
        }
        Problem::ReplacedLetters => without_letters(),
        Problem::OddLines(Oddity::DroppedLetters) => {
            of_both(&|line| line.chars().filter(|c| c.is_ascii() || !is_letter(*c)).collect())
        }
        Problem::OddLines(Oddity::DroppedMarks) => of_all(Change::Punctuation),
        Problem::OddLines(Oddity::Spread | Oddity::Joined | Oddity::Split) => {
            of_own(&|line, other| other.map_or_else(|| line.to_owned(), |other| copy_spaces(line, other)))
        }
        Problem::OddLines(Oddity::Reversed) => of_own(&|line, _| line.chars().rev().collect()),
        Problem::OddLines(Oddity::MixedScripts) => of_both(&write_look_alikes_in_latin),
        Problem::Columns(format @ (LineFormat::Tabs { .. } | LineFormat::Objects)) => of_own(&|line, other| {
            other.and_then(|other| field(line, *format, other)).unwrap_or_else(|| line.to_owned())
        }),
        Problem::Wrapped { beginning, end } => {
            // The marks of sentences belong to the text before a common end.
            let end = end.trim_start_matches(|c: char| is_final(c) || c == ' ');
            of_own(&|line, _| strip(line, beginning, end))
        }
        Problem::PartlyWrapped { phrases, .. } => of_own(&|line, other| {
            phrases.iter().fold(line.to_owned(), |line, found| without(&line, &found.phrase, other))
        }),
        Problem::SharedEnds { beginning, end } => Repaired(alter(&|line| strip(line, beginning, end), &|_| true)),
        Problem::LostEnds { is_beginning, characters, .. } => {
            let end = if *is_beginning { End::Beginning } else { End::Ending };
            Leveled(with_counterparts_cut(rows, finding.text, end, *characters as usize))
        }
        Problem::Misaligned { references, ranges } => Repaired(realigned(rows, references, ranges)),
        Problem::Shuffled { references, .. } => Repaired(matched(rows, references.clearest - 1)),
        _ => left_out(),
    }
}

/// Whether a repaired line is more like its counterpart.
fn is_more_like(repaired: &str, line: &str, counterpart: Option<&str>) -> bool {
    counterpart.map(Sketch::new).is_some_and(|other| {
        let [repaired, line] = [repaired, line].map(|line| Sketch::new(line).similarity(&other));
        repaired > line
    })
}

/// Rows without the candidate lines that equal the line before; all lines after one move up.
fn without_copies<'a>(rows: &[Row<'a>]) -> Vec<Row<'a>> {
    let is_copy = |line: usize| line > 0 && rows[line].candidate == rows[line - 1].candidate;
    let candidates = (0..rows.len()).filter(|line| !is_copy(*line)).map(|line| &rows[line].candidate);
    rows.iter().zip(candidates).map(|(row, candidate)| Row { candidate: candidate.clone(), ..row.clone() }).collect()
}

/// The letters of a line, each a word.
fn set_apart(line: &str) -> String {
    line.chars().filter(|c| !c.is_whitespace()).flat_map(|c| [c, ' ']).collect()
}

/// The line with one `?` in place of characters that are not ASCII, or that stand for these.
fn lose_letters(line: &str) -> String {
    let mut characters: Vec<char> = line.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
    characters.dedup_by(|c, before| *c == '?' && *before == '?');
    characters.into_iter().collect()
}

/// Letters of Greek and Cyrillic, and the Latin ones that look like them.
const LOOK_ALIKES: [&str; 2] = ["асеорхуАВСЕНКМОРТХіІјЈѕЅοΑΒΕΗΙΚΜΝΟΡΤΧΥΖ", "aceopxyABCEHKMOPTXiIjJsSoABEHIKMNOPTXYZ"];

fn write_look_alikes_in_latin(line: &str) -> String {
    let latin =
        |c: char| LOOK_ALIKES[0].chars().position(|other| other == c).and_then(|at| LOOK_ALIKES[1].chars().nth(at));
    line.chars().map(|c| latin(c).unwrap_or(c)).collect()
}

/// Number of letters that two lines may differ in at a place, before spaces are copied from one to the other.
const LOOK_AHEAD: usize = 8;

/// The letters of a line with the spaces that another version has at the same places, without hyphens that it lacks there.
fn copy_spaces(line: &str, other: &str) -> String {
    let own: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
    let other: Vec<char> = other.chars().collect();
    let (mut copied, mut i, mut j) = (String::new(), 0, 0);
    while i < own.len() {
        if other.get(j).is_some_and(|c| c.is_whitespace()) {
            copied.push(' ');
            j += 1;
        } else if own[i] == '-' && own.get(i + 1).is_some_and(|next| other.get(j) == Some(next)) {
            i += 1;
        } else if j >= other.len() || own[i] == other[j] {
            copied.push(own[i]);
            (i, j) = (i + 1, j + 1);
        } else {
            let meets = |(a, b): &(usize, usize)| {
                let (own, other) = (own.get(i + a..i + a + 2), other.get(j + b..j + b + 2));
                own.is_some() && own == other
            };
            let steps = (1..2 * LOOK_AHEAD).flat_map(|sum| (0..=sum).map(move |a| (a, sum - a)));
            let (a, b) = steps.into_iter().find(meets).unwrap_or((1, 1));
            copied.extend(&own[i..own.len().min(i + a)]);
            // The space of what is skipped.
            if other[j..other.len().min(j + b)].iter().any(|c| c.is_whitespace()) {
                copied.push(' ');
            }
            (i, j) = (i + a, j + b);
        }
    }
    copied
}

/// The field of a line that is most like another version.
fn field(line: &str, format: LineFormat, other: &str) -> Option<String> {
    let fields: Vec<String> = match format {
        LineFormat::Tabs { .. } => line.split('\t').map(str::to_owned).collect(),
        // Strings of an object stand between quotes.
        _ => line.replace("\\\"", "\u{201D}").split('"').map(str::to_owned).collect(),
    };
    let other = Sketch::new(other);
    fields
        .into_iter()
        .max_by(|one, second| Sketch::new(one).similarity(&other).total_cmp(&Sketch::new(second).similarity(&other)))
}

/// A line without a beginning and an end, where it has them.
fn strip(line: &str, beginning: &str, end: &str) -> String {
    let shapes: [Vec<char>; 2] = [beginning.chars().collect(), end.chars().rev().collect()];
    let stripped = End::Ending.strip(line, &shapes[1]);
    End::Beginning.strip(&stripped, &shapes[0])
}

/// A line without a phrase at an end, which another version lacks.
fn without(line: &str, phrase: &Phrase, other: Option<&str>) -> String {
    match phrase {
        Phrase::End(text) => {
            let stripped = strip(&strip(line, text, ""), "", text);
            // Names before a colon are too many to be listed.
            let is_label = stripped == line && text.trim_end().ends_with(COLONS);
            if is_label { without(line, &Phrase::Label, other) } else { stripped }
        }
        Phrase::Enclosed { first, last } => {
            let inner = first.map_or(line, |first| line.trim_start_matches(first));
            last.map_or(inner, |last| inner.trim_end_matches(last)).to_owned()
        }
        Phrase::Label => {
            let is_added = other.and_then(label_end).is_none();
            let text = label_end(line)
                .filter(|_| is_added)
                .and_then(|at| line[at..].strip_prefix(COLONS))
                .map(str::trim_start);
            text.unwrap_or(line).to_owned()
        }
        Phrase::Line { .. } => line.to_owned(),
    }
}

/// Rows whose other texts lack at an end what a text lacks there: as many characters as are found, or else, if they are sentences, a
/// number of them.
fn with_counterparts_cut<'a>(rows: &[Row<'a>], text: Text, end: End, characters: usize) -> Vec<Row<'a>> {
    let mut rows = rows.to_vec();
    for row in &mut rows {
        let Some(own) = row.text(text).map(str::to_owned) else { continue };
        for other in row.counterparts_mut(text) {
            let usual = if other.chars().count() < SENTENCE_CHARACTERS as usize { 0 } else { characters };
            *other = Cow::Owned(end.cut(other, end.lost(&own, other).unwrap_or(usual)));
        }
    }
    rows
}

/// Rows with the references at the distances of shifted ranges. Of two lines that would have the same reference, the one in the
/// longer range has it.
fn realigned<'a>(rows: &[Row<'a>], references: &AffectedReferences, ranges: &[ShiftedRange]) -> Vec<Row<'a>> {
    let is_moved = |reference: usize| {
        !references.has_fitting || references.clearest == reference + 1 || references.others.contains(&(reference + 1))
    };
    let mut longest: Vec<&ShiftedRange> = ranges.iter().collect();
    longest.sort_by_key(|range| Reverse(range.segments.len()));
    let (mut distances, mut taken) = (vec![0; rows.len()], HashSet::new());
    for range in longest {
        for line in range.segments.lines().filter(|line| *line < rows.len()) {
            if taken.insert(line as i64 + range.shift) {
                distances[line] = range.shift;
            }
        }
    }
    let row = |(line, row): (usize, &Row<'a>)| {
        let other = rows.get(usize::try_from(line as i64 + distances[line]).ok()?)?;
        let mut row = row.clone();
        for (reference, text) in row.references.iter_mut().enumerate().filter(|(reference, _)| is_moved(*reference)) {
            text.clone_from(&other.references[reference]);
        }
        row.references.iter().any(Option::is_some).then_some(row)
    };
    rows.iter().enumerate().filter_map(row).collect()
}

/// Maximum number of rows that are matched.
const MAX_MATCHED: usize = 1 << 10;

/// The first rows with the references that are most similar to them, going by one reference.
fn matched<'a>(rows: &[Row<'a>], reference: usize) -> Vec<Row<'a>> {
    let rows = &rows[..rows.len().min(MAX_MATCHED)];
    let sketches: Vec<Option<Sketch>> =
        rows.iter().map(|row| row.references[reference].as_deref().map(Sketch::new)).collect();
    let nearest = |row: &Row<'a>| {
        let own = Sketch::new(&row.candidate);
        let similarity = |line: usize| sketches[line].as_ref().map_or(0.0, |other| own.similarity(other));
        let line = (0..rows.len()).max_by(|one, other| similarity(*one).total_cmp(&similarity(*other)))?;
        Some(Row { references: rows[line].references.clone(), ..row.clone() })
    };
    rows.iter().filter_map(nearest).collect()
}
