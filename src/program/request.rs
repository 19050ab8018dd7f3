//! The request, whatever the command: texts, definition of the score, style of the output, and limits of results. What
//! only one command reads is in the command's own file, in `run`.

pub mod color;
pub(crate) mod decimals;
mod explain_part;
pub mod format;
mod limits;
mod recording;
mod significance_test;
pub mod style;
pub mod support;

pub use explain_part::ExplainPart;
pub use limits::{ANY, Gates, Least};
pub use recording::{BatchTexts, RecordedLines, Recording, SaveFile, SavedCounts};
pub use significance_test::{AskedTest, SignificanceTest};

use crate::bleu::scoring::Definition;
use crate::bleu::signature::{ReferenceCount, Signature, TestSetFields};
use crate::bleu::tokenize::sentencepiece::Release;
use crate::program::streams::output_file::{OutputFile, standard_output_file};
use crate::text::display::{input_name, is_standard_input, text_name};
use crate::text::tokenizer_data::{Loaded, TokenizerName, sentence_data};
use crate::text::{Input, KeptText, Origin, check_files};
use anyhow::Result;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use style::{ScoreColumn, Style};

/// The part of a command line that every command reads. It is resolved once from the flags, and does not change.
#[derive(Clone, Debug)]
pub struct Request {
    /// Names of the texts to score: of files (`-` is standard input), or of columns of a table.
    pub candidates: Vec<PathBuf>,
    /// Names of the texts to score them against; none for a test set.
    pub references: Vec<PathBuf>,
    /// Name of the source text, if it is known: of a file or of a column, as for candidates.
    pub source: Option<PathBuf>,
    /// Where the segments come from.
    pub input: Input,
    /// Where the statistics of the segments come from.
    pub statistics: StatisticsSource,
    /// Names of the candidates in reports.
    pub systems: Vec<String>,
    /// Whether the systems are sorted in reports, the best first.
    pub sorts: bool,
    /// Definition of the score, with the default tokenizer until the data of the one that was asked for is loaded.
    pub definition: Definition,
    /// The tokenizer that was asked for.
    pub tokenizer: TokenizerName,
    /// Version of SentencePiece to reproduce.
    pub sentencepiece: Release,
    /// Folder of a dictionary that was named.
    pub dictionary: Option<PathBuf>,
    /// Style of the output.
    pub style: Style,
    /// Whether the text output for a candidate may be another tool's line.
    pub allows_tool_line: bool,
    /// Number of threads.
    pub jobs: NonZeroUsize,
    /// Whether candidates that cannot be read are left out.
    pub keeps_going: bool,
    /// Candidates that were left out.
    pub unread: Vec<Unread>,
    /// Whether the command diagnoses the text, for warnings or limits.
    pub diagnoses: bool,
    /// Results that end in exit status 3.
    pub gates: Gates,
    /// The report to write besides the output.
    pub report: Option<ReportFile>,
    /// The file to save the run in.
    pub save: Option<SaveFile>,
    /// The record of the counts, made while the run counts, if it is saved or verified.
    pub recording: Option<Recording>,
    /// A warning about the command line: a likely mistake, or what its tokenizer lacks.
    pub warning: Option<String>,
}

/// A candidate that could not be read, for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Unread {
    /// Name of the system.
    pub system: String,
    /// Message about the reason.
    pub error: String,
}

/// A report to write: a web page.
#[derive(Clone, Debug)]
pub struct ReportFile {
    /// Its file.
    pub file: OutputFile,
    /// Maximum number of segments in it.
    pub segments: usize,
    /// Number of n-grams and segments of each kind that its explanations list.
    pub show: usize,
    /// Whether the scores of single segments use the effective order.
    pub effective_order_of_segments: bool,
    /// The text of the input, which is read once.
    pub text: KeptText,
}

/// Where the statistics of the segments come from.
#[derive(Clone, Debug)]
pub enum StatisticsSource {
    /// They are counted in the texts.
    Texts,
    /// They are counted in the texts, and the first system is an earlier run.
    Baseline {
        /// The statistics of that run.
        file: PathBuf,
        /// Name of that system, if it is not the name of the file.
        name: Option<String>,
        /// The flags with which its statistics are counted, as words of a shell.
        flags: Vec<String>,
    },
    /// The candidates are files of statistics.
    Records(MergeOptions),
    /// They were saved with a run.
    Saved(Box<SavedCounts>),
}

/// Flags about the merging of statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergeOptions {
    /// Required number of segments.
    pub expected_segments: Option<u64>,
    /// Whether scores use the effective order; `None` if this is left to the records and the mode.
    pub effective_order: Option<bool>,
    /// The flag that sets how to resample, which records may have done already.
    pub resampling_flag: Option<&'static str>,
}

impl Request {
    /// Checks that this file is not one that is read.
    ///
    /// # Errors
    /// If it is.
    pub fn check_is_not_read(&self, file: &OutputFile) -> Result<()> {
        let mut read: Vec<PathBuf> = self.files();
        read.extend(self.dictionary.clone());
        if let TokenizerName::SentencePiece(model) = &self.tokenizer {
            read.extend(model.path());
        }
        if let Origin::TestSet(set) = &self.input.origin {
            read.extend(set.folder());
        }
        file.check_is_other(&read)
    }

