//! Message catalogs of gettext (PO): a message is a unit, its id the context and the text of the source.

use super::checked_lines::CheckedLines;
use super::open::InputStream;
use super::record::Role;
use super::units::{Unit, Units};
use crate::text::display::{count, escape, listed};
use anyhow::{Result, anyhow};
use std::collections::VecDeque;
use std::mem;

const SOURCE: &str = "msgid";
const TARGET: &str = "msgstr";

/// Separator of a context and a text in an id, as in compiled catalogs.
const CONTEXT_END: char = '\u{4}';

/// Number of messages that a note names.
const MAX_NAMED: usize = 3;

/// A message catalog.
pub struct Po {
    lines: CheckedLines,
    catalog: Catalog,
}

/// Parts of a catalog that were read.
#[derive(Default)]
struct Catalog {
    message: Message,
    /// The field that lines without a keyword continue.
    field: Field,
    /// Number of the line on which the message begins.
    begin: u64,
    /// Units of the last message that are still to be returned: one for each plural form.
    units: VecDeque<Unit>,
    /// Units whose memory is used again.
    used: Vec<Unit>,
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
    context: Slot,
    id: Slot,
    plural: Slot,
    texts: Texts,
}

/// A text that a message may have, in memory that is used again for the next message.
#[derive(Default)]
struct Slot {
    is_there: bool,
    text: String,
}

impl Slot {
    /// The text, which is there from now on.
    fn get(&mut self) -> &mut String {
        if !mem::replace(&mut self.is_there, true) {
            self.text.clear();
        }
        &mut self.text
    }
}

/// Translations, one for each plural form, in memory that is used again.
#[derive(Default)]
struct Texts {
    /// How many are of the message.
    number: usize,
    all: Vec<String>,
}

impl Texts {
    fn add(&mut self) {
        match self.all.get_mut(self.number) {
            Some(text) => text.clear(),
            None => self.all.push(String::new()),
        }
        self.number += 1;
    }
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
    fn description(&self, words: &str) -> Option<String> {
        let more = if self.number > self.first.len() as u64 { ", ..." } else { "" };
        (self.number > 0)
            .then(|| format!("{} {words} ({}{more})", count(self.number, "message"), self.first.join(", ")))
    }
}

/// The field of a message that a line begins or continues.
#[derive(Clone, Copy, Default, PartialEq)]
enum Field {
    #[default]
    None,
    Context,
    Id,
    Plural,
    Text,
}

impl Po {
    /// A reader of a catalog.
    pub fn new(input: InputStream) -> Po {
        Po { lines: CheckedLines::new(input), catalog: Catalog::default() }
    }
}

impl Catalog {
    /// Takes a line with its number. The error is a message.
    fn take_line(&mut self, line: &str, number: u64) -> Result<(), String> {
        let line = line.trim();
        let (line, is_obsolete) = match line.strip_prefix("#~") {
            Some(line) if !line.starts_with('|') => (line.trim_start(), true),
            _ => (line, false),
        };
        let begins = line.starts_with('#') || line.is_empty() || line.starts_with("msgctxt") || is_id(line);
        // A comment, a context or an id after a translation begins the next message.
        if begins && self.message.texts.number > 0 {
            self.end_message()?;
        }
        if let Some(flags) = line.strip_prefix("#,") {
            self.message.is_fuzzy |= flags.split(',').any(|flag| flag.trim() == "fuzzy");
        }
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        let (keyword, text) = line.split_at(memchr::memchr(b'"', line.as_bytes()).unwrap_or(line.len()));
        let keyword = keyword.trim();
        let message = &mut self.message;
        message.is_obsolete |= is_obsolete;
        self.field = match keyword {
            "" => self.field,
            "msgctxt" => Field::Context,
            "msgid" => {
                self.begin = number;
                Field::Id
            }
            "msgid_plural" => Field::Plural,
            "msgstr" => Field::Text,
            keyword if keyword.starts_with("msgstr[") => Field::Text,
            _ => return Err("neither a keyword of PO, such as msgid, nor a text in quotes".into()),
        };
        let is_new = !keyword.is_empty();
        let slot = match self.field {
            Field::None => return Err("a text without a keyword before it, such as msgid".into()),
            Field::Context => message.context.get(),
            Field::Id => message.id.get(),
            Field::Plural => message.plural.get(),
            Field::Text => {
                if is_new {
                    message.texts.add();
                }
                let Some(text) = message.texts.all[..message.texts.number].last_mut() else { return Ok(()) };
                text
            }
        };
        if is_new && !slot.is_empty() {
            let advice = "is an empty line or a msgstr missing before it?";
            return Err(format!("{keyword} comes again in one message; {advice}"));
        }
        push_unquoted(slot, text).map_err(String::from)
    }

