//! `--at`: candidates that are logs of language models, one record per answer, beside references from elsewhere.
//!
//! Record i of each log is the answer to segment i; with ids, it is the answer to the segment that has its id. An answer
//! without a text (null, an error, a content filter) is an empty candidate, which is counted with its reason.

use super::endings::{Endings, MAX_NAMED};
use super::jsonl::Jsonl;
use super::open::InputStream;
use super::record::{Columns, Place, Record, Records, Role};
use super::records_format::{TableStyle, open_records};
use crate::cli::display::{count, escape, listed, path_name};
use crate::cli::glob::expand;
use anyhow::{Context, Result, anyhow, ensure};
use std::collections::{HashMap, VecDeque};
use std::io;
use std::mem;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread::{self, Builder, ScopedJoinHandle};

/// Number of records of each log that are read together.
const BLOCK: usize = 1024;

/// Maximum number of logs that are read at the same time.
const MAX_THREADS: usize = 16;

/// Number of records that are looked at for one of several paths.
const MAX_LOOKED_AT: usize = 1000;

/// Keys beside an answer, or further out, that say how it ended. Of an empty answer, the first that is there is the reason.
const STATUS: [&str; 12] = [
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
];

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
    /// Several, separated by `|`, are alternatives.
    pub at: &'a str,
    /// Whether an answer has several texts, which are samples.
    pub has_samples: bool,
    /// The path to the id of the segment; `None` if answers are in the order of the segments.
    pub id: Option<&'a Path>,
}

impl LogColumns<'_> {
    /// Opens a file; of several paths, with the first that leads to a text.
    fn open(&self, file: &Path) -> Result<Box<dyn Records>> {
        let mut all = self.at.split('|').map(|at| LogColumns { at, ..*self });
        let found = all.clone().find(|columns| columns.at == self.at || columns.have_text(file));
        found.or_else(|| all.next()).unwrap_or(LogColumns { ..*self }).open_at(file)
    }

    /// Whether one of the first records of a file has a text.
    fn have_text(&self, file: &Path) -> bool {
        let Some(mut records) = self.open_at(file).ok().filter(|_| file.is_file()) else { return false };
        let mut record = Record::default();
        (0..MAX_LOOKED_AT).any(|_| {
            record.clear();
            matches!(records.read(&mut record), Ok(true)) && record.of_role(Role::Candidate).flatten().next().is_some()
        })
    }

    fn open_at(&self, file: &Path) -> Result<Box<dyn Records>> {
        Ok(match self.array() {
            Some(key) => Box::new(Jsonl::open_items(InputStream::open(file)?, key, self.columns())?),
            None => open_records(file, TableStyle::default(), self.columns())?,
        })
    }

    /// The key of the array of records, if a log is one object.
    fn array(&self) -> Option<&str> {
        Some(self.at.split_once(':')?.0)
    }

    /// The columns that are read from each log.
    fn columns(&self) -> Columns {
        let at = self.at.split_once(':').map_or(self.at, |(_, path)| path).to_owned();
        let role = if self.has_samples { Role::Answers } else { Role::Answer };
        // The objects that hold the text: the path up to each step.
        let steps = at.match_indices(['.', '[']).filter(|(end, _)| !at[end + 1..].is_empty());
        let outer = steps.map(|(end, _)| &at[..end]).filter(|outer| !at[outer.len()..].starts_with('['));
        let beside = outer.flat_map(|outer| keys().map(move |key| format!("{outer}.{key}")));
        let status: Vec<String> = beside.chain(keys().map(String::from)).filter(|path| *path != at).collect();
        let id = self.id.map(|id| (id.to_string_lossy().into_owned(), Role::Id));
        [(at, role)].into_iter().chain(id).chain(status.into_iter().map(|path| (path, Role::Status))).collect()
    }
}

/// The keys that say how an answer ended.
fn keys() -> impl Iterator<Item = &'static str> {
    STATUS.into_iter().chain([REFUSAL, OUTCOME])
}

/// Usual ends of paths to the text of an answer, the likeliest first.
const TEXTS: [&str; 12] = [
    "message.content",
    "content[type=text].text",
    "content",
    "completions[0].text",
    "choices[0].text",
    "filtered_resps[0]",
    "resps[0][0]",
    "output_text",
    "completion",
    "response",
    "output",
    "text",
];

