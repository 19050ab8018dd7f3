//! Warnings about corpora whose score is hardly meaningful: the program's signs of problems, and its diagnosis if there is one.

use crate::corpus::Corpus;
use crate::counting::value_error;
use bleu::diagnose::{Advice, Finding, FirstLook, SegmentRange, SegmentSigns};
use bleu::{Definition, ReferenceLists, SegmentStatistics};
use pyo3::prelude::*;

/// Maximum number of places that a warning lists.
const LISTED: usize = 3;

/// The segments of a corpus that may be looked at closely.
fn windows(segments: usize) -> Vec<usize> {
    FirstLook::windows(segments as u64).map(|segment| segment as usize).collect()
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
            let look = FirstLook::of_windows(
                self.definition,
                self.signs,
                &hypotheses,
                ReferenceLists::by_segment(&references),
            )?;
            look.findings(Some(self.definition))
        });
        let findings = findings.map_err(|error| value_error(&error))?;
        let end = match corpus.len() - segments.len() {
            0 => String::new(),
            _ => format!(" ({} of {} segments were looked at)", segments.len(), corpus.len()),
        };
        let mut said: Vec<&str> = Vec::new();
        for finding in findings.iter().flatten().filter(|finding| finding.is_structural()) {
            let check = finding.check;
            if !said.contains(&check) {
                said.push(check);
                let end = if check == "empty lines" { "" } else { &end };
                let words = format!("{check}: {}{end}", in_words(finding));
                py.import("bleu_mt._warnings")?.call_method1("warn", (check, words))?;
            }
        }
        Ok(())
    }
}

/// A finding in one sentence: what was found, where, and what to do.
fn in_words(finding: &Finding) -> String {
    // The numbers in its words are from 1; places of lists are from 0.
    let ends = [": segment ", ": segments ", "; segment ", "; segments "];
    let end = ends.iter().filter_map(|places| finding.evidence.find(places)).min().unwrap_or(finding.evidence.len());
    let mut fact = &finding.evidence[..end];
    if fact.starts_with("in segment") {
        fact = fact.split_once(", ").map_or(fact, |(_, fact)| fact);
    }
    let ranges = &finding.segments;
    let mut words = fact.to_owned();
    if !ranges.is_empty() {
        let place = |range: &SegmentRange| format!("[{}:{}]", range.first, range.last + 1);
        let listed: Vec<String> = ranges.iter().take(LISTED).map(place).collect();
        let others = if ranges.len() > LISTED { " and others" } else { "" };
        words += &format!("; at hypotheses{}{others}", listed.join(", "));
    }
    let advice = advice(finding);
    let advice = match advice.strip_prefix("look near segment").and_then(|place| place.split_once(": ")) {
        Some((_, advice)) => advice,
        None => &advice,
    };
    format!("{words}; {advice}")
}

/// The advice of a finding, in the settings of the module.
fn advice(finding: &Finding) -> String {
    match &finding.advice {
        Advice::EffectiveOrder(order) => {
            format!("effective_order=True leaves out such orders, max_order={order} avoids them")
        }
        Advice::Smoothing => "smooth='exp' raises it".into(),
        Advice::Tokenizers(names) => format!("use tokenize='{}'", names.join("' or '")),
        Advice::MissingReferences => {
            "each counts as a reference of length 0; empty_reference='missing' leaves them out".into()
        }
        Advice::Lowercase => "lowercase=True scores without case".into(),
        Advice::Nfc => "normalize='nfc' scores without the difference".into(),
        Advice::Nfkc => "normalize='nfkc' scores without the difference".into(),
        advice => advice.to_string(),
    }
}
