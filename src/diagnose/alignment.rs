//! Alignment of a candidate with a reference: ranges of lines that resemble reference lines further up or down, and
//! ranges that resemble none.
//!
//! The similarity of two lines is the share of common substrings: of a few letters, or of one or two ideographs. It does not
//! depend on language, tokens, spaces, or the case of ASCII letters. A line votes for the shift of the most similar reference line, if that is clearly more similar
//! than others. A range of lines that vote for the same shift, other than 0, is misaligned. Larger shifts are found by
//! [`permutation`](super::permutation).

use foldhash::fast::FixedState;
use std::collections::VecDeque;
use std::hash::BuildHasher;
use std::sync::Arc;

/// Maximum distance of compared lines.
const MAX_SHIFT: usize = 8;

/// Number of shifts, from `-MAX_SHIFT` to `MAX_SHIFT`; index `MAX_SHIFT` is no shift.
const SHIFTS: usize = 2 * MAX_SHIFT + 1;

/// Bits of a sketch.
const BITS: usize = 1024;

/// Length of substrings in bytes: a short word, two Chinese characters, or three Indic letters.
const SUBSTRING: usize = 6;

/// Bytes of an ideograph, which is a substring too: Chinese and Japanese words have one or two.
const IDEOGRAPH: usize = 3;

/// Minimum lead in similarity for a vote: of another line over the own reference, or of the own reference over all
/// others.
pub const MARGIN: f64 = 0.1;

/// Similarity from which a line counts as aligned with its own reference.
pub const ALIGNED: f64 = 0.3;

/// Lead in similarity over random lines below which a line counts as unrelated to its reference.
pub const RELATED: f64 = 0.1;

/// Minimum number of different substrings of lines that may count as unrelated.
pub const MIN_SUBSTRINGS: u32 = 20;

/// Evidence for a shift, added by a line that votes for it.
const VOTE_FOR: i64 = 4;

/// Evidence for a shift, added by a line that votes for another, or for its own reference.
const VOTE_AGAINST: i64 = -4;

/// Evidence for a shift, added by a line without a vote.
const NO_VOTE: i64 = -1;

/// Minimum evidence for a shifted range: eight votes.
const MIN_SHIFT_EVIDENCE: i64 = 8 * VOTE_FOR;

/// Bytes that are no part of substrings: the space, and first bytes of Cyrillic, Hebrew, Arabic and Indic letters, which
/// are the same for most letters.
static IS_SKIPPED: [bool; 256] = {
    let mut table = [false; 256];
    table[b' ' as usize] = true;
    table[0xE0] = true;
    let mut byte = 0xD0;
    while byte <= 0xDB {
        table[byte] = true;
        byte += 1;
    }
    table
};

/// The set of hashes of a line's substrings.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    bits: [u64; BITS / 64],
    ones: u32,
    /// Number of substrings, equal ones counted each time.
    substrings: u32,
    hash: u64,
}

impl Sketch {
    /// Computes the sketch of a line.
    pub fn new(line: &str) -> Sketch {
        let mut bits = [0u8; BITS / 8];
        let text = line.trim().as_bytes();
        let add = |word: u64| {
            // Lowercases ASCII letters. Of the bytes of other characters, only some first bytes coincide.
            let folded = word | (word & 0x4040_4040_4040_4040) >> 1;
            let hash = folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54;
            bits[hash as usize / 8] |= 1 << (hash % 8);
        };
        let substrings = if text.is_ascii() { add_of_ascii(text, add) } else { add_of_any(text, add) };
        let mut words = bits.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
        let bits = std::array::from_fn(|_| words.next().unwrap_or_default());
        let ones = common_ones(&bits, &bits);
        Sketch { bits, ones, substrings, hash: FixedState::with_seed(0).hash_one(text) }
    }

    /// Number of different substrings, approximately.
    pub fn ones(&self) -> u32 {
        self.ones
    }

    /// Hash of the line without spaces at its ends.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Whether the line has fewer different substrings than text of its length has.
    pub fn is_repetitive(&self) -> bool {
        let expected = BITS as f64 * (1.0 - (-f64::from(self.substrings) / BITS as f64).exp());
        self.substrings > 3 && f64::from(self.ones) < 0.75 * expected
    }

    /// Returns the share of common substrings, corrected for chance: about 0 for unrelated lines, 1 if one line contains
    /// the other.
    pub fn similarity(&self, other: &Sketch) -> f64 {
        let common = common_ones(&self.bits, &other.bits);
        let chance = f64::from(self.ones) * f64::from(other.ones) / BITS as f64;
        let most = f64::from(self.ones.min(other.ones)) - chance;
        if most > 1.0 { (f64::from(common) - chance) / most } else { 0.0 }
    }
}