/// Returns the path at which the first record of a file of JSON seems to have an answer; `None` if it is not JSON.
pub fn path_of_answers(path: &Path) -> Option<String> {
    let mut records = open_records(path, TableStyle::default(), Columns::default()).ok()?;
    records.read(&mut Record::default()).ok()?;
    // Items with a type are parts of a text.
    let names: Vec<String> =
        records.known_names().iter().map(|name| name.replace("content[0].text", "content[type=text].text")).collect();
    let ends_in = |name: &&String, end: &str| {
        name.strip_suffix(end).is_some_and(|outer| outer.is_empty() || outer.ends_with(['.', ']']))
    };
    let found = TEXTS.iter().find_map(|end| names.iter().find(|name| ends_in(name, end)))?;
    let is_in_items = found.contains('[') || found.contains('.') || names.len() > 1;
    is_in_items.then(|| found.clone())
}

/// The files of a log: one, unless its name has a `*` and names no file.
pub fn log_files(name: &Path) -> Vec<PathBuf> {
    if is_pattern(name) { expand(name) } else { vec![name.to_owned()] }
}

fn is_pattern(name: &Path) -> bool {
    name.to_string_lossy().contains('*') && !name.exists()
}

/// Opens the records of a log.
fn open_log(name: &Path, columns: &LogColumns) -> Result<Box<dyn Records>> {
    let files = log_files(name);
    if !is_pattern(name) {
        return columns.open(name);
    }
    ensure!(!files.is_empty(), "{}: no file matches", path_name(name));
    ensure!(columns.id.is_some(), "{}: files are in no order; name the ids that join them with --id", path_name(name));
    let files = files.iter().map(|file| columns.open(file)).collect::<Result<Vec<_>>>()?;
    Ok(Box::new(Files { name: path_name(name), files, current: 0 }))
}

/// Several files that are one log.
struct Files {
    name: String,
    files: Vec<Box<dyn Records>>,
    current: usize,
}

impl Records for Files {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        while let Some(file) = self.files.get_mut(self.current) {
            if file.read(record)? {
                let place = mem::take(&mut record.place).into();
                record.place = Place::InFile { file: file.name().to_owned(), place };
                return Ok(true);
            }
            self.current += 1;
        }
        Ok(false)
    }

    fn is_ready(&self) -> bool {
        self.files.get(self.current).is_none_or(|file| file.is_ready())
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn inputs(&self) -> Vec<&InputStream> {
        self.files.iter().flat_map(|file| file.inputs()).collect()
    }

    fn remarks(&self) -> Vec<String> {
        self.files.iter().flat_map(|file| file.remarks()).collect()
    }
}

/// A log, and how its answers ended so far.
struct Log {
    records: Box<dyn Records>,
    /// Whether reading it makes nobody wait.
    is_file: bool,
    /// Records that were read ahead, and the error that ended this.
    ahead: VecDeque<Record>,
    fault: Option<anyhow::Error>,
    endings: Endings,
    record: Record,
}

impl Log {
    fn new(records: Box<dyn Records>) -> Log {
        Log {
            is_file: records.inputs().iter().all(|input| input.is_regular_file()),
            records,
            ahead: VecDeque::new(),
            fault: None,
            endings: Endings::default(),
            record: Record::default(),
        }
    }

    fn name(&self) -> &str {
        self.records.name()
    }

    fn is_ready(&self) -> bool {
        self.is_file || self.records.is_ready()
    }

    /// Reads the next answer; false at the end.
    fn read(&mut self) -> Result<bool> {
        if let Some(next) = self.ahead.pop_front() {
            self.record = next;
            return Ok(true);
        }
        self.fault.take().map_or(Ok(()), Err)?;
        self.record.clear();
        self.records.read(&mut self.record)
    }

    /// Reads the next answers, to be returned later.
    fn read_ahead(&mut self) {
        while self.ahead.len() < BLOCK && self.fault.is_none() {
            let mut record = Record::default();
            match self.records.read(&mut record) {
                Ok(true) => self.ahead.push_back(record),
                Ok(false) => return,
                Err(fault) => self.fault = Some(fault),
            }
        }
    }

