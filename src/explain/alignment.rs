//! Misaligned files: stretches of lines that are most like a reference's lines further up or down, and stretches that
//! are like nothing there.
//!
//! Lines are compared by the substrings they share, whatever the language, the tokens, the spaces, or the case of ASCII
//! letters. A line votes for the shift of its likeliest reference line, if this is clearly likelier than the others; a
//! stretch of lines that vote alike, and not for their own, is misaligned. Where lines are unlike their own and none of
//! those near it is likelier, they are another text, or stand too far away.

use std::collections::VecDeque;

/// The farthest lines that are compared with a line.
const FARTHEST: usize = 8;

/// All shifts: that of index `FARTHEST` is none.
const SHIFTS: usize = 2 * FARTHEST + 1;

/// Bits of a sketch.
const BITS: usize = 1024;

/// Bytes of a substring: a short word with its spaces, or two Chinese characters.
const SUBSTRING: usize = 6;

/// How much likelier the likeliest must be than the line's own or, for its own, than any other.
const MARGIN: f64 = 0.1;

/// A line this like its own is in its place.
const LIKE_ENOUGH: f64 = 0.3;

/// A line less like its own than this has nothing to do with it.
const ALIKE: f64 = 0.1;

/// Different substrings that a line must have for that to be said.
const COMPARABLE: u32 = 20;

/// What a line adds to the evidence for a shift if it votes for it.
const FOR: i64 = 4;

/// What it adds if it votes for its own line, or for another shift.
const AGAINST: i64 = -4;

/// What it adds if it does not vote.
const UNDECIDED: i64 = -1;

/// The evidence that makes a stretch: that of eight votes.
const ENOUGH: i64 = 8 * FOR;

/// What a line adds to the evidence for another text if it is unlike its own, and if it is not: evidence grows where
/// more than a quarter are unlike. Of 57 pairs of translations from WMT 2022, the worst has a ninth.
const UNLIKE: i64 = 3;
const NOT_UNLIKE: i64 = -1;

/// The evidence that makes a stretch of another text: that of thirty lines.
const ENOUGH_UNLIKE: i64 = 30 * UNLIKE;

/// A line as the set of hashes of its substrings.
#[derive(Clone, Debug)]
pub struct Sketch {
    bits: [u64; BITS / 64],
    ones: u32,
}

impl Sketch {
    /// The sketch of a line; equal lines have equal sketches.
    pub fn new(line: &str) -> Sketch {
        let mut bits = [0; BITS / 64];
        let (before, ends) = line.trim().as_bytes().split_at_checked(SUBSTRING - 1).unwrap_or_default();
        // The latest bytes, in the upper part; a space adds none, and what was there before is hashed again.
        let push = |word: u64, &byte: &u8| {
            let pushed = word << 8 | u64::from(byte) << (64 - 8 * SUBSTRING);
            if byte == b' ' { word } else { pushed }
        };
        let mut word = before.iter().fold(0, push);
        for end in ends {
            word = push(word, end);
            // ASCII's letters are made lowercase; of other characters no byte but the first, and few, become alike.
            let folded = word | (word & 0x4040_4040_4040_4040) >> 1;
            let hash = folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54;
            bits[hash as usize / 64] |= 1 << (hash % 64);
        }
        Sketch { bits, ones: bits.iter().map(|word| word.count_ones()).sum() }
    }

    /// How much more is common to both than chance would have it: 0 for unrelated lines, 1 if one contains the other.
    fn likeness(&self, other: &Sketch) -> f64 {
        let common: u32 = self.bits.iter().zip(&other.bits).map(|(a, b)| (a & b).count_ones()).sum();
        let chance = f64::from(self.ones) * f64::from(other.ones) / BITS as f64;
        let most = f64::from(self.ones.min(other.ones)) - chance;
        if most > 1.0 { (f64::from(common) - chance) / most } else { 0.0 }
    }
}

/// Lines of the candidate that are like the lines of a reference that stand `shift` lines further down (above 0) or up
/// (below 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The distance, in lines; never 0.
    pub shift: i64,
    /// The first of the segments, from 1.
    pub first: u64,
    /// The last of them.
    pub last: u64,
    /// Those that are likest to the line at this distance.
    pub shifted: u64,
    /// Those that are likest to their own line.
    pub own: u64,
}

/// Looks for stretches, a line of candidate and reference at a time.
#[derive(Debug, Default)]
pub struct Alignment {
    /// The latest lines of each, as many as can be needed.
    candidates: VecDeque<Sketch>,
    references: VecDeque<Sketch>,
    /// The lines taken.
    taken: u64,
    /// The lines that have voted.
    voted: u64,
    growing: [Growing; SHIFTS],
    found: Vec<Stretch>,
    /// The stretch of unlike lines that may go on, and the one of most evidence so far.
    unlike: Unlike,
    most_unlike: Unlike,
}

/// Lines of the candidate that have nothing to do with their references.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unlike {
    /// The first of the segments, from 1.
    pub first: u64,
    /// The last of them.
    pub last: u64,
    /// Lines that are long enough, as their references are, to be compared.
    pub compared: u64,
    /// Those of them that have more in common than chance would have it.
    pub alike: u64,
    /// The more, the surer.
    pub evidence: i64,
}

