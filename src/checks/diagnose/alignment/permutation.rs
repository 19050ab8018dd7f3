//! Lines compared with other lines of the same reference. No fixed similarity separates a weak translation from an
//! unrelated text, but any translation is more similar to its own reference than to other segments'.
//!
//! Each line votes between its own reference and the lines near it: if many are for the same distance, that stretch is shifted.
//! Each line is also compared with some others, taken at random ([`Sample`]). Lines that win against none are looked for in the
//! whole reference ([`search`]). If many are found at the same distance, that stretch is shifted; if they are found all over, the
//! text is shuffled; if they are found nowhere, it is another text ([`verdict`]).

use super::ranges::{ShiftedRange, ranges, strongest};
use super::sketch::Sketch;
use super::thresholds::{
    ALIGNED, FEW_SHUFFLED, LEAD, LOSING, MAX_COMPARISONS, MAX_DISTANCES, MAX_SHIFT, MIN_SEARCHED, MIN_SHIFT_EVIDENCE,
    MIN_UNRELATED, NO_VOTE, RANDOM_LINES, SHUFFLED, UNRELATED, VOTE_AGAINST, VOTE_FOR,
};
use crate::bleu::splitmix64;
use crate::checks::diagnose::limits::{ENOUGH, FEW_LINES, MANY_LINES, is_large_share, is_nearly_all};
use crate::checks::diagnose::segment_range::SegmentRange;
use crate::checks::diagnose::shares::quantile;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Result of the comparison.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Ranges that are shifted.
    pub shifted: Vec<ShiftedRange>,
    /// Lines in another order.
    pub shuffled: Option<Shuffled>,
    /// Whether most of the lines that win against random ones are not similar to their own reference.
    pub mostly_dissimilar: bool,
    /// Lines of another text.
    pub unrelated: Option<UnrelatedRange>,
}

/// Compares the lines of a candidate with a reference, those that have this many different substrings.
pub fn compare(candidates: &[&Sketch], references: &[&Sketch], min_substrings: u32) -> Comparison {
    let lines = candidates.len().min(references.len());
    let sample = Sample::new(&candidates[..lines], &references[..lines], min_substrings);
    let near: Vec<i64> = (-MAX_SHIFT..=MAX_SHIFT).filter(|shift| *shift != 0).collect();
    let near = shifted_ranges(&sample, &near);
    if (sample.compared.len() as u64) < MANY_LINES {
        return Comparison { shifted: strongest(near), ..Comparison::default() };
    }
    let found = search(&sample, &near);
    // Lines of another text may be most similar to any line, so that each distance is judged by itself.
    let far = frequent_distances(&found.places).into_iter().flat_map(|shift| shifted_ranges(&sample, &[shift]));
    verdict(&sample, &found, near.into_iter().chain(far).collect())
}

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

/// A range of candidate lines that are not similar to their reference lines.
#[derive(Clone, Copy, Debug)]
pub struct UnrelatedRange {
    pub segments: SegmentRange,
    /// Lines that are long enough to be compared.
    pub compared: u64,
    /// Compared lines that are more similar to their own reference than by chance.
    pub related: u64,
    /// Strength of the evidence, in arbitrary units.
    pub evidence: i64,
}

/// Lines of a candidate, compared with a reference.
struct Sample<'a> {
    candidates: &'a [&'a Sketch],
    references: &'a [&'a Sketch],
    /// Similarity of each line to its own reference.
    own: Vec<f64>,
    /// Lines that are long enough.
    compared: Vec<Line>,
}

/// A compared line.
#[derive(Clone, Copy)]
struct Line {
    /// Index of the line.
    index: usize,
    /// Whether it is more similar to its own reference than to each of the random lines.
    wins: bool,
    /// Whether it is clearly more similar to its own reference than lines are by chance.
    is_related: bool,
}

impl Line {
    /// Whether nothing relates the line to its reference.
    fn is_losing(&self) -> bool {
        !self.wins && !self.is_related
    }
}