    /// Reads all answers, to find them by their ids.
    fn answers_by_id(&mut self) -> Result<AnswersById> {
        let (mut answers, mut twice) = (HashMap::new(), Vec::new());
        while self.read()? {
            let id = self.record.label(Role::Id).unwrap_or_default().to_vec();
            ensure!(!id.is_empty(), "{}: {}: an empty id; give each answer one", self.name(), self.record.place);
            if let Some(known) = answers.insert(id.clone(), self.record.clone()) {
                twice.push(format!("{} ({} and {})", shown(&id), known.place, self.record.place));
            }
        }
        ensure!(
            twice.is_empty(),
            "{}: {} than once: {}; keep one answer of each",
            self.name(),
            if twice.len() == 1 { "an id comes more".into() } else { format!("{} ids come more", twice.len()) },
            named(&twice)
        );
        Ok(answers)
    }

    /// Counts how the answer ended that was read last, and adds its texts to a segment.
    fn add_answer(&mut self, segment: &mut Record) {
        let (texts, empty, refused, cut_off) = ending(&self.record);
        self.endings.answers += texts;
        self.endings.refused += refused;
        self.endings.cut_off += cut_off;
        if let Some((reason, number)) = empty {
            *self.endings.empty.entry(reason).or_default() += number;
        }
        self.record
            .of_role(Role::Candidate)
            .for_each(|text| segment.add(Role::Candidate, Some(text.unwrap_or_default())));
    }
}

/// Number of texts of an answer, and of those that are empty, with the reason, refused and cut off.
fn ending(answer: &Record) -> (u64, Option<(String, u64)>, u64, u64) {
    let texts = answer.of_role(Role::Candidate);
    let (mut number, mut empty, mut is_null) = (0, 0, false);
    for text in texts {
        number += 1;
        empty += u64::from(text.is_none_or(<[u8]>::is_empty));
        is_null |= text.is_none();
    }
    let (mut refused, mut cut_off, mut reason) = (0, 0, None);
    for status in answer.of_role(Role::Status).flatten() {
        let status = String::from_utf8_lossy(status);
        let (path, value) = status.split_once('\n').unwrap_or(("", &status));
        let key =
            keys().find(|key| path.strip_suffix(key).is_some_and(|outer| outer.is_empty() || outer.ends_with('.')));
        let key = key.unwrap_or_default();
        let name = value.to_ascii_lowercase();
        let is_refusal = key == REFUSAL || REFUSED.contains(&&*name);
        refused += u64::from(is_refusal);
        cut_off += u64::from(CUT_OFF.contains(&&*name));
        if key != OUTCOME || FAILED.contains(&value) {
            let text = if key == REFUSAL { REFUSAL } else { value };
            // Of several, the one that stands first in the list of keys.
            let rank = STATUS.iter().position(|known| *known == key).unwrap_or(STATUS.len());
            if reason.as_ref().is_none_or(|(best, _)| rank < *best) {
                reason = Some((rank, text.to_owned()));
            }
        }
    }
    let unknown = if is_null { "null" } else { "empty" };
    let empty = (empty > 0).then(|| (reason.map_or_else(|| unknown.into(), |(_, reason)| reason), empty));
    (number, empty, refused.min(number), cut_off.min(number))
}

