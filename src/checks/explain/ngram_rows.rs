//! The n-grams of one order with their counts in each text, a row for each n-gram of each segment: what lowers the score of each
//! candidate, and what makes the difference between two, is read from the same rows.

use super::ngram_sums::Counted;
use foldhash::fast::RandomState;
use std::cmp::Ordering;
use std::collections::HashMap;

/// N-grams whose counts differ between a text and the references, one row for each segment that has them.
#[derive(Clone, Debug, Default)]
pub struct NgramRows {
    rows: Vec<Row>,
    /// Occurrences in each row, in the reference that has the n-gram most often.
    references: Vec<u32>,
    /// For each candidate, its occurrences in each row.
    candidates: Vec<Vec<u32>>,
}

/// An n-gram of a segment.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Fingerprint of the n-gram.
    ngram: u64,
    /// The segment, from 0.
    segment: u32,
}

impl NgramRows {
    /// No rows, for a number of candidates.
    pub fn new(candidates: usize) -> NgramRows {
        NgramRows { rows: Vec::new(), references: Vec::new(), candidates: vec![Vec::new(); candidates] }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Adds an n-gram of one segment, given its occurrences in each candidate, and in the reference that has it most often.
    pub fn push(&mut self, ngram: u64, segment: u32, candidates: &[u32], reference: u32) {
        if candidates.iter().any(|count| *count != reference) {
            self.rows.push(Row { ngram, segment });
            self.references.push(reference);
            self.candidates.iter_mut().zip(candidates).for_each(|(column, count)| column.push(*count));
        }
    }

    /// Adds the rows of a batch, whose segments count from `before`.
    pub fn append(&mut self, batch: &NgramRows, before: usize) {
        // Beyond 2^32 segments, n-grams are counted but their text is not found.
        let number = |segment: u32| segment.saturating_add(before as u32);
        self.rows.extend(batch.rows.iter().map(|row| Row { segment: number(row.segment), ..*row }));
        self.references.extend_from_slice(&batch.references);
        self.candidates.iter_mut().zip(&batch.candidates).for_each(|(column, next)| column.extend_from_slice(next));
    }
}

/// Rows that are added up by the numbers of their n-grams.
pub struct NumberedRows<'a> {
    rows: &'a NgramRows,
    /// Number of the n-gram of each row.
    numbers: Vec<u32>,
    /// Number of different n-grams.
    different: usize,
}

impl<'a> NumberedRows<'a> {
    pub fn new(rows: &'a NgramRows) -> NumberedRows<'a> {
        let mut known: HashMap<u64, u32, RandomState> =
            HashMap::with_capacity_and_hasher(rows.len(), RandomState::default());
        let number = |row: &Row| {
            let next = known.len() as u32;
            *known.entry(row.ngram).or_insert(next)
        };
        let numbers = rows.rows.iter().map(number).collect();
        NumberedRows { rows, numbers, different: known.len() }
    }

    /// The rows, each with the number of its n-gram, and with the occurrences in the references.
    fn with_references(&self) -> impl Iterator<Item = (&Row, u32, u32)> {
        let rows = self.rows.rows.iter().zip(&self.numbers).zip(&self.rows.references);
        rows.map(|((row, number), most)| (row, *number, *most))
    }

    /// The n-grams that lower the score of a candidate:
    /// - unmatched: n-grams of the candidate that no reference has;
    /// - over-generated: n-grams that the candidate has more often than any reference, if a reference has them, with the
    ///   occurrences that are not correct, and those that are;
    /// - missed: n-grams that a reference has more often than the candidate.
    pub fn losses(&self, candidate: usize) -> [Vec<Counted>; 3] {
        let [mut unmatched, mut over_generated, mut missed] = [(); 3].map(|()| Sums::new(self.different));
        for ((row, number, most), count) in self.with_references().zip(&self.rows.candidates[candidate]) {
            match (count.cmp(&most), most) {
                (Ordering::Equal, _) => {}
                (Ordering::Less, _) => missed.add(number, row, [most - count, 0]),
                (Ordering::Greater, 0) => unmatched.add(number, row, [*count, 0]),
                (Ordering::Greater, _) => over_generated.add(number, row, [count - most, most]),
            }
        }
        [unmatched, over_generated, missed].map(|sums| sums.all)
    }

    /// The n-grams that only one of two candidates has right, the first and another: correct in the first, in the other.
    pub fn advantages(&self, other: usize) -> Vec<Counted> {
        let mut sums = Sums::new(self.different);
        let counts = self.rows.candidates[0].iter().zip(&self.rows.candidates[other]);
        for ((row, number, most), (first, other)) in self.with_references().zip(counts) {
            let (first, other) = (most.min(*first), most.min(*other));
            if first != other {
                sums.add(number, row, [first.saturating_sub(other), other.saturating_sub(first)]);
            }
        }
        sums.all
    }
}

/// Sums of counts, for n-grams that have numbers.
struct Sums {
    /// For each number, the place of its sum.
    places: Vec<u32>,
    all: Vec<Counted>,
}

/// The place of a sum that is not there yet.
const NO_PLACE: u32 = u32::MAX;

impl Sums {
    fn new(different: usize) -> Sums {
        Sums { places: vec![NO_PLACE; different], all: Vec::new() }
    }

