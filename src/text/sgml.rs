//! mteval's SGML as lines: one line per segment.
//!
//! As in mteval, tags are found by their names, in any case, and text outside `<seg>` is ignored; runs of white space
//! become a space, and entities stay.

use super::compressed::{Reader, peek, uncompressed_name};
use super::not_utf8::not_utf8;
use anyhow::Result;
use std::collections::{HashMap, HashSet};
use std::io;
use std::io::{Cursor, Read};
use std::path::Path;
use std::sync::Arc;

/// Names of the elements that hold documents.
pub const SETS: [&str; 3] = ["refset", "tstset", "srcset"];

/// Name of the element around them in files of some tasks.
const ROOT: &str = "mteval";

/// Maximum size in bytes of what may precede the first set: declarations, comments, a root element.
const MAX_PROLOG: usize = 1 << 10;

/// Maximum size of a file, which is read as a whole.
const MAX_BYTES: u64 = 1 << 30;

/// Ids of segments, each with its document, in the order of the file.
pub type Ids = Arc<[String]>;

/// Returns the lines of a file of SGML and the ids of its segments; any other file is passed through. SGML is
/// recognized by file extension or first bytes.
pub fn as_lines(mut raw: Reader, path: &Path) -> io::Result<(Reader, Option<Ids>)> {
    let name = uncompressed_name(path);
    let is_named = name.ends_with(".sgm") || name.ends_with(".sgml");
    if !is_named && !peek(&mut raw, begins_sgml)? {
        return Ok((raw, None));
    }
    let mut text = Vec::new();
    if raw.take(MAX_BYTES + 1).read_to_end(&mut text)? as u64 > MAX_BYTES {
        return Err(io::Error::other("SGML of more than 1 GiB; is this a test set?"));
    }
    let (lines, ids) = parse(&text).map_err(io::Error::other)?;
    if ids.is_empty() {
        return Err(io::Error::other("no <seg> in a <doc>; is this SGML?"));
    }
    Ok((Box::new(Cursor::new(lines)), Some(ids.into())))
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

/// Returns the segments of a file, each as a line, and their ids.
fn parse(text: &[u8]) -> Result<(Vec<u8>, Vec<String>), String> {
    let (mut lines, mut ids) = (Vec::new(), Vec::new());
    let mut systems: HashMap<String, String> = HashMap::new();
    let mut places = HashSet::new();
    let mut rest = text;
    while let Some(set) = find(rest, &SETS)? {
        let mut documents = set.content;
        while let Some(document) = find(documents, &["doc"])? {
            let (id, system) = (attribute(document.attributes, "docid"), attribute(document.attributes, "sysid"));
            if let Some(other) = systems.get(&id).filter(|other| **other != system) {
                return Err(format!("document {id} has two systems, {other} and {system}; put each into its own file"));
            }
            let mut content = document.content;
            while let Some(segment) = find(content, &["seg"])? {
                let number = attribute(segment.attributes, "id");
                let place = format!("document {id}, segment {number}");
                if find(segment.content, &["seg"]).is_err() {
                    return Err(format!("{place}: a <seg> that is never closed"));
                }
                if !number.is_empty() && !places.insert(place.clone()) {
                    return Err(format!("{place} occurs twice; give each segment its own id"));
                }
                if str::from_utf8(segment.content).is_err() {
                    return Err(format!("{place}: {}", not_utf8("", segment.content, false)));
                }
                lines.extend(collapsed(segment.content));
                lines.push(b'\n');
                ids.push(place);
                content = segment.rest;
            }
            systems.insert(id, system);
            documents = document.rest;
        }
        rest = set.rest;
    }
    Ok((lines, ids))
}

/// Returns a text with each run of white space as a space.
fn collapsed(text: &[u8]) -> Vec<u8> {
    let mut line = Vec::with_capacity(text.len());
    for &byte in text {
        let is_white = byte.is_ascii_whitespace() || byte == 0x0B;
        match (is_white, line.last()) {
            (true, Some(b' ')) => {}
            (true, _) => line.push(b' '),
            (false, _) => line.push(byte),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(sgml: &str) -> Vec<String> {
        let lines = String::from_utf8(parse(sgml.as_bytes()).unwrap().0).unwrap();
        lines.lines().map(String::from).collect()
    }

    #[test]
    fn only_the_text_of_segments_counts() {
        let sgml = "<REFSET a><Doc docid=1>no <p>no<hl><seg id=1>a \n b</SEG >no<seg>&amp;</seg><seg id=3></seg></doc></refset>";
        assert_eq!(texts(sgml), ["a b", "&amp;", ""]);
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
    fn two_systems_in_one_file_are_an_error() {
        let document = |system| format!("<doc docid=d sysid={system}><seg id=1>a</seg></doc>");
        assert!(parse(format!("<tstset>{}{}</tstset>", document("x"), document("y")).as_bytes()).is_err());
        assert_eq!(texts(&format!("<tstset>{}</tstset>", document("x"))), ["a"]);
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
