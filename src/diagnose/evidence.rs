//! Evidence for the checks: all that is known about a candidate and its references.

use super::alignment::permutation::Comparison;
use super::alignment::thresholds::{COPIED, MIN_SUBSTRINGS};
use super::alignment::{ShiftedRange, Sketch};
use super::common_ends::CommonEnd;
use super::finding::SegmentRange;
use super::garbled_lines;
use super::line_record::LineRecord;
use super::scripts::ScriptCounts;
use super::segment_list::SegmentList;
use super::text_profile::{TextCounts, TextProfile};
use super::windows::Places;
use crate::bleu::{Definition, Score, SegmentStatistics, Statistics};
use crate::explain::OrderTerm;
use crate::what_if::{Altered, Change, WhatIfScore};
use std::fmt;

/// One of the texts that are scored: "the candidate", "reference 2".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    Candidate,
    /// The reference of this number, from 1.
    Reference(usize),
}

impl Text {
    /// Place of the text among the candidates, of which there are this many, and the references, given the place of the candidate.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "the program warns"))]
    pub fn place(self, candidate: usize, candidates: usize) -> usize {
        match self {
            Text::Candidate => candidate,
            Text::Reference(number) => candidates + number - 1,
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Text::Candidate => f.write_str("the candidate"),
            Text::Reference(number) => write!(f, "reference {number}"),
        }
    }
}

/// "reference 2", "references 1, 3".
pub fn numbered(references: &[usize]) -> String {
    let numbers: Vec<String> = references.iter().map(usize::to_string).collect();
    let noun = if numbers.len() == 1 { "reference" } else { "references" };
    format!("{noun} {}", numbers.join(", "))
}

/// Evidence for all checks.
pub struct Evidence<'a> {
    pub definition: &'a Definition,
    /// Corpus score.
    pub score: &'a Score,
    /// Factors of the score.
    pub terms: &'a [OrderTerm],
    /// Statistics of the first segments.
    pub table: &'a SegmentStatistics,
    /// Their sum, and the sum of all others.
    pub statistics: &'a Statistics,
    /// Segments with a property.
    pub segments: &'a SegmentCounts,
    /// Beginnings, and ends, that many of its lines have, but few of the references.
    pub common_ends: &'a [Vec<CommonEnd<'a>>; 2],
    /// Profile of the candidate.
    pub candidate: &'a TextProfile,
    /// Profile of each reference.
    pub references: &'a [TextProfile],
    /// For each reference, the shifted ranges of the candidate.
    pub shifted: &'a [Vec<ShiftedRange>],
    /// For each reference, the comparison of the candidate's lines with other lines of the reference.
    pub comparisons: &'a [Comparison],
    /// The score after each change.
    pub what_if: &'a [WhatIfScore],
    /// The places of the segments in the input.
    pub places: &'a Places,
}

/// Segments of a candidate with a property.
#[derive(Clone, Debug, Default)]
pub struct SegmentCounts {
    /// Number of all segments.
    pub all: u64,
    /// Number of segments whose candidate line is identical to a reference line.
    pub identical: u64,
    /// Segments whose candidate line has most of its letters in scripts that no reference line has.
    pub foreign: SegmentList,
    /// Letters of these lines.
    pub foreign_letters: ScriptCounts,
    /// Letters of their references.
    pub replaced_letters: ScriptCounts,
    /// For each reference, its first words.
    pub first_words: Vec<FirstWords>,
    /// Segments whose candidate line has no token, but whose closest reference does.
    pub empty_candidates: SegmentList,
    /// For each reference, the segments in which it has no token, but the candidate has.
    pub empty_references: Vec<SegmentList>,
    /// Segments with less than half of the closest reference's tokens.
    pub below_half: SegmentList,
    /// Segments with more than twice the closest reference's tokens.
    pub above_double: SegmentList,
    /// Segments whose candidate line repeats the source.
    pub untranslated: SegmentList,
    /// Segments whose candidate line repeats the same words over and over.
    pub loops: SegmentList,
    /// Segments that are long enough to be compared by their words.
    pub compared: u64,
    /// Segments among them whose candidate line has hardly a word in common with its references.
    pub dissimilar: SegmentList,
    /// Number of those that have little more in common.
    pub hardly_similar: u64,
    /// Segments whose candidate line has another fault, for each [`Oddity`], and those where a reference has it.
    pub odd: [[SegmentList; Oddity::FAULTS.len()]; 2],
}