/// Adds the substrings of a line, each in the upper bytes of a word, and returns their number.
fn add_of_any(text: &[u8], mut add: impl FnMut(u64)) -> u32 {
    let mut substrings = 0;
    // The upper bytes hold the latest bytes of the line.
    let mut word = 0;
    for (i, &end) in text.iter().enumerate() {
        let is_skipped = IS_SKIPPED[usize::from(end)];
        let pushed = word << 8 | u64::from(end) << (64 - 8 * SUBSTRING);
        word = if is_skipped { word } else { pushed };
        // Substrings end where characters do. Before a space, the same one ends again, which saves a branch.
        let continues = || text.get(i + 1).is_some_and(|next| next & 0xC0 == 0x80);
        if i + 1 < SUBSTRING || !end.is_ascii() && (is_skipped || continues()) {
            continue;
        }
        add(word);
        substrings += u32::from(!is_skipped);
        let last = word << (8 * (SUBSTRING - IDEOGRAPH));
        if !end.is_ascii() && matches!(last.to_be_bytes()[0], 0xE4..=0xE9) {
            add(last);
            substrings += 1;
        }
    }
    substrings
}

/// The same for ASCII, of which nothing but spaces is skipped: without branches.
fn add_of_ascii(text: &[u8], mut add: impl FnMut(u64)) -> u32 {
    const WORD: usize = size_of::<u64>();
    // The first substrings may be shorter.
    const BEFORE: usize = SUBSTRING - 1;
    let mut letters = vec![0; BEFORE + text.len() + WORD - SUBSTRING];
    let mut end = BEFORE;
    for &byte in text {
        letters[end] = byte;
        end += usize::from(byte != b' ');
    }
    let begin = text.iter().take(BEFORE).filter(|byte| **byte != b' ').count();
    let words = letters[begin..end + WORD - SUBSTRING].windows(WORD);
    let substrings = words.len() as u32;
    for word in words {
        let word = word.try_into().map_or(0, u64::from_be_bytes);
        add(word >> (8 * (WORD - SUBSTRING)) << (8 * (WORD - SUBSTRING)));
    }
    substrings
}

/// Number of bits that are set in both. Compiled for newer x86-64 processors too; the version is chosen at run time.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx512f+avx512vpopcntdq", "x86_64+popcnt")))]
fn common_ones(one: &[u64; BITS / 64], other: &[u64; BITS / 64]) -> u32 {
    one.iter().zip(other).map(|(a, b)| (a & b).count_ones()).sum()
}

/// A range of candidate lines that are most similar to reference lines at another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShiftedRange {
    /// Distance of the reference lines: above 0 further down, below 0 further up; never 0.
    pub shift: i64,
    /// First segment, from 1.
    pub first: u64,
    /// Last segment.
    pub last: u64,
    /// Lines that are most similar to the reference line at this distance.
    pub shifted: u64,
    /// Lines that are most similar to their own reference line.
    pub own: u64,
}

impl ShiftedRange {
    /// Returns the number of lines.
    pub fn lines(&self) -> u64 {
        self.last - self.first + 1
    }
}

/// Finds shifted ranges, one line of candidate and reference at a time.
#[derive(Debug, Default)]
pub struct Alignment {
    /// The latest lines of each text that are still compared.
    candidates: VecDeque<Arc<Sketch>>,
    references: VecDeque<Arc<Sketch>>,
    /// Lines added.
    added: u64,
    /// Lines that have voted.
    voted: u64,
    /// For each shift, the range that may be growing.
    open: [OpenRange; SHIFTS],
    shifted: Vec<ShiftedRange>,
}

/// A range of candidate lines that are not similar to their reference lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnrelatedRange {
    /// First segment, from 1.
    pub first: u64,
    /// Last segment.
    pub last: u64,
    /// Lines that are long enough to be compared.
    pub compared: u64,
    /// Compared lines that are more similar to their own reference than by chance.
    pub related: u64,
    /// Strength of the evidence, in arbitrary units.
    pub(super) evidence: i64,
}

impl UnrelatedRange {
    /// Adds a line, and evidence for or against another text.
    pub fn add(&mut self, segment: u64, is_related: bool, evidence: i64) {
        if self.evidence <= 0 {
            *self = UnrelatedRange { first: segment, ..UnrelatedRange::default() };
        }
        self.last = segment;
        self.compared += 1;
        self.related += u64::from(is_related);
        self.evidence += evidence;
    }
}

/// A candidate for a shifted range: its evidence since the first line, and its state at the maximum.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenRange {
    evidence: i64,
    max_evidence: i64,
    first: u64,
    shifted: u64,
    own: u64,
    at_max: Option<ShiftedRange>,
}

impl Alignment {
    /// Adds the next line of both texts.
    pub fn add(&mut self, candidate: Arc<Sketch>, reference: Arc<Sketch>) {
        self.candidates.push_back(candidate);
        self.references.push_back(reference);
        self.added += 1;
        if self.added > MAX_SHIFT as u64 {
            self.vote();
        }
    }

