//! The n-grams of a segment with their counts in each text.
//!
//! N-grams are compared by 64-bit fingerprints: among ten million different n-grams, two have the same fingerprint with
//! a probability of 3 in a million, and would be counted as one. Scores do not depend on fingerprints.

use crate::bleu::tokenize::SegmentTokens;
use foldhash::fast::RandomState;
use foldhash::quality::FixedState;
use std::collections::HashMap;
use std::hash::BuildHasher;

/// Returns the fingerprints of the tokens of a line.
pub fn token_fingerprints(line: SegmentTokens) -> impl Iterator<Item = u64> {
    let hash = FixedState::default();
    line.iter().map(move |token| hash.hash_one(token))
}

/// Returns the fingerprint of an n-gram from the fingerprints of its first n - 1 tokens and of its last token.
pub fn append(ngram: u64, token: u64) -> u64 {
    ngram.rotate_left(25).wrapping_add(token)
}

/// Calls `found` with the order, the fingerprint and the occurrences in each text of each different n-gram up to `order` of a
/// segment, given its line in each text.
pub fn count_ngrams<'a>(
    lines: impl Iterator<Item = SegmentTokens<'a>>,
    order: usize,
    mut found: impl FnMut(usize, u64, &[u32]),
) {
    // The tokens of all texts, and where each text ends.
    let (mut tokens, mut ends) = (Vec::new(), Vec::new());
    for line in lines {
        tokens.extend(token_fingerprints(line));
        ends.push(tokens.len());
    }
    let mut ngrams: Vec<u64> = tokens.clone();
    let (mut different, mut counts) = (Vec::new(), Vec::new());
    for n in 1..=order {
        let mut places: HashMap<u64, usize, RandomState> =
            HashMap::with_capacity_and_hasher(tokens.len(), RandomState::default());
        different.clear();
        counts.clear();
        let mut begin = 0;
        for (text, end) in ends.iter().copied().enumerate() {
            for i in begin..(end + 1).saturating_sub(n).max(begin) {
                if n > 1 {
                    ngrams[i] = append(ngrams[i], tokens[i + n - 1]);
                }
                let place = *places.entry(ngrams[i]).or_insert_with(|| {
                    different.push(ngrams[i]);
                    counts.resize(different.len() * ends.len(), 0);
                    different.len() - 1
                });
                counts[place * ends.len() + text] += 1;
            }
            begin = end;
        }
        for (ngram, counts) in different.iter().zip(counts.chunks_exact(ends.len())) {
            found(n, *ngram, counts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::scoring::Definition;
    use crate::bleu::tokenize::Tokens;
    use std::collections::BTreeMap;

    /// Counts in each text by order and fingerprint, all n-grams one by one.
    fn counted_plainly(texts: &[Tokens], segment: usize, order: usize) -> BTreeMap<(usize, u64), Vec<u32>> {
        let mut counts: BTreeMap<(usize, u64), Vec<u32>> = BTreeMap::new();
        for (place, text) in texts.iter().enumerate() {
            let tokens: Vec<u64> = token_fingerprints(text.segment(segment)).collect();
            for n in 1..=order {
                for words in tokens.windows(n) {
                    let ngram = words[1..].iter().fold(words[0], |ngram, token| append(ngram, *token));
                    counts.entry((n, ngram)).or_insert_with(|| vec![0; texts.len()])[place] += 1;
                }
            }
        }
        counts
    }

    #[test]
    fn ngrams_are_counted_in_each_text() {
        let texts = ["a b a b a\n\nx", "a b\nc\n\n", "\n\nb a b a b a b"];
        let mut tokenizers = texts.map(|_| Definition::default().tokenizer());
        let texts = texts.iter().zip(&mut tokenizers).map(|(text, tokenizer)| tokenizer.tokenize_lines(text).unwrap());
        let texts: Vec<Tokens> = texts.collect();
        for segment in 0..3 {
            let mut counts = BTreeMap::new();
            count_ngrams(texts.iter().map(|text| text.segment(segment)), 4, |n, ngram, in_texts| {
                assert!(counts.insert((n, ngram), in_texts.to_vec()).is_none());
            });
            assert_eq!(counts, counted_plainly(&texts, segment, 4), "segment {segment}");
        }
    }
}