/// Fault of a line that shows in it and the lines that it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Oddity {
    /// It has spaces between letters.
    Spread,
    /// It lacks the spaces between words.
    Joined,
    /// It has words with letters of two scripts that look alike.
    MixedScripts,
    /// It lacks the letters that are not ASCII.
    DroppedLetters,
    /// It lacks all punctuation.
    DroppedMarks,
    /// Its characters are in reverse order.
    Reversed,
    /// It has words in several parts.
    Split,
}

/// Whether a line has a fault, compared with another version.
type HasFault = fn(&LineRecord, &LineRecord) -> bool;

impl Oddity {
    /// For each one, whether a line has it, compared with another version.
    pub(super) const FAULTS: [(Oddity, HasFault); 7] = [
        (Oddity::Spread, LineRecord::is_spread),
        (Oddity::Joined, LineRecord::is_joined),
        (Oddity::MixedScripts, |line, _| line.mixes_scripts),
        (Oddity::DroppedLetters, LineRecord::lacks_letters),
        (Oddity::DroppedMarks, LineRecord::lacks_marks),
        (Oddity::Reversed, LineRecord::is_reversed),
        (Oddity::Split, LineRecord::is_split),
    ];
}

/// Segments whose candidate line begins with the same two words as a reference.
#[derive(Clone, Debug, Default)]
pub struct FirstWords {
    /// Number of such segments, whatever the case of the words.
    pub same: u64,
    /// Segments among them in which the first word is in another case.
    pub in_other_case: SegmentList,
}

/// Minimum number of tokens of lines that are compared by their words, and similarities of lines that have hardly anything,
/// or little, in common.
const MIN_TOKENS: u32 = 8;
const DISSIMILAR: f64 = 0.05;
const HARDLY_SIMILAR: f64 = 0.13;

impl SegmentCounts {
    /// Looks at all segments of a candidate, given the statistics of each, and sketches of the source if it is known.
    pub fn new(
        candidate: &TextProfile,
        references: &[TextProfile],
        table: &SegmentStatistics,
        source: &[Sketch],
    ) -> SegmentCounts {
        let mut counts = SegmentCounts {
            all: candidate.lines(),
            empty_candidates: SegmentList::of_empty_candidates(table),
            below_half: SegmentList::of_lengths(table, |hyp_len, ref_len| 2 * hyp_len < ref_len),
            above_double: SegmentList::of_lengths(table, |hyp_len, ref_len| hyp_len > 2 * ref_len),
            empty_references: vec![SegmentList::default(); references.len()],
            first_words: vec![FirstWords::default(); references.len()],
            ..SegmentCounts::default()
        };
        for (segment, row) in table.rows().enumerate().take(candidate.records.len()) {
            let line = Line { record: &candidate.records[segment], sketch: &candidate.sketches[segment] };
            let others: Vec<(usize, Line)> = (0..references.len())
                .filter_map(|number| Some((number, Line::of(&references[number], segment)?)))
                .collect();
            counts.add(segment, row, &line, &others);
            if source.get(segment).is_some_and(|source| {
                line.is_copy_of(source) && !others.iter().any(|(_, other)| other.is_copy_of(source))
            }) {
                counts.untranslated.add(segment as u64);
            }
        }
        counts
    }

