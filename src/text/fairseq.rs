//! Logs of fairseq-generate: lines `S-7`, `T-7`, `H-7`, `D-7` and `P-7`, in the order of its batches. They have the source,
//! the reference, a hypothesis, and the hypothesis without the work of the tokenizer.

use super::checked_lines::CheckedLines;
use super::open::InputStream;
use super::record::Role;
use super::units::{Unit, Units};
use anyhow::{Result, bail};
use std::collections::{BTreeMap, btree_map};

/// Letters of lines with a text, and whether a score stands before it.
const LETTERS: [(&str, bool); 4] = [("S", false), ("T", false), ("H", true), ("D", true)];

/// A log, which is read as a whole: its segments are in any order.
pub struct FairseqLog {
    lines: CheckedLines,
    segments: Option<btree_map::IntoIter<u64, Segment>>,
    /// Letter of the hypotheses: D if there is such a line, else H.
    hypotheses: &'static str,
    /// Whether all hypotheses of a segment are wanted, not the first.
    reads_all: bool,
}

/// The lines of a segment.
#[derive(Default)]
struct Segment {
    /// Number of its first line.
    line: u64,
    texts: Vec<(&'static str, String)>,
}

impl FairseqLog {
    /// A reader of the first hypothesis of each segment, or of all.
    pub fn new(input: InputStream, reads_all: bool) -> FairseqLog {
        FairseqLog { lines: CheckedLines::new(input), segments: None, hypotheses: "H", reads_all }
    }

    fn read_all(&mut self) -> Result<BTreeMap<u64, Segment>> {
        let mut segments: BTreeMap<u64, Segment> = BTreeMap::new();
        while let Some(line) = self.lines.next_line()? {
            let Some((letter, number, text)) = fields(line) else { continue };
            // The line was checked to be UTF-8.
            let text = String::from_utf8_lossy(text).into_owned();
            let segment = segments.entry(number).or_default();
            segment.line = if segment.texts.is_empty() { self.lines.number() } else { segment.line };
            if segment.texts.iter().any(|(known, _)| *known == letter) {
                let (name, line) = (self.lines.name(), self.lines.number());
                match letter {
                    "H" | "D" if self.reads_all => {}
                    "H" | "D" => continue,
                    _ => bail!(
                        "{name}: line {line}: {letter}-{number} comes again; is this the log of several runs? score each alone"
                    ),
                }
            }
            segment.texts.push((letter, text));
            self.hypotheses = if letter == "D" { letter } else { self.hypotheses };
        }
        Ok(segments)
    }
}

impl Units for FairseqLog {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        if self.segments.is_none() {
            self.segments = Some(self.read_all()?.into_iter());
        }
        let Some((number, segment)) = self.segments.as_mut().and_then(Iterator::next) else { return Ok(false) };
        (unit.line, unit.id) = (segment.line, number.to_string());
        segment.texts.into_iter().for_each(|(letter, text)| unit.add(letter, Some(text)));
        Ok(true)
    }

    fn input(&self) -> &InputStream {
        self.lines.input()
    }

    fn usual(&self, role: Role) -> &str {
        match role {
            Role::Reference => "T",
            Role::Source => "S",
            _ => self.hypotheses,
        }
    }
}

/// Whether a line is of a segment: a letter and a number, such as `P-7` or `E-7_3`, and a tab.
pub fn is_of_segment(line: &[u8]) -> bool {
    let [letter, b'-', rest @ ..] = line else { return false };
    let Some(tab) = memchr::memchr(b'\t', rest) else { return false };
    let is_of_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'_';
    letter.is_ascii_uppercase() && rest[0].is_ascii_digit() && rest[..tab].iter().all(is_of_number)
}

/// Letter, number and text of a line; `None` if it has no text.
pub fn fields(line: &[u8]) -> Option<(&'static str, u64, &[u8])> {
    let (letter, has_score) = LETTERS.into_iter().find(|(letter, _)| line.starts_with(letter.as_bytes()))?;
    let rest = line[1..].strip_prefix(b"-")?;
    let tab = memchr::memchr(b'\t', rest)?;
    let number =
        str::from_utf8(&rest[..tab]).ok()?.parse().ok().filter(|_| rest[..tab].iter().all(u8::is_ascii_digit))?;
    let text = &rest[tab + 1..];
    if !has_score {
        return Some((letter, number, text));
    }
    let (score, text) = text.split_at(memchr::memchr(b'\t', text)?);
    str::from_utf8(score).ok()?.parse::<f64>().ok()?;
    Some((letter, number, &text[1..]))
}
