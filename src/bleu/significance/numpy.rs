//! The random numbers of `numpy.random.default_rng`, so that a seed gives the same resamples as in sacreBLEU.
//!
//! O'Neill's `seed_seq_fe` (numpy's `SeedSequence`) mixes a seed into the state of her generator PCG XSL-RR 128/64.
//! numpy splits its 64-bit words into 32-bit ones, the low half first. Two methods of numpy's `Generator` are built on
//! them: `choice`, as [`Words::choose`], and `integers(2, dtype=bool)`, as [`Bits`].

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

/// numpy's generator for a seed.
fn pcg64(seed: u64) -> Pcg64 {
    let words = seed_sequence(seed);
    let wide = |high: usize, low: usize| u128::from(words[high]) << 64 | u128::from(words[low]);
    Pcg64::new(wide(0, 1), wide(2, 3))
}

/// `SeedSequence(seed).generate_state(4, uint64)`.
fn seed_sequence(seed: u64) -> [u64; 4] {
    let mut hash = Hash { constant: 0x43b0_d7e5, multiplier: 0x931e_8875 };
    let mut pool = [seed as u32, (seed >> 32) as u32, 0, 0].map(|word| hash.mix(word));
    for source in 0..pool.len() {
        for target in (0..pool.len()).filter(|&target| target != source) {
            let left = pool[target].wrapping_mul(0xca01_f9dd);
            let right = hash.mix(pool[source]).wrapping_mul(0x4973_f715);
            let mixed = left.wrapping_sub(right);
            pool[target] = mixed ^ mixed >> 16;
        }
    }
    let mut hash = Hash { constant: 0x8b51_f9dd, multiplier: 0x58f3_8ded };
    let mut next = pool.into_iter().cycle().map(|word| u64::from(hash.mix(word)));
    let mut next = || next.next().unwrap_or(0);
    [(); 4].map(|()| next() | next() << 32)
}

/// The hash function of `seed_seq_fe`, whose constant changes with every use.
struct Hash {
    constant: u32,
    multiplier: u32,
}

impl Hash {
    fn mix(&mut self, word: u32) -> u32 {
        let word = word ^ self.constant;
        self.constant = self.constant.wrapping_mul(self.multiplier);
        let word = word.wrapping_mul(self.constant);
        word ^ word >> 16
    }
}

/// A stream of 32-bit words.
pub(super) struct Words {
    pcg: Pcg64,
    /// The high half of the last 64-bit word, if it is not used yet.
    high: Option<u32>,
}

impl Words {
    /// The stream of `numpy.random.default_rng(seed)`.
    pub fn new(seed: u64) -> Self {
        Words { pcg: pcg64(seed), high: None }
    }

    fn next(&mut self) -> u32 {
        if let Some(high) = self.high.take() {
            return high;
        }
        let word = self.pcg.next_u64();
        self.high = Some((word >> 32) as u32);
        word as u32
    }

    /// `choice(n, count)`: calls `visit` with `count` integers below `n`. Several calls with the same `n` make one
    /// stream, as numpy's `size` of several dimensions does. If `n` is 0 or 1, nothing is drawn and all integers are 0.
    ///
    /// The method is by Lemire, "Fast Random Integer Generation in an Interval" (2019).
    pub fn choose(&mut self, n: u32, count: usize, mut visit: impl FnMut(u32)) {
        if n <= 1 {
            return (0..count).for_each(|_| visit(0));
        }
        // If products whose low half is below it were used, some integers would be more likely than others.
        let threshold = n.wrapping_neg() % n;
        let mut left = count;
        let mut add = |left: &mut usize, word: u32| {
            let product = u64::from(word) * u64::from(n);
            if product as u32 >= threshold {
                visit((product >> 32) as u32);
                *left -= 1;
            }
        };
        if let Some(high) = self.high.take_if(|_| left > 0) {
            add(&mut left, high);
        }
        // Both halves of a word, one after the other, take less time than one half each time.
        while left > 1 {
            let word = self.pcg.next_u64();
            add(&mut left, word as u32);
            add(&mut left, (word >> 32) as u32);
        }
        while left > 0 {
            let word = self.next();
            add(&mut left, word);
        }
    }
}

