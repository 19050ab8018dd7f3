//! `--at`: candidates that are logs of language models, one record per answer, beside references from elsewhere.
//!
//! Record i of each log is the answer to segment i; with ids, it is the answer to the segment that has its id. An answer
//! without a text (null, an error, a content filter) is an empty candidate, which is counted with its reason.

use super::glob::expand;
use super::input_format::{TableStyle, open_records, read_records};
use super::json_path::{pieces, separators, split_items};
use super::jsonl::Jsonl;
use super::open::InputStream;
use super::record::{Columns, Record, Records, Role};
use crate::bleu::signature::EmptyCandidate;
use crate::text::display::{count, escape, listed, path_name};
use anyhow::{Error, Result, anyhow, bail, ensure};
use serde::Serialize;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// Maximum number of ids, or of reasons, that are named in a message.
const MAX_NAMED: usize = 5;

/// Number of records that are looked at for one of several paths.
const MAX_LOOKED_AT: usize = 1000;

/// Keys beside an answer, or further out, that say how it ended. Of an empty answer, the first that is there is the reason.
const STATUS: [&str; 14] = [
    "error.code",
    "error_code",
    "error_str",
    "error.error.type",
    "error.type",
    "error",
    "promptFeedback.blockReason",
    "incomplete_details.reason",
    "finish_reason",
    "finish_reason.reason",
    "stop_reason",
    "finishReason",
    REFUSAL,
    OUTCOME,
];

/// Usual keys of ids of segments.
const IDS: &str = "id doc_id custom_id sample_id segment_id idx index";

/// Maximum length in bytes of the id of a segment; ids of responses are longer.
const MAX_SEGMENT_ID: usize = 24;

/// Key beside an answer that has the text of a refusal.
const REFUSAL: &str = "refusal";

/// Key of the outcome of a request in a batch, and the outcomes without an answer.
const OUTCOME: &str = "type";
const FAILED: [&str; 3] = ["errored", "canceled", "expired"];

/// Values, in lower case, of an answer that was cut off, and of one that was refused.
const CUT_OFF: [&str; 5] =
    ["length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded"];
const REFUSED: [&str; 8] = [
    "content_filter",
    "refusal",
    "safety",
    "recitation",
    "blocklist",
    "prohibited_content",
    "spii",
    "content_policy_violation",
];

/// Where the answers of logs are.
pub struct LogColumns<'a> {
    /// The path to the text, or the column; before it, with a colon, the key of the array of records if a log is one object.
    /// Several, separated by `|`, are alternatives. A key may itself have these separators, in quotes or, if it can be meant by
    /// nothing else, as it is.
    pub at: &'a str,
    /// Whether an answer has several texts, which are samples.
    pub has_samples: bool,
    /// The path to the id of the segment; `None` if answers are in the order of the segments.
    pub id: Option<&'a Path>,
}

/// A path to the text.
#[derive(Clone, Copy)]
struct TextPath<'a> {
    /// The key of the array of records, if a log is one object.
    items: Option<&'a str>,
    /// The path in a record.
    at: &'a str,
}

