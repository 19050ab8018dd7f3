//! Inputs of several kinds, read side by side: files of units, tables, plain lines.
//!
//! Inputs whose ids are of the same kind are joined by them; all others have their segments in the order of the first. As long
//! as ids come in the same order, only a segment is held; what comes too early is kept until its turn.

use super::file_read::FileRead;
use super::input_format::Ids;
use super::logs::named;
use super::open::InputStream;
use super::record::{Record, Records, Role};
use super::source::NoSegments;
use super::subtitles::time_of_id;
use crate::bleu::shards::ids::IdSet;
use crate::bleu::signature::{EmptyCandidate, EmptyReference};
use crate::text::display::{count, escape};
use anyhow::{Error, Result, anyhow, ensure};
use std::collections::{HashMap, HashSet, VecDeque};
use std::mem;

/// Longest time in milliseconds between the starts of two cues that are taken for the same.
const NEAR: u64 = 500;

/// Maximum number of ids that are kept to be named.
const MAX_KEPT: usize = 6;

/// Meaning of a text that one side lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MissingTexts {
    /// Meaning of a missing candidate, if it was given.
    pub candidate: Option<EmptyCandidate>,
    /// Meaning of a missing reference, if it was given.
    pub reference: Option<EmptyReference>,
}

/// An input that is read beside others.
pub struct JoinedInput {
    records: Box<dyn Records>,
    /// Names of the format and of a unit.
    title: &'static str,
    noun: &'static str,
    /// Kind of the ids of its records; they have the role of an id, but are not shown.
    ids: Ids,
    /// Places among the candidates, of the candidates that each record has.
    candidates: Vec<usize>,
    is_reference: bool,
    is_joined: bool,
    /// The record of the segment that is read, if it has one.
    record: Record,
    is_present: bool,
    /// Records that came before their turn, by their ids.
    early: HashMap<Vec<u8>, VecDeque<Record>>,
    has_ended: bool,
    known: IdSet,
    /// Id of the record that was read last.
    id: Vec<u8>,
    /// Number of records so far.
    number: u64,
    /// Number of the first line, if ids are numbers of lines.
    first_number: Option<u64>,
    /// Segments that it has no text for, and records that no other input has.
    lacking: IdList,
    extra: IdList,
    /// Cues that were joined with another start.
    near: u64,
}

/// Ids: how many, and the first of them.
#[derive(Default)]
struct IdList {
    number: u64,
    first: Vec<String>,
}

impl IdList {
    fn add(&mut self, id: &[u8]) {
        self.number += 1;
        if self.first.len() < MAX_KEPT {
            self.first.push(shown(id));
        }
    }

    /// The first ids, and how many others there are.
    fn named(&self) -> String {
        let others = (self.number as usize).saturating_sub(self.first.len());
        let ids: Vec<String> = self.first.iter().cloned().chain((0..others).map(|_| String::new())).collect();
        named(&ids)
    }
}

/// An id for messages.
fn shown(id: &[u8]) -> String {
    let id = String::from_utf8_lossy(id);
    let short: String = id.chars().take(MAX_ID).collect();
    escape(&if short.len() < id.len() { short + "…" } else { short }).replace("\\u{4}", " ")
}

/// Maximum number of characters of an id in a message.
const MAX_ID: usize = 60;

