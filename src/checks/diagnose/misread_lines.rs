//! Lines that were written in one encoding and read as another, as the words of their references show.

use super::alignment::Sketch;
use super::common_words::{KnownWords, WordCounts};
use super::garbled_lines::has_control;
use super::limits::FEW_LINES;
use super::scripts::is_letter;
use super::shares::share;
use crate::bleu::error::Error;
use crate::bleu::lines::{joined, lines, not_ascii};
use crate::bleu::scoring::{Definition, Statistics};
use crate::checks::repair::code_pages::WrongReading;

/// Share of the words with letters that are not ASCII that the references have, whatever their case: at most this in a wrong line,
/// at least half in a restored one.
const MAX_KNOWN: f64 = 0.3;

/// Lines that were misread.
pub struct MisreadLines {
    pub reading: WrongReading,
    /// Their numbers, and their text as it was written.
    pub lines: Vec<(usize, String)>,
}

impl MisreadLines {
    /// Finds the pair of encodings that makes known words of unknown ones in most lines, given the words of the other side and the
    /// counterparts of a line. Lines that are restored are more similar to these; `None` if most of the wrong ones are not.
    pub fn find<'a>(
        lines: &[(usize, &'a str)],
        words: &[&WordCounts],
        counterparts: impl Fn(usize) -> Vec<Sketch>,
    ) -> Option<MisreadLines> {
        // The words of the other side need not be known if hardly a line may be wrong.
        let may_be_wrong = |(_, line): &&(usize, &str)| has_control(line) || not_ascii(line).any(|(_, c)| is_letter(c));
        if lines.iter().filter(may_be_wrong).count() < FEW_LINES as usize {
            return None;
        }
        // Control characters are in no word.
        let is_wrong = |(_, line): &(usize, &str)| match WordCounts::known_words(words, line) {
            KnownWords { all: 0, .. } => has_control(line),
            KnownWords { known, all } => known as f64 <= MAX_KNOWN * all as f64,
        };
        let wrong: Vec<(usize, &str)> = lines.iter().copied().filter(is_wrong).collect();
        if wrong.len() < FEW_LINES as usize {
            return None;
        }
        let texts: Vec<&str> = wrong.iter().map(|(_, line)| *line).collect();
        let reading = WrongReading::find(&texts, |line| {
            let KnownWords { known, all } = WordCounts::known_words(words, line);
            (all > 0 && 2 * known >= all).then_some(known)
        })?;
        let restored = |&(number, line): &(usize, &'a str)| {
            let text = reading.restore(line).filter(|text| text != line && !text.contains(['\n', '\r']))?;
            let counterparts = counterparts(number);
            let similarity = |text: &str| {
                let sketch = Sketch::new(text);
                counterparts.iter().map(|other| sketch.similarity(other)).fold(0.0, f64::max)
            };
            (similarity(&text) > similarity(line)).then_some((line, (number, text)))
        };
        let (present, better): (Vec<&str>, Vec<(usize, String)>) = wrong.iter().filter_map(restored).unzip();
        // Quotes may be read as letters. Good text that is misread as its counterparts were is more similar too, but has other
        // characters in place of letters.
        let shares = [share_of_letters(present), share_of_letters(better.iter().map(|(_, text)| text.as_str()))];
        let are_better = 2 * better.len() >= wrong.len() && 2.0 * shares[1] >= shares[0];
        are_better.then(|| {
            // Most words of a line may be known although one is wrong.
            let (present, lines): (Vec<&str>, Vec<(usize, String)>) = lines.iter().filter_map(restored).unzip();
            MisreadLines { reading: reading.also_of(present.into_iter()), lines }
        })
    }
}

/// Share of the characters that are not ASCII that are letters.
fn share_of_letters<'a>(lines: impl IntoIterator<Item = &'a str>) -> f64 {
    let characters: Vec<char> = lines.into_iter().flat_map(not_ascii).map(|(_, c)| c).collect();
    share(characters.iter().filter(|c| is_letter(**c)).count() as u64, characters.len() as u64)
}