    /// Adds a segment, given its statistics and its references with their numbers, from 0.
    fn add(&mut self, segment: usize, row: &[u32], line: &Line, references: &[(usize, Line)]) {
        let place = segment as u64;
        let others = || references.iter().map(|(_, other)| other);
        self.identical += u64::from(others().any(|other| other.record.text == line.record.text));
        for (number, other) in references {
            if other.record.is_empty && row[0] > 0 {
                self.empty_references[*number].add(place);
            }
            self.first_words[*number].add(place, &line.record.text, &other.record.text);
        }
        if line.repeats() && !others().any(Line::repeats_or_shouts) {
            self.loops.add(place);
        }
        let letters: Vec<&ScriptCounts> = others().map(|other| &other.record.letters).collect();
        if line.record.letters.are_foreign_to(&letters) {
            self.foreign.add(place);
            self.foreign_letters += &line.record.letters;
            letters.iter().for_each(|letters| self.replaced_letters += letters);
        }
        self.add_similarity(place, row, others().map(|other| line.sketch.similarity(other.sketch)).fold(0.0, f64::max));
        for (oddity, has_fault) in Oddity::FAULTS {
            if !references.is_empty() && others().all(|other| has_fault(line.record, other.record)) {
                self.odd[0][oddity as usize].add(place);
            }
            if others().any(|other| has_fault(other.record, line.record)) {
                self.odd[1][oddity as usize].add(place);
            }
        }
    }

    /// Adds a line if it has little in common with its references, by its statistics and its similarity.
    fn add_similarity(&mut self, segment: u64, row: &[u32], similarity: f64) {
        let (tokens, correct) = (row[0].min(row[1]), row[2]);
        if tokens < MIN_TOKENS {
            return;
        }
        self.compared += 1;
        if similarity < DISSIMILAR && 10 * correct < 3 * tokens {
            self.dissimilar.add(segment);
        } else if (DISSIMILAR..HARDLY_SIMILAR).contains(&similarity) {
            self.hardly_similar += 1;
        }
    }

    /// Segments with a fault, in the candidate or in a reference.
    pub fn odd(&self, oddity: Oddity, in_candidate: bool) -> &SegmentList {
        &self.odd[usize::from(!in_candidate)][oddity as usize]
    }
}

/// A line of a text.
struct Line<'a> {
    record: &'a LineRecord,
    sketch: &'a Sketch,
}

impl Line<'_> {
    /// A line that is there.
    fn of(text: &TextProfile, segment: usize) -> Option<Line<'_>> {
        let record = text.records.get(segment).filter(|record| record.is_there)?;
        Some(Line { record, sketch: &text.sketches[segment] })
    }

    /// Whether it repeats the same words.
    fn repeats(&self) -> bool {
        self.sketch.is_repetitive() && garbled_lines::loops(&self.record.text)
    }

    fn repeats_or_shouts(&self) -> bool {
        garbled_lines::loops(&self.record.text) || garbled_lines::shouts(&self.record.text)
    }

    fn is_copy_of(&self, source: &Sketch) -> bool {
        source.ones() >= MIN_SUBSTRINGS && source.similarity(self.sketch) >= COPIED
    }
}

impl FirstWords {
    /// Compares the first words of a line with a reference.
    fn add(&mut self, segment: u64, line: &str, reference: &str) {
        let ([first, second], [other_first, other_second]) = (first_words(line), first_words(reference));
        if !first.is_empty() && is_same_word(first, other_first) && is_same_word(second, other_second) {
            self.same += 1;
            if first != other_first {
                self.in_other_case.add(segment);
            }
        }
    }
}

/// The first two words of a line, without marks around them; empty if there are fewer.
fn first_words(line: &str) -> [&str; 2] {
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    [(); 2].map(|()| words.next().unwrap_or_default())
}

/// Whether two words are the same, whatever their case.
fn is_same_word(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other) || !one.is_ascii() && one.to_lowercase() == other.to_lowercase()
}

/// Minimum number of letters of a text whose use of letters is judged.
pub const MIN_LETTERS: u64 = 200;

/// Rise of the score by a change from which lines cannot be compared with each other without it: two points of 100.
pub const SPOILS_LINES: f64 = 0.02;

/// Minimum rise of the score for a finding that candidate and references treat something differently: half a point of
/// 100.
pub const MIN_RISE: f64 = 0.005;

/// Minimum share of the score that is lost without a change, for the same in a text with a low score.
const MIN_LOSS: f64 = 0.05;

