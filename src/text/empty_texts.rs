//! `--empty-candidate` and `--empty-reference`: segments that lack a text are left out, or refused, or lack the reference.

use super::record::{Record, Records, Role, is_blank};
use crate::bleu::repairs::{CleanText, Repairs};
use crate::bleu::signature::{EmptyCandidate, EmptyReference};
use crate::text::display::count;
use anyhow::{Result, bail, ensure};

/// Whether a record is kept; its blank references may be removed.
type IsKept = dyn FnMut(&mut Record) -> Result<bool> + Send;

/// Records, without the ones that lack a text.
pub struct WithoutEmpty {
    records: Box<dyn Records>,
    is_kept: Box<IsKept>,
    /// Message if no record is kept.
    nothing_left: fn(&dyn Records) -> String,
    /// Note on a number of segments that were left out.
    note: fn(u64) -> String,
    /// Number of records that were left out.
    left_out: u64,
    has_records: bool,
}

impl WithoutEmpty {
    /// Records in which every candidate has a text after these repairs, given with what makes them. The names are the
    /// candidates'; samples have one.
    pub fn candidates(
        records: Box<dyn Records>,
        meaning: EmptyCandidate,
        (repairs, clean_text): (Repairs, Option<CleanText>),
        names: Vec<String>,
    ) -> WithoutEmpty {
        let is_kept = move |record: &mut Record| {
            let mut texts = record.of_role(Role::Candidate);
            let empty = texts
                .position(|text| text.is_none_or(|text| is_blank(text) || is_blank_after(repairs, clean_text, text)));
            if let Some(empty) = empty.filter(|_| meaning == EmptyCandidate::Error) {
                let name = names.get(empty).or(names.first()).map_or("the candidate", String::as_str);
                let (place, advice) = (&record.place, "--empty-candidate score scores it as empty, skip leaves it out");
                let text = record.of_role(Role::Candidate).nth(empty).flatten();
                let what = if text.is_none_or(is_blank) { "no text" } else { "no text after --clean" };
                bail!("{name}: {place}: {what}; {advice}");
            }
            Ok(empty.is_none())
        };
        let nothing_left =
            |_: &dyn Records| "each segment lacks the text of a candidate; there is nothing to score".into();
        let note = |left_out| {
            let segments = count(left_out, "segment");
            format!("note: {segments} without the text of a candidate left out, for all systems")
        };
        WithoutEmpty { records, is_kept: Box::new(is_kept), nothing_left, note, left_out: 0, has_records: false }
    }

    /// Records in which an empty reference is missing; records without any are left out if that is its meaning.
    pub fn references(records: Box<dyn Records>, meaning: EmptyReference) -> WithoutEmpty {
        let is_kept = move |record: &mut Record| {
            record.drop_blank_references();
            Ok(meaning != EmptyReference::Skip || record.kinds().has_reference)
        };
        let nothing_left = |records: &dyn Records| {
            let usual = || "no segment has a reference; there is nothing to score".into();
            format!("{}: {}", records.name(), records.unknown_reference().unwrap_or_else(usual))
        };
        let note = |left_out| match left_out {
            1 => "note: 1 segment has no reference, and is left out".into(),
            segments => format!("note: {segments} segments have no reference, and are left out"),
        };
        WithoutEmpty { records, is_kept: Box::new(is_kept), nothing_left, note, left_out: 0, has_records: false }
    }
}

/// Whether repairs leave nothing of a text but white space.
fn is_blank_after(repairs: Repairs, clean_text: Option<CleanText>, text: &[u8]) -> bool {
    let Some(text) = str::from_utf8(text).ok().filter(|_| !repairs.is_empty()) else { return false };
    // A segment is repaired as one line.
    let cleaned = clean_text.and_then(|clean_text| clean_text(repairs, &text.replace('\n', " ")));
    cleaned.is_some_and(|cleaned| is_blank(cleaned.text.as_bytes()))
}

impl Records for WithoutEmpty {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        while self.records.read(record)? {
            if (self.is_kept)(record)? {
                self.has_records = true;
                return Ok(true);
            }
            self.left_out += 1;
            record.clear();
        }
        let is_nothing_left = self.left_out > 0 && !self.has_records;
        ensure!(!is_nothing_left, (self.nothing_left)(&*self.records));
        Ok(false)
    }

    fn inner(&self) -> Option<&dyn Records> {
        Some(&*self.records)
    }

    fn remarks(&self) -> Vec<String> {
        let note = (self.left_out > 0).then(|| (self.note)(self.left_out));
        self.records.remarks().into_iter().chain(note).collect()
    }
}
