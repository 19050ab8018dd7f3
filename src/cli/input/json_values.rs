//! Values in a line of JSON to which paths lead. All others are only passed over.

use super::json_path::{PathTree, Step};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::ptr;

/// A fault in a line.
pub enum LineFault<'l> {
    /// Text that is not JSON, in this part of the line.
    Syntax { json: &'l str, error: serde_json::Error },
    /// A message about the values.
    Content(String),
}

/// Finds the values of an object, which is a line, to which paths lead, and adds them to those of their columns, as they are
/// written.
pub fn find<'l>(line: &'l str, paths: &PathTree, found: &mut [Vec<&'l str>]) -> Result<(), LineFault<'l>> {
    let (mut parser, mut repeated) = (serde_json::Deserializer::from_str(line), None);
    let finder = Finder { paths, found, repeated: &mut repeated };
    let read = parser.deserialize_map(finder).and_then(|()| parser.end());
    match repeated {
        Some(key) => Err(twice(&key)),
        None => read.map_err(|error| LineFault::Syntax { json: line, error }),
    }
}

/// Parses a part of a line.
pub fn parse<'l, T: Deserialize<'l>>(json: &'l str) -> Result<T, LineFault<'l>> {
    serde_json::from_str(json).map_err(|error| LineFault::Syntax { json, error })
}

/// The items of an array, as they are written.
pub fn items(array: &str) -> Result<Vec<&str>, LineFault<'_>> {
    Ok(parse::<Vec<&RawValue>>(array)?.into_iter().map(RawValue::get).collect())
}

/// The text of a string; a value that is none stays as it is written.
pub fn text(json: &str) -> Result<Cow<'_, str>, LineFault<'_>> {
    if json.starts_with('"') { parse::<Text>(json).map(|Text(text)| text) } else { Ok(json.into()) }
}

/// A string, borrowed unless it has escapes.
#[derive(Deserialize, PartialEq, Eq, Hash)]
struct Text<'l>(#[serde(borrow)] Cow<'l, str>);

pub fn twice<'l>(name: &str) -> LineFault<'l> {
    LineFault::Content(format!("two values for '{name}'; keep one"))
}

/// Whether a value is an object in which a key has this value.
fn has_value(json: &str, key: &str, value: &str) -> bool {
    let members: HashMap<Text, &RawValue> = serde_json::from_str(json).unwrap_or_default();
    members
        .get(&Text(key.into()))
        .is_some_and(|found| text(found.get()).map_or(found.get() == value, |text| text == value))
}

/// Finds the values in a value to which paths lead.
struct Finder<'f, 'l> {
    paths: &'f PathTree,
    /// The values that were found, by column.
    found: &'f mut [Vec<&'l str>],
    /// A key that leads to two values.
    repeated: &'f mut Option<String>,
}

impl<'l> Finder<'_, 'l> {
    /// The same for a value in this one.
    fn inner<'f>(&'f mut self, paths: &'f PathTree) -> Finder<'f, 'l> {
        Finder { paths, found: self.found, repeated: self.repeated }
    }
}

impl<'l> DeserializeSeed<'l> for Finder<'_, 'l> {
    type Value = ();

    fn deserialize<D: Deserializer<'l>>(self, parser: D) -> Result<(), D::Error> {
        if self.paths.columns.is_empty() {
            return parser.deserialize_any(self);
        }
        let json = <&RawValue>::deserialize(parser)?.get();
        self.paths.columns.iter().for_each(|column| self.found[*column].push(json));
        if self.paths.is_end() {
            return Ok(());
        }
        serde_json::Deserializer::from_str(json).deserialize_any(self).map_err(D::Error::custom)
    }
}

impl<'l> Visitor<'l> for Finder<'_, 'l> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'l>>(mut self, mut object: A) -> Result<(), A::Error> {
        let mut known = Vec::new();
        while let Some(Text(key)) = object.next_key()? {
            let Some(next) = self.paths.after_key(&key) else {
                object.next_value::<IgnoredAny>()?;
                continue;
            };
            object.next_value_seed(self.inner(next))?;
            if known.iter().any(|known| ptr::eq(*known, next)) {
                *self.repeated = Some(key.into_owned());
                return Err(A::Error::custom(""));
            }
            known.push(next);
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'l>>(mut self, mut array: A) -> Result<(), A::Error> {
        let mut number = 0;
        while let Some(item) = array.next_element::<&RawValue>()? {
            for (step, next) in self.paths.item_steps() {
                let leads_here = match step {
                    Step::All => true,
                    Step::Item(item) => item == number,
                    Step::Condition { key, value } => has_value(item.get(), key, value),
                };
                if leads_here {
                    self.inner(next).deserialize(item).map_err(A::Error::custom)?;
                }
            }
            number += 1;
        }
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_those_of_the_parser() {
        for json in [r#""""#, r#""a""#, r#""\u00e9\ud83d\ude00\\\"\/ü\n\t\r\b\f""#, r#""\\u0041\u0041""#, r#""\\\\""#]
        {
            assert_eq!(text(json).ok().map(Cow::into_owned), serde_json::from_str(json).ok(), "{json}");
        }
        for json in [r#""\ud83d""#, r#""\ude00\ud83d""#, r#""\ud83dx\ude00""#, r#""\ud83d\n""#, r#""\ud83d\u0041""#] {
            assert!(text(json).is_err(), "{json}");
        }
        assert_eq!(text("1.50").ok().as_deref(), Some("1.50"));
    }
}
