//! The documents of WMT XML, one at a time.

use super::{
    BTreeMap, BufRead, BufReader, Context, Error, InputStream, Read, Result, Role, anyhow, bail, ensure, io,
    is_white_space, mem, sgml,
};
use crate::text::not_utf8::{WIDE_HEAD, not_utf8};
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::fmt::Display;

/// Size in bytes of a read.
const READ_BYTES: usize = 64 << 10;

/// Maximum size in bytes of a document with what precedes it. It bounds the memory.
const MAX_DOCUMENT_BYTES: usize = 256 << 20;

/// Name of references whose translator is not given.
const UNNAMED: &str = "ref";

/// Encodings that may be declared: UTF-8 and its subset.
const ENCODINGS: [&str; 4] = ["UTF-8", "UTF8", "US-ASCII", "ASCII"];

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
    name: String,
    xml: Reader<Bounded>,
    /// Whether the root element has begun.
    has_root: bool,
    /// Names of the elements that are open.
    open: Vec<String>,
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
        let name = input.name().to_owned();
        let inner = BufReader::with_capacity(READ_BYTES, input);
        let mut xml =
            Reader::from_reader(Bounded { inner, lines: 0, is_at_line_end: false, of_document: 0, head: Vec::new() });
        xml.config_mut().enable_all_checks(true);
        Documents {
            name,
            xml,
            has_root: false,
            open: Vec::new(),
            document: None,
            part: None,
            segment: None,
            documents: 0,
            other_format,
        }
    }

    /// Name of the input, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reads the next document; `None` at the end of the input.
    pub fn read(&mut self) -> Result<Option<XmlDocument>> {
        let mut buffer = Vec::new();
        loop {
            buffer.clear();
            let event = match self.xml.read_event_into(&mut buffer) {
                Ok(Event::Eof) => return self.check_end().map(|()| None),
                Ok(Event::Start(tag) | Event::Empty(tag)) if is_set(&tag) => {
                    bail!("{}: this is SGML, not a table; give it as a candidate or a reference", self.name)
                }
                Ok(Event::Text(text)) if self.open.is_empty() && !text.trim_ascii().is_empty() => {
                    let after = memchr::memchr_iter(b'\n', text.trim_ascii_start().as_bytes()).count() as u64;
                    return Err(self.fault_in(self.xml.get_ref().lines + 1 - after, OUTSIDE));
                }
                Ok(event) => event,
                Err(quick_xml::Error::Io(error)) => bail!("{}: {error}", self.name),
                Err(quick_xml::Error::Encoding(_)) => {
                    return Err(self.fault(not_utf8(&self.name, &self.xml.get_ref().head, true)));
                }
                Err(error) => return Err(self.fault(ill_formed(error))),
            };
            let document = self.take(&event).map_err(|error| self.fault(error))?;
            if document.is_some() {
                self.documents += 1;
                self.xml.get_mut().of_document = 0;
                return Ok(document);
            }
        }
    }

    /// Takes the next event, and returns the document if it ends one. The error lacks the place.
    fn take(&mut self, event: &Event) -> Result<Option<XmlDocument>> {
        check_characters(event)?;
        match event {
            Event::Start(tag) => {
                self.start(tag)?;
                self.open.push(tag.name().0.to_owned());
            }
            Event::Empty(tag) => {
                self.start(tag)?;
                return self.end(tag.name().0);
            }
            Event::End(tag) => {
                self.open.pop();
                return self.end(tag.name().0);
            }
            Event::Text(text) => self.add_text(text)?,
            Event::CData(_) | Event::GeneralRef(_) if self.open.is_empty() => bail!(OUTSIDE),
            Event::CData(text) => self.add_text(text)?,
            Event::GeneralRef(reference) => match (reference.resolve_char_ref()?, resolve_xml_entity(reference)) {
                (Some(character), _) => {
                    check_allowed(character)?;
                    self.add_text(character.encode_utf8(&mut [0; 4]))?;
                }
                (None, Some(text)) => self.add_text(text)?,
                (None, None) => bail!(
                    "unknown entity &{};: XML defines only amp, lt, gt, quot and apos; write the character itself",
                    &**reference
                ),
            },
            Event::Comment(_) | Event::PI(_) => self.add_child("a comment"),
            Event::Decl(_) | Event::DocType(_) | Event::Eof => {}
        }
        Ok(None)
    }

    /// Begins an element.
    fn start(&mut self, tag: &BytesStart) -> Result<()> {
        let is_second = self.open.is_empty() && mem::replace(&mut self.has_root, true);
        ensure!(!is_second, "a second root element; were several files concatenated?");
        let mut attributes = BTreeMap::new();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(ill_formed)?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(ill_formed)?;
            value.chars().try_for_each(check_allowed)?;
            attributes.insert(attribute.key.0.to_owned(), value.into_owned());
        }
        match (tag.name().0, &mut self.document) {
            ("doc", Some(_)) => bail!("a <doc> inside a <doc>; is a </doc> missing before it?"),
            ("doc", None) => self.document = Some(XmlDocument { attributes, parts: BTreeMap::new() }),
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

    fn check_end(&self) -> Result<()> {
        match self.open.last() {
            Some(open) => Err(self.fault(format!("the element <{open}> is never closed; is the file cut off?"))),
            None if self.documents == 0 => bail!("{}: no <doc>; is this WMT XML?{}", self.name, self.other_format),
            None => Ok(()),
        }
    }

    /// The error about the line that was read last.
    fn fault(&self, message: impl Display) -> Error {
        self.fault_in(self.xml.get_ref().line(), message)
    }

    fn fault_in(&self, line: u64, message: impl Display) -> Error {
        let other_format = if self.documents == 0 && self.document.is_none() { self.other_format } else { "" };
        anyhow!("{}: line {line}: {message}{other_format}", self.name)
    }
}

