//! Input: where segments come from, and how they are read in batches.
//!
//! A [`Source`] fills a [`Batch`] with the lines of candidates and references; workers see its text, checked to be
//! UTF-8, as [`Segments`]. It is [`ParallelFiles`] if all of them are plain files. All other input is read as [`Records`],
//! one segment at a time, by the reader of its format; [`RecordSource`] makes batches of them. A [`BatchReader`] reads them
//! all, for the pipeline. What the files share is imported here.

mod batch;
mod batch_reader;
mod checked_lines;
mod coco;
mod compressed;
mod csv;
pub mod display;
mod empty_texts;
mod encoding;
mod fairseq;
pub mod file_identity;
mod file_read;
mod file_records;
pub mod further_lines;
pub mod glob;
pub mod hints;
mod id_lines;
mod input_format;
mod join;
mod joined_inputs;
mod json_array;
mod json_cursor;
mod json_list;
mod json_object;
mod json_path;
mod json_scan;
mod json_shape;
mod json_values;
mod jsonl;
mod kept;
mod length_mismatch;
mod line_reader;
mod line_signs;
mod logs;
mod long_table;
mod lookahead;
mod nbest;
pub mod not_utf8;
mod open;
mod parallel_files;
mod parallel_lists;
pub mod pipeline;
mod po;
mod recognize;
mod record;
mod record_source;
mod reference_groups;
mod repeats;
pub mod sacrebleu_cache;
mod sample_rows;
mod segment_rules;
pub mod set_tokenizers;
mod sgml;
mod source;
mod subtitles;
pub mod suggestions;
mod table;
pub mod test_set;
mod tmx;
pub mod tokenizer_data;
mod tsv;
mod units;
mod utf16;
mod wmt_xml;
mod xliff;
mod xml;

use crate::bleu::scoring::Definition;
use crate::bleu::shards::ids::IdSet;
use crate::bleu::signature::EmptyCandidate;
use crate::text::display::{escape, input_name, is_standard_input, path_name};
use crate::text::set_tokenizers::SetTokenizers;
use anyhow::{Context, Result, bail, ensure};
pub use batch::{Batch, Cleaning, SegmentGroup, Segments};
pub use batch_reader::BatchReader;
pub use checked_lines::CheckedLines;
pub use compressed::decompress;
pub use file_read::FileRead;
use file_records::FileRecords;
use id_lines::IdLines;
pub use id_lines::IdPlace;
use input_format::{Ids, UnitOptions, open_usual};
pub use input_format::{
    InputFormat, TableStyle, columns_of_texts, looks_like_object, looks_like_table, names_in_table, open_records,
    records_of,
};
use joined_inputs::{JoinedInput, JoinedInputs, MissingTexts};
pub use json_path::has_all_items;
pub use kept::KeptText;
pub use length_mismatch::{DescribeDivergence, MeasuredText};
pub use line_signs::columns_meaning;
pub use logs::{Endings, log_files, path_of_answers};
use logs::{LogColumns, Logs};
use long_table::LongTable;
pub use open::{InputStream, check_files, standard_input_file};
pub use parallel_files::ParallelFiles;
use recognize::{Kind, recognize};
pub use record::{Columns, Record, Records, Role};
pub use record_source::RecordSource;
use reference_groups::{count_groups, may_be_groups};
use sample_rows::{SampleRows, SegmentEnds};
pub use segment_rules::SegmentRules;
pub use source::{NoSegments, Source};
use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
pub use test_set::TestSet;
use units::{ID, USUAL, UnitRecords};

/// Opens a file, or standard input, as lines.
///
/// # Errors
/// If it cannot be opened.
pub fn open_lines(path: &Path) -> Result<CheckedLines> {
    InputStream::open(path).map(CheckedLines::new)
}

