//! Texts as one object of JSON, whose keys are ids: the value of a key is a text, or an array of texts. A key is a unit.

use super::checked_lines::CheckedLines;
use super::json_values::JsonText;
use super::jsonl::first_byte;
use super::open::InputStream;
use super::record::Role;
use super::units::{AllUnits, Unit, Units};
use anyhow::{Result, anyhow};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;

/// Name of the texts.
const TEXT: &str = "text";

/// Whether the beginning of a text is that of an object of strings, of several if it is all of it.
pub fn begins_texts(head: &[u8]) -> bool {
    match serde_json::from_slice::<BTreeMap<JsonText, JsonText>>(head) {
        Ok(texts) => texts.len() > 1,
        Err(error) => error.is_eof() && first_byte(head) == Some(b'{'),
    }
}

/// A file of one object, which is read as a whole.
pub struct JsonObject {
    lines: CheckedLines,
    units: AllUnits,
}

impl JsonObject {
    /// A reader of an input.
    pub fn new(input: InputStream) -> JsonObject {
        JsonObject { lines: CheckedLines::new(input), units: AllUnits::default() }
    }
}

fn read_all(lines: &mut CheckedLines) -> Result<Vec<Unit>> {
    let mut json = String::new();
    while let Some(line) = lines.next_text()? {
        json.push_str(line);
        json.push('\n');
    }
    // A text that is cut off does not go on in the next line.
    let UnitsOfObject(units) = serde_json::from_str(json.trim_end())
        .map_err(|error| anyhow!("{}: not an object whose values are texts: {error}", lines.name()))?;
    Ok(units)
}

impl Units for JsonObject {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        self.units.read(unit, || read_all(&mut self.lines))
    }

    fn input(&self) -> &InputStream {
        self.lines.input()
    }

    fn place(&self) -> &'static str {
        "key"
    }

    fn usual(&self, _: Role) -> &str {
        TEXT
    }
}

/// The units of an object, in their order. Equal keys are units too.
struct UnitsOfObject(Vec<Unit>);

impl<'l> Deserialize<'l> for UnitsOfObject {
    fn deserialize<D: Deserializer<'l>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_map(UnitsOfObject(Vec::new()))
    }
}

impl<'l> Visitor<'l> for UnitsOfObject {
    type Value = UnitsOfObject;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'l>>(mut self, mut object: A) -> Result<Self::Value, A::Error> {
        while let Some((JsonText(key), texts)) = object.next_entry::<JsonText, Texts>()? {
            let mut unit = Unit::new(self.0.len() as u64 + 1, key.into_owned());
            match &texts {
                Texts::One(JsonText(text)) => unit.add(TEXT, Some(text)),
                Texts::Several(texts) => texts.iter().for_each(|JsonText(text)| unit.add(TEXT, Some(text))),
            }
            self.0.push(unit);
        }
        Ok(self)
    }
}

/// The value of a key.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a value that is no string, nor an array of strings")]
enum Texts<'l> {
    #[serde(borrow)]
    One(JsonText<'l>),
    Several(Vec<JsonText<'l>>),
}
