//! Letters that were decoded or encoded wrongly.

use super::{Advice, Check, Evidence, Finding, Garbling, LineRecord, Problem, Repair, Text, TextProfile, quoted};
use crate::repair::encoding::is_mojibake;

/// Minimum number of lines with such letters: this many, and one in this many.
const MIN_LINES: u64 = 3;
const LINES_PER_ODD_LINE: u64 = 100;

/// Maximum number of characters of an example.
const LONGEST_EXAMPLE: usize = 18;

/// Factor by which the other side must have fewer.
const MIN_DISPARITY: u64 = 3;

/// UTF-8 of the candidate was read as another encoding.
pub const MOJIBAKE: Check = Check::new("encoding", "UTF-8 was read as another encoding", |evidence| {
    let have = "have UTF-8 that was read as another encoding, as Ã¼ is ü";
    let advice = "read the original text as UTF-8, where it was read as Latin-1, Windows-1252 or the like";
    // Where bytes are lost, no line is UTF-8 again.
    let wrong = || evidence.candidate.samples().map(|(_, line)| line).filter(|line| is_mojibake(line));
    let restored = wrong().filter(|line| *Repair::Encoding.clean(line) != **line).count();
    let repair = (2 * restored > wrong().count()).then_some(Repair::Encoding);
    find(evidence, Garbling::Mojibake, Problem::Mojibake, have, advice, repair).filter(is_of_candidate)
});

/// Letters of the candidate are replaced by `?` or U+FFFD.
pub const REPLACED_LETTERS: Check = Check::new("encoding", "letters are replaced by ? or U+FFFD", |evidence| {
    let advice = "write the text as UTF-8 from the beginning; what was replaced cannot be restored";
    let have = "have ? or U+FFFD in place of letters";
    find(evidence, Garbling::Replaced, Problem::ReplacedLetters, have, advice, None).filter(is_of_candidate)
});

/// Characters of one side are written as escapes, such as `\u00fc`.
pub const ESCAPES: Check = Check::new("encoding", "characters are written as escapes", |evidence| {
    let escaped = |line: &LineRecord| first_difference(&line.text, &Repair::Escapes.clean(&line.text));
    let (_, text) = evidence.texts().find(|(text, _)| stands_out(*text, Garbling::Escaped, evidence))?;
    let example = text.records.iter().find(|line| line.garblings.include(Garbling::Escaped)).map(escaped);
    let have = format!("have characters written as escapes, such as {}", quoted(&example.unwrap_or_default()));
    let advice =
        "decode them; a program that writes JSON may have an option for plain letters (in Python, ensure_ascii=False)";
    find(evidence, Garbling::Escaped, Problem::Escapes, &have, advice, Some(Repair::Escapes))
});

/// Quotes and dashes of Windows-1252 were read as control characters.
pub const CONTROLS: Check = Check::new("encoding", "Windows-1252 was read as another encoding", |evidence| {
    let have = "have control characters where Windows-1252 has quotes and dashes, as U+0093 is “";
    let advice = "read the original text as Windows-1252";
    find(evidence, Garbling::Control, Problem::WrongEncoding, have, advice, Some(Repair::Encoding))
});

/// Letters of a reference were decoded or encoded wrongly.
pub const REFERENCE: Check = Check::new("encoding", "letters of a reference are wrong", |evidence| {
    let have = "have letters of a wrong encoding, or ? in their place";
    let found =
        |garbling| find(evidence, garbling, Problem::ReferenceEncoding, have, "get the reference as UTF-8", None);
    let is_of_reference = |finding: &Finding| !is_of_candidate(finding);
    [Garbling::Mojibake, Garbling::Replaced].into_iter().filter_map(found).find(is_of_reference)
});

/// Returns the finding on a text that has many more of such lines than those of the other side, and the advice: the repair, if
/// it is the candidate and there is one.
fn find(
    evidence: &Evidence,
    garbling: Garbling,
    problem: Problem,
    have: &str,
    advice: &'static str,
    repair: Option<Repair>,
) -> Option<Finding> {
    let (text, profile) = evidence.texts().find(|(text, _)| stands_out(*text, garbling, evidence))?;
    let lines = profile.garbled(garbling);
    let in_words = format!("{} lines of {text} {have}", lines.segments);
    let repair = repair.filter(|_| text == Text::Candidate);
    let advice = repair.map_or(Advice::from(advice), Advice::Repair);
    Some(Finding::new(problem, in_words, advice).in_lines(&lines, evidence).of(text))
}

/// Whether a text has many more lines that are garbled so than the other side.
fn stands_out(text: Text, garbling: Garbling, evidence: &Evidence) -> bool {
    let lines = |text: &TextProfile| text.garbled(garbling).segments;
    let profile = evidence.profile(text);
    lines(profile) >= MIN_LINES.max(profile.lines() / LINES_PER_ODD_LINE)
        && evidence.other_side(text).iter().all(|other| lines(profile) > MIN_DISPARITY * lines(other))
}

/// The text from the first character in which a line and another version of it differ, to the end of the word.
fn first_difference(line: &str, other: &str) -> String {
    let same = line.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    line.chars().skip(same).take_while(|c| !c.is_whitespace()).take(LONGEST_EXAMPLE).collect()
}

fn is_of_candidate(finding: &Finding) -> bool {
    finding.text == Text::Candidate
}
