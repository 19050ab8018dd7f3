//! The data of a report that is a web page: results, their explanations, and the segments.

use super::document::Section;
use super::object::object;
use super::provenance::Provenance;
use super::verdict::VerdictBasis;
use super::verdict::VerdictText;
use super::what_if::MATTERS;
use super::what_if::label;
use super::{Explanation, MIN_SEGMENTS_OF_GROUP, Present, Report, Results, comparison, odd_segments};
use crate::bleu::scoring::{Definition, SegmentStatistics, Statistics};
use crate::bleu::splitmix64::{STEP, mix};
use crate::checks::explain::SegmentScores;
use crate::checks::what_if::Change;
use crate::program::request::format::{JSON, TEXT};
use crate::program::request::style::Style;
use crate::text::display::{escape_for_reading, without_isolates};
use serde::Serialize;
use serde_json::value::RawValue;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Number of parts into which segments are divided by their length.
const LENGTHS: usize = 6;

/// All that a report shows. The first system is the one that the others are compared with.
pub struct Page {
    /// Scores and their significance, of the corpus and of its groups.
    pub report: Report,
    /// Explanations of the first system with each of the others, or alone; none if scores are not by sacreBLEU's formula.
    pub explanations: Vec<Explanation>,
    /// Score of each segment of each system; `None` if the tool fails.
    pub scores: Vec<Vec<Option<f64>>>,
    /// Scores by the length of the reference.
    pub lengths: Vec<LengthRange>,
    /// The segments that are shown, in the order of the input.
    pub segments: Vec<PageSegment>,
    /// Results of the request's command, if it has others than the page.
    pub printed: Option<Printed>,
    /// The command line and the files.
    pub provenance: Provenance,
    /// Style of numbers.
    pub style: Style,
}

/// The results of a command, as it prints them.
#[derive(Debug)]
pub struct Printed {
    /// The answer to what was asked, if it is not the page's.
    pub verdict: Option<VerdictText>,
    /// Sections that people read.
    pub sections: Vec<Section>,
    /// The output with `--format json`.
    pub json: Box<RawValue>,
}

impl Printed {
    /// The results of a command; `None` if it has passed them on.
    ///
    /// # Errors
    /// If they cannot be written as JSON.
    pub fn new(results: &Results, style: Style) -> serde_json::Result<Option<Printed>> {
        match results {
            Results::Scores(report) => Printed::of(report, style),
            Results::Explanation(explanation) => Printed::of(explanation, style),
            Results::WhatIf(report) => Printed::of(report, style),
            Results::Tools(scores) => Printed::of(scores, style),
            Results::Runs(report) => Printed::of(report, style),
            Results::Repairs(report) => Printed::of(report, style),
            Results::Samples(choices) => Printed::of(choices, style),
            Results::Segments(_) | Results::Verification(_) => Ok(None),
        }
    }

    fn of(results: &impl Present, style: Style) -> serde_json::Result<Option<Printed>> {
        let [people, programs] = [TEXT, JSON].map(|format| Style { format, quiet: false, ..style });
        let (verdict, mut document) = (results.verdict(people), results.document(people));
        if let Some(verdict) = &verdict {
            // The page begins with these.
            let said: Vec<String> = verdict.certainty.iter().map(|text| without_isolates(text)).collect();
            document.remarks.retain(|remark| !said.iter().any(|said| **said == **remark));
        }
        let json = serde_json::value::to_raw_value(&results.json(programs))?;
        Ok(Some(Printed { verdict, sections: document.into_sections(), json }))
    }
}

/// A segment with its texts.
pub struct PageSegment {
    /// Number of the segment, from 1.
    pub number: u64,
    /// Its id, if segments have ids.
    pub id: Option<String>,
    /// Place of its group in the groups of the report.
    pub group: Option<u32>,
    /// Tokens of each candidate, as [`joined_tokens`] writes them.
    pub candidates: Vec<String>,
    /// Tokens of each reference.
    pub references: Vec<String>,
    /// Text that was translated, if it was given.
    pub source: Option<String>,
}

/// Maximum number of bytes between two tokens of a text, such as of an entity that stands for one character.
const MAX_GAP: usize = 64;

/// Returns the tokens of a line with a space between them where the line has one, and with a tab where it has none. If
/// tokenizing changed characters, tokens are searched further on.
pub fn joined_tokens<'a>(line: &str, tokens: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    for (i, token) in tokens.enumerate() {
        let trimmed = rest.trim_start();
        let near = || &trimmed[..trimmed.floor_char_boundary(MAX_GAP + token.len())];
        let at = if trimmed.starts_with(token) { Some(0) } else { near().find(token) };
        let is_joined = match at {
            Some(0) => trimmed.len() == rest.len(),
            Some(at) => !trimmed[..at].ends_with(char::is_whitespace),
            None => false,
        };
        rest = at.map_or(rest, |at| &trimmed[at + token.len()..]);
        if i > 0 {
            text.push(if is_joined { '\t' } else { ' ' });
        }
        // The few tokens that contain a space, such as a grapheme cluster that begins with one, remain one token.
        let shown = escape_for_reading(token);
        if shown.contains(' ') {
            text.push_str(&shown.replace(' ', "\u{a0}"));
        } else {
            text.push_str(&shown);
        }
    }
    text
}

