//! Lowercasing as different tools do it: which letters, and when.

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
    /// The letters that change.
    pub(super) fn mapping(self) -> CaseMapping {
        let (Lowercasing::Text(mapping)
        | Lowercasing::Unescaped(mapping)
        | Lowercasing::Tokens(mapping)
        | Lowercasing::ReferencesLater(mapping)) = self;
        mapping
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