    fn add(&mut self, number: u32, row: &Row, counts: [u32; 2]) {
        let place = &mut self.places[number as usize];
        if *place == NO_PLACE {
            *place = self.all.len() as u32;
            self.all.push(Counted { ngram: row.ngram, segment: row.segment, counts });
        } else {
            self.all[*place as usize].add(counts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::splitmix64::{STEP, mix};
    use std::collections::BTreeMap;

    /// Sums of counts and the first segment, by n-gram.
    type PlainSums = BTreeMap<u64, (u32, [u32; 2])>;

    fn add(sums: &mut PlainSums, ngram: u64, segment: u32, counts: [u32; 2]) {
        let (_, sum) = sums.entry(ngram).or_insert((segment, [0, 0]));
        *sum = [sum[0] + counts[0], sum[1] + counts[1]];
    }

    fn plain(sums: &[Counted]) -> PlainSums {
        let plain: PlainSums = sums.iter().map(|sum| (sum.ngram, (sum.segment, sum.counts))).collect();
        assert_eq!(plain.len(), sums.len(), "an n-gram has two sums");
        plain
    }

    #[test]
    fn rows_add_up_to_the_losses_and_advantages_of_each_candidate() {
        const CANDIDATES: usize = 3;
        let mut state = 0;
        let mut count = || {
            state += 1;
            mix(STEP.wrapping_mul(state)) as u32 % 4
        };
        let mut rows = NgramRows::new(CANDIDATES);
        let mut losses = vec![[(); 3].map(|()| PlainSums::new()); CANDIDATES];
        let mut advantages = vec![PlainSums::new(); CANDIDATES];
        for batch in 0..5 {
            let mut next = NgramRows::new(CANDIDATES);
            for segment in 0..20 {
                for ngram in 0..9 {
                    let counts = [(); CANDIDATES].map(|()| count());
                    let most = count();
                    next.push(ngram, segment, &counts, most);
                    let segment = batch * 20 + segment;
                    for (candidate, count) in counts.into_iter().enumerate() {
                        let [unmatched, over_generated, missed] = &mut losses[candidate];
                        if most == 0 && count > 0 {
                            add(unmatched, ngram, segment, [count, 0]);
                        }
                        if most > 0 && count > most {
                            add(over_generated, ngram, segment, [count - most, most]);
                        }
                        if count < most {
                            add(missed, ngram, segment, [most - count, 0]);
                        }
                        let [first, own] = [counts[0].min(most), count.min(most)];
                        if first != own {
                            let only_first = first.saturating_sub(own);
                            add(&mut advantages[candidate], ngram, segment, [only_first, own.saturating_sub(first)]);
                        }
                    }
                }
            }
            rows.append(&next, batch as usize * 20);
        }
        let numbered = NumberedRows::new(&rows);
        for candidate in 0..CANDIDATES {
            assert_eq!(numbered.losses(candidate).map(|sums| plain(&sums)), losses[candidate], "candidate {candidate}");
            assert_eq!(plain(&numbered.advantages(candidate)), advantages[candidate], "candidate {candidate}");
        }
        assert!(rows.len() < 5 * 20 * 9, "n-grams that all texts have alike are left out");
    }
}
