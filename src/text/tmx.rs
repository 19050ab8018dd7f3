//! TMX, translation memories: units with a text in each of several languages.

use super::open::InputStream;
use super::record::Role;
use super::units::{Unit, Units};
use super::xml::{Xml, XmlEvent, attribute, local_name, push_collapsed};
use anyhow::{Result, bail, ensure};
use quick_xml::events::BytesStart;

/// Name of the root element.
pub const ROOT: &str = "tmx";

/// Elements in a text that hold code, not text.
const CODES: [&str; 6] = ["bpt", "ept", "it", "ph", "ut", "sub"];

/// The source language of a file in which each unit may have another.
const ANY_LANGUAGE: &str = "*all*";

/// A translation memory.
pub struct Tmx {
    xml: Xml,
    /// Source language of the file, and of a unit that names another.
    source: String,
    own_source: Option<String>,
    /// Its name in the unit that was read last.
    source_name: String,
    /// Language of the translations that are wanted, once it is known.
    target: Option<String>,
    /// The target language by its name in the file, in lower case.
    target_name: String,
    /// The unit that is open.
    unit: Option<Unit>,
    /// The language that is open, in lower case.
    language: String,
    /// The text that is open.
    text: Option<String>,
    /// Number of open elements in it that hold code.
    codes: usize,
}

impl Tmx {
    /// A reader of the texts of one target language: the named one, or the only one if none is named.
    pub fn new(input: InputStream, target: Option<&str>) -> Tmx {
        Tmx {
            xml: Xml::new(input, ["unit", "TMX"], ""),
            source: String::new(),
            source_name: String::new(),
            own_source: None,
            target: target.map(str::to_lowercase),
            target_name: String::new(),
            unit: None,
            language: String::new(),
            text: None,
            codes: 0,
        }
    }

    /// Begins an element. The error lacks the place.
    fn start(&mut self, tag: &BytesStart) -> Result<()> {
        let full_name = tag.name();
        let name = local_name(full_name.0);
        if self.text.is_some() {
            self.codes += usize::from(CODES.contains(&name));
            return Ok(());
        }
        let parent = self.xml.outer();
        match name {
            ROOT if parent.is_empty() => {}
            _ if parent.is_empty() => bail!("<{name}> is not the root of TMX, which is <{ROOT}>"),
            "header" => self.source = attribute(tag, "srclang")?.unwrap_or_default().to_lowercase(),
            "tu" => {
                ensure!(self.unit.is_none(), "a unit inside another; is an end tag missing before it?");
                let id = attribute(tag, "tuid")?.unwrap_or_default();
                self.own_source = attribute(tag, "srclang")?.map(|language| language.to_lowercase());
                self.unit = Some(Unit { line: self.xml.line(), id, texts: Vec::new() });
                self.xml.begin_part();
            }
            "tuv" => {
                let language = attribute(tag, "lang")?;
                let Some(language) = language else { bail!("a <tuv> without a language; give it an xml:lang") };
                self.language = language.to_lowercase();
            }
            "seg" if self.unit.is_some() => (self.text, self.codes) = (Some(String::new()), 0),
            _ => {}
        }
        Ok(())
    }

    /// Ends an element; returns the unit if it is one. The error lacks the place.
    fn end(&mut self, name: &str) -> Result<Option<Unit>> {
        match local_name(name) {
            "seg" => {
                if let (Some(unit), Some(text)) = (&mut self.unit, self.text.take()) {
                    unit.add(self.language.clone(), Some(text.trim_end().to_owned()));
                }
            }
            "tu" => {
                let Some(mut unit) = self.unit.take() else { return Ok(None) };
                self.find_target(&mut unit)?;
                self.xml.end_part();
                return Ok(Some(unit));
            }
            name if self.text.is_some() && CODES.contains(&name) => self.codes -= 1,
            _ => {}
        }
        Ok(None)
    }

    /// Finds the target language among the languages of a unit, and the id of the unit if it has none: its source text.
    fn find_target(&mut self, unit: &mut Unit) -> Result<()> {
        let source = self.own_source.as_ref().unwrap_or(&self.source).clone();
        let is_source = |language: &str| is_of(language, &source) && source != ANY_LANGUAGE;
        match &self.target {
            Some(target) => {
                let mut found: Vec<&str> = unit
                    .texts
                    .iter()
                    .map(|(language, _)| &**language)
                    .filter(|language| is_of(language, target))
                    .collect();
                found.dedup();
                ensure!(
                    found.len() < 2,
                    "{} are both {target}; name one: --target-lang {}",
                    found.join(" and "),
                    found[0]
                );
                self.target_name = found.first().map_or_else(|| target.clone(), |found| (*found).to_owned());
            }
            None => {
                for (language, _) in unit.texts.iter().filter(|(language, _)| !is_source(language)) {
                    if self.target_name.is_empty() {
                        self.target_name = language.clone().into_owned();
                    }
                    ensure!(
                        *language == self.target_name,
                        "translations into {} and into {language}; name one: --target-lang {language}",
                        self.target_name
                    );
                }
            }
        }
        if let Some((language, _)) = unit.texts.iter().find(|(language, _)| is_source(language)) {
            self.source_name = language.to_string();
        }
        if unit.id.is_empty() {
            let source = unit.texts.iter().find(|(language, _)| is_source(language)).and_then(|(_, text)| text.clone());
            let Some(source) = source else {
                bail!("a unit without a tuid and without a text of the source language, by which files are joined");
            };
            unit.id = source;
        }
        if !unit.texts.iter().any(|(language, _)| *language == self.target_name) {
            unit.add(self.target_name.clone(), None);
        }
        Ok(())
    }
}

/// Whether a language is another, or a variety of it: `en-US` is `en`.
fn is_of(language: &str, other: &str) -> bool {
    language.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
}

impl Units for Tmx {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        let mut buffer = Vec::new();
        loop {
            match self.xml.read(&mut buffer)? {
                XmlEvent::Start(tag) => self.start(&tag).map_err(|error| self.xml.fault(error))?,
                XmlEvent::End(tag) => {
                    if let Some(ended) = self.end(tag.name().0).map_err(|error| self.xml.fault(error))? {
                        *unit = ended;
                        return Ok(true);
                    }
                }
                XmlEvent::Text(more) => {
                    if let Some(text) = self.text.as_mut().filter(|_| self.codes == 0) {
                        push_collapsed(text, &more);
                    }
                }
                XmlEvent::Comment | XmlEvent::Declaration => {}
                XmlEvent::Eof => return Ok(false),
            }
        }
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
