//! The cheapest path of words through a text: Viterbi's algorithm over all words that may begin at each position.
//!
//! Kudo, Yamamoto and Matsumoto, "Applying Conditional Random Fields to Japanese Morphological Analysis" (EMNLP 2004);
//! equally cheap paths have the order of MeCab 0.996 (`viterbi.cpp`).

use super::dictionary::Dictionary;
use super::words::Entry;
use super::{Error, candidates};
use crate::bleu::dictionary_faults::{DictionaryFile, Fault};

/// No node.
const NONE: u32 = u32::MAX;

/// Maximum number of nodes per byte of a line, and for short lines beyond that. A node takes 32 bytes. Repeated
/// characters with the most readings have 13 per byte; the limit is for hostile dictionaries.
const MAX_NODES_PER_BYTE: usize = 16;
const MAX_NODES_OF_SHORT_LINES: usize = 4096;

/// Memory to tokenize with, kept from line to line.
#[derive(Clone, Debug, Default)]
pub struct Lattice {
    nodes: Vec<Node>,
    /// For each byte position, the latest node that ends there.
    ends: Vec<u32>,
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
    start: u32,
    end: u32,
    /// Node before it on the cheapest path.
    previous: u32,
    /// Node with the same end that comes next in the order of preference.
    next_with_end: u32,
    right_id: u16,
}

/// Beginning of the text.
const BEGINNING: Node = Node { cost: 0, start: 0, end: 0, previous: NONE, next_with_end: NONE, right_id: 0 };

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
            emit(node.start as usize, node.end as usize);
        }
        Ok(())
    }

    /// Finds the cheapest path to every word of `text`.
    fn fill(&mut self, dictionary: &Dictionary, text: &str) -> Result<(), Error> {
        self.nodes.clear();
        self.nodes.push(BEGINNING);
        self.ends.clear();
        self.ends.resize(text.len() + 1, NONE);
        self.ends[0] = 0;
        let limit = MAX_NODES_PER_BYTE * text.len() + MAX_NODES_OF_SHORT_LINES;
        for position in 0..text.len() {
            if self.ends[position] != NONE {
                self.extend(dictionary, text, position);
            }
            if self.nodes.len() > limit {
                let fault = Fault::TooManyWords(format!("more than {limit} of its words match in this line"));
                return Err(Error::Dictionary { file: DictionaryFile::Words, fault });
            }
        }
        Ok(())
    }

    /// Adds the words that begin at `position`, after spaces if there are any.
    #[inline(always)]
    fn extend(&mut self, dictionary: &Dictionary, text: &str, position: usize) {
        let rest = candidates::skip_spaces(&dictionary.characters, &text[position..]);
        if rest.is_empty() {
            return;
        }
        let start = text.len() - rest.len();
        let first_new = self.nodes.len();
        self.find_before(self.ends[position]);
        candidates::for_each(dictionary, rest, |length, entries| {
            for &entry in entries {
                let (cost, previous) = cheapest(&self.before, dictionary, entry.left_id);
                let cost = cost + word_cost(dictionary, entry, start > position);
                let (start, end) = (start as u32, (start + length) as u32);
                self.nodes.push(Node { cost, start, end, previous, next_with_end: NONE, right_id: entry.right_id });
            }
        });
        self.link(first_new);
    }

    /// Finds the nodes that end where `latest` and the nodes linked to it do.
    #[inline(always)]
    fn find_before(&mut self, latest: u32) {
        self.before.clear();
        let mut node = latest;
        while let Some(&Node { cost, right_id, next_with_end, .. }) = self.nodes.get(node as usize) {
            self.before.push(Before { cost, node, right_id });
            node = next_with_end;
        }
    }

    /// Links the nodes from `first_new` on, in order, before older nodes with the same end.
    #[inline(always)]
    fn link(&mut self, first_new: usize) {
        for i in (first_new..self.nodes.len()).rev() {
            let node = &mut self.nodes[i];
            let latest = &mut self.ends[node.end as usize];
            node.next_with_end = std::mem::replace(latest, i as u32);
        }
    }

    /// Follows the cheapest path back from the last position where a word ends.
    fn trace_back(&mut self, dictionary: &Dictionary) {
        self.path.clear();
        let last = self.ends.iter().rev().copied().find(|&node| node != NONE).unwrap_or(0);
        self.find_before(last);
        let (_, mut node) = cheapest(&self.before, dictionary, END_OF_TEXT);
        while node != 0 && node != NONE {
            self.path.push(node);
            node = self.nodes[node as usize].previous;
        }
    }
}

/// Left id of the end of the text.
const END_OF_TEXT: u16 = 0;

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

/// The first of the cheapest nodes to come before a word with this left id, and the cost of the path.
#[inline(always)]
fn cheapest(before: &[Before], dictionary: &Dictionary, left_id: u16) -> (i64, u32) {
    let row = dictionary.matrix.row(left_id);
    let mut best = (i64::MAX, NONE);
    for &Before { cost, node, right_id } in before {
        let cost = cost + row.get(usize::from(right_id)).map_or(0, |cost| i16::from_le_bytes(*cost).into());
        if cost < best.0 {
            best = (cost, node);
        }
    }
    best
}
