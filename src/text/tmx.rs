//! TMX, translation memories: units with a text in each of several languages.

use super::open::InputStream;
use super::record::Role;
use super::units::{Unit, Units};
use super::xml::{Xml, XmlEvent, attribute, local_name, named_attributes, push_collapsed};
use anyhow::{Result, bail, ensure};
use quick_xml::events::BytesStart;
use std::mem;

/// Name of the root element.
pub const ROOT: &str = "tmx";

/// Elements in a text that hold code, not text.
const CODES: [&str; 6] = ["bpt", "ept", "it", "ph", "ut", "sub"];

/// The source language of a file in which each unit may have another.
const ANY_LANGUAGE: &str = "*all*";

/// A translation memory.
pub struct Tmx {
    xml: Xml,
    buffer: Vec<u8>,
    /// Source language of the file, and of a unit that names another.
    source: String,
    own_source: Option<String>,
    /// Its name in the unit that was read last.
    source_name: String,
    /// Language of the translations that are wanted, once it is known.
    target: Option<String>,
    /// The target language by its name in the file, in lower case.
    target_name: String,
    /// The unit that is open, if one is.
    unit: Unit,
    is_in_unit: bool,
    /// The language that is open, in lower case.
    language: String,
    /// The text that is open, if one is.
    text: String,
    is_in_text: bool,
    /// Number of open elements in it that hold code.
    codes: usize,
    /// Whether languages are named, so that any number is read.
    has_names: bool,
    /// Whether source texts are wanted, and whether the open text is.
    wants_source: bool,
    wants_text: bool,
}

impl Tmx {
    /// A reader of the texts of one target language: the named one, or the only one if none is named. Texts of one role may be
    /// wanted.
    pub fn new(input: InputStream, target: Option<&str>, wanted: Option<Role>) -> Tmx {
        Tmx {
            xml: Xml::new(input, ["unit", "TMX"], ""),
            buffer: Vec::new(),
            source: String::new(),
            source_name: String::new(),
            own_source: None,
            target: target.map(str::to_lowercase),
            target_name: String::new(),
            unit: Unit::default(),
            is_in_unit: false,
            language: String::new(),
            text: String::new(),
            is_in_text: false,
            codes: 0,
            has_names: wanted.is_none(),
            wants_source: wanted.is_none_or(|role| role == Role::Source),
            wants_text: true,
        }
    }

    /// Whether a language is the source's.
    fn is_source(&self, language: &str) -> bool {
        is_source(language, self.own_source.as_deref().unwrap_or(&self.source))
    }

    /// Begins an element. The error lacks the place.
    fn start(&mut self, tag: &BytesStart) -> Result<()> {
        let full_name = tag.name();
        let name = local_name(full_name.0);
        if self.is_in_text {
            self.codes += usize::from(CODES.contains(&name));
            return Ok(());
        }
        let parent = self.xml.outer();
        match name {
            ROOT if parent.is_empty() => {}
            _ if parent.is_empty() => bail!("<{name}> is not the root of TMX, which is <{ROOT}>"),
            "header" => self.source = attribute(tag, "srclang")?.unwrap_or_default().to_lowercase(),
            "tu" => {
                ensure!(
                    !mem::replace(&mut self.is_in_unit, true),
                    "a unit inside another; is an end tag missing before it?"
                );
                let [id, source] = named_attributes(tag, ["tuid", "srclang"])?;
                self.own_source = source.map(|language| language.to_lowercase());
                self.unit.clear();
                self.unit.line = self.xml.line();
                self.unit.id.push_str(&id.unwrap_or_default());
                self.xml.begin_part();
            }
            "tuv" => {
                let language = attribute(tag, "lang")?;
                let Some(language) = language else { bail!("a <tuv> without a language; give it an xml:lang") };
                self.language.clear();
                self.language.push_str(&language);
                self.language.make_ascii_lowercase();
            }
            "seg" if self.is_in_unit => {
                self.text.clear();
                (self.is_in_text, self.codes) = (true, 0);
                // A unit without an id has its source text for one.
                self.wants_text = self.wants_source || self.unit.id.is_empty() || !self.is_source(&self.language);
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends an element; true if it is a unit. The error lacks the place.
    fn end(&mut self, name: &str) -> Result<bool> {
        match local_name(name) {
            "seg" if mem::take(&mut self.is_in_text) => self.unit.add(&self.language, Some(self.text.trim_end())),
            "tu" if mem::take(&mut self.is_in_unit) => {
                self.find_target()?;
                self.xml.end_part();
                return Ok(true);
            }
            name if self.is_in_text && CODES.contains(&name) => self.codes -= 1,
            _ => {}
        }
        Ok(false)
    }

    /// Finds the target language among the languages of the unit, and the id of the unit if it has none: its source text.
    fn find_target(&mut self) -> Result<()> {
        let unit = &mut self.unit;
        let source = self.own_source.as_deref().unwrap_or(&self.source);
        let is_source = |language: &str| is_source(language, source);
        match &self.target {
            Some(target) => {
                let mut found = unit.texts().map(|(language, _)| language).filter(|language| is_of(language, target));
                let first = found.next().unwrap_or(target);
                if let Some(other) = found.find(|other| *other != first) {
                    bail!("{first} and {other} are both {target}; name one: --target-lang {first}");
                }
                set(&mut self.target_name, first);
            }
            None => {
                for (language, _) in unit.texts().filter(|(language, _)| !is_source(language)) {
                    if self.target_name.is_empty() {
                        set(&mut self.target_name, language);
                    }
                    ensure!(
                        self.has_names || language == self.target_name,
                        "translations into {} and into {language}; name one: --target-lang {language}",
                        self.target_name
                    );
                }
            }
        }
        let source = unit.texts().find(|(language, _)| is_source(language));
        if let Some((language, _)) = source {
            set(&mut self.source_name, language);
        }
        if unit.id.is_empty() {
            let Some(text) = source.and_then(|(_, text)| text) else {
                bail!(
                    "a unit without a tuid and without a text of the source language, by which files are joined; give each <tu> a \
                     tuid, or the <header> the source language"
                );
            };
            unit.id = text.to_owned();
        }
        if !unit.texts().any(|(language, _)| language == self.target_name) {
            unit.add(&self.target_name, None);
        }
        Ok(())
    }
}

/// Sets a name, which is seldom another.
fn set(name: &mut String, new: &str) {
    if name != new {
        name.replace_range(.., new);
    }
}

/// Whether a language is the source's, which may be any.
fn is_source(language: &str, source: &str) -> bool {
    is_of(language, source) && source != ANY_LANGUAGE
}

/// Whether a language is another, or a variety of it: `en-US` is `en`.
fn is_of(language: &str, other: &str) -> bool {
    language.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
}

impl Units for Tmx {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        let mut buffer = mem::take(&mut self.buffer);
        loop {
            match self.xml.read(&mut buffer)? {
                XmlEvent::Start(tag) => self.start(&tag).map_err(|error| self.xml.fault(error))?,
                XmlEvent::End(tag) => {
                    if self.end(tag.name().0).map_err(|error| self.xml.fault(error))? {
                        mem::swap(unit, &mut self.unit);
                        break;
                    }
                }
                XmlEvent::Text(more) => {
                    if self.is_in_text && self.codes == 0 && self.wants_text {
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
        if role == Role::Source { &self.source_name } else { &self.target_name }
    }
}

#[cfg(test)]
mod tests {
    use super::is_of;

    #[test]
    fn a_variety_is_of_its_language() {
        assert!(is_of("en-us", "en") && is_of("en", "en") && !is_of("enm", "en") && !is_of("en", "en-us"));
    }
}
