//! Records as WMT XML (2021 on): documents with sources, references by translator and candidates by system.
//!
//! As in sacreBLEU, segments are numbered as in the source text; documents of a test suite, and segments without
//! any reference text, are left out; white space is collapsed.

mod documents;

use super::open::InputStream;
use super::record::reference_names;
use super::record::{Columns, Record, RecordPlace, Records, Role};
use super::units::{ID, USUAL};
use crate::text::display::listed;
use crate::text::suggestions::unknown;
use anyhow::{Result, anyhow, ensure};
use documents::{Documents, Part, Texts, XmlDocument};
use std::collections::{BTreeSet, VecDeque};

/// Label that is the id of a document.
const DOCUMENT: &str = "doc";

/// Labels, which can group and join segments: of a document, whose attributes have these names, apart from the first, and the id of a
/// segment.
const LABELS: [&str; 4] = [DOCUMENT, "domain", "origlang", ID];

/// Name of the source text as a candidate, unless a system has this name.
pub const SOURCE: &str = "src";

/// A file of WMT XML.
pub struct WmtXml {
    documents: Documents,
    columns: Columns,
    /// Parts of all documents so far.
    parts: BTreeSet<Part>,
    /// Segments of the documents read so far that are still to be returned.
    records: VecDeque<Record>,
    /// Whether there has been a segment.
    has_segments: bool,
}

impl WmtXml {
    /// A reader of these translators and systems. `other_format` is added to messages about text that is not XML.
    ///
    /// # Errors
    /// If documents have no such label.
    pub fn new(input: InputStream, columns: Columns, other_format: &'static str) -> Result<WmtXml> {
        for (label, _) in columns.iter().filter(|(_, role)| role.is_label()) {
            ensure!(LABELS.contains(&label.as_str()), "{}: {}", input.name(), unknown("label", label, &LABELS));
        }
        Ok(WmtXml {
            documents: Documents::new(input, other_format),
            columns,
            parts: BTreeSet::new(),
            records: VecDeque::new(),
            has_segments: false,
        })
    }

    /// Queues the segments of a document.
    fn queue(&mut self, document: &XmlDocument) -> Result<()> {
        self.parts.extend(document.parts.keys().cloned());
        if document.attributes.contains_key("testsuite") {
            return Ok(());
        }
        let records = self.records_of(document).map_err(|message| match document.attributes.get("id") {
            Some(id) => anyhow!("{}: document {id}: {message}", self.documents.name()),
            None => anyhow!("{}: a document without an id: {message}", self.documents.name()),
        })?;
        self.has_segments |= !records.is_empty();
        self.records.extend(records);
        Ok(())
    }

    /// Returns the segments that have a reference. The error is a message without the document.
    fn records_of(&self, document: &XmlDocument) -> Result<Vec<Record>, String> {
        let Some(source) = document.parts.get(&(Role::Source, String::new())) else {
            return Err("no <src>; add it, since the source text names the segments of a document".into());
        };
        let texts: Vec<Option<&Texts>> = self
            .columns
            .iter()
            .map(|(name, role)| match &**name {
                USUAL => self.only_part(*role, document),
                _ => Ok(parts_named(name, *role).find_map(|part| document.parts.get(&part))),
            })
            .collect::<Result<_, _>>()?;
        for ((name, _), texts) in self.columns.iter().zip(&texts) {
            let mut segments = texts.iter().flat_map(|texts| texts.keys());
            if let Some(extra) = segments.find(|segment| !source.contains_key(segment)) {
                return Err(format!("{name} has segment {extra}, but <src> does not; remove the one or add the other"));
            }
        }
        let references = document.parts.iter().filter(|((role, _), _)| *role == Role::Reference);
        let has_reference = |segment: &&u64| {
            references.clone().any(|(_, texts)| texts.get(segment).is_some_and(|text| !text.is_empty()))
        };
        source.keys().filter(has_reference).map(|segment| self.record_of(document, &texts, *segment)).collect()
    }

