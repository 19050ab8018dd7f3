//! Plain lines that have an id, as Kaldi, `trn` and others write them: their first or last word. A line is a unit.

use super::checked_lines::CheckedLines;
use super::open::InputStream;
use super::record::Role;
use super::units::{Unit, Units};
use anyhow::{Result, bail};
use clap::ValueEnum;

/// Name of the texts.
const TEXT: &str = "text";

/// Place of the id in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum IdWord {
    /// the first, as in Kaldi's `text`
    First,
    /// the last, perhaps in parentheses, as in `trn`
    Last,
}

impl IdWord {
    /// The id and the text of a line; `None` if it has no word.
    pub fn split(self, line: &str) -> Option<(&str, &str)> {
        let line = line.trim();
        let (id, text) = match self {
            IdWord::First => line.split_once(char::is_whitespace).unwrap_or((line, "")),
            IdWord::Last => {
                let (text, id) = line.rsplit_once(char::is_whitespace).unwrap_or(("", line));
                (id.strip_prefix('(').and_then(|id| id.strip_suffix(')')).unwrap_or(id), text)
            }
        };
        (!id.is_empty()).then(|| (id, text.trim()))
    }
}

/// A file of lines with ids.
pub struct IdWordLines {
    lines: CheckedLines,
    word: IdWord,
}

impl IdWordLines {
    /// A reader of lines whose ids are this word.
    pub fn new(input: InputStream, word: IdWord) -> IdWordLines {
        IdWordLines { lines: CheckedLines::new(input), word }
    }
}

impl Units for IdWordLines {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        let Some(line) = self.lines.next_text()?.map(String::from) else { return Ok(false) };
        let (name, number) = (self.lines.name(), self.lines.number());
        let Some((id, text)) = self.word.split(&line) else {
            bail!("{name}: line {number}: no word, which would be the id; remove the empty line")
        };
        (unit.line, unit.id) = (number, id.to_owned());
        unit.add(TEXT, Some(text.to_owned()));
        Ok(true)
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
    use super::IdWord;

    #[test]
    fn ids_are_words_at_an_end() {
        assert_eq!(IdWord::First.split("utt1 a b "), Some(("utt1", "a b")));
        assert_eq!(IdWord::First.split("7\ta b"), Some(("7", "a b")));
        assert_eq!(IdWord::Last.split("a b (utt1)"), Some(("utt1", "a b")));
        assert_eq!(IdWord::Last.split("(utt1)"), Some(("utt1", "")));
        assert_eq!(IdWord::First.split(" "), None);
    }
}
