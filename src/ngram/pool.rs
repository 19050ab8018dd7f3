//! Counts against a pool of references: every line of a text against all other lines, or against all lines of other
//! texts. In time that grows with the text, not with its square.
//!
//! A candidate's n-gram may match as often as the line of the pool has it that has it most often. So a pool is, for each
//! n-gram, that largest count. If the candidate is a line of the pool itself, which is not to count, the second largest
//! count stands in for the largest if the line is the one that has it.
//!
//! N-grams are numbered order by order: an n-gram's number is that of its first n - 1 tokens with its last token. One
//! whose first or last n - 1 tokens can match no line cannot match either, and gets no number: most long n-grams are
//! such.

use crate::Error;
use crate::bleu::rules::Totals;
use crate::bleu::{Definition, MAX_ORDER, ReferenceLength, SegmentStatistics};
use crate::tokenize::{Tokenizer, Tokens};
use foldhash::fast::RandomState;
use std::collections::{BTreeMap, HashMap};

/// Number of an n-gram that matches nothing.
const NONE: u32 = u32::MAX;

/// Counts each line of a text against all its other lines.
///
/// # Errors
/// If the text has fewer than two lines, or is too long.
pub fn count_against_others(definition: &Definition, text: &str) -> Result<SegmentStatistics, Error> {
    let mut tokenizer = Tokenizer::for_definition(definition);
    let tokens = tokenizer.tokenize_lines(text)?;
    let mut words = HashMap::with_hasher(RandomState::default());
    let lines = Lines::new(tokens, &mut words);
    if lines.len() < 2 {
        return Err(Error::NoReference { segment: 1 });
    }
    Ok(count(definition, &lines, None))
}

/// Counts each line of a text against all lines of all references.
///
/// # Errors
/// If the references have no line, or a text is too long.
pub fn count_against_pool(
    definition: &Definition,
    text: &str,
    references: &[&str],
) -> Result<SegmentStatistics, Error> {
    let mut tokenizer = Tokenizer::for_definition(definition);
    let mut of_references: Vec<Tokenizer> = references.iter().map(|_| Tokenizer::for_references(definition)).collect();
    let candidate = tokenizer.tokenize_lines(text)?;
    let pairs = of_references.iter_mut().zip(references);
    let references: Vec<Tokens> =
        pairs.map(|(tokenizer, text)| tokenizer.tokenize_lines(text)).collect::<Result<_, _>>()?;
    let mut words = HashMap::with_hasher(RandomState::default());
    let candidate = Lines::new(candidate, &mut words);
    let mut pool = Lines::default();
    references.into_iter().for_each(|tokens| pool.append(tokens, &mut words));
    if pool.len() == 0 {
        return Err(Error::NoReference { segment: 1 });
    }
    Ok(count(definition, &candidate, Some(&pool)))
}

/// Lines of numbered tokens.
#[derive(Default)]
struct Lines {
    tokens: Vec<u32>,
    /// End of each line in `tokens`.
    ends: Vec<usize>,
}

type Words<'a> = HashMap<&'a [u8], u32, RandomState>;

impl Lines {
    fn new<'a>(tokens: Tokens<'a>, words: &mut Words<'a>) -> Lines {
        let mut lines = Lines::default();
        lines.append(tokens, words);
        lines
    }

    fn append<'a>(&mut self, tokens: Tokens<'a>, words: &mut Words<'a>) {
        for segment in tokens.segments() {
            for word in segment.all_bytes() {
                let next = words.len() as u32;
                self.tokens.push(*words.entry(word).or_insert(next));
            }
            self.ends.push(self.tokens.len());
        }
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    /// The range of each line.
    fn ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| start..end)
    }

    fn lengths(&self) -> impl Iterator<Item = u32> {
        self.ranges().map(|range| range.len() as u32)
    }
}

/// Counts of an n-gram in the lines of a pool.
#[derive(Clone, Copy, Default)]
struct InPool {
    /// The largest count in a line, and the line that has it.
    largest: u32,
    line: u32,
    /// The largest count in any other line.
    second: u32,
    /// Whether a candidate has it.
    is_wanted: bool,
}

