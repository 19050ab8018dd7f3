//! `{"predictions": [...], "references": [...]}`: lists of the texts of all segments in one record of JSON.

use super::json_values::{FoundValue, items, text};
use super::record::{Record, RecordPlace, Role};
use crate::text::display::{count, escape, listed};
use std::collections::VecDeque;

/// The segments of lists whose items are paired.
pub struct ParallelLists {
    segments: VecDeque<Record>,
    /// Names of the lists.
    names: Vec<String>,
    number: u64,
}

impl ParallelLists {
    /// Pairs the items of the lists that columns have in a record; `None` if they are not lists of texts. The error is a message.
    pub fn of(columns: &[(&str, Role)], found: &[FoundValue]) -> Result<Option<ParallelLists>, String> {
        let (mut lists, mut names) = (Vec::new(), Vec::new());
        for (place, (name, role)) in columns.iter().enumerate() {
            let found: Vec<&str> = found.iter().filter(|value| value.column == place).map(|value| value.json).collect();
            let is_text = matches!(role, Role::Candidate | Role::Reference | Role::Source);
            let [json] = found[..] else {
                if is_text {
                    return Ok(None);
                }
                continue;
            };
            let Some(items) = items(json).ok().filter(|_| json.starts_with('[')) else {
                if is_text {
                    return Ok(None);
                }
                continue;
            };
            names.push(format!("'{}'", escape(name)));
            lists.push((*name, *role, items));
        }
        let Some((first, _, candidates)) = lists.iter().find(|(_, role, _)| *role == Role::Candidate) else {
            return Ok(None);
        };
        let is_string = |item: &&str| item.starts_with('"');
        if !candidates.iter().all(is_string) || candidates.is_empty() {
            return Ok(None);
        }
        let number = candidates.len();
        let has_texts = candidates.iter().any(|item| item.contains(char::is_whitespace));
        let mut segments: VecDeque<Record> = vec![Record::default(); number].into();
        for (segment, place) in segments.iter_mut().zip(1..) {
            segment.place = RecordPlace::new("item", place);
        }
        for (name, role, list) in &lists {
            let references = by_segment(list, number).filter(|_| *role == Role::Reference);
            let texts = match references {
                Some(references) => references,
                None if list.len() == number => list.iter().map(|item| vec![*item]).collect(),
                // A list of tokens may have any length.
                None if !has_texts => return Ok(None),
                None => {
                    let [one, other] = [list.len(), number].map(|items| count(items as u64, "item"));
                    return Err(format!(
                        "'{name}' has {one}, but '{first}' has {other}; lists must have one for each segment"
                    ));
                }
            };
            for (segment, texts) in segments.iter_mut().zip(texts) {
                for item in texts {
                    match text(item) {
                        Ok(text) if item.starts_with('"') || role.is_label() => {
                            segment.add(*role, Some(text.as_bytes()))
                        }
                        _ if item == "null" && *role == Role::Reference => segment.add(*role, None),
                        _ => {
                            let place = &segment.place;
                            return Err(format!("{place} of '{name}' is not a string, as a text must be"));
                        }
                    }
                }
            }
        }
        Ok(Some(ParallelLists { segments, names, number: number as u64 }))
    }

    /// Takes the next segment; false after the last.
    pub fn read(&mut self, record: &mut Record) -> bool {
        let next = self.segments.pop_front();
        let is_there = next.is_some();
        *record = next.unwrap_or_default();
        is_there
    }

    /// Says how the lists are read.
    pub fn description(&self) -> String {
        format!("{} are lists, whose items are paired: {}", listed(&self.names, "and"), count(self.number, "segment"))
    }
}

/// The references of each segment, if each item is a list of them, or if there is a list of all segments for each reference.
fn by_segment<'l>(list: &[&'l str], number: usize) -> Option<Vec<Vec<&'l str>>> {
    let lists: Vec<Vec<&str>> =
        list.iter().map(|item| items(item).ok().filter(|_| item.starts_with('['))).collect::<Option<_>>()?;
    if lists.len() == number {
        return Some(lists);
    }
    let are_whole = !lists.is_empty() && lists.iter().all(|list| list.len() == number);
    are_whole.then(|| (0..number).map(|segment| lists.iter().map(|list| list[segment]).collect()).collect())
}
