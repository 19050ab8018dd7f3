//! XLIFF 1.2 and 2: units of translation, each with a source and a target.
//!
//! A text is what its reader sees: the content of inline elements that mark text, without the codes that others hold. A unit
//! of XLIFF 2 may have several segments, which are joined.

use super::open::InputStream;
use super::record::Role;
use super::units::{Unit, Units};
use super::xml::{Xml, XmlEvent, attribute, local_name, named_attributes, push_collapsed};
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
    /// The unit that is open, if one is.
    unit: Unit,
    is_in_unit: bool,
    /// The source and the target of the open unit so far, and whether it has them.
    texts: [String; 2],
    has_texts: [bool; 2],
    /// Which of them is open, and its text.
    open: Option<usize>,
    text: String,
    /// Number of open elements in it that hold code.
    codes: usize,
    /// Whether the source is wanted.
    wants_source: bool,
}

impl Xliff {
    /// A reader of an input. Texts of one role may be wanted.
    pub fn new(input: InputStream, wanted: Option<Role>) -> Xliff {
        let xml = Xml::new(input, ["unit", "XLIFF"], "");
        Xliff {
            xml,
            buffer: Vec::new(),
            file: String::new(),
            unit: Unit::default(),
            is_in_unit: false,
            texts: Default::default(),
            has_texts: [false; 2],
            open: None,
            text: String::new(),
            codes: 0,
            wants_source: wanted.is_none_or(|role| role == Role::Source),
        }
    }

    /// Begins an element. The error lacks the place.
    fn start(&mut self, tag: &BytesStart) -> Result<()> {
        let full_name = tag.name();
        let name = local_name(full_name.0);
        if self.open.is_some() {
            self.codes += usize::from(CODES.contains(&name));
            if self.codes <= usize::from(CODES.contains(&name)) {
                push_code(&mut self.text, name, tag)?;
            }
            return Ok(());
        }
        let parent = self.xml.outer();
        match name {
            ROOT if parent.is_empty() => {}
            _ if parent.is_empty() => ensure!(false, "<{name}> is not the root of XLIFF, which is <{ROOT}>"),
            "file" => {
                let [name, id] = named_attributes(tag, ["original", "id"])?;
                self.file = name.or(id).unwrap_or_default().into_owned();
            }
            "trans-unit" | "unit" => {
                ensure!(
                    !mem::replace(&mut self.is_in_unit, true),
                    "a unit inside another; is an end tag missing before it?"
                );
                let id =
                    attribute(tag, "id")?.context("a unit without an id, by which files are joined; give it one")?;
                self.unit.clear();
                self.unit.line = self.xml.line();
                if !self.file.is_empty() {
                    self.unit.id.push_str(&self.file);
                    self.unit.id.push('#');
                }
                self.unit.id.push_str(&id);
                self.xml.begin_part();
            }
            SOURCE | TARGET if self.is_in_unit && HOLDERS.contains(&local_name(parent)) => {
                self.open = Some(usize::from(name == TARGET));
                self.text.clear();
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends an element; true if it is a unit.
    fn end(&mut self, name: &str) -> bool {
        let name = local_name(name);
        match name {
            SOURCE | TARGET => {
                if let Some(place) = self.open.take() {
                    let all = &mut self.texts[place];
                    // Segments follow each other without a space if an element for it is missing.
                    push_collapsed(all, if all.is_empty() { "" } else { " " });
                    all.push_str(self.text.trim_end());
                    self.has_texts[place] = true;
                }
                self.codes = 0;
            }
            "trans-unit" | "unit" if mem::take(&mut self.is_in_unit) => {
                for ((name, text), has_text) in
                    [SOURCE, TARGET].into_iter().zip(&mut self.texts).zip(&mut self.has_texts)
                {
                    self.unit.add(name, mem::take(has_text).then_some(text));
                    text.clear();
                }
                self.xml.end_part();
                return true;
            }
            _ if self.open.is_some() && CODES.contains(&name) => self.codes -= 1,
            _ => {}
        }
        false
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
    let [shown, equivalent, kind] = named_attributes(tag, ["equiv-text", "equiv", "ctype"])?;
    let shown = shown.or(equivalent).unwrap_or_default();
    let is_break = kind.is_some_and(|kind| kind == "lb") || shown.starts_with("<br");
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
                    if self.end(tag.name().0) {
                        mem::swap(unit, &mut self.unit);
                        break;
                    }
                }
                XmlEvent::Text(more) => {
                    let is_wanted = self.open.is_some_and(|place| self.wants_source || place > 0);
                    if is_wanted && self.codes == 0 {
                        push_collapsed(&mut self.text, &more);
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
