//! Problems: all that a finding may be about, with its numbers.

use super::alignment::ShiftedRange;
use super::finding::SegmentRange;
use super::scripts::ScriptShare;
use super::writing::Writing;
use crate::tokenize::Tokenization;
use crate::what_if::{Change, SubwordScheme, WhatIfScore};

/// Likely problem of the input, with the numbers that show it.
///
/// Lines and segments are counted, references are numbered from 1, shares are from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// The score is 0.
    ScoreOfZero {
        /// Reason for it.
        reason: ZeroReason,
        /// Tokens of the candidate.
        hyp_len: u64,
        /// Tokens of the closest references.
        ref_len: u64,
    },
    /// The score is 1.
    ScoreOfOne {
        /// Segments whose candidate line is identical to a reference line.
        identical: u64,
        /// All segments.
        segments: u64,
    },
    /// Ranges of candidate lines are most similar to reference lines further up or down.
    Misaligned {
        /// The reference with most of these lines.
        reference: usize,
        /// The ranges, in the order of the text.
        ranges: Vec<ShiftedRange>,
        /// Other references against which lines are shifted.
        other_references: Vec<usize>,
    },
    /// Candidate lines are most similar to reference lines of other segments, all over the text.
    Shuffled {
        /// The reference with most of these lines.
        reference: usize,
        /// Other references that are in another order than the candidate.
        other_references: Vec<usize>,
        /// Lines that are long enough to be compared.
        compared: u64,
        /// Compared lines that are no more similar to their own reference line than to random others.
        lines: u64,
        /// Lines among these that were searched for in the whole reference.
        searched: u64,
        /// Searched lines that are most similar to the line of another segment.
        found_elsewhere: u64,
        /// Whether the candidate is in reverse order.
        is_reversed: bool,
    },
    /// A range of candidate lines, the finding's segments, is no more similar to its reference lines than to random others.
    Unrelated {
        /// The reference for which this is clearest.
        reference: usize,
        /// Other references to which a range of lines is unrelated.
        other_references: Vec<usize>,
        /// Lines of the range that are long enough to be compared.
        compared: u64,
        /// Compared lines that are more similar to their own reference line.
        related: u64,
    },
    /// Blocks of candidate lines, the finding's segments, equal earlier ones, though their references differ.
    Duplicated {
        /// Lines of all blocks.
        lines: u64,
        /// Blocks.
        blocks: u64,
        /// The first block.
        first: SegmentRange,
        /// The lines that it equals.
        original: SegmentRange,
    },
    /// Candidate and references are in different scripts.
    OtherScript {
        /// References in other scripts.
        references: ReferenceSet,
        /// Scripts of the candidate, the most frequent first.
        candidate_scripts: Vec<ScriptShare>,
        /// Scripts of these references, the most frequent first.
        reference_scripts: Vec<ScriptShare>,
        /// Overlap of these shares: 0 if no script is common, 1 if the shares are equal.
        overlap: f64,
    },
    /// Some candidate lines have most of their letters in scripts that their references lack.
    ForeignLines {
        /// Number of such lines.
        lines: u64,
        /// All segments.
        segments: u64,
        /// Scripts of the candidate, the most frequent first.
        candidate_scripts: Vec<ScriptShare>,
        /// Scripts of all references, the most frequent first.
        reference_scripts: Vec<ScriptShare>,
    },
    /// Candidate lines hold UTF-8 that was read as another encoding, such as `fÃ¼r`.
    Mojibake {
        /// Number of such lines.
        lines: u64,
    },
    /// Candidate lines hold `?` or U+FFFD in place of letters.
    ReplacedLetters {
        /// Number of such lines.
        lines: u64,
    },
    /// Letters are written as escapes of their code points, such as `\u00fc`.
    EscapedLetters {
        /// The text.
        text: Text,
        /// Number of such lines.
        lines: u64,
    },
    /// The candidate lacks the letters that are not ASCII.
    DroppedLetters {
        /// References that have them.
        references: ReferenceSet,
        /// Share of letters that are not ASCII in the candidate.
        candidate: f64,
        /// The same share in these references.
        reference: f64,
    },
    /// Reference lines hold letters of a wrong encoding, or `?` or U+FFFD in place of letters.
    ReferenceEncoding {
        /// Number of the reference.
        reference: usize,
        /// Number of such lines.
        lines: u64,
    },
    /// Nearly all lines of one text hold more than the text to score.
    Columns {
        /// The text.
        text: Text,
        /// Format of its lines.
        format: LineFormat,
    },
    /// Nearly all lines of one text begin or end alike, unlike those of the other side.
    Wrapped {
        /// The text.
        text: Text,
        /// Common beginning of lines, with 0 for any number; may be empty.
        prefix: String,
        /// Common end of lines, with 0 for any number; may be empty.
        suffix: String,
    },
    /// Words are split into subwords.
    Subwords {
        /// Kinds of marks that occur often.
        marks: Vec<SubwordMarks>,
        /// Marks of all kinds in the candidate.
        candidate: u64,
        /// Marks of all kinds in all references together.
        references: u64,
        /// The score with subwords joined.
        what_if: WhatIfScore,
    },
    /// The references are written without spaces between words, and the tokenizer does not split them.
    UnsplitText {
        /// The tokenizer.
        tokenization: Tokenization,
        /// Scripts of the references, the most frequent first.
        scripts: Vec<ScriptShare>,
        /// Kind of script of most letters.
        writing: Writing,
        /// Tokens of a reference per segment, on average.
        tokens_per_segment: f64,
        /// Letters of a reference per token, on average.
        letters_per_token: f64,
    },
    /// Candidate lines repeat the source.
    Untranslated {
        /// Number of such lines.
        lines: u64,
        /// All segments.
        segments: u64,
    },
    /// Candidate lines have no token, but their references do.
    EmptyCandidateLines {
        /// Number of such lines.
        lines: u64,
        /// All segments.
        segments: u64,
    },
    /// Lines of a reference are empty, and count as references of length 0.
    EmptyReferenceLines {
        /// Number of the reference.
        reference: usize,
        /// Number of empty lines.
        lines: u64,
        /// All segments.
        segments: u64,
    },
    /// Candidate lines repeat the same words over and over, unlike their references.
    Repetition {
        /// Number of such lines.
        lines: u64,
    },
    /// The candidate is much shorter or much longer than its references.
    Length {
        /// Tokens of the candidate.
        hyp_len: u64,
        /// Tokens of the closest references.
        ref_len: u64,
        /// Characters of the candidate other than spaces.
        candidate_characters: u64,
        /// The same of the shortest reference if the candidate is shorter, else of the longest.
        reference_characters: u64,
        /// Segments with less than half of the closest reference's tokens if the candidate is shorter, else with more than
        /// twice as many.
        extreme_segments: u64,
        /// All segments.
        segments: u64,
    },
    /// One side is tokenized, the other is not.
    Tokenized {
        /// The tokenized references; `None` if the candidate is tokenized.
        references: Option<ReferenceSet>,
        /// The score without the spaces of tokenizers.
        what_if: WhatIfScore,
    },
    /// Candidate and references differ in case.
    Case {
        /// References that differ from the candidate.
        references: ReferenceSet,
        /// Share of uppercase letters among the cased letters of the candidate.
        candidate: f64,
        /// The same share in these references.
        reference: f64,
        /// Segments in which the candidate begins with the same two words as a reference, whatever their case.
        compared: u64,
        /// Compared segments in which the case of the first word differs.
        differing: u64,
    },
    /// Candidate lines have tokens in place of unknown words, such as `<unk>`.
    UnknownTokens {
        /// Number of such lines.
        lines: u64,
    },
    /// The candidate lacks the spaces between words.
    MissingSpaces {
        /// References that have them.
        references: ReferenceSet,
        /// Spaces of the candidate per character that is not a space.
        candidate: f64,
        /// The same of these references.
        reference: f64,
    },
    /// A kind of difference lowers the score, and is mostly on one side; which kind, [`WhatIfScore::change`] says.
    Difference(WhatIfScore),
}

