//! A run as lines of text: what was done, fingerprints of the texts, the statistics of each segment, and the results.
//!
//! Each line is an object of JSON with one key, which names its kind, and a checksum:
//!
//! - `bleu-saved`: the first line, with the version of the format, the program, the command and the names of the systems
//! - `definition`: the signature of the scores; one for each test set, if there are several
//! - `groups`, `ids`: labels of the segments
//! - `text`: size, SHA-256 and a short hash of each line of a candidate or a reference
//! - `part`: consecutive segments that were counted by one definition, followed by their `statistics`, a line for each system
//! - `samples`: a system of several samples of each segment, followed by their `statistics`: a line for each choice of samples that
//!   is scored, then for each sample
//! - `results`: everything that was printed, unrounded

mod records;
mod text_digest;

use super::RecordError;
use super::shard_record::{check, malformed, with_checksum};
use crate::bleu::scoring::{SegmentStatistics, Statistics};
use crate::bleu::signature::ReferenceCount;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
pub use text_digest::{Salt, TextDigest, TextHasher, TextRole, hash_line};

/// First bytes of a saved run.
pub const FIRST_BYTES: &[u8] = b"{\"bleu-saved\":";

/// Version of the format, independent of the program's.
const VERSION: u32 = 1;

/// A run that was saved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedRun {
    /// The command and the program.
    pub asked: Asked,
    /// The counts of all segments.
    pub counts: CountedRun,
    /// Fingerprints of the texts: candidates, then references.
    pub texts: Vec<TextDigest>,
    /// The results, unrounded.
    pub results: Value,
}

/// The command of a run, the program, and the names it was given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Program and version, such as `bleu-0.5.0`.
    pub program: String,
    /// Arguments of the program.
    pub command: Vec<String>,
    /// Names of the candidates: files or columns.
    pub candidates: Vec<String>,
    /// Names of the systems.
    pub systems: Vec<String>,
}

/// The counts of a run, with the labels of its segments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CountedRun {
    /// The signature of the scores, without what a test adds; one for each test set, if there are several.
    pub definitions: Vec<SavedDefinition>,
    /// Labels of groups, in order of their first segments.
    pub groups: Vec<String>,
    /// The place of each segment's group; empty if there are no groups.
    pub group_places: Vec<u32>,
    /// Ids of the segments; empty if they have none.
    pub ids: Vec<String>,
    /// Statistics of all segments, in their order; empty if segments have samples.
    pub parts: Vec<CountedPart>,
    /// Statistics of the samples of each system; empty if segments have one candidate.
    pub samples: Vec<CountedSamples>,
}

/// The signature of the scores of all segments, or of a test set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedDefinition {
    /// Label of the test set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
    pub signature: String,
}

/// The statistics of consecutive segments that were counted by one definition.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedPart {
    /// Label of their test set.
    pub set: Option<String>,
    /// Number of references of each.
    pub references: ReferenceCount,
    /// Statistics of each segment, a table for each system.
    pub tables: Vec<SegmentStatistics>,
}

/// The statistics of a system of several samples of each segment.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedSamples {
    /// Number of references of each segment.
    pub references: ReferenceCount,
    /// Number of samples of each segment.
    pub samples: ReferenceCount,
    /// Statistics of each segment: a table for each choice of samples that is scored, then for each sample that every segment has.
    pub tables: Vec<SegmentStatistics>,
}

impl CountedSamples {
    /// Number of segments.
    fn segments(&self) -> usize {
        self.tables.first().map_or(0, SegmentStatistics::len)
    }
}

impl CountedPart {
    /// Number of segments.
    pub fn segments(&self) -> usize {
        self.tables.first().map_or(0, SegmentStatistics::len)
    }

    /// Whether the next segments can be added to these: they belong to the same set and have as many tables.
    fn is_continued_by(&self, next: &CountedPart) -> bool {
        self.set == next.set && self.tables.len() == next.tables.len() && self.order() == next.order()
    }