impl<'a> Sample<'a> {
    /// Compares texts of the same number of lines.
    fn new(candidates: &'a [&'a Sketch], references: &'a [&'a Sketch], min_substrings: u32) -> Sample<'a> {
        let own: Vec<f64> = candidates.iter().zip(references).map(|(a, b)| a.similarity(b)).collect();
        let is_long = |sketch: &Sketch| sketch.ones() >= min_substrings;
        let long: Vec<usize> = (0..own.len()).filter(|&i| is_long(candidates[i]) && is_long(references[i])).collect();
        let other = |i: usize, k: u64| long[random(i as u64 * RANDOM_LINES + k) as usize % long.len()];
        let similarity_to_other = |i: usize, k: u64| candidates[i].similarity(references[other(i, k)]);
        let by_chance = long.iter().map(|&i| similarity_to_other(i, 0)).sum::<f64>() / long.len() as f64;
        let related = LEAD + by_chance.max(0.0);
        let line = |&index: &usize| Line {
            index,
            // A line that equals its reference belongs to it, whatever others do.
            wins: own[index] >= 1.0
                || (0..RANDOM_LINES).all(|k| own[index] > similarity_to_other(index, k) || other(index, k) == index),
            is_related: own[index] >= related,
        };
        let compared = long.iter().map(line).collect();
        Sample { candidates, references, own, compared }
    }

    /// Number of lines of the text.
    fn lines(&self) -> usize {
        self.own.len()
    }

    /// The distance of the reference line that is clearly most similar to a line, of these and its own, at 0; `None` if there is
    /// doubt.
    fn vote(&self, line: usize, shifts: &[i64]) -> Option<i64> {
        let own = self.own[line];
        // In aligned files, most lines are so similar to their own reference that no other needs to be compared.
        if own >= ALIGNED {
            return Some(0);
        }
        let similarity = |shift: i64| {
            let other = line.checked_add_signed(shift as isize).and_then(|other| self.references.get(other));
            other.map_or(0.0, |reference| self.candidates[line].similarity(reference))
        };
        let (mut best, mut second, mut at) = (f64::NEG_INFINITY, f64::NEG_INFINITY, 0);
        for shift in shifts {
            let similarity = similarity(*shift);
            if similarity > best {
                (best, second, at) = (similarity, best, *shift);
            } else {
                second = second.max(similarity);
            }
        }
        match own - best.max(0.0) >= LEAD {
            true => Some(0),
            false => (best - own >= LEAD && best > second).then_some(at),
        }
    }

    /// Whether most of the lines that win against random ones are not similar to their own reference. If a part is another
    /// text, the lines of the rest are still similar.
    fn is_mostly_dissimilar(&self) -> bool {
        let winning = self.compared.iter().filter(|line| line.wins);
        let similarities: Vec<f64> = winning.map(|line| self.own[line.index]).collect();
        quantile(similarities, |count| (count - 1) / 2).unwrap_or_default() < ALIGNED
    }
}

/// Returns a random number.
fn random(seed: u64) -> u64 {
    splitmix64::mix(seed.wrapping_add(splitmix64::STEP))
}

/// Result of a search.
struct Found {
    /// Lines that were looked for, except copies of other lines.
    searched: Vec<usize>,
    /// Lines among these that are clearly most similar to another line than their own.
    places: Vec<Place>,
}

/// A line that was found at another place; indices from 0.
#[derive(Clone, Copy)]
struct Place {
    line: usize,
    at: usize,
}

/// Looks for losing lines outside of the ranges that are known to be shifted, evenly spread, as many as time allows.
fn search(sample: &Sample, known: &[ShiftedRange]) -> Found {
    let losing = sample.compared.iter().filter(|line| line.is_losing()).map(|line| line.index);
    let losing: Vec<usize> = losing.filter(|line| is_outside(*line, known)).collect();
    let searched = spread(&losing, (MAX_COMPARISONS / sample.lines()).max(MIN_SEARCHED));
    // Side by side in memory, they are compared in half the time.
    let copy = |line: &Line| (line.index, Sketch::clone(sample.references[line.index]));
    let references: Vec<(usize, Sketch)> = sample.compared.iter().filter(|_| !searched.is_empty()).map(copy).collect();
    let find = |&line: &usize| find(line, sample.candidates[line], sample.own[line], &references);
    // A copy of another line is found where that is.
    let is_copy = |place: &Place| sample.candidates[place.line].hash() == sample.candidates[place.at].hash();
    let found: Vec<(usize, Option<Place>)> = searched.iter().map(|line| (*line, find(line))).collect();
    let kept = found.iter().filter(|(_, place)| !place.as_ref().is_some_and(is_copy));
    let (searched, places): (Vec<usize>, Vec<Option<Place>>) = kept.copied().unzip();
    Found { searched, places: places.into_iter().flatten().collect() }
}

/// Returns the place of the line that is clearly most similar, if it is another one than the line's own.
fn find(line: usize, candidate: &Sketch, own: f64, references: &[(usize, Sketch)]) -> Option<Place> {
    let (mut at, mut best, mut second) = (line, own, 0.0f64);
    for (i, reference) in references.iter().filter(|(i, _)| *i != line) {
        let similarity = candidate.similarity(reference);
        if similarity > best {
            (at, best, second) = (*i, similarity, best);
        } else {
            second = second.max(similarity);
        }
    }
    (at != line && best >= own + LEAD && best >= second + LEAD).then_some(Place { line, at })
}

