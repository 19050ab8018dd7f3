//! XLIFF 1.2 and 2: units of translation, each with a source and a target.
//!
//! A text is what its reader sees: the content of inline elements that mark text, without the codes that others hold. A unit
//! of XLIFF 2 may have several segments, which are joined.

use super::open::InputStream;
use super::record::Role;
use super::units::{Unit, Units};
use super::xml::{Xml, XmlEvent, attribute, local_name, push_collapsed};
use anyhow::{Context, Result, ensure};
use quick_xml::events::BytesStart;
use std::mem;

/// Name of the root element.
pub const ROOT: &str = "xliff";

const SOURCE: &str = "source";
const TARGET: &str = "target";

/// Elements that hold the source and the target of a unit; those in other elements are suggestions.
const HOLDERS: [&str; 3] = ["trans-unit", "segment", "ignorable"];

/// Inline elements that hold code, not text.
const CODES: [&str; 5] = ["bpt", "ept", "ph", "it", "sub"];

/// A file of XLIFF.
pub struct Xliff {
    xml: Xml,
    buffer: Vec<u8>,
    /// Name of the `<file>` that is open; a document may have several.
    file: String,
    /// The unit that is open.
    unit: Option<Unit>,
    /// The source and the target of the open unit so far.
    texts: [Option<String>; 2],
    /// Which of them is open, and its text.
    open: Option<(usize, String)>,
    /// Number of open elements in it that hold code.
    codes: usize,
}

impl Xliff {
    /// A reader of an input.
    pub fn new(input: InputStream) -> Xliff {
        let xml = Xml::new(input, ["unit", "XLIFF"], "");
        let (buffer, file) = (Vec::new(), String::new());
        Xliff { xml, buffer, file, unit: None, texts: [None, None], open: None, codes: 0 }
    }

    /// Begins an element. The error lacks the place.
    fn start(&mut self, tag: &BytesStart) -> Result<()> {
        let full_name = tag.name();
        let name = local_name(full_name.0);
        if let Some((_, text)) = &mut self.open {
            self.codes += usize::from(CODES.contains(&name));
            if self.codes <= usize::from(CODES.contains(&name)) {
                push_code(text, name, tag)?;
            }
            return Ok(());
        }
        let parent = self.xml.outer();
        match name {
            ROOT if parent.is_empty() => {}
            _ if parent.is_empty() => ensure!(false, "<{name}> is not the root of XLIFF, which is <{ROOT}>"),
            "file" => {
                self.file = attribute(tag, "original")?.or(attribute(tag, "id")?).unwrap_or_default();
            }
            "trans-unit" | "unit" => {
                ensure!(self.unit.is_none(), "a unit inside another; is an end tag missing before it?");
                let id =
                    attribute(tag, "id")?.context("a unit without an id, by which files are joined; give it one")?;
                let id = if self.file.is_empty() { id } else { format!("{}#{id}", self.file) };
                self.unit = Some(Unit { line: self.xml.line(), id, texts: Vec::new() });
                self.xml.begin_part();
            }
            SOURCE | TARGET if self.unit.is_some() && HOLDERS.contains(&local_name(parent)) => {
                self.open = Some((usize::from(name == TARGET), String::new()));
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends an element; returns the unit if it is one.
    fn end(&mut self, name: &str) -> Option<Unit> {
        let name = local_name(name);
        match name {
            SOURCE | TARGET => {
                if let Some((place, text)) = self.open.take() {
                    let all = self.texts[place].get_or_insert_default();
                    // Segments follow each other without a space if an element for it is missing.
                    push_collapsed(all, if all.is_empty() { "" } else { " " });
                    all.push_str(text.trim_end());
                }
                self.codes = 0;
            }
            "trans-unit" | "unit" => {
                let mut unit = self.unit.take()?;
                let [source, target] = mem::take(&mut self.texts);
                unit.add(SOURCE, source);
                unit.add(TARGET, target);
                self.xml.end_part();
                return Some(unit);
            }
            _ if self.open.is_some() && CODES.contains(&name) => self.codes -= 1,
            _ => {}
        }
        None
    }
}

/// Adds the text that stands for an inline element, if it has one.
fn push_code(text: &mut String, name: &str, tag: &BytesStart) -> Result<()> {
    // A character that XML does not allow.
    if name == "cp" {
        let code = attribute(tag, "hex")?.and_then(|hex| u32::from_str_radix(&hex, 16).ok());
        text.extend(code.and_then(char::from_u32));
        return Ok(());
    }
    let is_code = CODES.contains(&name) || ["x", "bx", "ex", "sc", "ec"].contains(&name);
    if !is_code {
        return Ok(());
    }
    let shown = attribute(tag, "equiv-text")?.or(attribute(tag, "equiv")?).unwrap_or_default();
    let is_break = attribute(tag, "ctype")?.is_some_and(|kind| kind == "lb") || shown.starts_with("<br");
    if is_break {
        push_collapsed(text, " ");
    } else if !shown.starts_with('<') {
        push_collapsed(text, &shown);
    }
    Ok(())
}

impl Units for Xliff {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        let mut buffer = mem::take(&mut self.buffer);
        loop {
            match self.xml.read(&mut buffer)? {
                XmlEvent::Start(tag) => self.start(&tag).map_err(|error| self.xml.fault(error))?,
                XmlEvent::End(tag) => {
                    if let Some(ended) = self.end(tag.name().0) {
                        *unit = ended;
                        break;
                    }
                }
                XmlEvent::Text(more) => {
                    if let Some((_, text)) = self.open.as_mut().filter(|_| self.codes == 0) {
                        push_collapsed(text, &more);
                    }
                }
                XmlEvent::Comment | XmlEvent::Declaration => {}
                XmlEvent::Eof => return Ok(false),
            }
        }
        self.buffer = buffer;
        Ok(true)
    }

    fn input(&self) -> &InputStream {
        self.xml.input()
    }

    fn usual(&self, role: Role) -> &str {
        if role == Role::Source { SOURCE } else { TARGET }
    }
}
