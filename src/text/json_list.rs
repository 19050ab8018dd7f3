//! A list of texts as an array of strings in JSON, or as lines that are such strings: an item is a unit, without an id.

use super::checked_lines::CheckedLines;
use super::json_array::array_items;
use super::json_values::JsonText;
use super::jsonl::first_byte;
use super::open::InputStream;
use super::record::Role;
use super::units::{Unit, Units};
use anyhow::{Result, bail};

/// Name of the texts.
const TEXT: &str = "text";

/// A file of one array, or of a string on each line.
pub struct JsonList {
    /// An item on each line.
    items: CheckedLines,
}

impl JsonList {
    /// A reader of an input.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(mut input: InputStream) -> Result<JsonList> {
        let is_array = input.peek(first_byte)? == b'[';
        Ok(JsonList { items: CheckedLines::new(if is_array { input.map(array_items) } else { input }) })
    }
}

impl Units for JsonList {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        let Some(item) = self.items.next_line()? else { return Ok(false) };
        let is_empty = item.trim_ascii().is_empty();
        // An empty array is an empty line.
        let Ok(JsonText(text)) = serde_json::from_slice(item) else {
            if is_empty {
                return Ok(false);
            }
            let (name, number) = (self.items.name(), self.items.number());
            bail!("{name}: item {number}: not a string; a list of texts has nothing else")
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
}
