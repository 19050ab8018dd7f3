//! Files of `id<TAB>text`, as the scripts of some tools read them: lines are joined by their ids.

use super::checked_lines::CheckedLines;
use super::logs::named;
use super::open::InputStream;
use super::record::{Record, RecordPlace, Records, Role};
use crate::text::display::{count, escape, listed};
use anyhow::{Result, anyhow, ensure};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The texts of a file by their ids.
struct Texts {
    name: String,
    /// The ids, each once, in the order of their first lines.
    ids: Vec<String>,
    by_id: HashMap<String, Vec<String>>,
}

/// Segments of files whose lines are joined by their ids, in the order of the first reference's.
pub struct IdLines {
    candidates: Vec<Texts>,
    references: Vec<Texts>,
    /// Number of segments so far.
    segments: usize,
    /// The tool whose script joins lines so.
    tool: &'static str,
}

impl IdLines {
    /// The segments of these files, if each line of each of them is an id, a tab and a text. Otherwise, all of their lines are
    /// still to be read.
    ///
    /// # Errors
    /// If a candidate has an id twice, if the files have different ids, or if one is neither a candidate nor a reference of one
    /// line per segment.
    pub fn read(inputs: &mut [InputStream], columns: &[(Role, usize)], tool: &'static str) -> Result<Option<IdLines>> {
        let texts = inputs.iter_mut().zip(columns).filter(|(_, (role, _))| role.is_text());
        let texts = texts.map(|(input, (role, _))| Some((input.look(Texts::read)?, *role)));
        let Some(texts) = texts.collect::<Option<Vec<_>>>() else { return Ok(None) };
        let is_plain = |(role, lines): &(Role, usize)| matches!(role, Role::Candidate | Role::Reference) && *lines == 1;
        ensure!(
            columns.iter().all(is_plain),
            "{}: the lines are an id, a tab and a text, which {tool} joins by id; for labels and samples, give files of texts \
             alone, as cut -f2- makes them",
            texts.first().map_or("input", |(texts, _)| &texts.name)
        );
        let (candidates, references): (Vec<_>, Vec<_>) = texts.into_iter().partition(|(_, role)| role.is_scored());
        let [candidates, references] =
            [candidates, references].map(|files| files.into_iter().map(|(texts, _)| texts).collect());
        let lines = IdLines { candidates, references, segments: 0, tool };
        lines.check()?;
        Ok(Some(lines))
    }

    /// Names of the files, the candidates first.
    pub fn names(&self) -> Vec<String> {
        self.candidates.iter().chain(&self.references).map(|file| file.name.clone()).collect()
    }

    /// Checks that a segment has one candidate, and that all files have the same ids.
    fn check(&self) -> Result<()> {
        for Texts { name, ids, by_id } in &self.candidates {
            let twice: Vec<String> = ids.iter().filter(|id| by_id[*id].len() > 1).map(|id| escape(id)).collect();
            ensure!(
                twice.is_empty(),
                "{name}: {} more than once: {}; keep one line of each",
                count_of(&twice),
                named(&twice)
            );
        }
        let Some(first) = self.references.first() else { return Ok(()) };
        for other in self.references[1..].iter().chain(&self.candidates) {
            for (texts, lacking) in [(first, other), (other, first)] {
                let missing = texts.ids.iter().filter(|id| !lacking.by_id.contains_key(*id));
                let missing: Vec<String> = missing.map(|id| escape(id)).collect();
                ensure!(
                    missing.is_empty(),
                    "{}: no line for {} of {}: {}; {} would leave them out, so add them or remove the others",
                    lacking.name,
                    count_of(&missing),
                    texts.name,
                    named(&missing),
                    self.tool
                );
            }
        }
        Ok(())
    }
}

impl Texts {
    /// Reads a file; `None` if a line is not an id, a tab and a text.
    fn read(input: InputStream) -> Option<Texts> {
        let mut lines = CheckedLines::new(input);
        let mut texts = Texts { name: lines.name().to_owned(), ids: Vec::new(), by_id: HashMap::new() };
        while let Some(line) = lines.next_line().ok()? {
            let (id, text) = str::from_utf8(line).ok()?.split_once('\t')?;
            if id.trim().is_empty() || text.contains('\t') {
                return None;
            }
            match texts.by_id.entry(id.trim().to_owned()) {
                Entry::Occupied(known) => known.into_mut().push(text.to_owned()),
                Entry::Vacant(new) => {
                    texts.ids.push(new.key().clone());
                    new.insert(vec![text.to_owned()]);
                }
            }
        }
        (!texts.ids.is_empty()).then_some(texts)
    }
}

impl Records for IdLines {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        let first = self.references.first().ok_or_else(|| anyhow!("no reference"))?;
        let Some(id) = first.ids.get(self.segments) else { return Ok(false) };
        self.segments += 1;
        record.place = RecordPlace::new("segment", self.segments as u64);
        for (files, role) in [(&self.candidates, Role::Candidate), (&self.references, Role::Reference)] {
            files.iter().flat_map(|file| &file.by_id[id]).for_each(|text| record.add(role, Some(text.as_bytes())));
        }
        Ok(true)
    }

    fn is_ready(&self) -> bool {
        true
    }

    fn name(&self) -> &str {
        self.references.first().map_or("input", |reference| &reference.name)
    }

    fn remarks(&self) -> Vec<String> {
        let (names, tool) = (listed(&self.names(), "and"), self.tool);
        vec![format!("note: {names}: the lines are an id, a tab and a text, joined by id as the script of {tool} does")]
    }
}

/// "1 id", "2 ids".
fn count_of(ids: &[String]) -> String {
    count(ids.len() as u64, "id")
}
