//! Results as data, independent of any format.
//!
//! Each kind of result says what formats for people lay out, a [`document`] of sections and tables, and what formats for
//! programs write: rows and a value that serialize. What the files share is imported here.

// Objects name the types of their fields like the fields.
#![allow(non_camel_case_types)]

pub mod columns;
pub mod comparison;
pub mod document;
mod explanation;
mod explanation_json;
mod factors;
pub mod findings;
pub mod input_summary;
mod object;
mod odd_segments;
mod p_values;
pub mod page;
pub mod paper;
pub mod provenance;
mod reasons;
pub mod repairs;
pub mod robust;
mod row;
pub mod runs;
pub mod samples;
mod score_rows;
mod scores;
mod segment;
mod significance;
pub mod sorted_segments;
mod sums;
pub mod tools;
mod verdict;
pub mod verification;
pub mod what_if;

use super::request::ExplainPart;
use super::request::style::Style;
use super::request::{Request, Unread};
use crate::bleu::scoring::CorpusTotals;
use crate::bleu::scoring::{Definition, Score, Statistics};
use crate::checks::diagnose::{Diagnosis, Finding, Problem};
use crate::checks::explain::{Difference, SegmentTables, SystemExplanation};
use crate::checks::repair::Repair;
use crate::text::display::system_name;
use crate::text::{Endings, FileRead, Origin};
pub use columns::TableColumns;
use document::Document;
use object::one_or_more;
use repairs::RepairReport;
use runs::RunsReport;
use samples::AllChoices;
pub use samples::{PairScores, PickedSample};
pub use score_rows::{Labels, ScoredSegments};
use serde::Serialize;
pub use significance::{Comparisons, Significance};
use std::collections::BTreeMap;
use std::sync::Arc;
pub use sums::CorpusSums;
use tools::ToolScores;
pub use verdict::VerdictText;
use verification::Verification;
use what_if::WhatIfReport;

/// Reorders items: place i receives the item from `places[i]`.
pub fn arrange<T>(items: &mut Vec<T>, places: &[usize]) {
    let mut from: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(places.iter().filter_map(|&place| from.get_mut(place)?.take()));
}

/// What a command returns. Formats, the page of `--report` and the gates read it.
pub enum Results {
    /// Scores of systems.
    Scores(Report),
    /// Why scores are what they are.
    Explanation(Explanation),
    /// Scores without one kind of difference.
    WhatIf(WhatIfReport),
    /// Scores of all tools.
    Tools(ToolScores),
    /// Scores of systems of several runs each.
    Runs(RunsReport),
    /// What repairs gain.
    Repairs(RepairReport),
    /// Scores of choices of samples.
    Samples(AllChoices),
    /// What was found about saved runs.
    Verification(Verification),
    /// Facts about segments whose own results were passed on while they were read.
    Segments(SegmentsRead),
}

/// Facts about segments that were read.
#[derive(Default)]
pub struct SegmentsRead {
    /// Number of segments, if it is known.
    pub segments: Option<u64>,
    /// Findings on each system, by its name.
    pub findings: Vec<(String, Vec<Finding>)>,
}

impl Results {
    /// Why the program ends with an error although the results are printed.
    pub fn failure(&self) -> Option<&str> {
        if let Results::Scores(report) = self { report.failure.as_deref() } else { None }
    }
}

/// A result that can be written in all formats that its mode supports.
pub trait Present {
    /// Columns of its table for programs.
    fn columns(&self, _: Style) -> TableColumns {
        columns::ALL.into()
    }

    /// Rows of its table for programs.
    fn rows(&self, _: Style) -> impl Iterator<Item = impl Serialize> {
        std::iter::empty::<()>()
    }

    /// Lines of parts that tabs separate: bare numbers, or the text of a segment.
    fn lines(&self, _: Style) -> impl Iterator<Item = impl Iterator<Item = String>> {
        std::iter::empty::<std::iter::Empty<String>>()
    }

    /// An object for each system, for programs.
    fn objects(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        self.rows(style)
    }

    /// All of it as one value, for programs: the only object, or an array of several.
    fn json(&self, style: Style) -> impl Serialize {
        one_or_more(self.objects(style))
    }

    /// The answer to what was asked, with which a report begins.
    fn verdict(&self, _: Style) -> Option<VerdictText> {
        None
    }

    /// The document that people read; of a segment, they read the lines.
    fn document(&self, _: Style) -> Document {
        Document::default()
    }
}