/// Where the segments of a request come from, apart from the names of candidates and references.
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
    /// Whether the ids of units are shown although no ids are asked for.
    pub shows_unit_ids: bool,
    /// Whether lines are answered while more of them are to come, so that a pipe is not waited for.
    pub answers_lines: bool,
    /// Names of systems, if each row of a table has the candidate of one.
    pub systems_by: Option<PathBuf>,
    /// The table in which they are, once it was read.
    pub long_table: Option<Arc<LongTable>>,
    /// Format of candidates and references that are files; `None` if it is recognized.
    pub format: Option<InputFormat>,
    /// Place of the id in each line, in plain files that are joined by it.
    pub id_place: Option<IdPlace>,
    /// Whether segments that a candidate lacks are left out, as the tool does whose number is asked for.
    pub skips_missing: bool,
    /// Language of the translations in files that have several.
    pub target_language: Option<String>,
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
    /// An n-best list has them.
    Nbest,
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
        let set_name = match &self.origin {
            Origin::TestSet(set) => set.references()?.len(),
            _ => 0,
        };
        Ok(named.len() + set_name)
    }

    /// The file of the source text; `src` is the test set's.
    ///
    /// # Errors
    /// If there is no folder that may hold a cache.
    pub fn source_file(&self, name: &Path) -> Result<PathBuf> {
        let set_name = match &self.origin {
            Origin::TestSet(set) => set.source_file(name)?,
            _ => None,
        };
        Ok(set_name.unwrap_or_else(|| name.to_owned()))
    }

    /// Opens the source of the segments of these candidates and references. If the source text is given, it is read like a
    /// candidate, after the others.
    ///
    /// # Errors
    /// If an input cannot be opened, or a test set is not in the cache.
    pub fn open(
        &self,
        candidates: &[&Path],
        source: Option<&Path>,
        references: &[&Path],
        definition: &Definition,
    ) -> Result<Source> {
        let Input { origin, at, samples, rules, .. } = self;
        let place_of_source = source.map(|_| candidates.len());
        let candidates = &[candidates, source.as_slice()].concat()[..];
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
        let is_alone = at.is_some() && references.is_empty() && columns.len() == candidates.len();
        let others = (!is_alone).then(|| self.open_columns(&beside, place_of_source, kept, definition)).transpose()?;
        let (others, mut names) = others.map_or((None, Vec::new()), |(others, names)| (Some(others), names));
        let opened = if let Some(at) = at {
            let (id, are_ids_in_others) = (self.id.as_deref(), self.table().is_some());
            let log = LogColumns { at, has_samples: samples.is_some(), id };
            let others = others.map(Opened::into_records);
            let logs = Logs::open(candidates, &log, others, are_ids_in_others, rules.empty_candidate)?;
            names.splice(..0, logs.names());
            Opened::Records(Box::new(logs))
        } else {
            others.context("no input")?
        };
        Ok(match opened {
            Opened::Files(files, _) if !rules.alter_records() => Source::Files(files),
            opened => {
                let records = rules.apply(opened.into_records(), &names);
                Source::Records(Box::new(RecordSource::new(records, &columns, definition, self, names)))
            }
        })
    }

    /// Opens what these columns are read from. Returns it with the names of its texts, for messages. One of them may be the source
    /// text. Of a test set, some lines are kept, or all.
    fn open_columns(
        &self,
        columns: &Columns<PathBuf>,
        place_of_source: Option<usize>,
        kept: Option<Vec<bool>>,
        definition: &Definition,
    ) -> Result<(Opened, Vec<String>)> {
        let (mut of_table, mut of_lines, mut names) = (Vec::new(), Vec::new(), Vec::new());
        let mut parts: Vec<InputPart> = Vec::new();
        let known = self.names_in_table(columns);
        let mut files = Vec::new();
        for (place, (name, role)) in columns.iter().enumerate() {
            let is_in_table =
                |known: &Vec<String>| known.iter().any(|known| Path::new(known.trim()) == name) || !name.is_file();
            if let Some(table) = self.table().filter(|_| !role.is_text() || known.as_ref().is_none_or(is_in_table)) {
                names.extend(
                    role.is_text().then(|| format!("{}: {}", input_name(table), escape(&name.to_string_lossy()))),
                );
                of_table.push(place);
                continue;
            }
            if *role == Role::Id && self.is_unit_id(name) {
                continue;
            }
            let input = open_input(name, *role, place, self.origin == Origin::Texts)?;
            names.extend(role.is_text().then(|| input.name().to_owned()));
            files.push((place, *role, input));
        }
        // A file that is not there is reported before a silent pipe is read.
        let id_place = self.id_place.or_else(|| self.id_place_of_tool(&mut files, definition));
        for (place, role, mut input) in files {
            let format = self.format_of(&mut input, role)?;
            if let (None, Some(id_place)) = (format, id_place.filter(|_| role.is_text())) {
                let columns = vec![(USUAL.to_owned(), role), (ID.to_owned(), Role::Id)];
                let records = UnitRecords::new(Box::new(IdLines::new(input, id_place)), columns);
                let ids = Ids::Named("the id in each line");
                let names = [id_place.description(), "line"];
                parts.push(InputPart { places: vec![place], records: Box::new(records), names, ids });
                continue;
            }
            match format {
                Some(format) => {
                    let reads_all = self.samples == Some(SampleLayout::Nbest) && role.is_scored();
                    let target_language = self.target_language.as_deref();
                    let reads_source = place_of_source == Some(place) && role.is_scored();
                    let options = UnitOptions {
                        is_asked_for: self.format.is_some(),
                        target_language,
                        reads_all,
                        reads_source,
                        wanted: None,
                    };
                    parts.push(InputPart::format_names(format, open_usual(input, format, role, options)?, place));
                }
                None => of_lines.push((place, input)),
            }
        }
        if let Some(format) = self.format.filter(|format| *format != InputFormat::Lines && self.at.is_none()) {
            let format_names = format.names();
            let is_read = parts.iter().any(|part| part.names == format_names);
            ensure!(is_read, "no input is of the format that --input-format names: {}", format_names[0]);
        }
        for (place, input) in self.take_grouped(&mut of_lines, columns)? {
            let records = open_usual(input, InputFormat::Groups, Role::Reference, UnitOptions::default())?;
            parts.push(InputPart::format_names(InputFormat::Groups, records, place));
        }
        // A table, or plain lines.
        let is_alone = parts.is_empty();
        if let Some(id) = self.id.as_deref().filter(|id| self.is_unit_id(id)) {
            let has_ids = parts.iter().any(|part| part.ids != Ids::None);
            ensure!(has_ids, "{}: no such file; name a file with a label on each line", path_name(id));
        }
        if let Origin::Records { path, style } = &self.origin
            && !of_table.is_empty()
        {
            let columns = of_table.iter().map(|place| columns[*place].clone()).collect();
            let records = self.open_table(path, *style, &columns)?;
            let ids = if self.id.is_some() { Ids::Named("id") } else { Ids::None };
            parts.push(InputPart { places: of_table, records, names: ["table", "row"], ids });
        }
        if !of_lines.is_empty() {
            let (places, inputs): (Vec<usize>, Vec<InputStream>) = of_lines.into_iter().unzip();
            let roles = places.iter().map(|place| (columns[*place].1, self.lines_per_segment(columns[*place].1)));
            let roles: Vec<(Role, usize)> = roles.collect();
            let candidates = places.iter().filter(|place| columns[**place].1.is_scored()).count();
            let mut files = ParallelFiles::new(inputs, candidates);
            files.describe_divergence = self.describe_divergence;
            let is_plain =
                |(role, lines): &(Role, usize)| matches!(role, Role::Candidate | Role::Reference) && *lines == 1;
            if is_alone && parts.is_empty() && kept.is_none() && roles.iter().all(is_plain) {
                return Ok((Opened::Files(files, roles), names));
            }
            let files = FileRecords::new(files, roles, kept);
            let names = InputFormat::Lines.names();
            parts.push(InputPart { places, records: Box::new(files), names, ids: Ids::None });
        }
        if parts.len() == 1 && is_alone {
            return Ok((Opened::Records(parts.remove(0).records), names));
        }
        parts.sort_by_key(|part| part.places.iter().min().copied());
        let with_role = |places: &[usize], is_wanted: fn(Role) -> bool| -> Vec<usize> {
            places.iter().copied().filter(|place| is_wanted(columns[*place].1)).collect()
        };
        let inputs = parts.into_iter().map(|InputPart { places, records, names, ids }| {
            let own = with_role(&places, |role| role.is_scored() || role == Role::Source);
            let is_reference = !with_role(&places, |role| role == Role::Reference).is_empty();
            JoinedInput::new(records, names, ids, own, is_reference)
        });
        let candidate = self.rules.empty_candidate.or(self.skips_missing.then_some(EmptyCandidate::Skip));
        let missing = MissingTexts { candidate, reference: self.rules.empty_reference };
        let joined = JoinedInputs::new(inputs.collect(), missing, self.id.is_some() || self.shows_unit_ids);
        Ok((Opened::Records(Box::new(joined)), names))
    }

    /// Place of the ids that the script of a tool joins lines by, if all lines of all texts have one.
    fn id_place_of_tool(&self, files: &mut [(usize, Role, InputStream)], definition: &Definition) -> Option<IdPlace> {
        let joins = definition.tool().is_some_and(|tool| tool.joins_by_id()) && self.origin == Origin::Files;
        let is_plain = joins && self.format.is_none() && self.samples.is_none() && self.reference_lines.is_none();
        let mut texts = files.iter_mut().filter(|(_, role, _)| role.is_text());
        let place = IdPlace::BeforeTab;
        (is_plain && texts.all(|(_, _, input)| input.look(|input| place.is_in_all(input)))).then_some(place)
    }

    /// The names in the table, if one of these columns may be a file beside it; `None` if all are certainly of the table.
    fn names_in_table(&self, columns: &Columns<PathBuf>) -> Option<Vec<String>> {
        let table = self.table().filter(|_| self.long_table.is_none())?;
        // The names in a pipe are not known yet; columns seldom have a dot in theirs.
        let has_dot = |name: &Path| name.to_string_lossy().contains('.');
        let is_readable = table.is_file();
        let may_be_file =
            |(name, role): &(PathBuf, Role)| role.is_text() && name.is_file() && (is_readable || has_dot(name));
        if !columns.iter().any(may_be_file) {
            return None;
        }
        let names = is_readable.then(|| names_in_table(table).ok()).flatten();
        Some(names.map_or_else(Vec::new, |[texts, _]| texts))
    }

    /// Returns the format of a file whose texts are read without names; `None` for lines.
    fn format_of(&self, input: &mut InputStream, role: Role) -> Result<Option<InputFormat>> {
        if !role.is_text() || self.origin == Origin::Texts {
            return Ok(None);
        }
        let format = match self.format {
            Some(format) => format.is_of(input, role)?.then_some(format),
            None => match recognize(input)? {
                Kind::Units(format) => Some(format),
                Kind::Lines | Kind::Refused(_) => None,
            },
        };
        let (name, is_list) = (input.name(), matches!(format, Some(InputFormat::Nbest | InputFormat::Fairseq)));
        match &self.samples {
            Some(SampleLayout::Nbest) if role.is_scored() => {
                ensure!(is_list, "{name}: not an n-best list, whose lines are: id ||| text ||| ...");
            }
            Some(SampleLayout::Lines(_)) if role.is_scored() && format.is_some() => {
                let advice = if is_list { "; use --samples nbest" } else { "" };
                bail!("{name}: not plain lines, which --samples counts{advice}");
            }
            _ => {}
        }
        Ok(format)
    }

    /// Takes the files of references that have them in groups between empty lines, as many as the first candidate has lines.
    fn take_grouped(
        &self,
        files: &mut Vec<(usize, InputStream)>,
        columns: &Columns<PathBuf>,
    ) -> Result<Vec<(usize, InputStream)>> {
        let is_file = matches!(self.origin, Origin::Files | Origin::Records { .. });
        let Some(candidate) = files.iter().position(|(place, _)| columns[*place].1.is_scored()) else {
            return Ok(Vec::new());
        };
        let may_wait = !self.answers_lines || files.iter().all(|(_, file)| file.is_regular_file());
        if !is_file || self.format.is_some() || !may_wait {
            return Ok(Vec::new());
        }
        let mut others = Vec::new();
        // A pipe of references may have no end, and is not waited for.
        let is_known =
            |(place, file): &&mut (usize, InputStream)| columns[*place].1 == Role::Reference && file.is_regular_file();
        for (place, file) in files.iter_mut().filter(is_known) {
            if file.examine(may_be_groups)? {
                others.push((*place, count_groups(file, u64::MAX)?));
            }
        }
        let (place, file) = &mut files[candidate];
        let per_segment = self.lines_per_segment(columns[*place].1) as u64;
        let Some(most) = others.iter().map(|(_, [_, groups])| groups * per_segment).max() else {
            return Ok(Vec::new());
        };
        let [lines, _] = count_groups(file, most + 1)?;
        others.retain(|(_, [own, groups])| groups * per_segment == lines && own * per_segment != lines);
        Ok(files.extract_if(.., |(place, _)| others.iter().any(|(grouped, _)| grouped == place)).collect())
    }

    /// Number of lines of a segment in a file with this role.
    fn lines_per_segment(&self, role: Role) -> usize {
        match (role, &self.samples) {
            (Role::Samples, Some(SampleLayout::Lines(number))) => number.get(),
            (Role::Reference, _) => self.reference_lines.map_or(1, NonZeroUsize::get),
            _ => 1,
        }
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
            Some(SampleLayout::Array | SampleLayout::Nbest) | None => records,
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
        let is_unit_id = self.is_unit_id(name);
        let is_absent = !is_standard_input(name) && name.try_exists().is_ok_and(|exists| !exists);
        ensure!(
            !is_absent || is_unit_id,
            "{}: no such file; name a file with a label on each line{or}",
            path_name(name)
        );
        Ok(name.to_owned())
    }

    /// Whether a label is the id that units have in their files, not a file of labels.
    fn is_unit_id(&self, name: &Path) -> bool {
        // In a log, it is a key.
        let is_of_files = self.origin == Origin::Files && self.at.is_none();
        is_of_files && self.id.as_deref() == Some(name) && name == Path::new(ID) && !name.exists()
    }
}

