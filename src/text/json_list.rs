//! A list of texts as an array of JSON, or as lines that are its items: an item is a string or a list of tokens. It is a unit,
//! without an id.

use super::checked_lines::CheckedLines;
use super::json_array::array_items;
use super::json_values::{JsonText, joined_tokens};
use super::jsonl::first_byte;
use super::open::InputStream;
use super::record::Role;
use super::units::{Unit, Units};
use anyhow::{Result, bail};

/// Name of the texts.
const TEXT: &str = "text";

/// A file of one array, or of an item on each line.
pub struct JsonList {
    /// An item on each line.
    items: CheckedLines,
    lists: Lists,
    /// Whether an item was a list of tokens.
    has_tokens: bool,
}

/// Meaning of an item that is a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lists {
    /// The tokens of a text.
    Tokens,
    /// The references of a segment; some have several words.
    References,
    /// The tokens of a reference, or references of one word each.
    Unclear,
}

/// Whether a text that begins like this may be of this format.
pub fn may_be_list(head: &[u8], is_all: bool) -> Option<bool> {
    let first = first_byte(head).map(|first| matches!(first, b'[' | b'"'));
    first.or(is_all.then_some(true))
}

impl JsonList {
    /// A reader of candidates or references. Lists of words that are references may be references too, unless the format is asked
    /// for.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(mut input: InputStream, role: Option<Role>, is_asked_for: bool) -> Result<JsonList> {
        let lists = match role {
            Some(Role::Reference) if input.examine(has_several_words)? => Lists::References,
            Some(Role::Reference) if !is_asked_for => Lists::Unclear,
            _ => Lists::Tokens,
        };
        // Lines may each be a list of tokens.
        let is_array = input.examine(is_one_array)?;
        let items = CheckedLines::new(if is_array { input.map(array_items) } else { input });
        Ok(JsonList { items, lists, has_tokens: false })
    }
}

/// Adds the texts of an item to a unit. The error is a message.
fn add(item: &str, lists: Lists, unit: &mut Unit) -> Result<(), &'static str> {
    if let Ok(JsonText(text)) = serde_json::from_str(item) {
        unit.add(TEXT, Some(&text));
        return Ok(());
    }
    match (lists, joined_tokens(item)) {
        _ if item == "[]" => unit.add(TEXT, Some("")),
        (Lists::Tokens, Some(text)) => unit.add(TEXT, Some(&text)),
        (Lists::Tokens, None) => {
            return Err("neither a string nor a list of tokens, which all items of a list of texts are");
        }
        (Lists::References, _) => {
            let texts: Vec<JsonText> = serde_json::from_str(item)
                .map_err(|_| "neither a string nor a list of strings, which all items of a list of references are")?;
            texts.iter().for_each(|JsonText(text)| unit.add(TEXT, Some(text)));
        }
        (Lists::Unclear, _) => {
            return Err(
                "a list of single words, which may be the tokens of a reference, or several references; if they are \
                        tokens: --input-format json-list; if not, write each list into an object of its own, for --records",
            );
        }
    }
    Ok(())
}

/// Whether a text that begins like this has a string of several words; `None` if more of it is needed to know.
fn has_several_words(head: &[u8], is_all: bool) -> Option<bool> {
    let (mut is_in_string, mut is_escaped) = (false, false);
    for &byte in head {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_in_string,
            b'"' => is_in_string = !is_in_string,
            b' ' if is_in_string => return Some(true),
            _ => {}
        }
    }
    (is_all || head.len() >= MAX_LINE).then_some(false)
}

/// Number of bytes in which a line that is a whole list ends.
const MAX_LINE: usize = 64 << 10;

/// Whether a text that begins like this is one array, not one on each line; `None` if more of it is needed to know.
fn is_one_array(head: &[u8], is_all: bool) -> Option<bool> {
    let text = head.trim_ascii_start();
    if text.first().is_some_and(|&first| first != b'[') {
        return Some(false);
    }
    let Some(end) = memchr::memchr(b'\n', text) else { return (is_all || head.len() >= MAX_LINE).then_some(true) };
    let (first, rest) = (text[..end].trim_ascii_end(), text[end..].trim_ascii());
    let is_list = serde_json::from_slice::<Vec<JsonText>>(first).is_ok();
    match rest.first() {
        Some(_) => Some(!is_list),
        None if is_list => is_all.then_some(true),
        None => Some(true),
    }
}

impl Units for JsonList {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        let Some(item) = self.items.next_text()?.map(str::trim_ascii) else { return Ok(false) };
        // An empty array is an empty line.
        if item.is_empty() {
            return Ok(false);
        }
        self.has_tokens |= self.lists == Lists::Tokens && item.starts_with('[');
        if let Err(message) = add(item, self.lists, unit) {
            bail!("{}: item {}: {message}", self.items.name(), self.items.number());
        }
        unit.line = self.items.number();
        Ok(true)
    }

    fn input(&self) -> &InputStream {
        self.items.input()
    }

    fn place(&self) -> &'static str {
        "item"
    }

    fn usual(&self, _: Role) -> &str {
        TEXT
    }

    fn remarks(&self) -> Vec<String> {
        let tokens = format!("note: {}: lists of tokens are joined by spaces", self.items.name());
        self.has_tokens.then_some(tokens).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_array_is_told_from_one_on_each_line() {
        for (head, is_all, expected) in [
            ("", true, Some(true)),
            ("[\"a\",", false, None),
            ("[\"a\"]\n", false, None),
            ("[\"a\"]\n", true, Some(true)),
            ("[\"a\"]\n[", false, Some(false)),
            ("[\"a\"]", true, Some(true)),
            ("[\n\"a\"]", false, Some(true)),
            ("[\"a\",\n", false, Some(true)),
            ("[[\"a\"]]\n", true, Some(true)),
            ("[[\"a\"],\n[\"b\"]]\n", true, Some(true)),
            ("\"a\"\n", false, Some(false)),
        ] {
            assert_eq!(is_one_array(head.as_bytes(), is_all), expected, "{head}");
        }
    }
}