impl JoinedInput {
    /// Records of a format, whose units have this name, with ids of this kind. `candidates` are the places of their candidates.
    pub fn new(
        records: Box<dyn Records>,
        [title, noun]: [&'static str; 2],
        ids: Ids,
        candidates: Vec<usize>,
        is_reference: bool,
    ) -> JoinedInput {
        JoinedInput {
            records,
            title,
            noun,
            ids,
            candidates,
            is_reference,
            is_joined: false,
            record: Record::default(),
            is_present: false,
            early: HashMap::new(),
            has_ended: false,
            known: IdSet::default(),
            id: Vec::new(),
            number: 0,
            first_number: None,
            lacking: IdList::default(),
            extra: IdList::default(),
            near: 0,
        }
    }

    /// Reads the next record; false at the end.
    fn read(&mut self) -> Result<bool> {
        self.record.clear();
        self.is_present = !self.has_ended && self.records.read(&mut self.record)?;
        self.has_ended = !self.is_present;
        self.number += u64::from(self.is_present);
        self.id.clear();
        match self.first_number {
            Some(first) => self.id.extend((first + self.number).saturating_sub(1).to_string().bytes()),
            None => self.id.extend_from_slice(self.record.label(Role::Id).unwrap_or_default()),
        }
        if self.is_present && self.ids.are_unique() {
            let id = &self.id;
            let (name, place) = (self.records.name(), &self.record.place);
            ensure!(
                self.known.insert(simdutf8::basic::from_utf8(id).unwrap_or_default()),
                "{name}: {place}: the id {} comes again; files are joined by their ids, so give each {} its own",
                shown(id),
                self.noun
            );
        }
        Ok(self.is_present)
    }

    /// Makes the record with an id the one that is read, if there is one.
    fn find(&mut self, id: &[u8]) -> Result<()> {
        if let Some(record) = self.take_early(id) {
            (self.record, self.is_present) = (record, true);
            return Ok(());
        }
        while self.read()? {
            if self.id == id {
                return Ok(());
            }
            self.keep();
        }
        Ok(())
    }

    /// Keeps the record that was read for later.
    fn keep(&mut self) {
        let record = mem::take(&mut self.record);
        self.early.entry(self.id.clone()).or_default().push_back(record);
    }

    fn take_early(&mut self, id: &[u8]) -> Option<Record> {
        if self.early.is_empty() {
            return None;
        }
        let records = self.early.get_mut(id)?;
        let record = records.pop_front();
        if records.is_empty() {
            self.early.remove(id);
        }
        record
    }

    /// Reads the rest, to find its records by their ids.
    fn read_rest(&mut self) -> Result<()> {
        while self.read()? {
            self.keep();
        }
        Ok(())
    }

    /// Reads the rest: records that no other input has.
    fn read_extra(&mut self) -> Result<()> {
        let mut early: Vec<Record> = mem::take(&mut self.early).into_values().flatten().collect();
        early.sort_by_key(|record| record.place.number);
        early.iter().for_each(|record| self.extra.add(record.label(Role::Id).unwrap_or_default()));
        while self.read()? {
            self.extra.add(&self.id);
        }
        Ok(())
    }
}

/// Where a candidate is: the input, and the place among the candidates of its records.
struct CandidatePlace {
    input: usize,
    nth: usize,
    /// Whether it is the last of the input.
    is_last: bool,
}

/// Inputs that are read side by side.
pub struct JoinedInputs {
    inputs: Vec<JoinedInput>,
    /// Place of the input whose segments the others have, in its order.
    first: usize,
    /// Where each candidate is.
    candidates: Vec<CandidatePlace>,
    missing: MissingTexts,
    shows_ids: bool,
    /// Segments that were joined already: a record of each input.
    joined: Option<VecDeque<Vec<Option<Record>>>>,
    /// Number of segments that were left out: no input has a text, or the candidate lacks it, or all references.
    without_text: u64,
    without_candidate: u64,
    has_segments: bool,
}

impl JoinedInputs {
    /// Joins inputs. Ids are shown if that is asked for.
    pub fn new(mut inputs: Vec<JoinedInput>, missing: MissingTexts, shows_ids: bool) -> JoinedInputs {
        let mut candidates = Vec::new();
        for (place, input) in inputs.iter().enumerate() {
            let number = input.candidates.len();
            candidates.extend(input.candidates.iter().enumerate().map(|(nth, candidate)| {
                (*candidate, CandidatePlace { input: place, nth, is_last: nth + 1 == number })
            }));
        }
        candidates.sort_by_key(|(candidate, _)| *candidate);
        let candidates = candidates.into_iter().map(|(_, place)| place).collect();
        number_lines(&mut inputs);
        let with_ids = |input: &JoinedInput| input.ids != Ids::None;
        let first = inputs.iter().position(|input| input.is_reference && with_ids(input));
        let first = first.or_else(|| inputs.iter().position(with_ids)).unwrap_or_default();
        let ids = inputs[first].ids;
        for (place, input) in inputs.iter_mut().enumerate() {
            input.is_joined = place != first && ids != Ids::None && input.ids.is_like(ids);
        }
        JoinedInputs {
            inputs,
            first,
            candidates,
            missing,
            // Inputs without ids show none.
            shows_ids: shows_ids && ids != Ids::None,
            joined: None,
            without_text: 0,
            without_candidate: 0,
            has_segments: false,
        }
    }

