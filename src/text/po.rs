//! Message catalogs of gettext (PO): a message is a unit, its id the context and the text of the source.

use super::checked_lines::CheckedLines;
use super::open::InputStream;
use super::record::Role;
use super::units::{Unit, Units};
use crate::text::display::{count, escape, listed};
use anyhow::{Result, bail, ensure};
use std::mem;

const SOURCE: &str = "msgid";
const TARGET: &str = "msgstr";

/// What stands between a context and a text in an id, as in compiled catalogs.
const CONTEXT_END: char = '\u{4}';

/// Number of messages that a note names.
const MAX_NAMED: usize = 3;

/// A message catalog.
pub struct Po {
    lines: CheckedLines,
    message: Message,
    /// Number of the line on which the message begins.
    begin: u64,
    /// Units of the last message that are still to be returned: one for each plural form.
    units: Vec<Unit>,
    /// Messages that are fuzzy, that have plural forms, and that are obsolete.
    fuzzy: Named,
    plural: Named,
    obsolete: Named,
}

/// A message, as far as it was read.
#[derive(Default)]
struct Message {
    is_fuzzy: bool,
    is_obsolete: bool,
    context: Option<String>,
    id: Option<String>,
    plural: Option<String>,
    /// Translations, one for each plural form.
    texts: Vec<String>,
}

/// Messages of a kind: how many, and the first of them.
#[derive(Default)]
struct Named {
    number: u64,
    first: Vec<String>,
}

impl Named {
    fn add(&mut self, id: &str) {
        self.number += 1;
        if self.first.len() < MAX_NAMED {
            self.first.push(format!("'{}'", escape(id)));
        }
    }

    /// Says how many there are and names the first, if there are any.
    fn in_words(&self, words: &str) -> Option<String> {
        let more = if self.number > self.first.len() as u64 { ", ..." } else { "" };
        (self.number > 0)
            .then(|| format!("{} {words} ({}{more})", count(self.number, "message"), self.first.join(", ")))
    }
}

/// The field of a message that a line begins or continues.
#[derive(Clone, Copy, PartialEq)]
enum Field {
    None,
    Context,
    Id,
    Plural,
    Text,
}

impl Po {
    /// A reader of a catalog.
    pub fn new(input: InputStream) -> Po {
        Po {
            lines: CheckedLines::new(input),
            message: Message::default(),
            begin: 0,
            units: Vec::new(),
            fuzzy: Named::default(),
            plural: Named::default(),
            obsolete: Named::default(),
        }
    }

    /// The fault of the line that was read last.
    fn fault<T>(&self, message: &str) -> Result<T> {
        bail!("{}: line {}: {message}", self.lines.name(), self.lines.number())
    }

    /// Reads on until a message has ended, and makes units of it; false at the end of the input.
    fn read_message(&mut self) -> Result<bool> {
        let mut field = Field::None;
        loop {
            let Some(line) = self.lines.next_line()? else {
                let has_message = self.message.id.is_some();
                self.end_message()?;
                return Ok(has_message);
            };
            // The line was checked to be UTF-8.
            let line = str::from_utf8(line).unwrap_or_default().trim();
            let (line, is_obsolete) = match line.strip_prefix("#~") {
                Some(line) if !line.starts_with('|') => (line.trim_start(), true),
                _ => (line, false),
            };
            let begins = line.starts_with('#') || line.is_empty() || line.starts_with("msgctxt") || is_id(line);
            // A comment, a context or an id after a translation begins the next message.
            if begins && !self.message.texts.is_empty() {
                let line = line.to_owned();
                self.end_message()?;
                self.take(&line, is_obsolete, &mut field)?;
                if !self.units.is_empty() {
                    return Ok(true);
                }
                continue;
            }
            let line = line.to_owned();
            self.take(&line, is_obsolete, &mut field)?;
        }
    }

