//! The documents of WMT XML, one at a time.

use crate::bleu::tokenize::is_white_space;
use crate::text::open::InputStream;
use crate::text::record::Role;
use crate::text::sgml::SETS;
use crate::text::xml::{Xml, XmlEvent, attributes};
use anyhow::{Context, Result, bail, ensure};
use quick_xml::events::BytesStart;
use std::collections::BTreeMap;

/// Name of references whose translator is not given.
const UNNAMED: &str = "ref";

/// Texts by number of the segment, their white space collapsed.
pub type Texts = BTreeMap<u64, String>;

/// A document: its attributes, and the texts of its parts.
#[derive(Default)]
pub struct XmlDocument {
    pub attributes: BTreeMap<String, String>,
    pub parts: BTreeMap<Part, Texts>,
}

/// The part of a document that segments belong to: the source text, a reference of this translator, or a candidate of this
/// system.
pub type Part = (Role, String);

/// A segment that is open.
#[derive(Default)]
struct OpenSegment {
    number: u64,
    /// Its text so far.
    text: String,
    /// The first element or comment in it. In sacreBLEU, its text ends there.
    child: Option<String>,
}

/// A stream of documents.
pub struct Documents {
    xml: Xml,
    document: Option<XmlDocument>,
    part: Option<Part>,
    segment: Option<OpenSegment>,
    /// Number of documents so far.
    documents: u64,
    other_format: &'static str,
}

impl Documents {
    /// A reader of an input. `other_format` is added to messages about text that is not XML.
    pub fn new(input: InputStream, other_format: &'static str) -> Documents {
        let xml = Xml::new(input, ["document", "WMT XML"], other_format);
        Documents { xml, document: None, part: None, segment: None, documents: 0, other_format }
    }

    /// Name of the input, for messages.
    pub fn name(&self) -> &str {
        self.xml.name()
    }

    /// Reads the next document; `None` at the end of the input.
    pub fn read(&mut self) -> Result<Option<XmlDocument>> {
        let mut buffer = Vec::new();
        loop {
            match self.xml.read(&mut buffer)? {
                XmlEvent::Start(tag) => {
                    let is_set = SETS.iter().any(|name| tag.name().0.eq_ignore_ascii_case(name));
                    let name = self.name();
                    ensure!(!is_set, "{name}: this is SGML, not a table; give it as a candidate or a reference");
                    self.start(&tag).map_err(|error| self.xml.fault(error))?;
                }
                XmlEvent::End(tag) => {
                    let document = self.end(tag.name().0).map_err(|error| self.xml.fault(error))?;
                    if document.is_some() {
                        self.documents += 1;
                        self.xml.end_part();
                        return Ok(document);
                    }
                }
                XmlEvent::Text(text) => self.add_text(&text).map_err(|error| self.xml.fault(error))?,
                XmlEvent::Comment => self.add_child("a comment"),
                XmlEvent::Declaration => {}
                XmlEvent::Eof => {
                    let (name, other_format) = (self.name(), self.other_format);
                    ensure!(self.documents > 0, "{name}: no <doc>; is this WMT XML?{other_format}");
                    return Ok(None);
                }
            }
        }
    }

    /// Begins an element. The error lacks the place.
    fn start(&mut self, tag: &BytesStart) -> Result<()> {
        let mut attributes: BTreeMap<String, String> = attributes(tag)?.collect();
        match (tag.name().0, &mut self.document) {
            ("doc", Some(_)) => bail!("a <doc> inside a <doc>; is a </doc> missing before it?"),
            ("doc", None) => {
                self.document = Some(XmlDocument { attributes, parts: BTreeMap::new() });
                self.xml.begin_part();
            }
            (name @ ("src" | "ref" | "hyp"), Some(document)) => {
                ensure!(self.part.is_none(), "a <src>, <ref> or <hyp> inside another");
                let part = match name {
                    "src" => (Role::Source, String::new()),
                    "ref" => (Role::Reference, attributes.remove("translator").unwrap_or_else(|| UNNAMED.to_owned())),
                    _ => {
                        let system = attributes.remove("system");
                        (Role::Candidate, system.context("a <hyp> without a system; add the attribute")?)
                    }
                };
                document.parts.entry(part.clone()).or_default();
                self.part = Some(part);
            }
            ("seg", Some(_)) if self.part.is_some() => {
                ensure!(self.segment.is_none(), "a <seg> inside a <seg>");
                let id = attributes.remove("id").unwrap_or_default();
                let Ok(number) = id.parse() else { bail!("a <seg> with the id '{id}'; ids must be whole numbers") };
                self.segment = Some(OpenSegment { number, ..OpenSegment::default() });
            }
            (name, _) => self.add_child(&format!("<{name}>")),
        }
        Ok(())
    }

    /// Notes an element or a comment inside a segment.
    fn add_child(&mut self, name: &str) {
        if let Some(segment) = &mut self.segment {
            segment.child.get_or_insert_with(|| name.to_owned());
        }
    }

    /// Adds text to the segment that is open.
    fn add_text(&mut self, text: &str) -> Result<()> {
        let Some(segment) = &mut self.segment else { return Ok(()) };
        match &segment.child {
            Some(child) => ensure!(
                text.trim_ascii().is_empty(),
                "text after {child} in a <seg>, which sacreBLEU leaves out; remove {child} from the text"
            ),
            None => segment.text.push_str(text),
        }
        Ok(())
    }

    /// Ends an element; returns the document if it is one.
    fn end(&mut self, name: &str) -> Result<Option<XmlDocument>> {
        match name {
            "doc" => return Ok(self.document.take()),
            "src" | "ref" | "hyp" => self.part = None,
            "seg" => {
                if let (Some(document), Some(part), Some(OpenSegment { number, text, .. })) =
                    (&mut self.document, &self.part, self.segment.take())
                {
                    let words: Vec<&str> = text.split(is_white_space).filter(|word| !word.is_empty()).collect();
                    let texts = document.parts.entry(part.clone()).or_default();
                    ensure!(
                        texts.insert(number, words.join(" ")).is_none(),
                        "segment {number} occurs twice; give each segment of a document its own id"
                    );
                }
            }
            _ => {}
        }
        Ok(None)
    }
}