    /// Reads the records of the next segment; false at the end.
    fn read_segment(&mut self) -> Result<bool> {
        if let Some(joined) = &mut self.joined {
            let Some(row) = joined.pop_front() else { return self.end().map(|()| false) };
            for (input, record) in self.inputs.iter_mut().zip(row) {
                input.is_present = record.is_some();
                input.record = record.unwrap_or_default();
            }
            return self.read_in_order();
        }
        if self.inputs[self.first].number == 0 {
            self.find_first_number()?;
        }
        if !self.inputs[self.first].read()? {
            return self.end().map(|()| false);
        }
        let id = mem::take(&mut self.inputs[self.first].id);
        for input in self.inputs.iter_mut().filter(|input| input.is_joined) {
            input.find(&id)?;
        }
        self.inputs[self.first].id = id;
        let is_missing = self.inputs.iter().any(|input| input.is_joined && !input.is_present);
        if is_missing && self.inputs[self.first].ids == Ids::Times {
            self.join_by_time()?;
            return self.read_segment();
        }
        self.read_in_order()
    }

    /// Finds out whether numbers of sentences, which lines have by their place, begin with 0 or with 1.
    fn find_first_number(&mut self) -> Result<()> {
        if self.inputs[self.first].first_number.is_none() {
            return Ok(());
        }
        let numbered = self.inputs.iter_mut().find(|input| input.ids == Ids::Numbers && input.first_number.is_none());
        let Some(numbered) = numbered.filter(|input| input.number == 0) else { return Ok(()) };
        if numbered.read()? {
            let first = u64::from(numbered.id == b"1");
            numbered.keep();
            self.inputs.iter_mut().filter_map(|input| input.first_number.as_mut()).for_each(|number| *number = first);
        }
        Ok(())
    }

    /// Reads the records of the inputs that are not joined by ids.
    fn read_in_order(&mut self) -> Result<bool> {
        let first = self.first;
        for place in (0..self.inputs.len()).filter(|place| *place != first) {
            if !self.inputs[place].is_joined && !self.inputs[place].read()? {
                return Err(self.other_length(place));
            }
        }
        Ok(true)
    }

    /// Joins the rest by the times at which cues start: equal ones, then the nearest within half a second.
    fn join_by_time(&mut self) -> Result<()> {
        for input in self.inputs.iter_mut().filter(|input| input.is_joined) {
            if input.is_present {
                let record = mem::take(&mut input.record);
                input.early.entry(record.label(Role::Id).unwrap_or_default().to_vec()).or_default().push_front(record);
            }
            input.read_rest()?;
        }
        let first = &mut self.inputs[self.first];
        let mut rows = vec![mem::take(&mut first.record)];
        while first.read()? {
            rows.push(mem::take(&mut first.record));
        }
        let ids: Vec<Vec<u8>> = rows.iter().map(|row| row.label(Role::Id).unwrap_or_default().to_vec()).collect();
        let mut joined: VecDeque<Vec<Option<Record>>> =
            rows.into_iter().map(|row| self.inputs.iter().map(|_| None).chain([Some(row)]).collect()).collect();
        let first = self.first;
        joined.iter_mut().for_each(|row| row[first] = row.pop().flatten());
        for (place, input) in self.inputs.iter_mut().enumerate().filter(|(_, input)| input.is_joined) {
            for (row, id) in joined.iter_mut().zip(&ids) {
                row[place] = input.take_early(id);
            }
            let lacking: Vec<usize> = (0..ids.len()).filter(|row| joined[*row][place].is_none()).collect();
            let time = |id: &[u8]| str::from_utf8(id).ok().and_then(time_of_id).unwrap_or_default();
            let times: Vec<u64> = lacking.iter().map(|row| time(&ids[*row])).collect();
            let mut others: Vec<(u64, &Vec<u8>)> = input.early.keys().map(|id| (time(id), id)).collect();
            others.sort();
            let other_times: Vec<u64> = others.iter().map(|(time, _)| *time).collect();
            let pairs: Vec<(usize, Vec<u8>)> = nearest_pairs(&times, &other_times)
                .into_iter()
                .map(|(one, other)| (lacking[one], others[other].1.clone()))
                .collect();
            for (row, id) in pairs {
                joined[row][place] = input.take_early(&id);
                input.near += 1;
            }
        }
        self.joined = Some(joined);
        Ok(())
    }

