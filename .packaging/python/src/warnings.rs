//! Warnings about corpora whose score is hardly meaningful: the program's signs of problems, and its diagnosis if there is one.

use crate::corpus::{Corpus, Texts};
use crate::counting::value_error;
use bleu::diagnose::{Advice, Diagnoser, Finding, Problem, Suspicion, TextSurvey};
use bleu::{Definition, ReferenceLists, SegmentStatistics, Tokenization};
use pyo3::prelude::*;

/// Fewest candidates that end in a period apart, as in sacreBLEU.
const MIN_PERIODS_APART: usize = 100;

/// Number of neighboring segments in a window, and maximum number of windows, which are spread over the corpus.
const WINDOW: usize = 64;
const WINDOWS: usize = 8;

/// Of the segments in windows, one in this many of all is surveyed, within these limits. Of fewer nothing can be said.
const SURVEYED: usize = 16;
const MIN_SURVEYED: usize = 20;
const MAX_SURVEYED: usize = 128;

/// Maximum number of places that a warning lists.
const LISTED: usize = 3;

/// The segments of a corpus that may be looked at closely.
fn windows(segments: usize) -> Vec<usize> {
    let stride = WINDOW * segments.div_ceil(WINDOW * WINDOWS).max(1).next_power_of_two();
    (0..segments).step_by(stride).flat_map(|first| first..segments.min(first + WINDOW)).collect()
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
    signs: Suspicion,
    periods_apart: usize,
    empty: usize,
    first_empty: usize,
}