impl TextPath<'_> {
    /// Returns what a note says about the ids that the first records of an input have under a key, unless they only count them.
    fn note_on_ids(&self, key: &str, input: InputStream) -> Option<String> {
        let name = input.name().to_owned();
        let columns = vec![(key.to_owned(), Role::Id)];
        let mut records: Box<dyn Records> = match self.items {
            Some(items) => Box::new(Jsonl::open_items(input, items, columns).ok()?),
            None => read_records(input, TableStyle::default(), columns).ok()?,
        };
        let (mut ids, mut record) = (Vec::new(), Record::default());
        while ids.len() < MAX_LOOKED_AT && records.read(&mut record).ok()? {
            let id = record.label(Role::Id).filter(|id| (1..=MAX_SEGMENT_ID).contains(&id.len()))?;
            ids.push(String::from_utf8_lossy(id).into_owned());
            record.clear();
        }
        let number = |id: &String| {
            let prefix = id.trim_end_matches(|c: char| c.is_ascii_digit());
            Some((prefix.to_owned(), id[prefix.len()..].parse::<u64>().ok()?))
        };
        let counts = |pair: &[String]| {
            let [one, next] = [number(&pair[0]), number(&pair[1])];
            one.zip(next).is_some_and(|(one, next)| one.0 == next.0 && one.1 < next.1)
        };
        if ids.len() < 2 || ids.windows(2).all(counts) {
            return None;
        }
        let first: Vec<String> = ids.iter().take(3).map(|id| escape(id)).collect();
        let first = first.join(", ");
        Some(format!(
            "note: {name}: its records have ids ({key}: {first}, ...), but place decides: record 2 answers segment 2; --id joins by \
             ids, with references in a table that has them"
        ))
    }
}

