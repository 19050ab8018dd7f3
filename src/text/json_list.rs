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
    /// Whether an item was a list of tokens.
    has_tokens: bool,
}

/// Whether a text that begins like this may be of this format.
pub fn may_be_list(head: &[u8], is_all: bool) -> Option<bool> {
    let first = first_byte(head).map(|first| matches!(first, b'[' | b'"'));
    first.or(is_all.then_some(true))
}

impl JsonList {
    /// A reader of an input.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(mut input: InputStream) -> Result<JsonList> {
        // Lines may each be a list of tokens.
        let is_array = input.examine(is_one_array)?;
        let items = CheckedLines::new(if is_array { input.map(array_items) } else { input });
        Ok(JsonList { items, has_tokens: false })
    }
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
        let Some(item) = self.items.next_text()? else { return Ok(false) };
        let item = item.trim_ascii();
        let text = match serde_json::from_str(item) {
            Ok(JsonText(text)) => text,
            // An empty array is an empty line.
            Err(_) if item.is_empty() => return Ok(false),
            Err(_) if item == "[]" => "".into(),
            Err(_) => match joined_tokens(item) {
                Some(tokens) => {
                    self.has_tokens = true;
                    tokens.into()
                }
                None => {
                    let (name, number) = (self.items.name(), self.items.number());
                    bail!(
                        "{name}: item {number}: neither a string nor a list of tokens, which all items of a list of texts are"
                    )
                }
            },
        };
        unit.add(TEXT, Some(&text));
        unit.line = self.items.number();
        Ok(true)
    }

    fn input(&self) -> &InputStream {
        self.items.input()
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
