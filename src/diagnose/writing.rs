//! Text that is written without spaces between words.

/// Kind of a script without spaces between words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// Kana, with or without ideographs.
    Japanese,
    /// Ideographs alone.
    Chinese,
    /// Others, such as Thai or Khmer.
    Other,
}

/// Numbers of letters of scripts without spaces between words.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnspacedLetters {
    pub ideographs: u64,
    pub kana: u64,
    /// Letters of Khmer, Lao, Burmese, Thai and Tibetan.
    pub others: u64,
}

impl Writing {
    /// Tokenizers that split the text, the most usual first.
    pub fn tokenizers(self) -> &'static [&'static str] {
        match self {
            Writing::Japanese => &["ja-mecab", "cjk", "char", "flores200"],
            Writing::Chinese => &["zh", "cjk", "flores200"],
            Writing::Other => &["flores200", "graphemes", "char"],
        }
    }

    /// Maximum number of letters per token of a text that is split: words of ideographs have one or two, others four.
    pub fn max_letters_per_token(self) -> u64 {
        match self {
            Writing::Japanese | Writing::Chinese => 3,
            Writing::Other => 8,
        }
    }
}

impl UnspacedLetters {
    /// Adds letters of a script, given Unicode's name of it.
    pub fn add_script(&mut self, script: &str, letters: u64) {
        match script {
            "Han" => self.ideographs += letters,
            "Hiragana" | "Katakana" => self.kana += letters,
            "Khmer" | "Lao" | "Myanmar" | "Thai" | "Tibetan" => self.others += letters,
            _ => {}
        }
    }

    /// Number of all of them.
    pub fn sum(self) -> u64 {
        self.ideographs + self.kana + self.others
    }

    /// The kind of most letters.
    pub fn writing(self) -> Writing {
        if 2 * self.others > self.sum() {
            Writing::Other
        } else if 20 * self.kana > self.sum() {
            Writing::Japanese
        } else {
            Writing::Chinese
        }
    }
}