/// Lines of a candidate that were restored.
#[derive(Debug)]
#[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "the program repairs"))]
pub(crate) struct RestoredLines {
    /// The encoding that they were written in, and the one that they were read as.
    pub encodings: [&'static str; 2],
    /// Their numbers, from 0, and their text.
    pub lines: Vec<(usize, String)>,
    /// Their statistics before and after.
    pub statistics: [Statistics; 2],
}

/// Restores lines of a candidate that were misread; `None` if there are none.
///
/// # Errors
/// If the texts differ in their number of lines, or one is too long.
#[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "the program repairs"))]
pub(crate) fn restore(
    definition: &Definition,
    candidate: &str,
    references: &[String],
) -> Result<Option<RestoredLines>, Error> {
    let words = WordCounts::beyond_ascii(references.iter().flat_map(|text| lines(text)));
    let own: Vec<(usize, &str)> = lines(candidate).enumerate().collect();
    let references: Vec<Vec<&str>> = references.iter().map(|text| lines(text).collect()).collect();
    // A text with other lines is refused when these are counted.
    let counterparts =
        |number: usize| references.iter().filter_map(|text| Some(Sketch::new(text.get(number)?))).collect();
    let found = MisreadLines::find(&own, &[&words], counterparts);
    let Some(MisreadLines { reading, lines }) = found else { return Ok(None) };
    let of_lines = |text: &Vec<&str>| joined(lines.iter().filter_map(|(number, _)| text.get(*number).copied()));
    let of_references: Vec<String> = references.iter().map(of_lines).collect();
    let count = |text: String| Ok(definition.accumulator().add_lines(&text, &of_references)?.sum());
    let before = count(joined(lines.iter().map(|(number, _)| own[*number].1)))?;
    let after = count(joined(lines.iter().map(|(_, text)| text.as_str())))?;
    let encodings = [reading.written.name(), reading.read_name()];
    Ok(Some(RestoredLines { encodings, lines, statistics: [before, after] }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::repair::code_pages::{CodePage, others};

    fn page(name: &str) -> &'static CodePage {
        others().find(|page| page.name() == name).unwrap()
    }

    #[test]
    fn lines_of_any_encoding_are_restored_and_good_ones_left_alone() {
        let text = [
            "Дом стоит у старой мельницы",
            "Лодка лежала на берегу",
            "Дождь шёл с утра",
            "Дорога в деревню пуста",
            "Две собаки лаяли за забором",
            "Она прочла письмо дважды",
            "Никого не было дома",
            "Это хорошая книга",
        ];
        let wrong = |line: &str| page("windows-1252").decode(&page("windows-1251").encode(line).unwrap()).unwrap();
        let line = |(i, line): (usize, &&str)| if i == 2 { (*line).to_owned() } else { wrong(line) };
        let lines: Vec<String> = text.iter().enumerate().map(line).collect();
        let [candidate, reference] = [joined(lines.iter().map(String::as_str)), joined(text.iter().copied())];
        let restored = restore(&Definition::default(), &candidate, std::slice::from_ref(&reference)).unwrap().unwrap();
        assert_eq!(restored.encodings, ["windows-1251", "ISO-8859-1"]);
        let expected = text.iter().enumerate().filter(|(i, _)| *i != 2).map(|(i, line)| (i, (*line).to_owned()));
        assert_eq!(restored.lines, expected.collect::<Vec<_>>());
        assert!(restored.statistics[0].correct()[0] < restored.statistics[1].correct()[0]);
        assert!(restore(&Definition::default(), &reference, std::slice::from_ref(&reference)).unwrap().is_none());
    }

    #[test]
    fn lines_with_some_wrong_words_are_restored_too() {
        // Most words of a line may be right: š and ž are the same in both encodings. Another encoding would make marks of them.
        let text = [
            "Rezač ne radi",
            "Kuća je prazna već danima",
            "Noć i večer",
            "Žena je šutjela u kući",
            "Vjetar nosi žuto lišće",
        ];
        let wrong = |line: &str| page("windows-1252").decode(&page("windows-1250").encode(line).unwrap()).unwrap();
        let lines: Vec<String> = text.iter().map(|line| wrong(line)).collect();
        let [candidate, reference] = [joined(lines.iter().map(String::as_str)), joined(text.iter().copied())];
        let restored = restore(&Definition::default(), &candidate, &[reference]).unwrap().unwrap();
        assert_eq!(restored.encodings, ["windows-1250", "windows-1252"]);
        assert_eq!(restored.lines, (0..).zip(text.map(str::to_owned)).collect::<Vec<_>>());
    }
}