impl<'a> Checks<'a> {
    /// Checks of a corpus, unless they are not wanted.
    pub fn new(definition: &'a Definition, is_on: bool) -> Checks<'a> {
        Checks { definition, is_on, signs: Suspicion::default(), periods_apart: 0, empty: 0, first_empty: 0 }
    }

    /// Looks at the next segments.
    pub fn add(&mut self, first: usize, texts: &Texts, segments: &SegmentStatistics) {
        if !self.is_on {
            return;
        }
        self.signs += &Suspicion::of_batch(segments);
        if *self.definition.tokenization() == Tokenization::V13A {
            let hypotheses = texts.hypotheses();
            self.periods_apart += hypotheses.iter().filter(|text| text.trim_end().ends_with(" .")).count();
        }
        for (i, row) in segments.rows().enumerate() {
            if row[0] == 0 && row[1] > 0 {
                self.first_empty = if self.empty == 0 { first + i } else { self.first_empty };
                self.empty += 1;
            }
        }
    }

    /// Warns of what was found, each cause once, at the place of the caller. The references of a corpus without are those
    /// kept.
    pub fn warn(self, py: Python, corpus: &Corpus, kept: Option<&Kept>) -> PyResult<()> {
        if !self.is_on {
            return Ok(());
        }
        let mut found = self.in_all_segments(corpus.len());
        if corpus.len() >= MIN_SURVEYED {
            found.extend(self.in_windows(py, corpus, kept)?);
        }
        let mut said: Vec<&str> = Vec::new();
        for (check, words) in &found {
            if !said.contains(check) {
                said.push(check);
                py.import("bleu_mt._warnings")?.call_method1("warn", (*check, format!("{check}: {words}")))?;
            }
        }
        Ok(())
    }

    /// Signs seen in all segments.
    fn in_all_segments(&self, segments: usize) -> Vec<(&'static str, String)> {
        let mut found = Vec::new();
        if self.periods_apart >= MIN_PERIODS_APART && 2 * self.periods_apart > segments {
            let words = format!(
                "{} of {segments} hypotheses end in \" .\"; the text looks tokenized already: detokenize it and the \
                 references, or, if all are tokenized alike, use tokenize='none'",
                self.periods_apart
            );
            found.push(("tokenized", words));
        }
        if self.empty > 0 && self.empty < segments {
            let words = format!(
                "{} of {segments} hypotheses have no token, but their references do; the first is hypotheses[{}]",
                self.empty, self.first_empty
            );
            found.push(("empty lines", words));
        }
        found
    }

    /// Problems that a survey of some segments suggests, or that a diagnosis of the windows finds if something is suspicious.
    fn in_windows(&self, py: Python, corpus: &Corpus, kept: Option<&Kept>) -> PyResult<Vec<(&'static str, String)>> {
        let segments = windows(corpus.len());
        let step = segments.len() / (corpus.len() / SURVEYED).clamp(MIN_SURVEYED, MAX_SURVEYED);
        let surveyed: Vec<usize> = segments.iter().copied().step_by(step).collect();
        let references = kept.map(|kept| kept.0.iter().step_by(step).cloned().collect());
        let (hypotheses, references) = read(corpus, &surveyed, references)?;
        let surveys = py.detach(|| self.survey(&hypotheses, &references)).map_err(|error| value_error(&error))?;
        let mut found = suspicions(self.definition, &surveys);
        let [hypothesis, reference] = surveys;
        if self.signs.is_alarming(&hypothesis, &[reference]) {
            let (hypotheses, references) = read(corpus, &segments, kept.map(|kept| kept.0.clone()))?;
            let findings =
                py.detach(|| self.diagnose(&hypotheses, &references)).map_err(|error| value_error(&error))?;
            let structural = findings.iter().filter(|finding| finding.is_structural());
            let end = match corpus.len() - segments.len() {
                0 => String::new(),
                _ => format!(" ({} of {} segments were looked at)", segments.len(), corpus.len()),
            };
            found.extend(structural.map(|finding| (finding.check, in_words(finding, &segments) + &end)));
        }
        Ok(found)
    }

    /// Surveys candidates and the first reference of each.
    fn survey(&self, hypotheses: &[String], references: &[Vec<String>]) -> Result<[TextSurvey; 2], bleu::Error> {
        let lines = |texts: &mut dyn Iterator<Item = &String>| {
            texts.map(|text| self.definition.one_line(text) + "\n").collect::<String>()
        };
        let texts = [lines(&mut hypotheses.iter()), lines(&mut references.iter().filter_map(|list| list.first()))];
        let (mut own, mut other) = (self.definition.tokenizer(), self.definition.reference_tokenizer());
        let tokens = [own.tokenize_lines(&texts[0])?, other.tokenize_lines(&texts[1])?];
        let counted = SegmentStatistics::new(self.definition.counted_order())?;
        let mut surveys = TextSurvey::of_batch(&texts, 0, &tokens, &[counted]).into_iter();
        Ok(std::array::from_fn(|_| surveys.next().unwrap_or_default()))
    }

    /// The diagnosis of some segments. Other formulas than sacreBLEU's have none.
    fn diagnose(&self, hypotheses: &[String], references: &[Vec<String>]) -> Result<Vec<Finding>, bleu::Error> {
        let usual = Definition::default();
        let definition = if self.definition.uses_sacrebleu_formula() { self.definition } else { &usual };
        let mut diagnoser = Diagnoser::new(definition, 1)?;
        diagnoser.add_segments(&[hypotheses], ReferenceLists::by_segment(references))?;
        Ok(diagnoser.finish().into_iter().flat_map(|diagnosis| diagnosis.findings).collect())
    }
}

/// Problems that the surveys of candidates and references alone suggest.
fn suspicions(definition: &Definition, surveys: &[TextSurvey; 2]) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for (survey, name) in surveys.iter().zip(["hypotheses", "references"]) {
        found.extend(survey.suspicions().filter_map(|problem| match problem {
            Problem::Subwords => {
                Some(("subwords", format!("{name} are split into subwords (@@ or ▁); join them to score words")))
            }
            Problem::UnsplitText if name == "references" => Some((
                "tokenizer",
                format!(
                    "{name} have no spaces between words, and {} does not split them; use tokenize='{}'",
                    definition.tokenization(),
                    survey.tokenizers().first()?
                ),
            )),
            _ => None,
        }));
    }
    found
}

/// A finding on segments that stand for these, in one sentence: what was found, where, and what to do.
fn in_words(finding: &Finding, segments: &[usize]) -> String {
    // The numbers in its words are those of the segments that were looked at.
    let ends = [": segment ", ": segments ", "; segment ", "; segments "];
    let end = ends.iter().filter_map(|places| finding.evidence.find(places)).min().unwrap_or(finding.evidence.len());
    let mut fact = &finding.evidence[..end];
    if fact.starts_with("in segment") {
        fact = fact.split_once(", ").map_or(fact, |(_, fact)| fact);
    }
    let mut ranges: Vec<[usize; 2]> = Vec::new();
    for place in finding.segments.iter().flat_map(|range| range.first..=range.last) {
        let Some(&segment) = segments.get(place as usize) else { continue };
        match ranges.last_mut() {
            Some(range) if range[1] == segment => range[1] += 1,
            _ => ranges.push([segment, segment + 1]),
        }
    }
    let mut words = fact.to_owned();
    if !ranges.is_empty() {
        let listed: Vec<String> = ranges.iter().take(LISTED).map(|[first, end]| format!("[{first}:{end}]")).collect();
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
        Advice::Smoothing => "smooth='exp' does".into(),
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
