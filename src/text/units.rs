//! Units: what a file of another program has instead of lines, each with an id and texts. A cue of subtitles and a unit of
//! translation are units.
//!
//! A reader of such a file is an implementation of [`Units`]. [`UnitRecords`] makes records of it.

use super::open::InputStream;
use super::record::{Columns, Record, RecordPlace, Records, Role};
use crate::text::display::escape;
use crate::text::suggestions::unknown;
use anyhow::{Result, bail};
use std::mem;
use std::vec::IntoIter;

/// Name of the id, for `--id`.
pub const ID: &str = "id";

/// Name of a column that stands for the usual text: the translation, whatever its name in the file.
pub const USUAL: &str = "";

/// Name of a column that stands for the source text, which is read like a candidate.
pub const USUAL_SOURCE: &str = "\u{0}source";

/// A reader of the units of a file.
pub trait Units: Send {
    /// Reads the next unit into `unit`, which is empty; false at the end of the input.
    ///
    /// # Errors
    /// If the input cannot be read, or is not of the format. The message has the name of the input and the line.
    fn read(&mut self, unit: &mut Unit) -> Result<bool>;

    /// The input.
    fn input(&self) -> &InputStream;

    /// Name of the text that candidates, or references, usually are. May depend on what was read.
    fn usual(&self, role: Role) -> &str;

    /// The noun before the number of a unit's place.
    fn place(&self) -> &'static str {
        "line"
    }

    /// Another name of the id.
    fn id_name(&self) -> &str {
        ID
    }

    /// Words of a note about the units that were read.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The units of a file that is read as a whole.
#[derive(Default)]
pub struct AllUnits(Option<IntoIter<Unit>>);

impl AllUnits {
    /// Makes the next one `unit`; false after the last. The first call reads all.
    ///
    /// # Errors
    /// As `read_all`.
    pub fn read(&mut self, unit: &mut Unit, read_all: impl FnOnce() -> Result<Vec<Unit>>) -> Result<bool> {
        let units = match &mut self.0 {
            Some(units) => units,
            None => self.0.insert(read_all()?.into_iter()),
        };
        Ok(units.next().map(|next| *unit = next).is_some())
    }
}

/// A unit of a file. All of it is in memory that is used again for the next unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// Number of the line on which it begins or ends, or its place among the units, from 1.
    pub line: u64,
    /// Id that joins the unit with the same unit of other files.
    pub id: String,
    /// All names and texts, one after the other.
    letters: String,
    /// The end of each name, and of its text; `None` if the unit lacks the text.
    ends: Vec<(usize, Option<usize>)>,
}

impl Unit {
    /// A unit without texts.
    pub fn new(line: u64, id: String) -> Unit {
        Unit { line, id, ..Unit::default() }
    }

    /// Empties the unit.
    pub fn clear(&mut self) {
        self.line = 0;
        self.id.clear();
        self.letters.clear();
        self.ends.clear();
    }

    /// Adds a text; `None` if the unit lacks it. A name may have several texts.
    pub fn add(&mut self, name: &str, text: Option<&str>) {
        self.letters.push_str(name);
        let end_of_name = self.letters.len();
        self.letters.push_str(text.unwrap_or_default());
        self.ends.push((end_of_name, text.map(|_| self.letters.len())));
    }

    /// Number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The texts with their names, in order; `None` if the unit lacks the text.
    pub fn texts(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let mut begin = 0;
        self.ends.iter().map(move |&(name, end)| {
            let text = end.map(|end| &self.letters[name..end]);
            let name = &self.letters[mem::replace(&mut begin, end.unwrap_or(name))..name];
            (name, text)
        })
    }
}

/// Units as records.
pub struct UnitRecords {
    units: Box<dyn Units>,
    columns: Columns,
    unit: Unit,
    /// Names of texts so far.
    names: Vec<String>,
}

impl UnitRecords {
    /// The records of these columns.
    pub fn new(units: Box<dyn Units>, columns: Columns) -> UnitRecords {
        UnitRecords { units, columns, unit: Unit::default(), names: Vec::new() }
    }
}

impl Records for UnitRecords {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        let UnitRecords { units, columns, unit, names } = self;
        unit.clear();
        if !units.read(unit)? {
            return Ok(false);
        }
        for (name, _) in unit.texts() {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        record.place = RecordPlace::new(units.place(), unit.line);
        for (column, role) in columns.iter() {
            if role.is_label() && (column == ID || column == units.id_name()) {
                record.add(*role, Some(unit.id.as_bytes()));
                continue;
            }
            let is_usual = column == USUAL || column == USUAL_SOURCE;
            let name = match &**column {
                USUAL => units.usual(*role),
                USUAL_SOURCE => units.usual(Role::Source),
                column => column,
            };
            let mut texts = unit.texts().filter(|(known, _)| *known == name).map(|(_, text)| text);
            if !is_usual && !names.iter().any(|known| known == name) {
                bail!("{}: {}", units.input().name(), unknown("text", name, names));
            }
            record.add(*role, texts.next().flatten().map(str::as_bytes));
            let mut others = 0;
            for text in texts {
                record.add(*role, text.map(str::as_bytes));
                others += 1;
            }
            if matches!(role, Role::Candidate | Role::Source) && others > 0 {
                let (input, id, number) = (units.input().name(), escape(&unit.id), others + 1);
                let advice = "a candidate has one text of each; put each system, or sample, into its own file";
                bail!("{input}: {id}: {number} texts; {advice}");
            }
        }
        Ok(true)
    }

    fn name(&self) -> &str {
        self.units.input().name()
    }

    fn inputs(&self) -> Vec<&InputStream> {
        vec![self.units.input()]
    }

    fn known_names(&self) -> [Vec<String>; 2] {
        [self.names.clone(), vec![ID.to_owned()]]
    }

    fn remarks(&self) -> Vec<String> {
        self.units.remarks()
    }
}