/// The opened input of some columns.
enum Opened {
    /// Plain files, with their roles: line i of each is segment i, without a label, and all are kept. They are read faster
    /// than records.
    Files(ParallelFiles, Vec<(Role, usize)>),
    Records(Box<dyn Records>),
}

impl Opened {
    /// The records; of plain files, their lines.
    fn into_records(self) -> Box<dyn Records> {
        match self {
            Opened::Files(files, roles) => Box::new(FileRecords::new(files, roles, None)),
            Opened::Records(records) => records,
        }
    }
}

/// A part of the input: what some columns are read from.
struct InputPart {
    /// Places of the columns.
    places: Vec<usize>,
    records: Box<dyn Records>,
    /// Names of the format and of a unit.
    names: [&'static str; 2],
    ids: Ids,
}

impl InputPart {
    /// A file of units, which is the column at a place.
    fn format_names(format: InputFormat, records: Box<dyn Records>, place: usize) -> InputPart {
        InputPart { places: vec![place], records, names: format.names(), ids: format.ids() }
    }
}

/// Opens the file of a column, or the text that its name is: one segment.
fn open_input(name: &Path, role: Role, place: usize, is_text: bool) -> Result<InputStream> {
    match (is_text, role) {
        (true, _) => {}
        (false, Role::Reference) => return InputStream::open_reference(name),
        (false, _) => return InputStream::open(name),
    }
    let label = if role.is_scored() { format!("candidate {}", place + 1) } else { format!("reference {}", place) };
    let text = name.as_os_str().as_encoded_bytes();
    ensure!(
        !text.contains(&b'\n'),
        "{label}: contains a line break; with --text, an argument is one segment. Use files for several segments"
    );
    Ok(InputStream::from_text(label, text))
}
