//! Input: where segments come from, and how they are read in batches.
//!
//! A [`Source`] fills a [`Batch`] with the lines of candidates and references; workers see its text, checked to be
//! UTF-8, as [`Segments`]. [`ParallelFiles`] is the source that reads plain files. All other input is read as [`Records`],
//! one segment at a time, by the reader of its format; [`RecordSource`] makes batches of them.

mod argument_texts;
mod batch;
mod checked_lines;
mod compressed;
mod csv;
mod file_records;
mod header;
mod join;
mod jsonl;
mod length_mismatch;
mod line_reader;
mod not_utf8;
mod open;
mod parallel_files;
mod record;
mod record_source;
mod records_format;
mod sgml;
mod table;
pub mod test_set;
mod tsv;
mod wmt_xml;

use crate::Definition;
use crate::cli::display::{is_standard_input, path_name};
use anyhow::{Result, bail};
use argument_texts::ArgumentTexts;
pub use batch::{Batch, Segments};
pub use checked_lines::CheckedLines;
pub use compressed::decompress;
use file_records::{FileRecords, Files};
pub use open::InputStream;
pub use parallel_files::ParallelFiles;
pub use record::{Columns, LabelKind, Record, Records};
pub use record_source::RecordSource;
use record_source::names_in_file;
pub use records_format::{RecordsFormat, looks_like_table, names_in_table, open_records, records_of};
pub use sgml::as_lines as sgml_as_lines;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
pub use test_set::TestSet;

/// A source of segments: candidates and their references, read in batches.
pub trait Source: Send {
    /// Reads the next batch into `batch`, which is empty; false at the end of the input.
    ///
    /// # Errors
    /// If the input cannot be read, or its parts do not match. Segments before the error were in earlier batches.
    /// Nothing is read after an error.
    fn read(&mut self, batch: &mut Batch) -> Result<bool>;

    /// Names of the inputs for messages, those of the candidates first.
    fn names(&self) -> &[String];

    /// Whether reading may block, as on a pipe.
    fn may_block(&self) -> bool {
        true
    }

    /// The inputs of text that is read here, for warnings about them.
    fn inputs(&self) -> Vec<&InputStream> {
        Vec::new()
    }

    /// Labels of groups, in order of first appearance in the segments read so far; batches refer to them by index.
    fn groups(&self) -> &[Arc<str>] {
        &[]
    }
}

/// Error: the input has no segments. (Allowed for shards.)
#[derive(Debug)]
pub struct NoSegments(pub String);

impl fmt::Display for NoSegments {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoSegments {}

/// Opens a file, or standard input, as lines.
///
/// # Errors
/// If it cannot be opened.
pub fn open_lines(path: &Path) -> Result<CheckedLines> {
    InputStream::open(path).map(CheckedLines::new)
}

/// Where the segments of a job come from, apart from the names of candidates and references.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// Meaning of the names of candidates and references.
    pub origin: Origin,
    /// Labels of groups: a column, or a file if candidates are files.
    pub by: Option<PathBuf>,
    /// Labels of segments that become one.
    pub join_by: Option<PathBuf>,
    /// Ids of segments.
    pub id: Option<PathBuf>,
    /// Meaning of an empty reference.
    pub empty_reference: EmptyReference,
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
    Records { path: PathBuf, format: Option<RecordsFormat> },
    /// Candidates are files; references are those of a test set.
    TestSet(TestSet),
}

/// Meaning of an empty reference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum EmptyReference {
    /// a reference of length 0, as in sacreBLEU
    #[default]
    Empty,
    /// the segment lacks this reference
    Missing,
}

impl Input {
    /// Labels of segments.
    pub fn labels(&self) -> impl Iterator<Item = (&PathBuf, LabelKind)> {
        let labels = [(&self.by, LabelKind::Group), (&self.join_by, LabelKind::Join), (&self.id, LabelKind::Id)];
        labels.into_iter().filter_map(|(path, kind)| Some((path.as_ref()?, kind)))
    }

