//! Search for lines in the whole reference.

use super::sample::{Line, Sample};
use crate::diagnose::alignment::shifted_range::{OpenRange, vote_for};
use crate::diagnose::alignment::thresholds::{
    FOUND, LEAD, MARGIN, MAX_COMPARISONS, MAX_DISTANCES, MIN_AT_DISTANCE, MIN_SEARCHED,
};
use crate::diagnose::alignment::{ShiftedRange, Sketch};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Result of a search.
pub struct Found {
    /// Lines that were looked for, but for copies of other lines.
    pub searched: Vec<usize>,
    /// Lines among these that are clearly most similar to another line than their own.
    pub places: Vec<Place>,
}

/// A line that was found at another place; indices from 0.
#[derive(Clone, Copy)]
pub struct Place {
    pub line: usize,
    pub at: usize,
}

/// Looks for losing lines, evenly spread, as many as time allows.
pub fn search(sample: &Sample) -> Found {
    let losing: Vec<usize> = sample.compared.iter().filter(|line| line.is_losing()).map(|line| line.index).collect();
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
    (at != line && best >= FOUND.max(own + MARGIN) && best >= second + LEAD).then_some(Place { line, at })
}

/// Returns the shifted ranges at the distances at which most lines were found.
pub fn shifted_ranges(sample: &Sample, places: &[Place]) -> Vec<ShiftedRange> {
    let mut ranges = Vec::new();
    for shift in frequent_distances(places) {
        let mut open = OpenRange::default();
        for (i, candidate) in sample.candidates.iter().enumerate() {
            let other = i.checked_add_signed(shift).and_then(|other| sample.references.get(other));
            let vote = other.and_then(|other| vote_for(sample.own[i], || candidate.similarity(other)));
            open.continue_with(shift as i64, i as u64 + 1, vote, &mut ranges);
        }
        open.close(&mut ranges);
    }
    ranges
}

/// Returns the distances at which several lines were found, the most frequent first.
fn frequent_distances(places: &[Place]) -> Vec<isize> {
    let mut counts: HashMap<isize, usize> = HashMap::new();
    for place in places {
        *counts.entry(place.at as isize - place.line as isize).or_default() += 1;
    }
    let mut distances: Vec<(isize, usize)> =
        counts.into_iter().filter(|(_, count)| *count >= MIN_AT_DISTANCE).collect();
    distances.sort_by_key(|&(shift, count)| (Reverse(count), shift.abs(), shift));
    distances.truncate(MAX_DISTANCES);
    distances.into_iter().map(|(shift, _)| shift).collect()
}

/// Returns about `count` of the items, evenly spread.
fn spread(items: &[usize], count: usize) -> Vec<usize> {
    items.iter().step_by(items.len().div_ceil(count).max(1)).copied().collect()
}