/// Reason for a score of 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ZeroReason {
    /// The candidate has no tokens.
    NoTokens,
    /// No token of the candidate is in its references.
    NoMatch,
    /// No candidate line is long enough to have n-grams of this order.
    NoNgrams {
        /// The order.
        order: usize,
    },
    /// None of the n-grams of an order is correct, and smoothing does not raise their precision above 0.
    NotSmoothed {
        /// The order.
        order: usize,
        /// Number of n-grams of this order in the candidate.
        total: u64,
    },
    /// The candidate is so short that the brevity penalty is 0.
    BrevityPenalty,
}

/// One of the texts that are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Text {
    /// The candidate.
    Candidate,
    /// The reference of this number.
    Reference(usize),
}

/// References with a property.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReferenceSet {
    /// All references.
    All,
    /// The references of these numbers.
    Some(Vec<usize>),
}

/// Format of lines that hold more than text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineFormat {
    /// Columns that tabs separate.
    Tabs {
        /// Least number of columns of a line.
        columns: usize,
    },
    /// Objects of JSON.
    Objects,
}

/// Marks of subwords of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SubwordMarks {
    /// The kind.
    pub scheme: SubwordScheme,
    /// Marks in the candidate; 0 if there are only a few.
    pub candidate: u64,
    /// References that have many marks, if there are any, and the marks in these references together.
    pub references: Option<(ReferenceSet, u64)>,
}

impl Problem {
    /// Returns the name of the check that finds the problem. Names do not change between versions.
    pub fn check(&self) -> &'static str {
        match self {
            Problem::ScoreOfZero { .. } => "score of 0",
            Problem::ScoreOfOne { .. } => "score of 1",
            Problem::Misaligned { .. } => "misaligned",
            Problem::Shuffled { .. } => "shuffled",
            Problem::Unrelated { .. } => "unrelated",
            Problem::Duplicated { .. } => "duplicated",
            Problem::OtherScript { .. } | Problem::ForeignLines { .. } => "script",
            Problem::Mojibake { .. }
            | Problem::ReplacedLetters { .. }
            | Problem::EscapedLetters { .. }
            | Problem::DroppedLetters { .. }
            | Problem::ReferenceEncoding { .. } => "encoding",
            Problem::Columns { .. } => "columns",
            Problem::Wrapped { .. } => "wrapped",
            Problem::Subwords { .. } => "subwords",
            Problem::UnsplitText { .. } => "tokenizer",
            Problem::Untranslated { .. } => "untranslated",
            Problem::EmptyCandidateLines { .. } | Problem::EmptyReferenceLines { .. } => "empty lines",
            Problem::Repetition { .. } => "repetition",
            Problem::Length { .. } => "length",
            Problem::Tokenized { .. } => "tokenized",
            Problem::Case { .. } => "case",
            Problem::UnknownTokens { .. } => "unknown tokens",
            Problem::MissingSpaces { .. } => "spaces",
            Problem::Difference(WhatIfScore { change: Change::Nfc | Change::Nfkc, .. }) => "normalization",
            Problem::Difference(what_if) => what_if.change.name(),
        }
    }
}
