//! Plain lines that begin or end with an id, which joins files. Kaldi, `trn` and others write it as the first or last word; the files of
//! some tools have it before a tab. A line is a unit.

use super::checked_lines::CheckedLines;
use super::open::InputStream;
use super::record::Role;
use super::units::{AllUnits, Unit, Units};
use anyhow::{Result, bail};
use clap::ValueEnum;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Name of the texts.
const TEXT: &str = "text";

/// Place of the id in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum IdPlace {
    /// the first, as in Kaldi's `text`
    First,
    /// the last, perhaps in parentheses, as in `trn`
    Last,
    /// Before the only tab. Lines with the same id are texts of one unit.
    #[value(skip)]
    BeforeTab,
}

impl IdPlace {
    /// The id and the text of a line; `None` if it has no id.
    pub fn split(self, line: &str) -> Option<(&str, &str)> {
        let (id, text) = match self {
            IdPlace::First => {
                let line = line.trim();
                line.split_once(char::is_whitespace).unwrap_or((line, ""))
            }
            IdPlace::Last => {
                let line = line.trim();
                let (text, id) = line.rsplit_once(char::is_whitespace).unwrap_or(("", line));
                (id.strip_prefix('(').and_then(|id| id.strip_suffix(')')).unwrap_or(id), text)
            }
            IdPlace::BeforeTab => line.split_once('\t').filter(|(_, text)| !text.contains('\t'))?,
        };
        let id = id.trim();
        (!id.is_empty()).then(|| (id, if self == IdPlace::BeforeTab { text } else { text.trim() }))
    }

    /// Name of the lines, for notes.
    pub fn description(self) -> &'static str {
        match self {
            IdPlace::First | IdPlace::Last => "lines with ids",
            IdPlace::BeforeTab => "lines of an id, a tab and a text",
        }
    }

    /// Whether an input has lines, and all of them have an id.
    pub fn is_in_all(self, input: InputStream) -> bool {
        let (mut lines, mut has_lines) = (CheckedLines::new(input), false);
        while let Ok(Some(line)) = lines.next_text() {
            has_lines = true;
            if self.split(line).is_none() {
                return false;
            }
        }
        has_lines
    }
}

/// A file of lines with ids.
pub struct IdLines {
    lines: CheckedLines,
    place: IdPlace,
    /// The units, if lines with the same id are one.
    units: AllUnits,
}

impl IdLines {
    /// A reader of lines whose ids are there.
    pub fn new(input: InputStream, place: IdPlace) -> IdLines {
        IdLines { lines: CheckedLines::new(input), place, units: AllUnits::default() }
    }
}

fn read_line(lines: &mut CheckedLines, place: IdPlace, unit: &mut Unit) -> Result<bool> {
    let Some(line) = lines.next_text()? else { return Ok(false) };
    let Some((id, text)) = place.split(line) else {
        let (name, number) = (lines.name(), lines.number());
        bail!("{name}: line {number}: no word, which would be the id; remove the empty line")
    };
    unit.id.push_str(id);
    unit.add(TEXT, Some(text));
    unit.line = lines.number();
    Ok(true)
}

/// Reads all lines. Lines with the same id are one unit, at the place of the first.
fn read_all(lines: &mut CheckedLines, place: IdPlace) -> Result<Vec<Unit>> {
    let (mut units, mut places): (Vec<Unit>, HashMap<String, usize>) = Default::default();
    let mut unit = Unit::default();
    while read_line(lines, place, &mut unit)? {
        match places.entry(unit.id.clone()) {
            Entry::Occupied(place) => {
                unit.texts().for_each(|(name, text)| units[*place.get()].add(name, text));
            }
            Entry::Vacant(place) => {
                place.insert(units.len());
                units.push(unit.clone());
            }
        }
        unit.clear();
    }
    Ok(units)
}

impl Units for IdLines {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        if self.place != IdPlace::BeforeTab {
            return read_line(&mut self.lines, self.place, unit);
        }
        self.units.read(unit, || read_all(&mut self.lines, self.place))
    }

    fn input(&self) -> &InputStream {
        self.lines.input()
    }

    fn usual(&self, _: Role) -> &str {
        TEXT
    }
}

#[cfg(test)]
mod tests {
    use super::IdPlace;

    #[test]
    fn ids_are_words_at_an_end_or_before_a_tab() {
        assert_eq!(IdPlace::First.split("utt1 a b "), Some(("utt1", "a b")));
        assert_eq!(IdPlace::First.split("7\ta b"), Some(("7", "a b")));
        assert_eq!(IdPlace::Last.split("a b (utt1)"), Some(("utt1", "a b")));
        assert_eq!(IdPlace::Last.split("(utt1)"), Some(("utt1", "")));
        assert_eq!(IdPlace::First.split(" "), None);
        assert_eq!(IdPlace::BeforeTab.split("a 1 \t b "), Some(("a 1", " b ")));
        assert_eq!([" \tb", "a\tb\tc", "a b"].map(|line| IdPlace::BeforeTab.split(line)), [None; 3]);
    }
}
