//! Warnings about text whose score is hardly meaningful, by Python's `warnings`.

use crate::corpus::Texts;
use bleu::diagnose::{Problem, TextSurvey};
use bleu::{Definition, SegmentStatistics, Tokenization};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use std::ffi::CString;

/// Fewest hypotheses that end in a period apart, as in sacreBLEU.
const MIN_PERIODS_APART: usize = 100;

/// Number of segments at the start of a corpus that are surveyed, if it has as many as are needed to pay for that.
const SURVEYED: usize = 16;
const MIN_SEGMENTS: usize = 256;

/// What is found while a corpus is counted.
pub struct Suspicions<'a> {
    definition: &'a Definition,
    /// Number of segments.
    segments: usize,
    periods_apart: usize,
    empty: usize,
    first_empty: usize,
    found: Vec<String>,
}

impl<'a> Suspicions<'a> {
    /// Suspicions of a corpus of this number of segments.
    pub fn new(definition: &'a Definition, segments: usize) -> Suspicions<'a> {
        Suspicions { definition, segments, periods_apart: 0, empty: 0, first_empty: 0, found: Vec::new() }
    }

    /// Looks at the next segments.
    pub fn add(&mut self, first: usize, texts: &Texts, segments: &SegmentStatistics) {
        let hypotheses = texts.hypotheses();
        if *self.definition.tokenization() == Tokenization::V13A {
            self.periods_apart += hypotheses.iter().filter(|text| text.trim_end().ends_with(" .")).count();
        }
        for (i, row) in segments.rows().enumerate() {
            if row[0] == 0 && row[1] > 0 {
                self.first_empty = if self.empty == 0 { first + i } else { self.first_empty };
                self.empty += 1;
            }
        }
        if first == 0 && self.segments >= MIN_SEGMENTS {
            self.survey("hypotheses", &hypotheses);
            let references = texts.references();
            self.survey("references", &references.iter().filter_map(|list| list.first().copied()).collect::<Vec<_>>());
        }
    }

    /// Looks at the first lines of a text.
    fn survey(&mut self, name: &str, texts: &[&str]) {
        let lines: String = texts.iter().take(SURVEYED).map(|text| text.replace('\n', " ") + "\n").collect();
        let mut tokenizer = self.definition.tokenizer();
        let Ok(tokens) = tokenizer.tokenize_lines(&lines) else { return };
        let surveys = TextSurvey::of_batch(&[&lines], 0, &[tokens], &[]);
        for survey in &surveys {
            let problems = survey.suspicions().filter_map(|problem| match problem {
                Problem::Subwords => {
                    Some("words are split into subwords (@@ or ▁); join them to score words".to_owned())
                }
                Problem::UnsplitText if name == "references" => Some(format!(
                    "text has no spaces between words, and {} does not split it; use tokenize='{}'",
                    self.definition.tokenization(),
                    survey.tokenizers().first()?
                )),
                _ => None,
            });
            self.found.extend(problems.map(|words| format!("{name}: {words}")));
        }
    }

    /// Warns of what was found, at this level of Python's stack; 1 is the function that calls, 0 is none.
    pub fn warn(mut self, py: Python, level: i32) -> PyResult<()> {
        if level == 0 {
            return Ok(());
        }
        let (lines, segments) = (self.periods_apart, self.segments);
        if lines >= MIN_PERIODS_APART && 2 * lines > segments {
            self.found.push(format!(
                "hypotheses: {lines} of {segments} end in \" .\"; the text looks tokenized already: detokenize it and the \
                 references, or, if all are tokenized alike, use tokenize='none'"
            ));
        }
        if self.empty > 0 && self.empty < segments {
            self.found.push(format!(
                "hypotheses: {} of {segments} have no token, but their references do; the first is hypotheses[{}]",
                self.empty, self.first_empty
            ));
        }
        let category = py.get_type::<PyUserWarning>();
        self.found.into_iter().try_for_each(|words| PyErr::warn(py, &category, &CString::new(words)?, level))
    }
}