    /// Loads the dictionary or the model of the tokenizer, if it needs one, and reads the table whose column names the systems.
    ///
    /// # Errors
    /// If the data is not there or cannot be used.
    pub fn load(mut self) -> Result<Request> {
        let has_data = self.tokenizer.rules().is_none();
        if has_data && let Some(loaded) = self.tokenizer.load(self.dictionary.as_deref(), self.sentencepiece)? {
            let Loaded { tokenization, warning } = loaded;
            self.definition = self.definition.to_builder().tokenization(tokenization).build()?;
            self.warning = self.warning.or(warning);
        }
        // Also the tokenizer of a tool that has no other.
        if self.definition.tokenization().lacks_punkt()
            && let Some(punkt) = sentence_data::installed()?
        {
            self.definition = self.definition.with_punkt(&punkt);
        }
        if self.input.systems_by.is_some() {
            let systems = self.input.read_long_table(&self.candidates, &self.references, self.source.as_ref())?;
            self.candidates = systems.iter().map(PathBuf::from).collect();
            self.systems = systems;
        }
        Ok(self)
    }

    /// The signature of scores of segments with this number of references, without what a mode adds to it.
    pub fn signature(&self, references: ReferenceCount) -> Signature {
        let Input { origin, rules, .. } = &self.input;
        let segments = rules.fields(self.input.join_name().map(Into::into));
        let mut signature = self.definition.signature(references).with_segments(segments);
        if let Origin::TestSet(set) = origin {
            signature = signature.with_test_set(TestSetFields {
                test: set.signature_name(),
                lang: set.pair.clone(),
                origlang: set.origlang.clone(),
                subset: set.subset.clone(),
            });
        }
        signature
    }

    /// The request of the candidates at these places, in this order.
    pub fn with_candidates(&self, places: &[usize]) -> Request {
        Request {
            candidates: places.iter().map(|place| self.candidates[*place].clone()).collect(),
            systems: places.iter().map(|place| self.systems[*place].clone()).collect(),
            ..self.clone()
        }
    }

    /// The definition of the scores, of a test set if groups are test sets.
    ///
    /// # Errors
    /// If its label names no language, or a dictionary cannot be loaded.
    pub fn definition_of(&self, set: Option<&str>) -> Result<Definition> {
        match (&self.input.sets, set) {
            (Some(sets), Some(label)) => sets.definition(&self.definition, label),
            _ => Ok(self.definition.clone()),
        }
    }

    /// The counts that were saved with a run, if it runs on them.
    pub fn saved(&self) -> Option<&SavedCounts> {
        if let StatisticsSource::Saved(saved) = &self.statistics { Some(saved) } else { None }
    }

    /// Number of systems that are scored, if it is known before records are read.
    pub fn expected_systems(&self) -> usize {
        self.candidates.len() + usize::from(matches!(self.statistics, StatisticsSource::Baseline { .. }))
    }

    /// How to merge the candidates, if they are files of statistics.
    pub fn merge_options(&self) -> Option<MergeOptions> {
        match self.statistics {
            StatisticsSource::Records(options) => Some(options),
            StatisticsSource::Texts | StatisticsSource::Baseline { .. } | StatisticsSource::Saved(_) => None,
        }
    }

    /// Whether the findings would be shown, or decide on the exit status. An explanation has its own.
    pub fn is_diagnosed(&self) -> bool {
        let is_said = !self.style.quiet || self.style.format.is_json() || self.asks_for_findings();
        is_said && self.diagnoses
    }

    /// Whether all text is diagnosed, because an exit status, a column or a comparison with the source depends on it.
    pub fn is_diagnosed_in_full(&self) -> bool {
        self.is_diagnosed() && self.input.sets.is_none() && (self.asks_for_findings() || self.source.is_some())
    }

    /// Whether an exit status or a column depends on the findings.
    pub fn asks_for_findings(&self) -> bool {
        !self.gates.fail_on.is_empty() || self.style.columns.contains(&ScoreColumn::Problems)
    }

    /// The name of a system for messages.
    pub fn system_label(&self, name: &str) -> String {
        match self.input.origin {
            Origin::Texts => text_name(name),
            _ => input_name(Path::new(name)),
        }
    }

    /// Whether the segments are lines of files that were named, unless their first bytes show a format.
    pub fn reads_plain_files(&self) -> bool {
        self.input.origin == Origin::Files
            && self.input.at.is_none()
            && self.input.format.is_none()
            && self.merge_options().is_none()
    }

    /// Whether its texts can be read a second time: no file is a pipe or the like. What is not there, or is a folder, cannot
    /// be read even once, which is an error of its own.
    pub fn can_be_read_again(&self) -> bool {
        let is_lost = |path: &PathBuf| {
            is_standard_input(path) || path.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir())
        };
        !self.files().iter().any(is_lost)
    }

    /// The names of the references that all segments may have: as given, or files of a test set.
    pub fn named_references(&self) -> Vec<PathBuf> {
        match &self.input.origin {
            Origin::TestSet(set) => set.references().unwrap_or_default(),
            Origin::Files | Origin::Texts | Origin::Records { .. } => self.references.clone(),
        }
    }

    /// Number of times that standard input is read.
    pub fn standard_inputs(&self) -> usize {
        self.files().iter().filter(|path| is_standard_input(path)).count()
    }

    /// Checks that each file can be read when its turn comes.
    ///
    /// # Errors
    /// If a pipe or terminal would be read twice, or what is printed would be read, or the report cannot be written.
    pub fn check_files(&self) -> Result<()> {
        let output = standard_output_file().filter(|_| self.input.answers_lines);
        check_files(&self.files(), output.as_ref())?;
        let mut written = self.report.iter().map(|report| &report.file).chain(self.save.iter().map(|save| &save.file));
        written.try_for_each(OutputFile::check_is_writable)
    }

    /// The files that are read, apart from the files of a test set.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files = self.input.files(self.candidates.iter(), self.references.iter().chain(&self.source));
        if let StatisticsSource::Baseline { file, .. } = &self.statistics {
            files.push(file.clone());
        }
        files
    }
}