    /// Maximum order of the n-grams, the same in all tables.
    fn order(&self) -> Option<usize> {
        self.tables.first().map(SegmentStatistics::order)
    }
}

impl CountedRun {
    /// Number of segments.
    pub fn segments(&self) -> usize {
        match self.samples.first() {
            Some(samples) => samples.segments(),
            None => self.parts.iter().map(CountedPart::segments).sum(),
        }
    }

    /// The statistics of a system, a table for each of its samples. Each table has a row for each segment.
    pub fn rows(&self, system: usize) -> Vec<Vec<&[u32]>> {
        match self.samples.is_empty() {
            true => {
                let tables = self.parts.iter().filter_map(|part| part.tables.get(system));
                vec![tables.flat_map(SegmentStatistics::rows).collect()]
            }
            false => {
                let tables = self.samples.get(system).into_iter().flat_map(|samples| &samples.tables);
                tables.map(|table| table.rows().collect()).collect()
            }
        }
    }

    /// Adds the next segments.
    pub fn push(&mut self, next: CountedPart) {
        if next.segments() == 0 {
            return;
        }
        match self.parts.last_mut().filter(|last| last.is_continued_by(&next)) {
            Some(last) => {
                last.references = last.references.merge(next.references);
                for (table, next) in last.tables.iter_mut().zip(&next.tables) {
                    next.rows().for_each(|row| table.push_row(row));
                }
            }
            None => self.parts.push(next),
        }
    }

    /// Adds the samples of the next segments of a system. Each follows the one before it. Samples that some segments lack
    /// are left out.
    pub fn push_samples(&mut self, system: usize, next: CountedSamples) {
        match self.samples.get_mut(system) {
            None => self.samples.push(next),
            Some(_) if next.segments() == 0 => {}
            Some(known) if known.segments() == 0 => *known = next,
            Some(known) => {
                known.references = known.references.merge(next.references);
                known.samples = known.samples.merge(next.samples);
                known.tables.truncate(next.tables.len());
                for (table, next) in known.tables.iter_mut().zip(&next.tables) {
                    next.rows().for_each(|row| table.push_row(row));
                }
            }
        }
    }
}