/// Returns the ranges that are shifted by one of these distances, each line voting for the best of them or for its own reference.
fn shifted_ranges(sample: &Sample, shifts: &[i64]) -> Vec<ShiftedRange> {
    let votes: Vec<Option<i64>> = (0..sample.lines()).map(|line| sample.vote(line, shifts)).collect();
    let at = |&shift: &i64| {
        let votes = &votes;
        let evidence = move |vote: &Option<i64>| match *vote {
            None => NO_VOTE,
            Some(vote) if vote == shift => VOTE_FOR,
            Some(_) => VOTE_AGAINST,
        };
        let ranges = ranges((0..).zip(votes.iter().map(evidence)), MIN_SHIFT_EVIDENCE);
        ranges.into_iter().map(move |(segments, _)| {
            let votes = &votes[segments.lines()];
            let number = |shift| votes.iter().filter(|vote| **vote == Some(shift)).count() as u64;
            ShiftedRange { shift, segments, shifted: number(shift), own: number(0) }
        })
    };
    shifts.iter().flat_map(at).collect()
}

/// Whether a line is in none of these ranges.
fn is_outside(line: usize, ranges: &[ShiftedRange]) -> bool {
    !ranges.iter().any(|range| range.segments.contains(line))
}

/// Returns the distances at which several lines were found, the most frequent first.
fn frequent_distances(places: &[Place]) -> Vec<i64> {
    let mut counts: HashMap<i64, usize> = HashMap::new();
    for place in places {
        *counts.entry(place.at as i64 - place.line as i64).or_default() += 1;
    }
    let mut distances: Vec<(i64, usize)> = counts.into_iter().filter(|(_, count)| *count as u64 >= FEW_LINES).collect();
    distances.sort_by_key(|&(shift, count)| (Reverse(count), shift.abs(), shift));
    distances.truncate(MAX_DISTANCES);
    distances.into_iter().map(|(shift, _)| shift).collect()
}

/// Returns about `count` of the items, evenly spread.
fn spread(items: &[usize], count: usize) -> Vec<usize> {
    items.iter().step_by(items.len().div_ceil(count).max(1)).copied().collect()
}

/// Says whether a text is shuffled, or a part of it another text, outside of the ranges that are shifted.
fn verdict(sample: &Sample, found: &Found, shifted: Vec<ShiftedRange>) -> Comparison {
    let outside = |line: usize| is_outside(line, &shifted);
    let lines: Vec<Line> = sample.compared.iter().filter(|line| outside(line.index)).copied().collect();
    let losing = lines.iter().filter(|line| line.is_losing()).count();
    let searched = found.searched.iter().filter(|line| outside(**line)).count();
    let elsewhere: Vec<Place> = found.places.iter().filter(|place| outside(place.line)).copied().collect();
    let mostly_dissimilar = sample.is_mostly_dissimilar();
    let least = if is_large_share(losing as u64, sample.compared.len() as u64) { SHUFFLED } else { FEW_SHUFFLED };
    let is_shuffled = elsewhere.len() >= least.lines && least.searched_per_line * elsewhere.len() >= searched;
    let reversed = elsewhere.iter().filter(|place| place.line + place.at + 1 == sample.lines()).count();
    let shuffled = is_shuffled.then(|| Shuffled {
        compared: sample.compared.len() as u64,
        losing: losing as u64,
        searched: searched as u64,
        elsewhere: elsewhere.len() as u64,
        reversed: is_nearly_all(reversed as u64, elsewhere.len() as u64),
        segments: SegmentRange::of(elsewhere.iter().map(|place| place.line as u64)),
    });
    let unrelated = if is_shuffled { None } else { unrelated_range(&lines, mostly_dissimilar) };
    Comparison { shifted: strongest(shifted), shuffled, mostly_dissimilar, unrelated }
}

/// Returns the range of lines with the most evidence for another text.
fn unrelated_range(lines: &[Line], mostly_dissimilar: bool) -> Option<UnrelatedRange> {
    let votes = if mostly_dissimilar { LOSING } else { UNRELATED };
    let is_related = |line: &Line| line.wins || !mostly_dissimilar && line.is_related;
    let by_chance = if mostly_dissimilar { f64::ln(lines.len() as f64 / ENOUGH as f64).max(0.0) } else { 0.0 };
    let least = (MIN_UNRELATED * votes.unrelated) as f64 * (1.0 + by_chance);
    let vote = |line: &Line| (line.index as u64, if is_related(line) { votes.related } else { votes.unrelated });
    let (segments, evidence) = ranges(lines.iter().map(vote), least.ceil() as i64)
        .into_iter()
        .max_by_key(|(range, evidence)| (*evidence, Reverse(range.first)))?;
    let inside = || lines.iter().filter(|line| segments.contains(line.index));
    let related = inside().filter(|line| is_related(line)).count() as u64;
    Some(UnrelatedRange { segments, compared: inside().count() as u64, related, evidence })
}
