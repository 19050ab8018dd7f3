//! Warnings about corpora whose score is hardly meaningful: the program's signs of problems, and its diagnosis if there is one.

use crate::corpus::{Chunk, Corpus, Texts};
use crate::counting::value_error;
use crate::words::in_words;
use bleu::diagnose::{InputSigns, SegmentSigns};
use bleu::{Definition, ReferenceLists, SegmentStatistics};
use pyo3::prelude::*;

/// References of the segments that may be looked at, of a corpus whose texts are not kept.
#[derive(Default)]
pub struct Kept(Vec<Vec<String>>);

impl Kept {
    pub fn new(corpus: &Corpus) -> PyResult<Kept> {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let mut kept = Vec::new();
        for chunk in chunks(corpus)? {
            kept.extend(chunk.texts(corpus)?.references().into_iter().map(owned));
        }
        Ok(Kept(kept))
    }
}

/// The segments of a corpus that may be looked at closely.
fn chunks<'py>(corpus: &Corpus<'py>) -> PyResult<Vec<Chunk<'py>>> {
    let segments: Vec<usize> = InputSigns::windows(corpus.len() as u64).map(|segment| segment as usize).collect();
    let neighbors = segments.chunk_by(|one, next| one + 1 == *next);
    neighbors.map(|segments| corpus.range(segments[0]..segments[0] + segments.len())).collect()
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
        let chunks = chunks(corpus)?;
        let texts: Vec<Texts> = chunks.iter().map(|chunk| chunk.texts(corpus)).collect::<PyResult<_>>()?;
        let hypotheses: Vec<&str> = texts.iter().flat_map(Texts::hypotheses).collect();
        let findings = py.detach(|| {
            let signs = |lists| InputSigns::of_windows(self.definition, self.signs, &hypotheses, lists);
            let signs = match kept {
                Some(kept) => signs(ReferenceLists::by_segment(&kept.0)),
                None => {
                    let references: Vec<&[&str]> = texts.iter().flat_map(Texts::references).collect();
                    signs(ReferenceLists::by_segment(&references))
                }
            };
            signs?.findings(Some(self.definition))
        });
        let findings = findings.map_err(|error| value_error(&error))?;
        let end = match corpus.len() - hypotheses.len() {
            0 => String::new(),
            _ => format!(" ({} of {} segments were looked at)", hypotheses.len(), corpus.len()),
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