impl<'a> LogColumns<'a> {
    /// The paths that may be meant: the alternatives, then keys that have a colon or a `|`.
    fn paths(&self) -> Vec<TextPath<'a>> {
        let as_key = |at| TextPath { items: None, at };
        let alternatives = self.alternatives();
        let path = |at: &&'a str| match split_items(at) {
            Some((items, at)) => TextPath { items: Some(items), at },
            None => as_key(at),
        };
        let paths: Vec<TextPath> = alternatives.iter().map(path).collect();
        let keys = alternatives.iter().copied().filter(|at| split_items(at).is_some());
        let keys = keys.chain([self.at].into_iter().filter(|_| paths.len() > 1));
        paths.iter().copied().chain(keys.map(as_key)).collect()
    }

    fn alternatives(&self) -> Vec<&'a str> {
        pieces(self.at, &['|'])
    }

    /// Opens a file; of several paths, with the first that leads to a text, or else the first.
    /// Returns its records, and a note about their ids if place decides.
    fn open(&self, file: &Path) -> Result<(Box<dyn Records>, Option<String>)> {
        let mut input = InputStream::open(file)?;
        let (paths, mut faults) = (self.paths(), Vec::new());
        let mut several = paths.iter().filter(|_| paths.len() > 1);
        let found = several.find(|path| {
            let found = input.look(|input| self.has_text(**path, input));
            let has_text = matches!(found, Ok(true));
            faults.extend(found.err().map(|error| error.to_string()));
            has_text
        });
        let names = self.alternatives();
        if found.is_none() && names.len() > 1 && faults.len() == paths.len() {
            let others = names.iter().zip(&faults).filter(|(_, fault)| **fault != faults[0]);
            let others: Vec<String> = others.map(|(name, _)| format!("'{}'", escape(name))).collect();
            let nor = if others.is_empty() { String::new() } else { format!("; nor is there {}", others.join(", ")) };
            bail!("{}{nor}", faults[0]);
        }
        let path = *found.unwrap_or(&paths[0]);
        let may_look = self.id.is_none() && input.is_regular_file();
        let note = IDS.split(' ').filter(|_| may_look).find_map(|key| input.look(|input| path.note_on_ids(key, input)));
        Ok((self.records(path, input)?, note))
    }

    /// Whether one of the first records of an input has a text at a path.
    ///
    /// # Errors
    /// If they cannot be read, or if none of all records has the path.
    fn has_text(&self, path: TextPath, input: InputStream) -> Result<bool> {
        let (mut records, mut record) = (self.records(path, input)?, Record::default());
        for _ in 0..MAX_LOOKED_AT {
            record.clear();
            if !records.read(&mut record)? {
                return Ok(false);
            }
            if record.of_role(Role::Candidate).flatten().next().is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn records(&self, path: TextPath, input: InputStream) -> Result<Box<dyn Records>> {
        let columns = self.columns(path.at);
        Ok(match path.items {
            Some(key) => Box::new(Jsonl::open_items(input, key, columns)?),
            None => read_records(input, TableStyle::default(), columns)?,
        })
    }

    /// The columns that are read from each log, given the path in a record.
    fn columns(&self, at: &str) -> Columns {
        let role = if self.has_samples { Role::Answers } else { Role::Answer };
        // The objects that hold the text: the path up to each step.
        let steps = separators(at, &['.', '[']).into_iter().filter(|end| !at[end + 1..].is_empty());
        let outer = steps.map(|end| &at[..end]).filter(|outer| !at[outer.len()..].starts_with('['));
        let beside = outer.flat_map(|outer| STATUS.iter().map(move |key| format!("{outer}.{key}")));
        let status = beside.chain(STATUS.map(String::from)).filter(|path| path != at);
        let id = self.id.map(|id| (id.to_string_lossy().into_owned(), Role::Id));
        [(at.to_owned(), role)].into_iter().chain(id).chain(status.map(|path| (path, Role::Status))).collect()
    }
}

/// Usual ends of paths to the text of an answer, the likeliest first.
const TEXTS: &str = "message.content content[type=text].text content completions[0].text choices[0].text filtered_resps[0] \
                     resps[0][0] output_text completion response output text";

/// Returns the path at which the first record of a file of JSON seems to have an answer; `None` if it is not JSON.
pub fn path_of_answers(path: &Path) -> Option<String> {
    let mut records = open_records(path, TableStyle::default(), Columns::default()).ok()?;
    records.read(&mut Record::default()).ok()?;
    // Items with a type are parts of a text.
    let [names, _] = records.known_names();
    let names: Vec<String> =
        names.iter().map(|name| name.replace("content[0].text", "content[type=text].text")).collect();
    let ends_in = |name: &&String, end: &str| {
        name.strip_suffix(end).is_some_and(|outer| outer.is_empty() || outer.ends_with(['.', ']']))
    };
    let found = TEXTS.split(' ').find_map(|end| names.iter().find(|name| ends_in(name, end)))?;
    let is_in_items = found.contains('[') || found.contains('.') || names.len() > 1;
    is_in_items.then(|| path_in_items(path, found).unwrap_or_else(|| found.clone()))
}

/// The path in each item of an array, if a file of JSON is one object, in which an array of several items has this first text.
fn path_in_items(file: &Path, first: &str) -> Option<String> {
    let (items, at) = first.split_once("[0].").filter(|(items, _)| !items.contains('['))?;
    let mut record = Record::default();
    let columns = vec![(at.to_owned(), Role::Answer)];
    let mut records = Jsonl::open_items(InputStream::open(file).ok()?, items, columns).ok()?;
    let has_several = (0..2).all(|_| records.read(&mut record).is_ok_and(|is_read| is_read));
    let mut lines = open_records(file, TableStyle::default(), Columns::default()).ok()?;
    let mut is_read = || lines.read(&mut record).is_ok_and(|is_read| is_read);
    (has_several && is_read() && !is_read()).then(|| format!("{items}:{at}"))
}

/// The files of a log: one, unless its name has a `*` and names no file.
pub fn log_files(name: &Path) -> Vec<PathBuf> {
    if is_pattern(name) {
        expand(name).into_iter().filter(|file| !file.is_dir()).collect()
    } else {
        vec![name.to_owned()]
    }
}

/// Says why no file matches a pattern, if that is known.
fn why_nothing_matches(pattern: &Path) -> String {
    let folder = pattern.ancestors().find(|folder| !folder.to_string_lossy().contains('*'));
    match folder.filter(|folder| !folder.as_os_str().is_empty()) {
        _ if !expand(pattern).is_empty() => "; only folders do, whose files need a further /*".into(),
        Some(file) if file.is_file() => format!("; {} is a file, not a folder", path_name(file)),
        Some(folder) if !folder.exists() => format!("; there is no folder {}", path_name(folder)),
        _ => String::new(),
    }
}

fn is_pattern(name: &Path) -> bool {
    name.to_string_lossy().contains('*') && !name.exists()
}

/// A log, and how its answers ended so far.
#[derive(Default)]
struct Log {
    name: String,
    /// The files of its records, and the one that is read.
    files: Vec<Box<dyn Records>>,
    current: usize,
    /// Whether places are in one of several files.
    is_pattern: bool,
    /// Whether reading it makes nobody wait.
    is_file: bool,
    /// Note on the ids of its records, if place decides.
    note_on_ids: Option<String>,
    /// Answers by id, once all of them were read for that.
    answers: Option<HashMap<Vec<u8>, Record>>,
    /// Ids without an answer.
    missing: Vec<String>,
    endings: Endings,
    record: Record,
}

impl Log {
    fn open(name: &Path, columns: &LogColumns) -> Result<Log> {
        let (files, is_pattern) = (log_files(name), is_pattern(name));
        let shown = path_name(name);
        ensure!(!files.is_empty(), "{shown}: no file matches{}", why_nothing_matches(name));
        let has_order = !is_pattern || columns.id.is_some();
        ensure!(has_order, "{shown}: files are in no order; name the ids that join them with --id");
        let files = files.iter().map(|file| columns.open(file)).collect::<Result<Vec<_>>>()?;
        let (files, mut notes): (Vec<_>, Vec<_>) = files.into_iter().unzip();
        Ok(Log {
            note_on_ids: notes.pop().flatten(),
            name: if is_pattern { shown } else { files[0].name().to_owned() },
            is_pattern,
            is_file: files.iter().flat_map(|file| file.inputs()).all(InputStream::is_regular_file),
            files,
            ..Log::default()
        })
    }

    fn is_ready(&self) -> bool {
        self.is_file || self.files.get(self.current).is_none_or(|file| file.is_ready())
    }

    /// Reads the next answer; false at the end.
    fn read(&mut self) -> Result<bool> {
        self.record.clear();
        while let Some(file) = self.files.get_mut(self.current) {
            if file.read(&mut self.record)? {
                if self.is_pattern {
                    self.record.place.part.insert_str(0, &format!("{}: ", file.name()));
                }
                return Ok(true);
            }
            self.current += 1;
        }
        Ok(false)
    }

    /// Reads all answers, to find them by their ids.
    fn read_all(&mut self) -> Result<()> {
        let (mut answers, mut twice) = (HashMap::new(), Vec::new());
        while self.read()? {
            let id = self.record.label(Role::Id).unwrap_or_default().to_vec();
            ensure!(!id.is_empty(), "{}: {}: an empty id; give each answer one", self.name, self.record.place);
            if let Some(known) = answers.insert(id.clone(), self.record.clone()) {
                twice.push(format!("{} ({} and {})", shown(&id), known.place, self.record.place));
            }
        }
        let (name, ids) = (&self.name, named(&twice));
        let come = if twice.len() == 1 { "an id comes".into() } else { format!("{} ids come", twice.len()) };
        ensure!(twice.is_empty(), "{name}: {come} more than once: {ids}; keep one answer of each");
        self.answers = Some(answers);
        Ok(())
    }

    /// Adds the texts of the answer that was read last to a segment.
    fn add_answer(&mut self, segment: &mut Record) {
        self.endings.add(&self.record);
        let texts = self.record.of_role(Role::Candidate);
        texts.for_each(|text| segment.add(Role::Candidate, Some(text.unwrap_or_default())));
    }

    /// Adds the answer with an id to a segment; an empty one if there is none.
    fn add_answer_of(&mut self, id: &[u8], segment: &mut Record) {
        if let Some(answer) = self.answers.as_mut().and_then(|answers| answers.remove(id)) {
            self.record = answer;
            self.add_answer(segment);
        } else {
            self.missing.push(shown(id));
            self.endings.answers += 1;
            self.endings.add_empty(1, "no record".into());
            segment.add(Role::Candidate, Some(b""));
        }
    }
}

/// How the answers of a log ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Endings {
    /// Number of answers.
    #[serde(skip)]
    pub answers: u64,
    /// Number of answers without a text.
    pub empty: u64,
    /// Number of answers that the model or its service refused to give.
    pub refused: u64,
    /// Number of answers that ended at a limit of their length.
    pub cut_off: u64,
    /// Number of answers without a text, by their reason.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub reasons: BTreeMap<String, u64>,
}