/// A line of a saved run.
#[derive(Serialize, Deserialize)]
enum Line<'a> {
    #[serde(rename = "bleu-saved")]
    First(First<'a>),
    #[serde(rename = "definition")]
    Definition(Cow<'a, SavedDefinition>),
    #[serde(rename = "groups")]
    Groups { labels: Cow<'a, [String]>, segments: Cow<'a, [u32]> },
    #[serde(rename = "ids")]
    Ids(Cow<'a, [String]>),
    #[serde(rename = "text")]
    Text(Cow<'a, TextDigest>),
    #[serde(rename = "part")]
    Part(PartLine),
    #[serde(rename = "samples")]
    Samples(SamplesLine),
    #[serde(rename = "statistics")]
    Statistics(Columns),
    #[serde(rename = "results")]
    Results(Cow<'a, Value>),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct First<'a> {
    version: u32,
    /// Number of lines.
    lines: usize,
    segments: usize,
    #[serde(flatten)]
    asked: Cow<'a, Asked>,
}

/// The version alone, which a later format has too.
#[derive(Deserialize)]
struct OnlyVersion {
    #[serde(rename = "bleu-saved")]
    first: VersionField,
}

#[derive(Deserialize)]
struct VersionField {
    version: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartLine {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set: Option<String>,
    references: String,
    segments: usize,
    /// Number of lines of statistics that follow.
    tables: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SamplesLine {
    references: String,
    samples: String,
    segments: usize,
    /// Number of lines of statistics that follow.
    tables: usize,
}

/// The statistics of a system: a list for each number of a segment.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Columns {
    /// Name of the system, for readers.
    system: String,
    hyp_len: Vec<u32>,
    ref_len: Vec<u32>,
    /// Correct n-grams, a list for each order.
    correct: Vec<Vec<u32>>,
    /// All n-grams, a list for each order; none if they follow from `hyp_len`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    total: Vec<Vec<u32>>,
}

impl Columns {
    fn new(system: &str, table: &SegmentStatistics) -> Columns {
        let order = table.order();
        let column = |place: usize| table.rows().map(|row| row[place]).collect::<Vec<u32>>();
        let follows = |row: &[u32]| (0..order).all(|n| row[2 + order + n] == row[0].saturating_sub(n as u32));
        let total = match table.rows().all(follows) {
            true => Vec::new(),
            false => (0..order).map(|n| column(2 + order + n)).collect(),
        };
        let correct = (0..order).map(|n| column(2 + n)).collect();
        Columns { system: system.to_owned(), hyp_len: column(0), ref_len: column(1), correct, total }
    }

    /// The table of this many segments.
    fn table(&self, segments: usize) -> Result<SegmentStatistics, RecordError> {
        let Columns { hyp_len, ref_len, correct, total, .. } = self;
        let lists = [hyp_len, ref_len].into_iter().chain(correct).chain(total);
        if lists.into_iter().any(|list| list.len() != segments) || !total.is_empty() && total.len() != correct.len() {
            return Err(malformed("lists of different lengths"));
        }
        let mut table = SegmentStatistics::new(correct.len())?;
        for segment in 0..segments {
            let hyp = u64::from(hyp_len[segment]);
            let row = |lists: &[Vec<u32>]| lists.iter().map(|list| u64::from(list[segment])).collect::<Vec<u64>>();
            let total = match total.is_empty() {
                true => (0..correct.len() as u64).map(|n| hyp.saturating_sub(n)).collect(),
                false => row(total),
            };
            table.push(&Statistics::new(hyp, ref_len[segment].into(), &row(correct), &total)?)?;
        }
        Ok(table)
    }
}

impl SavedRun {
    /// The run as lines, without line ends.
    pub fn lines(&self) -> Vec<String> {
        let SavedRun { asked, counts, texts, results } = self;
        let names = || asked.systems.iter().map(String::as_str).chain(std::iter::repeat(""));
        let mut rest: Vec<Line> = Vec::new();
        rest.extend(counts.definitions.iter().map(|definition| Line::Definition(Cow::Borrowed(definition))));
        if !counts.group_places.is_empty() {
            let (labels, segments) = ((&counts.groups[..]).into(), (&counts.group_places[..]).into());
            rest.push(Line::Groups { labels, segments });
        }
        if !counts.ids.is_empty() {
            rest.push(Line::Ids((&counts.ids[..]).into()));
        }
        rest.extend(texts.iter().map(|text| Line::Text(Cow::Borrowed(text))));
        for part in &counts.parts {
            rest.push(Line::Part(PartLine {
                set: part.set.clone(),
                references: part.references.to_string(),
                segments: part.segments(),
                tables: part.tables.len(),
            }));
            rest.extend(names().zip(&part.tables).map(|(name, table)| Line::Statistics(Columns::new(name, table))));
        }
        for (name, system) in names().zip(&counts.samples) {
            rest.push(Line::Samples(SamplesLine {
                references: system.references.to_string(),
                samples: system.samples.to_string(),
                segments: system.segments(),
                tables: system.tables.len(),
            }));
            rest.extend(system.tables.iter().map(|table| Line::Statistics(Columns::new(name, table))));
        }
        rest.push(Line::Results(Cow::Borrowed(results)));
        let (lines, segments) = (rest.len() + 1, counts.segments());
        let first = Line::First(First { version: VERSION, lines, segments, asked: Cow::Borrowed(asked) });
        std::iter::once(&first).chain(&rest).map(with_checksum).collect()
    }
}

/// Reads the lines of a saved run, one after the other.
#[derive(Default)]
pub struct SavedReader {
    run: SavedRun,
    /// Number of lines and of segments, from the first line.
    expected: Option<(usize, usize)>,
    read: usize,
    /// Number of segments of the last part or system, and of its tables that are still to come.
    part: (usize, usize),
    has_results: bool,
}

impl SavedReader {
    /// Reads the next line.
    ///
    /// # Errors
    /// If it was changed, or is not a line of this version of the format.
    pub fn add(&mut self, line: &[u8]) -> Result<(), RecordError> {
        let is_first = self.expected.is_none();
        if is_first && !line.starts_with(FIRST_BYTES) {
            return Err(malformed("not a file of --save"));
        }
        let object = [check(line)?, b"}"].concat();
        if is_first {
            let OnlyVersion { first } = serde_json::from_slice(&object).map_err(malformed)?;
            if first.version != VERSION {
                return Err(RecordError::OtherFormat { found: first.version, expected: VERSION });
            }
        }
        self.read += 1;
        self.add_line(serde_json::from_slice(&object).map_err(malformed)?, is_first)
    }

    fn add_line(&mut self, line: Line, is_first: bool) -> Result<(), RecordError> {
        let SavedRun { asked, counts, texts, results } = &mut self.run;
        if matches!(line, Line::First(_)) != is_first || matches!(line, Line::Statistics(_)) != (self.part.1 > 0) {
            return Err(malformed("a line is missing or out of place"));
        }
        match line {
            Line::First(first) => {
                self.expected = Some((first.lines, first.segments));
                *asked = first.asked.into_owned();
            }
            Line::Definition(definition) => counts.definitions.push(definition.into_owned()),
            Line::Groups { labels, segments } => {
                (counts.groups, counts.group_places) = (labels.into_owned(), segments.into_owned());
            }
            Line::Ids(ids) => counts.ids = ids.into_owned(),
            Line::Text(text) => texts.push(text.into_owned()),
            Line::Part(PartLine { set, references, segments, tables }) => {
                let references = references.parse()?;
                self.part = (segments, tables);
                counts.parts.push(CountedPart { set, references, tables: Vec::new() });
            }
            Line::Samples(SamplesLine { references, samples, segments, tables }) => {
                let (references, samples) = (references.parse()?, samples.parse()?);
                self.part = (segments, tables);
                counts.samples.push(CountedSamples { references, samples, tables: Vec::new() });
            }
            Line::Statistics(columns) => {
                let of_samples = counts.samples.last_mut().map(|samples| &mut samples.tables);
                let tables = of_samples.or(counts.parts.last_mut().map(|part| &mut part.tables));
                let tables = tables.ok_or_else(|| malformed("a line is out of place"))?;
                let table = columns.table(self.part.0)?;
                if tables.first().is_some_and(|first| first.order() != table.order()) {
                    return Err(malformed("statistics of different orders"));
                }
                tables.push(table);
                self.part.1 -= 1;
            }
            Line::Results(value) => {
                *results = value.into_owned();
                self.has_results = true;
            }
        }
        Ok(())
    }

    /// The run, after its last line.
    ///
    /// # Errors
    /// If lines are missing, or do not belong together.
    pub fn finish(self) -> Result<SavedRun, RecordError> {
        let SavedReader { run, expected, read, part, has_results } = self;
        let Some((lines, segments)) = expected else { return Err(RecordError::CutOff) };
        if read < lines || part.1 > 0 || !has_results {
            return Err(RecordError::CutOff);
        }
        let counts = &run.counts;
        let is_labelled = |labels: usize| labels == 0 || labels == segments;
        let has_groups = counts.group_places.iter().all(|place| (*place as usize) < counts.groups.len());
        let is_whole = read == lines
            && counts.segments() == segments
            && (counts.parts.is_empty() || counts.samples.is_empty())
            && counts.samples.iter().all(|samples| samples.segments() == segments)
            && is_labelled(counts.group_places.len())
            && is_labelled(counts.ids.len())
            && has_groups
            && !counts.definitions.is_empty();
        if is_whole { Ok(run) } else { Err(malformed("the lines do not belong together")) }
    }
}
