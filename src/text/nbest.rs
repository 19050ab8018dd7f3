//! N-best lists, as Moses and Marian write them: `id ||| text ||| features ||| score`. Marian may write alignments before the
//! features, so the text is the second field.

use super::checked_lines::CheckedLines;
use super::open::InputStream;
use super::record::Role;
use super::units::{Unit, Units};
use crate::bleu::shards::ids::IdSet;
use anyhow::{Result, bail, ensure};
use memchr::memchr_iter;

/// Separator of fields.
const SEPARATOR: &str = "|||";

/// Name of the texts.
const TEXT: &str = "text";

/// An n-best list. The lines of an id follow each other, the best first.
pub struct Nbest {
    lines: CheckedLines,
    /// Whether all texts of an id are wanted, not the first.
    reads_all: bool,
    /// The first line of the next unit, once it was read.
    next: Hypothesis,
    ids: IdSet,
}

/// A line of an n-best list.
#[derive(Default)]
struct Hypothesis {
    /// Its number; 0 for none.
    line: u64,
    id: String,
    text: String,
}

impl Nbest {
    /// A reader of the first text of each id, or of all.
    pub fn new(input: InputStream, reads_all: bool) -> Nbest {
        Nbest { lines: CheckedLines::new(input), reads_all, next: Hypothesis::default(), ids: IdSet::default() }
    }

    /// Reads lines until one does not have this id; its texts are added to the unit if all are wanted.
    fn read_on(&mut self, unit: &mut Unit) -> Result<()> {
        self.next.line = 0;
        while let Some(line) = self.lines.next_text()? {
            let Some((id, text)) = fields(line) else {
                let number = self.lines.number();
                bail!(
                    "{}: line {number}: no ||| after a number and after a text, as in an n-best list",
                    self.lines.name()
                )
            };
            let is_of_unit = unit.len() > 0 && id == unit.id;
            if is_of_unit && !self.reads_all {
                continue;
            }
            if !is_of_unit {
                for (field, new) in [(&mut self.next.id, id), (&mut self.next.text, text)] {
                    field.clear();
                    field.push_str(new);
                }
                self.next.line = self.lines.number();
                break;
            }
            unit.add(TEXT, Some(text));
        }
        Ok(())
    }
}

impl Units for Nbest {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        if self.lines.number() == 0 {
            self.read_on(unit)?;
        }
        let Hypothesis { line, id, text } = &self.next;
        if *line == 0 {
            return Ok(false);
        }
        let name = self.lines.name();
        ensure!(
            self.ids.insert(id),
            "{name}: line {line}: the id {id} comes again after others; sort the list by its ids"
        );
        unit.line = *line;
        unit.id.push_str(id);
        unit.add(TEXT, Some(text));
        self.read_on(unit)?;
        Ok(true)
    }

    fn input(&self) -> &InputStream {
        self.lines.input()
    }

    fn usual(&self, _: Role) -> &str {
        TEXT
    }
}

/// The id and the text of a line; `None` if it is not of an n-best list.
pub fn fields(line: &str) -> Option<(&str, &str)> {
    let digits = line.bytes().position(|byte| !byte.is_ascii_digit()).filter(|digits| *digits > 0)?;
    let (id, rest) = line.split_at(digits);
    let rest = rest.trim_ascii_start().strip_prefix(SEPARATOR)?;
    // A searcher for three bytes takes longer to make than a field to read.
    let end = memchr_iter(b'|', rest.as_bytes()).find(|place| rest[*place..].starts_with(SEPARATOR))?;
    // Numbers are written in one way, so that files can be joined by them.
    let zeros = id.bytes().take(id.len() - 1).take_while(|digit| *digit == b'0').count();
    Some((&id[zeros..], rest[..end].trim_ascii()))
}
