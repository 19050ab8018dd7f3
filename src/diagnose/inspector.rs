//! Inspection of a batch of segments: profiles and sketches of its texts, and segments with a property.

use super::alignment::Sketch;
use super::alignment::thresholds::{COPIED, MIN_SUBSTRINGS};
use super::evidence::{FirstWords, SegmentCounts};
use super::garbled_lines;
use super::scripts::{PropertyCache, ScriptCounts};
use super::segment_list::SegmentList;
use super::text_profile::TextProfile;
use crate::Error;
use crate::bleu::{Definition, SegmentStatistics, Statistics};
use crate::lines::lines_of;
use crate::tokenize::Tokens;
use crate::what_if::{RecountedBatch, Recounter};
use std::sync::Arc;

/// Inspects batches of segments; keeps its memory from one batch to the next.
#[derive(Debug)]
pub struct Inspector {
    properties: PropertyCache,
    recounter: Recounter,
}

/// Observations on a batch of segments, for [`Diagnoser::add`].
#[derive(Debug)]
pub struct InspectedBatch {
    pub(super) candidates: Vec<CandidateBatch>,
    /// The candidates' texts, then the references'.
    pub(super) texts: Vec<TextBatch>,
    pub(super) what_if: RecountedBatch,
}

#[derive(Debug)]
pub(super) struct CandidateBatch {
    pub statistics: Statistics,
    pub segments: SegmentCounts,
}

#[derive(Debug, Default)]
pub(super) struct TextBatch {
    pub profile: TextProfile,
    /// A sketch of each line.
    pub sketches: Vec<Arc<Sketch>>,
}

impl Inspector {
    pub fn new(definition: &Definition) -> Inspector {
        Inspector { properties: PropertyCache::of_text(), recounter: Recounter::new(definition) }
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
        let mut inspected: Vec<TextBatch> = texts.iter().map(|_| TextBatch::default()).collect();
        inspected.iter_mut().zip(texts).for_each(|(inspected, text)| inspected.profile.add_text(text));
        let mut candidates: Vec<CandidateBatch> =
            statistics.iter().map(|table| CandidateBatch { statistics: table.sum(), segments: count(table) }).collect();
        let mut letters = vec![ScriptCounts::default(); texts.len()];
        let lines = lines_of(texts);
        let sources: Vec<Sketch> = lines_of(source.as_slice()).into_iter().flatten().map(Sketch::new).collect();
        for segment in 0..statistics.first().map_or(0, SegmentStatistics::len) {
            let is_missing = |text: usize| tokens.get(text).is_some_and(|tokens| tokens.is_missing(segment));
            for (number, text) in inspected.iter_mut().enumerate() {
                text.sketches.push(Arc::new(Sketch::new(lines[number][segment])));
                if is_missing(number) {
                    letters[number] = ScriptCounts::default();
                } else {
                    text.profile.add(lines[number][segment], &mut self.properties, &mut letters[number]);
                }
            }
            let references = candidates.len();
            for i in 0..references {
                let (texts, of_references) = inspected.split_at_mut(references);
                let is_loop = |text: usize| garbled_lines::loops(lines[text][segment]);
                if texts[i].sketches[segment].is_repetitive() && is_loop(i) && !(references..lines.len()).any(is_loop) {
                    texts[i].profile.garbled.loops.add(segment as u64);
                }
                let is_like_source = |sketch: &Sketch| {
                    let source = sources.get(segment);
                    source.is_some_and(|source: &Sketch| {
                        source.ones() >= MIN_SUBSTRINGS && source.similarity(sketch) >= COPIED
                    })
                };
                let is_usual = || of_references.iter().any(|text| is_like_source(&text.sketches[segment]));
                if is_like_source(&texts[i].sketches[segment]) && !is_usual() {
                    candidates[i].segments.untranslated.add(segment as u64);
                }
            }
            for (i, CandidateBatch { segments, .. }) in candidates.iter_mut().enumerate() {
                let (candidate, of_references) = (&letters[i], &letters[references..]);
                if candidate.are_foreign_to(of_references) {
                    segments.foreign.add(segment as u64);
                    segments.foreign_letters += candidate;
                    of_references.iter().for_each(|letters| segments.replaced_letters += letters);
                }
                let [first, second] = first_words(lines[i][segment]);
                segments.first_words.resize_with(lines.len() - references, FirstWords::default);
                for (words, reference) in segments.first_words.iter_mut().zip(references..) {
                    let [other_first, other_second] = first_words(lines[reference][segment]);
                    if !first.is_empty() && is_same_word(first, other_first) && is_same_word(second, other_second) {
                        words.same += 1;
                        if first != other_first {
                            words.in_other_case.add(segment as u64);
                        }
                    }
                }
                let is_copy =
                    |reference: usize| lines[reference][segment] == lines[i][segment] && !is_missing(reference);
                segments.identical += u64::from((references..lines.len()).any(is_copy));
            }
        }
        let what_if = self.recounter.recount(&lines, tokens, statistics)?;
        Ok(InspectedBatch { candidates, texts: inspected, what_if })
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

/// Counts the segments of one candidate by their lengths.
fn count(table: &SegmentStatistics) -> SegmentCounts {
    let empty_candidates = SegmentList::of_empty_candidates(table);
    let mut counts = SegmentCounts { all: table.len() as u64, empty_candidates, ..SegmentCounts::default() };
    for (segment, row) in (0..).zip(table.rows()) {
        let (hyp_len, ref_len) = (u64::from(row[0]), u64::from(row[1]));
        if 2 * hyp_len < ref_len {
            counts.below_half.add(segment);
        }
        if hyp_len > 2 * ref_len {
            counts.above_double.add(segment);
        }
    }
    counts
}
