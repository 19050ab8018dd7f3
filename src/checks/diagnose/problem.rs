//! Problems that a finding may be about.

use super::evidence::Oddity;
use crate::checks::what_if::Change;

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
    /// A range of candidate lines is not more similar to its reference lines than to random others.
    Unrelated,
    /// Candidate lines, anywhere in the text, have hardly a word in common with their references.
    UnrelatedLines,
    /// The candidate is in another language than the references.
    OtherLanguage,
    /// Candidate lines are in another language than their references.
    OtherLanguageLines,
    /// Blocks of candidate lines equal earlier ones, though their references differ.
    Duplicated,
    /// Candidate and references are in different scripts.
    OtherScript,
    /// Some candidate lines have most of their letters in scripts that their references lack.
    ForeignLines,
    /// Text has traditional Chinese characters for simplified ones, or the other way round.
    OtherIdeographs,
    /// Text was written in one encoding and read as another.
    WrongEncoding,
    /// Candidate lines hold UTF-8 that was read as another encoding, such as `fÃ¼r`.
    Mojibake,
    /// Candidate lines hold `?` or U+FFFD in place of letters.
    ReplacedLetters,
    /// Candidate lines hold control characters in place of quotes or letters.
    ControlCharacters,
    /// Characters are written as escapes, such as `\u00fc`, `%C3%BC`, `<0xC3>` or `\n`.
    Escapes,
    /// Reference lines hold letters of a wrong encoding, or `?` or U+FFFD in place of letters.
    ReferenceEncoding,
    /// Nearly all lines of one text hold more than the text to score: columns, or objects of JSON.
    Columns,
    /// Nearly all lines of one text begin or end alike, unlike the other side's.
    Wrapped,
    /// Some lines of one text begin or end with what the other side lacks.
    PartlyWrapped,
    /// Candidate lines hold more than the translation: notes, alternatives, a second version.
    Additions,
    /// Candidate lines have the words of their references in another order.
    WordOrder,
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
    /// Both sides are tokenized, and the tokenizer splits them again.
    TokenizedTwice,
    /// Candidate and references differ in case.
    Case,
    /// Candidate lines lack addresses, handles, hashtags or placeholders of their references.
    Placeholders,
    /// Candidate lines have masks in place of names, such as `[NAME]`.
    MaskedNames,
    /// Candidate lines have tokens in place of unknown words, such as `<unk>`.
    UnknownTokens,
    /// The same few lines stand in place of many translations.
    StockLines,
    /// Lines that begin or end with the same phrases stand in place of translations.
    StockPhrases,
    /// Many candidate lines are identical to a reference.
    Copied,
    /// Candidate lines end in the middle of a sentence.
    CutOff,
    /// Candidate lines have a fault that shows in a line and its references.
    OddLines(Oddity),
    /// A difference that a change removes lowers the score, and is mostly on one side.
    Difference(Change),
}

impl Problem {
    /// Whether it is about the input: the wrong text, the wrong order, text that is damaged or has something else in it. The
    /// others are also found in good translations, or are effects.
    pub fn is_structural(self) -> bool {
        let is_style = |change| matches!(change, Change::Quotes | Change::Nfkc | Change::Punctuation);
        !matches!(self, Problem::ScoreOfZero | Problem::Placeholders)
            && !matches!(self, Problem::Difference(change) if is_style(change))
    }

    /// Whether it means that lines are others than they should be, or are not there: that matters whatever it costs, and the
    /// other lines may be out of place.
    pub(super) fn is_of_wrong_file(self) -> bool {
        matches!(
            self,
            Problem::Misaligned
                | Problem::Shuffled
                | Problem::Unrelated
                | Problem::OtherLanguage
                | Problem::OtherScript
                | Problem::Untranslated
                | Problem::Duplicated
                | Problem::Copied
                | Problem::ScoreOfOne
                | Problem::EmptyCandidateLines
                | Problem::EmptyReferenceLines
        )
    }

    /// Whether letters are other ones than they should be.
    pub(super) fn is_of_letters(self) -> bool {
        matches!(
            self,
            Problem::WrongEncoding
                | Problem::Mojibake
                | Problem::ReplacedLetters
                | Problem::ControlCharacters
                | Problem::ReferenceEncoding
                | Problem::OtherIdeographs
        )
    }

    /// Whether it is a difference between texts whose lines belong together.
    pub(super) fn is_difference(self) -> bool {
        matches!(self, Problem::Difference(_) | Problem::Tokenized | Problem::Subwords | Problem::Case)
    }
}
