//! Byte pair encoding: adjacent pieces are merged, best-scoring pair first.
//!
//! Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword Units" (ACL 2016);
//! SentencePiece, `bpe_model.cc` (`Model::SampleEncode` without dropout).

use super::file::PieceKind;
use super::known_words::{KnownWord, KnownWords};
use super::output::PieceWriter;
use super::vocabulary::Vocabulary;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::ops::Range;

/// Memory to merge with.
#[derive(Clone, Debug, Default)]
pub struct Merging {
    symbols: Vec<Symbol>,
    candidates: BinaryHeap<MergeCandidate>,
    /// For unused pieces, the length of the left part, so that the merge can be undone; by piece number.
    left_lengths: HashMap<u32, u32>,
    parts: Vec<Range<usize>>,
}

/// A piece of the text so far.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    start: u32,
    /// 0 after it was merged into the symbol before it.
    length: u32,
    /// Number of the symbol before it, or [`NONE`].
    previous: u32,
    /// Number of the symbol after it, or [`NONE`].
    next: u32,
    /// Whether it is user-defined, so that it is never merged.
    is_frozen: bool,
}

/// No symbol.
const NONE: u32 = u32::MAX;

impl Symbol {
    /// Bytes of the text.
    fn range(self) -> Range<usize> {
        self.start as usize..self.start as usize + self.length as usize
    }
}

/// Two neighboring symbols to merge. The greatest goes first: that with the best score, then the leftmost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct MergeCandidate {
    /// [`place`] of the score of the union.
    score: i32,
    left: Reverse<u32>,
    right: u32,
    /// Length of the union; if the symbols no longer add up to it, one was merged elsewhere.
    length: u32,
}

/// Place of a finite score in the order of all numbers.
fn place(score: f32) -> i32 {
    let bits = score.to_bits().cast_signed();
    // Of negative numbers, that with the larger magnitude is the smaller.
    if bits < 0 { bits ^ i32::MAX } else { bits }
}

/// Writes the pieces of a word, or of a text whose words are not divided separately.
pub fn encode(
    vocabulary: &Vocabulary,
    word: &str,
    merging: &mut Merging,
    known_words: &mut KnownWords,
    out: &mut PieceWriter,
) {
    if let Some(known) = known_words.get(word) {
        return out.write_known(&known.pieces);
    }
    let place = out.place();
    encode_plainly(vocabulary, word, merging, out);
    if let Some(pieces) = out.known_since(place) {
        known_words.keep(word, || KnownWord { pieces: pieces.into(), ..KnownWord::default() });
    }
}

/// [`encode`]s without words that are known.
fn encode_plainly(vocabulary: &Vocabulary, text: &str, merging: &mut Merging, out: &mut PieceWriter) {
    merging.split(vocabulary, text);
    for right in 1..merging.symbols.len() as u32 {
        merging.propose(vocabulary, text, right - 1, right);
    }
    while let Some(candidate) = merging.candidates.pop() {
        merging.merge(vocabulary, text, candidate);
    }
    merging.write(vocabulary, text, out);
}

impl Merging {
    /// Begins with the characters and the user-defined symbols of the text.
    fn split(&mut self, vocabulary: &Vocabulary, text: &str) {
        self.symbols.clear();
        self.left_lengths.clear();
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            let symbol = vocabulary.symbols.longest_prefix(rest);
            let (length, is_frozen) = symbol.map_or((character.len_utf8(), false), |(length, _)| (length, true));
            let start = (text.len() - rest.len()) as u32;
            rest = &rest[length..];
            let number = self.symbols.len() as u32;
            let next = if rest.is_empty() { NONE } else { number + 1 };
            let (length, previous) = (length as u32, number.wrapping_sub(1));
            self.symbols.push(Symbol { start, length, previous, next, is_frozen });
        }
    }

    /// Adds two neighbors to the candidates if their union is a piece.
    #[inline]
    fn propose(&mut self, vocabulary: &Vocabulary, text: &str, left: u32, right: u32) {
        if left == NONE || right == NONE {
            return;
        }
        let (a, b) = (self.symbols[left as usize], self.symbols[right as usize]);
        let union = &text[a.start as usize..b.range().end];
        let Some(&piece) = vocabulary.numbers.get(union).filter(|_| !a.is_frozen && !b.is_frozen) else { return };
        match vocabulary.kinds[piece as usize] {
            PieceKind::Normal | PieceKind::UserDefined => {}
            PieceKind::Unused => {
                self.left_lengths.insert(piece, a.length);
            }
            PieceKind::Unknown | PieceKind::Control | PieceKind::Byte => return,
        }
        let score = place(vocabulary.scores[piece as usize]);
        self.candidates.push(MergeCandidate { score, left: Reverse(left), right, length: a.length + b.length });
    }

    /// Merges a candidate, if its two symbols are still as they were.
    #[inline]
    fn merge(&mut self, vocabulary: &Vocabulary, text: &str, candidate: MergeCandidate) {
        let MergeCandidate { left: Reverse(left), right, length, .. } = candidate;
        let (a, b) = (self.symbols[left as usize], self.symbols[right as usize]);
        if a.length == 0 || b.length == 0 || a.length + b.length != length {
            return;
        }
        self.symbols[left as usize] = Symbol { length, next: b.next, ..a };
        self.symbols[right as usize].length = 0;
        if let Some(next) = self.symbols.get_mut(b.next as usize) {
            next.previous = left;
        }
        self.propose(vocabulary, text, a.previous, left);
        self.propose(vocabulary, text, left, b.next);
    }

    /// Writes the symbols that are left.
    fn write(&mut self, vocabulary: &Vocabulary, text: &str, out: &mut PieceWriter) {
        let mut number = 0;
        while let Some(&symbol) = self.symbols.get(number as usize) {
            number = symbol.next;
            match symbol.is_frozen {
                true => out.write(&text[symbol.range()], true),
                false => self.write_piece(vocabulary, text, symbol.range(), out),
            }
        }
    }

    /// Writes a piece; an unused one as the parts that were merged into it.
    fn write_piece(&mut self, vocabulary: &Vocabulary, text: &str, range: Range<usize>, out: &mut PieceWriter) {
        let mut next = Some(range);
        while let Some(range) = next {
            let piece = vocabulary.numbers.get(&text[range.clone()]);
            match piece.and_then(|piece| self.left_lengths.get(piece)) {
                None => out.write(&text[range], vocabulary.is_known(piece)),
                Some(&left) => {
                    let middle = range.start + left as usize;
                    self.parts.extend([middle..range.end, range.start..middle]);
                }
            }
            next = self.parts.pop();
        }
    }
}
