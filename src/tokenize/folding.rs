//! Lowercasing as different tools do it: which letters, and when.

use super::lowercase::Lowercase;

/// Stage of preprocessing at which text is lowercased, and the letters that change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Folding {
    /// All text, before anything else.
    Text(Letters),
    /// All text, after entities are replaced by their characters: `&AMP;` stays.
    Unescaped(Letters),
    /// Each token by itself.
    Tokens(Letters),
    /// Candidates as `Text`, references as `Tokens`: uppercase entities are then treated differently in the two.
    ReferencesLater(Letters),
}

/// sacreBLEU's.
impl Default for Folding {
    fn default() -> Self {
        Folding::Text(Letters::Full)
    }
}

impl Folding {
    /// The folding of references.
    pub(crate) fn of_references(self) -> Folding {
        match self {
            Folding::ReferencesLater(letters) => Folding::Tokens(letters),
            other => other,
        }
    }
}

/// Letters that are lowercased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Letters {
    /// All, by Unicode's full mapping, with its rule for a sigma at the end of a word.
    Full,
    /// All, each by itself: without the rule of the final sigma.
    EachAlone,
    /// A to Z.
    Ascii,
}

/// Lowercases text, with a cache of the characters that change.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    letters: Letters,
    lowercase: Lowercase,
}

impl Folder {
    pub fn new(letters: Letters) -> Self {
        Folder { letters, lowercase: Lowercase::new() }
    }

    /// Adds `text` in lower case to `output`.
    pub fn append(&mut self, text: &str, output: &mut String) {
        match self.letters {
            Letters::Full => self.lowercase.append(text, output),
            Letters::EachAlone => self.lowercase.append_letters(text, output),
            Letters::Ascii => {
                let begin = output.len();
                output.push_str(text);
                output[begin..].make_ascii_lowercase();
            }
        }
    }
}
