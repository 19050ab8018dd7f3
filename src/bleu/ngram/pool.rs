//! Counts by hash tables, in time linear in the length of the texts: of a segment that is too long for bitsets, or
//! against a pool of references: every line of a text against all other lines, or against all lines of other texts.
//!
//! An n-gram is clipped at its largest count in any line of the pool, so a pool is reduced to these counts. If the
//! candidate is itself a line of the pool, it must be excluded: if it is the line with the largest count, the second
//! largest is used.
//!
//! An n-gram whose first or last n - 1 tokens match no line cannot match either and gets no number, which excludes most
//! long n-grams.

use super::MAX_ORDER;
use super::counting::Counting;
use super::numbered_lines::{Lines, NONE, NgramNumbers, WordNumbers};
use super::reference_length::ReferenceLength;
use super::reference_length::rounded_mean;
use super::statistics::SegmentStatistics;
use crate::bleu::error::Error;
use crate::bleu::tokenize::{SegmentTokens, Tokenizer, Tokens};

/// Adds the correct n-grams of each order (`correct[n - 1]` is for order n) of one segment.
pub fn count_segment<'a>(
    candidate: SegmentTokens<'a>,
    references: impl Iterator<Item = SegmentTokens<'a>>,
    correct: &mut [u32],
) {
    let mut words = WordNumbers::default();
    let mut candidate = Lines::new([candidate], &mut words);
    let mut pool = Lines::new(references, &mut words);
    for found in correct_ngrams(correct.len(), &mut candidate, Some(&mut pool), words.len()) {
        correct.iter_mut().zip(found).for_each(|(correct, found)| *correct += found);
    }
}

/// Counts each line of a text against all its other lines.
///
/// # Errors
/// If the text has fewer than two lines or is too long, or if the counting does not support pools.
pub fn count_against_others(counting: &Counting, text: &str) -> Result<SegmentStatistics, Error> {
    let mut tokenizer = counting.tokenizer();
    count_tokens_against_others(counting, tokenizer.tokenize_lines(text)?)
}

/// Counts each line against all others; see [`count_against_others`].
pub fn count_tokens_against_others(counting: &Counting, tokens: Tokens) -> Result<SegmentStatistics, Error> {
    counting.check_pools()?;
    let mut words = WordNumbers::default();
    let lines = Lines::new(tokens.segments(), &mut words);
    if lines.len() < 2 {
        return Err(Error::TooFew { kind: "line", found: lines.len(), needed: 2 });
    }
    Ok(count(counting, lines, None, words.len()))
}

/// Counts each line of a text against all lines of all references.
///
/// # Errors
/// If the references have no line, if a text is too long, or if the counting does not support pools.
pub fn count_against_pool(counting: &Counting, text: &str, references: &[&str]) -> Result<SegmentStatistics, Error> {
    counting.check_pools()?;
    let mut tokenizer = counting.tokenizer();
    let mut reference_tokenizers: Vec<Tokenizer> = references.iter().map(|_| counting.reference_tokenizer()).collect();
    let candidate = tokenizer.tokenize_lines(text)?;
    let pairs = reference_tokenizers.iter_mut().zip(references);
    let references: Vec<Tokens> =
        pairs.map(|(tokenizer, text)| tokenizer.tokenize_lines(text)).collect::<Result<_, _>>()?;
    let mut words = WordNumbers::default();
    let candidate = Lines::new(candidate.segments(), &mut words);
    let pool = Lines::new(references.into_iter().flat_map(|tokens| tokens.segments()), &mut words);
    if pool.len() == 0 {
        return Err(Error::TooFew { kind: "line", found: 0, needed: 1 });
    }
    Ok(count(counting, candidate, Some(pool), words.len()))
}

/// Counts of an n-gram in the lines of a pool.
#[derive(Clone, Copy)]
struct InPool {
    /// The largest count in a line, and the line that has it.
    largest: u32,
    line: u32,
    /// The largest count in any other line.
    second: u32,
    /// The line in which the n-gram was counted last, and its count there so far.
    last: u32,
    count: u32,
    /// Whether a candidate has it.
    is_wanted: bool,
}

impl InPool {
    /// An n-gram that no line has.
    const ABSENT: InPool = InPool { largest: 0, line: NONE, second: 0, last: NONE, count: 0, is_wanted: false };