    /// Returns the shifted ranges, in their order, when all lines have been added.
    pub fn finish(mut self) -> Vec<ShiftedRange> {
        while self.voted < self.added {
            self.vote();
        }
        self.open.iter_mut().for_each(|range| range.close(&mut self.shifted));
        self.shifted.sort_by_key(|range| (range.first, range.shift));
        self.shifted
    }

    /// Counts the vote of the first line that has not voted.
    fn vote(&mut self) {
        let Some(candidate) = self.candidates.pop_front() else { return };
        // Index of the line's own reference: the number of lines before it that are kept.
        let before = self.voted.min(MAX_SHIFT as u64) as usize;
        let mut similarity = [0.0; SHIFTS];
        let own = self.references.get(before).map_or(0.0, |reference| candidate.similarity(reference));
        similarity[MAX_SHIFT] = own;
        // In aligned files, most lines are so similar to their own reference that no other needs to be compared.
        let vote = if own >= ALIGNED {
            Some(MAX_SHIFT)
        } else {
            for (reference, similarity) in self.references.iter().zip(&mut similarity[MAX_SHIFT - before..]) {
                *similarity = candidate.similarity(reference);
            }
            winner(&similarity)
        };
        if before == MAX_SHIFT {
            self.references.pop_front();
        }
        self.voted += 1;
        for (i, range) in self.open.iter_mut().enumerate().filter(|(i, _)| *i != MAX_SHIFT) {
            let for_it = match vote {
                Some(vote) if vote == i => Some(Vote::For),
                Some(MAX_SHIFT) => Some(Vote::Own),
                Some(_) => Some(Vote::Other),
                None => None,
            };
            range.continue_with(i as i64 - MAX_SHIFT as i64, self.voted, for_it, &mut self.shifted);
        }
    }
}

/// The vote of a line on a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vote {
    /// For the shift.
    For,
    /// For the line's own reference.
    Own,
    /// For another shift.
    Other,
}

/// Returns the vote of a line between its own reference and one other, given its similarity to them; `None` if unclear.
pub fn vote_for(own: f64, other: impl FnOnce() -> f64) -> Option<Vote> {
    if own >= ALIGNED {
        return Some(Vote::Own);
    }
    let lead = other() - own;
    if lead >= MARGIN { Some(Vote::For) } else { (lead <= -MARGIN).then_some(Vote::Own) }
}

impl OpenRange {
    /// Adds the vote of the next line, and closes the range if too many lines vote against it.
    pub fn continue_with(&mut self, shift: i64, segment: u64, vote: Option<Vote>, found: &mut Vec<ShiftedRange>) {
        // A range without evidence can only start, by a vote for it.
        if self.max_evidence == 0 && vote != Some(Vote::For) {
            return;
        }
        self.add(shift, segment, vote);
        if self.evidence <= self.max_evidence - MIN_SHIFT_EVIDENCE {
            self.close(found);
        }
    }

    fn add(&mut self, shift: i64, segment: u64, vote: Option<Vote>) {
        if self.evidence <= 0 && vote == Some(Vote::For) && self.at_max.is_none() {
            *self = OpenRange { first: segment, ..OpenRange::default() };
        }
        self.evidence += match vote {
            Some(Vote::For) => VOTE_FOR,
            Some(Vote::Own | Vote::Other) => VOTE_AGAINST,
            None => NO_VOTE,
        };
        self.shifted += u64::from(vote == Some(Vote::For));
        self.own += u64::from(vote == Some(Vote::Own));
        if self.evidence > self.max_evidence {
            self.max_evidence = self.evidence;
            let OpenRange { first, shifted, own, .. } = *self;
            let is_shifted = self.evidence >= MIN_SHIFT_EVIDENCE;
            self.at_max = is_shifted.then_some(ShiftedRange { shift, first, last: segment, shifted, own });
        }
        if self.evidence <= 0 && self.at_max.is_none() {
            *self = OpenRange::default();
        }
    }

    pub fn close(&mut self, found: &mut Vec<ShiftedRange>) {
        found.extend(self.at_max);
        *self = OpenRange::default();
    }
}

/// Returns the index of the shift with clearly the highest similarity; `None` if there is doubt.
fn winner(similarity: &[f64; SHIFTS]) -> Option<usize> {
    let best = (0..SHIFTS).max_by(|&a, &b| similarity[a].total_cmp(&similarity[b]))?;
    let rival = if best == MAX_SHIFT {
        similarity.iter().enumerate().filter(|(i, _)| *i != MAX_SHIFT).map(|(_, x)| *x).fold(0.0, f64::max)
    } else {
        similarity[MAX_SHIFT]
    };
    let clear = similarity.iter().filter(|&&other| other >= similarity[best]).count() == 1;
    (clear && similarity[best] - rival.max(0.0) >= MARGIN).then_some(best)
}
