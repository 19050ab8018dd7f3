//! The cheapest path of words through a text: Viterbi's algorithm over all words that may begin at each position.
//!
//! Kudo, Yamamoto and Matsumoto, "Applying Conditional Random Fields to Japanese Morphological Analysis" (EMNLP 2004);
//! equally cheap paths have the order of MeCab 0.996 (`viterbi.cpp`).

use super::dictionary::Dictionary;
use super::first_steps::FirstSteps;
use super::letters::Letters;
use super::matrix::Matrix;
use super::words::Entry;
use super::{Error, candidates};
use crate::bleu::dictionary_faults::{DictionaryFile, Fault};
use std::hint::select_unpredictable;

/// No node.
const NONE: u32 = u32::MAX;

/// Maximum number of entries of words that may begin in a line, per byte, and for short lines beyond that. A node takes 32 bytes.
/// Repeated characters with the most readings have 13 per byte; the limit is for hostile dictionaries.
const MAX_ENTRIES_PER_BYTE: usize = 16;
const MAX_ENTRIES_OF_SHORT_LINES: usize = 4096;

/// Memory to tokenize with, kept from line to line.
#[derive(Clone, Debug, Default)]
pub struct Lattice {
    letters: Letters,
    first_steps: FirstSteps,
    nodes: Vec<Node>,
    /// For each character and for the end of the text, what ends there.
    ends: Vec<End>,
    /// The nodes that end at the current position, in order of preference.
    before: Vec<Before>,
    /// Nodes of the cheapest path, last first.
    path: Vec<u32>,
}

/// A word at a position, with the cheapest path to it.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Cost of the path from the beginning of the text to the end of this word.
    cost: i64,
    /// Numbers of the first character and of the character after the last.
    start: u32,
    end: u32,
    /// Node before it on the cheapest path.
    previous: u32,
    /// Node with the same end that comes next in the order of preference.
    next_with_end: u32,
    right_id: u16,
    /// The least cost of a connection to a word after it.
    least_after: i16,
}

/// Beginning of the text.
const BEGINNING: Node =
    Node { cost: 0, start: 0, end: 0, previous: NONE, next_with_end: NONE, right_id: 0, least_after: i16::MIN };

/// The nodes that end at a position. A node is left out if another is cheaper, whatever word comes next.
#[derive(Clone, Copy, Debug)]
struct End {
    /// The latest node.
    latest: u32,
    /// The cheapest path to a word after it costs no more than this and the word itself.
    bound: i64,
}

const NOTHING: End = End { latest: NONE, bound: i64::MAX };

impl Lattice {
    /// Calls `emit` with the byte range of each word on the cheapest path through `text`.
    ///
    /// # Errors
    /// If too many words may begin in it.
    pub(super) fn divide(
        &mut self,
        dictionary: &Dictionary,
        text: &str,
        mut emit: impl FnMut(usize, usize),
    ) -> Result<(), Error> {
        self.fill(dictionary, text)?;
        self.trace_back(dictionary);
        for &node in self.path.iter().rev() {
            let node = &self.nodes[node as usize];
            emit(self.letters.offset(node.start), self.letters.offset(node.end));
        }
        Ok(())
    }

    /// Finds the cheapest path to every word of `text`.
    fn fill(&mut self, dictionary: &Dictionary, text: &str) -> Result<(), Error> {
        self.letters.read(&dictionary.characters, text);
        self.first_steps.take(&dictionary.words, &self.letters.all);
        self.nodes.clear();
        self.nodes.push(BEGINNING);
        self.ends.clear();
        self.ends.resize(self.letters.all.len() + 1, NOTHING);
        self.ends[0].latest = 0;
        let limit = MAX_ENTRIES_PER_BYTE * text.len() + MAX_ENTRIES_OF_SHORT_LINES;
        let mut count = 1;
        for position in 0..self.letters.all.len() {
            if self.ends[position].latest != NONE {
                count += self.extend(dictionary, position);
            }
            if count > limit {
                let fault = Fault::TooManyWords(format!("more than {limit} of its words match in this line"));
                return Err(Error::Dictionary { file: DictionaryFile::Words, fault });
            }
        }
        Ok(())
    }