    /// Counts the n-gram once more in a line, and returns how often that line has had it so far. Lines must be counted
    /// in order.
    fn count(&mut self, line: u32) -> u32 {
        self.count = if self.last == line { self.count + 1 } else { 1 };
        self.last = line;
        self.count
    }

    /// Counts the n-gram once more in a line of the pool.
    fn add(&mut self, line: u32) {
        let count = self.count(line);
        if self.line == line {
            self.largest = self.largest.max(count);
        } else if count > self.largest {
            // Counts of a line grow one by one, so the second largest is the former largest already.
            (self.largest, self.line) = (count, line);
        } else {
            self.second = self.second.max(count);
        }
    }
}

/// Counts the lines of a candidate against a pool, or, without one, each against the others. The tokens are numbers
/// below `words`.
fn count(counting: &Counting, mut candidate: Lines, mut pool: Option<Lines>, words: usize) -> SegmentStatistics {
    let correct = correct_ngrams(counting.order, &mut candidate, pool.as_mut(), words);
    let mut statistics = counting.segment_table();
    let lengths = Lengths::new(pool.as_ref().unwrap_or(&candidate), counting.reference_length);
    for (hyp_len, correct) in candidate.lengths().zip(&correct) {
        let ref_len = lengths.choose(hyp_len, pool.is_none());
        statistics.push_counts(hyp_len, ref_len, &correct[..counting.order]);
    }
    counting.rules.adjust_totals(&mut statistics);
    statistics
}

/// Returns the correct n-grams of each order for each line of a candidate.
fn correct_ngrams(
    order: usize,
    candidate: &mut Lines,
    mut pool: Option<&mut Lines>,
    words: usize,
) -> Vec<[u32; MAX_ORDER]> {
    let mut correct = vec![[0u32; MAX_ORDER]; candidate.len()];
    let mut ngrams = vec![InPool::ABSENT; words];
    for n in 1..=order {
        if n > 1 {
            let mut numbers = NgramNumbers::default();
            candidate.lengthen(n, &mut numbers);
            if let Some(pool) = &mut pool {
                pool.lengthen(n, &mut numbers);
            }
            ngrams.clear();
            ngrams.resize(numbers.len(), InPool::ABSENT);
        }
        let is_self = pool.is_none();
        let lines = pool.as_deref_mut().unwrap_or(candidate);
        lines.each_ngram(|line, ngram| ngrams[*ngram as usize].add(line));
        let lines = lines.len() as u32;
        candidate.each_ngram(|line, ngram| {
            let known = &mut ngrams[*ngram as usize];
            known.is_wanted = true;
            // Line numbers below this belong to the pool.
            let count = known.count(lines.wrapping_add(line));
            let limit = if is_self && known.line == line { known.second } else { known.largest };
            correct[line as usize][n - 1] += u32::from(count <= limit);
            // An n-gram of no other line matches nothing.
            if (if is_self { known.second } else { known.largest }) == 0 {
                *ngram = NONE;
            }
        });
        if let Some(pool) = &mut pool {
            pool.each_ngram(|_, ngram| {
                if !ngrams[*ngram as usize].is_wanted {
                    *ngram = NONE;
                }
            });
        }
    }
    correct
}

/// Lengths of the lines of a pool.
struct Lengths {
    rule: ReferenceLength,
    /// In ascending order.
    lengths: Vec<u32>,
    sum: u64,
}

impl Lengths {
    fn new(pool: &Lines, rule: ReferenceLength) -> Lengths {
        let mut lengths: Vec<u32> = pool.lengths().collect();
        lengths.sort_unstable();
        Lengths { rule, sum: lengths.iter().copied().map(u64::from).sum(), lengths }
    }

    /// The reference length of a candidate; with `is_line`, the candidate is a line of the pool and is excluded.
    fn choose(&self, hyp_len: u32, is_line: bool) -> u32 {
        if self.rule == ReferenceLength::Average {
            let own = if is_line { (u64::from(hyp_len), 1) } else { (0, 0) };
            return rounded_mean(self.sum - own.0, self.lengths.len() as u64 - own.1);
        }
        let place = self.lengths.partition_point(|&length| length < hyp_len);
        let (shorter, others) = self.lengths.split_at(place);
        // Of all lengths, the rules choose the shortest or one of the two that are closest.
        let among = [shorter.first(), shorter.last(), others.get(usize::from(is_line))];
        self.rule.choose(hyp_len, among.into_iter().flatten().copied())
    }
}
