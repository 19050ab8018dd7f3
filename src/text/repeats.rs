//! Records that repeat segments: several outputs for each, told apart by another column. Scored as segments of their own, the
//! references would count several times.

use super::record::{Record, Role};
use crate::text::display::escape;
use std::borrow::Cow;
use std::collections::HashMap;

/// Usual names of ids of segments, in lower case.
const IDS: &str = "doc_id id sample_id example_id question_id task_id instance_id qid idx index testidx doc.id";

/// Usual names of what tells several outputs for a segment apart, in lower case.
const OUTPUTS: &str = "filter epoch epochs repeat repeat_id repeat_idx trial attempt run run_id seed sample_idx sample_index \
                       promptidx prompt_idx provider provider.id model model_id model_name system system_id temperature";

/// Number of segments that are kept: outputs of the first come again if there are any.
const MAX_KEPT: usize = 1000;

/// Parts of each record that are watched.
pub struct Repeats {
    /// Columns of ids, then columns of outputs.
    names: Vec<String>,
    ids: usize,
    /// The first record of each segment, by its id.
    first: HashMap<String, HashMap<SegmentKey, FirstRecord>>,
    /// Number of segments.
    kept: usize,
}

/// A segment with an id: the column of the id, and the references.
type SegmentKey = (usize, Vec<Vec<u8>>);

/// The line of a record, and its values of outputs.
type FirstRecord = (u64, Vec<Option<String>>);

impl Repeats {
    /// The columns of a table to be watched, given the columns that are asked for; `None` if there are none.
    pub fn among(known: &[String], asked: &[(&str, Role)]) -> Option<Repeats> {
        let of = |names: &str| {
            let is_usual = |name: &&String| names.split(' ').any(|usual| name.eq_ignore_ascii_case(usual));
            known.iter().filter(is_usual).cloned().collect::<Vec<String>>()
        };
        let (ids, outputs) = (of(IDS), of(OUTPUTS));
        // Who names systems, samples, groups or parts knows that ids come again.
        let is_known = asked.iter().any(|(name, role)| {
            matches!(role, Role::System | Role::Segment | Role::Join)
                || *role == Role::Group && outputs.iter().any(|output| output == name)
        });
        let has_texts = [Role::Candidate, Role::Reference].iter().all(|role| asked.iter().any(|(_, of)| of == role));
        let is_watched = !ids.is_empty() && !outputs.is_empty() && !is_known && has_texts;
        is_watched.then(|| Repeats { ids: ids.len(), names: [ids, outputs].concat(), first: HashMap::new(), kept: 0 })
    }

    /// The columns that are watched.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Takes the values of a record, in the order of the columns; returns a message if it repeats a segment.
    pub fn add(&mut self, values: Vec<Option<Cow<str>>>, record: &Record, line: u64) -> Option<String> {
        let outputs = &values[self.ids..];
        for (place, id) in values.iter().take(self.ids).enumerate() {
            let Some(id) = id.as_deref() else { continue };
            if self.kept >= MAX_KEPT && !self.first.contains_key(id) {
                continue;
            }
            let key = (place, record.of_role(Role::Reference).flatten().map(<[u8]>::to_vec).collect());
            let Some((other_line, others)) = self.first.get(id).and_then(|of_id| of_id.get(&key)) else {
                if self.kept < MAX_KEPT {
                    self.kept += 1;
                    let outputs = outputs.iter().map(|value| value.as_deref().map(String::from)).collect();
                    self.first.entry(id.to_owned()).or_default().insert(key, (line, outputs));
                }
                continue;
            };
            let Some(different) =
                (0..outputs.len()).find(|output| outputs[*output].as_deref() != others[*output].as_deref())
            else {
                continue;
            };
            let (id_name, name) = (escape(&self.names[place]), escape(&self.names[self.ids + different]));
            let shown = |value: Option<&str>| value.map_or("null".into(), escape);
            return Some(format!(
                "{id_name} {} comes again, with {name} {} after {} in record {other_line}: the records are several outputs for each \
                 segment; score each by itself: --systems-by {name} --id {id_name}",
                escape(id),
                shown(outputs[different].as_deref()),
                shown(others[different].as_deref())
            ));
        }
        None
    }
}
