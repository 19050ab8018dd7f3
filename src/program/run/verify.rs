//! `--verify`: computes the numbers of a run again from its statistics, and compares the statistics with texts.

mod facts;
mod layout;
mod marks;
mod numbers;
mod printed;
mod tables;
mod texts;
mod titles;

use super::counting::fold_counts;
use super::recording::on_counts;
use super::saving::{self, names, read};
use super::{Command, Mode};
use crate::bleu::shards::saved::{CountedRun, Salt, SavedRun, TextDigest, TextRole};
use crate::program::request::support::{OutputFormats, RequiredInput, Support};
use crate::program::request::{Recording, Request};
use crate::program::results::Results;
use crate::program::results::verification::{Verification, VerifiedRun};
use crate::text::display::path_name;
use crate::text::{Input, Origin};
use anyhow::{Context, Result};
use facts::Facts;
use numbers::Comparison;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use texts::GivenTexts;

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

    fn run(&self, request: &'static Request, _: &mut dyn Write) -> Result<Results> {
        let has_texts = !request.references.is_empty() || request.input.origin != Origin::Files;
        let (mut runs, mut saved) = (Vec::new(), Vec::new());
        let mut tables = Vec::new();
        let others = request.candidates.iter().filter(|_| !has_texts);
        for file in std::iter::once(&self.file).chain(others) {
            if *file == self.file || saving::is_saved_run(file)? {
                let run = read(file)?;
                runs.push(self.verified(request, file, &run, has_texts)?);
                saved.push(Facts::of(&run));
            } else {
                tables.push((path_name(file), printed::read(file)?));
            }
        }
        let tables = tables.into_iter().map(|(file, table)| tables::verified(&file, &table, &saved)).collect();
        Ok(Results::Verification(Verification { runs, tables }))
    }
}

impl VerifyMode {
    /// Computes the numbers of a run again, and counts its texts again if they are given.
    fn verified(&self, request: &Request, file: &Path, run: &SavedRun, has_texts: bool) -> Result<VerifiedRun> {
        let name = path_name(file);
        let (command, asked) = (self.parse)(&run.asked.command).with_context(|| name.clone())?;
        let on_counts = on_counts(quiet(asked.clone(), run), Arc::new(run.counts.clone()));
        let mut comparison =
            on_counts.and_then(|again| compared(&command, again.keep(), run)).with_context(|| name.clone())?;
        let mut texts = None;
        if has_texts {
            let again = on_texts(quiet(asked, run), request).load()?.keep();
            let (counts, found) = recounted(again, run)?;
            let given = GivenTexts::new(run, &counts, &found);
            let verified = given.verified();
            if !comparison.missing.is_empty() && verified.same == verified.all {
                comparison = compared(&command, in_order(again, &given, run).keep(), run)?;
            }
            texts = Some(verified);
        }
        Ok(VerifiedRun {
            file: name,
            numbers: comparison.tallies(),
            differences: comparison.differences,
            needs_texts: comparison.missing,
            texts,
        })
    }
}

/// Runs the command of a run again, and compares the results.
fn compared(command: &Command, again: &'static Request, run: &SavedRun) -> Result<Comparison> {
    let results = command.run(again, &mut io::sink())?;
    Ok(Comparison::of(&run.results, &saving::unrounded(again, &results)?))
}

/// Counts texts again, and returns the counts with their fingerprints.
fn recounted(again: &'static Request, run: &SavedRun) -> Result<(CountedRun, Vec<TextDigest>)> {
    fold_counts(again, |_| Ok(()), |()| Ok(()))?;
    let recording = again.recording.clone().unwrap_or_default();
    let salt = Salt::of(run.texts.iter().map(|text| text.sha256.as_str()));
    Ok(recording.take(&names(&again.candidates), &names(&again.named_references()), Some(salt)))
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