/// Scores of systems on a corpus.
pub struct Report {
    /// One for each candidate: in the order given; if all pairs were compared, the best first.
    pub systems: Vec<System>,
    /// Definition of the scores.
    pub definition: Definition,
    /// Number of segments.
    pub segments: u64,
    /// Signature of the scores.
    pub signature: String,
    /// Significance of the scores or of their differences.
    pub significance: Significance,
    /// Parts of the corpus, in order of their first segments; none unless asked for.
    pub groups: Vec<Group>,
    /// Name of a group: of the column that has the labels, or "group" if that is a file.
    pub group_name: String,
    /// Candidates that could not be read.
    pub unread: Vec<Unread>,
    /// Why the tool to reproduce has no score of the corpus, although groups have one.
    pub failure: Option<String>,
}

/// Minimum number of segments for a bootstrap of a group. With few segments the bootstrap underestimates the spread of
/// scores: if segment differences are normally distributed, two equally good systems differ at p < 0.05 in 7 of 100
/// cases with 20 segments, in 10 with 10, in 40 with 2, and always with 1.
pub const MIN_SEGMENTS_OF_GROUP: u64 = 20;

/// Maximum number of segments that an explanation tests without being asked. A bootstrap of more takes longer than to read them.
pub const MAX_TESTED_UNASKED: u64 = 1_000_000;

/// Scores of systems on a part of a corpus, such as a document or a domain.
pub struct Group {
    /// Label of the segments; may be empty.
    pub label: Arc<str>,
    /// Sums of each system. Scores are computed when they are written, since there may be many groups.
    pub sums: CorpusSums,
    /// Significance of the scores or of their differences; none for a group that is too small for the bootstrap.
    pub significance: Significance,
    /// Samples of each system, if scores are means over several; otherwise none.
    pub samples: Vec<SampleSpread>,
    /// Definition and signature of a group that is a test set of its own.
    pub set: Option<Box<(Definition, String)>>,
}

impl Group {
    /// Name to display; `(none)` for an empty label, since some formats use an empty name for the whole corpus.
    pub fn name(&self) -> &str {
        if self.label.is_empty() { "(none)" } else { &self.label }
    }
}

impl Report {
    /// A report of a request, without tests and groups.
    pub fn without_tests(request: &Request, systems: Vec<System>, segments: u64, signature: String) -> Report {
        Report {
            systems,
            definition: request.definition.clone(),
            segments,
            signature,
            significance: Significance::default(),
            groups: Vec::new(),
            group_name: match (&request.input.origin, &request.input.by) {
                _ if request.input.sets.is_some() => "set".into(),
                (Origin::Records { .. }, Some(column)) => system_name(column),
                _ => "group".into(),
            },
            unread: request.unread.clone(),
            failure: None,
        }
    }

    /// Sorts the systems by score, the best first; if they were tested against the first, it stays the first.
    pub fn sort(&mut self) {
        if self.significance.ranking().is_some() {
            return;
        }
        let mut parts = std::iter::once(&self.significance).chain(self.groups.iter().map(|group| &group.significance));
        let first = usize::from(parts.any(|significance| significance.paired().is_some()));
        let mut places: Vec<usize> = (0..self.systems.len()).collect();
        let score = |place: &usize| self.systems[*place].score.parts.value();
        places[first..].sort_by(|a, b| score(b).total_cmp(&score(a)));
        arrange(&mut self.systems, &places);
        self.significance.arrange(&places);
        for group in &mut self.groups {
            arrange(&mut group.sums.systems, &places);
            arrange(&mut group.samples, &places);
            group.significance.arrange(&places);
        }
    }

    /// Whether there is a score for each order.
    pub fn is_cumulative(&self) -> bool {
        self.systems.iter().any(|system| !system.score.orders.is_empty())
    }

    /// Whether the scores are means over test sets, which are the groups.
    pub fn is_mean(&self) -> bool {
        self.groups.iter().any(|group| group.set.is_some())
    }

    /// Names of the systems.
    pub fn names(&self) -> Vec<&str> {
        self.systems.iter().map(|system| system.name.as_str()).collect()
    }

    /// Names of the systems to display in sentences.
    pub fn names_in_sentences(&self, style: Style) -> Vec<String> {
        style.system_names(self.names().into_iter().map(|name| if name == "-" { "standard input" } else { name }))
    }

    /// Returns the number of segments of a system.
    pub fn segments_of(&self, system: usize) -> u64 {
        self.systems[system].own.as_ref().map_or(self.segments, |(segments, _)| *segments)
    }

