//! Records as WMT XML (2021 on): documents with sources, references by translator and candidates by system.
//!
//! As in sacreBLEU, segments are those of the source text, by number; documents of a test suite, and segments without
//! any reference text, are left out; white space is collapsed.

mod documents;

use super::open::InputStream;
use super::record::{Columns, Place, Record, Records};
use crate::cli::display::escape;
use crate::cli::suggestions::unknown;
use anyhow::{Result, anyhow, bail, ensure};
use documents::{Document, Documents, Texts};
use std::collections::{BTreeSet, VecDeque};

/// Labels of a document, by which segments can be grouped and joined.
const LABELS: [&str; 3] = ["doc", "domain", "origlang"];

/// Name of the source text as a candidate, unless a system has this name.
const SOURCE: &str = "src";

/// A file of WMT XML.
pub struct WmtXml {
    documents: Documents,
    columns: Columns,
    /// Translators of all documents so far.
    translators: BTreeSet<String>,
    /// Systems of all documents so far.
    systems: BTreeSet<String>,
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
        for (label, _) in columns.labels() {
            ensure!(LABELS.contains(&label.as_str()), "{}: {}", input.name(), unknown("label", label, &LABELS));
        }
        Ok(WmtXml {
            documents: Documents::new(input, other_format),
            columns,
            translators: BTreeSet::new(),
            systems: BTreeSet::new(),
            records: VecDeque::new(),
            has_segments: false,
        })
    }

    /// Queues the segments of a document.
    fn queue(&mut self, document: &Document) -> Result<()> {
        self.translators.extend(document.references.keys().cloned());
        self.systems.extend(document.candidates.keys().cloned());
        if document.is_test_suite {
            return Ok(());
        }
        let records = self.records_of(document).map_err(|message| match &document.id {
            Some(id) => anyhow!("{}: document {}: {message}", self.documents.name(), escape(id)),
            None => anyhow!("{}: a document without an id: {message}", self.documents.name()),
        })?;
        self.has_segments |= !records.is_empty();
        self.records.extend(records);
        Ok(())
    }

    /// Returns the segments that have a reference. The error is a message without the document.
    fn records_of(&self, document: &Document) -> Result<Vec<Record>, String> {
        let Some(source) = &document.source else {
            return Err("no <src>; add it, since the segments of a document are those of its source text".into());
        };
        let candidates = self.columns.candidates.iter().map(|name| (name, candidate(document, name)));
        let references = self.columns.references.iter().map(|name| (name, reference(document, name)));
        for (name, texts) in candidates.clone().chain(references.clone()) {
            let mut segments = texts.into_iter().flat_map(Texts::keys);
            if let Some(extra) = segments.find(|segment| !source.contains_key(segment)) {
                let name = escape(name);
                return Err(format!("{name} has segment {extra}, but <src> does not; remove the one or add the other"));
            }
        }
        let has_reference = |segment: &&u64| {
            document.references.values().any(|texts| texts.get(segment).is_some_and(|text| !text.is_empty()))
        };
        let record = |&segment: &u64| {
            let mut record = Record::default();
            record.place = Place::Segment { document: document.id.clone().unwrap_or_default(), segment };
            for (name, texts) in candidates.clone() {
                let Some(texts) = texts else {
                    // The source text can be asked for like a system.
                    let known = document.candidates.keys().map(String::as_str).chain([SOURCE]);
                    return Err(unknown("system", name, &known.collect::<Vec<_>>()));
                };
                let Some(text) = texts.get(&segment) else {
                    let name = escape(name);
                    return Err(format!("the system '{name}' has no segment {segment}; add it, empty if need be"));
                };
                record.add_candidate(text.as_bytes());
            }
            for (_, texts) in references.clone() {
                let text = texts.and_then(|texts| texts.get(&segment));
                record.add_reference(text.map(String::as_bytes));
            }
            for (name, kind) in self.columns.labels() {
                let Some(label) = label(document, name) else {
                    let others: Vec<&str> = LABELS.into_iter().filter(|other| other != name).collect();
                    return Err(format!("no {name}; use another label: {}", others.join(", ")));
                };
                record.add_label(kind, label.as_bytes());
            }
            Ok(record)
        };
        source.keys().filter(has_reference).map(record).collect()
    }

    /// Checks that every reference was in some document, and that there was a segment.
    fn check_end(&self) -> Result<()> {
        if let Some(message) = self.unknown_translator() {
            bail!("{}: {message}", self.documents.name());
        }
        ensure!(
            self.has_segments,
            "{}: no segment is left: documents of a test suite, and segments without any reference text, are left out",
            self.documents.name()
        );
        Ok(())
    }

    /// Returns the message about a translator that no document has had so far.
    fn unknown_translator(&self) -> Option<String> {
        let is_known = |name: &&String| spellings(name).any(|name| self.translators.contains(name));
        let name = self.columns.references.iter().find(|name| !is_known(name))?;
        let known: Vec<&String> = self.translators.iter().collect();
        Some(unknown("translator", name, &known))
    }
}

/// The texts of a system, or the source text.
fn candidate<'a>(document: &'a Document, name: &str) -> Option<&'a Texts> {
    document.candidates.get(name).or_else(|| document.source.as_ref().filter(|_| name == SOURCE))
}

/// The texts of a translator.
fn reference<'a>(document: &'a Document, name: &str) -> Option<&'a Texts> {
    spellings(name).find_map(|name| document.references.get(name))
}

/// The value of one of [`LABELS`].
fn label<'a>(document: &'a Document, name: &str) -> Option<&'a String> {
    match name {
        "domain" => document.domain.as_ref(),
        "origlang" => document.origlang.as_ref(),
        _ => document.id.as_ref(),
    }
}

/// The names that a translator may have: sacreBLEU's `refA` is `A` in the file.
fn spellings(name: &str) -> impl Iterator<Item = &str> {
    std::iter::once(name).chain(name.strip_prefix("ref"))
}

impl Records for WmtXml {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        while self.records.is_empty() {
            match self.documents.read()? {
                Some(document) => self.queue(&document)?,
                None => return self.check_end().map(|()| false),
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

    fn known_names(&self) -> Vec<String> {
        self.translators.iter().chain(&self.systems).cloned().collect()
    }

    fn known_labels(&self) -> Vec<String> {
        LABELS.map(String::from).into()
    }

    /// None: nothing is unusual about XML that begins with a byte order mark.
    fn inputs(&self) -> Vec<&InputStream> {
        Vec::new()
    }

    fn missing_reference(&self) -> String {
        if let Some(message) = self.unknown_translator() {
            return message;
        }
        let names: Vec<String> = self.columns.references.iter().map(|name| escape(name)).collect();
        format!("no reference; add one by {}, or remove the segment", names.join(" or "))
    }
}
