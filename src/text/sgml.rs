//! mteval's SGML: a segment is a unit, its id the document and the number in it. A file may have several references, each by
//! another system.
//!
//! As in mteval, tags are found by their names, in any case, and text outside `<seg>` is ignored; runs of white space
//! become a space, and entities stay.

use super::not_utf8::not_utf8;
use super::open::InputStream;
use super::record::Role;
use super::units::{AllUnits, Unit, Units};
use anyhow::{Error, Result, ensure};
use std::collections::HashMap;
use std::io::Read;

/// Names of the elements that hold documents.
pub const SETS: [&str; 3] = ["refset", "tstset", "srcset"];

/// Name of the element around them in files of some tasks.
const ROOT: &str = "mteval";

/// Maximum size in bytes of what may precede the first set: declarations, comments, a root element.
const MAX_PROLOG: usize = 1 << 10;

/// Maximum size of a file, which is read as a whole.
const MAX_BYTES: u64 = 1 << 30;

/// Name of the text of a segment.
const TEXT: &str = "seg";

/// A file of SGML, which is read as a whole.
pub struct Sgml {
    input: InputStream,
    units: AllUnits,
}

impl Sgml {
    /// A reader of an input.
    pub fn new(input: InputStream) -> Sgml {
        Sgml { input, units: AllUnits::default() }
    }
}

fn read_all(input: &mut InputStream) -> Result<Vec<Unit>> {
    let (name, mut text) = (input.name().to_owned(), Vec::new());
    let read = input.take(MAX_BYTES + 1).read_to_end(&mut text);
    read.map_err(|error| Error::msg(format!("{name}: {error}")))?;
    ensure!(text.len() as u64 <= MAX_BYTES, "{name}: SGML of more than 1 GiB; is this a test set?");
    let units = parse(&text).map_err(|message| Error::msg(format!("{name}: {message}")))?;
    ensure!(!units.is_empty(), "{name}: no <seg> in a <doc>; is this SGML?");
    Ok(units)
}

impl Units for Sgml {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        self.units.read(unit, || read_all(&mut self.input))
    }

    fn input(&self) -> &InputStream {
        &self.input
    }

    fn usual(&self, _: Role) -> &str {
        TEXT
    }
}

/// Whether a text that begins like this is SGML; `None` if more of it is needed to know.
pub fn begins_sgml(head: &[u8]) -> Option<bool> {
    let mut text = head.to_ascii_lowercase();
    loop {
        let tag = match text.split_first() {
            None => return None,
            Some((b'<', tag)) => tag,
            Some(_) => return Some(false),
        };
        let is_of = |name: &str| tag.starts_with(name.as_bytes());
        if SETS.into_iter().any(is_of) {
            return Some(true);
        }
        if !["?", "!", ROOT].into_iter().any(is_of) {
            let may_be = |name: &str| name.as_bytes().starts_with(tag);
            return if SETS.into_iter().chain([ROOT]).any(may_be) { None } else { Some(false) };
        }
        // A line of plain text may begin like this too, and is not waited for.
        match memchr::memchr2(b'>', b'\n', tag) {
            Some(end) if tag[end] == b'>' => text = tag[end + 1..].trim_ascii_start().to_vec(),
            None if head.len() < MAX_PROLOG => return None,
            _ => return Some(false),
        }
    }
}

/// An element: its attributes, its content, and what follows it.
struct Element<'a> {
    attributes: &'a [u8],
    content: &'a [u8],
    rest: &'a [u8],
}

/// Finds the first element with one of these names. An element that is not closed is an error.
fn find<'a>(text: &'a [u8], names: &[&str]) -> Result<Option<Element<'a>>, String> {
    let mut from = 0;
    while let Some(at) = memchr::memchr(b'<', &text[from..]) {
        let start = from + at + 1;
        let tag = &text[start..];
        from = start;
        let begins = |name: &&&str| tag.get(..name.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(name.as_bytes()));
        let Some(name) = names.iter().find(begins) else { continue };
        let unclosed = || format!("the element <{name}> is never closed; is the file cut off?");
        let end = memchr::memchr(b'>', tag).ok_or_else(unclosed)?;
        let content = &tag[end + 1..];
        let (length, rest) = find_end(content, name).ok_or_else(unclosed)?;
        return Ok(Some(Element {
            attributes: &tag[name.len()..end],
            content: &content[..length],
            rest: &content[rest..],
        }));
    }
    Ok(None)
}

/// Finds the end tag of an element: its start and its end.
fn find_end(text: &[u8], name: &str) -> Option<(usize, usize)> {
    let mut starts = memchr::memchr_iter(b'<', text);
    starts.find_map(|start| {
        let tag = text[start..].strip_prefix(b"</")?;
        let (found, after) = tag.split_at_checked(name.len())?;
        let white = after.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let is_end = found.eq_ignore_ascii_case(name.as_bytes()) && after.get(white) == Some(&b'>');
        is_end.then_some((start, start + 2 + name.len() + white + 1))
    })
}

