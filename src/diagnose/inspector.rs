//! Inspection of a batch of segments: profiles and sketches of its texts, and segments with a property.

use super::alignment::Sketch;
use super::alignment::thresholds::{COPIED, MIN_SUBSTRINGS};
use super::evidence::{FirstWords, Oddity, SegmentCounts};
use super::garbled_lines;
use super::line_record::LineRecord;
use super::scripts::{PropertyCache, ScriptCounts};
use super::segment_list::SegmentList;
use super::text_profile::TextProfile;
use crate::Error;
use crate::bleu::{Definition, SegmentStatistics};
use crate::lines::lines_of;
use crate::tokenize::Tokens;
use crate::what_if::{RecountedBatch, Recounter};
use std::slice;

/// Number of characters whose properties are kept.
const CACHED: usize = 1 << 12;

/// Minimum number of tokens of lines that are compared by their words, and similarities of lines that have hardly anything,
/// or little, in common.
const MIN_TOKENS: u32 = 8;
const DISSIMILAR: f64 = 0.05;
const HARDLY_SIMILAR: f64 = 0.13;

/// Inspects batches of segments; keeps its memory from one batch to the next.
#[derive(Debug)]
pub struct Inspector {
    properties: PropertyCache,
    recounter: Recounter,
}

/// Observations on a batch of segments, for [`Diagnoser::add`].
#[derive(Debug)]
pub struct InspectedBatch {
    /// Segments of each candidate.
    pub(super) segments: Vec<SegmentCounts>,
    /// Profiles of the texts, with a sketch of each line; the candidates first.
    pub(super) texts: Vec<TextProfile>,
    /// Statistics of the segments of each candidate.
    pub(super) tables: Vec<SegmentStatistics>,
    pub(super) what_if: RecountedBatch,
}

impl Inspector {
    pub fn new(definition: &Definition) -> Inspector {
        Inspector { properties: PropertyCache::new(CACHED), recounter: Recounter::new(definition) }
    }

    /// An inspector of windows, which leaves out what makes no difference.
    pub fn of_windows(definition: &Definition) -> Inspector {
        Inspector { recounter: Recounter::of_differences(definition), ..Inspector::new(definition) }
    }

    /// Inspects a batch, given its texts as they were read, the candidates first, their tokens, the statistics of each
    /// candidate, and the source text if it is known.
    ///
    /// # Errors
    /// If a text is too long.
    pub fn inspect(
        &mut self,
        texts: &[&str],
        tokens: &[Tokens],
        statistics: &[SegmentStatistics],
        source: Option<&str>,
    ) -> Result<InspectedBatch, Error> {
        let lines = lines_of(texts);
        let sources = lines_of(source.as_slice()).into_iter().flatten().map(Sketch::new).collect();
        let batch = Batch { lines: &lines, tokens, candidates: statistics.len(), sources };
        let mut texts: Vec<TextProfile> = texts.iter().map(|text| TextProfile::of_marks(text)).collect();
        let references = &tokens[statistics.len()..];
        let mut counts: Vec<SegmentCounts> =
            statistics.iter().map(|statistics| SegmentCounts::of_lengths(statistics, references)).collect();
        let mut letters = vec![ScriptCounts::default(); texts.len()];
        for segment in 0..statistics.first().map_or(0, SegmentStatistics::len) {
            for (number, text) in texts.iter_mut().enumerate() {
                self.add_line(&batch, number, segment, text, &mut letters[number]);
            }
            let of_references = &letters[counts.len()..];
            for (number, segments) in counts.iter_mut().enumerate() {
                if batch.is_loop(number, segment, &texts) {
                    segments.loops.add(segment as u64);
                }
                if batch.is_untranslated(number, segment, &texts) {
                    segments.untranslated.add(segment as u64);
                }
                segments.add_letters(segment, &letters[number], of_references);
                segments.add_similarity(segment, statistics[number].row(segment), &batch, number, &texts);
                segments.add_first_words(segment, batch.line(number, segment), batch.references(segment));
                segments.identical += u64::from(batch.is_copy(number, segment));
                segments.add_oddities(segment, &texts[number].records[segment], &batch.records(segment, &texts));
            }
        }
        let what_if = self.recounter.recount(&lines, tokens, statistics)?;
        Ok(InspectedBatch { segments: counts, texts, tables: statistics.to_vec(), what_if })
    }

    /// Adds a line to the profile of its text, and replaces `letters` by the letters of the line.
    fn add_line(
        &mut self,
        batch: &Batch,
        number: usize,
        segment: usize,
        text: &mut TextProfile,
        letters: &mut ScriptCounts,
    ) {
        let line = batch.line(number, segment);
        text.sketches.push(Sketch::new(line));
        text.records.push(LineRecord::new(line));
        text.add_words(segment as u64, line);
        if batch.is_missing(number, segment) {
            letters.clear();
        } else {
            text.add(line, &mut self.properties, letters);
        }
    }
}

/// Texts of a batch: the candidates, then the references.
struct Batch<'a> {
    lines: &'a [Vec<&'a str>],
    tokens: &'a [Tokens<'a>],
    /// Number of candidates.
    candidates: usize,
    /// Sketches of the source, if it is known.
    sources: Vec<Sketch>,
}