/// Does the same with several logs at the same time. An error says that there is no thread to do it.
fn at_once<T: Send>(logs: Vec<&mut Log>, work: impl Fn(&mut Log) -> T + Sync) -> Vec<io::Result<T>> {
    let join = |thread: ScopedJoinHandle<T>| thread.join().unwrap_or_else(|panic| resume_unwind(panic));
    thread::scope(|scope| {
        let start = |log| Builder::new().spawn_scoped(scope, || work(log));
        let threads: Vec<_> = logs.into_iter().map(start).collect();
        threads.into_iter().map(|thread| thread.map(join)).collect()
    })
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

/// Answers of a log by id.
type AnswersById = HashMap<Vec<u8>, Record>;

/// How answers are found by their ids.
struct ById {
    /// Answers by id, once all logs were read.
    answers: Option<Vec<AnswersById>>,
    /// Whether ids are the other records'; otherwise they are numbers of lines.
    are_in_others: bool,
    /// The number of the first line, if ids are numbers of lines.
    first: u64,
    /// Whether an id that a log lacks is an empty answer.
    may_be_missing: bool,
    /// Ids that a log lacks, for each.
    missing: Vec<Vec<String>>,
}

impl Logs {
    /// Opens logs beside references and labels. `is_skipped` says that segments without an answer are left out later;
    /// `may_be_missing` that ids may be missing.
    ///
    /// # Errors
    /// If a file cannot be opened.
    pub fn open(
        files: &[&Path],
        columns: &LogColumns,
        others: Option<Box<dyn Records>>,
        are_ids_in_others: bool,
        (is_skipped, may_be_missing): (bool, bool),
    ) -> Result<Logs> {
        let open = |path: &&Path| Ok(Log::new(open_log(path, columns)?));
        let by_id = columns.id.filter(|_| others.is_some()).map(|_| ById {
            answers: None,
            are_in_others: are_ids_in_others,
            first: 1,
            may_be_missing,
            missing: vec![Vec::new(); files.len()],
        });
        let logs = files.iter().map(open).collect::<Result<_>>()?;
        Ok(Logs { logs, others, segments: 0, by_id, is_skipped, other: Record::default() })
    }

    /// Names of the logs.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.logs.iter().map(|log| log.name().to_owned())
    }

    /// Reads the references and labels of the next segment; false at their end.
    fn read_others(&mut self) -> Result<bool> {
        self.other.clear();
        let is_there = match &mut self.others {
            Some(others) => others.read(&mut self.other)?,
            None => true,
        };
        self.segments += u64::from(is_there && self.others.is_some());
        Ok(is_there)
    }

    /// Reads the next segment in the order of the logs.
    fn read_in_order(&mut self, segment: &mut Record) -> Result<bool> {
        let has_others = self.read_others()?;
        if self.logs.len() > 1 {
            let is_due = |log: &&mut Log| log.is_file && log.ahead.is_empty();
            // A log without a thread is read below.
            at_once(self.logs.iter_mut().filter(is_due).take(MAX_THREADS).collect(), Log::read_ahead);
        }
        let mut ended = None;
        let mut going_on = None;
        for place in 0..self.logs.len() {
            match self.logs[place].read()? {
                true => going_on = going_on.or(Some(place)),
                false => ended = ended.or(Some(place)),
            }
        }
        let is_end = if self.others.is_some() { !has_others } else { ended.is_some() };
        match (is_end, ended, going_on) {
            (true, _, None) => return Ok(false),
            (false, None, _) => {}
            (true, _, Some(log)) => return Err(self.more(log)),
            (false, Some(log), _) => return Err(self.fewer(log)),
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

    /// The error about a log that has more answers than there are segments.
    fn more(&mut self, log: usize) -> anyhow::Error {
        let mut answers = self.logs[log].endings.answers.max(self.segments) + 1;
        while matches!(self.logs[log].read(), Ok(true)) {
            answers += 1;
        }
        let name = self.logs[log].name();
        let (segments, of) = (count(self.segments, "segment"), self.name_of_others());
        anyhow!("{name}: {}, but {of} has {segments}; name the ids that join them with --id", count(answers, "record"))
    }

    /// The error about a log that has fewer answers than there are segments.
    fn fewer(&mut self, log: usize) -> anyhow::Error {
        let answers = count(self.segments.saturating_sub(1), "record");
        while matches!(self.read_others(), Ok(true)) && self.others.is_some() {}
        let name = self.logs[log].name();
        match self.others {
            Some(_) => anyhow!(
                "{name}: {answers}, but {} has {}; name the ids that join them with --id",
                self.name_of_others(),
                count(self.segments, "segment")
            ),
            None => anyhow!("{name}: fewer records than the other logs; name the ids that join them with --id"),
        }
    }

    fn name_of_others(&self) -> &str {
        self.others.as_ref().map_or("another log", |others| others.name())
    }

    /// Reads all logs, to find their answers by id.
    fn read_by_id(&mut self) -> Result<Vec<AnswersById>> {
        let all =
            self.logs.chunks_mut(MAX_THREADS).flat_map(|logs| at_once(logs.iter_mut().collect(), Log::answers_by_id));
        all.map(|answers| answers.context("no thread to read a log")?).collect()
    }

    /// Reads the next segment and finds its answers by id.
    fn read_joined(&mut self, segment: &mut Record) -> Result<bool> {
        let Some(mut by_id) = self.by_id.take() else { return Ok(false) };
        let found = self.join(&mut by_id, segment);
        self.by_id = Some(by_id);
        found
    }

    fn join(&mut self, by_id: &mut ById, segment: &mut Record) -> Result<bool> {
        if by_id.answers.is_none() {
            let answers = self.read_by_id()?;
            by_id.first = u64::from(!answers.iter().any(|answers| answers.contains_key(&b"0"[..])));
            by_id.answers = Some(answers);
        }
        let Some(answers) = &mut by_id.answers else { return Ok(false) };
        if !self.read_others()? {
            return self.check_joined(by_id).map(|()| false);
        }
        let id = if by_id.are_in_others {
            self.other.label(Role::Id).unwrap_or_default().to_vec()
        } else {
            (self.segments - 1 + by_id.first).to_string().into_bytes()
        };
        for ((log, answers), missing) in self.logs.iter_mut().zip(answers).zip(&mut by_id.missing) {
            match answers.remove(&id) {
                Some(answer) => {
                    log.record = answer;
                    log.add_answer(segment);
                }
                None => {
                    missing.push(shown(&id));
                    log.endings.answers += 1;
                    *log.endings.empty.entry("no record".into()).or_default() += 1;
                    segment.add(Role::Candidate, Some(b""));
                }
            }
        }
        self.add_others(segment);
        Ok(true)
    }

    /// Checks that each segment had its answers, and each answer its segment.
    fn check_joined(&self, by_id: &ById) -> Result<()> {
        let mut faults = Vec::new();
        let last = self.segments.to_string();
        ensure!(
            by_id.are_in_others
                || by_id.first == 0
                || by_id.missing.iter().any(|missing| missing.last() != Some(&last)),
            "ids of answers must be the numbers of the lines of {}, from 0 or from 1, but neither 0 nor {last} occurs; for \
             other ids, put the references into a table that has them: --records TABLE -r COLUMN",
            self.name_of_others()
        );
        for (place, log) in self.logs.iter().enumerate() {
            let name = log.name();
            let missing = &by_id.missing[place];
            if !missing.is_empty() && !by_id.may_be_missing {
                faults.push(format!("{name}: no record for {}: {}", count(missing.len() as u64, "id"), named(missing)));
            }
            let extra = by_id.answers.as_ref().map(|answers| answers[place].keys().map(|id| shown(id)).collect());
            let mut extra: Vec<String> = extra.unwrap_or_default();
            extra.sort();
            if !extra.is_empty() {
                let of = self.name_of_others();
                let ids = count(extra.len() as u64, "id");
                faults.push(format!("{name}: {ids} that {of} does not have: {}", named(&extra)));
            }
        }
        let advice = match faults.iter().any(|fault| fault.contains(": no record for ")) {
            true => "; --empty-candidate score counts missing answers as empty, --empty-candidate skip leaves them out",
            false => "",
        };
        ensure!(faults.is_empty(), "{}{advice}", faults.join("; "));
        Ok(())
    }
}

impl Records for Logs {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        if self.by_id.is_some() { self.read_joined(record) } else { self.read_in_order(record) }
    }

    fn inner(&self) -> Option<&dyn Records> {
        self.others.as_deref()
    }

    fn is_ready(&self) -> bool {
        self.others.as_ref().is_none_or(|others| others.is_ready())
            && (self.by_id.is_some() || self.logs.iter().all(Log::is_ready))
    }

    fn name(&self) -> &str {
        self.others.as_ref().map_or_else(|| self.logs[0].name(), |others| others.name())
    }

    fn inputs(&self) -> Vec<&InputStream> {
        let of_logs = self.logs.iter().flat_map(|log| log.records.inputs());
        of_logs.chain(self.others.iter().flat_map(|others| others.inputs())).collect()
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks: Vec<String> = self.others.iter().flat_map(|others| others.remarks()).collect();
        for log in &self.logs {
            remarks.extend(log.records.remarks());
            let words = log.endings.in_words(self.is_skipped);
            remarks.extend(words.map(|words| format!("note: {}: {words}", log.name())));
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
fn named(names: &[String]) -> String {
    let mut some: Vec<String> = names.iter().take(MAX_NAMED).cloned().collect();
    if names.len() > MAX_NAMED {
        some.push(count((names.len() - MAX_NAMED) as u64, "other"));
    }
    listed(&some, "and")
}