    /// The record of a segment, given the texts of each column. The error is a message without the document.
    fn record_of(&self, document: &XmlDocument, texts: &[Option<&Texts>], segment: u64) -> Result<Record, String> {
        let document_id = document.attributes.get("id").map_or("", String::as_str);
        let mut record = Record::default();
        record.place =
            RecordPlace { part: format!("document {document_id}, "), ..RecordPlace::new("segment", segment) };
        for ((name, role), texts) in self.columns.iter().zip(texts) {
            if role.is_label() && name == ID {
                record.add(*role, Some(format!("document {document_id}, segment {segment}").as_bytes()));
                continue;
            }
            let text = texts.and_then(|texts| texts.get(&segment));
            let attribute = if name == DOCUMENT { "id" } else { name };
            let text = if role.is_text() { text } else { document.attributes.get(attribute) };
            match (role, text) {
                (Role::Reference, _) | (_, Some(_)) => record.add(*role, text.map(String::as_bytes)),
                (role, None) if role.is_scored() && texts.is_some() => {
                    return Err(format!("the system '{name}' has no segment {segment}; add it, empty if need be"));
                }
                (role, None) if role.is_scored() => return Err(unknown_system(document, name)),
                (_, None) => {
                    let others: Vec<&str> = LABELS.into_iter().filter(|other| other != name).collect();
                    return Err(format!("no {name}; use another label: {}", others.join(", ")));
                }
            }
        }
        Ok(record)
    }

    /// The texts of the only translator or system of the file so far. The error is a message without the document.
    fn only_part<'d>(&self, role: Role, document: &'d XmlDocument) -> Result<Option<&'d Texts>, String> {
        let names: Vec<&str> = names_of(role.in_record(), &self.parts).collect();
        let kind = if role == Role::Reference { "translators" } else { "systems" };
        if names.len() > 1 {
            return Err(format!(
                "several {kind}: {}; name the file with --records, and one of them",
                listed(&names, "and")
            ));
        }
        Ok(names.first().and_then(|name| document.parts.get(&(role.in_record(), (*name).to_owned()))))
    }

    /// Checks that every reference was in some document, and that there was a segment; false.
    fn check_end(&self) -> Result<bool> {
        let name = self.documents.name();
        self.unknown_reference().map_or(Ok(()), |message| Err(anyhow!("{name}: {message}")))?;
        let left_out = "documents of a test suite, and segments without any reference text, are left out";
        ensure!(self.has_segments, "{name}: no segment is left: {left_out}");
        Ok(false)
    }
}

/// Says that a document has no system with a name.
fn unknown_system(document: &XmlDocument, name: &str) -> String {
    if name == USUAL {
        return "no <hyp>, which has the translation of a system".into();
    }
    // The source text can be asked for like a system.
    let known = names_of(Role::Candidate, document.parts.keys()).chain([SOURCE]);
    unknown("system", name, &known.collect::<Vec<_>>())
}

/// The parts of a document that a name may stand for: sacreBLEU's translator `refA` is `A` in the file.
fn parts_named(name: &str, role: Role) -> impl Iterator<Item = Part> {
    let other = match role.in_record() {
        Role::Candidate => (name == SOURCE).then(|| (Role::Source, String::new())),
        Role::Reference => name.strip_prefix("ref").map(|name| (Role::Reference, name.into())),
        _ => None,
    };
    std::iter::once((role.in_record(), name.into())).chain(other)
}

/// The names of translators or systems.
fn names_of<'p>(role: Role, parts: impl IntoIterator<Item = &'p Part>) -> impl Iterator<Item = &'p str> {
    parts.into_iter().filter(move |(of, _)| *of == role).map(|(_, name)| name.as_str())
}

impl Records for WmtXml {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        while self.records.is_empty() {
            match self.documents.read()? {
                Some(document) => self.queue(&document)?,
                None => return self.check_end(),
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
        self.documents.name()
    }

    fn known_names(&self) -> [Vec<String>; 2] {
        let names = [Role::Reference, Role::Candidate].into_iter().flat_map(|role| names_of(role, &self.parts));
        [names.map(String::from).collect(), LABELS.map(String::from).into()]
    }

    fn unknown_reference(&self) -> Option<String> {
        let is_unknown = |(name, role): &&(String, Role)| {
            *role == Role::Reference
                && name != USUAL
                && parts_named(name, *role).all(|part| !self.parts.contains(&part))
        };
        let (name, _) = self.columns.iter().find(is_unknown)?;
        Some(unknown("translator", name, &names_of(Role::Reference, &self.parts).collect::<Vec<_>>()))
    }

    fn missing_reference(&self) -> String {
        let names = reference_names(&self.columns).join(" or ");
        format!("no reference; add one by {names}, or leave out such segments with --empty-reference skip")
    }
}
