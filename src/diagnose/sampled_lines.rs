//! The characters of some lines, and those that they begin and end with, by which a line and its translation are alike.

use super::line_shape::MAX_SHAPES;
use crate::tokenize::bits;
use std::ops::AddAssign;

/// Number of classes of characters: each ASCII character has one of its own, others share them.
const CLASSES: usize = 512;
const ASCII: usize = 128;

/// Number of all features of a line: its characters, its first one and its last one.
const FEATURES: usize = CLASSES + 2 * ASCII;

/// Minimum difference of the numbers of lines that have a feature in one text only, by McNemar's test (chi-squared), and
/// minimum sum of what exceeds chance. Four in five good translations stay below both; the others use other commas or
/// periods than their references.
const MIN_DIFFERENCE: f64 = 16.0;
const MIN_SUM: f64 = 50.0;
const BY_CHANCE: f64 = 4.0;

/// Number of lines that these are for: of more lines, a style has a difference in proportion.
const LINES: f64 = 200.0;

/// Characters that good translations differ in: quotes, dashes and other marks that a style decides.
const STYLE: &str = "\"'-–—„“”‘’«»‹›…、，．！？（）：；「」『』, \u{A0}\u{202F}\u{3000}";

/// Features of lines; those of empty lines are empty.
#[derive(Clone, Debug, Default)]
pub struct SampledLines(Vec<Features>);

/// The set of features of a line, as bits.
type Features = [u64; FEATURES / 64];

impl SampledLines {
    /// Adds a line.
    pub fn add(&mut self, line: &str) {
        let mut features = [0; FEATURES / 64];
        let mut add = |feature: usize| features[feature / 64] |= 1 << (feature % 64);
        let line = line.trim();
        line.chars().for_each(|c| add(class(c)));
        line.chars().next().into_iter().for_each(|c| add(CLASSES + kind(c)));
        line.chars().next_back().into_iter().for_each(|c| add(CLASSES + ASCII + kind(c)));
        self.0.push(features);
    }

    /// Whether the lines have other features than those of a text in the same language.
    pub fn differ_from(&self, other: &SampledLines) -> bool {
        let mut alone = [[0u32; FEATURES]; 2];
        let is_empty = |features: &Features| features.iter().all(|word| *word == 0);
        let mut pairs = 0.0;
        for (one, other) in self.0.iter().zip(&other.0).filter(|(one, other)| !is_empty(one) && !is_empty(other)) {
            pairs += 1.0;
            for (word, (one, other)) in one.iter().zip(other).enumerate() {
                for (counts, only) in alone.iter_mut().zip([one & !other, other & !one]) {
                    bits(only).for_each(|bit| counts[64 * word + bit] += 1);
                }
            }
        }
        for counts in &mut alone {
            STYLE.chars().for_each(|c| counts[class(c)] = 0);
        }
        let difference = |feature: usize| {
            let [one, other] = alone.map(|counts| f64::from(counts[feature]));
            (one - other).powi(2) / (one + other).max(1.0) * (LINES / pairs).min(1.0)
        };
        let differences: Vec<f64> = (0..FEATURES).map(difference).collect();
        let excess = differences.iter().map(|difference| (difference - BY_CHANCE).max(0.0));
        excess.sum::<f64>() >= MIN_SUM || differences.iter().any(|difference| *difference >= MIN_DIFFERENCE)
    }
}

/// The class of a character.
fn class(c: char) -> usize {
    let code = c as usize;
    if code < ASCII { code } else { ASCII + code % (CLASSES - ASCII) }
}

/// The kind of a character at an end of a line: letters and digits are few kinds.
fn kind(c: char) -> usize {
    let kind = match c {
        _ if c.is_lowercase() => 'a',
        _ if c.is_uppercase() => 'A',
        _ if c.is_alphabetic() => 'x',
        _ if c.is_numeric() => '0',
        _ if c.is_ascii() => c,
        _ => '\0',
    };
    kind as usize
}

impl AddAssign for SampledLines {
    fn add_assign(&mut self, next: SampledLines) {
        self.0.extend(next.0);
        self.0.truncate(MAX_SHAPES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether lines differ of which one in `every` has a `&` that those of the other text lack.
    fn differ(lines: usize, every: usize) -> bool {
        let sample = |mark: &str| {
            let mut sample = SampledLines::default();
            (0..lines).for_each(|i| sample.add(&format!("One{}two.", if i % every == 0 { mark } else { " " })));
            sample
        };
        sample(" & ").differ_from(&sample(" "))
    }

    #[test]
    fn many_lines_of_another_style_differ_no_more_than_few() {
        for lines in [200, 2_000, 20_000] {
            assert!(!differ(lines, 20), "{lines}");
            assert!(differ(lines, 4), "{lines}");
        }
    }
}
