//! Findings: what may be wrong with the input, in numbers and places.

use super::alignment::ShiftedRange;
use super::permutation::Shuffled;
use crate::tokenize::Tokenization;
use crate::what_if::{Change, WhatIfScore};

/// Something that looks wrong with the input of a score. Segments and references count from 1, shares go from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Finding {
    /// The score is 0.
    ScoreOfZero(ZeroScore),
    /// The score is 1.
    ScoreOfOne {
        /// Candidate lines that are identical to a reference line of their segment.
        identical: u64,
        /// Number of segments.
        segments: u64,
    },
    /// Candidate lines are most similar to reference lines further up or down. One entry for each such reference, the
    /// one with most shifted lines first; never empty.
    Misaligned(Vec<Misalignment>),
    /// Candidate lines are most similar to reference lines of other segments, all over the text.
    Shuffled {
        /// Numbers of lines.
        lines: Shuffled,
        /// The reference with the strongest evidence.
        reference: usize,
        /// Other references for which the same holds.
        others: Vec<usize>,
    },
    /// Candidate lines are in a script that none of their references has.
    ForeignLines {
        /// Number of such lines.
        foreign: u64,
        /// Number of candidate lines.
        lines: u64,
        /// Scripts of the candidate, the most frequent first.
        candidate: Vec<ScriptShare>,
        /// Scripts of all references together.
        references: Vec<ScriptShare>,
    },
    /// The letters of the candidate and of references are in different scripts.
    OtherScript {
        /// Scripts of the candidate, the most frequent first.
        candidate: Vec<ScriptShare>,
        /// The references in another script.
        references: ReferenceSet,
        /// Scripts of these references.
        reference_scripts: Vec<ScriptShare>,
    },
    /// Words are split into subwords. One entry for each kind of mark; never empty.
    Subwords(Vec<SubwordMarks>),
    /// The references are written without spaces between words, and the tokenizer does not split them.
    Unsegmented {
        /// The tokenizer.
        tokenization: Tokenization,
        /// Scripts of the references.
        scripts: Vec<ScriptShare>,
        /// Kind of writing system.
        writing: Unspaced,
        /// Tokens per segment.
        tokens_per_segment: f64,
        /// Letters per token.
        letters_per_token: f64,
    },
    /// Candidate lines have no more in common with their reference lines than by chance.
    Unrelated {
        /// First segment of the range.
        first: u64,
        /// Last segment of the range.
        last: u64,
        /// Lines that are long enough to be compared.
        compared: u64,
        /// Compared lines that have more in common than by chance.
        related: u64,
        /// The reference with the strongest evidence.
        reference: usize,
        /// Other references that are unrelated too.
        others: Vec<usize>,
    },
    /// Candidate lines have no token, but their references do.
    EmptyCandidateLines {
        /// Number of such lines.
        empty: u64,
        /// Number of segments.
        segments: u64,
    },
    /// Lines of a reference are empty.
    EmptyReferenceLines {
        /// The reference with most empty lines.
        reference: usize,
        /// Number of empty lines.
        empty: u64,
        /// Number of segments.
        segments: u64,
    },
    /// The candidate is much shorter than its references.
    TooShort(Lengths),
    /// The candidate is much longer than its references.
    TooLong(Lengths),
    /// One side is tokenized, the other is not.
    Tokenized {
        /// The side that is tokenized.
        side: Side,
        /// The references that differ from the candidate.
        references: ReferenceSet,
        /// Share of the candidate's periods and commas that have white space before them.
        candidate_share: f64,
        /// The same share in these references.
        reference_share: f64,
    },
    /// Candidate and references differ in case.
    Case {
        /// Case of the candidate.
        candidate: CaseShares,
        /// The references that differ from the candidate.
        references: ReferenceSet,
        /// Case of these references.
        reference: CaseShares,
    },
    /// Candidate and references differ in something that a change makes equal, which raises the score.
    TreatedDifferently(WhatIfScore),
}

