//! Counting as it is defined, by a hash map of n-grams: the slow twin of the library's.

use std::collections::HashMap;

/// The statistics of a segment, in the library's order: lengths of candidate and closest reference, correct n-grams of
/// each order, all n-grams of each order.
pub fn count(candidate: &[&str], references: &[Vec<&str>], order: usize) -> Vec<u32> {
    let hyp_len = candidate.len() as u32;
    let lengths = references.iter().map(|reference| reference.len() as u32);
    let closest = lengths.min_by_key(|&length| (length.abs_diff(hyp_len), length)).unwrap();
    let mut row = vec![hyp_len, closest];
    row.extend((1..=order).map(|n| correct(candidate, references, n)));
    row.extend((1..=order).map(|n| ngrams(candidate, n).values().sum::<u32>()));
    row
}

/// The sum over n-grams of the smaller of their number in the candidate and their largest number in any reference.
fn correct(candidate: &[&str], references: &[Vec<&str>], n: usize) -> u32 {
    let references: Vec<_> = references.iter().map(|reference| ngrams(reference, n)).collect();
    let most = |ngram: &Vec<&str>| references.iter().filter_map(|counts| counts.get(ngram)).max().copied();
    ngrams(candidate, n).iter().map(|(ngram, &count)| count.min(most(ngram).unwrap_or(0))).sum()
}

fn ngrams<'a>(tokens: &[&'a str], n: usize) -> HashMap<Vec<&'a str>, u32> {
    let mut counts = HashMap::new();
    tokens.windows(n).for_each(|ngram| *counts.entry(ngram.to_vec()).or_insert(0) += 1);
    counts
}
