//! `--verify`: computes the numbers of a run again from its statistics, and compares the statistics with texts.

mod captions;
mod facts;
mod layout;
mod marks;
mod numbers;
mod printed;
mod references;
mod tables;
mod texts;
mod titles;

use super::recording::on_counts;
use super::saving::{self, names, read};
use super::{Command, Mode};
use crate::bleu::shards::saved::{CountedRun, Salt, SavedRun, TextDigest, TextRole};
use crate::program::formats;
use crate::program::request::format::{LATEX, MARKDOWN};
use crate::program::request::style::Style;
use crate::program::request::support::{OutputFormats, RequiredInput, Support};
use crate::program::request::{Recording, Request};
use crate::program::results::Results;
use crate::program::results::verification::{Verification, VerifiedRun};
use crate::text::display::{path_name, system_name};
use crate::text::{Input, Origin};
use anyhow::{Context, Result, bail, ensure};
use facts::Facts;
use numbers::Comparison;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use texts::GivenTexts;

/// Decimals of scores in sentences that are compared.
const ALL_DIGITS: usize = 12;

/// Parses the arguments of a run.
pub type ParseCommand = fn(&[String]) -> Result<(Command, Request)>;

/// Runs to verify, with texts or printed tables.
#[derive(Clone, Debug)]
pub struct VerifyMode {
    /// File of the run; further ones are among the candidates.
    pub file: PathBuf,
    pub parse: ParseCommand,
}

impl PartialEq for VerifyMode {
    fn eq(&self, other: &VerifyMode) -> bool {
        self.file == other.file
    }
}

impl Mode for VerifyMode {
    fn support(&self) -> Support {
        let (input, formats) = (RequiredInput::Candidates, OutputFormats::Documents);
        Support { flag: "--verify", input, candidates: 0..=usize::MAX, formats, features: &[] }
    }

    fn run(&self, request: &Arc<Request>, _: &mut dyn Write) -> Result<Results> {
        let Arguments { runs: files, tables, texts } = Arguments::of(&self.file, request)?;
        let runs: Vec<(PathBuf, SavedRun)> =
            files.into_iter().map(|file| read(&file).map(|run| (file, run))).collect::<Result<_>>()?;
        let (mut verified, mut facts) = (Vec::new(), Vec::new());
        for (file, run) in &runs {
            let (found, paragraphs) = self.verified(file, run, texts.as_ref())?;
            verified.push(found);
            facts.push(Facts::new(run, paragraphs));
        }
        let table = |file: &PathBuf| Ok(tables::verified(&path_name(file), &printed::read(file)?, &facts));
        let tables = tables.iter().map(table).collect::<Result<_>>()?;
        Ok(Results::Verification(Verification { runs: verified, tables }))
    }
}

/// The kinds of the arguments: runs that were saved, by their first bytes, printed tables, by their names, and texts, if there are
/// references.
struct Arguments {
    runs: Vec<PathBuf>,
    tables: Vec<PathBuf>,
    /// The request with the texts as its candidates.
    texts: Option<Request>,
}

