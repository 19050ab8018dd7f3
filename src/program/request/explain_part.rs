//! The part of an explanation that is shown.

/// Part of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ExplainPart {
    /// The answer, likely problems, kinds of differences, and the factors of the score.
    Summary,
    /// The answer, and the n-grams that lower the score or make the difference.
    Ngrams,
    /// The answer, the scores of segments, and the segments that lower the score or make the difference.
    Segments,
    /// All parts.
    All,
}

impl ExplainPart {
    /// Whether this part has another one.
    pub fn has(self, part: ExplainPart) -> bool {
        self == part || self == ExplainPart::All
    }
}
