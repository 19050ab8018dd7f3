//! The words that a text goes on with at each of its characters, by steps from character to character.

use super::double_array::Step;
use super::letters::Letter;
use super::words::{Entry, MAX_WORD_BYTES, Words};

/// Number of steps that are taken from all characters of a text before the words of the first are looked at. With three, as was
/// measured, more time is lost than won: few words are so long.
const AHEAD: usize = 2;

/// The first steps from each character of a text, taken together: they are all over the memory of a dictionary, and the
/// processor waits for that of many at a time.
#[derive(Clone, Debug, Default)]
pub struct FirstSteps {
    steps: Vec<[Step; AHEAD]>,
}

impl FirstSteps {
    /// Takes the first steps from each character of a text.
    pub fn take(&mut self, words: &Words, text: &[Letter]) {
        self.steps.clear();
        self.steps.resize(text.len(), [Step::default(); AHEAD]);
        for level in 0..AHEAD {
            for (steps, letter) in self.steps.iter_mut().zip(text.get(level..).unwrap_or_default()) {
                steps[level] = match level {
                    0 => words.first_step(letter.character),
                    _ => words.step(steps[level - 1].base, letter.character),
                };
            }
        }
    }

    /// Whether the text goes on with a word at a character.
    #[inline(always)]
    pub fn has_word(&self, words: &Words, text: &[Letter], at: usize) -> bool {
        let mut any = false;
        self.for_each(words, text, at, |_, _| any = true);
        any
    }

    /// Calls `found` with each word that the text goes on with at a character, shortest first: its number of characters and its
    /// entries. The text must be that whose steps were taken.
    #[inline(always)]
    pub fn for_each<'w>(
        &self,
        words: &'w Words,
        text: &[Letter],
        at: usize,
        mut found: impl FnMut(usize, &'w [Entry]),
    ) {
        let (mut base, mut bytes) = (0, 0);
        for (number, letter) in text[at..].iter().enumerate() {
            let step = match self.steps[at].get(number) {
                Some(step) => *step,
                None => words.step(base, letter.character),
            };
            bytes += letter.character.len_utf8();
            if step.base == 0 || bytes > MAX_WORD_BYTES {
                return;
            }
            base = step.base;
            if let Some(entries) = words.entries_after(step) {
                found(number + 1, entries);
            }
        }
    }
}
