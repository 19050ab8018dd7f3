//! Records as WMT XML (2021 on): documents with sources, references by translator and candidates by system.
//!
//! Documents are read one at a time. As in sacreBLEU, segments are those of the source text, by number; documents of a
//! test suite, and segments without any reference text, are left out; white space is collapsed.

use super::names::unknown;
use super::open::Opened;
use super::record::{Columns, Place, Record, Records};
use crate::display::escape;
use crate::tokenize::is_white_space;
use anyhow::{Error, Result, anyhow, bail, ensure};
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::{self, BufRead, BufReader, Read};

/// Size in bytes of a read.
const READ_BYTES: usize = 64 << 10;

/// Labels of a document, by which segments can be grouped and joined.
const LABELS: [&str; 3] = ["doc", "domain", "origlang"];

/// Names of the elements that mteval's SGML begins with.
const SGML: [&str; 3] = ["refset", "tstset", "srcset"];

/// Name of references whose translator is not given.
const UNNAMED: &str = "ref";

/// A file of WMT XML.
pub struct WmtXml {
    name: String,
    xml: Reader<LineCounter>,
    columns: Columns,
    other_format: &'static str,
    documents: u64,
    /// Whether a segment was queued.
    any_segment: bool,
    /// Translators of all documents so far.
    translators: BTreeSet<String>,
    /// Whether the root element has begun.
    has_root: bool,
    /// Systems of all documents so far.
    systems: BTreeSet<String>,
    /// Names of the elements that are open.
    open: Vec<String>,
    document: Option<Document>,
    part: Option<Part>,
    /// Number of the segment that is open, and its text so far.
    segment: Option<(u64, String)>,
    /// Segments of the documents read so far that are still to be returned.
    records: VecDeque<Record>,
}

/// Counts the lines that are consumed.
struct LineCounter {
    inner: BufReader<Box<dyn Read + Send>>,
    lines: u64,
}

impl Read for LineCounter {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer)
    }
}

impl BufRead for LineCounter {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.lines += memchr::memchr_iter(b'\n', &self.inner.buffer()[..bytes]).count() as u64;
        self.inner.consume(bytes);
    }
}

/// Texts by number of the segment.
type Segments = BTreeMap<u64, String>;

/// A document.
#[derive(Default)]
struct Document {
    id: String,
    domain: Option<String>,
    origlang: Option<String>,
    /// Whether it belongs to a test suite, and is left out.
    is_test_suite: bool,
    /// Numbers of its segments.
    sources: BTreeSet<u64>,
    references: BTreeMap<String, Segments>,
    candidates: BTreeMap<String, Segments>,
}

/// The part of a document that segments belong to.
enum Part {
    Source,
    Reference(String),
    Candidate(String),
}

impl WmtXml {
    /// A reader of these translators and systems. `other_format` is added to messages about text that is not XML.
    ///
    /// # Errors
    /// If documents have no such label.
    pub fn new(input: Opened, columns: Columns, other_format: &'static str) -> Result<WmtXml> {
        for (label, _) in columns.labels() {
            ensure!(LABELS.contains(&label.as_str()), "{}: {}", input.name, unknown("label", label, &LABELS));
        }
        let lines = LineCounter { inner: BufReader::with_capacity(READ_BYTES, input.reader), lines: 0 };
        let mut xml = Reader::from_reader(lines);
        xml.config_mut().enable_all_checks(true);
        Ok(WmtXml {
            name: input.name,
            xml,
            columns,
            other_format,
            documents: 0,
            any_segment: false,
            translators: BTreeSet::new(),
            has_root: false,
            systems: BTreeSet::new(),
            open: Vec::new(),
            document: None,
            part: None,
            segment: None,
            records: VecDeque::new(),
        })
    }