impl Endings {
    /// Counts answers without a text.
    fn add_empty(&mut self, answers: u64, reason: String) {
        self.empty += answers;
        *self.reasons.entry(reason).or_default() += answers;
    }

    /// The endings in words; `None` if all answers are whole.
    pub fn description(&self, is_skipped: bool) -> Option<String> {
        let mut words = Vec::new();
        if self.empty > 0 {
            let mut reasons: Vec<(&String, &u64)> = self.reasons.iter().collect();
            reasons.sort_by_key(|(_, number)| Reverse(**number));
            let some = reasons.iter().take(MAX_NAMED);
            let mut named: Vec<String> = some.map(|(reason, number)| format!("{} {number}", escape(reason))).collect();
            if reasons.len() > MAX_NAMED {
                named.push("others".into());
            }
            let meaning = if is_skipped { "whose segments are left out" } else { "scored as empty" };
            words.push(format!("{} without a text ({}), {meaning}", self.empty, named.join(", ")));
        }
        if self.refused > 0 {
            words.push(format!("{} refused", self.refused));
        }
        if self.cut_off > 0 {
            words.push(format!("{} cut off at a limit of length", self.cut_off));
        }
        (!words.is_empty()).then(|| format!("of {}: {}", count(self.answers, "answer"), words.join("; ")))
    }