    /// The error about an input that has more records than the first, or fewer.
    fn other_length(&mut self, place: usize) -> Error {
        let first = self.first;
        // Counts what is left of both.
        let mut rest = |place: usize| while matches!(self.inputs[place].read(), Ok(true)) {};
        rest(place);
        rest(first);
        let length = |input: &JoinedInput| format!("{} has {}", input.records.name(), count(input.number, input.noun));
        let [one, other] = [&self.inputs[place], &self.inputs[first]].map(length);
        anyhow!("{one}, but {other}; they have no ids that join them, so they must have the same number")
    }

    /// Checks that nothing is left of any input, and that each has what the others have.
    fn end(&mut self) -> Result<()> {
        let first = self.first;
        for place in (0..self.inputs.len()).filter(|place| *place != first) {
            if self.inputs[place].is_joined {
                self.inputs[place].read_extra()?;
            } else if self.inputs[place].read()? {
                return Err(self.other_length(place));
            }
        }
        let mut faults = Vec::new();
        let (mut lacks_candidate, mut lacks_reference) = (false, false);
        for input in &self.inputs {
            let name = input.records.name();
            if input.lacking.number > 0 && !self.may_lack(input) {
                let (noun, ids) = (count(input.lacking.number, input.noun), input.lacking.named());
                let lacks = if input.is_reference { "no reference in" } else { "no text for" };
                faults.push(format!("{name}: {lacks} {noun}: {ids}"));
                (lacks_candidate, lacks_reference) =
                    (lacks_candidate || !input.is_reference, lacks_reference || input.is_reference);
            }
            if input.extra.number > 0 && self.missing.reference != Some(EmptyReference::Skip) {
                let (noun, ids) = (count(input.extra.number, input.noun), input.extra.named());
                faults.push(format!("{name}: {noun} that {} lacks: {ids}", self.inputs[first].records.name()));
                lacks_reference |= self.inputs[first].is_reference;
                lacks_candidate |= !self.inputs[first].is_reference;
            }
        }
        let advice = match (lacks_candidate, lacks_reference) {
            (true, _) => {
                "; --empty-candidate score counts missing candidates as empty, --empty-candidate skip leaves them out"
            }
            (false, true) => "; --empty-reference skip leaves out what has no reference",
            (false, false) => "",
        };
        ensure!(faults.is_empty(), "{}{advice}", faults.join("; "));
        let input = &self.inputs[first];
        let name = input.records.name();
        ensure!(input.number > 0, NoSegments(format!("{name}: no {}; there is nothing to score", input.noun)));
        ensure!(self.has_segments, NoSegments(format!("{name}: no {} with a text on both sides", input.noun)));
        Ok(())
    }

    /// Whether an input may lack texts that others have.
    fn may_lack(&self, input: &JoinedInput) -> bool {
        if input.is_reference {
            return self.missing.reference.is_some_and(|meaning| meaning != EmptyReference::Empty);
        }
        // Empty cues are often left out of subtitles.
        let is_usual = self.missing.candidate.is_none() && input.ids == Ids::Times && input.is_joined;
        is_usual || matches!(self.missing.candidate, Some(EmptyCandidate::Score | EmptyCandidate::Skip))
    }

