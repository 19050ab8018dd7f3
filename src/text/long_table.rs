//! `--systems-by`: tables with a row for each segment of each system; rows with the same id are joined.

use super::logs::named;
use super::record::{Columns, Record, Records, Role};
use crate::text::display::escape;
use anyhow::{Result, bail, ensure};
use std::collections::HashMap;
use std::sync::Arc;

/// The segments of a table in which each row has the candidate of one system, held in memory: the rows of a segment may be
/// anywhere.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct LongTable {
    /// Name of the table, for messages.
    name: String,
    /// Names of the systems, in the order of their first rows.
    systems: Vec<String>,
    segments: Vec<LongSegment>,
    /// Remarks of the reader.
    remarks: Vec<String>,
}

/// A segment: what its rows have in common, and a text of each system.
#[derive(Debug, PartialEq, Eq)]
struct LongSegment {
    /// Its first row.
    row: Record,
    /// Candidates, by system.
    texts: HashMap<usize, Vec<u8>>,
}

impl LongTable {
    /// Reads all rows, which have a candidate, its system and the id of its segment.
    ///
    /// # Errors
    /// If the table cannot be read, if rows of a segment have different references or labels, if a system has two rows of a
    /// segment, or none.
    pub fn read(mut records: Box<dyn Records>) -> Result<LongTable> {
        let mut table = LongTable { name: records.name().to_owned(), ..LongTable::default() };
        let (mut systems, mut segments) = (HashMap::new(), HashMap::new());
        let mut row = Record::default();
        while records.read(&mut row)? {
            let label = |role| row.label(role).unwrap_or_default().to_vec();
            let (system, id) = (label(Role::System), label(Role::Id));
            for (label, what) in [(&system, "system"), (&id, "id")] {
                ensure!(!label.is_empty(), "{}: {}: an empty {what}; every row needs one", table.name, row.place);
            }
            let system = *systems.entry(system).or_insert_with_key(|name| {
                table.systems.push(String::from_utf8_lossy(name).into_owned());
                table.systems.len() - 1
            });
            // Test sets, which are groups, may have the same ids.
            let segment = *segments.entry((label(Role::Group), id)).or_insert_with(|| {
                table.segments.push(LongSegment { row: row.clone(), texts: HashMap::new() });
                table.segments.len() - 1
            });
            table.add(&row, system, segment)?;
            row.clear();
        }
        table.remarks = records.remarks();
        table.check_whole()?;
        Ok(table)
    }

    /// Adds the candidate of a row to a segment.
    fn add(&mut self, row: &Record, system: usize, segment: usize) -> Result<()> {
        let (name, place, segment) = (&self.name, &row.place, &mut self.segments[segment]);
        if let Some(what) = segment.row.difference(row) {
            let first = &segment.row.place;
            let advice = "if test sets have the same ids, name their column with --by";
            bail!("{name}: {place}: another {what} than {first}, which has the same id; {advice}");
        }
        let text = row.label(Role::Candidate).unwrap_or_default().to_vec();
        if segment.texts.insert(system, text).is_some() {
            let (system, id) = (&self.systems[system], segment.id());
            bail!("{name}: {place}: a second row of the system {system} for the id {id}; remove one");
        }
        Ok(())
    }

    /// Checks that each system has a row of each segment.
    fn check_whole(&self) -> Result<()> {
        for (place, system) in self.systems.iter().enumerate() {
            let missing: Vec<&LongSegment> =
                self.segments.iter().filter(|segment| !segment.texts.contains_key(&place)).collect();
            let Some(first) = missing.first().map(|segment| &segment.row.place) else { continue };
            let noun = if missing.len() == 1 { "id" } else { "ids" };
            let ids = named(&missing.iter().map(|segment| segment.id()).collect::<Vec<_>>());
            bail!(
                "{}: the system {system} has no row for the {noun} {ids}, of which another system has {first}; add what is \
                 missing, or remove it from all systems",
                self.name
            );
        }
        Ok(())
    }

    /// Names of the systems.
    pub fn systems(&self) -> &[String] {
        &self.systems
    }

    /// The records of these columns; candidates are systems, or the source.
    pub fn records(self: &Arc<Self>, columns: &Columns) -> Box<dyn Records> {
        let place = |name: &String| self.systems.iter().position(|system| system == name);
        let candidates = columns.iter().filter(|(_, role)| *role == Role::Candidate);
        let systems = candidates.map(|(name, _)| place(name)).collect();
        let roles = columns.iter().map(|(_, role)| *role).collect();
        Box::new(LongRecords { table: Arc::clone(self), systems, roles, next: 0 })
    }
}

impl LongSegment {
    /// Its id for messages, with its group if there are groups.
    fn id(&self) -> String {
        let label = |role| Some(escape(&String::from_utf8_lossy(self.row.label(role)?)));
        let id = label(Role::Id).unwrap_or_default();
        label(Role::Group).map_or_else(|| id.clone(), |group| format!("{id} of {group}"))
    }
}

/// The segments of a table, one at a time.
struct LongRecords {
    table: Arc<LongTable>,
    /// The candidates that are asked for; `None` is the source.
    systems: Vec<Option<usize>>,
    /// Roles of the columns that are asked for.
    roles: Vec<Role>,
    next: usize,
}

impl Records for LongRecords {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        let Some(segment) = self.table.segments.get(self.next) else { return Ok(false) };
        self.next += 1;
        record.clear();
        record.place = segment.row.place.clone();
        for system in &self.systems {
            let text = match system {
                Some(system) => segment.texts.get(system).map(Vec::as_slice),
                None => segment.row.label(Role::Source),
            };
            record.add(Role::Candidate, text);
        }
        for (role, text) in segment.row.shared().filter(|(role, _)| self.roles.contains(role)) {
            record.add(role, text);
        }
        Ok(true)
    }

    fn is_ready(&self) -> bool {
        self.next < self.table.segments.len()
    }

    fn name(&self) -> &str {
        &self.table.name
    }

    fn remarks(&self) -> Vec<String> {
        self.table.remarks.clone()
    }
}