    /// Counts how an answer ended.
    fn add(&mut self, answer: &Record) {
        let (mut texts, mut empty, mut unknown) = (0, 0, "empty");
        for text in answer.of_role(Role::Candidate) {
            texts += 1;
            empty += u64::from(text.is_none_or(<[u8]>::is_empty));
            unknown = if text.is_none() { "null" } else { unknown };
        }
        // The reason with its rank; of several reasons the one of the lowest rank is kept.
        let (mut refused, mut cut_off, mut reason) = (0, 0, (usize::MAX, Cow::Borrowed(unknown)));
        let mut status = answer.of_role(Role::Status).flatten();
        while let (Some(path), Some(value)) = (status.next(), status.next()) {
            refused += u64::from(ends_in_key(path, REFUSAL) || is_one_of(value, &REFUSED));
            cut_off += u64::from(is_one_of(value, &CUT_OFF));
            // An answer that has a text needs no reason.
            if empty == 0 {
                continue;
            }
            let rank = STATUS.iter().position(|key| ends_in_key(path, key)).unwrap_or_default();
            let key = STATUS[rank];
            if rank < reason.0 && (key != OUTCOME || FAILED.iter().any(|failed| failed.as_bytes() == value)) {
                reason = (rank, if key == REFUSAL { REFUSAL.into() } else { String::from_utf8_lossy(value) });
            }
        }
        self.answers += texts;
        self.refused += texts.min(refused);
        self.cut_off += texts.min(cut_off);
        if empty > 0 {
            self.add_empty(empty, reason.1.into_owned());
        }
    }
}

/// Whether a path ends in this key, or these.
fn ends_in_key(path: &[u8], key: &str) -> bool {
    path.strip_suffix(key.as_bytes()).is_some_and(|outer| outer.is_empty() || outer.ends_with(b"."))
}

/// Whether a value is one of these, in any case.
fn is_one_of(value: &[u8], known: &[&str]) -> bool {
    known.iter().any(|known| value.eq_ignore_ascii_case(known.as_bytes()))
}

/// Segments whose candidates are answers of logs.
pub struct Logs {
    logs: Vec<Log>,
    /// References and labels; `None` if none are asked for.
    others: Option<Box<dyn Records>>,
    /// Number of segments so far.
    segments: u64,
    by_id: Option<ById>,
    is_skipped: bool,
    other: Record,
}

