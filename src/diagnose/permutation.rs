//! Lines compared with other lines of the same reference. No fixed similarity separates a weak translation from an
//! unrelated text, but any translation is more similar to its own reference than to those of other segments.
//!
//! Each line is compared with its own reference and with some others, taken at random. Lines that win against none are
//! looked for in the whole reference. If many are found at the same distance, that stretch is shifted; if they are found
//! all over, the text is shuffled; if they are found nowhere, it is another text.

use super::alignment::{
    ALIGNED, MARGIN, MIN_SUBSTRINGS, OpenRange, RELATED, ShiftedRange, Sketch, UnrelatedRange, vote_for,
};
use super::finding::SegmentRange;
use crate::splitmix64;
use std::collections::HashMap;
use std::sync::Arc;

/// Maximum number of lines that are compared with distant ones; their sketches stay in memory.
pub const MAX_LINES: usize = 1 << 18;

/// Number of other references that each line is compared with: an unrelated line wins against all by chance in one case
/// of nine.
const OTHERS: u64 = 8;

/// Maximum number of comparisons in the search for lines, and minimum number of lines that are looked for.
const MAX_COMPARISONS: usize = 1_000_000;
const MIN_SEARCHED: usize = 40;

/// Minimum similarity of a line that was looked for, and its lead over the second most similar one.
const FOUND: f64 = 0.2;
const LEAD: f64 = 0.1;

/// Minimum number of lines found at the same distance before all lines are compared at it, and maximum number of such
/// distances.
const MIN_AT_DISTANCE: usize = 3;
const MAX_DISTANCES: usize = 12;

/// A text is shuffled if many of the lines that were looked for were found elsewhere. If at least one line in five is
/// looked for, a fifth of them are enough: in weak translations, few lines are found, but of another text of the same kind,
/// at most one in seven seems to be. If fewer are looked for, a third of them must be found, and more lines.
const MIN_ELSEWHERE: usize = 8;
const MIN_ELSEWHERE_OF_FEW: usize = 20;

/// Evidence for another text, added by an unrelated line and by another one, in a text whose lines are mostly similar to
/// their references. It grows if more than a quarter of the lines are unrelated. In the worst of 57 pairs of
/// translations from WMT 2022, a ninth of the lines are.
const UNRELATED: i64 = 3;
const NOT_UNRELATED: i64 = -1;

/// The same in a text whose lines are not: it grows if fewer than a sixth of the lines win against random ones, hardly
/// more than by chance.
const LOSING: i64 = 1;
const NOT_LOSING: i64 = -5;

/// Minimum evidence: thirty lines. In a longer text that is not similar to its references, more is found by chance: so many
/// times as much as the logarithm of its length in multiples of this one, plus 1.
const MIN_EVIDENCE: i64 = 30;
const SHORT_TEXT: f64 = 300.0;

/// Candidate lines that are most similar to reference lines of other segments, all over the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffled {
    /// Lines that are long enough to be compared.
    pub compared: u64,
    /// Compared lines that are no more similar to their own reference than to random other lines.
    pub losing: u64,
    /// Losing lines that were looked for in the whole reference.
    pub searched: u64,
    /// Lines that were found at another place.
    pub elsewhere: u64,
    /// Whether the text is in reverse order.
    pub reversed: bool,
    /// Lines that were found at another place.
    pub segments: Vec<SegmentRange>,
}

/// Result of the comparison.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Ranges that are shifted further than [`Alignment`](super::alignment::Alignment) looks.
    pub shifted: Vec<ShiftedRange>,
    pub shuffled: Option<Shuffled>,
    /// Whether most of the lines that win against random ones are not similar to their own reference.
    pub is_weak: bool,
    pub unrelated: Option<UnrelatedRange>,
}

/// A line that was found at another place; indices from 0.
struct Found {
    line: usize,
    at: usize,
}