    /// Adds the words that begin at `position`, after spaces if there are any. Returns the number of their entries.
    #[inline(always)]
    fn extend(&mut self, dictionary: &Dictionary, position: usize) -> usize {
        let Lattice { letters, first_steps, nodes, ends, before, .. } = self;
        let spaces = candidates::count_spaces(&dictionary.characters, &letters.all[position..]);
        let start = position + spaces;
        find_before(nodes, ends[position], before);
        let mut count = 0;
        candidates::for_each(dictionary, first_steps, &letters.all, start, |length, entries| {
            count += entries.len();
            let word = Word { start: start as u32, end: (start + length) as u32, has_spaces: spaces > 0, entries };
            add(word, dictionary, before, nodes, &mut ends[start + length]);
        });
        count
    }

    /// Follows the cheapest path back from the last position where a word ends.
    fn trace_back(&mut self, dictionary: &Dictionary) {
        self.path.clear();
        let last = self.ends.iter().rev().copied().find(|end| end.latest != NONE).unwrap_or(NOTHING);
        find_before(&self.nodes, last, &mut self.before);
        let (_, mut node) = cheapest(&self.before, &dictionary.matrix, END_OF_TEXT);
        while node != 0 && node != NONE {
            self.path.push(node);
            node = self.nodes[node as usize].previous;
        }
    }
}

/// Left id of the end of the text.
const END_OF_TEXT: u16 = 0;

/// A word that begins at a position.
#[derive(Clone, Copy, Debug)]
struct Word<'d> {
    /// Numbers of the first character and of the character after the last.
    start: u32,
    end: u32,
    has_spaces: bool,
    entries: &'d [Entry],
}

/// Adds the nodes of a word, in their order, before those that end there so far.
#[inline(always)]
fn add(word: Word, dictionary: &Dictionary, before: &[Before], nodes: &mut Vec<Node>, place: &mut End) {
    let Word { start, end, has_spaces, entries } = word;
    let End { mut latest, mut bound } = *place;
    let matrix = &dictionary.matrix;
    for &entry in entries.iter().rev() {
        let (cost, previous) = cheapest(before, matrix, entry.left_id);
        let cost = cost + word_cost(dictionary, entry, has_spaces);
        let right_id = entry.right_id;
        let (least_after, greatest_after) = matrix.extremes(right_id);
        // Whether a node is of use is hard to predict, so it is added first.
        let (number, is_kept) = (nodes.len(), cost + i64::from(least_after) <= bound);
        nodes.push(Node { cost, start, end, previous, next_with_end: latest, right_id, least_after });
        nodes.truncate(number + usize::from(is_kept));
        latest = select_unpredictable(is_kept, number as u32, latest);
        bound = bound.min(cost + i64::from(greatest_after));
    }
    *place = End { latest, bound };
}

/// Cost of an entry by itself.
#[inline(always)]
fn word_cost(dictionary: &Dictionary, entry: Entry, has_spaces: bool) -> i64 {
    let penalty = if has_spaces { dictionary.penalties.of(entry.part_of_speech) } else { 0 };
    i64::from(entry.cost) + penalty
}

/// A node that ends where words begin.
#[derive(Clone, Copy, Debug)]
struct Before {
    cost: i64,
    node: u32,
    right_id: u16,
}

/// Finds the nodes that end at a position, without those that are never the cheapest.
#[inline(always)]
fn find_before(nodes: &[Node], end: End, before: &mut Vec<Before>) {
    before.clear();
    let mut node = end.latest;
    while let Some(&Node { cost, right_id, least_after, next_with_end, .. }) = nodes.get(node as usize) {
        let kept = before.len() + usize::from(cost + i64::from(least_after) <= end.bound);
        before.push(Before { cost, node, right_id });
        before.truncate(kept);
        node = next_with_end;
    }
}

/// The first of the cheapest nodes to come before a word with this left id, and the cost of the path.
#[inline(always)]
fn cheapest(before: &[Before], matrix: &Matrix, left_id: u16) -> (i64, u32) {
    let row = matrix.row(left_id);
    let mut best = (i64::MAX, NONE);
    for &Before { cost, node, right_id } in before {
        let cost = cost + row.get(usize::from(right_id)).map_or(0, |cost| i16::from_le_bytes(*cost).into());
        best = select_unpredictable(cost < best.0, (cost, node), best);
    }
    best
}
