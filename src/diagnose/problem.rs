//! Problems that a finding may be about.

use crate::what_if::Change;

/// Kind of a likely problem of the input; a check may find several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Problem {
    /// The score is 0.
    ScoreOfZero,
    /// The score is 1.
    ScoreOfOne,
    /// Ranges of candidate lines are most similar to reference lines further up or down.
    Misaligned,
    /// Candidate lines are most similar to reference lines of other segments, all over the text.
    Shuffled,
    /// A range of candidate lines is no more similar to its reference lines than to random others.
    Unrelated,
    /// Blocks of candidate lines equal earlier ones, though their references differ.
    Duplicated,
    /// Candidate and references are in different scripts.
    OtherScript,
    /// Some candidate lines have most of their letters in scripts that their references lack.
    ForeignLines,
    /// Candidate lines hold UTF-8 that was read as another encoding, such as `fÃ¼r`.
    Mojibake,
    /// Candidate lines hold `?` or U+FFFD in place of letters.
    ReplacedLetters,
    /// Letters are written as escapes of their code points, such as `\u00fc`.
    EscapedLetters,
    /// The candidate lacks the letters that are not ASCII.
    DroppedLetters,
    /// Reference lines hold letters of a wrong encoding, or `?` or U+FFFD in place of letters.
    ReferenceEncoding,
    /// Nearly all lines of one text hold more than the text to score: columns, or objects of JSON.
    Columns,
    /// Nearly all lines of one text begin or end alike, unlike those of the other side.
    Wrapped,
    /// Words are split into subwords.
    Subwords,
    /// The references are written without spaces between words, and the tokenizer does not split them.
    UnsplitText,
    /// Candidate lines repeat the source.
    Untranslated,
    /// Candidate lines have no token, but their references do.
    EmptyCandidateLines,
    /// Lines of a reference are empty, and count as references of length 0.
    EmptyReferenceLines,
    /// Candidate lines repeat the same words over and over, unlike their references.
    Repetition,
    /// The candidate is much shorter or much longer than its references.
    Length,
    /// One side is tokenized, the other is not.
    Tokenized,
    /// Candidate and references differ in case.
    Case,
    /// Candidate lines have tokens in place of unknown words, such as `<unk>`.
    UnknownTokens,
    /// The candidate lacks the spaces between words.
    MissingSpaces,
    /// A difference that a change removes lowers the score, and is mostly on one side.
    Difference(Change),
}