/// Compares the lines of a candidate with those of a reference, outside of the ranges that are known to be shifted.
pub fn compare(candidates: &[Arc<Sketch>], references: &[Arc<Sketch>], known: &[ShiftedRange]) -> Comparison {
    let lines = candidates.len().min(references.len());
    let (candidates, references) = (&candidates[..lines], &references[..lines]);
    let own: Vec<f64> = candidates.iter().zip(references).map(|(a, b)| a.similarity(b)).collect();
    let is_long = |sketch: &Sketch| sketch.ones() >= MIN_SUBSTRINGS;
    let compared: Vec<usize> = (0..lines).filter(|&i| is_long(&candidates[i]) && is_long(&references[i])).collect();
    if compared.len() < MIN_ELSEWHERE {
        return Comparison::default();
    }
    let other = |i: usize, k: u64| compared[random(i as u64 * OTHERS + k) as usize % compared.len()];
    let similarity_to_other = |i: usize, k: u64| candidates[i].similarity(&references[other(i, k)]);
    let wins = |i: usize| (0..OTHERS).all(|k| own[i] > similarity_to_other(i, k) || other(i, k) == i);
    let by_chance = compared.iter().map(|&i| similarity_to_other(i, 0)).sum::<f64>() / compared.len() as f64;
    let related = RELATED + by_chance.max(0.0);
    let is_within = |ranges: &[ShiftedRange], i: usize| {
        ranges.iter().any(|range| (range.first..=range.last).contains(&(i as u64 + 1)))
    };
    let winning: Vec<bool> = compared.iter().map(|&i| wins(i)).collect();
    let losing: Vec<usize> = compared
        .iter()
        .zip(&winning)
        .filter(|(i, wins)| !**wins && own[**i] < related && !is_within(known, **i))
        .map(|(i, _)| *i)
        .collect();
    let searched = sample(&losing, (MAX_COMPARISONS / lines).max(MIN_SEARCHED));
    // Side by side in memory, they are compared in half the time.
    let others: Vec<(usize, Sketch)> =
        compared.iter().filter(|_| !searched.is_empty()).map(|&i| (i, Sketch::clone(&references[i]))).collect();
    let mut found: Vec<Found> =
        searched.iter().filter_map(|&line| find(line, &candidates[line], own[line], &others)).collect();
    // A copy of another line is found where that is.
    found.retain(|found| candidates[found.line].hash() != candidates[found.at].hash());
    let shifted = shifted(candidates, references, &own, &found);

    let mut comparison = Comparison::default();
    let outside = |i: usize| !is_within(&shifted, i);
    let losing_outside = losing.iter().filter(|i| outside(**i)).count();
    let searched_outside = searched.iter().filter(|i| outside(**i)).count();
    let elsewhere: Vec<&Found> = found.iter().filter(|found| outside(found.line)).collect();
    let is_shuffled = if 5 * losing_outside >= compared.len() {
        elsewhere.len() >= MIN_ELSEWHERE && 5 * elsewhere.len() >= searched_outside
    } else {
        elsewhere.len() >= MIN_ELSEWHERE_OF_FEW && 3 * elsewhere.len() >= searched_outside
    };
    // If a part is another text, the lines of the rest are still similar.
    let similarities = compared.iter().zip(&winning).filter(|(_, wins)| **wins).map(|(&i, _)| own[i]);
    comparison.is_weak = median(similarities.collect()) < ALIGNED;
    if is_shuffled {
        let reversed = elsewhere.iter().filter(|found| found.line + found.at == lines - 1).count();
        comparison.shuffled = Some(Shuffled {
            compared: compared.len() as u64,
            losing: losing_outside as u64,
            searched: searched_outside as u64,
            elsewhere: elsewhere.len() as u64,
            reversed: 5 * reversed >= 4 * elsewhere.len(),
            segments: SegmentRange::of(elsewhere.iter().map(|found| found.line as u64 + 1)),
        });
    } else {
        let is_weak = comparison.is_weak;
        let lines = compared.iter().zip(&winning).filter(|(i, _)| outside(**i) && !is_within(known, **i));
        let lines = lines.map(|(&line, &wins)| (line, wins || !is_weak && own[line] >= related));
        comparison.unrelated = unrelated(lines, is_weak);
    }
    comparison.shifted = shifted;
    comparison
}