    /// Makes a segment of the records that were read; false if it is left out.
    fn take_segment(&mut self, segment: &mut Record) -> bool {
        let id = match &self.joined {
            Some(_) => self.inputs[self.first].record.label(Role::Id).unwrap_or_default().to_vec(),
            None => mem::take(&mut self.inputs[self.first].id),
        };
        let JoinedInputs { inputs, first, candidates, missing, shows_ids, .. } = self;
        let has_text =
            |input: &JoinedInput, role| input.is_present && input.record.of_role(role).any(|text| text.is_some());
        let is_empty =
            inputs.iter().all(|input| !has_text(input, Role::Candidate) && !has_text(input, Role::Reference));
        if is_empty {
            self.without_text += 1;
            return false;
        }
        let (mut is_left_out, mut has_references, mut has_reference) = (false, false, false);
        let mut lacking = Vec::new();
        for &CandidatePlace { input: place, nth, is_last } in candidates.iter() {
            let input = &inputs[place];
            // The last has all that are left: samples.
            let number = if is_last { usize::MAX } else { 1 };
            let found = input.record.of_role(Role::Candidate).filter(|_| input.is_present).skip(nth).take(number);
            let (before, mut lacks) = (segment.field_count(), true);
            for text in found {
                lacks &= text.is_none();
                segment.add(Role::Candidate, Some(text.unwrap_or_default()));
            }
            if segment.field_count() == before {
                segment.add(Role::Candidate, Some(b""));
            }
            if lacks && !lacking.contains(&place) {
                is_left_out |= missing.candidate == Some(EmptyCandidate::Skip);
                lacking.push(place);
            }
        }
        for (place, input) in inputs.iter().enumerate() {
            if input.is_reference {
                let has_own = has_text(input, Role::Reference);
                (has_references, has_reference) = (true, has_reference || has_own);
                lacking.extend((!has_own).then_some(place));
            }
        }
        let lacks_reference = has_references && !has_reference;
        let is_kept = !is_left_out && !lacks_reference;
        if is_kept {
            segment.place = inputs[*first].record.place.clone();
            let present = || inputs.iter().filter(|input| input.is_present);
            for text in present().flat_map(|input| input.record.of_role(Role::Reference)) {
                segment.add(Role::Reference, text);
            }
            for (role, text) in present().flat_map(|input| input.record.fields()) {
                if role.is_label() && role != Role::Id {
                    segment.add(role, text);
                }
            }
            // A file of ids stands beside inputs that have none of their own.
            let given = present().filter(|input| input.ids == Ids::None).find_map(|input| input.record.label(Role::Id));
            if let Some(id) = given.or(shows_ids.then_some(&id)) {
                segment.add(Role::Id, Some(id));
            }
        } else {
            segment.clear();
        }
        for place in lacking {
            self.inputs[place].lacking.add(&id);
        }
        self.without_candidate += u64::from(is_left_out);
        self.has_segments |= is_kept;
        // Its memory is used again.
        self.inputs[self.first].id = id;
        is_kept
    }
}

/// Gives lines of references their numbers as ids, if an input beside them has numbers of sentences.
fn number_lines(inputs: &mut [JoinedInput]) {
    if inputs.iter().any(|input| input.ids == Ids::Numbers) {
        let is_line = |input: &&mut JoinedInput| input.ids == Ids::None && input.is_reference && input.title.is_empty();
        for input in inputs.iter_mut().filter(is_line) {
            (input.ids, input.first_number) = (Ids::Numbers, Some(0));
        }
    }
}

/// Pairs of times of two ascending lists that are nearest to each other, within half a second. If two are equally near to one, it
/// has no pair.
fn nearest_pairs(ones: &[u64], others: &[u64]) -> Vec<(usize, usize)> {
    let pair = |(one, time): (usize, &u64)| {
        let other = nearest(*time, others)?;
        (nearest(others[other], ones) == Some(one)).then_some((one, other))
    };
    ones.iter().enumerate().filter_map(pair).collect()
}

/// The place of the only time nearest to another, within half a second, in an ascending list.
fn nearest(time: u64, times: &[u64]) -> Option<usize> {
    let mut near: Vec<(u64, usize)> = times
        .iter()
        .enumerate()
        .skip(times.partition_point(|other| other + NEAR < time))
        .take_while(|(_, other)| **other <= time + NEAR)
        .map(|(place, other)| (other.abs_diff(time), place))
        .collect();
    near.sort();
    match near[..] {
        [(distance, _), (next, _), ..] if distance == next => None,
        [(_, place), ..] => Some(place),
        [] => None,
    }
}

impl Records for JoinedInputs {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        while self.read_segment()? {
            record.clear();
            if self.take_segment(record) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_ready(&self) -> bool {
        let is_ready = |input: &JoinedInput| {
            input.records.is_ready() || input.records.inputs().into_iter().all(InputStream::is_regular_file)
        };
        self.inputs.iter().all(is_ready)
    }