/// How answers are found by their ids.
#[derive(Clone, Copy)]
struct ById {
    /// Whether ids are the other records'; otherwise they are numbers of lines.
    are_in_others: bool,
    /// Whether an id that a log lacks is an empty answer.
    may_be_missing: bool,
    /// The number of the first line, if ids are numbers of lines; `None` before the logs were read.
    first: Option<u64>,
}

impl Logs {
    /// Opens logs beside references and labels. If the meaning of an empty answer is given, ids may be missing.
    ///
    /// # Errors
    /// If a file cannot be opened.
    pub fn open(
        files: &[&Path],
        columns: &LogColumns,
        others: Option<Box<dyn Records>>,
        are_in_others: bool,
        meaning: Option<EmptyCandidate>,
    ) -> Result<Logs> {
        let (is_skipped, may_be_missing) = (meaning == Some(EmptyCandidate::Skip), meaning.is_some());
        let by_id =
            columns.id.filter(|_| others.is_some()).map(|_| ById { are_in_others, may_be_missing, first: None });
        let logs = files.iter().map(|name| Log::open(name, columns)).collect::<Result<_>>()?;
        Ok(Logs { logs, others, segments: 0, by_id, is_skipped, other: Record::default() })
    }

    /// Names of the logs.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.logs.iter().map(|log| log.name.clone())
    }

    /// Reads the references and labels of the next segment; false at their end.
    fn read_others(&mut self) -> Result<bool> {
        let Some(others) = &mut self.others else { return Ok(true) };
        self.other.clear();
        let is_there = others.read(&mut self.other)?;
        self.segments += u64::from(is_there);
        Ok(is_there)
    }

    /// Reads the next segment in the order of the logs.
    fn read_in_order(&mut self, segment: &mut Record) -> Result<bool> {
        let has_others = self.read_others()?;
        let (mut is_end, mut unlike) = (!has_others, None);
        for (place, log) in self.logs.iter_mut().enumerate() {
            let is_read = log.read()?;
            if self.others.is_none() {
                // There is one log.
                is_end = !is_read;
            } else if is_read == is_end {
                unlike = unlike.or(Some(place));
            }
        }
        if let Some(log) = unlike {
            return Err(self.other_number(log, is_end));
        }
        if is_end {
            return Ok(false);
        }
        for log in &mut self.logs {
            log.add_answer(segment);
            segment.place = log.record.place.clone();
        }
        self.add_others(segment);
        Ok(true)
    }

    fn add_others(&self, segment: &mut Record) {
        if self.others.is_some() {
            segment.place = self.other.place.clone();
        }
        self.other.fields().for_each(|(role, text)| segment.add(role, text));
    }

    /// The error about a log that has more answers than there are segments, or fewer.
    fn other_number(&mut self, log: usize, has_more: bool) -> Error {
        let mut answers = self.segments;
        if has_more {
            answers += 1;
            while matches!(self.logs[log].read(), Ok(true)) {
                answers += 1;
            }
        } else {
            answers -= 1;
            while matches!(self.read_others(), Ok(true)) {}
        }
        let (name, of) = (&self.logs[log].name, self.name());
        let (answers, segments) = (count(answers, "record"), count(self.segments, "segment"));
        anyhow!("{name}: {answers}, but {of} has {segments}; name the ids that join them with --id")
    }

    /// Reads all logs, to find their answers by id, and returns the number of the first line, if ids are numbers of lines.
    fn read_by_id(&mut self) -> Result<u64> {
        self.logs.iter_mut().try_for_each(Log::read_all)?;
        let mut answers = self.logs.iter().filter_map(|log| log.answers.as_ref());
        Ok(u64::from(!answers.any(|answers| answers.contains_key(&b"0"[..]))))
    }

    /// Reads the next segment and finds its answers by id.
    fn read_joined(&mut self, by_id: ById, segment: &mut Record) -> Result<bool> {
        let first = by_id.first.map_or_else(|| self.read_by_id(), Ok)?;
        self.by_id = Some(ById { first: Some(first), ..by_id });
        if !self.read_others()? {
            return self.check_joined(by_id, first).map(|()| false);
        }
        let id = if by_id.are_in_others {
            self.other.label(Role::Id).unwrap_or_default().to_vec()
        } else {
            (self.segments - 1 + first).to_string().into_bytes()
        };
        self.logs.iter_mut().for_each(|log| log.add_answer_of(&id, segment));
        self.add_others(segment);
        Ok(true)
    }

    /// Checks that each segment had its answers, and each answer its segment.
    fn check_joined(&self, by_id: ById, first: u64) -> Result<()> {
        let (last, of) = (self.segments.to_string(), self.name());
        let has_numbers = first == 0 || self.logs.iter().any(|log| log.missing.last() != Some(&last));
        ensure!(
            by_id.are_in_others || has_numbers,
            "ids of answers must be the numbers of the lines of {of}, from 0 or from 1, but neither 0 nor {last} occurs; for \
             other ids, put the references into a table that has them: --records TABLE -r COLUMN"
        );
        let (mut faults, mut advice) = (Vec::new(), "");
        for Log { name, missing, answers, .. } in &self.logs {
            if !missing.is_empty() && !by_id.may_be_missing {
                faults.push(format!("{name}: no record for {}: {}", count(missing.len() as u64, "id"), named(missing)));
                advice =
                    "; --empty-candidate score counts missing answers as empty, --empty-candidate skip leaves them out";
            }
            let mut extra: Vec<String> =
                answers.iter().flat_map(|answers| answers.keys()).map(|id| shown(id)).collect();
            extra.sort();
            if !extra.is_empty() {
                let ids = count(extra.len() as u64, "id");
                faults.push(format!("{name}: {ids} that {of} does not have: {}", named(&extra)));
            }
        }
        ensure!(faults.is_empty(), "{}{advice}", faults.join("; "));
        Ok(())
    }
}