/// Returns the place of the line that is clearly most similar, if it is another one than the line's own.
fn find(line: usize, candidate: &Sketch, own: f64, others: &[(usize, Sketch)]) -> Option<Found> {
    let (mut at, mut best, mut second) = (line, own, 0.0f64);
    for (i, other) in others.iter().filter(|(i, _)| *i != line) {
        let similarity = candidate.similarity(other);
        if similarity > best {
            (at, best, second) = (*i, similarity, best);
        } else {
            second = second.max(similarity);
        }
    }
    (at != line && best >= FOUND.max(own + MARGIN) && best >= second + LEAD).then_some(Found { line, at })
}

/// Returns the ranges at the distances at which lines were found.
fn shifted(candidates: &[Arc<Sketch>], references: &[Arc<Sketch>], own: &[f64], found: &[Found]) -> Vec<ShiftedRange> {
    let mut counts: HashMap<i64, usize> = HashMap::new();
    for found in found {
        *counts.entry(found.at as i64 - found.line as i64).or_default() += 1;
    }
    let mut distances: Vec<(usize, i64)> = counts
        .into_iter()
        .map(|(shift, count)| (count, shift))
        .filter(|(count, _)| *count >= MIN_AT_DISTANCE)
        .collect();
    distances.sort_by_key(|&(count, shift)| (std::cmp::Reverse(count), shift.abs(), shift));
    distances.truncate(MAX_DISTANCES);
    let mut ranges = Vec::new();
    for (_, shift) in distances {
        let mut open = OpenRange::default();
        for (i, candidate) in candidates.iter().enumerate() {
            let other = usize::try_from(i as i64 + shift).ok().and_then(|other| references.get(other));
            let vote = other.and_then(|other| vote_for(own[i], || candidate.similarity(other)));
            open.continue_with(shift, i as u64 + 1, vote, &mut ranges);
        }
        open.close(&mut ranges);
    }
    ranges.sort_by_key(|range| (range.first, range.shift));
    ranges
}

/// Returns the range of lines with the most evidence for another text.
fn unrelated(lines: impl Iterator<Item = (usize, bool)>, is_weak: bool) -> Option<UnrelatedRange> {
    let (for_it, against_it) = if is_weak { (LOSING, NOT_LOSING) } else { (UNRELATED, NOT_UNRELATED) };
    let (mut range, mut most, mut compared) = (UnrelatedRange::default(), UnrelatedRange::default(), 0.0);
    for (line, is_related) in lines {
        compared += 1.0;
        range.add(line as u64 + 1, is_related, if is_related { against_it } else { for_it });
        if range.evidence > most.evidence {
            most = range;
        }
    }
    let by_chance = if is_weak { f64::ln(compared / SHORT_TEXT).max(0.0) } else { 0.0 };
    (most.evidence as f64 >= (MIN_EVIDENCE * for_it) as f64 * (1.0 + by_chance)).then_some(most)
}

/// The lower of the two middle values; 0 if there are none.
fn median(mut values: Vec<f64>) -> f64 {
    let Some(last) = values.len().checked_sub(1) else { return 0.0 };
    *values.select_nth_unstable_by(last / 2, f64::total_cmp).1
}

/// Returns about `count` of the items, evenly spread.
fn sample(items: &[usize], count: usize) -> Vec<usize> {
    items.iter().step_by(items.len().div_ceil(count).max(1)).copied().collect()
}

/// Returns a random number.
fn random(seed: u64) -> u64 {
    splitmix64::mix(seed.wrapping_add(splitmix64::STEP))
}