    /// Returns the signature of a system's score.
    pub fn signature_of(&self, system: usize) -> &str {
        self.systems[system].own.as_ref().map_or(&self.signature, |(_, signature)| signature)
    }

    /// Returns the score of a system, on all segments or in a group.
    pub fn score(&self, group: Option<&Group>, system: usize) -> OptionalScore {
        let Some(group) = group else { return self.systems[system].score.clone() };
        let definition = group.set.as_deref().map_or(&self.definition, |(definition, _)| definition);
        OptionalScore::group(definition, &group.sums.systems[system]).or_mean(group.samples.get(system).copied())
    }

    /// Number of lines of a system with each problem that some system has.
    pub fn problem_lines(&self, place: usize) -> BTreeMap<&'static str, u64> {
        let mut lines: BTreeMap<_, _> =
            self.systems.iter().flat_map(System::problems).map(|(name, _)| (name, 0)).collect();
        lines.extend(self.systems[place].problems());
        lines
    }

    /// The significance on all segments or in a group.
    pub fn significance_in<'a>(&'a self, group: Option<&'a Group>) -> &'a Significance {
        group.map_or(&self.significance, |group| &group.significance)
    }

    /// The significance of the whole corpus, which a group has unless it is too small; that of a test set is its own.
    pub fn significance_over<'a>(&'a self, group: &'a Group) -> &'a Significance {
        if group.set.is_some() { &group.significance } else { &self.significance }
    }
}

/// A candidate and its score.
#[derive(Clone)]
pub struct System {
    /// Name of the file, as given.
    pub name: String,
    /// Corpus score.
    pub score: OptionalScore,
    /// Likely problems, if they were looked for.
    pub findings: Option<Vec<Finding>>,
    /// How its answers ended, if it is a log.
    pub endings: Option<Endings>,
    /// How its file and the files of the references were read, if they are not plain lines.
    pub files: Vec<FileRead>,
    /// Number of its segments, and its signature, where they differ from the report's.
    pub own: Option<(u64, String)>,
    /// Its score without the repairs that were made.
    pub uncleaned: Option<Repaired>,
    /// Its score with the repairs of a log that nobody asked for.
    pub cleaned: Option<Repaired>,
    /// Its samples, if the score is a mean over several.
    pub samples: Option<SampleSpread>,
}

/// How the samples of a system differ.
#[derive(Clone, Copy, Serialize)]
pub struct SampleSpread {
    /// Number of samples of each segment.
    pub samples: usize,
    /// Standard deviation of their corpus scores, from 0 to 1.
    #[serde(rename = "sample_deviation")]
    pub deviation: f64,
    /// Mean of their corpus scores, from 0 to 1.
    #[serde(skip)]
    pub mean: f64,
    /// Whether a test found that they were not drawn for each segment by itself.
    #[serde(skip)]
    pub differ_as_wholes: bool,
}

impl SampleSpread {
    fn scaled(self, style: Style) -> SampleSpread {
        SampleSpread { deviation: self.deviation * style.scale(), ..self }
    }
}

impl System {
    /// A system whose score alone is known.
    pub fn new(name: &str, score: OptionalScore) -> System {
        System {
            name: name.to_owned(),
            score,
            findings: None,
            endings: None,
            files: Vec::new(),
            own: None,
            uncleaned: None,
            cleaned: None,
            samples: None,
        }
    }

    /// The problems of lines, with their numbers: lines of a log that repairs would alter, and findings.
    fn problems(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let names = Repair::ALL.iter().map(|repair| repair.name());
        let cleaned = self.cleaned.iter().flat_map(move |cleaned| names.clone().zip(cleaned.by_repair));
        let findings = self.findings.iter().flatten();
        // Empty answers of a log have a column of their own.
        let is_counted = |found: &Finding| match found.problem {
            Problem::EmptyCandidateLines => self.endings.is_none(),
            Problem::EmptyReferenceLines => false,
            _ => true,
        };
        let found_lines = findings.filter(move |found| found.is_structural() && is_counted(found));
        let lines = |found: &Finding| found.segments.iter().map(|range| range.last - range.first + 1).sum();
        cleaned.chain(found_lines.map(move |found| (found.check(), lines(found)))).filter(|(_, lines)| *lines > 0)
    }
}

/// A score without the repairs that were made, or with others.
#[derive(Clone)]
pub struct Repaired {
    pub score: Score,
    /// Number of lines that the repairs alter, and that each of them alters.
    pub lines: u64,
    pub by_repair: [u64; Repair::ALL.len()],
}

