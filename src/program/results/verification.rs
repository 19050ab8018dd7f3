//! Results of `--verify`: which numbers follow from the statistics, which texts are those that were scored, and which numbers of
//! printed tables are those that were saved.

use super::document::{Block, Document, Section};
use super::{Present, Style};
use crate::text::display::{count, listed};
use serde::Serialize;

/// Maximum number of differences that are printed for people.
const MAX_LISTED: usize = 20;

/// Results for all files.
pub struct Verification {
    pub runs: Vec<VerifiedRun>,
    pub tables: Vec<VerifiedTable>,
}

/// Results for a run that was saved.
#[derive(Serialize)]
pub struct VerifiedRun {
    /// Name of its file.
    pub file: String,
    /// Numbers of each kind.
    pub numbers: Vec<Tally>,
    /// Numbers that do not follow from the statistics.
    pub differences: Vec<Difference>,
    /// Names of numbers that only the texts decide, and that were not computed again.
    pub needs_texts: Vec<String>,
    /// Results for the texts; `None` without texts.
    pub texts: Option<VerifiedTexts>,
}

/// Numbers of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Tally {
    pub kind: NumberKind,
    /// How many there are.
    pub number: usize,
    /// How many of them differ.
    pub differ: usize,
}

/// A kind of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NumberKind {
    Score,
    Interval,
    PValue,
    Rank,
    Other,
}

impl NumberKind {
    /// Its name for people.
    fn noun(self) -> &'static str {
        match self {
            NumberKind::Score => "score",
            NumberKind::Interval => "interval",
            NumberKind::PValue => "p-value",
            NumberKind::Rank => "rank",
            NumberKind::Other => "other number",
        }
    }
}

/// A value that is not as it was saved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The system, or what else it belongs to, and its name.
    pub place: String,
    pub saved: String,
    pub found: String,
}

/// Results for texts.
#[derive(Default, Serialize)]
pub struct VerifiedTexts {
    /// Number of texts of the run, and of those that are the same.
    pub all: usize,
    pub same: usize,
    /// Sentences about texts that are others, or are not there.
    pub differences: Vec<String>,
    /// Number of segments whose statistics were counted again.
    pub segments: usize,
    /// Sentences about segments that are counted differently.
    pub counts: Vec<String>,
    /// Differences that change no number, such as names.
    pub notes: Vec<String>,
}

/// Results for a printed table.
#[derive(Serialize)]
pub struct VerifiedTable {
    /// Name of its file.
    pub file: String,
    /// Number of numbers in the rows of systems.
    pub numbers: usize,
    /// How many of them are as saved.
    pub agree: usize,
    /// Sentences about those that are not, and about marks.
    pub differences: Vec<String>,
    /// Number of marks, such as asterisks, that are as saved.
    pub marks: usize,
    /// Differences that are not wrong, such as the order of the rows.
    pub notes: Vec<String>,
    /// Numbers that were not recognized, with their places.
    pub unknown: Vec<String>,
}

impl VerifiedRun {
    /// Whether all that was computed again is as saved.
    pub fn agrees(&self) -> bool {
        let texts = self.texts.as_ref();
        self.differences.is_empty() && texts.is_none_or(|texts| texts.differences.is_empty() && texts.counts.is_empty())
    }