/// Counts the lines of a candidate against a pool, or, without one, each against the others.
fn count(definition: &Definition, candidate: &Lines, pool: Option<&Lines>) -> SegmentStatistics {
    let order = definition.counted_order();
    let mut correct = vec![[0u32; MAX_ORDER]; candidate.len()];
    // Numbers of the n-grams that begin at each token; at first of those without any token.
    let mut of_candidate = vec![0; candidate.tokens.len()];
    let mut of_pool = vec![0; pool.map_or(0, |pool| pool.tokens.len())];
    let mut known = vec![InPool { largest: 1, second: 1, is_wanted: true, line: NONE }];
    for n in 1..=order {
        let mut numbers = Numbers { known: &known, numbers: HashMap::default() };
        numbers.extend(candidate, n, &mut of_candidate);
        if let Some(pool) = pool {
            numbers.extend(pool, n, &mut of_pool);
        }
        let mut found = vec![InPool::default(); numbers.numbers.len()];
        let (lines, ngrams) = pool.map_or((candidate, &of_candidate), |pool| (pool, &of_pool));
        each_count(lines, n, ngrams, |line, ngram, count| found[ngram as usize].add(line as u32, count));
        each_count(candidate, n, &of_candidate, |line, ngram, count| {
            let known = &mut found[ngram as usize];
            known.is_wanted = true;
            let is_own = pool.is_none() && known.line == line as u32;
            correct[line][n - 1] += count.min(if is_own { known.second } else { known.largest });
        });
        if pool.is_none() {
            // An n-gram of one line only matches nothing.
            found.iter_mut().for_each(|known| known.is_wanted &= known.second > 0);
        }
        known = found;
    }
    let mut statistics = definition.segment_table();
    let mut lengths = Lengths::new(pool.unwrap_or(candidate), definition.reference_length());
    for (hyp_len, correct) in candidate.lengths().zip(&correct) {
        let ref_len = lengths.choose(hyp_len, pool.is_none());
        statistics.push_counts(hyp_len, ref_len, &correct[..order]);
    }
    if definition.rules().totals == Totals::AtLeastOne {
        statistics.raise_totals();
    }
    statistics
}

impl InPool {
    fn add(&mut self, line: u32, count: u32) {
        if count > self.largest {
            *self = InPool { largest: count, line, second: self.largest, ..*self };
        } else {
            self.second = self.second.max(count);
        }
    }

    fn can_match(&self) -> bool {
        self.largest > 0 && self.is_wanted
    }
}

/// Gives n-grams their numbers.
struct Numbers<'a> {
    /// The n-grams shorter by one, by number.
    known: &'a [InPool],
    /// Numbers, by that of the first n - 1 tokens and the last token.
    numbers: HashMap<(u32, u32), u32, RandomState>,
}

impl Numbers<'_> {
    /// Replaces the numbers of n-grams shorter by one by those of n-grams of order `n`.
    fn extend(&mut self, lines: &Lines, n: usize, ngrams: &mut [u32]) {
        let can_match = |number: u32| self.known.get(number as usize).is_some_and(InPool::can_match);
        for range in lines.ranges() {
            let (ngrams, tokens) = (&mut ngrams[range.clone()], &lines.tokens[range]);
            let last = (ngrams.len() + 1).saturating_sub(n);
            for i in 0..last {
                // The n-gram that follows still has its old number, of the last n - 1 tokens of this one.
                let follows = if n == 1 { 0 } else { ngrams[i + 1] };
                ngrams[i] = if can_match(ngrams[i]) && can_match(follows) {
                    let next = self.numbers.len() as u32;
                    *self.numbers.entry((ngrams[i], tokens[i + n - 1])).or_insert(next)
                } else {
                    NONE
                };
            }
            ngrams[last..].fill(NONE);
        }
    }
}

/// Calls `visit` with the line, number and count of each n-gram of each line, if it has a number.
fn each_count(lines: &Lines, n: usize, ngrams: &[u32], mut visit: impl FnMut(usize, u32, u32)) {
    let mut sorted = Vec::new();
    for (line, range) in lines.ranges().enumerate() {
        let end = (range.end + 1).saturating_sub(n).max(range.start);
        sorted.clear();
        sorted.extend(ngrams[range.start..end].iter().filter(|&&ngram| ngram != NONE));
        sorted.sort_unstable();
        for group in sorted.chunk_by(|a, b| a == b) {
            visit(line, group[0], group.len() as u32);
        }
    }
}

/// Lengths of the lines of a pool.
struct Lengths {
    rule: ReferenceLength,
    /// Number of lines of each length.
    lines: BTreeMap<u32, u64>,
    sum: u64,
    count: u64,
}

impl Lengths {
    fn new(pool: &Lines, rule: ReferenceLength) -> Lengths {
        let mut lines = BTreeMap::new();
        pool.lengths().for_each(|length| *lines.entry(length).or_default() += 1);
        let sum = pool.lengths().map(u64::from).sum();
        Lengths { rule, lines, sum, count: pool.len() as u64 }
    }

    /// The reference length of a candidate, which is itself a line of the pool that does not count if `is_line`.
    fn choose(&mut self, hyp_len: u32, is_line: bool) -> u32 {
        let counts = |(&length, &lines): (&u32, &u64)| lines > u64::from(is_line && length == hyp_len);
        let present = |found: (&u32, &u64)| counts(found).then_some(*found.0);
        match self.rule {
            ReferenceLength::Average => {
                let own = if is_line { (u64::from(hyp_len), 1) } else { (0, 0) };
                let (sum, count) = (self.sum - own.0, self.count - own.1);
                ((2 * sum + count) / (2 * count)) as u32
            }
            ReferenceLength::Shortest => self.lines.iter().find_map(present).unwrap_or(0),
            ReferenceLength::Closest | ReferenceLength::FirstClosest => {
                let shorter = self.lines.range(..=hyp_len).rev().find_map(present);
                let longer = self.lines.range(hyp_len..).find_map(present);
                self.rule.choose(hyp_len, shorter.into_iter().chain(longer))
            }
        }
    }
}
