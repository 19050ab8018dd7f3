//! A text, character by character.

use super::characters::{Character, Characters};

/// A character with its properties.
#[derive(Clone, Copy, Debug)]
pub struct Letter {
    pub character: char,
    pub properties: Character,
}

/// The characters of a text, and where they are in it.
#[derive(Clone, Debug, Default)]
pub struct Letters {
    /// In their order.
    pub all: Vec<Letter>,
    /// Position in bytes of each, and the length of the text.
    offsets: Vec<u32>,
}

impl Letters {
    /// Replaces the text. It must be shorter than 4 GiB.
    pub fn read(&mut self, characters: &Characters, text: &str) {
        self.all.clear();
        self.offsets.clear();
        for (at, character) in text.char_indices() {
            self.all.push(Letter { character, properties: characters.get(character) });
            self.offsets.push(at as u32);
        }
        self.offsets.push(text.len() as u32);
    }

    /// Position in bytes of a character by its number, or of the end.
    #[inline(always)]
    pub fn offset(&self, number: u32) -> usize {
        self.offsets[number as usize] as usize
    }
}