    /// Makes units of the message that has ended.
    fn end_message(&mut self) -> Result<(), String> {
        self.field = Field::None;
        let Message { is_fuzzy, is_obsolete, context, id, plural, texts } = &mut self.message;
        let flags = [mem::take(is_fuzzy), mem::take(is_obsolete)];
        let [is_fuzzy, is_obsolete] = flags;
        let has_id = mem::take(&mut id.is_there);
        let (has_context, has_plural) = (mem::take(&mut context.is_there), mem::take(&mut plural.is_there));
        let number = mem::take(&mut texts.number);
        if !has_id {
            return if number == 0 { Ok(()) } else { Err("a msgstr without a msgid before it".into()) };
        }
        if number == 0 {
            return Err("a msgid without a msgstr after it; is the file cut off?".into());
        }
        let (id, plural, context) = (&id.text, &plural.text, &context.text);
        if is_obsolete {
            self.obsolete.add(id);
            return Ok(());
        }
        // The header of the catalog.
        if id.is_empty() && !has_context {
            return Ok(());
        }
        if is_fuzzy {
            self.fuzzy.add(id);
        }
        if has_plural {
            self.plural.add(id);
        }
        for (form, text) in texts.all[..number].iter().enumerate() {
            let mut unit = self.used.pop().unwrap_or_default();
            unit.clear();
            unit.line = self.begin;
            if has_context {
                unit.id.push_str(context);
                unit.id.push(CONTEXT_END);
            }
            unit.id.push_str(id);
            if has_plural {
                unit.id.push_str(&format!("[{form}]"));
            }
            unit.add(SOURCE, Some(if has_plural && form > 0 { plural } else { id }));
            // To gettext, an empty translation is none.
            unit.add(TARGET, Some(&**text).filter(|text| !text.is_empty()));
            self.units.push_back(unit);
        }
        Ok(())
    }
}

/// Whether a line begins the id of a message.
fn is_id(line: &str) -> bool {
    line.strip_prefix("msgid").is_some_and(|rest| !rest.starts_with('_'))
}

/// Adds a text in quotes, with the escapes of C. The error is a message.
fn push_unquoted(unquoted: &mut String, text: &str) -> Result<(), &'static str> {
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let Some(mut rest) = inner.filter(|_| text.len() > 1) else {
        return Err("a text that is not in quotes; close them");
    };
    while let Some(at) = memchr::memchr2(b'"', b'\\', rest.as_bytes()) {
        unquoted.push_str(&rest[..at]);
        let mut escape = rest[at..].chars();
        match (escape.next(), escape.next()) {
            (Some('"'), _) => return Err("a quote inside a text; put a backslash before it"),
            (_, Some('n')) => unquoted.push('\n'),
            (_, Some('t')) => unquoted.push('\t'),
            (_, Some('r')) => unquoted.push('\r'),
            (_, Some(other @ ('"' | '\\'))) => unquoted.push(other),
            (_, Some('a' | 'b' | 'f' | 'v')) => unquoted.push(' '),
            (_, Some(_)) => return Err("an escape that PO does not have; double a backslash that is text"),
            (_, None) => return Err("a text that is not in quotes; close them"),
        }
        rest = escape.as_str();
    }
    unquoted.push_str(rest);
    Ok(())
}

impl Units for Po {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        let Po { lines, catalog } = self;
        let mut is_at_end = false;
        while catalog.units.is_empty() && !is_at_end {
            let number = lines.number() + 1;
            let taken = match lines.next_text()? {
                Some(line) => catalog.take_line(line, number),
                None => {
                    is_at_end = true;
                    catalog.end_message()
                }
            };
            taken.map_err(|message| anyhow!("{}: line {}: {message}", lines.name(), lines.number()))?;
        }
        let Some(next) = catalog.units.pop_front() else { return Ok(false) };
        catalog.used.push(mem::replace(unit, next));
        Ok(true)
    }

    fn input(&self) -> &InputStream {
        self.lines.input()
    }

    fn usual(&self, role: Role) -> &str {
        if role == Role::Source { SOURCE } else { TARGET }
    }

    fn remarks(&self) -> Vec<String> {
        let Catalog { fuzzy, plural, obsolete, .. } = &self.catalog;
        let parts = [
            fuzzy.description("fuzzy, scored as others"),
            plural.description("with plural forms, each a unit"),
            obsolete.description("obsolete, left out"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let name = self.lines.name();
        if parts.is_empty() { Vec::new() } else { vec![format!("note: {name}: {}", listed(&parts, "and"))] }
    }
}

#[cfg(test)]
mod tests {
    use super::push_unquoted;

    #[test]
    fn escapes_are_those_of_c() {
        let mut unquoted = String::new();
        push_unquoted(&mut unquoted, r#""a\"b\\n\tc""#).unwrap();
        assert_eq!(unquoted, "a\"b\\n\tc");
        for text in ["", "\"", "a", "\"a", "\"a\\\"", "\"a\"b\"", "\"\\x\""] {
            assert!(push_unquoted(&mut String::new(), text).is_err(), "{text}");
        }
    }
}
