//! The segments of a corpus: the distribution of their scores, and how much each lowers the corpus score.

use crate::bleu::significance::mean;

/// Number of bins of the histogram.
const BINS: usize = 10;

/// Maximum number of bytes of a line that is shown.
const MAX_LINE_BYTES: usize = 400;

/// Distribution of the scores of segments.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SegmentScores {
    /// Number of scores from 0 to below 0.1, from 0.1 to below 0.2, ..., from 0.9 to 1.
    pub histogram: Vec<u64>,
    /// Mean of the scores, which differs from the corpus score.
    pub mean: f64,
    /// Median of the scores: the mean of the two middle ones if their number is even.
    pub median: f64,
}

impl SegmentScores {
    /// Returns the distribution of scores from 0 to 1.
    pub fn new(mut scores: Vec<f64>) -> SegmentScores {
        let mut histogram = vec![0; BINS];
        scores.iter().for_each(|score| histogram[((score * BINS as f64) as usize).min(BINS - 1)] += 1);
        let mean = mean(&scores);
        SegmentScores { histogram, mean, median: median(&mut scores) }
    }
}

/// Returns the median of scores, which it moves; 0 if there are none.
fn median(scores: &mut [f64]) -> f64 {
    if scores.is_empty() {
        return 0.0;
    }
    let (is_even, middle) = (scores.len().is_multiple_of(2), scores.len() / 2);
    let (lower, upper, _) = scores.select_nth_unstable_by(middle, f64::total_cmp);
    match lower.iter().copied().max_by(f64::total_cmp) {
        Some(lower) if is_even => lower + (*upper - lower) / 2.0,
        _ => *upper,
    }
}

/// A segment that lowers the score of a corpus.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SegmentGain {
    /// The segment, from 0; serialized from 1.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::bleu::lines::number"))]
    pub segment: u64,
    /// Gain of the corpus score if the segment is removed. In a difference: change of the first candidate's corpus
    /// score if it has the second's translation of the segment.
    pub gain: f64,
    /// Score of the segment. In a difference: the first candidate's and the second's.
    pub scores: Vec<f64>,
    /// Text of the segment.
    pub texts: SegmentTexts,
}

/// The lines of a segment; long ones are shortened, with "…" at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SegmentTexts {
    /// The candidate's line. In a difference: the first candidate's and the second's.
    pub candidates: Vec<String>,
    /// Line of the first reference.
    pub reference: String,
}

/// Returns the segments (from 0) with the `show` highest gains above 0, highest first; equal ones in their order.
pub fn highest(gains: impl Iterator<Item = f64>, show: usize) -> Vec<(usize, f64)> {
    let mut gains: Vec<(usize, f64)> = gains.enumerate().filter(|(_, gain)| *gain > 0.0).collect();
    gains.sort_by(|a, b| b.1.total_cmp(&a.1));
    gains.truncate(show);
    gains
}

/// Returns a line without surrounding white space, shortened if it is long.
pub fn excerpt(line: &str) -> String {
    if line.len() <= MAX_LINE_BYTES {
        return line.trim().to_owned();
    }
    let end = (0..=MAX_LINE_BYTES).rev().find(|&end| line.is_char_boundary(end)).unwrap_or(0);
    format!("{}…", line[..end].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        let median = |scores: &[f64]| SegmentScores::new(scores.to_vec()).median;
        assert_eq!(median(&[]), 0.0);
        assert_eq!(median(&[0.5]), 0.5);
        assert_eq!(median(&[1.0, 0.0, 0.25]), 0.25);
        assert_eq!(median(&[1.0, 0.0, 0.75, 0.25]), 0.5);
    }
}
