//! Frequencies of the characters of some lines, by which texts of one language and script are alike.

use std::ops::AddAssign;

/// Number of classes of characters: each ASCII character has one of its own, others share them.
const CLASSES: usize = 512;
const ASCII: usize = 128;

/// Minimum number of characters for a comparison.
const MIN_CHARACTERS: u32 = 1000;

/// Minimum difference of all frequencies: texts of the same language reach 0.1.
const MIN_DIFFERENCE: f64 = 0.14;

/// Factor between the frequencies of a class that is typical of one text, and minimum difference of the frequencies and
/// number of characters.
const MIN_FACTOR: f64 = 6.0;
const MIN_TYPICAL: f64 = 0.004;
const MIN_COUNT: f64 = 12.0;

/// Characters that good translations differ in: quotes, dashes and other marks that a style decides.
const STYLE: &str = "\"'-–—„“”‘’«»‹›…。、，．！？（）：；「」『』 \u{A0}\u{202F}\u{3000}";

/// Number of characters in each class.
#[derive(Clone, Debug)]
pub struct SampledCharacters([u32; CLASSES]);

impl Default for SampledCharacters {
    fn default() -> Self {
        SampledCharacters([0; CLASSES])
    }
}

/// The class of a character.
fn class(c: char) -> usize {
    let code = c as usize;
    if code < ASCII { code } else { ASCII + code % (CLASSES - ASCII) }
}

impl SampledCharacters {
    /// Adds the characters of a line.
    pub fn add(&mut self, line: &str) {
        for c in line.chars() {
            self.0[class(c)] += 1;
        }
    }

    /// Whether the characters are others than those of a text in the same language.
    pub fn differ_from(&self, other: &SampledCharacters) -> bool {
        let sums = [self, other].map(|text| text.0.iter().sum::<u32>());
        if sums.into_iter().min() < Some(MIN_CHARACTERS) {
            return false;
        }
        let shares = |class: usize| {
            [self.0[class], other.0[class]].map(f64::from).into_iter().zip(sums).map(|(n, sum)| n / f64::from(sum))
        };
        let (mut difference, mut is_typical) = (0.0, false);
        for class in 0..CLASSES {
            let (least, most) =
                shares(class).fold((f64::INFINITY, 0.0f64), |(least, most), share| (least.min(share), most.max(share)));
            difference += 0.5 * (most - least);
            let count = f64::from(self.0[class].abs_diff(other.0[class]));
            is_typical |= most >= MIN_FACTOR * least
                && most - least >= MIN_TYPICAL
                && count >= MIN_COUNT
                && !STYLE.chars().any(|c| self::class(c) == class);
        }
        difference >= MIN_DIFFERENCE || is_typical
    }
}

impl AddAssign<&SampledCharacters> for SampledCharacters {
    fn add_assign(&mut self, next: &SampledCharacters) {
        self.0.iter_mut().zip(next.0).for_each(|(sum, count)| *sum = sum.saturating_add(count));
    }
}