impl Arguments {
    fn of(first: &Path, request: &Request) -> Result<Arguments> {
        let (are_files, has_references) = (request.input.origin == Origin::Files, !request.references.is_empty());
        let named = request.candidates.iter().cloned().zip(request.systems.iter().cloned());
        let (mut runs, mut tables, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for (file, name) in std::iter::once((first.to_path_buf(), system_name(first))).chain(named) {
            // Columns are no files.
            if (are_files || file.is_file()) && saving::is_saved_run(&file)? {
                runs.push(file);
            } else if printed::is_table(&file) && (are_files || file.is_file()) {
                tables.push(file);
            } else if has_references || !are_files {
                texts.push((file, name));
            } else {
                bail!(
                    "{}: neither a file of --save nor a table (.tex, .md, .tsv or .csv); to check texts, name the references \
                     with -r",
                    path_name(&file)
                );
            }
        }
        ensure!(!runs.is_empty(), "none of the files is one of --save; name one, as in: bleu --verify paper.bleu");
        ensure!(
            are_files || !texts.is_empty(),
            "no candidate is given; add the texts of the run, or give --verify its file alone"
        );
        let texts = (has_references || !are_files).then(|| {
            let (candidates, systems) = texts.into_iter().unzip();
            Request { candidates, systems, ..request.clone() }
        });
        Ok(Arguments { runs, tables, texts })
    }
}

impl VerifyMode {
    /// Computes the numbers of a run again, and counts its texts again if they are given. Also returns the paragraphs beside the
    /// tables of the run.
    fn verified(&self, file: &Path, run: &SavedRun, texts: Option<&Request>) -> Result<(VerifiedRun, Vec<String>)> {
        let name = path_name(file);
        let (command, asked) = (self.parse)(&run.asked.command).with_context(|| name.clone())?;
        let on_counts = on_counts(quiet(asked.clone(), run), Arc::new(run.counts.clone()));
        let again = &Arc::new(on_counts.with_context(|| name.clone())?);
        let results = command.run(again, &mut io::sink()).with_context(|| name.clone())?;
        let mut comparison = Comparison::new(&run.results, &saving::unrounded(again, &results)?);
        let mut verified_texts = None;
        if let Some(request) = texts {
            let again = on_texts(quiet(asked, run), request);
            let (counts, found) = recounted(&command, again.clone(), run)?;
            let given = GivenTexts::new(run, &counts, &found);
            let verified = given.verified();
            if !comparison.missing.is_empty() && verified.same == verified.all {
                let again = &Arc::new(in_order(&again.load()?, &given, run));
                let results = command.run(again, &mut io::sink())?;
                comparison = Comparison::new(&run.results, &saving::unrounded(again, &results)?);
            }
            verified_texts = Some(verified);
        }
        let found = VerifiedRun {
            file: name,
            numbers: comparison.tallies(),
            differences: [comparison.differences, references::differences(run)].concat(),
            needs_texts: comparison.missing,
            texts: verified_texts,
        };
        Ok((found, paragraphs(again, &results)))
    }
}

/// The paragraphs that the program prints beside tables of results, with all digits, as fractions and as percentages.
fn paragraphs(request: &Request, results: &Results) -> Vec<String> {
    let scales = [false, true].into_iter();
    let styles = scales.flat_map(|percent| [LATEX, MARKDOWN].map(|format| Style { format, percent, ..request.style }));
    let all = styles.flat_map(|style| formats::paragraphs(results, Style { digits: ALL_DIGITS, ..style }));
    let mut all: Vec<String> = all.collect();
    all.sort();
    all.dedup();
    all
}

/// Counts texts again, and returns the counts with their fingerprints.
fn recounted(command: &Command, again: Request, run: &SavedRun) -> Result<(CountedRun, Vec<TextDigest>)> {
    // References are read beside candidates: without any, beside the first of them.
    let has_candidates = !again.candidates.is_empty();
    let beside = again.references.first().filter(|_| !has_candidates).cloned();
    let candidates = again.candidates.iter().cloned().chain(beside).collect();
    let again = &Arc::new(Request { candidates, ..again }.load()?);
    command.mode().record(again)?;
    let recording = again.recording.clone().unwrap_or_default();
    let salt = Salt::of(run.texts.iter().map(|text| text.sha256.as_str()));
    let (counts, mut texts) = recording.take(&names(&again.candidates), &names(&again.named_references()), Some(salt));
    texts.retain(|text| has_candidates || text.role == TextRole::Reference);
    Ok((counts, texts))
}

/// The request of a run with other texts.
fn on_texts(again: Request, request: &Request) -> Request {
    let Input { origin, at, format, id_place, target_language, long_table, id, by, .. } = request.input.clone();
    // Groups decide which tokenizer counts, if they are sets.
    let by = by.or(again.input.by.filter(|_| again.input.sets.is_some()));
    let input =
        Input { origin, at, format, id_place, target_language, long_table, id, by, systems_by: None, ..again.input };
    Request {
        candidates: request.candidates.clone(),
        systems: request.systems.clone(),
        references: request.references.clone(),
        dictionary: request.dictionary.clone().or(again.dictionary),
        recording: Some(Recording::default()),
        input,
        ..again
    }
}

/// The request with its candidates and references in the order of the run.
fn in_order(again: &Request, given: &GivenTexts, run: &SavedRun) -> Request {
    let ordered = |paths: &[PathBuf], role: TextRole| -> Vec<PathBuf> {
        let places = given.order(role).unwrap_or_default();
        places.iter().filter_map(|place| paths.get(*place).cloned()).collect()
    };
    Request {
        candidates: ordered(&again.candidates, TextRole::Candidate),
        references: ordered(&again.references, TextRole::Reference),
        systems: run.asked.systems.clone(),
        recording: None,
        ..again.clone()
    }
}

/// The request of a run, which says nothing and writes no file, with the names that it had.
fn quiet(mut again: Request, run: &SavedRun) -> Request {
    again.style.quiet = true;
    again.diagnoses = false;
    again.keeps_going = false;
    again.systems.clone_from(&run.asked.systems);
    again.candidates = run.asked.candidates.iter().map(PathBuf::from).collect();
    again
}