    fn sentences(&self) -> Vec<String> {
        let kinds = self.numbers.iter().map(|tally| count(tally.number as u64, tally.kind.noun())).collect::<Vec<_>>();
        let differ: usize = self.numbers.iter().map(|tally| tally.differ).sum();
        let verdict = match differ {
            0 if self.differences.is_empty() => String::from("all as saved"),
            0 => count(self.differences.len() as u64, "difference"),
            differ => format!("{differ} not as saved"),
        };
        let mut lines = vec![format!("{}: {}: {verdict}", self.file, kinds.join(", "))];
        lines.extend(shortened(&self.differences, |difference| {
            let Difference { place, saved, found } = difference;
            format!("{place}: {saved} was saved, but the statistics give {found}")
        }));
        if !self.needs_texts.is_empty() {
            let names: Vec<&str> = self.needs_texts.iter().map(String::as_str).collect();
            lines.push(format!("not checked, because only the texts decide it: {}", listed(&names, "and")));
        }
        let Some(texts) = &self.texts else {
            let end = match self.differences.is_empty() {
                true => "the numbers follow from the statistics; that these are of the texts was not checked",
                false => {
                    "these numbers do not follow from the statistics; that the others are of the texts was not checked"
                }
            };
            lines.push(end.to_owned());
            return lines;
        };
        lines.extend(texts.differences.iter().cloned());
        lines.push(match texts.same == texts.all {
            true => format!("all {} texts are those that were scored", texts.all),
            false => format!("{} of {} texts are those that were scored", texts.same, texts.all),
        });
        lines.extend(texts.notes.iter().cloned());
        lines.extend(texts.counts.iter().cloned());
        if texts.counts.is_empty() && texts.segments > 0 {
            lines.push(format!("{}, counted again: all statistics as saved", count(texts.segments as u64, "segment")));
        }
        lines
    }
}

impl VerifiedTable {
    /// Whether no number or mark differs, and some are as saved.
    pub fn agrees(&self) -> bool {
        self.differences.is_empty() && self.is_recognized()
    }

    /// Whether some numbers or marks belong to systems that were saved.
    fn is_recognized(&self) -> bool {
        self.agree > 0 || self.marks > 0 || !self.differences.is_empty()
    }

    fn sentences(&self) -> Vec<String> {
        let VerifiedTable { file, numbers, agree, marks, unknown, differences, notes } = self;
        let mut parts = vec![format!("{file}: {}: {agree} as saved", count(*numbers as u64, "number"))];
        if *marks > 0 {
            parts.push(count(*marks as u64, "mark") + " as saved");
        }
        if !unknown.is_empty() {
            parts.push(format!("{} not recognized", count(unknown.len() as u64, "number")));
        }
        let mut lines = vec![parts.join("; ")];
        lines.extend(shortened(differences, Clone::clone));
        lines.extend(notes.iter().cloned());
        if !self.is_recognized() {
            lines.push(
                "nothing in it was recognized: systems are found by their names, numbers by the titles of columns"
                    .into(),
            );
        }
        lines.extend(shortened(unknown, |number| format!("not recognized: {number}")));
        lines
    }
}

/// The first sentences about items, and how many more there are.
fn shortened<T>(items: &[T], sentence: impl Fn(&T) -> String) -> Vec<String> {
    let mut lines: Vec<String> = items.iter().take(MAX_LISTED).map(sentence).collect();
    if items.len() > MAX_LISTED {
        lines.push(format!("and {} more", items.len() - MAX_LISTED));
    }
    lines
}

impl Verification {
    /// Sentences about what is not as saved, for each file.
    pub fn failures(&self) -> Vec<String> {
        let runs = self.runs.iter().filter(|run| !run.agrees()).map(|run| &run.file);
        let tables = self.tables.iter().filter(|table| !table.agrees()).map(|table| &table.file);
        runs.chain(tables).map(|file| format!("{file}: not all is as saved")).collect()
    }
}

#[derive(Serialize)]
struct VerificationJson<'a> {
    agrees: bool,
    runs: Vec<Judged<'a, VerifiedRun>>,
    tables: Vec<Judged<'a, VerifiedTable>>,
}

/// Results for a file, and whether all is as saved.
#[derive(Serialize)]
struct Judged<'a, T> {
    agrees: bool,
    #[serde(flatten)]
    results: &'a T,
}

impl Present for Verification {
    fn json(&self, _: Style) -> impl Serialize {
        let runs = self.runs.iter().map(|run| Judged { agrees: run.agrees(), results: run });
        let tables = self.tables.iter().map(|table| Judged { agrees: table.agrees(), results: table });
        VerificationJson { agrees: self.failures().is_empty(), runs: runs.collect(), tables: tables.collect() }
    }

    fn document(&self, _: Style) -> Document {
        let runs = self.runs.iter().flat_map(VerifiedRun::sentences);
        let tables = self.tables.iter().flat_map(VerifiedTable::sentences);
        let lines = runs.chain(tables).map(|line| Block::Line(line.into())).collect();
        Document::from_sections(vec![Section::untitled(lines)])
    }
}
