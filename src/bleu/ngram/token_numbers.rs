//! Numbers for the tokens of a segment, of one byte: equal tokens have equal numbers.

use crate::bleu::tokenize::{Key, SegmentTokens, is_same};

/// Largest number of tokens that are numbered.
pub const MAX_TOKENS: usize = 1024;

/// Numbers of tokens, and room for as many after their end as are compared together.
pub type NumberedTokens = [u8; MAX_TOKENS + ROOM];

const ROOM: usize = 64;

/// Number of the tokens that the reference does not have, and of none after the candidate's end.
const ABSENT: u8 = 0;

/// Number after the reference's end.
const NONE: u8 = u8::MAX;

/// Slots of the hash table, a power of two.
const SLOTS: usize = 1 << 10;

/// Numbers tokens; keeps its memory from one segment to the next.
#[derive(Clone, Debug)]
pub struct TokenNumbers {
    /// A hash table: the number of the token in a slot, or `ABSENT`.
    slots: [u8; SLOTS],
    /// The key of each number; of `ABSENT` the one that is sought.
    keys: [Key; 256],
    /// A position of the token with each number.
    positions: [u16; 256],
    candidate: NumberedTokens,
    reference: NumberedTokens,
}

impl Default for TokenNumbers {
    fn default() -> Self {
        TokenNumbers {
            slots: [ABSENT; _],
            keys: [Key::default(); _],
            positions: [0; _],
            candidate: [ABSENT; _],
            reference: [ABSENT; _],
        }
    }
}

impl TokenNumbers {
    /// The numbers of the tokens of a candidate and of a reference. `None` if there are too many different ones, or if two
    /// of them share a key.
    #[inline(always)]
    pub fn number(&mut self, candidate: &SegmentTokens, reference: &SegmentTokens) -> Option<[&NumberedTokens; 2]> {
        self.slots = [ABSENT; SLOTS];
        let mut last = ABSENT;
        for (i, &key) in reference.keys().iter().enumerate() {
            let slot = self.slot(key);
            let known = self.slots[slot];
            if !key.is_exact() && known != ABSENT && !is_same(reference.bytes(i), self.bytes(known, reference)) {
                return None;
            }
            if last + 1 == NONE {
                return None;
            }
            // Whether a token is new is unpredictable, so there is no branch.
            last += u8::from(known == ABSENT);
            let number = if known == ABSENT { last } else { known };
            self.slots[slot] = number;
            self.keys[usize::from(number)] = key;
            self.positions[usize::from(number)] = i as u16;
            self.reference[i % MAX_TOKENS] = number;
        }
        self.reference[reference.len()..][..ROOM].copy_from_slice(&[NONE; ROOM]);
        for (i, &key) in candidate.keys().iter().enumerate() {
            let number = self.slots[self.slot(key)];
            if !key.is_exact() && number != ABSENT && !is_same(candidate.bytes(i), self.bytes(number, reference)) {
                return None;
            }
            self.candidate[i % MAX_TOKENS] = number;
        }
        self.candidate[candidate.len()..][..ROOM].copy_from_slice(&[ABSENT; ROOM]);
        Some([&self.candidate, &self.reference])
    }

    /// The slot of a key, or the one that it would get.
    #[inline(always)]
    fn slot(&mut self, key: Key) -> usize {
        // One condition for both ends of the search: which of them comes is unpredictable.
        self.keys[usize::from(ABSENT)] = key;
        let mut slot = key.hash(SLOTS.ilog2());
        while self.keys[usize::from(self.slots[slot])] != key {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }

    /// The bytes of the token with a number.
    #[inline(always)]
    fn bytes<'a>(&self, number: u8, reference: &SegmentTokens<'a>) -> &'a [u8] {
        reference.bytes(self.positions[usize::from(number)].into())
    }
}
