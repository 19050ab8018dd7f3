//! Logs of fairseq-generate: lines `S-7`, `T-7`, `H-7`, `D-7` and `P-7`, in the order of its batches. They have the source,
//! the reference, a hypothesis, and the hypothesis without the work of the tokenizer.

use super::checked_lines::CheckedLines;
use super::open::InputStream;
use super::record::Role;
use super::units::{Unit, Units};
use anyhow::{Result, bail};
use std::fmt::Write;
use std::ops::Range;

/// Letters of lines with a text, and whether a score stands before it.
const LETTERS: [(&str, bool); 4] = [("S", false), ("T", false), ("H", true), ("D", true)];

/// A log, which is read as a whole: its segments are in any order. Only texts that are wanted are kept.
pub struct FairseqLog {
    lines: CheckedLines,
    /// Letter of the hypotheses: D if there is such a line, else H.
    hypotheses: &'static str,
    /// Whether all hypotheses of a segment are wanted, not the first.
    reads_all: bool,
    /// The texts that are wanted; all if `None`.
    wanted: Option<Role>,
    /// The wanted texts, one after the other.
    letters: String,
    /// The lines by their numbers, once all were read, and the next of them.
    texts: Vec<LineText>,
    next: usize,
}

/// A line with a text.
struct LineText {
    number: u64,
    letter: &'static str,
    line: u64,
    /// Its place in the wanted texts; empty if it is not wanted.
    text: Range<usize>,
}

impl FairseqLog {
    /// A reader of the first hypothesis of each segment, or of all, and of other texts. Those of one role may be wanted.
    pub fn new(input: InputStream, reads_all: bool, wanted: Option<Role>) -> FairseqLog {
        let lines = CheckedLines::new(input);
        FairseqLog { lines, hypotheses: "H", reads_all, wanted, letters: String::new(), texts: Vec::new(), next: 0 }
    }

    fn read_all(&mut self) -> Result<()> {
        while let Some(line) = self.lines.next_text()? {
            let Some((letter, number, text)) = fields(line) else { continue };
            self.hypotheses = if letter == "D" { letter } else { self.hypotheses };
            let begin = self.letters.len();
            if is_wanted(letter, self.wanted, self.hypotheses) {
                self.letters.push_str(text);
            }
            self.texts.push(LineText { number, letter, line: self.lines.number(), text: begin..self.letters.len() });
        }
        // In the order of the lines within a segment.
        self.texts.sort_by_key(|text| text.number);
        let again = self.texts.chunk_by(|one, other| one.number == other.number).flat_map(|segment| {
            let of_text = |letter: &'static str| segment.iter().filter(move |text| text.letter == letter).nth(1);
            ["S", "T"].into_iter().filter_map(of_text)
        });
        if let Some(LineText { number, letter, line, .. }) = again.min_by_key(|text| text.line) {
            let name = self.lines.name();
            bail!(
                "{name}: line {line}: {letter}-{number} comes again; is this the log of several runs? score each alone"
            );
        }
        Ok(())
    }
}

/// Whether a line with a letter has a text of a role, given the letter of the hypotheses so far.
fn is_wanted(letter: &str, wanted: Option<Role>, hypotheses: &str) -> bool {
    match wanted {
        None => true,
        Some(Role::Reference) => letter == "T",
        Some(Role::Source) => letter == "S",
        Some(_) => letter == hypotheses,
    }
}

impl Units for FairseqLog {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        if self.lines.number() == 0 {
            self.read_all()?;
        }
        let Some(LineText { number, line, .. }) = self.texts.get(self.next) else { return Ok(false) };
        unit.line = *line;
        // It is a number, and writing never fails.
        let _ = write!(unit.id, "{number}");
        let segment = self.texts[self.next..].chunk_by(|one, other| one.number == other.number).next();
        for LineText { letter, text, .. } in segment.unwrap_or_default() {
            self.next += 1;
            let is_wanted = is_wanted(letter, self.wanted, self.hypotheses);
            if is_wanted && (self.reads_all || unit.texts().all(|(known, _)| known != *letter)) {
                unit.add(letter, Some(&self.letters[text.clone()]));
            }
        }
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
pub fn fields(line: &str) -> Option<(&'static str, u64, &str)> {
    let (letter, has_score) = LETTERS.into_iter().find(|(letter, _)| line.starts_with(letter))?;
    let (digits, text) = line[1..].strip_prefix('-')?.split_once('\t')?;
    let number = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    if !has_score {
        return Some((letter, number, text));
    }
    let (score, text) = text.split_once('\t')?;
    score.parse::<f64>().ok()?;
    Some((letter, number, text))
}