    /// Takes a line.
    fn take(&mut self, line: &str, is_obsolete: bool, field: &mut Field) -> Result<()> {
        if line.is_empty() {
            return Ok(());
        }
        if let Some(flags) = line.strip_prefix("#,") {
            self.message.is_fuzzy |= flags.split(',').any(|flag| flag.trim() == "fuzzy");
            return Ok(());
        }
        if line.starts_with('#') {
            return Ok(());
        }
        let (keyword, text) = line.split_at(line.find('"').unwrap_or(line.len()));
        let text = match unquoted(text) {
            Ok(text) => text,
            Err(message) => return self.fault(message),
        };
        let message = &mut self.message;
        message.is_obsolete |= is_obsolete;
        *field = match keyword.trim() {
            "" => *field,
            "msgctxt" => Field::Context,
            "msgid" => {
                self.begin = self.lines.number();
                Field::Id
            }
            "msgid_plural" => Field::Plural,
            "msgstr" => Field::Text,
            keyword if keyword.starts_with("msgstr[") => Field::Text,
            _ => return self.fault("neither a keyword of PO, such as msgid, nor a text in quotes"),
        };
        let is_new = !keyword.trim().is_empty();
        let slot = match field {
            Field::None => return self.fault("a text without a keyword before it, such as msgid"),
            Field::Context => message.context.get_or_insert_default(),
            Field::Id => message.id.get_or_insert_default(),
            Field::Plural => message.plural.get_or_insert_default(),
            Field::Text => {
                if is_new {
                    message.texts.push(String::new());
                }
                let Some(text) = message.texts.last_mut() else { return Ok(()) };
                text
            }
        };
        ensure!(
            !is_new || slot.is_empty(),
            "{}: line {}: {} comes again in one message; is an empty line or a msgstr missing before it?",
            self.lines.name(),
            self.lines.number(),
            keyword.trim()
        );
        slot.push_str(&text);
        Ok(())
    }

    /// Makes units of the message that has ended.
    fn end_message(&mut self) -> Result<()> {
        let Message { is_fuzzy, is_obsolete, context, id, plural, texts } = mem::take(&mut self.message);
        let Some(id) = id else {
            return if texts.is_empty() { Ok(()) } else { self.fault("a msgstr without a msgid before it") };
        };
        if texts.is_empty() {
            return self.fault("a msgid without a msgstr after it; is the file cut off?");
        }
        if is_obsolete {
            self.obsolete.add(&id);
            return Ok(());
        }
        // The header of the catalog.
        if id.is_empty() && context.is_none() {
            return Ok(());
        }
        if is_fuzzy {
            self.fuzzy.add(&id);
        }
        if plural.is_some() {
            self.plural.add(&id);
        }
        let key = context.map_or_else(|| id.clone(), |context| format!("{context}{CONTEXT_END}{id}"));
        for (form, text) in texts.into_iter().enumerate() {
            let (key, source) = match &plural {
                Some(plural) => (format!("{key}[{form}]"), if form == 0 { &id } else { plural }),
                None => (key.clone(), &id),
            };
            let mut unit = Unit { line: self.begin, id: key, texts: Vec::new() };
            unit.add(SOURCE, Some(source.clone()));
            // To gettext, an empty translation is none.
            unit.add(TARGET, Some(text).filter(|text| !text.is_empty()));
            self.units.push(unit);
        }
        Ok(())
    }
}

/// Whether a line begins the id of a message.
fn is_id(line: &str) -> bool {
    line.strip_prefix("msgid").is_some_and(|rest| !rest.starts_with('_'))
}

/// Reads a text in quotes, with the escapes of C; empty if there is none. The error is a message.
fn unquoted(text: &str) -> Result<String, &'static str> {
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let Some(inner) = inner.filter(|_| text.len() > 1) else {
        return Err("a text that is not in quotes; close them");
    };
    let mut unquoted = String::with_capacity(inner.len());
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('n') => unquoted.push('\n'),
                Some('t') => unquoted.push('\t'),
                Some('r') => unquoted.push('\r'),
                Some(other @ ('"' | '\\')) => unquoted.push(other),
                Some('a' | 'b' | 'f' | 'v') => unquoted.push(' '),
                Some(_) => return Err("an escape that PO does not have; double a backslash that is text"),
                None => return Err("a text that is not in quotes; close them"),
            },
            '"' => return Err("a quote inside a text; put a backslash before it"),
            _ => unquoted.push(character),
        }
    }
    Ok(unquoted)
}

impl Units for Po {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        while self.units.is_empty() {
            if !self.read_message()? {
                return Ok(false);
            }
        }
        *unit = self.units.remove(0);
        Ok(true)
    }

    fn input(&self) -> &InputStream {
        self.lines.input()
    }

    fn usual(&self, role: Role) -> &str {
        if role == Role::Source { SOURCE } else { TARGET }
    }

    fn remarks(&self) -> Vec<String> {
        let parts = [
            self.fuzzy.in_words("fuzzy, scored as others"),
            self.plural.in_words("with plural forms, each a unit"),
            self.obsolete.in_words("obsolete, left out"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let name = self.lines.name();
        if parts.is_empty() { Vec::new() } else { vec![format!("note: {name}: {}", listed(&parts, "and"))] }
    }
}

#[cfg(test)]
mod tests {
    use super::unquoted;

    #[test]
    fn escapes_are_those_of_c() {
        assert_eq!(unquoted(r#""a\"b\\n\tc""#).unwrap(), "a\"b\\n\tc");
        for text in ["", "\"", "a", "\"a", "\"a\\\"", "\"a\"b\"", "\"\\x\""] {
            assert!(unquoted(text).is_err(), "{text}");
        }
    }
}
