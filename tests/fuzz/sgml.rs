//! Arbitrary bytes as mteval's SGML, against regular expressions on the whole file.
#![no_main]

use bleu::text::{Record, InputFormat, Role, records_of};
use libfuzzer_sys::fuzz_target;
use regex::bytes::Regex;
use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::Mutex;

/// Returns a compiled expression. Compiling takes most of the time of a run: each is compiled once.
fn expression(pattern: &str) -> Regex {
    static COMPILED: Mutex<BTreeMap<String, Regex>> = Mutex::new(BTreeMap::new());
    let mut compiled = COMPILED.lock().unwrap();
    compiled.entry(pattern.to_owned()).or_insert_with(|| Regex::new(pattern).unwrap()).clone()
}

/// Contents of the elements with one of these names, in order; `None` if one is not closed.
fn contents<'a>(text: &'a [u8], names: &[&str]) -> Option<Vec<&'a [u8]>> {
    let start = expression(&format!("(?is-u)<({})", names.join("|")));
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(tag) = start.captures(rest) {
        let name = str::from_utf8(&tag[1]).unwrap().to_ascii_lowercase();
        let inside = &rest[tag.get(0).unwrap().end()..];
        let content = &inside[inside.iter().position(|&byte| byte == b'>')? + 1..];
        let end = expression(&format!("(?is-u)</{name}[ \\t\\n\\x0C\\r]*>"));
        let end = end.find(content)?;
        found.push(&content[..end.start()]);
        rest = &content[end.end()..];
    }
    Some(found)
}

/// The segments, white space collapsed; `None` if the file is refused.
fn segments(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let white = expression("(?-u)[ \\t-\\r]+");
    let mut segments = Vec::new();
    for set in contents(text, &["refset", "tstset", "srcset"])? {
        for document in contents(set, &["doc"])? {
            for segment in contents(document, &["seg"])? {
                contents(segment, &["seg"])?;
                str::from_utf8(segment).ok()?;
                segments.push(white.replace_all(segment, &b" "[..]).into_owned());
            }
        }
    }
    Some(segments).filter(|segments| !segments.is_empty())
}

fuzz_target!(|bytes: &[u8]| {
    // Systems are told apart by attributes, which the expressions do not read.
    if bytes.windows(5).any(|word| word.eq_ignore_ascii_case(b"sysid")) {
        return;
    }
    let columns = vec![("seg".into(), Role::Reference)];
    let mut records = records_of(Box::new(Cursor::new(bytes.to_vec())), InputFormat::Sgml, columns).unwrap();
    let (mut found, mut record) = (Vec::new(), Record::default());
    let found = loop {
        record.clear();
        match records.read(&mut record) {
            Ok(true) => found.push(record.texts().next().flatten().unwrap().to_vec()),
            Ok(false) => break Some(found),
            // The expressions do not read ids.
            Err(error) if error.to_string().contains(" occurs twice; ") => return,
            Err(_) => break None,
        }
    };
    assert_eq!(found, segments(bytes));
});