/// A score, which is missing if it is that of some segments among others, and the tool whose number it is fails on them.
#[derive(Clone, Debug)]
pub struct OptionalScore {
    /// BLEU, from 0 to 1; `None` if the tool fails.
    pub value: Option<f64>,
    /// Precisions, counts and lengths, which are known even then.
    pub parts: Score,
    /// With --cumulative, the scores of all orders, from 1; otherwise none.
    pub orders: Vec<Score>,
}

impl OptionalScore {
    #[inline]
    fn new(definition: &Definition, sum: &Statistics, parts: Score) -> OptionalScore {
        let value = definition.formula().segment_failure(sum).is_none().then_some(parts.value());
        OptionalScore { value, parts, orders: Vec::new() }
    }

    /// The score of a segment.
    #[inline]
    pub fn segment(definition: &Definition, segment: &Statistics) -> OptionalScore {
        OptionalScore::new(definition, segment, definition.evaluate(segment))
    }

    /// The score of a corpus.
    pub fn corpus(definition: &Definition, totals: &CorpusTotals) -> OptionalScore {
        let has_score = definition.tool().is_none() || definition.formula().failure(&totals.sum()).is_none();
        let parts = totals.evaluate(definition.formula());
        OptionalScore { value: has_score.then_some(parts.value()), parts, orders: Vec::new() }
    }

    /// The score of a group.
    pub fn group(definition: &Definition, totals: &CorpusTotals) -> OptionalScore {
        OptionalScore::new(definition, &totals.sum(), totals.evaluate(definition.formula()))
    }

    /// The mean over samples, if there are any; else the score.
    pub fn or_mean(self, samples: Option<SampleSpread>) -> OptionalScore {
        match samples {
            Some(samples) => OptionalScore::from(&self.parts.with_value(samples.mean)),
            None => self,
        }
    }

    /// The score of the highest order, with the scores of all orders.
    pub fn cumulative(orders: Vec<Score>) -> Option<OptionalScore> {
        let parts = orders.last()?.clone();
        Some(OptionalScore { value: Some(parts.value()), parts, orders })
    }

    /// The score as text; `-` if the tool fails.
    pub fn text(&self, style: Style) -> String {
        self.value.map_or_else(|| String::from("-"), |_| style.score(&self.parts))
    }

    /// The score on the scale of the output, for programs.
    pub fn scaled(&self, style: Style) -> Option<f64> {
        self.value.map(|score| score * style.scale())
    }

    /// The bare number, or one number per order.
    pub fn numbers(&self, style: Style) -> impl Iterator<Item = String> {
        let only = self.orders.is_empty().then(|| self.text(style));
        only.into_iter().chain(self.orders.iter().map(move |score| style.score(score)))
    }
}

impl From<&Score> for OptionalScore {
    fn from(score: &Score) -> OptionalScore {
        OptionalScore { value: Some(score.value()), parts: score.clone(), orders: Vec::new() }
    }
}

/// Explanation of the scores of one or two candidates.
pub struct Explanation {
    /// Names of the candidates' files, as given.
    pub names: Vec<String>,
    /// Explanation of the corpus score of each candidate, if asked for.
    pub corpora: Vec<ExplainedCorpus>,
    /// Explanation of one segment of each candidate, if asked for, or if there is only one.
    pub explained_segments: Vec<ExplainedSegment>,
    /// The difference between two candidates.
    pub difference: Option<Difference>,
    /// The scores with their significance, from which an answer follows.
    pub answer: Option<Report>,
    /// Part that people read.
    pub part: ExplainPart,
    /// Number of segments.
    pub segments: u64,
    /// Ids of the segments; empty if they have no ids.
    pub ids: Vec<String>,
    /// Signature of the scores.
    pub signature: String,
}

/// Explanation and diagnosis of a corpus score.
#[derive(Clone)]
pub struct ExplainedCorpus {
    /// Explanation of the score.
    pub explanation: SystemExplanation,
    /// Likely problems of the input, and what differences cost.
    pub diagnosis: Diagnosis,
}

/// Explanation of the score of one segment.
#[derive(Clone)]
pub struct ExplainedSegment {
    /// Number of the segment, from 1.
    pub segment: u64,
    /// Its n-grams, counted by the reference implementation.
    pub tables: SegmentTables,
    /// Its score, from the optimized counter.
    pub score: Score,
    /// Its score with `--sentence`, which by default omits orders that it is too short for.
    pub as_sentence: f64,
}
