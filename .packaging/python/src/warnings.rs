//! Warnings about corpora whose score is hardly meaningful: the program's signs of problems, and its diagnosis if there is one.

use crate::corpus::Corpus;
use crate::counting::value_error;
use crate::words::in_words;
use bleu::diagnose::{InputSigns, SegmentSigns};
use bleu::{Definition, ReferenceLists, SegmentStatistics};
use pyo3::prelude::*;

/// The segments of a corpus that may be looked at closely.
fn windows(segments: usize) -> Vec<usize> {
    InputSigns::windows(segments as u64).map(|segment| segment as usize).collect()
}

/// References of the segments that may be looked at, of a corpus whose texts are not kept.
#[derive(Default)]
pub struct Kept(Vec<Vec<String>>);

impl Kept {
    pub fn new(corpus: &Corpus) -> PyResult<Kept> {
        let (_, references) = read(corpus, &windows(corpus.len()), None)?;
        Ok(Kept(references))
    }
}

/// The texts of some segments, whose references are those given, or else the corpus's.
fn read(
    corpus: &Corpus,
    segments: &[usize],
    references: Option<Vec<Vec<String>>>,
) -> PyResult<(Vec<String>, Vec<Vec<String>>)> {
    let (mut hypotheses, mut found) = (Vec::new(), Vec::new());
    for &segment in segments {
        let chunk = corpus.range(segment..segment + 1)?;
        let texts = chunk.texts(corpus)?;
        hypotheses.extend(texts.hypotheses().into_iter().map(str::to_owned));
        found.extend(texts.references().into_iter().map(|texts| texts.iter().map(|&text| text.to_owned()).collect()));
    }
    Ok((hypotheses, references.unwrap_or(found)))
}

/// What is found while a corpus is counted.
pub struct Checks<'a> {
    definition: &'a Definition,
    is_on: bool,
    signs: SegmentSigns,
}

impl<'a> Checks<'a> {
    /// Checks of a corpus, unless they are not wanted.
    pub fn new(definition: &'a Definition, is_on: bool) -> Checks<'a> {
        Checks { definition, is_on, signs: SegmentSigns::default() }
    }

    /// Looks at the next segments.
    pub fn add(&mut self, segments: &SegmentStatistics) {
        if self.is_on {
            self.signs += &SegmentSigns::of_batch(segments);
        }
    }

    /// Warns of what is wrong, each cause once, at the place of the caller. The references of a corpus without are those
    /// kept.
    pub fn warn(self, py: Python, corpus: &Corpus, kept: Option<&Kept>) -> PyResult<()> {
        if !self.is_on {
            return Ok(());
        }
        let segments = windows(corpus.len());
        let (hypotheses, references) = read(corpus, &segments, kept.map(|kept| kept.0.clone()))?;
        let findings = py.detach(|| {
            let signs = InputSigns::of_windows(
                self.definition,
                self.signs,
                &hypotheses,
                ReferenceLists::by_segment(&references),
            )?;
            signs.findings(Some(self.definition))
        });
        let findings = findings.map_err(|error| value_error(&error))?;
        let end = match corpus.len() - segments.len() {
            0 => String::new(),
            _ => format!(" ({} of {} segments were looked at)", segments.len(), corpus.len()),
        };
        let mut said: Vec<&str> = Vec::new();
        for finding in findings.iter().flatten().filter(|finding| finding.is_structural()) {
            let check = finding.check();
            if !said.contains(&check) {
                said.push(check);
                let end = if finding.problem.is_of_empty_lines() { "" } else { &end };
                let words = format!("{check}: {}{end}", in_words(finding));
                py.import("bleu_mt._warnings")?.call_method1("warn", (check, words))?;
            }
        }
        Ok(())
    }
}