/// Ratio of changed places; the stricter applies if only the relative loss is high, and then one line in so many must be
/// altered.
const MIN_DISPARITY: f64 = 3.0;
pub const CLEAR_DISPARITY: f64 = 10.0;
const SEGMENTS_PER_LINE: u64 = 10;

/// Minimum difference of these numbers, or of numbers of segments on one side: this many, and one in this many segments.
const MIN_PLACES: u64 = 10;
const SEGMENTS_PER_PLACE: u64 = 50;
const SEGMENTS_PER_ONE_SIDED: u64 = 10;
const SEGMENTS_PER_DAMAGED: u64 = 100;

impl Evidence<'_> {
    /// Lists ranges of segments by their places in the input.
    pub fn list(&self, ranges: &[SegmentRange]) -> String {
        SegmentRange::list(&self.places.of_ranges(ranges))
    }

    /// The score after a change.
    pub fn what_if(&self, change: Change) -> Option<&WhatIfScore> {
        self.what_if.iter().find(|what_if| what_if.change == change)
    }

    /// Whether most lines that are related to a reference are not similar to it.
    pub fn is_mostly_dissimilar(&self, text: Text) -> bool {
        matches!(text, Text::Reference(number) if self.comparisons[number - 1].mostly_dissimilar)
    }

    /// By how much a change raises the score.
    pub fn rise(&self, change: Change) -> f64 {
        self.what_if(change).map_or(0.0, |what_if| what_if.difference)
    }

    /// The share of the score that is lost without a change, from 0 to 1.
    pub fn loss(&self, change: Change) -> f64 {
        self.what_if(change).map_or(0.0, |what_if| what_if.difference / what_if.score.max(f64::MIN_POSITIVE))
    }

    /// Whether a change raises the score by so much that it matters, and alters many more places on one side.
    pub fn is_one_sided(&self, change: Change) -> bool {
        let matters =
            |what_if: &WhatIfScore| what_if.difference >= MIN_RISE && self.is_disparate(what_if, MIN_DISPARITY);
        // If something else has made the score low, no change raises it much.
        let would_matter = |what_if: &WhatIfScore| {
            what_if.difference > 0.0
                && self.loss(change) >= MIN_LOSS
                && self.has_other_places(what_if, CLEAR_DISPARITY)
                && what_if.candidate.lines.max(what_if.references.lines) >= self.segments.all / SEGMENTS_PER_LINE
        };
        self.what_if(change).is_some_and(|what_if| matters(what_if) || would_matter(what_if))
    }

    /// Whether lines on one side are damaged: they have what no good text has, and score more without it.
    pub fn is_damaged(&self, change: Change) -> bool {
        matches!(change, Change::Nfc | Change::InvisibleCharacters | Change::Entities | Change::Markup)
            && self.what_if(change).is_some_and(|what_if| {
                let (candidate, references) = (what_if.only_candidate, what_if.only_references);
                what_if.difference > 0.0 && self.differ(candidate, references, MIN_DISPARITY, SEGMENTS_PER_DAMAGED)
            })
    }

    /// Whether a change alters many more places in the candidate than in a reference, or fewer; or alters many segments on
    /// one side only, always the same.
    pub fn is_disparate(&self, what_if: &WhatIfScore, factor: f64) -> bool {
        // A line that is empty has nothing to alter.
        let only_references = what_if.only_references.saturating_sub(self.segments.empty_candidates.segments);
        self.has_other_places(what_if, factor)
            || self.differ(what_if.only_candidate, only_references, factor, SEGMENTS_PER_ONE_SIDED)
    }

    /// Whether a change alters many more places in the candidate than in a reference, or fewer.
    pub fn has_other_places(&self, what_if: &WhatIfScore, factor: f64) -> bool {
        let (candidate, reference) = self.places(what_if);
        self.differ(candidate, reference, factor, SEGMENTS_PER_PLACE)
    }

    /// Whether numbers of the candidate and of a reference differ by a factor, and by one in so many segments.
    fn differ(&self, candidate: u64, reference: u64, factor: f64, segments: u64) -> bool {
        let (least, most) = (candidate.min(reference), candidate.max(reference));
        most as f64 >= factor * least as f64 && most - least >= MIN_PLACES.max(self.segments.all / segments)
    }

    /// Numbers of places that a change alters in the candidate and, on average, in a reference.
    pub fn places(&self, what_if: &WhatIfScore) -> (u64, u64) {
        let Altered { places, .. } = what_if.references;
        (what_if.candidate.places, places / (self.references.len() as u64).max(1))
    }

    /// The score without some segments; `None` if these are most of the text.
    pub fn score_without(&self, segments: &[SegmentRange]) -> Option<f64> {
        Some(self.definition.evaluate(&self.statistics_without(segments)?).value())
    }

    /// The sum of all statistics but those of some segments; `None` if these are most of the text.
    pub fn statistics_without(&self, segments: &[SegmentRange]) -> Option<Statistics> {
        let mut lines: Vec<usize> =
            segments.iter().flat_map(|range| range.first as usize..=range.last as usize).collect();
        lines.sort_unstable();
        lines.dedup();
        let is_known = lines.last().is_some_and(|last| *last < self.table.len());
        if !is_known || 10 * lines.len() as u64 > 9 * self.segments.all {
            return None;
        }
        Some(self.statistics.replace(&self.table.sum_of(&lines), &self.table.sum_of(&[])))
    }

    /// The share of the score that is lost by some segments, from 0 to 1. If these are most of the text, the score of the
    /// others tells little.
    pub fn loss_in(&self, segments: &[SegmentRange]) -> f64 {
        let least = if 2 * segments.iter().map(SegmentRange::len).sum::<u64>() > self.segments.all { 0.5 } else { 0.0 };
        let loss = |score: f64| 1.0 - self.score.value() / score.max(f64::MIN_POSITIVE);
        self.score_without(segments).map_or(1.0, loss).max(least)
    }

    /// Number of segments among these lines, from 0, with different references: a refrain is one.
    pub fn distinct(&self, lines: impl IntoIterator<Item = usize>) -> usize {
        self.references.first().map_or(0, |text| text.distinct(lines))
    }

    /// Whether these are most of the segments.
    pub fn are_most(&self, segments: u64) -> bool {
        2 * segments > self.segments.all
    }

    /// Share of the segments.
    pub fn share(&self, segments: u64) -> f64 {
        segments as f64 / (self.segments.all as f64).max(1.0)
    }

    /// All texts.
    pub fn texts(&self) -> impl Iterator<Item = (Text, &TextProfile)> {
        let references = (1..).zip(self.references).map(|(number, profile)| (Text::Reference(number), profile));
        std::iter::once((Text::Candidate, self.candidate)).chain(references)
    }

    /// The profile of a text.
    pub fn profile(&self, text: Text) -> &TextProfile {
        match text {
            Text::Candidate => self.candidate,
            Text::Reference(number) => &self.references[number - 1],
        }
    }

    /// The texts that a text is compared with.
    pub fn other_side(&self, text: Text) -> &[TextProfile] {
        match text {
            Text::Candidate => self.references,
            Text::Reference(_) => std::slice::from_ref(self.candidate),
        }
    }

    /// The references with a property, if there are any, as [`numbered_references`](Self::numbered_references).
    pub fn references_that(&self, is_such: impl Fn(&TextProfile) -> bool) -> Option<(String, TextCounts)> {
        let such = (1..).zip(self.references).filter(|(_, text)| is_such(text));
        self.numbered_references(such.map(|(number, _)| number).collect())
    }

    /// The references of these numbers, if there are any, in words, and the sum of their counts: "the references", or
    /// "reference 2" if there are others.
    pub fn numbered_references(&self, numbers: Vec<usize>) -> Option<(String, TextCounts)> {
        if numbers.is_empty() {
            return None;
        }
        let counts = numbers.iter().map(|number| &self.references[number - 1].counts).sum();
        let are_all = numbers.len() == self.references.len();
        Some((if are_all { "the references".into() } else { numbered(&numbers) }, counts))
    }

    /// The sum of the counts of all references.
    pub fn counts_of_references(&self) -> TextCounts {
        self.references.iter().map(|text| &text.counts).sum()
    }
}
