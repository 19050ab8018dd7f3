//! Values in a line of JSON to which paths lead. All others are only passed over.

use super::json_path::ItemStep;
use super::*;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::ptr;

/// A fault in a line.
pub enum LineFault<'l> {
    /// Text that is not JSON, in this part of the line.
    Syntax { json: &'l str, error: serde_json::Error },
    /// A message about the values.
    Content(String),
}

/// Finds the values in an object, which is a line, to which paths lead, and adds them to those of their columns, as they are
/// written.
pub fn find<'l>(json: &'l str, paths: &PathTree, found: &mut [Vec<&'l str>]) -> Result<(), LineFault<'l>> {
    let mut known = Vec::new();
    for (JsonText(key), value) in parse::<Members>(json)?.0 {
        let Some(next) = paths.after_key(&key) else { continue };
        if known.iter().any(|known| ptr::eq(*known, next)) {
            return Err(twice(&key));
        }
        known.push(next);
        find_in_value(value.get(), next, found)?;
    }
    Ok(())
}

/// The same for a value, to which some paths lead already.
fn find_in_value<'l>(json: &'l str, paths: &PathTree, found: &mut [Vec<&'l str>]) -> Result<(), LineFault<'l>> {
    paths.columns.iter().for_each(|column| found[*column].push(json));
    match json.as_bytes()[0] {
        _ if paths.is_end() => {}
        b'{' => return find(json, paths, found),
        b'[' => {
            for (number, item) in items(json)?.into_iter().enumerate() {
                for (step, next) in paths.item_steps() {
                    let leads_here = match step {
                        ItemStep::All => true,
                        ItemStep::Item(item) => item == number,
                        ItemStep::Condition { key, value } => has_value(item, key, value),
                    };
                    if leads_here {
                        find_in_value(item, next, found)?;
                    }
                }
            }
        }
        _ => {}
    }
    Ok(())
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
    if json.starts_with('"') { parse::<JsonText>(json).map(|JsonText(text)| text) } else { Ok(json.into()) }
}

/// A string, borrowed unless it has escapes.
#[derive(Deserialize, PartialEq, Eq, Hash)]
struct JsonText<'l>(#[serde(borrow)] Cow<'l, str>);

/// The keys of an object with their values, in their order.
struct Members<'l>(Vec<(JsonText<'l>, &'l RawValue)>);

impl<'l> Deserialize<'l> for Members<'l> {
    fn deserialize<D: Deserializer<'l>>(parser: D) -> Result<Members<'l>, D::Error> {
        parser.deserialize_map(Members(Vec::new()))
    }
}

impl<'l> Visitor<'l> for Members<'l> {
    type Value = Members<'l>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'l>>(mut self, mut object: A) -> Result<Members<'l>, A::Error> {
        while let Some(member) = object.next_entry()? {
            self.0.push(member);
        }
        Ok(self)
    }
}

pub fn twice<'l>(name: &str) -> LineFault<'l> {
    LineFault::Content(format!("two values for '{name}'; keep one"))
}

/// Whether a value is an object in which a key has this value.
fn has_value(json: &str, key: &str, value: &str) -> bool {
    let members: HashMap<JsonText, &RawValue> = serde_json::from_str(json).unwrap_or_default();
    members
        .get(&JsonText(key.into()))
        .is_some_and(|found| text(found.get()).map_or(found.get() == value, |text| text == value))
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
