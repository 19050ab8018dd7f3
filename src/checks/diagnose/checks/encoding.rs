//! Letters that were decoded or encoded wrongly.
//!
//! | `encoding` | text that was read in a wrong encoding, lost letters, escapes such as `\u00fc` and `%C3%BC` |
//!
//! - `encoding`: 3 lines or more, and 1 in 100, whose counterparts have none, with UTF-8 read as Latin-1 or Windows-1252, `?` or
//!   U+FFFD for letters, `\u00fc`, `%C3%BC`, `<0xC3>`, U+0093 or `\n`; or 8 lines or more, and 1 in 10, without letters outside ASCII
//!   where the other side has three or more, or one if hardly a line of the candidate has any. Or 5 or more of the first 4,096 lines
//!   with letters outside ASCII, and 1 in 50, in which a fifth of these letters hardly occur on the other side, but do if the text
//!   was written in one of 23 encodings, including those of DOS, and read as another, and which then have more in common with their
//!   references. If all lines are such, the advice is the command that restores them.

use super::odd_lines::{find, garbled};
use super::{Check, Finding, Garbling, Problem, Repair, Text, quoted, repaired};
use crate::checks::repair::encoding::is_mostly_utf_8;

/// Minimum number of lines with such letters: this many, and one in this many.
const MIN_LINES: (u64, u64) = (3, 100);

/// Maximum number of characters of an example.
const LONGEST_EXAMPLE: usize = 18;

/// UTF-8, or another encoding, was read as Latin-1 or Windows-1252.
pub const MOJIBAKE: Check = Check::new("encoding", "UTF-8 was read as another encoding", |evidence| {
    let have = "have UTF-8 that was read as another encoding, as Ã¼ is ü";
    let advice = "read the original text as UTF-8, where it was read as Latin-1, Windows-1252 or the like";
    let mut found = find(evidence, Problem::Mojibake, garbled(Garbling::Mojibake), MIN_LINES, have, advice)?;
    let is_utf_8 = |line: &usize| is_mostly_utf_8(&evidence.profile(found.text).records[*line].text);
    if 2 * found.listed_lines().filter(is_utf_8).count() < found.listed_lines().count() {
        found.evidence = found.evidence.replacen(have, "have characters of a wrong encoding", 1);
        found.advice = "read the original text in the encoding it was written in".into();
        found = found.concluding("text was read in a wrong encoding");
    }
    // Where bytes are lost, no line is UTF-8 again.
    Some(repaired(of_reference(found), &[Repair::Encoding], evidence))
});

/// Letters are replaced by `?` or U+FFFD.
pub const REPLACED_LETTERS: Check = Check::new("encoding", "letters are replaced by ? or U+FFFD", |evidence| {
    let advice = "write the text as UTF-8 from the beginning; what was replaced cannot be restored";
    let have = "have ? or U+FFFD in place of letters";
    find(evidence, Problem::ReplacedLetters, garbled(Garbling::Replaced), MIN_LINES, have, advice).map(of_reference)
});

/// Characters of one side are written as escapes, such as `\u00fc`.
pub const ESCAPES: Check = Check::new("encoding", "characters are written as escapes", |evidence| {
    let advice =
        "decode them; a program that writes JSON may have an option for plain letters (in Python, ensure_ascii=False)";
    let have = "have characters written as escapes";
    let mut found = find(evidence, Problem::Escapes, garbled(Garbling::Escaped), MIN_LINES, have, advice)?;
    let line = &evidence.profile(found.text).records[found.segments[0].first as usize].text;
    let example = first_difference(line, &Repair::Escapes.clean(line));
    // Of a long line, the middle is not kept.
    if !example.is_empty() {
        found.evidence = found.evidence.replacen(have, &format!("{have}, such as {}", quoted(&example)), 1);
    }
    Some(repaired(found, &[Repair::Escapes], evidence))
});

/// Quotes and dashes of Windows-1252, or letters of other encodings, were read as control characters.
pub const CONTROLS: Check = Check::new("encoding", "text was read in a wrong encoding", |evidence| {
    let have = "have control characters, as U+0093, which is “ in Windows-1252";
    let advice = "read the original text in the encoding it was written in, such as Windows-1252";
    let found = find(evidence, Problem::ControlCharacters, garbled(Garbling::Control), MIN_LINES, have, advice)?;
    Some(repaired(found, &[Repair::Encoding], evidence))
});

/// The finding on wrong letters, in other words if they are a reference's.
fn of_reference(found: Finding) -> Finding {
    if found.text == Text::Candidate {
        return found;
    }
    let finding = Finding { problem: Problem::ReferenceEncoding, advice: "get the reference as UTF-8".into(), ..found };
    finding.concluding("letters of a reference are wrong")
}

/// The text from the first character in which a line and another version of it differ, to the end of the word.
fn first_difference(line: &str, other: &str) -> String {
    let same = line.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    line.chars().skip(same).take_while(|c| !c.is_whitespace()).take(LONGEST_EXAMPLE).collect()
}