/// A stream of random bits.
pub(super) struct Bits {
    pcg: Pcg64,
    /// The bits of the last word, the lowest first.
    word: [u8; 64],
    /// Number of them that are not used yet.
    left: usize,
}

impl Bits {
    /// The stream of `numpy.random.default_rng(seed)`.
    pub fn new(seed: u64) -> Self {
        Bits { pcg: pcg64(seed), word: [0; 64], left: 0 }
    }

    /// `integers(2, dtype=bool)`: sets each place to 0 or 1.
    pub fn fill(&mut self, mut places: &mut [u8]) {
        while !places.is_empty() {
            if self.left == 0 {
                let word = self.pcg.next_u64();
                (self.word, self.left) = (std::array::from_fn(|i| (word >> i & 1) as u8), 64);
            }
            let (now, later) = places.split_at_mut(self.left.min(places.len()));
            now.copy_from_slice(&self.word[64 - self.left..][..now.len()]);
            self.left -= now.len();
            places = later;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Random numbers of numpy, written by testdata/make_numpy.py.
    fn figures() -> Value {
        serde_json::from_str(include_str!("../../../testdata/numpy.json")).unwrap()
    }

    fn number(value: &Value) -> u64 {
        value.as_str().unwrap().parse().unwrap()
    }

    fn streams() -> Vec<(u64, Value)> {
        let streams = figures()["streams"].as_array().unwrap().clone();
        assert_eq!(streams.len(), 5);
        streams.into_iter().map(|stream| (number(&stream["seed"]), stream)).collect()
    }

    #[test]
    fn words_equal_numpy() {
        for (seed, stream) in streams() {
            let mut pcg = pcg64(seed);
            for word in stream["words"].as_array().unwrap() {
                assert_eq!(pcg.next_u64(), number(word), "seed {seed}");
            }
        }
    }

    #[test]
    fn rows_of_indices_equal_numpy() {
        for (seed, stream) in streams() {
            for case in stream["indices"].as_array().unwrap() {
                let n = case["n"].as_u64().unwrap() as u32;
                let mut words = Words::new(seed);
                for row in case["rows"].as_array().unwrap() {
                    let mut indices = Vec::new();
                    words.choose(n, 7, |index| indices.push(index));
                    assert_eq!(Value::from(indices), *row, "seed {seed}, {n} segments");
                }
            }
        }
    }

    #[test]
    fn rejected_words_equal_numpy() {
        let long = &figures()["long"];
        let (n, count) = (long["n"].as_u64().unwrap(), long["count"].as_u64().unwrap());
        let (mut sum, mut last) = (0, 0);
        Words::new(number(&long["seed"])).choose(n as u32, count as usize, |index| {
            last = u64::from(index);
            sum += last;
        });
        assert_eq!((sum, last), (number(&long["sum"]), long["last"].as_u64().unwrap()));
    }

    #[test]
    fn bits_equal_numpy_in_rows_of_any_length() {
        for (seed, stream) in streams() {
            let rows: Vec<_> = stream["bits"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
            let expected: Vec<u8> = rows.concat().bytes().map(|digit| digit - b'0').collect();
            for length in [1, 7, 32, 63, 64, 65, 75, 128, 300] {
                let mut bits = Bits::new(seed);
                let mut found = vec![0; expected.len()];
                found.chunks_mut(length).for_each(|row| bits.fill(row));
                assert_eq!(found, expected, "seed {seed}, rows of {length}");
            }
        }
    }

    #[test]
    fn a_single_segment_is_chosen_without_a_draw() {
        let mut words = Words::new(1);
        words.choose(0, 0, |_| panic!("there is no segment"));
        words.choose(1, 5, |index| assert_eq!(index, 0));
        assert_eq!(words.next(), Words::new(1).next());
    }
}
