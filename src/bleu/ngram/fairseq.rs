//! Counts as in fairseq, which compares n-grams by a hash with collisions.
//!
//! Words are numbered by first occurrence in the corpus, so the counts of a line depend on earlier lines: one counter
//! must see all lines in order.

use super::MAX_ORDER;
use super::statistics::SegmentStatistics;
use crate::bleu::tokenize::{SegmentTokens, Tokens};
use foldhash::fast::RandomState;
use std::collections::HashMap;

const PAD: i32 = 1;
const END: i32 = 2;
const UNKNOWN: i32 = 3;

/// Number of an unknown word in a reference, which matches no word.
const UNKNOWN_REFERENCE: i32 = -999;

/// Counts n-grams by their hashes; keeps the numbers of words seen so far.
#[derive(Clone, Debug)]
pub struct FairseqCounter {
    numbers: HashMap<Box<[u8]>, i32>,
}

impl Default for FairseqCounter {
    fn default() -> Self {
        let special = ["<s>", "<pad>", "</s>", "<unk>"].map(|word| Box::from(word.as_bytes()));
        FairseqCounter { numbers: special.into_iter().zip(0..).collect() }
    }
}

impl FairseqCounter {
    /// Adds the statistics of each line, against the first reference that has it.
    pub fn count(&mut self, candidate: Tokens, references: &[Tokens], statistics: &mut SegmentStatistics) {
        let order = statistics.order();
        for i in 0..candidate.len() {
            let candidate = trim(self.number(candidate.segment(i)));
            let present = references.iter().find(|reference| !reference.is_missing(i));
            let mut reference = present.map_or_else(Vec::new, |tokens| trim(self.number(tokens.segment(i))));
            for word in &mut reference {
                *word = if *word == UNKNOWN { UNKNOWN_REFERENCE } else { *word };
            }
            let mut correct = [0; MAX_ORDER];
            for (n, correct) in (1..).zip(&mut correct[..order]) {
                *correct = common(&candidate, &reference, n);
            }
            statistics.push_counts(candidate.len() as u32, reference.len() as u32, &correct[..order]);
        }
    }

    /// Returns the numbers of a line's words.
    fn number(&mut self, tokens: SegmentTokens) -> Vec<i32> {
        let mut number = |word: &[u8]| match self.numbers.get(word) {
            Some(&number) => number,
            None => {
                let next = self.numbers.len() as i32;
                self.numbers.insert(word.into(), next);
                next
            }
        };
        tokens.all_bytes().map(&mut number).collect()
    }
}

/// Puts the end of the sentence after the words; removes padding at the start, and padding and end marks at the end,
/// but never the last remaining word.
fn trim(mut words: Vec<i32>) -> Vec<i32> {
    words.push(END);
    let padding = words.iter().take_while(|word| **word == PAD).count();
    words.drain(..padding);
    while words.len() > 1 && words.last().is_some_and(|word| matches!(*word, END | PAD)) {
        words.pop();
    }
    words
}

/// Returns the 64-bit FNV-1a hash of the bytes of words' numbers, low byte first, except that bytes are sign-extended,
/// so a negative one flips all higher bits of the hash.
fn hash(words: &[i32]) -> u64 {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ byte as i8 as u64).wrapping_mul(0x0100_0000_01B3))
}

/// Returns the number of n-grams of a line that another has too, by their hashes, each as often as there.
fn common(a: &[i32], b: &[i32], n: usize) -> u32 {
    let mut counts: HashMap<u64, u32, RandomState> = HashMap::default();
    b.windows(n).for_each(|ngram| *counts.entry(hash(ngram)).or_default() += 1);
    let mut is_claimed = |ngram: &[i32]| {
        let count = counts.get_mut(&hash(ngram)).filter(|count| **count > 0);
        count.map(|count| *count -= 1).is_some()
    };
    a.windows(n).map(|ngram| u32::from(is_claimed(ngram))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_stays() {
        assert_eq!(trim(vec![]), [END]);
        assert_eq!(trim(vec![PAD, 7, END, PAD]), [7]);
        assert_eq!(trim(vec![PAD]), [END]);
    }

    #[test]
    fn bytes_above_127_are_signed() {
        assert_eq!(hash(&[5]), hash(&[5]));
        // As if 0xC8 were the 64 bits of -56.
        let by_hand = (0xCBF2_9CE4_8422_2325u64 ^ (-56i64 as u64)).wrapping_mul(0x0100_0000_01B3);
        let rest = (0..3).fold(by_hand, |hash, _| hash.wrapping_mul(0x0100_0000_01B3));
        assert_eq!(hash(&[0xC8]), rest);
    }
}