impl Unlike {
    fn add(&mut self, segment: u64, alike: bool) {
        if self.evidence <= 0 {
            *self = Unlike { first: segment, ..Unlike::default() };
        }
        self.last = segment;
        self.compared += 1;
        self.alike += u64::from(alike);
        self.evidence += if alike { NOT_UNLIKE } else { UNLIKE };
    }
}

/// A stretch that may become one: its evidence since its first line, and where it was highest.
#[derive(Clone, Copy, Debug, Default)]
struct Growing {
    evidence: i64,
    best: i64,
    first: u64,
    shifted: u64,
    own: u64,
    at_best: Option<Stretch>,
}

impl Alignment {
    /// Takes the next line of both.
    pub fn add(&mut self, candidate: Sketch, reference: Sketch) {
        self.candidates.push_back(candidate);
        self.references.push_back(reference);
        self.taken += 1;
        if self.taken > FARTHEST as u64 {
            self.vote();
        }
    }

    /// The stretches, when all lines are taken, in the order of the corpus; and where lines are unlike, if they are.
    pub fn finish(mut self) -> (Vec<Stretch>, Option<Unlike>) {
        while self.voted < self.taken {
            self.vote();
        }
        self.growing.iter_mut().for_each(|growing| growing.end(&mut self.found));
        self.found.sort_by_key(|stretch| (stretch.first, stretch.shift));
        (self.found, Some(self.most_unlike).filter(|unlike| unlike.evidence >= ENOUGH_UNLIKE))
    }

    /// The first waiting line votes.
    fn vote(&mut self) {
        let Some(candidate) = self.candidates.pop_front() else { return };
        // The line's own reference is as far from the front as lines before it are kept.
        let before = self.voted.min(FARTHEST as u64) as usize;
        let mut likeness = [0.0; SHIFTS];
        let own = self.references.get(before).map_or(0.0, |reference| candidate.likeness(reference));
        likeness[FARTHEST] = own;
        let long_enough = |sketch: &Sketch| sketch.ones >= COMPARABLE;
        if long_enough(&candidate) && self.references.get(before).is_some_and(long_enough) {
            self.unlike.add(self.voted + 1, own >= ALIKE);
            if self.unlike.evidence > self.most_unlike.evidence {
                self.most_unlike = self.unlike;
            }
        }
        // Most lines of a corpus in order are so like their own that no other needs to be looked at.
        let vote = if own >= LIKE_ENOUGH {
            Some(FARTHEST)
        } else {
            for (reference, likeness) in self.references.iter().zip(&mut likeness[FARTHEST - before..]) {
                *likeness = candidate.likeness(reference);
            }
            winner(&likeness)
        };
        if before == FARTHEST {
            self.references.pop_front();
        }
        self.voted += 1;
        for (i, growing) in self.growing.iter_mut().enumerate().filter(|(i, _)| *i != FARTHEST) {
            // Without evidence there is none to lose.
            if growing.best == 0 && vote != Some(i) {
                continue;
            }
            growing.add(i as i64 - FARTHEST as i64, self.voted, vote.map(|vote| vote == i), vote == Some(FARTHEST));
            if growing.evidence <= growing.best - ENOUGH {
                growing.end(&mut self.found);
            }
        }
    }
}

impl Growing {
    fn add(&mut self, shift: i64, segment: u64, vote: Option<bool>, own: bool) {
        if self.evidence <= 0 && vote == Some(true) && self.at_best.is_none() {
            *self = Growing { first: segment, ..Growing::default() };
        }
        self.evidence += match vote {
            Some(true) => FOR,
            Some(false) => AGAINST,
            None => UNDECIDED,
        };
        self.shifted += u64::from(vote == Some(true));
        self.own += u64::from(own);
        if self.evidence > self.best {
            self.best = self.evidence;
            let Growing { first, shifted, own, .. } = *self;
            self.at_best = (self.best >= ENOUGH).then_some(Stretch { shift, first, last: segment, shifted, own });
        }
        if self.evidence <= 0 && self.at_best.is_none() {
            *self = Growing::default();
        }
    }

    fn end(&mut self, found: &mut Vec<Stretch>) {
        found.extend(self.at_best);
        *self = Growing::default();
    }
}

/// The shift that is clearly the likeliest; none where that is in doubt.
fn winner(likeness: &[f64; SHIFTS]) -> Option<usize> {
    let best = (0..SHIFTS).max_by(|&a, &b| likeness[a].total_cmp(&likeness[b]))?;
    let rival = if best == FARTHEST {
        likeness.iter().enumerate().filter(|(i, _)| *i != FARTHEST).map(|(_, x)| *x).fold(0.0, f64::max)
    } else {
        likeness[FARTHEST]
    };
    let clear = likeness.iter().filter(|&&other| other >= likeness[best]).count() == 1;
    (clear && likeness[best] - rival.max(0.0) >= MARGIN).then_some(best)
}
