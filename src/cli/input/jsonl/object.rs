//! Parses one object of a line: the values of the names that are asked for, without building the others.

use crate::cli::input::record::Record;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value as Json;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// A value, whose text is in the record.
#[derive(Clone, Debug, Default)]
pub enum Value {
    #[default]
    Absent,
    Null,
    Text(Range<usize>),
    /// A number or a Boolean, as text.
    Scalar(Range<usize>, &'static str),
    List(Vec<Value>),
    Object,
}

impl Value {
    /// The kind of value, with its article.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Absent => "missing",
            Value::Null => "null",
            Value::Text(_) => "a string",
            Value::Scalar(_, kind) => kind,
            Value::List(_) => "an array",
            Value::Object => "an object",
        }
    }
}

/// Returns the message of an error of the parser, without its place.
pub fn message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message).to_owned()
}

/// Fields of interest, into which a line is parsed.
pub struct Object<'a> {
    /// Names that are asked for, and their values.
    pub names: &'a [String],
    pub values: &'a mut [Value],
    /// Number of the first name of a label.
    pub labels_from: usize,
    /// Record that texts go into.
    pub record: &'a mut Record,
    /// A name that has two values, or a key with two objects on the way to a value that is asked for.
    pub repeated: Option<String>,
}

impl<'a> Object<'a> {
    /// Parses a line, which must be an object.
    pub fn parse(&mut self, line: &str) -> serde_json::Result<()> {
        let mut parser = serde_json::Deserializer::from_str(line);
        let names: &'a [String] = self.names;
        let paths = names.iter().map(String::as_str).enumerate().collect();
        Nested { object: self, paths }.deserialize(&mut parser)?;
        parser.end()
    }
}

/// Parses an object: the outer one, or one that is the value of a key. Each path is the index of a requested name and
/// the rest of the name below this object.
struct Nested<'a, 'b> {
    object: &'b mut Object<'a>,
    paths: Vec<(usize, &'a str)>,
}

impl<'de> DeserializeSeed<'de> for Nested<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, 'a> Visitor<'de> for Nested<'a, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        let Nested { object, paths } = self;
        let mut nested: Vec<Cow<str>> = Vec::new();
        while let Some(key) = map.next_key_seed(Key)? {
            let mut of_key = paths.iter().filter(|(_, path)| **path == *key).map(|(number, _)| *number).peekable();
            if let Some(&number) = of_key.peek() {
                if !matches!(object.values[number], Value::Absent) {
                    object.repeated = Some(object.names[number].clone());
                }
                let value = match number >= object.labels_from || of_key.clone().any(|of| of >= object.labels_from) {
                    true => label(map.next_value()?, object.record).map_err(M::Error::custom)?,
                    false => map.next_value_seed(Parse(object.record))?,
                };
                of_key.for_each(|number| object.values[number] = value.clone());
                continue;
            }
            let inner = |path: &(usize, &'a str)| Some((path.0, path.1.strip_prefix(&*key)?.strip_prefix('.')?));
            let inner: Vec<(usize, &'a str)> = paths.iter().filter_map(inner).collect();
            if inner.is_empty() {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            if nested.contains(&key) {
                object.repeated = Some(key.clone().into_owned());
            }
            nested.push(key);
            map.next_value_seed(MaybeNested(Nested { object, paths: inner }))?;
        }
        Ok(())
    }
}

/// Parses a value that is a label. A number keeps its text: as a floating-point number it might equal another.
fn label(json: &RawValue, record: &mut Record) -> Result<Value, String> {
    let json = json.get();
    if json.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
        return Ok(Value::Scalar(record.add_text(json.as_bytes()), "a number"));
    }
    Parse(record).deserialize(&mut serde_json::Deserializer::from_str(json)).map_err(|error| message(&error))
}

/// Parses a value; only an object has keys.
struct MaybeNested<'a, 'b>(Nested<'a, 'b>);

impl<'de> DeserializeSeed<'de> for MaybeNested<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for MaybeNested<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<(), M::Error> {
        self.0.visit_map(map)
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut items: S) -> Result<(), S::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

/// Parses a key, without copying one that has no escapes.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(key))
    }

    fn visit_str<E>(self, key: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(key.to_owned()))
    }
}

/// Parses a value, whose text goes into the record.
struct Parse<'a>(&'a mut Record);

impl<'de> DeserializeSeed<'de> for Parse<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Parse<'_> {
    fn scalar(self, value: impl fmt::Display, kind: &'static str) -> Value {
        Value::Scalar(self.0.add_text(value.to_string().as_bytes()), kind)
    }
}

impl<'de> Visitor<'de> for Parse<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(self.0.add_text(text.as_bytes())))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(self.scalar(number, "a number"))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(self.scalar(number, "a number"))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(self.scalar(Json::from(number), "a number"))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(self.scalar(value, "a Boolean"))
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut items: S) -> Result<Value, S::Error> {
        let mut values = Vec::new();
        while let Some(value) = items.next_element_seed(Parse(self.0))? {
            values.push(value);
        }
        Ok(Value::List(values))
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Value, M::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Object)
    }
}