    fn name(&self) -> &str {
        self.inputs[self.first].records.name()
    }

    fn name_of_labels(&self, role: Role) -> &str {
        let with_role = |input: &&JoinedInput| input.record.of_role(role).next().is_some();
        self.inputs.iter().find(with_role).unwrap_or(&self.inputs[self.first]).records.name_of_labels(role)
    }

    fn inputs(&self) -> Vec<&InputStream> {
        self.inputs.iter().flat_map(|input| input.records.inputs()).collect()
    }

    fn known_names(&self) -> [Vec<String>; 2] {
        self.inputs[self.first].records.known_names()
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks: Vec<String> = self.inputs.iter().flat_map(|input| input.records.remarks()).collect();
        let first = &self.inputs[self.first];
        let is_joined = self.inputs.iter().any(|input| input.is_joined);
        for (place, input) in self.inputs.iter().enumerate().filter(|(_, input)| !input.title.is_empty()) {
            let JoinedInput { title, noun, ids, .. } = input;
            let mut words = vec![format!("{title}, {}", count(input.number, noun))];
            words.push(match (input.is_joined || place == self.first && is_joined, self.inputs.len()) {
                (true, _) => format!("joined by {}", ids.description()),
                (false, 1) => String::from("read in order"),
                (false, _) => String::from("joined by place"),
            });
            if input.near > 0 {
                words.push(format!("{} with another start within half a second", input.near));
            }
            if input.lacking.number > 0 && !input.is_reference && self.missing.candidate != Some(EmptyCandidate::Skip) {
                let of = first.records.name();
                let ids = input.lacking.named();
                words.push(format!("{} of {of} not in it, scored as empty: {ids}", count(input.lacking.number, noun)));
            }
            if input.extra.number > 0 {
                words.push(format!("{} without a reference left out", count(input.extra.number, noun)));
            }
            remarks.push(format!("note: {}: {}", input.records.name(), words.join(", ")));
        }
        // A log may have the references too.
        let mut said = HashSet::new();
        remarks.retain(|remark| said.insert(remark.clone()));
        let segments = |number: u64| count(number, first.noun);
        if self.without_text > 0 {
            remarks.push(format!("note: {} without a text on any side left out", segments(self.without_text)));
        }
        if self.without_candidate > 0 {
            remarks.push(format!("note: {} without a candidate left out", segments(self.without_candidate)));
        }
        remarks
    }

    fn files(&self) -> Vec<FileRead> {
        let skips = self.missing.candidate == Some(EmptyCandidate::Skip);
        let is_joined = self.inputs.iter().any(|input| input.is_joined);
        let titled = self.inputs.iter().enumerate().filter(|(_, input)| !input.title.is_empty());
        let files = titled.map(|(place, input)| FileRead {
            file: input.records.name().to_owned(),
            format: input.title,
            units: input.number,
            joined_by: if input.is_joined || place == self.first && is_joined { input.ids } else { Ids::None }
                .description(),
            missing: if input.is_reference || skips { 0 } else { input.lacking.number },
            left_out: input.extra.number,
            nearest: input.near,
            candidate: input.candidates.first().copied().filter(|_| !input.is_reference),
        });
        files.collect()
    }

    fn missing_reference(&self) -> String {
        self.inputs[self.first].records.missing_reference()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_are_paired_one_to_one() {
        assert_eq!(nearest_pairs(&[1000, 2000], &[1100, 2600]), [(0, 0)]);
        assert_eq!(nearest_pairs(&[1000, 1300], &[1200]), [(1, 0)]);
        // Both are equally near.
        assert_eq!(nearest_pairs(&[1000, 1200], &[1100]), []);
        assert_eq!(nearest_pairs(&[], &[1100]), []);
    }
}