    /// The files of labels, if labels are in files.
    fn label_files(&self) -> impl Iterator<Item = &PathBuf> {
        let are_files = !matches!(self.origin, Origin::Records { .. });
        self.labels().map(|(path, _)| path).filter(move |_| are_files)
    }

    /// Whether candidates and references are read from this file.
    pub fn table(&self) -> Option<&PathBuf> {
        match &self.origin {
            Origin::Records { path, .. } => Some(path),
            Origin::Files | Origin::Texts | Origin::TestSet(_) => None,
        }
    }

    /// Number of times that standard input is read, given the candidates and references.
    pub fn standard_inputs<'a>(&'a self, names: impl Iterator<Item = &'a PathBuf>) -> usize {
        let named: Vec<&PathBuf> = match &self.origin {
            Origin::Records { path, .. } => vec![path],
            Origin::Texts => Vec::new(),
            Origin::Files | Origin::TestSet(_) => names.chain(self.label_files()).collect(),
        };
        named.iter().filter(|path| is_standard_input(path)).count()
    }

    /// Number of references: those that are named, and those of the test set.
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

    /// The file of the source text; `src` is that of a test set.
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
        let (reference_files, kept): (Vec<PathBuf>, _) = match &self.origin {
            Origin::Records { path, format } => {
                return self.open_table(path, *format, candidates, references, definition);
            }
            Origin::Texts => return Ok(Box::new(ArgumentTexts::new(candidates, references)?)),
            Origin::TestSet(set) => (set.references()?, set.kept()?),
            Origin::Files => (Vec::new(), None),
        };
        let reference_files: Vec<&Path> = reference_files.iter().map(PathBuf::as_path).collect();
        let references = [references, &reference_files].concat();
        let labels = self.labels().map(|(path, kind)| {
            let of_set = match &self.origin {
                Origin::TestSet(set) => set.label_file(path)?,
                _ => None,
            };
            if of_set.is_none() && !is_standard_input(path) && path.try_exists().is_ok_and(|exists| !exists) {
                let or = match &self.origin {
                    Origin::TestSet(_) => format!(" or one of {}", test_set::labels().collect::<Vec<_>>().join(", ")),
                    _ => String::new(),
                };
                bail!("{}: no such file; name a file with a label on each line{or}", path_name(path));
            }
            Ok((of_set.unwrap_or_else(|| path.clone()), kind))
        });
        let labels: Vec<_> = labels.collect::<Result<_>>()?;
        let labels: Vec<_> = labels.iter().map(|(path, kind)| (path.as_path(), *kind)).collect();
        let is_plain = labels.is_empty() && kept.is_none();
        if is_plain && self.empty_reference == EmptyReference::Empty {
            return Ok(Box::new(ParallelFiles::open(candidates, &references)?));
        }
        let records = FileRecords::open(Files { candidates, references: &references, labels, kept })?;
        let names = records.names();
        Ok(self.source(Box::new(records), names, candidates.len(), definition))
    }

    fn open_table(
        &self,
        path: &Path,
        format: Option<RecordsFormat>,
        candidates: &[&Path],
        references: &[&Path],
        definition: &Definition,
    ) -> Result<Box<dyn Source>> {
        let name = |path: &Path| path.to_string_lossy().into_owned();
        let columns = Columns {
            candidates: candidates.iter().map(|path| name(path)).collect(),
            references: references.iter().map(|path| name(path)).collect(),
            group: self.by.as_deref().map(name),
            join: self.join_by.as_deref().map(name),
            id: self.id.as_deref().map(name),
        };
        let records = open_records(path, format, columns.clone())?;
        let names = names_in_file(records.name(), columns.candidates.iter().chain(&columns.references));
        Ok(self.source(records, names, candidates.len(), definition))
    }

    fn source(
        &self,
        records: Box<dyn Records>,
        names: Vec<String>,
        candidates: usize,
        definition: &Definition,
    ) -> Box<dyn Source> {
        let join = self.join_by.is_some();
        Box::new(RecordSource::new(records, definition, self.empty_reference, names, candidates, join))
    }
}
