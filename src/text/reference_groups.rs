//! Groups of references between empty lines, as in the data of the E2E challenge: a group is a unit, without an id.

use super::checked_lines::CheckedLines;
use super::open::InputStream;
use super::record::Role;
use super::units::{Unit, Units};
use anyhow::Result;
use memchr::memchr_iter;
use std::io::{self, BufRead, BufReader, Read};
use std::iter;

/// Name of the texts.
const TEXT: &str = "text";

/// A file of groups.
pub struct ReferenceGroups {
    lines: CheckedLines,
}

impl ReferenceGroups {
    /// A reader of an input.
    pub fn new(input: InputStream) -> ReferenceGroups {
        ReferenceGroups { lines: CheckedLines::new(input) }
    }
}

/// Number of bytes in which a file of groups has an empty line and a group of several.
const HEAD: usize = 64 << 10;

/// Whether a text that begins like this may have groups between empty lines; `None` if more of it is needed to know.
pub fn may_be_groups(head: &[u8], is_all: bool) -> Option<bool> {
    if !is_all && head.len() < HEAD {
        return None;
    }
    let head = &head[..head.len().min(HEAD)];
    let starts = iter::once(0).chain(memchr_iter(b'\n', head).map(|feed| feed + 1));
    let ends = memchr_iter(b'\n', head).chain([head.len()]);
    let lines = starts.zip(ends).map(|(start, end)| head[start..end].trim_ascii_end());
    let mut groups = lines.skip_while(|line| line.is_empty());
    let first = groups.by_ref().take_while(|line| !line.is_empty()).count();
    // The first group may have one reference.
    Some(groups.next().is_some_and(|line| !line.is_empty()) && (first > 1 || groups.any(|line| line.is_empty())))
}

/// Maximum number of bytes of a pipe that are kept in memory to count its lines.
const MAX_KEPT: u64 = 256 << 20;

/// Counts the lines and the groups of an input, up to this many lines; all of it is still to be read. A pipe is kept in memory.
///
/// # Errors
/// If it cannot be read.
pub fn count_groups(input: &mut InputStream, most: u64) -> Result<[u64; 2]> {
    let count = |input: InputStream| -> Result<[u64; 2]> { Ok(count_in(BufReader::new(input.take(MAX_KEPT)), most)?) };
    match input.is_regular_file() {
        true => Ok(count_in(BufReader::new(InputStream::open(input.path())?), most)?),
        false => input.look(count),
    }
}

/// Number of groups of references in a text that has some between empty lines; `None` if it has none.
pub fn groups_in(text: &str) -> Option<u64> {
    let [_, groups] = count_in(text.as_bytes(), u64::MAX).ok()?;
    (may_be_groups(text.as_bytes(), true) == Some(true)).then_some(groups)
}

/// Numbers of lines and of groups, up to this many lines.
fn count_in(mut text: impl BufRead, most: u64) -> io::Result<[u64; 2]> {
    let (mut line, mut lines, mut groups, mut is_in_group) = (Vec::new(), 0, 0, false);
    while lines < most && text.read_until(b'\n', &mut line)? > 0 {
        let has_text = !line.trim_ascii().is_empty();
        groups += u64::from(has_text && !is_in_group);
        (lines, is_in_group) = (lines + 1, has_text);
        line.clear();
    }
    Ok([lines, groups])
}

impl Units for ReferenceGroups {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        while let Some(text) = self.lines.next_text()? {
            match (text.trim().is_empty(), unit.len() == 0) {
                (true, true) => {}
                (true, false) => break,
                (false, _) => unit.add(TEXT, Some(text)),
            }
            if unit.len() == 1 {
                unit.line = self.lines.number();
            }
        }
        Ok(unit.len() > 0)
    }

    fn input(&self) -> &InputStream {
        self.lines.input()
    }

    fn usual(&self, _: Role) -> &str {
        TEXT
    }
}
