//! Unigram models: the segmentation with the highest product of probabilities.
//!
//! Kudo, "Subword Regularization" (ACL 2018); the search and its rounding follow SentencePiece,
//! `unigram_model.cc` (`Model::EncodeOptimized`).

use super::Release;
use super::double_array::DoubleArray;
use super::file::{ModelFile, PieceKind};
use super::output::PieceWriter;
use crate::bleu::error::Error;

/// Unknown characters score this much below the worst piece.
const UNKNOWN_PENALTY: f32 = 10.0;

/// Scores beyond this are brought back to zero, so that long lines do not lose precision.
const MAX_SCORE: f32 = 100_000.0;

/// A unigram model.
#[derive(Clone, Debug)]
pub struct Unigram {
    release: Release,
    pieces: DoubleArray,
    /// By number of the piece.
    scores: Vec<f64>,
    unknown_score: f32,
}

/// Memory to search with: for each byte position, the best path to it.
#[derive(Clone, Debug, Default)]
pub struct Search {
    ends: Vec<End>,
    path: Vec<(usize, usize, bool)>,
}

/// The best path to a position.
#[derive(Clone, Copy, Debug)]
struct End {
    score: f32,
    /// Where its last piece starts.
    start: u32,
    is_known: bool,
}

const NOT_REACHED: u32 = u32::MAX;

impl Unigram {
    /// The model of a file, with the rounding of a release.
    ///
    /// # Errors
    /// As [`ModelFile::double_array`].
    pub fn new(file: &ModelFile, release: Release) -> Result<Self, Error> {
        let normal = || file.pieces.iter().filter(|piece| piece.kind == PieceKind::Normal).map(|piece| piece.score);
        let lowest = normal().fold(f32::MAX, f32::min);
        let highest = normal().fold(f32::MIN_POSITIVE, f32::max);
        let score = |text: &str, kind, score: f32| match (kind, release) {
            (PieceKind::UserDefined, Release::Newest) => f64::from((0.1 * (text.len() as f64 - 1.0)) as f32),
            (PieceKind::UserDefined, Release::Before0_2_2) => f64::from(text.len() as f32 * highest) - 0.1,
            _ => f64::from(score),
        };
        let scores = file.pieces.iter().map(|piece| score(piece.text, piece.kind, piece.score)).collect();
        // Only pieces that may be output are considered.
        let pieces = file.double_array(|kind| matches!(kind, PieceKind::Normal | PieceKind::UserDefined))?;
        Ok(Unigram { release, pieces, scores, unknown_score: lowest - UNKNOWN_PENALTY })
    }

    /// Writes the pieces of normalized text.
    pub fn encode(&self, text: &str, search: &mut Search, out: &mut PieceWriter) {
        self.fill(text, search);
        search.path.clear();
        let mut end = text.len();
        while end > 0 {
            let End { start, is_known, .. } = search.ends[end];
            search.path.push((start as usize, end, is_known));
            end = start as usize;
        }
        for &(start, end, is_known) in search.path.iter().rev() {
            out.write(&text[start..end], is_known);
        }
    }

    /// Finds the best path to each position.
    fn fill(&self, text: &str, search: &mut Search) {
        search.ends.clear();
        search.ends.resize(text.len() + 1, End { score: 0.0, start: NOT_REACHED, is_known: false });
        let mut furthest = 0;
        for (start, character) in text.char_indices() {
            self.limit_score(&mut search.ends[start..=furthest]);
            let ends = &mut search.ends[start..];
            let score = ends[0].score;
            let mut is_single_known = false;
            for (length, piece) in self.pieces.prefixes(&text[start..]) {
                ends[length].offer(self.add(score, piece), start, true);
                is_single_known |= length == character.len_utf8();
                furthest = furthest.max(start + length);
            }
            if !is_single_known {
                ends[character.len_utf8()].offer(f64::from(score + self.unknown_score), start, false);
                furthest = furthest.max(start + character.len_utf8());
            }
        }
    }

    /// Score of a path that goes on with a piece, in the precision of the release.
    #[inline(always)]
    fn add(&self, score: f32, piece: u32) -> f64 {
        let piece = self.scores[piece as usize];
        match self.release {
            Release::Newest => f64::from(score + piece as f32),
            Release::Before0_2_2 => f64::from(score) + piece,
        }
    }

    /// Resets an extreme score at the first position to zero, and shifts later scores equally.
    #[inline(always)]
    fn limit_score(&self, ends: &mut [End]) {
        let Some(score) = ends.first().map(|end| end.score) else { return };
        if score.abs() > MAX_SCORE && self.release == Release::Newest {
            ends.iter_mut().filter(|end| end.start != NOT_REACHED).for_each(|end| end.score -= score);
        }
    }
}

impl End {
    /// Replaces the path by one with a better score, so that the first of equal paths stays.
    #[inline(always)]
    fn offer(&mut self, score: f64, start: usize, is_known: bool) {
        if self.start == NOT_REACHED || score > f64::from(self.score) {
            *self = End { score: score as f32, start: start as u32, is_known };
        }
    }
}