/// Scores of the segments of a range of lengths.
#[derive(Serialize)]
pub struct LengthRange {
    /// Smallest reference length.
    pub least: u64,
    /// Largest reference length.
    pub most: u64,
    /// Number of segments.
    pub segments: u64,
    /// Score of each system.
    pub scores: Vec<f64>,
}

impl LengthRange {
    /// The scores of segments, in ranges of reference lengths with about as many segments each.
    pub fn from_tables(definition: &Definition, tables: &[SegmentStatistics]) -> Vec<LengthRange> {
        let lengths: Vec<u64> =
            tables.iter().take(1).flat_map(|table| table.iter().map(|line| line.ref_len())).collect();
        let mut sorted = lengths.clone();
        sorted.sort_unstable();
        let bounds = (1..=LENGTHS).filter_map(|i| sorted.get((i * sorted.len() / LENGTHS).max(1) - 1));
        let bounds: BTreeSet<u64> = bounds.copied().collect();
        let least = sorted.first().copied().into_iter().chain(bounds.iter().map(|most| most + 1));
        least.zip(&bounds).map(|(least, &most)| LengthRange::new(definition, tables, &lengths, least..=most)).collect()
    }

    /// The scores of the segments whose reference length is in a range, given the lengths of all.
    fn new(
        definition: &Definition,
        tables: &[SegmentStatistics],
        lengths: &[u64],
        range: RangeInclusive<u64>,
    ) -> LengthRange {
        let score = |table: &SegmentStatistics| {
            let segments = lengths.iter().zip(table.iter()).filter(|(length, _)| range.contains(length));
            let sum: Result<Statistics, _> = segments.map(|(_, segment)| segment).sum();
            sum.map_or(0.0, |sum| definition.evaluate(&sum).value())
        };
        LengthRange {
            least: *range.start(),
            most: *range.end(),
            segments: lengths.iter().filter(|length| range.contains(length)).count() as u64,
            scores: tables.iter().map(score).collect(),
        }
    }
}

/// Returns the places of the segments to show, in their order: all of them, or those that matter most. Given are the
/// scores of each system. A quarter are the worst, one the best, one those with the largest differences from the first
/// system, and the rest is random.
pub fn choose(scores: &[Vec<Option<f64>>], most: usize) -> Vec<usize> {
    let segments = scores.first().map_or(0, Vec::len);
    if segments <= most {
        return (0..segments).collect();
    }
    let scores_in = |segment: usize| scores.iter().map(move |scores| scores[segment].unwrap_or_default());
    let mean = |segment: &usize| scores_in(*segment).sum::<f64>();
    let difference = |segment: &usize| {
        let first = scores_in(*segment).next().unwrap_or_default();
        scores_in(*segment).map(|score| (score - first).abs()).fold(0.0, f64::max)
    };
    let mut left: Vec<usize> = (0..segments).collect();
    let mut chosen = Vec::with_capacity(most);
    let mut take = |number: usize, before: &dyn Fn(&usize, &usize) -> Ordering| {
        left.sort_by(|a, b| before(a, b).then(a.cmp(b)));
        chosen.extend(left.drain(..number.min(left.len())));
    };
    take(most / 4, &|a, b| mean(a).total_cmp(&mean(b)));
    take(most / 4, &|a, b| mean(b).total_cmp(&mean(a)));
    take(most / 4, &|a, b| difference(b).total_cmp(&difference(a)));
    // The same choice in each run.
    let random = |segment: &usize| mix(STEP.wrapping_mul(*segment as u64 + 1));
    take(most - 3 * (most / 4), &|a, b| random(a).cmp(&random(b)));
    chosen.sort_unstable();
    chosen
}

impl Page {
    /// The answer that the page begins with.
    pub fn verdict(&self) -> VerdictText {
        let printed = self.printed.as_ref().and_then(|printed| printed.verdict.clone());
        let verdict =
            printed.unwrap_or_else(|| VerdictBasis::new(&self.report, &self.explanations, self.style).verdict());
        let odd =
            self.explanations.iter().take(1).flat_map(|explanation| odd_segments::sentences(explanation, self.style));
        VerdictText { reasons: verdict.reasons.into_iter().chain(odd).collect(), ..verdict }
    }

