//! N-best lists, as Moses and Marian write them: `id ||| text ||| features ||| score`. Marian may write alignments before the
//! features, so the text is the second field.

use super::checked_lines::CheckedLines;
use super::open::InputStream;
use super::record::Role;
use super::units::{Unit, Units};
use crate::bleu::shards::ids::IdSet;
use anyhow::{Result, bail, ensure};
use memchr::memmem;

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
    next: Option<Hypothesis>,
    ids: IdSet,
}

/// A line of an n-best list.
struct Hypothesis {
    line: u64,
    id: String,
    text: String,
}

impl Nbest {
    /// A reader of the first text of each id, or of all.
    pub fn new(input: InputStream, reads_all: bool) -> Nbest {
        Nbest { lines: CheckedLines::new(input), reads_all, next: None, ids: IdSet::default() }
    }

    /// Reads lines until one does not have this id; its texts are added to the unit if all are wanted.
    fn read_on(&mut self, unit: &mut Unit) -> Result<()> {
        self.next = None;
        while let Some(line) = self.lines.next_line()? {
            let Some((id, text)) = fields(line) else {
                let number = self.lines.number();
                bail!(
                    "{}: line {number}: no ||| after a number and after a text, as in an n-best list",
                    self.lines.name()
                )
            };
            let is_of_unit = !unit.texts.is_empty() && id == unit.id.as_bytes();
            if is_of_unit && !self.reads_all {
                continue;
            }
            // The line was checked to be UTF-8.
            let [id, text] = [id, text].map(|field| String::from_utf8_lossy(field).into_owned());
            if !is_of_unit {
                self.next = Some(Hypothesis { line: self.lines.number(), id, text });
                break;
            }
            unit.add(TEXT, Some(text));
        }
        Ok(())
    }
}

impl Units for Nbest {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        if self.next.is_none() && self.lines.number() == 0 {
            self.read_on(unit)?;
        }
        let Some(Hypothesis { line, id, text }) = self.next.take() else { return Ok(false) };
        let name = self.lines.name();
        ensure!(
            self.ids.insert(&id),
            "{name}: line {line}: the id {id} comes again after others; sort the list by its ids"
        );
        (unit.line, unit.id) = (line, id);
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
pub fn fields(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let digits = line.iter().position(|byte| !byte.is_ascii_digit()).filter(|digits| *digits > 0)?;
    let (id, rest) = line.split_at(digits);
    let rest = rest.trim_ascii_start().strip_prefix(SEPARATOR.as_bytes())?;
    let end = memmem::find(rest, SEPARATOR.as_bytes())?;
    // Numbers are written in one way, so that files can be joined by them.
    let zeros = id.iter().take(id.len() - 1).take_while(|digit| **digit == b'0').count();
    Some((&id[zeros..], rest[..end].trim_ascii()))
}
