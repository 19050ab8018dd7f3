//! XML, read event by event: well-formed, in UTF-8, with the line of each fault.

use super::not_utf8::{WIDE_HEAD, not_utf8};
use super::open::InputStream;
use crate::bleu::lines::count_feeds;
use anyhow::{Error, Result, anyhow, bail, ensure};
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesEnd, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::borrow::Cow;
use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, BufRead, Read};
use std::mem;
use std::ops::Range;

/// Size in bytes of a read.
const READ_BYTES: usize = 64 << 10;

/// Number of bytes that are examined together.
const BLOCK: usize = 64;

/// Maximum size in bytes of a part with what precedes it. It bounds the memory.
const MAX_PART_BYTES: usize = 256 << 20;

/// Encodings that may be declared: UTF-8 and its subset.
const ENCODINGS: [&str; 4] = ["UTF-8", "UTF8", "US-ASCII", "ASCII"];

/// Fault of text that is in no element.
const OUTSIDE: &str = "text outside of the root element";

/// A file of XML.
pub struct Xml {
    name: String,
    reader: Reader<Bounded>,
    /// Whether the root element has begun.
    has_root: bool,
    /// The elements that are open.
    open: OpenElements,
    /// Added to messages about faults before the first part.
    other_format: &'static str,
}

/// Names of elements, each inside the one before it.
#[derive(Default)]
struct OpenElements {
    /// All names, one after the other.
    names: String,
    /// Where each begins.
    starts: Vec<usize>,
}

impl OpenElements {
    fn push(&mut self, name: &str) {
        self.starts.push(self.names.len());
        self.names.push_str(name);
    }

    fn pop(&mut self) {
        self.names.truncate(self.starts.pop().unwrap_or_default());
    }

    fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Name of the innermost element.
    fn last(&self) -> Option<&str> {
        self.starts.last().map(|start| &self.names[*start..])
    }

    /// Name of the element around the innermost.
    fn outer(&self) -> Option<&str> {
        match self.starts[..] {
            [.., outer, inner] => Some(&self.names[outer..inner]),
            _ => None,
        }
    }
}

/// An event that matters to a reader of texts.
pub enum XmlEvent<'b> {
    /// An element begins.
    Start(BytesStart<'b>),
    /// The innermost element ends.
    End(BytesEnd<'b>),
    /// Text, with references to characters resolved.
    Text(Cow<'b, str>),
    /// A comment or a processing instruction.
    Comment,
    /// A declaration.
    Declaration,
    /// The file ends.
    Eof,
}

impl Xml {
    /// A reader of an input, which is read part by part. `part` names a part and `format` the format, for messages;
    /// `other_format` is added to messages about faults before the first part.
    pub fn new(input: InputStream, [part, format]: [&'static str; 2], other_format: &'static str) -> Xml {
        let name = input.name().to_owned();
        let mut reader = Reader::from_reader(Bounded::new(input, [part, format]));
        reader.config_mut().enable_all_checks(true);
        reader.config_mut().expand_empty_elements = true;
        Xml { name, reader, has_root: false, open: OpenElements::default(), other_format }
    }

    /// Name of the input, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The input.
    pub fn input(&self) -> &InputStream {
        &self.reader.get_ref().input
    }

    /// Name of the element around the one that has begun; empty for the root.
    pub fn outer(&self) -> &str {
        self.open.outer().unwrap_or_default()
    }

    /// Notes that a part has begun: the file is certainly of its format.
    pub fn begin_part(&mut self) {
        self.other_format = "";
    }

    /// Notes that a part has ended.
    pub fn end_part(&mut self) {
        self.reader.get_mut().of_part = 0;
    }

    /// Reads the next event.
    ///
    /// # Errors
    /// If the input cannot be read, or is not well-formed.
    pub fn read<'b>(&mut self, buffer: &'b mut Vec<u8>) -> Result<XmlEvent<'b>> {
        buffer.clear();
        let event = match self.reader.read_event_into(buffer) {
            Ok(event) => event,
            Err(quick_xml::Error::Io(error)) => bail!("{}: {error}", self.name),
            Err(quick_xml::Error::Encoding(_)) => {
                return Err(self.fault(not_utf8(&self.name, &self.reader.get_ref().head, true)));
            }
            Err(error) => return Err(self.fault(ill_formed(error))),
        };
        if let Event::Text(text) = &event
            && self.open.is_empty()
            && !text.trim_ascii().is_empty()
        {
            let after = count_feeds(text.trim_ascii_start().as_bytes()) as u64;
            return Err(self.fault_in(self.reader.get_ref().line_ends() + 1 - after, OUTSIDE));
        }
        let is_suspect = self.reader.get_ref().is_suspect;
        self.take(event, is_suspect).map_err(|error| self.fault(error))
    }

    /// Checks an event, in which there may be characters that XML does not allow, and keeps track of the elements that are open. The
    /// error lacks the place.
    fn take<'b>(&mut self, event: Event<'b>, is_suspect: bool) -> Result<XmlEvent<'b>> {
        if is_suspect {
            check_all_allowed(&event)?;
        }
        check_characters(&event)?;
        Ok(match event {
            Event::Start(tag) => {
                let is_second = self.open.is_empty() && mem::replace(&mut self.has_root, true);
                ensure!(!is_second, "a second root element; were several files concatenated?");
                self.open.push(tag.name().0);
                XmlEvent::Start(tag)
            }
            Event::End(tag) => {
                self.open.pop();
                XmlEvent::End(tag)
            }
            Event::CData(_) | Event::GeneralRef(_) if self.open.is_empty() => bail!(OUTSIDE),
            Event::Text(text) => XmlEvent::Text(text.into_inner()),
            Event::CData(text) => XmlEvent::Text(text.into_inner()),
            Event::GeneralRef(reference) => match (reference.resolve_char_ref()?, resolve_xml_entity(&reference)) {
                (Some(character), _) => {
                    check_allowed(character)?;
                    XmlEvent::Text(character.to_string().into())
                }
                (None, Some(text)) => XmlEvent::Text(text.into()),
                (None, None) => bail!(
                    "unknown entity &{};: XML defines only amp, lt, gt, quot and apos; write the character itself",
                    &*reference
                ),
            },
            Event::Comment(_) | Event::PI(_) => XmlEvent::Comment,
            Event::Decl(_) | Event::DocType(_) => XmlEvent::Declaration,
            Event::Eof => {
                if let Some(open) = self.open.last() {
                    bail!("the element <{open}> is never closed; is the file cut off?");
                }
                XmlEvent::Eof
            }
            Event::Empty(_) => bail!("an empty element was not expanded"),
        })
    }

    /// Number of the line that was read last.
    pub fn line(&self) -> u64 {
        self.reader.get_ref().line()
    }

    /// The error about the line that was read last.
    pub fn fault(&self, message: impl Display) -> Error {
        self.fault_in(self.line(), message)
    }

    fn fault_in(&self, line: u64, message: impl Display) -> Error {
        anyhow!("{}: line {line}: {message}{}", self.name, self.other_format)
    }
}

