//! The flags, formats and inputs that go with a mode.

use std::ops::RangeInclusive;

/// One candidate.
pub const ONE: RangeInclusive<usize> = 1..=1;

/// Any number of candidates.
pub const ANY_NUMBER: RangeInclusive<usize> = 1..=usize::MAX;

/// At least two candidates.
pub const SEVERAL: RangeInclusive<usize> = 2..=usize::MAX;

/// Support of a mode for other flags, formats and inputs.
pub struct Support {
    /// Flag of the mode.
    pub flag: &'static str,
    /// Least input that the mode works on.
    pub input: RequiredInput,
    /// Number of candidates.
    pub candidates: RangeInclusive<usize>,
    /// Formats of its output.
    pub formats: OutputFormats,
    /// Further properties.
    pub features: &'static [Feature],
}

/// Input that a mode needs at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiredInput {
    /// Candidates.
    Candidates,
    /// Candidates and references.
    Texts,
    /// Statistics, which are counted from candidates and references unless records of them are given.
    Statistics,
}

/// Formats that a mode supports besides text and JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputFormats {
    /// Not even these: the output has a form of its own, which no flag changes.
    Own,
    /// No others: the result is not a table.
    Documents,
    /// Formats of one line per segment: rows and bare numbers.
    Lines,
    /// JSON, rows, and Markdown, whose tables may be as wide as texts; no text.
    Listings,
    /// All but bare numbers.
    Tables,
    /// All.
    All,
}

/// A property of a mode that other flags need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Single segments are scored, and so --sentence is possible.
    Sentences,
    /// Groups (--by) are scored too.
    By,
    /// Test sets with a tokenizer each (--tokenize auto:by) can be scored.
    Sets,
    /// Segments have ids, in the output or in statistics.
    Ids,
    /// There is a table of systems for --sort.
    Sort,
    /// There are corpus scores for --fail-under.
    FailUnder,
    /// The tables have columns to choose.
    Columns,
    /// The run can be saved.
    Save,
    /// A report can be written besides.
    Report,
    /// Candidates and references are diagnosed, for warnings and --fail-on.
    Diagnosis,
    /// Output is printed while input is read.
    Streaming,
}

impl Support {
    /// Whether the mode has a feature.
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }
}
