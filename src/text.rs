//! Input: where segments come from, and how they are read in batches.
//!
//! A [`Source`] fills a [`Batch`] with the lines of candidates and references; workers see its text, checked to be
//! UTF-8, as [`Segments`]. [`ParallelFiles`] is the source that reads plain files. All other input is read as [`Records`],
//! one segment at a time, by the reader of its format; [`RecordSource`] makes batches of them. A [`BatchReader`] reads them
//! all, for the pipeline. What the files share is imported here.

mod batch;
mod batch_reader;
mod checked_lines;
mod compressed;
mod csv;
pub mod display;
mod empty_texts;
mod encoding;
pub mod file_identity;
mod file_records;
pub mod further_lines;
pub mod glob;
pub mod hints;
mod id_lines;
mod join;
mod json_array;
mod json_path;
mod json_values;
mod jsonl;
mod kept;
mod length_mismatch;
mod line_reader;
mod logs;
mod long_table;
mod lookahead;
pub mod not_utf8;
mod open;
mod parallel_files;
pub mod pipeline;
mod record;
mod record_source;
mod records_format;
pub mod sacrebleu_cache;
mod sample_rows;
mod segment_rules;
pub mod set_tokenizers;
mod sgml;
mod source;
pub mod suggestions;
mod table;
pub mod test_set;
pub mod tokenizer_data;
mod tsv;
mod wmt_xml;

use crate::bleu::scoring::Definition;
use crate::bleu::shards::ids::IdSet;
use crate::text::display::{escape, is_standard_input, path_name};
use crate::text::set_tokenizers::SetTokenizers;
use anyhow::{Context, Result, ensure};
pub use batch::{Batch, Cleaning, SegmentGroup, Segments};
pub use batch_reader::BatchReader;
pub use checked_lines::CheckedLines;
pub use compressed::decompress;
use file_records::FileRecords;
use id_lines::IdLines;
pub use json_path::has_all_items;
pub use kept::KeptText;
pub use length_mismatch::DescribeDivergence;
pub use logs::{Endings, log_files, path_of_answers};
use logs::{LogColumns, Logs};
use long_table::LongTable;
pub use open::{InputStream, check_files, standard_input_file};
pub use parallel_files::ParallelFiles;
pub use record::{Columns, Record, Records, Role};
pub use record_source::RecordSource;
pub use records_format::{
    RecordsFormat, TableStyle, is_list_of_strings, looks_like_table, names_in_table, open_records, records_of,
};
use sample_rows::{SampleRows, SegmentEnds};
pub use segment_rules::SegmentRules;
pub use sgml::as_lines as sgml_as_lines;
pub use source::{NoSegments, Source};
use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
pub use test_set::TestSet;

/// Opens a file, or standard input, as lines.
///
/// # Errors
/// If it cannot be opened.
pub fn open_lines(path: &Path) -> Result<CheckedLines> {
    InputStream::open(path).map(CheckedLines::new)
}

/// Where the segments of a job come from, apart from the names of candidates and references.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// Meaning of the names of candidates and references.
    pub origin: Origin,
    /// Where the text is in each record of the candidates, if they are logs.
    pub at: Option<String>,
    /// Labels of groups: a column, or a file if references are files.
    pub by: Option<PathBuf>,
    /// Tokenizers of the groups, if each is a test set with its own; a batch has segments of one.
    pub sets: Option<Arc<SetTokenizers>>,
    /// Ids of segments; in logs too.
    pub id: Option<PathBuf>,
    /// Names of systems, if each row of a table has the candidate of one.
    pub systems_by: Option<PathBuf>,
    /// The table in which they are, once it was read.
    pub long_table: Option<Arc<LongTable>>,
    /// How a segment has several candidates, which are samples; `None` if it has one.
    pub samples: Option<SampleLayout>,
    /// Number of consecutive lines of a reference file that are references of one segment; `None` for one.
    pub reference_lines: Option<NonZeroUsize>,
    /// Describes where inputs of different lengths diverge, for the error.
    pub describe_divergence: Option<DescribeDivergence>,
    /// Rules of the segments: which count, and with which text.
    pub rules: SegmentRules,
}

/// How several samples of a segment are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SampleLayout {
    /// This many consecutive lines, or records, are samples of one segment.
    Lines(NonZeroUsize),
    /// A record has an array of them.
    Array,
    /// Consecutive records with the same id, which is in this column, are samples of one segment.
    Rows(PathBuf),
}

/// Meaning of the names of candidates and references.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// Files of lines.
    #[default]
    Files,
    /// The arguments are themselves the texts of one segment.
    Texts,
    /// Columns of a table.
    Records { path: PathBuf, style: TableStyle },
    /// Candidates are files; references come from a test set.
    TestSet(TestSet),
}

