//! Unigram models: the segmentation with the highest product of probabilities.
//!
//! Kudo, "Subword Regularization" (ACL 2018); the search and its rounding follow SentencePiece,
//! `unigram_model.cc` (`Model::EncodeOptimized`).

use super::Release;
use super::double_array::DoubleArray;
use super::file::{ModelFile, PieceKind};
use super::known_words::{KnownWord, KnownWords};
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
    /// The greatest magnitude of a score.
    greatest_score: f64,
}

/// Memory to search with: for each byte position, the best path to it.
#[derive(Clone, Debug, Default)]
pub struct Search {
    ends: Vec<End>,
    path: Vec<(usize, usize, bool)>,
    best: Vec<Best>,
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

/// The two highest sums of scores of paths to a position, and the last piece of the best.
#[derive(Clone, Copy, Debug)]
struct Best {
    sums: [f64; 2],
    /// Where the piece starts.
    start: usize,
    /// Number of the piece; `None` for an unknown character.
    piece: Option<u32>,
}

/// No path, before any piece.
const NO_PATH: Best = Best { sums: [f64::NEG_INFINITY; 2], start: 0, piece: None };

/// Bound on the difference that rounding makes between the scores of two paths, in proportion to the number of their pieces and to
/// the greatest score on the way. Each sum is rounded by 2^-24 at most, and a release that compares before it rounds by twice as
/// much; the rest is reserve.
const ROUNDING: f64 = 1.0 / (1 << 21) as f64;

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
        let scores: Vec<f64> = file.pieces.iter().map(|piece| score(piece.text, piece.kind, piece.score)).collect();
        let unknown_score = lowest - UNKNOWN_PENALTY;
        let greatest_score = scores.iter().fold(f64::from(unknown_score.abs()), |most, score| most.max(score.abs()));
        // Only pieces that may be output are considered.
        let pieces = file.double_array(|kind| matches!(kind, PieceKind::Normal | PieceKind::UserDefined))?;
        Ok(Unigram { release, pieces, scores, unknown_score, greatest_score })
    }

    /// Writes the pieces of a word, or of a text whose words are not divided separately, after text with this score. Returns the
    /// score of all.
    pub fn encode(
        &self,
        word: &str,
        score: f32,
        search: &mut Search,
        known_words: &mut KnownWords,
        out: &mut PieceWriter,
    ) -> f32 {
        match known_words.get(word) {
            Some(known) if self.is_certain(word, known, score) => {
                out.write_known(&known.pieces);
                return known.numbers.iter().fold(score, |score, piece| self.add(score, *piece) as f32);
            }
            Some(_) => {}
            None => {
                if known_words.recurs(word) {
                    known_words.keep(word, || self.known_word(word, search));
                }
            }
        }
        self.encode_plainly(word, score, search, out)
    }

    /// Whether a known word has the same pieces after text with this score: no rounding makes another path as good.
    fn is_certain(&self, word: &str, known: &KnownWord, score: f32) -> bool {
        let characters = word.len() as f64;
        let greatest = f64::from(score.abs()) + characters * self.greatest_score;
        known.margin > characters * greatest * ROUNDING && greatest < f64::from(MAX_SCORE)
    }

    /// The pieces of a word, without rounding.
    fn known_word(&self, word: &str, search: &mut Search) -> KnownWord {
        let best = &mut search.best;
        best.clear();
        best.resize(word.len() + 1, NO_PATH);
        best[0].sums[0] = 0.0;
        for (start, character) in word.char_indices() {
            let sums = best[start].sums;
            let mut is_single_known = false;
            for (length, piece) in self.pieces.prefixes(&word[start..]) {
                best[start + length].offer(sums, self.scores[piece as usize], start, Some(piece));
                is_single_known |= length == character.len_utf8();
            }
            if !is_single_known {
                best[start + character.len_utf8()].offer(sums, f64::from(self.unknown_score), start, None);
            }
        }
        let (mut end, mut pieces) = (word.len(), Vec::new());
        while end > 0 {
            let Best { start, piece, .. } = best[end];
            let Some(piece) = piece else { return KnownWord::default() };
            pieces.push((piece, &word[start..end]));
            end = start;
        }
        let (numbers, texts): (Vec<u32>, Vec<&str>) = pieces.into_iter().rev().unzip();
        let [first, second] = best[word.len()].sums;
        KnownWord { pieces: texts.join(" ").into(), numbers: numbers.into(), margin: first - second }
    }

    /// [`encode`](Self::encode)s without words that are known.
    fn encode_plainly(&self, text: &str, score: f32, search: &mut Search, out: &mut PieceWriter) -> f32 {
        self.fill(text, score, search);
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
        search.ends[text.len()].score
    }

    /// Finds the best path to each position, given the score of the path to the first.
    fn fill(&self, text: &str, score: f32, search: &mut Search) {
        search.ends.clear();
        search.ends.resize(text.len() + 1, End { score: 0.0, start: NOT_REACHED, is_known: false });
        search.ends[0] = End { score, start: 0, is_known: false };
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

impl Best {
    /// Takes in the paths with these sums and a further piece.
    fn offer(&mut self, sums: [f64; 2], score: f64, start: usize, piece: Option<u32>) {
        for sum in sums.map(|sum| sum + score) {
            if sum > self.sums[0] {
                *self = Best { sums: [sum, self.sums[0]], start, piece };
            } else {
                self.sums[1] = self.sums[1].max(sum);
            }
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
