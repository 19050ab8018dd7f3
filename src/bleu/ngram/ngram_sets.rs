//! The n-grams of lines as sets, which give the clipped matches of all pairs of lines, or of all lines of one list with
//! all of another.
//!
//! The elements of a set are n-grams with the number of their occurrence in the line: a line with an n-gram three times
//! has it as its first, second and third occurrence. The smaller of two counts of an n-gram is then the number of its
//! occurrences that two lines share, and the matches of two lines are the size of the intersection of their sets.
//!
//! Elements are bits: a processor intersects and counts 64 in a few instructions. Those of a single line match nothing, and have
//! no bit.

use super::numbered_lines::{Lines, NONE, NgramNumbers, WordNumbers};
use crate::bleu::tokenize::Tokens;

/// Matches of one list of lines with each other, or with the lines of another list; keeps its memory from one to the
/// next.
#[derive(Debug, Default)]
pub struct NgramSets {
    lines: Lines,
    lengths: Vec<u32>,
    sides: Sides,
    numbers: NgramNumbers,
    /// Sets of each order.
    orders: Vec<OrderSets>,
    elements: Elements,
}

/// The lines that are compared: the first `left` with all others, or with each other if there are no others.
#[derive(Clone, Copy, Debug, Default)]
struct Sides {
    left: usize,
    all: usize,
}

impl Sides {
    fn is_self(self) -> bool {
        self.left == self.all
    }

    /// Lines that line `i` of the left is compared with, each pair of lines once.
    fn others(self, i: usize) -> std::ops::Range<usize> {
        if self.is_self() { i + 1..self.all } else { self.left..self.all }
    }
}

/// The elements of one order.
#[derive(Debug, Default)]
struct Elements {
    /// Line and element of each n-gram, in order of the lines.
    all: Vec<(u32, u32)>,
    /// For each n-gram, the last line that had it, and the element that it was there.
    last: Vec<(u32, u32)>,
    /// For each element, the element of the next occurrence of its n-gram; `NONE` if no line has had it so far.
    next: Vec<u32>,
    /// Number of lines on each side that have an element.
    counts: Vec<[u32; 2]>,
    /// For each element its bit, if it has one.
    bits: Vec<Option<usize>>,
}

/// The sets of one order.
#[derive(Debug, Default)]
struct OrderSets {
    /// Number of words of a line's bits.
    words: usize,
    bits: Vec<u64>,
}

impl NgramSets {
    /// Replaces the lines, which are compared with `others`, or with each other if there are none.
    pub fn fill(&mut self, order: usize, lines: Tokens, others: Option<Tokens>) {
        let left = lines.len();
        let mut words = WordNumbers::default();
        self.lines.fill(lines.segments().chain(others.iter().flat_map(|others| others.segments())), &mut words);
        self.lengths.clear();
        self.lengths.extend(self.lines.lengths());
        self.sides = Sides { left, all: self.lines.len() };
        self.orders.resize_with(order, OrderSets::default);
        let mut ngrams = words.len();
        for (n, sets) in (1..).zip(&mut self.orders) {
            if n > 1 {
                self.numbers.clear();
                self.lines.lengthen(n, &mut self.numbers);
                ngrams = self.numbers.len();
            }
            self.elements.fill(&mut self.lines, ngrams, self.sides);
            sets.fill(&mut self.elements, self.sides);
        }
    }

    /// Number of tokens of each line, then of each of the others.
    pub fn lengths(&self) -> &[u32] {
        &self.lengths
    }

    /// Replaces `matches` by the clipped matches of line `i` with each line that it is compared with, all of order 1
    /// first. Those are the lines after it, or all others. Clipped matches are the same in both directions.
    pub fn matches(&self, i: usize, matches: &mut Vec<u32>) {
        matches.clear();
        matches.resize(self.orders.len() * self.sides.others(i).len(), 0);
        count(&self.orders, self.sides, i, matches);
    }
}

/// See [`NgramSets::matches`]. Compiled for newer x86-64 processors too; the version is chosen at run time.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt")))]
fn count(orders: &[OrderSets], sides: Sides, i: usize, matches: &mut [u32]) {
    let others = sides.others(i);
    if others.is_empty() {
        return;
    }
    for (sets, matches) in orders.iter().zip(matches.chunks_exact_mut(others.len())) {
        let own = &sets.bits[sets.words * i..][..sets.words];
        let others = sets.bits[sets.words * others.start..].chunks_exact(sets.words.max(1));
        for (other, matches) in others.zip(matches) {
            *matches = own.iter().zip(other).map(|(a, b)| (a & b).count_ones()).sum();
        }
    }
}

impl Elements {
    /// Replaces the elements by the lines' n-grams, `ngrams` different ones. N-grams that match
    /// nothing lose their number.
    fn fill(&mut self, lines: &mut Lines, ngrams: usize, sides: Sides) {
        let Elements { all, last, next, counts, .. } = self;
        all.clear();
        last.clear();
        last.resize(ngrams, (NONE, NONE));
        next.clear();
        next.resize(ngrams, NONE);
        counts.clear();
        counts.resize(ngrams, [0; 2]);
        lines.each_ngram(|line, ngram| {
            let last = &mut last[*ngram as usize];
            let element = if last.0 != line {
                // The first occurrence of an n-gram has its number.
                *ngram
            } else if next[last.1 as usize] == NONE {
                let new = next.len() as u32;
                next[last.1 as usize] = new;
                next.push(NONE);
                counts.push([0; 2]);
                new
            } else {
                next[last.1 as usize]
            };
            *last = (line, element);
            all.push((line, element));
            counts[element as usize][usize::from(line as usize >= sides.left)] += 1;
        });
        lines.each_ngram(|_, ngram| {
            if !is_shared(counts[*ngram as usize], sides) {
                *ngram = NONE;
            }
        });
    }
}

/// Whether two lines that are compared have an element in common, given the number of lines on each side that have it.
fn is_shared([left, right]: [u32; 2], sides: Sides) -> bool {
    if sides.is_self() { left > 1 } else { left > 0 && right > 0 }
}

impl OrderSets {
    /// Replaces the sets.
    fn fill(&mut self, elements: &mut Elements, sides: Sides) {
        let Elements { all, counts, bits, .. } = elements;
        let mut number = 0;
        bits.clear();
        bits.extend(counts.iter().map(|counts| {
            let bit = is_shared(*counts, sides).then_some(number);
            number += usize::from(bit.is_some());
            bit
        }));
        self.words = number.div_ceil(64);
        self.bits.clear();
        self.bits.resize(self.words * sides.all, 0);
        for &(line, element) in &*all {
            if let Some(bit) = bits[element as usize] {
                self.bits[self.words * line as usize + bit / 64] |= 1 << (bit % 64);
            }
        }
    }
}
