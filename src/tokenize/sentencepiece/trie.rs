//! A map from byte strings to numbers that finds all keys a text begins with: a trie.
//!
//! Nodes are numbered level by level, so that the children of a node are neighbors, sorted by the byte that leads to them.

use std::collections::VecDeque;

/// A map from byte strings to numbers below 2^32 - 1.
#[derive(Clone, Debug, Default)]
pub struct Trie {
    /// For each node, the byte that leads to it. The first is the node of the empty string.
    bytes: Vec<u8>,
    /// For each node, the number of its first child, and at the end the number of all nodes.
    children: Vec<u32>,
    /// For each node, the value of the key that ends there, or [`NONE`].
    values: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Trie {
    /// A map of these keys, which must be sorted, distinct and not empty.
    pub fn new(entries: &[(&[u8], u32)]) -> Trie {
        let mut trie = Trie { bytes: vec![0], ..Trie::default() };
        let mut branches = VecDeque::from([(entries, 0)]);
        while let Some((entries, depth)) = branches.pop_front() {
            let ends = entries.first().filter(|(key, _)| key.len() == depth);
            trie.values.push(ends.map_or(NONE, |(_, value)| *value));
            trie.children.push(trie.bytes.len() as u32);
            let longer = &entries[usize::from(ends.is_some())..];
            for branch in longer.chunk_by(|(a, _), (b, _)| a[depth] == b[depth]) {
                trie.bytes.push(branch[0].0[depth]);
                branches.push_back((branch, depth + 1));
            }
        }
        trie.children.push(trie.bytes.len() as u32);
        trie
    }

    /// The node after one more byte, if keys continue with it.
    #[inline(always)]
    fn step(&self, node: u32, byte: u8) -> Option<u32> {
        let [first, end] = *self.children.get(node as usize..)?.first_chunk()?;
        let place = memchr::memchr(byte, &self.bytes[first as usize..end as usize])?;
        Some(first + place as u32)
    }

    /// Value of the key that ends here.
    #[inline(always)]
    fn value(&self, node: u32) -> Option<u32> {
        self.values.get(node as usize).copied().filter(|&value| value != NONE)
    }

    /// Value of a key.
    #[inline]
    pub fn get(&self, key: &[u8]) -> Option<u32> {
        self.value(key.iter().try_fold(0, |node, &byte| self.step(node, byte))?)
    }

    /// Keys that `text` begins with, shortest first: their lengths and values.
    #[inline(always)]
    pub fn prefixes<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (usize, u32)> + 'a {
        let mut node = Some(0);
        let nodes = text.iter().map_while(move |&byte| {
            node = self.step(node?, byte);
            node
        });
        nodes.enumerate().filter_map(|(i, node)| Some((i + 1, self.value(node)?)))
    }

    /// Longest key that `text` begins with and that ends between characters: its length and value.
    #[inline(always)]
    pub fn longest_prefix(&self, text: &str) -> Option<(usize, u32)> {
        self.prefixes(text.as_bytes()).filter(|&(length, _)| text.is_char_boundary(length)).last()
    }
}