impl Records for Logs {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        match self.by_id {
            Some(by_id) => self.read_joined(by_id, record),
            None => self.read_in_order(record),
        }
    }

    fn inner(&self) -> Option<&dyn Records> {
        self.others.as_deref()
    }

    fn is_ready(&self) -> bool {
        self.others.as_ref().is_none_or(|others| others.is_ready())
            && (self.by_id.is_some() || self.logs.iter().all(Log::is_ready))
    }

    fn name(&self) -> &str {
        self.others.as_ref().map_or(&self.logs[0].name, |others| others.name())
    }

    fn inputs(&self) -> Vec<&InputStream> {
        let files = self.logs.iter().flat_map(|log| &log.files).chain(&self.others);
        files.flat_map(|file| file.inputs()).collect()
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks: Vec<String> = self.others.iter().flat_map(|others| others.remarks()).collect();
        for log in &self.logs {
            remarks.extend(log.files.iter().flat_map(|file| file.remarks()));
            remarks.extend(log.note_on_ids.clone());
            let words = log.endings.description(self.is_skipped);
            remarks.extend(words.map(|words| format!("note: {}: {words}", log.name)));
        }
        remarks
    }

    fn endings(&self) -> Vec<Endings> {
        self.logs.iter().map(|log| log.endings.clone()).collect()
    }
}

/// An id for messages.
fn shown(id: &[u8]) -> String {
    escape(&String::from_utf8_lossy(id))
}

/// The first of some names, and how many others there are.
pub fn named(names: &[String]) -> String {
    let mut some: Vec<String> = names.iter().take(MAX_NAMED).cloned().collect();
    if names.len() > MAX_NAMED {
        some.push(count((names.len() - MAX_NAMED) as u64, "other"));
    }
    listed(&some, "and")
}
