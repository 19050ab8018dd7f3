//! Lines that repeat the same words over and over.

use super::Evidence;
use super::encoding::spoils_most_lines;
use super::length;
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::Problem;

/// Share of lines that loop from which loops are why a text is longer.
const LENGTHENING: f64 = 0.02;

pub fn check(evidence: &Evidence) -> Option<Finding> {
    let loops = &evidence.candidate.oddities.loops;
    // Replacement marks repeat by themselves.
    if loops.segments == 0 || spoils_most_lines(evidence) {
        return None;
    }
    let lines = loops.segments;
    // Loops make a text longer.
    let longer =
        length::check(evidence).filter(|_| evidence.score.ratio() > 1.0 && evidence.share(lines) >= LENGTHENING);
    let loss = longer.map_or(0.0, |length| 1.01 * length.loss).max(evidence.share(lines));
    Some(Finding::new(Problem::Repetition { lines }).at(loops.ranges()).with_loss(loss))
}