/// Returns the value of an attribute of a tag; the name is without its prefix.
pub fn attribute<'t>(tag: &'t BytesStart, name: &str) -> Result<Option<Cow<'t, str>>> {
    named_attributes(tag, [name]).map(|[value]| value)
}

/// Returns the values of some attributes of a tag; the names are without their prefixes.
pub fn named_attributes<'t, const N: usize>(
    tag: &'t BytesStart,
    names: [&str; N],
) -> Result<[Option<Cow<'t, str>>; N]> {
    let mut found = [const { None }; N];
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(ill_formed)?;
        let name = local_name(attribute.key.0);
        let place = names.iter().position(|known| *known == name);
        if let Some(place) = place.filter(|place| found[*place].is_none()) {
            found[place] = Some(value_of(&attribute)?);
        }
    }
    Ok(found)
}

/// Returns the value of an attribute, with references to characters resolved.
fn value_of<'t>(attribute: &Attribute<'t>) -> Result<Cow<'t, str>> {
    let value = match &attribute.value {
        // All others were checked with the tag.
        Cow::Borrowed(value)
            if memchr::memchr3(b'\n', b'\t', b'\r', value.as_bytes()).is_none() && !value.contains('&') =>
        {
            return Ok(Cow::Borrowed(value));
        }
        _ => attribute.normalized_value(XmlVersion::Implicit1_0).map_err(ill_formed)?,
    };
    check_all_allowed(&value)?;
    Ok(Cow::Owned(value.into_owned()))
}

/// Returns the attributes of a tag.
pub fn attributes(tag: &BytesStart) -> Result<impl Iterator<Item = (String, String)> + use<>> {
    let mut all = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(ill_formed)?;
        all.push((attribute.key.0.to_owned(), value_of(&attribute)?.into_owned()));
    }
    Ok(all.into_iter())
}

/// A name without the prefix of its namespace.
pub fn local_name(name: &str) -> &str {
    memchr::memrchr(b':', name.as_bytes()).map_or(name, |colon| &name[colon + 1..])
}

/// Adds a text to another, with each run of white space as a space, and none at its beginning.
pub fn push_collapsed(text: &mut String, more: &str) {
    if is_collapsed(more) && !(more.starts_with(' ') && (text.is_empty() || text.ends_with(' '))) {
        text.push_str(more);
        return;
    }
    for part in more.split_inclusive(|c: char| c.is_ascii_whitespace()) {
        let word = part.trim_ascii_end();
        text.push_str(word);
        if word.len() < part.len() && !text.is_empty() && !text.ends_with(' ') {
            text.push(' ');
        }
    }
}