    /// All numbers but the scores of segments, for programs.
    pub fn json(&self) -> impl Serialize {
        let style = Style { format: JSON, ..self.style };
        let scale = |scores: &[f64]| scores.iter().map(|score| score * style.scale()).collect::<Vec<f64>>();
        object! {
            scores: self.report.json(style),
            explanations: self.explanations.iter().map(|explanation| explanation.json(style)).collect::<Vec<_>>(),
            lengths: self.lengths.iter().map(|range| LengthRange { scores: scale(&range.scores), ..*range }).collect::<Vec<_>>(),
            #[serde(flatten)]
            output: self.printed.as_ref().map(|printed| object! { output: &printed.json }),
        }
    }

    /// Data of the page's program besides the results: names, segments, and how to write numbers.
    pub fn data<'a>(&'a self) -> impl Serialize + 'a {
        // One decimal more than is shown.
        let power = 10f64.powi(self.style.digits as i32 + 1);
        let scale = self.style.scale();
        let round = move |score: f64| (score * scale * power).round() / power;
        let segment = |segment: &'a PageSegment| {
            let score = |scores: &Vec<Option<f64>>| scores[segment.number as usize - 1].map(round);
            let scores: Vec<Option<f64>> = self.scores.iter().map(score).collect();
            let [source, id] = [&segment.source, &segment.id].map(|text| text.as_deref().map(escape_for_reading));
            (segment.number, segment.group, scores, &segment.candidates, &segment.references, source, id)
        };
        let distribution = |scores: &Vec<Option<f64>>| {
            let found = SegmentScores::new(scores.iter().map(|score| score.unwrap_or_default()).collect());
            SegmentScores { mean: found.mean * scale, median: found.median * scale, ..found }
        };
        object! {
            systems: self.report.names_in_sentences(self.style),
            signature: &self.report.signature,
            provenance: &self.provenance,
            group_name: &self.report.group_name,
            groups: self.report.groups.iter().map(|group| escape_for_reading(group.name())).collect::<Vec<_>>(),
            order: self.report.definition.order(),
            // Whether n-grams are marked.
            marked: self.report.definition.uses_sacrebleu_formula(),
            scale: scale,
            decimals: self.style.digits,
            // Smallest change of a score that is shown.
            matters: MATTERS * scale,
            criterion: self.report.significance.comparisons.as_ref().map(|tested| comparison::criterion(&tested.resampling)),
            least_tested: MIN_SEGMENTS_OF_GROUP,
            changes: Change::ALL.iter().map(|change| (change.name(), label(*change))).collect::<BTreeMap<_, _>>(),
            notes: self.report.notes(self.style),
            distributions: self.scores.iter().map(distribution).collect::<Vec<_>>(),
            // Number of segments of the corpus.
            total: self.report.segments,
            segments: self.segments.iter().map(segment).collect::<Vec<_>>(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chosen_are_the_worst_the_best_and_the_largest_differences() {
        let first: Vec<Option<f64>> = (0..1000).map(|i| Some(0.3 + f64::from(i) / 2000.0)).collect();
        let mut second = first.clone();
        (second[500], second[600]) = (Some(0.2), None);
        let chosen = choose(&[first.clone(), second], 20);
        assert_eq!(chosen.len(), 20);
        assert!(chosen.is_sorted() && [0, 1, 2, 997, 998, 999, 500, 600].iter().all(|place| chosen.contains(place)));
        assert!(chosen.iter().any(|place| (100..400).contains(place)), "{chosen:?}");
        assert_eq!(choose(&[first], 1000), (0..1000).collect::<Vec<_>>());
        assert!(choose(&[], 5).is_empty());
        assert_eq!(choose(&[vec![None; 9]], 1).len(), 1);
    }

    #[test]
    fn ranges_of_lengths_hold_all_segments() {
        let definition = Definition::default();
        let mut table = definition.counting().segment_table();
        for length in [3, 3, 3, 3, 3, 3, 5, 8, 9, 20] {
            let words = vec!["x"; length].join(" ");
            let segment = definition.accumulator().add(&words, &[&words]).unwrap();
            table.push(&segment).unwrap();
        }
        let ranges = LengthRange::from_tables(&definition, &[table]);
        let bounds: Vec<_> = ranges.iter().map(|range| (range.least, range.most, range.segments)).collect();
        assert_eq!(bounds.iter().map(|(.., segments)| segments).sum::<u64>(), 10, "{bounds:?}");
        assert_eq!((bounds[0], bounds[bounds.len() - 1].1), ((3, 3, 6), 20), "{bounds:?}");
        assert_eq!(ranges[ranges.len() - 1].scores, [1.0]);
        assert!(LengthRange::from_tables(&definition, &[]).is_empty());
    }
}
