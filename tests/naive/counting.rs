//! Counts of n-grams by hash maps.

use std::collections::HashMap;

/// The statistics of a segment in the library's order: length of the candidate, length of the closest reference, correct
/// n-grams of each order, all n-grams of each order.
pub fn count<C: AsRef<str>, R: AsRef<str>>(candidate: &[C], references: &[Vec<R>], order: usize) -> Vec<u32> {
    let hyp_len = candidate.len() as u32;
    let lengths = references.iter().map(|reference| reference.len() as u32);
    let closest = lengths.min_by_key(|&length| (length.abs_diff(hyp_len), length)).unwrap();
    let mut row = vec![hyp_len, closest];
    row.extend((1..=order).map(|n| correct(candidate, references, n)));
    row.extend((1..=order).map(|n| ngrams(candidate, n).values().sum::<u32>()));
    row
}

/// The sum over n-grams of the smaller of two counts: the candidate's, and the largest of any reference.
fn correct<C: AsRef<str>, R: AsRef<str>>(candidate: &[C], references: &[Vec<R>], n: usize) -> u32 {
    let references: Vec<_> = references.iter().map(|reference| ngrams(reference, n)).collect();
    let largest = |ngram: &Vec<&str>| references.iter().filter_map(|counts| counts.get(ngram)).max().copied();
    ngrams(candidate, n).iter().map(|(ngram, &count)| count.min(largest(ngram).unwrap_or(0))).sum()
}

fn ngrams<T: AsRef<str>>(tokens: &[T], n: usize) -> HashMap<Vec<&str>, u32> {
    let mut counts = HashMap::new();
    for ngram in tokens.windows(n) {
        *counts.entry(ngram.iter().map(AsRef::as_ref).collect()).or_insert(0) += 1;
    }
    counts
}
