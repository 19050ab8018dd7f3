//! Values in a line of JSON to which paths lead. All others are only passed over.

use super::json_path::ItemStep;
use super::json_path::PathTree;
use crate::bleu::tokenize::is_white_space;
use anyhow::Result;
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
    /// No value at this path, nor at one like it in the first record.
    UnknownKey(String),
    /// A path that leads to all items of an array, where one text is wanted.
    SeveralValues(String),
}

/// Finds the values that paths lead to in an object, which is a line, and adds each to the values of its column, which has none
/// yet, as it is written.
pub fn find<'l>(json: &'l str, paths: &PathTree, found: &mut [Vec<&'l str>]) -> Result<(), LineFault<'l>> {
    let mut parser = serde_json::Deserializer::from_str(json);
    let is_found = parser.deserialize_map(Walk { paths, found: &mut *found }).and_then(|()| parser.end()).is_ok();
    if is_found {
        return Ok(());
    }
    found.iter_mut().for_each(Vec::clear);
    find_by_steps(json, paths, found)
}

/// The same, step by step: values that lead on are parsed again. So it knows which fault comes first.
fn find_by_steps<'l>(json: &'l str, paths: &PathTree, found: &mut [Vec<&'l str>]) -> Result<(), LineFault<'l>> {
    let mut parser = serde_json::Deserializer::from_str(json);
    let members = parser.deserialize_map(Members { paths, found: Vec::new() });
    let members = members.and_then(|members| parser.end().map(|()| members));
    let members = members.map_err(|error| LineFault::Syntax { json, error })?;
    for (place, (JsonText(key), next, value)) in members.iter().enumerate() {
        if members[..place].iter().any(|(_, known, _)| ptr::eq(*known, *next)) {
            return Err(twice(key));
        }
        find_in_value(value.get(), next, found)?;
    }
    Ok(())
}

/// The same for a value, to which some paths lead already.
fn find_in_value<'l>(json: &'l str, paths: &PathTree, found: &mut [Vec<&'l str>]) -> Result<(), LineFault<'l>> {
    paths.columns.iter().for_each(|column| found[*column].push(json));
    match json.as_bytes()[0] {
        _ if paths.is_end() => {}
        b'{' => return find_by_steps(json, paths, found),
        b'[' => {
            for (number, item) in items(json)?.into_iter().enumerate() {
                find_in_item(item, number, paths, found)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// The same for an item of an array to which some paths lead.
fn find_in_item<'l>(
    item: &'l str,
    number: usize,
    paths: &PathTree,
    found: &mut [Vec<&'l str>],
) -> Result<(), LineFault<'l>> {
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
    Ok(())
}

/// Follows paths from a value on, in one pass over it.
struct Walk<'p, 'f, 'l> {
    paths: &'p PathTree,
    found: &'f mut [Vec<&'l str>],
}

impl<'l> Walk<'_, '_, 'l> {
    /// Takes a value as it is written, and follows paths further in it.
    fn take<E: Error>(self, value: &'l RawValue) -> Result<(), E> {
        find_in_value(value.get(), self.paths, self.found).map_err(|_| E::custom("a fault in a value"))
    }
}

impl<'l> DeserializeSeed<'l> for Walk<'_, '_, 'l> {
    type Value = ();

    fn deserialize<D: Deserializer<'l>>(self, value: D) -> Result<(), D::Error> {
        if self.paths.columns.is_empty() && !self.paths.is_end() {
            value.deserialize_any(self)
        } else {
            self.take(Deserialize::deserialize(value)?)
        }
    }
}

impl<'l> Visitor<'l> for Walk<'_, '_, 'l> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_map<A: MapAccess<'l>>(self, mut object: A) -> Result<(), A::Error> {
        let mut followed: Vec<&PathTree> = Vec::new();
        while let Some(JsonText(key)) = object.next_key()? {
            let Some(paths) = self.paths.after_key(&key) else {
                object.next_value::<IgnoredAny>()?;
                continue;
            };
            if followed.iter().any(|known| ptr::eq(*known, paths)) {
                return Err(A::Error::custom("two values for a key"));
            }
            followed.push(paths);
            object.next_value_seed(Walk { paths, found: &mut *self.found })?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'l>>(self, mut array: A) -> Result<(), A::Error> {
        for number in 0.. {
            let leads = |(step, _): &(ItemStep, &PathTree)| match step {
                ItemStep::All | ItemStep::Condition { .. } => true,
                ItemStep::Item(item) => *item == number,
            };
            let mut steps = self.paths.item_steps().filter(leads);
            let is_there = match (steps.next(), steps.next()) {
                (None, _) => array.next_element::<IgnoredAny>()?.is_some(),
                (Some((ItemStep::All | ItemStep::Item(_), paths)), None) => {
                    array.next_element_seed(Walk { paths, found: &mut *self.found })?.is_some()
                }
                _ => match array.next_element::<&RawValue>()? {
                    Some(item) => {
                        let fault = |_| A::Error::custom("a fault in an item");
                        find_in_item(item.get(), number, self.paths, self.found).map_err(fault)?;
                        true
                    }
                    None => false,
                },
            };
            if !is_there {
                break;
            }
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

/// The tokens of a list, joined by spaces; `None` for another value, for an empty list, which tells nothing of its kind, or if an
/// item has white space or is not a string.
pub fn joined_tokens(json: &str) -> Option<String> {
    let tokens: Vec<JsonText> = json.starts_with('[').then(|| serde_json::from_str(json).ok())??;
    let is_token = |JsonText(text): &JsonText| !text.is_empty() && !text.contains(is_white_space);
    let words: Vec<&str> = tokens.iter().map(|JsonText(text)| &**text).collect();
    (!tokens.is_empty() && tokens.iter().all(is_token)).then(|| words.join(" "))
}

/// A string, borrowed unless it has escapes.
#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JsonText<'l>(#[serde(borrow)] pub Cow<'l, str>);

/// A member of an object: its key, the paths that lead on from there, and its value.
type Member<'p, 'l> = (JsonText<'l>, &'p PathTree, &'l RawValue);

/// Collects the members of an object to which paths lead.
struct Members<'p, 'l> {
    paths: &'p PathTree,
    found: Vec<Member<'p, 'l>>,
}

impl<'p, 'l> Visitor<'l> for Members<'p, 'l> {
    type Value = Vec<Member<'p, 'l>>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'l>>(mut self, mut object: A) -> Result<Self::Value, A::Error> {
        while let Some(JsonText(key)) = object.next_key()? {
            match self.paths.after_key(&key) {
                Some(next) => self.found.push((JsonText(key), next, object.next_value()?)),
                None => drop(object.next_value::<IgnoredAny>()?),
            }
        }
        Ok(self.found)
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

    #[test]
    fn one_pass_finds_what_steps_find() {
        let lines = [
            r#"{"a": {"b": "x", "c": [1, {"t": "u", "x": "y"}]}, "d": [["p"], "q"], "a.b": "z"}"#,
            r#"{"a": {"b": "x"}, "a": {"b": "y"}}"#,
            r#"{"a": {"b": 1e999, "c": [{"t": "u", "x": [2]}, {"t": "v"}]}, "d": "\ud83d"}"#,
            r#"{"d": [[{"b": null}, 2], []], "e": "\ud83d", "a": "\u0041"}"#,
            r#"{"d": {"0": 1}, "a.c": [[7]], "a": {"c": []}}"#,
            r#"{"a": {"b": tru}}"#,
            r#"{"a": 1} {"#,
            "[]",
        ];
        let trees = [
            &["a"][..],
            &["a.b", "a.c[0]", "d[0][0]"],
            &["a", "a.b", "a.c[1].x"],
            &["a.c[t=u].x", "a.c[].t", "a.c.0", "d"],
            &["d[].b", "d[0]", "d.0", "e.f"],
            &["d[][]", "d[1]"],
        ];
        for line in lines {
            for names in trees {
                let mut paths = PathTree::default();
                names.iter().enumerate().for_each(|(place, name)| paths.add(name, place));
                let (mut found, mut expected) = (vec![Vec::new(); names.len()], vec![Vec::new(); names.len()]);
                let is_found = find(line, &paths, &mut found).is_ok();
                assert_eq!(is_found, find_by_steps(line, &paths, &mut expected).is_ok(), "{line} {names:?}");
                assert!(!is_found || found == expected, "{line} {names:?}: {found:?} {expected:?}");
            }
        }
    }
}