/// Fault of text that is in no element.
const OUTSIDE: &str = "text outside of the root element";

/// The fault that the parser found.
fn ill_formed(error: impl Display) -> Error {
    anyhow!("not well-formed XML: {error}")
}

/// Whether a tag begins a set of SGML.
fn is_set(tag: &BytesStart) -> bool {
    sgml::SETS.iter().any(|name| tag.name().0.eq_ignore_ascii_case(name))
}

/// Checks what the parser does not: that characters are allowed where they are, and that UTF-8 is declared.
fn check_characters(event: &Event) -> Result<()> {
    event.chars().try_for_each(check_allowed)?;
    match event {
        Event::Text(text) => ensure!(!text.contains("]]>"), ill_formed("]]> in a text; write ]]&gt;")),
        Event::Start(tag) | Event::Empty(tag) => {
            ensure!(!tag.contains('<'), ill_formed("< in the value of an attribute; write &lt;"));
        }
        Event::Decl(declaration) => {
            if let Some(Ok(encoding)) = declaration.encoding() {
                let is_known = ENCODINGS.iter().any(|known| encoding.eq_ignore_ascii_case(known));
                ensure!(
                    is_known,
                    "the encoding is declared as {encoding}; convert the file to UTF-8, and declare that"
                );
            }
        }
        _ => {}
    }
    Ok(())
}

/// Checks that XML 1.0 allows a character.
fn check_allowed(character: char) -> Result<()> {
    let is_allowed = !matches!(character, '\0'..='\x08' | '\x0B' | '\x0C' | '\x0E'..='\x1F' | '\u{FFFE}' | '\u{FFFF}');
    let code = u32::from(character);
    ensure!(is_allowed, ill_formed(format_args!("the character U+{code:04X}, which XML does not allow; remove it")));
    Ok(())
}

/// Counts lines, and refuses a document that is too large.
struct Bounded {
    inner: BufReader<InputStream>,
    /// Number of line ends so far.
    lines: u64,
    is_at_line_end: bool,
    /// Size in bytes of the document so far, with what precedes it.
    of_document: usize,
    /// The first bytes of the input.
    head: Vec<u8>,
}

impl Bounded {
    /// Number of the line that was read last.
    fn line(&self) -> u64 {
        self.lines + u64::from(!self.is_at_line_end)
    }
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer)
    }
}

impl BufRead for Bounded {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.of_document > MAX_DOCUMENT_BYTES {
            return Err(io::Error::other("no document ends within 256 MiB; is this WMT XML?"));
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        let consumed = &self.inner.buffer()[..bytes];
        self.lines += memchr::memchr_iter(b'\n', consumed).count() as u64;
        self.is_at_line_end = consumed.last().map_or(self.is_at_line_end, |&last| last == b'\n');
        self.of_document += bytes;
        self.head.extend_from_slice(&consumed[..bytes.min(WIDE_HEAD - self.head.len())]);
        self.inner.consume(bytes);
    }
}