    /// Reads on to the end of the next document and queues its segments; false at the end of the input.
    fn read_document(&mut self) -> Result<bool> {
        let mut buffer = Vec::new();
        loop {
            buffer.clear();
            let event = match self.xml.read_event_into(&mut buffer) {
                Ok(event) => event,
                Err(quick_xml::Error::Io(error)) => return Err(anyhow!("{}: {error}", self.name)),
                Err(quick_xml::Error::Encoding(_)) => {
                    let encoding = if self.xml.get_ref().lines == 0 { "UTF-16" } else { "LATIN1" };
                    return Err(self.fault(&format!(
                        "not UTF-8; if the file is in another encoding, convert it, for example by iconv -f {encoding} \
                         -t UTF-8"
                    )));
                }
                Err(error) => return Err(self.fault(&format!("not well-formed XML: {error}"))),
            };
            if self.open.is_empty() {
                self.check_outside(&event)?;
            }
            match event {
                Event::Start(tag) => {
                    self.start(&tag)?;
                    self.open.push(tag.name().0.to_owned());
                }
                Event::Empty(tag) => {
                    self.start(&tag)?;
                    if self.end(tag.name().0)? {
                        return Ok(true);
                    }
                }
                Event::End(tag) => {
                    self.open.pop();
                    if self.end(tag.name().0)? {
                        return Ok(true);
                    }
                }
                Event::Text(text) => self.add_text(&text),
                Event::CData(text) => self.add_text(&text),
                Event::GeneralRef(reference) => {
                    let character = reference.resolve_char_ref().map_err(|error| self.fault(&error.to_string()))?;
                    match (character, resolve_xml_entity(&reference)) {
                        (Some(character), _) => self.add_text(character.encode_utf8(&mut [0; 4])),
                        (None, Some(text)) => self.add_text(text),
                        (None, None) => {
                            return Err(self.fault(&format!(
                                "the entity &{}; is not one of XML's own, which are amp, lt, gt, quot and apos; write \
                                 the character itself",
                                escape(&reference)
                            )));
                        }
                    }
                }
                Event::Eof => return self.check_end().map(|()| false),
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
    }

    /// Checks what is outside of all elements: there is one element, and no text.
    fn check_outside(&mut self, event: &Event) -> Result<()> {
        let is_blank = |text: &str| {
            let begins_file = self.xml.buffer_position() == text.len() as u64;
            let text = if begins_file { text.strip_prefix('\u{FEFF}').unwrap_or(text) } else { text };
            text.trim_ascii().is_empty()
        };
        match event {
            Event::Start(_) | Event::Empty(_) if self.has_root => {
                Err(self.fault("a second root element; are several files joined? give each by itself"))
            }
            Event::Start(_) | Event::Empty(_) => {
                self.has_root = true;
                Ok(())
            }
            Event::Text(text) if !is_blank(text) => Err(self.fault("text outside of the root element")),
            Event::CData(_) | Event::GeneralRef(_) => Err(self.fault("text outside of the root element")),
            _ => Ok(()),
        }
    }

    /// Begins an element.
    fn start(&mut self, tag: &BytesStart) -> Result<()> {
        if SGML.iter().any(|name| tag.name().0.eq_ignore_ascii_case(name)) {
            bail!("{}: this is SGML, not a table; give it as a candidate or a reference", self.name);
        }
        let mut attributes = BTreeMap::new();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| self.fault(&format!("not well-formed XML: {error}")))?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| self.fault(&format!("not well-formed XML: {error}")))?;
            attributes.insert(attribute.key.0, value.into_owned());
        }
        match (tag.name().0, &mut self.document) {
            ("doc", Some(_)) => return Err(self.fault("a document inside a document")),
            ("doc", None) => {
                self.document = Some(Document {
                    id: attributes.remove("id").unwrap_or_default(),
                    domain: attributes.remove("domain"),
                    origlang: attributes.remove("origlang"),
                    is_test_suite: attributes.contains_key("testsuite"),
                    ..Document::default()
                });
            }
            ("src" | "ref" | "hyp", Some(_)) if self.part.is_some() => {
                return Err(self.fault("a <src>, <ref> or <hyp> inside another"));
            }
            ("seg", Some(_)) if self.segment.is_some() => return Err(self.fault("a <seg> inside a <seg>")),
            ("src", Some(_)) => self.part = Some(Part::Source),
            ("ref", Some(document)) => {
                let translator = attributes.remove("translator").unwrap_or_else(|| UNNAMED.to_owned());
                document.references.entry(translator.clone()).or_default();
                self.part = Some(Part::Reference(translator));
            }
            ("hyp", Some(document)) => {
                let Some(system) = attributes.remove("system") else {
                    return Err(self.fault("a <hyp> without a system; add the attribute"));
                };
                document.candidates.entry(system.clone()).or_default();
                self.part = Some(Part::Candidate(system));
            }
            ("seg", Some(_)) if self.part.is_some() => {
                let id = attributes.remove("id").unwrap_or_default();
                let Ok(number) = id.parse() else {
                    return Err(self.fault(&format!("a <seg> with the id '{}'; ids are whole numbers", escape(&id))));
                };
                self.segment = Some((number, String::new()));
            }
            _ => {}
        }
        Ok(())
    }

    fn add_text(&mut self, text: &str) {
        if let Some((_, segment)) = &mut self.segment {
            segment.push_str(text);
        }
    }

    /// Ends an element; true if it is a document, whose segments are then queued.
    fn end(&mut self, name: &str) -> Result<bool> {
        match name {
            "doc" => {
                let document = self.document.take().unwrap_or_default();
                self.documents += 1;
                self.queue(document)?;
                return Ok(true);
            }
            "src" | "ref" | "hyp" => self.part = None,
            "seg" => {
                let (Some(document), Some((number, text))) = (&mut self.document, self.segment.take()) else {
                    return Ok(false);
                };
                let is_new = match &self.part {
                    Some(Part::Source) => document.sources.insert(number),
                    Some(Part::Reference(translator)) => insert(&mut document.references, translator, number, &text),
                    Some(Part::Candidate(system)) => insert(&mut document.candidates, system, number, &text),
                    None => true,
                };
                if !is_new {
                    return Err(self.fault(&format!("segment {number} occurs twice")));
                }
            }
            _ => {}
        }
        Ok(false)
    }

    /// Queues the segments of a document.
    fn queue(&mut self, document: Document) -> Result<()> {
        self.translators.extend(document.references.keys().cloned());
        self.systems.extend(document.candidates.keys().cloned());
        if document.is_test_suite {
            return Ok(());
        }
        let of_document = format!("{}: document {}", self.name, escape(&document.id));
        let label = |name: &String| match name.as_str() {
            "domain" => document.domain.as_ref(),
            "origlang" => document.origlang.as_ref(),
            _ => Some(&document.id),
        };
        for &segment in &document.sources {
            let text = |segments: &Segments| segments.get(&segment).is_some_and(|text| !text.is_empty());
            if !document.references.values().any(text) {
                continue;
            }
            let mut record = Record::default();
            record.place = Place::Segment { document: document.id.clone(), segment };
            for name in &self.columns.candidates {
                let Some(candidate) = document.candidates.get(name) else {
                    let known: Vec<&String> = document.candidates.keys().collect();
                    return Err(anyhow!("{of_document}: {}", unknown("system", name, &known)));
                };
                let Some(text) = candidate.get(&segment) else {
                    let name = escape(name);
                    return Err(anyhow!(
                        "{of_document}: the system '{name}' has no segment {segment}; add it, empty if need be"
                    ));
                };
                let range = record.add_text(text.as_bytes());
                record.push_candidate(range);
            }
            for name in &self.columns.references {
                let text = document.references.get(name).and_then(|reference| reference.get(&segment));
                let range = text.map(|text| record.add_text(text.as_bytes()));
                record.push_reference(range);
            }
            for (name, kind) in self.columns.labels() {
                let Some(label) = label(name) else {
                    let others: Vec<&str> = LABELS.into_iter().filter(|other| other != name).collect();
                    return Err(anyhow!("{of_document}: no {name}; use another label: {}", others.join(", ")));
                };
                let range = record.add_text(label.as_bytes());
                record.set_label(kind, range);
            }
            self.records.push_back(record);
            self.any_segment = true;
        }
        Ok(())
    }

    fn check_end(&self) -> Result<()> {
        if let Some(open) = self.open.last() {
            return Err(self.fault(&format!("the element <{}> is never closed; is the file cut off?", escape(open))));
        }
        ensure!(self.documents > 0, "{}: no <doc>; is this WMT XML?{}", self.name, self.other_format);
        if let Some(message) = self.unknown_translator() {
            bail!("{}: {message}", self.name);
        }
        ensure!(
            self.any_segment,
            "{}: no segment is left: documents of a test suite, and segments without any reference text, are left out",
            self.name
        );
        Ok(())
    }

    /// Returns the message about a translator that no document has had so far.
    fn unknown_translator(&self) -> Option<String> {
        let name = self.columns.references.iter().find(|name| !self.translators.contains(*name))?;
        let known: Vec<&String> = self.translators.iter().collect();
        Some(unknown("translator", name, &known))
    }

    fn fault(&self, message: &str) -> Error {
        let other_format = if self.documents == 0 { self.other_format } else { "" };
        anyhow!("{}: line {}: {message}{other_format}", self.name, self.xml.get_ref().lines + 1)
    }
}

/// Adds a segment with its white space collapsed; false if it is there already.
fn insert(parts: &mut BTreeMap<String, Segments>, name: &str, number: u64, text: &str) -> bool {
    let words: Vec<&str> = text.split(is_white_space).filter(|word| !word.is_empty()).collect();
    let segments = parts.entry(name.to_owned()).or_default();
    segments.insert(number, words.join(" ")).is_none()
}

impl Records for WmtXml {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        while self.records.is_empty() {
            if !self.read_document()? {
                return Ok(false);
            }
        }
        if let Some(next) = self.records.pop_front() {
            *record = next;
        }
        Ok(true)
    }

    fn is_ready(&self) -> bool {
        !self.records.is_empty()
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn known_names(&self) -> Vec<String> {
        self.translators.iter().chain(&self.systems).cloned().collect()
    }

    fn with_byte_order_mark(&self) -> Vec<&str> {
        // XML may begin with one.
        Vec::new()
    }

    fn missing_reference(&self) -> String {
        if let Some(message) = self.unknown_translator() {
            return message;
        }
        let names: Vec<String> = self.columns.references.iter().map(|name| escape(name)).collect();
        format!("no reference; add one by {}, or leave the segment out", names.join(" or "))
    }
}