/// Returns the value of an attribute, with or without quotes; empty if there is none.
fn attribute(attributes: &[u8], name: &str) -> String {
    let text = String::from_utf8_lossy(attributes);
    let mut rest = &*text;
    while let Some((known, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        if known.split_whitespace().next_back().is_some_and(|known| known.eq_ignore_ascii_case(name)) {
            return value.to_owned();
        }
        rest = next;
    }
    String::new()
}

/// Returns the segments of a file. The error is a message.
fn parse(text: &[u8]) -> Result<Vec<Unit>, String> {
    let mut units: Vec<Unit> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    // The systems of each document, in the order in which they appear.
    let mut systems: HashMap<String, Vec<String>> = HashMap::new();
    let mut rest = text;
    while let Some(set) = find(rest, &SETS)? {
        let mut documents = set.content;
        while let Some(document) = find(documents, &["doc"])? {
            let id = attribute(document.attributes, "docid");
            let system = [attribute(document.attributes, "sysid"), attribute(set.attributes, "refid")].concat();
            let known = systems.entry(id.clone()).or_default();
            let column = known.iter().position(|other| *other == system).unwrap_or_else(|| {
                known.push(system);
                known.len() - 1
            });
            let (mut content, mut segments) = (document.content, 0);
            while let Some(segment) = find(content, &["seg"])? {
                segments += 1;
                let number = attribute(segment.attributes, "id");
                let number = if number.is_empty() { segments.to_string() } else { number };
                let place = format!("document {id}, segment {number}");
                if find(segment.content, &["seg"]).is_err() {
                    return Err(format!("{place}: a <seg> that is never closed"));
                }
                let Ok(text) = str::from_utf8(segment.content) else {
                    return Err(format!("{place}: {}", not_utf8("", segment.content, false)));
                };
                let unit = *places.entry(place.clone()).or_insert(units.len());
                if unit == units.len() {
                    units.push(Unit::new(units.len() as u64 + 1, place.clone()));
                }
                let unit = &mut units[unit];
                if unit.len() > column {
                    return Err(format!("{place} occurs twice; give each segment its own id"));
                }
                (unit.len()..column).for_each(|_| unit.add(TEXT, None));
                unit.add(TEXT, Some(&collapsed(text)));
                content = segment.rest;
            }
            documents = document.rest;
        }
        rest = set.rest;
    }
    Ok(units)
}

/// Returns a text with each run of white space as a space.
fn collapsed(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        let is_white = character.is_ascii_whitespace() || character == '\x0B';
        if !is_white || !line.ends_with(' ') {
            line.push(if is_white { ' ' } else { character });
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of each segment.
    fn texts(sgml: &str) -> Vec<Vec<String>> {
        let texts = |unit: Unit| unit.texts().map(|(_, text)| text.unwrap_or("MISSING").to_owned()).collect();
        parse(sgml.as_bytes()).unwrap().into_iter().map(texts).collect()
    }

    #[test]
    fn only_the_text_of_segments_counts() {
        let sgml = "<REFSET a><Doc docid=1>no <p>no<hl><seg id=1>a \n b</SEG >no<seg>&amp;</seg><seg id=3></seg></doc></refset>";
        assert_eq!(texts(sgml), [["a b"], ["&amp;"], [""]]);
    }

    #[test]
    fn attributes_may_lack_quotes() {
        let attributes = br#" sysid=x docid="a b" ID = "3""#;
        let value = |name| attribute(attributes, name);
        assert_eq!(["sysid", "docid", "id", "genre"].map(value), ["x", "a b", "3", ""]);
    }

    #[test]
    fn an_element_that_is_not_closed_is_an_error() {
        for sgml in ["<refset", "<refset>", "<refset><doc>", "<refset><doc><seg>a</doc></refset>"] {
            assert!(parse(sgml.as_bytes()).is_err(), "{sgml}");
        }
    }

    #[test]
    fn several_systems_are_several_texts() {
        let document = |system, text| format!("<doc docid=d sysid={system}>{text}</doc>");
        let (one, other) = (document("x", "<seg id=1>a</seg><seg id=2>b</seg>"), document("y", "<seg id=2>c</seg>"));
        assert_eq!(texts(&format!("<refset>{one}{other}</refset>")), [vec!["a"], vec!["b", "c"]]);
        assert_eq!(texts(&format!("<refset>{other}{one}</refset>")), [vec!["c", "b"], vec!["MISSING", "a"]]);
        assert_eq!(texts(&format!("<refset>{one}</refset><refset>{other}</refset>")).len(), 2);
        assert!(parse(format!("<tstset>{one}{one}</tstset>").as_bytes()).is_err());
    }

    #[test]
    fn sgml_is_known_by_its_first_bytes() {
        for (head, expected) in [
            ("<", None),
            ("<RefS", None),
            ("<tstset", Some(true)),
            ("<srcset ", Some(true)),
            ("<html>", Some(false)),
            ("<?xml version=\"1.0\"?>\n<!DOCTYPE mteval>\n<MTEVAL>\n<refset", Some(true)),
            ("<?xml version=\"1.0\"?>\n<!DOCTYPE mteval>\n<mt", None),
            ("<?xml version=\"1.0\"?><dataset>", Some(false)),
            ("<! he said\n", Some(false)),
            ("plain", Some(false)),
            ("", None),
        ] {
            assert_eq!(begins_sgml(head.as_bytes()), expected, "{head}");
        }
    }
}