impl<'a> Batch<'a> {
    fn line(&self, text: usize, segment: usize) -> &'a str {
        self.lines[text][segment]
    }

    /// The reference lines of a segment.
    fn references(&self, segment: usize) -> impl Iterator<Item = &'a str> {
        self.lines[self.candidates..].iter().map(move |text| text[segment])
    }

    /// The records of the references that a segment does not lack.
    fn records<'t>(&self, segment: usize, texts: &'t [TextProfile]) -> Vec<&'t LineRecord> {
        let present = (self.candidates..texts.len()).filter(|text| !self.is_missing(*text, segment));
        present.map(|text| &texts[text].records[segment]).collect()
    }

    /// Whether a reference is missing.
    fn is_missing(&self, text: usize, segment: usize) -> bool {
        self.tokens.get(text).is_some_and(|tokens| tokens.is_missing(segment))
    }

    /// Whether a candidate line repeats the same words, unlike its references.
    fn is_loop(&self, candidate: usize, segment: usize, texts: &[TextProfile]) -> bool {
        texts[candidate].sketches[segment].is_repetitive()
            && garbled_lines::loops(self.line(candidate, segment))
            && !self.references(segment).any(|line| garbled_lines::loops(line) || garbled_lines::shouts(line))
    }

    /// Whether a candidate line is like the source, unlike its references.
    fn is_untranslated(&self, candidate: usize, segment: usize, texts: &[TextProfile]) -> bool {
        let Some(source) = self.sources.get(segment).filter(|source| source.ones() >= MIN_SUBSTRINGS) else {
            return false;
        };
        let is_copy = |text: &TextProfile| source.similarity(&text.sketches[segment]) >= COPIED;
        is_copy(&texts[candidate]) && !texts[self.candidates..].iter().any(is_copy)
    }

    /// Whether a candidate line is identical to a reference line.
    fn is_copy(&self, candidate: usize, segment: usize) -> bool {
        let is_copy = |text: usize| self.line(text, segment) == self.line(candidate, segment);
        (self.candidates..self.lines.len()).any(|text| is_copy(text) && !self.is_missing(text, segment))
    }
}

impl SegmentCounts {
    /// Counts the segments of a candidate by their lengths, and by the lengths of each reference.
    fn of_lengths(statistics: &SegmentStatistics, references: &[Tokens]) -> SegmentCounts {
        let empty = |reference| SegmentList::of_empty_references(reference, slice::from_ref(statistics));
        SegmentCounts {
            all: statistics.len() as u64,
            empty_candidates: SegmentList::of_empty_candidates(statistics),
            empty_references: references.iter().map(empty).collect(),
            below_half: SegmentList::of_lengths(statistics, |hyp_len, ref_len| 2 * hyp_len < ref_len),
            above_double: SegmentList::of_lengths(statistics, |hyp_len, ref_len| hyp_len > 2 * ref_len),
            ..SegmentCounts::default()
        }
    }

    /// Adds the letters of a line if they are foreign to its references.
    fn add_letters(&mut self, segment: usize, letters: &ScriptCounts, of_references: &[ScriptCounts]) {
        if letters.are_foreign_to(of_references) {
            self.foreign.add(segment as u64);
            self.foreign_letters += letters;
            of_references.iter().for_each(|letters| self.replaced_letters += letters);
        }
    }

    /// Adds a line if it has little in common with its references, by its statistics and by the sketches of the lines.
    fn add_similarity(&mut self, segment: usize, row: &[u32], batch: &Batch, number: usize, texts: &[TextProfile]) {
        let (tokens, correct) = (row[0].min(row[1]), row[2]);
        if tokens < MIN_TOKENS {
            return;
        }
        self.compared += 1;
        let similarity = texts[batch.candidates..]
            .iter()
            .map(|reference| texts[number].sketches[segment].similarity(&reference.sketches[segment]))
            .fold(0.0, f64::max);
        if similarity < DISSIMILAR && 10 * correct < 3 * tokens {
            self.dissimilar.add(segment as u64);
            self.dissimilar_words.add(batch.line(number, segment));
        } else if (DISSIMILAR..HARDLY_SIMILAR).contains(&similarity) {
            self.hardly_similar += 1;
        }
    }

    /// Adds a line if it has faults that all its references show, or one of these has faults that the line shows.
    fn add_oddities(&mut self, segment: usize, record: &LineRecord, references: &[&LineRecord]) {
        for (oddity, has_fault) in Oddity::FAULTS {
            if !references.is_empty() && references.iter().all(|reference| has_fault(record, reference)) {
                self.odd[0][oddity as usize].add(segment as u64);
            }
            if references.iter().any(|reference| has_fault(reference, record)) {
                self.odd[1][oddity as usize].add(segment as u64);
            }
        }
    }

    /// Compares the first words of a line with its references.
    fn add_first_words<'a>(&mut self, segment: usize, line: &str, references: impl Iterator<Item = &'a str>) {
        let [first, second] = first_words(line);
        for (number, reference) in references.enumerate() {
            if self.first_words.len() == number {
                self.first_words.push(FirstWords::default());
            }
            let [other_first, other_second] = first_words(reference);
            if !first.is_empty() && is_same_word(first, other_first) && is_same_word(second, other_second) {
                let words = &mut self.first_words[number];
                words.same += 1;
                if first != other_first {
                    words.in_other_case.add(segment as u64);
                }
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