/// Whether all white space of a text is single spaces.
fn is_collapsed(text: &str) -> bool {
    let is_other_white = |byte: u8| byte < b' ' && byte.is_ascii_whitespace();
    let bytes = text.as_bytes();
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    !bytes.first().is_some_and(|first| is_other_white(*first))
        && !pairs.fold(false, |is_any, (&one, &next)| is_any | is_other_white(next) | (one == b' ' && next == b' '))
}

/// The fault that the parser found.
fn ill_formed(error: impl Display) -> Error {
    anyhow!("not well-formed XML: {error}")
}

/// Checks what the parser does not: that characters are where they are allowed, and that UTF-8 is declared.
fn check_characters(event: &Event) -> Result<()> {
    match event {
        Event::Text(text) => ensure!(
            memchr::memchr(b'>', text.as_bytes()).is_none() || !text.contains("]]>"),
            ill_formed("]]> in a text; write ]]&gt;")
        ),
        Event::Start(tag) => ensure!(
            memchr::memchr(b'<', tag.as_bytes()).is_none(),
            ill_formed("< in the value of an attribute; write &lt;")
        ),
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

/// Checks that XML 1.0 allows all characters of a text.
fn check_all_allowed(text: &str) -> Result<()> {
    if has_suspect(text.as_bytes()) { text.chars().try_for_each(check_allowed) } else { Ok(()) }
}

/// Whether a text has bytes of characters that XML 1.0 may not allow: controls, and the first byte of U+FFFE and U+FFFF, which
/// is rare.
fn has_suspect(text: &[u8]) -> bool {
    let is_suspect = |byte: &u8| *byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r') || *byte == 0xEF;
    text.chunks(BLOCK).any(|block| block.iter().fold(false, |is_any, byte| is_any | is_suspect(byte)))
}

/// Checks that XML 1.0 allows a character.
fn check_allowed(character: char) -> Result<()> {
    let is_allowed = !matches!(character, '\0'..='\x08' | '\x0B' | '\x0C' | '\x0E'..='\x1F' | '\u{FFFE}' | '\u{FFFF}');
    let code = u32::from(character);
    ensure!(is_allowed, ill_formed(format_args!("the character U+{code:04X}, which XML does not allow; remove it")));
    Ok(())
}

/// A buffer that counts lines, and refuses a part that is too large.
struct Bounded {
    input: InputStream,
    buffer: Vec<u8>,
    /// The bytes in the buffer that are still to be consumed.
    rest: Range<usize>,
    /// Number of line ends before a place in the buffer.
    lines: Cell<u64>,
    counted: Cell<usize>,
    is_at_line_end: bool,
    /// Whether some text so far may have characters that XML does not allow.
    is_suspect: bool,
    /// Size in bytes of the part so far, with what precedes it.
    of_part: usize,
    /// The first bytes of the input.
    head: Vec<u8>,
    /// Names of a part and of the format.
    names: [&'static str; 2],
}

impl Bounded {
    fn new(input: InputStream, names: [&'static str; 2]) -> Bounded {
        Bounded {
            input,
            buffer: vec![0; READ_BYTES],
            rest: 0..0,
            lines: Cell::new(0),
            counted: Cell::new(0),
            is_at_line_end: false,
            is_suspect: false,
            of_part: 0,
            head: Vec::new(),
            names,
        }
    }

    /// Number of line ends that were read.
    fn line_ends(&self) -> u64 {
        // They are counted when they are asked for, which costs less than after each name and text.
        let read = &self.buffer[self.counted.replace(self.rest.start)..self.rest.start];
        self.lines.update(|lines| lines + count_feeds(read) as u64);
        self.lines.get()
    }

    /// Number of the line that was read last.
    fn line(&self) -> u64 {
        let is_at_line_end = match self.rest.start {
            0 => self.is_at_line_end,
            next => self.buffer[next - 1] == b'\n',
        };
        self.line_ends() + u64::from(!is_at_line_end)
    }
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Bounded {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.of_part > MAX_PART_BYTES {
            let [part, format] = self.names;
            return Err(io::Error::other(format!("no {part} ends within 256 MiB; is this {format}?")));
        }
        if self.rest.is_empty() {
            self.line_ends();
            self.is_at_line_end =
                self.rest.start.checked_sub(1).map_or(self.is_at_line_end, |last| self.buffer[last] == b'\n');
            (self.rest, self.counted) = (0..0, Cell::new(0));
            self.rest.end = self.input.read(&mut self.buffer)?;
            let read = &self.buffer[self.rest.clone()];
            self.is_suspect |= has_suspect(read);
            self.head.extend_from_slice(&read[..read.len().min(WIDE_HEAD - self.head.len())]);
        }
        Ok(&self.buffer[self.rest.clone()])
    }

    fn consume(&mut self, bytes: usize) {
        self.rest.start += bytes;
        self.of_part += bytes;
    }
}
