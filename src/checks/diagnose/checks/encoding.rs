//! Letters that were decoded or encoded wrongly.
//!
//! | `encoding` | text that was read in a wrong encoding, lost letters, escapes such as `\u00fc` and `%C3%BC` |
//!
//! - `encoding`: a few lines, whose counterparts have none, with UTF-8 read as Latin-1 or Windows-1252, `?` or
//!   U+FFFD for letters, `\u00fc`, `%C3%BC`, `<0xC3>`, U+0093 or `\n`; or many lines without letters outside ASCII
//!   where the other side has three or more, or one if hardly a line of the candidate has any. Or some of the first 4,096 lines
//!   with letters outside ASCII, in which 1 in 8 of these letters hardly occur on the other side, but do if the text
//!   was written in one of 23 encodings, including DOS encodings, and read as another, and which then have more in common with their
//!   references. If all lines are such, the advice is the command that restores them.

use super::odd_lines::{find, garbled};
use super::{Check, Finding, Garbling, Problem, Repair, repaired};
use crate::checks::diagnose::limits::InGoodText;
use crate::checks::repair::encoding::is_mostly_utf_8;

/// Maximum number of characters of an example.
const LONGEST_EXAMPLE: usize = 18;

/// UTF-8, or another encoding, was read as Latin-1 or Windows-1252.
pub const MOJIBAKE: Check = Check::new(|evidence| {
    let found = find(evidence, Problem::Mojibake { is_utf_8: true }, garbled(Garbling::Mojibake), InGoodText::Never)?;
    let is_of_utf_8 = |line: &usize| is_mostly_utf_8(&evidence.profile(found.text).records[*line].text);
    let is_utf_8 = 2 * found.listed_lines().filter(is_of_utf_8).count() >= found.listed_lines().count();
    // Where bytes are lost, no line is UTF-8 again.
    Some(repaired(Finding { problem: Problem::Mojibake { is_utf_8 }, ..found }, &[Repair::Encoding], evidence))
});

/// Letters are replaced by `?` or U+FFFD.
pub const REPLACED_LETTERS: Check =
    Check::new(|evidence| find(evidence, Problem::ReplacedLetters, garbled(Garbling::Replaced), InGoodText::Never));

/// Characters of one side are written as escapes, such as `\u00fc`.
pub const ESCAPES: Check = Check::new(|evidence| {
    let problem = Problem::Escapes { example: String::new() };
    let found = find(evidence, problem, garbled(Garbling::Escaped), InGoodText::Never)?;
    let line = &evidence.profile(found.text).records[found.segments[0].first as usize].text;
    // Of a long line, the middle is not kept.
    let problem = Problem::Escapes { example: first_difference(line, &Repair::Escapes.clean(line)) };
    Some(repaired(Finding { problem, ..found }, &[Repair::Escapes], evidence))
});

/// Quotes and dashes of Windows-1252, or letters of other encodings, were read as control characters.
pub const CONTROLS: Check = Check::new(|evidence| {
    let found = find(evidence, Problem::ControlCharacters, garbled(Garbling::Control), InGoodText::Never)?;
    Some(repaired(found, &[Repair::Encoding], evidence))
});

/// The text from the first character in which a line and another version of it differ, to the end of the word.
fn first_difference(line: &str, other: &str) -> String {
    let same = line.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    line.chars().skip(same).take_while(|c| !c.is_whitespace()).take(LONGEST_EXAMPLE).collect()
}