impl Input {
    /// Labels of segments.
    fn labels(&self) -> impl Iterator<Item = (&Path, Role)> {
        let segment = match &self.samples {
            Some(SampleLayout::Rows(column)) => Some((column.as_path(), Role::Segment)),
            _ => None,
        };
        // Without a table, only logs have the ids that join them.
        let id = if self.at.is_some() && self.table().is_none() { &None } else { &self.id };
        let labels = [(&self.by, Role::Group), (&self.rules.join_by, Role::Join), (id, Role::Id)];
        labels.into_iter().filter_map(|(path, role)| Some((path.as_deref()?, role))).chain(segment)
    }

    /// Name of the labels that join segments, for signatures: the name in a table or a test set, or `file`.
    pub fn join_name(&self) -> Option<Cow<'_, str>> {
        let labels = self.rules.join_by.as_deref()?;
        let is_named = match &self.origin {
            Origin::Records { .. } => true,
            Origin::TestSet(_) => test_set::labels().any(|known| Path::new(known) == labels),
            Origin::Files | Origin::Texts => false,
        };
        Some(if is_named { labels.to_string_lossy() } else { "file".into() })
    }

    /// The file from which references are read, and candidates, unless they are logs.
    pub fn table(&self) -> Option<&PathBuf> {
        match &self.origin {
            Origin::Records { path, .. } => Some(path),
            Origin::Files | Origin::Texts | Origin::TestSet(_) => None,
        }
    }

    /// The files that are read, given the candidates and other texts, apart from the files of a test set.
    pub fn files<'a>(
        &'a self,
        candidates: impl Iterator<Item = &'a PathBuf>,
        others: impl Iterator<Item = &'a PathBuf>,
    ) -> Vec<PathBuf> {
        let candidates =
            candidates.flat_map(|path| if self.at.is_some() { log_files(path) } else { vec![path.clone()] });
        match &self.origin {
            Origin::Records { path, .. } => {
                std::iter::once(path.clone()).chain(candidates.filter(|_| self.at.is_some())).collect()
            }
            Origin::Texts => Vec::new(),
            Origin::Files | Origin::TestSet(_) => {
                let others = others.cloned().chain(self.labels().map(|(path, _)| path.to_owned()));
                candidates.chain(others).collect()
            }
        }
    }

    /// Number of references: the named ones and the test set's.
    ///
    /// # Errors
    /// If the test set is not in the cache.
    pub fn reference_count(&self, named: &[PathBuf]) -> Result<usize> {
        let of_set = match &self.origin {
            Origin::TestSet(set) => set.references()?.len(),
            _ => 0,
        };
        Ok(named.len() + of_set)
    }

    /// The file of the source text; `src` is the test set's.
    ///
    /// # Errors
    /// If there is no folder that may hold a cache.
    pub fn source_file(&self, name: &Path) -> Result<PathBuf> {
        let of_set = match &self.origin {
            Origin::TestSet(set) => set.source_file(name)?,
            _ => None,
        };
        Ok(of_set.unwrap_or_else(|| name.to_owned()))
    }

    /// Opens the source of the segments of these candidates and references.
    ///
    /// # Errors
    /// If an input cannot be opened, or a test set is not in the cache.
    pub fn open(&self, candidates: &[&Path], references: &[&Path], definition: &Definition) -> Result<Box<dyn Source>> {
        let Input { origin, at, samples, reference_lines, rules, .. } = self;
        let candidate = match (samples, origin) {
            (Some(SampleLayout::Array), _) | (Some(_), Origin::Files | Origin::TestSet(_)) => Role::Samples,
            _ => Role::Candidate,
        };
        let texts = candidates.iter().map(|name| (name, candidate));
        let texts = texts.chain(references.iter().map(|name| (name, Role::Reference)));
        let mut columns: Columns<PathBuf> = texts.map(|(name, role)| (name.to_path_buf(), role)).collect();
        let mut kept = None;
        if let Origin::TestSet(set) = origin {
            columns.extend(set.references()?.into_iter().map(|file| (file, Role::Reference)));
            kept = set.kept()?;
        }
        for (path, role) in self.labels() {
            columns.push((self.label_column(path)?, role));
        }
        // Candidates that are logs are read beside the others.
        let beside = columns.iter().filter(|(_, role)| at.is_none() || !role.is_scored()).cloned().collect();
        let (others, mut names): (Option<Box<dyn Records>>, _) = match origin {
            _ if at.is_some() && references.is_empty() && columns.len() == candidates.len() => (None, Vec::new()),
            Origin::Records { path, style } => {
                let table = self.open_table(path, *style, &beside)?;
                let texts = beside.iter().filter(|(_, role)| role.is_text());
                let names = texts.map(|(column, _)| format!("{}: {}", table.name(), escape(&column.to_string_lossy())));
                let names = names.collect();
                (Some(table), names)
            }
            Origin::Files | Origin::Texts | Origin::TestSet(_) => {
                let lines_per_segment = |role| match (role, samples) {
                    (Role::Samples, Some(SampleLayout::Lines(number))) => number.get(),
                    (Role::Reference, _) => reference_lines.map_or(1, NonZeroUsize::get),
                    _ => 1,
                };
                let mut inputs = open_inputs(&beside, *origin == Origin::Texts)?;
                let columns: Vec<_> = beside.iter().map(|(_, role)| (*role, lines_per_segment(*role))).collect();
                let joining = definition.tool().filter(|tool| tool.joins_by_id() && *origin == Origin::Files);
                let joined = joining.map(|tool| IdLines::read(&mut inputs, &columns, tool.name())).transpose()?;
                if let Some(lines) = joined.flatten() {
                    let names = lines.names();
                    (Some(Box::new(lines)), names)
                } else {
                    let candidates = columns.iter().take_while(|(role, _)| role.is_scored()).count();
                    let mut files = ParallelFiles::new(inputs, candidates);
                    files.describe_divergence = self.describe_divergence;
                    let files = FileRecords::new(files, columns, kept);
                    let names = files.names_of(Role::is_text);
                    (Some(Box::new(files)), names)
                }
            }
        };
        let records = if let Some(at) = at {
            let (id, are_ids_in_others) = (self.id.as_deref(), self.table().is_some());
            let log = LogColumns { at, has_samples: samples.is_some(), id };
            let logs = Logs::open(candidates, &log, others, are_ids_in_others, rules.empty_candidate)?;
            names.splice(..0, logs.names());
            Box::new(logs)
        } else {
            others.context("no input")?
        };
        let mut records = rules.apply(records, &names);
        Ok(match records.take_plain_files() {
            Some(files) => Box::new(files),
            None => Box::new(RecordSource::new(records, &columns, definition, self, names)),
        })
    }

    /// Opens the records of a table.
    fn open_table(&self, path: &Path, style: TableStyle, columns: &Columns<PathBuf>) -> Result<Box<dyn Records>> {
        let columns: Columns = columns.iter().map(|(path, role)| (path.to_string_lossy().into(), *role)).collect();
        let records = match &self.long_table {
            Some(table) => table.records(&columns),
            None => open_records(path, style, columns)?,
        };
        Ok(match &self.samples {
            Some(SampleLayout::Lines(number)) => Box::new(SampleRows::new(records, SegmentEnds::Number(*number))),
            Some(SampleLayout::Rows(_)) => Box::new(SampleRows::new(records, SegmentEnds::Id(IdSet::default()))),
            Some(SampleLayout::Array) | None => records,
        })
    }

    /// Reads a table in which each row has the candidate of one system, and returns the names of the systems.
    ///
    /// # Errors
    /// If it cannot be read, or rows are missing.
    pub fn read_long_table(
        &mut self,
        candidates: &[PathBuf],
        references: &[PathBuf],
        source: Option<&PathBuf>,
    ) -> Result<Vec<String>> {
        let (Origin::Records { path, style }, Some(systems)) = (&self.origin, &self.systems_by) else {
            return Ok(Vec::new());
        };
        let candidates = candidates.iter().map(|name| (name, Role::Candidate));
        let references = references.iter().map(|name| (name, Role::Reference));
        let others = source.map(|name| (name, Role::Source)).into_iter().chain([(systems, Role::System)]);
        let texts = candidates.chain(references).chain(others).map(|(name, role)| (name.as_path(), role));
        let columns = texts.chain(self.labels()).map(|(name, role)| (name.to_string_lossy().into(), role)).collect();
        let table = LongTable::read(open_records(path, *style, columns)?)?;
        Ok(self.long_table.insert(Arc::new(table)).systems().to_vec())
    }

    /// The name of a column of labels: of a file, unless the input is a table.
    fn label_column(&self, name: &Path) -> Result<PathBuf> {
        let or = match &self.origin {
            Origin::Records { .. } => return Ok(name.to_owned()),
            Origin::TestSet(set) => match set.label_file(name)? {
                Some(file) => return Ok(file),
                None => format!(" or one of {}", test_set::labels().collect::<Vec<_>>().join(", ")),
            },
            Origin::Files | Origin::Texts => String::new(),
        };
        let is_absent = !is_standard_input(name) && name.try_exists().is_ok_and(|exists| !exists);
        ensure!(!is_absent, "{}: no such file; name a file with a label on each line{or}", path_name(name));
        Ok(name.to_owned())
    }
}

/// Opens the files that candidates, references and labels are in, or the texts that their names are: one segment.
fn open_inputs(columns: &Columns<PathBuf>, are_texts: bool) -> Result<Vec<InputStream>> {
    let candidates = columns.iter().take_while(|(_, role)| role.is_scored()).count();
    let open = |(i, (path, _)): (usize, &(PathBuf, Role))| {
        if !are_texts {
            return Ok(InputStream::open(path)?.with_sgml_as_lines());
        }
        let name = match i.checked_sub(candidates) {
            None => format!("candidate {}", i + 1),
            Some(reference) => format!("reference {}", reference + 1),
        };
        let text = path.as_os_str().as_encoded_bytes();
        ensure!(
            !text.contains(&b'\n'),
            "{name}: contains a line break; with --text, an argument is one segment. Use files for several segments"
        );
        Ok(InputStream::of_text(name, text))
    };
    columns.iter().enumerate().map(open).collect()
}
