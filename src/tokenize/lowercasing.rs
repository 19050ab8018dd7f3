//! Lowercasing as different tools do it: which letters, and when.

use super::lowercase::Lowercase;

/// Stage of preprocessing at which text is lowercased, and the letters that change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lowercasing {
    /// All text, before anything else.
    Text(CaseMapping),
    /// All text, after entities are replaced by their characters: `&AMP;` stays.
    Unescaped(CaseMapping),
    /// Each token by itself.
    Tokens(CaseMapping),
    /// Candidates as `Text`, references as `Tokens`: uppercase entities are then treated differently in the two.
    ReferencesLater(CaseMapping),
}

/// sacreBLEU's.
impl Default for Lowercasing {
    fn default() -> Self {
        Lowercasing::Text(CaseMapping::Full)
    }
}

impl Lowercasing {
    /// The lowercasing of references.
    pub(crate) fn of_references(self) -> Lowercasing {
        match self {
            Lowercasing::ReferencesLater(mapping) => Lowercasing::Tokens(mapping),
            other => other,
        }
    }
}

/// Letters that are lowercased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaseMapping {
    /// All, by Unicode's full mapping, with its rule for a sigma at the end of a word.
    Full,
    /// All, each by itself: without the rule of the final sigma.
    EachAlone,
    /// A to Z.
    Ascii,
}

/// Lowercases text, with a cache of the characters that change.
#[derive(Clone, Debug)]
pub(super) struct Lowercaser {
    mapping: CaseMapping,
    lowercase: Lowercase,
}

impl Lowercaser {
    pub fn new(mapping: CaseMapping) -> Self {
        Lowercaser { mapping, lowercase: Lowercase::new() }
    }

    /// Adds `text` in lower case to `output`.
    pub fn append(&mut self, text: &str, output: &mut String) {
        match self.mapping {
            CaseMapping::Full => self.lowercase.append(text, output),
            CaseMapping::EachAlone => self.lowercase.append_letters(text, output),
            CaseMapping::Ascii => {
                let begin = output.len();
                output.push_str(text);
                output[begin..].make_ascii_lowercase();
            }
        }
    }
}