impl Finding {
    /// Name of the check that made the finding. Names do not change between versions.
    pub fn check(&self) -> &'static str {
        match self {
            Finding::ScoreOfZero(_) => "score of 0",
            Finding::ScoreOfOne { .. } => "score of 1",
            Finding::Misaligned(_) => "misaligned",
            Finding::Shuffled { .. } => "shuffled",
            Finding::ForeignLines { .. } | Finding::OtherScript { .. } => "script",
            Finding::Subwords(_) => "subwords",
            Finding::Unsegmented { .. } => "tokenizer",
            Finding::Unrelated { .. } => "unrelated",
            Finding::EmptyCandidateLines { .. } | Finding::EmptyReferenceLines { .. } => "empty lines",
            Finding::TooShort(_) | Finding::TooLong(_) => "length",
            Finding::Tokenized { .. } => "tokenized",
            Finding::Case { .. } => "case",
            Finding::TreatedDifferently(WhatIfScore { change: Change::Nfc | Change::Nfkc, .. }) => "normalization",
            Finding::TreatedDifferently(WhatIfScore { change, .. }) => change.name(),
        }
    }
}

/// The reason for a score of 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroScore {
    /// The candidate has no token.
    NoTokens,
    /// No token of the candidate is in its references; smoothing needs at least one match.
    NoMatch,
    /// Every candidate segment is shorter than this order.
    NoNgrams {
        /// Length of the n-grams.
        order: usize,
    },
    /// None of the n-grams of this order is correct, and smoothing does not raise the precision above 0.
    NoCorrectNgram {
        /// Length of the n-grams.
        order: usize,
        /// Number of n-grams.
        total: u64,
    },
    /// The brevity penalty is so small that it rounds to 0.
    Brevity {
        /// Tokens of the candidate.
        hyp_len: u64,
        /// Tokens of the closest references.
        ref_len: u64,
    },
}

/// Ranges of candidate lines that are shifted against a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misalignment {
    /// The reference.
    pub reference: usize,
    /// The shifted ranges, in their order; never empty.
    pub ranges: Vec<ShiftedRange>,
}

/// A script and its share of the letters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScriptShare {
    /// Unicode's name of the script.
    pub script: &'static str,
    /// Share of the letters.
    pub share: f64,
}

/// References with a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReferenceSet {
    /// All references.
    All,
    /// Some of several references, by their numbers.
    Some(Vec<usize>),
}

/// Marks of subwords.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubwordMarks {
    /// Kind of mark.
    pub mark: SubwordMark,
    /// Number of marks in the candidate; 0 if it is not split.
    pub candidate: u64,
    /// The references that are split, and the number of marks in them.
    pub references: Option<(ReferenceSet, u64)>,
}

/// A kind of mark of subwords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubwordMark {
    /// `@@` at the end of a part of a word, as written by subword-nmt.
    SubwordNmt,
    /// `▁` (U+2581) at the beginning of a word, as written by SentencePiece.
    SentencePiece,
}

/// A writing system without spaces between words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unspaced {
    /// Ideographs.
    Chinese,
    /// Ideographs and kana.
    Japanese,
    /// Another script, such as Thai.
    Other,
}

/// Lengths of a candidate and its references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// Tokens of the candidate.
    pub hyp_len: u64,
    /// Tokens of the closest references.
    pub ref_len: u64,
    /// Characters of the candidate, without spaces.
    pub candidate_characters: u64,
    /// Characters of the shortest reference if the candidate is too short, of the longest if it is too long.
    pub reference_characters: u64,
    /// Segments with less than half of the reference's tokens, or more than twice as many.
    pub extreme_segments: u64,
    /// Number of segments.
    pub segments: u64,
}

/// A side of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The candidate.
    Candidate,
    /// References.
    References,
}

/// Use of uppercase in a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaseShares {
    /// Share of uppercase letters among cased letters.
    pub uppercase: f64,
    /// Share of lines whose first cased letter is uppercase.
    pub uppercase_lines: f64,
}
