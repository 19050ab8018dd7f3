//! Problems that a finding may be about, each with the facts that show it.

use super::alignment::ShiftedRange;
use super::evidence::Oddity;
use super::limits::NOTICEABLE_SHARE;
use super::segment_range::SegmentRange;
use crate::checks::repair::SubwordScheme;
use crate::checks::what_if::{Altered, Change};
use std::mem::discriminant;

/// A likely problem of the input, and the facts that show it. Shares are from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// The score is 0.
    ScoreOfZero {
        /// The reason.
        reason: ZeroScore,
        /// Number of tokens of the candidate.
        hyp_len: u64,
        /// Number of tokens of its references.
        ref_len: u64,
    },
    /// The score is 1.
    ScoreOfOne {
        /// Number of candidate lines that are identical to a reference line.
        identical: u64,
        /// Number of all segments.
        segments: u64,
    },
    /// Ranges of candidate lines are most similar to reference lines further up or down.
    Misaligned {
        /// The references that it holds for.
        references: AffectedReferences,
        /// The ranges.
        ranges: Vec<ShiftedRange>,
    },
    /// Candidate lines are most similar to reference lines of other segments, all over the text.
    Shuffled {
        /// The references that it holds for.
        references: AffectedReferences,
        /// Number of lines that were looked for in the whole reference.
        searched: u64,
        /// Number of these that were found elsewhere.
        found_elsewhere: u64,
        /// Whether the text is in reverse order.
        is_reversed: bool,
    },
    /// Hardly a token of the candidate is in its references.
    Unrelated {
        /// Number of correct tokens.
        correct: u64,
        /// Number of all tokens.
        tokens: u64,
    },
    /// A range of candidate lines is not more similar to its reference lines than to random others.
    UnrelatedRange {
        /// The references that it holds for.
        references: AffectedReferences,
        /// Number of lines that are long enough to be compared.
        compared: u64,
        /// Number of these that are more similar to their own reference than by chance.
        related: u64,
    },
    /// Candidate lines, anywhere in the text, have hardly a word in common with their references.
    UnrelatedLines,
    /// The candidate is in another language than these references.
    OtherLanguage {
        /// The references.
        references: ReferenceSet,
        /// Share of the candidate's commonest words that are among the commonest words of the references.
        overlap: f64,
    },
    /// Lines are in another language than their counterparts.
    OtherLanguageLines,
    /// Blocks of candidate lines equal earlier ones, though their references differ.
    Duplicated {
        /// Number of blocks.
        blocks: u64,
        /// Number of lines that equal the line before.
        neighbors: u64,
        /// The first block.
        first: Vec<SegmentRange>,
        /// The earlier lines that it equals.
        earlier: Vec<SegmentRange>,
    },
    /// Candidate and references are in different scripts.
    OtherScript {
        /// Scripts of the candidate.
        candidate: Vec<ScriptShare>,
        /// The references that it holds for.
        references: ReferenceSet,
        /// Scripts of these references.
        others: Vec<ScriptShare>,
        /// Share of the letters that they have in common.
        overlap: f64,
    },
    /// Some lines have most of their letters in scripts that their counterparts lack.
    ForeignLines {
        /// Scripts of the candidate.
        candidate: Vec<ScriptShare>,
        /// Scripts of all references.
        references: Vec<ScriptShare>,
    },
    /// Lines have traditional Chinese characters for simplified ones, or the other way round.
    OtherIdeographs {
        /// The kind of characters that they have.
        kind: Ideographs,
        /// The most frequent of these.
        characters: Vec<char>,
    },
    /// Lines were written in one encoding and read as another.
    WrongEncoding {
        /// The encoding that they were written in.
        written: &'static str,
        /// The encoding that they were read as.
        read: &'static str,
        /// Their most frequent wrong characters.
        characters: Vec<char>,
        /// Whether it holds for the whole text, so that a program can convert the file.
        is_whole: bool,
    },
    /// Lines hold UTF-8 that was read as another encoding, such as `fÃ¼r`.
    Mojibake {
        /// Whether most of it is UTF-8; if not, it was written in an unknown encoding.
        is_utf_8: bool,
    },
    /// Lines hold `?` or U+FFFD in place of letters.
    ReplacedLetters,
    /// Lines hold control characters in place of quotes or letters.
    ControlCharacters,
    /// Characters are written as escapes, such as `\u00fc`, `%C3%BC`, `<0xC3>` or `\n`.
    Escapes {
        /// An example; empty if it is in the middle of a long line.
        example: String,
    },
    /// Lines of one text hold something other than the text to score.
    Columns(LineFormat),
    /// Nearly all lines of one text begin or end alike, unlike the other side's.
    Wrapped {
        /// What they begin with, if it is not empty; a `0` is any number.
        beginning: String,
        /// End of these lines.
        end: String,
    },
    /// Most lines of both sides have marks that no translation should have.
    SharedMarks {
        /// The change that takes them away.
        change: Change,
        /// Numbers of lines that the change alters.
        altered: AlteredPlaces,
    },
    /// Most lines of both sides begin or end alike.
    SharedEnds {
        /// Beginning of candidate lines, if it is not empty; a `0` is any number.
        beginning: String,
        /// End of these lines.
        end: String,
    },
    /// Some lines of one text begin or end with what the other side lacks.
    PartlyWrapped {
        /// The most frequent beginnings and ends.
        phrases: Vec<CommonPhrase>,
        /// Number of all of them.
        different: u64,
    },
    /// Candidate lines hold more than the translation: notes, alternatives, a second version.
    Additions {
        /// Share of the text that is added.
        added: f64,
    },
    /// Candidate lines have the words of their references in another order.
    WordOrder {
        /// Minimum number of tokens of the lines that were looked at.
        min_tokens: u32,
    },
    /// Words are split into subwords.
    Subwords {
        /// The kinds of marks that a text has many of.
        marks: Vec<SubwordMarks>,
        /// Number of marks of the candidate.
        candidate_marks: u64,
        /// Number of marks of all references.
        reference_marks: u64,
    },
    /// The references are written without spaces between words, and the tokenizer does not split them.
    UnsplitText {
        /// Scripts of the references.
        letters: Vec<ScriptShare>,
        /// Name of the tokenizer.
        tokenization: String,
        /// Mean number of tokens of a reference line.
        tokens_per_segment: f64,
        /// Mean number of letters of a token.
        letters_per_token: f64,
        /// Tokenizers that split the text, the most usual first.
        tokenizers: &'static [&'static str],
    },
    /// Candidate lines repeat the source.
    Untranslated {
        /// Whether they are exact copies.
        are_exact: bool,
    },
    /// Candidate lines have no token, but their references do.
    EmptyCandidateLines,
    /// Lines of a reference are empty, and count as references of length 0.
    EmptyReferenceLines,
    /// Candidate lines repeat the same words over and over, unlike their references.
    Repetition,
    /// The candidate is much shorter or much longer than its references.
    Length {
        /// Whether it is shorter.
        is_short: bool,
        /// Number of tokens of the candidate.
        hyp_len: u64,
        /// Number of tokens of its references.
        ref_len: u64,
        /// Number of characters of the candidate.
        candidate_characters: u64,
        /// Number of characters of the reference that is closest.
        reference_characters: u64,
        /// Number of segments that differ by more than a factor of 2.
        extreme: u64,
    },
    /// One side is tokenized, the other is not.
    Tokenized {
        /// The references that are tokenized; none if it is the candidate.
        references: Option<ReferenceSet>,
        /// The spaces of tokenizers.
        altered: AlteredPlaces,
    },
    /// Both sides are tokenized, and the tokenizer splits them again.
    TokenizedTwice,
    /// Candidate and references differ in case.
    Case {
        /// Share of uppercase letters among the cased letters of the candidate.
        candidate: f64,
        /// The same share of the references.
        reference: f64,
        /// The references that it holds for.
        references: ReferenceSet,
        /// Number of lines that begin with the same two words on both sides, whatever their case.
        compared: u64,
        /// The part of the text that differs.
        lost: LostCase,
    },
    /// Candidate lines lack addresses, handles, hashtags or placeholders of their references.
    Placeholders(LostMarks),
    /// Candidate lines have masks in place of names, such as `[NAME]`.
    MaskedNames(LostMarks),
    /// Candidate lines have tokens in place of unknown words, such as `<unk>`.
    UnknownTokens,
    /// The same few lines stand in place of many translations.
    StockLines {
        /// The most frequent lines.
        phrases: Vec<CommonPhrase>,
        /// Number of all of them.
        different: u64,
    },
    /// Lines that begin or end with the same phrases stand in place of translations.
    StockPhrases {
        /// The most frequent phrases.
        phrases: Vec<CommonPhrase>,
        /// Number of all of them.
        different: u64,
    },
    /// Many candidate lines are identical to a reference.
    Copied {
        /// Minimum number of tokens of the lines that were looked at.
        min_tokens: u32,
    },
    /// Lines end in the middle of a sentence, or at a limit of their length.
    CutOff {
        /// The limit, if there is one.
        limit: Option<LengthLimit>,
    },
    /// Lines lack their first or last characters.
    LostEnds {
        /// Whether they lack the first ones.
        is_beginning: bool,
        /// Number of characters that half of these lines lack at most.
        characters: u64,
        /// Number of lines that lack some.
        lost: u64,
        /// Number of these, and of lines that have the same end as a counterpart.
        compared: u64,
    },
    /// Lines have a fault that shows in a line and its counterparts.
    OddLines(Oddity),
    /// A difference that a change removes lowers the score, and is mostly on one side.
    Difference {
        /// The change that removes it.
        change: Change,
        /// Numbers of lines that the change alters.
        altered: AlteredPlaces,
        /// Quotes and dashes, each with its number in the candidate and in a reference, where these differ most.
        kinds: Vec<(char, u64, u64)>,
        /// The one of several references in which they were counted, from 1: that which differs least.
        counted_in: Option<usize>,
        /// Whether invisible characters stand in place of spaces.
        are_spaces: bool,
    },
}

/// Reason for a score of 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ZeroScore {
    /// The candidate has no token.
    NoToken,
    /// None of its tokens is correct.
    NoCorrectToken,
    /// No segment has as many tokens as this order needs.
    NoNgram {
        /// The order.
        order: usize,
    },
    /// No n-gram of an order is correct, and therefore no longer one.
    NoCorrectNgram {
        /// The order.
        order: usize,
        /// Number of n-grams of this order.
        total: u64,
        /// Whether the candidate has longer n-grams.
        has_longer: bool,
        /// Whether it has n-grams of each order, so that smoothing alone raises the score.
        has_all_orders: bool,
    },
    /// The candidate is too short.
    TooShort,
}

/// The reference against which a finding is clearest, and the others that it holds for; from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AffectedReferences {
    /// The reference against which it is clearest.
    pub clearest: usize,
    /// The others that it holds for.
    pub others: Vec<usize>,
    /// Whether there are references that fit the candidate, so that these are wrong.
    pub has_fitting: bool,
}

/// Some of the references, or all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReferenceSet {
    /// Their numbers, from 1.
    pub numbers: Vec<usize>,
    /// Whether there are no others.
    pub is_all: bool,
}

/// A script and its share of the letters of a text.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ScriptShare {
    /// Name of the script.
    pub script: &'static str,
    /// Share of the letters.
    pub share: f64,
}

/// Kind of Chinese characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ideographs {
    /// Traditional ones.
    Traditional,
    /// Simplified ones.
    Simplified,
}

/// Format of lines that hold more than text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineFormat {
    /// Columns that tabs separate.
    Tabs {
        /// Minimum number of columns.
        columns: usize,
    },
    /// Objects of JSON.
    Objects,
    /// Pages of HTML.
    Pages {
        /// Whether the text as a whole is one page.
        is_whole: bool,
    },
}

/// What lines begin or end with, or are, and the number of these lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CommonPhrase {
    /// What they have in common.
    pub phrase: Phrase,
    /// Number of lines.
    pub lines: u64,
}

/// A phrase that lines have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phrase {
    /// Marks at both ends of a line.
    Enclosed {
        /// The first character of a line.
        first: Option<char>,
        /// The last one.
        last: Option<char>,
    },
    /// A name or label at the beginning.
    Label,
    /// What they begin or end with; a `0` is any number.
    End(String),
    /// A whole line, or its beginning.
    Line {
        /// The beginning of the line.
        beginning: String,
        /// Whether this is the whole line.
        is_whole: bool,
    },
}

/// Numbers of marks of subwords in texts that have many.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SubwordMarks {
    /// The kind of marks.
    pub scheme: SubwordScheme,
    /// Their number in the candidate, if it is large.
    pub candidate: Option<u64>,
    /// The references with many of them, and their number in these.
    pub references: Option<(ReferenceSet, u64)>,
}

/// Lines and places that a change alters in the candidate and in all references together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AlteredPlaces {
    /// Lines and places of the candidate.
    pub candidate: Altered,
    /// Lines and places of all references together.
    pub references: Altered,
}

/// The part of a text whose case differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostCase {
    /// The text as a whole differs.
    Text,
    /// Some lines of the text that is wrong.
    Lines,
    /// Some lines, of either text.
    LinesOfEither,
}

/// Marks of the references that the candidate lacks, with an example, and masks that it has in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LostMarks {
    /// Number of marks that the candidate lacks.
    pub missing: u64,
    /// Number of marks that it should have.
    pub expected: u64,
    /// Number of masks that its references lack.
    pub masks: u64,
    /// A mark that it lacks.
    pub example: Option<String>,
}

/// Length at which lines are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LengthLimit {
    /// The length.
    pub length: u32,
    /// Its unit.
    pub unit: LengthUnit,
}

/// Unit of a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthUnit {
    /// Characters.
    Characters,
    /// Words.
    Words,
}

/// Names of all checks. They do not change between versions.
pub const CHECK_NAMES: [&str; 35] = [
    "score of 0",
    "score of 1",
    "misaligned",
    "shuffled",
    "untranslated",
    "script",
    "encoding",
    "stock lines",
    "columns",
    "wrapped",
    "subwords",
    "tokenizer",
    "duplicated",
    "language",
    "unrelated",
    "empty lines",
    "repetition",
    "additions",
    "copied",
    "word order",
    "spaces",
    "punctuation",
    "cut off",
    "length",
    "tokenized",
    "case",
    "unknown tokens",
    "placeholders",
    "spelling",
    "normalization",
    "invisible characters",
    "entities",
    "quotes",
    "markup",
    "diacritics",
];

impl Problem {
    /// Name of the check that finds it, one of [`CHECK_NAMES`].
    pub fn check(&self) -> &'static str {
        match self {
            Problem::ScoreOfZero { .. } => "score of 0",
            Problem::ScoreOfOne { .. } => "score of 1",
            Problem::Misaligned { .. } => "misaligned",
            Problem::Shuffled { .. } => "shuffled",
            Problem::Unrelated { .. } | Problem::UnrelatedRange { .. } | Problem::UnrelatedLines => "unrelated",
            Problem::OtherLanguage { .. } | Problem::OtherLanguageLines => "language",
            Problem::Duplicated { .. } => "duplicated",
            Problem::OtherScript { .. }
            | Problem::ForeignLines { .. }
            | Problem::OtherIdeographs { .. }
            | Problem::OddLines(Oddity::MixedScripts) => "script",
            Problem::WrongEncoding { .. }
            | Problem::Mojibake { .. }
            | Problem::ReplacedLetters
            | Problem::ControlCharacters
            | Problem::Escapes { .. }
            | Problem::OddLines(Oddity::DroppedLetters) => "encoding",
            Problem::Columns(_) => "columns",
            Problem::Wrapped { .. } | Problem::PartlyWrapped { .. } | Problem::SharedEnds { .. } => "wrapped",
            Problem::Additions { .. } => "additions",
            Problem::WordOrder { .. } | Problem::OddLines(Oddity::Reversed) => "word order",
            Problem::Subwords { .. } => "subwords",
            Problem::UnsplitText { .. } => "tokenizer",
            Problem::Untranslated { .. } => "untranslated",
            Problem::EmptyCandidateLines | Problem::EmptyReferenceLines => "empty lines",
            Problem::Repetition => "repetition",
            Problem::Length { .. } => "length",
            Problem::Tokenized { .. } | Problem::TokenizedTwice => "tokenized",
            Problem::Case { .. } => "case",
            Problem::Placeholders(_) | Problem::MaskedNames(_) => "placeholders",
            Problem::UnknownTokens => "unknown tokens",
            Problem::StockLines { .. } | Problem::StockPhrases { .. } => "stock lines",
            Problem::Copied { .. } => "copied",
            Problem::CutOff { .. } | Problem::LostEnds { .. } => "cut off",
            Problem::OddLines(Oddity::Spread | Oddity::Joined | Oddity::Split) => "spaces",
            Problem::OddLines(Oddity::DroppedMarks) => "punctuation",
            Problem::Difference { change: Change::Nfc | Change::Nfkc, .. } => "normalization",
            Problem::Difference { change, .. } | Problem::SharedMarks { change, .. } if is_spelling(*change) => {
                "spelling"
            }
            Problem::Difference { change: Change::Escapes, .. }
            | Problem::SharedMarks { change: Change::Escapes, .. } => "encoding",
            Problem::Difference { change, .. } | Problem::SharedMarks { change, .. } => change.name(),
        }
    }

    /// Whether another problem is of the same kind, whatever the facts.
    pub fn is_like(&self, other: &Problem) -> bool {
        match (self, other) {
            (Problem::OddLines(own), Problem::OddLines(other)) => own == other,
            (Problem::Difference { change: own, .. }, Problem::Difference { change: other, .. }) => own == other,
            _ => discriminant(self) == discriminant(other),
        }
    }

    /// Whether it is about the input: the wrong text, the wrong order, text that is damaged or contains something else. The
    /// others are also found in good translations, or are effects.
    pub fn is_structural(&self) -> bool {
        !matches!(
            self,
            Problem::ScoreOfZero { .. }
                | Problem::Placeholders(_)
                | Problem::Difference { change: Change::Quotes | Change::Punctuation, .. }
        )
    }

    /// Whether it may be the style of a good translation, given what it costs.
    pub(super) fn may_be_style(&self, cost: f64) -> bool {
        match self {
            Problem::Difference { change: Change::Quotes | Change::Punctuation | Change::Stops, .. }
            | Problem::Placeholders(_) => true,
            // Capitals of other words, such as tokens in their place, are another case too.
            Problem::Case { .. } => cost < NOTICEABLE_SHARE,
            _ => self.is_of_variants() && cost < NOTICEABLE_SHARE,
        }
    }

    /// Whether it is about variants of characters, such as the width of punctuation, which good translations have too.
    pub(super) fn is_of_variants(&self) -> bool {
        matches!(self, Problem::Difference { change: Change::Nfkc | Change::Stops, .. })
    }

    /// Whether both sides have it, so that the score may be too high.
    pub fn is_shared(&self) -> bool {
        matches!(self, Problem::SharedMarks { .. } | Problem::SharedEnds { .. } | Problem::Subwords { .. })
    }

    /// Whether lines are empty.
    pub fn is_of_empty_lines(&self) -> bool {
        matches!(self, Problem::EmptyCandidateLines | Problem::EmptyReferenceLines)
    }

    /// Whether marks in the text show it, for which one line is enough. A few reference lines may be empty for a reason.
    pub(super) fn has_marks(&self) -> bool {
        matches!(
            self,
            Problem::UnsplitText { .. } | Problem::Subwords { .. } | Problem::Columns(_) | Problem::EmptyCandidateLines
        )
    }

    /// Whether it means that lines are the wrong ones, or are missing: that matters whatever it costs, and the other lines
    /// may be out of place.
    pub(super) fn is_of_wrong_file(&self) -> bool {
        matches!(
            self,
            Problem::Misaligned { .. }
                | Problem::Shuffled { .. }
                | Problem::Unrelated { .. }
                | Problem::UnrelatedRange { .. }
                | Problem::OtherLanguage { .. }
                | Problem::OtherScript { .. }
                | Problem::Untranslated { .. }
                | Problem::Duplicated { .. }
                | Problem::Copied { .. }
                | Problem::ScoreOfOne { .. }
                | Problem::EmptyCandidateLines
                | Problem::EmptyReferenceLines
        )
    }

    /// Whether it is a difference between texts whose lines belong together.
    pub fn is_difference(&self) -> bool {
        matches!(
            self,
            Problem::Difference { .. }
                | Problem::SharedMarks { .. }
                | Problem::SharedEnds { .. }
                | Problem::Tokenized { .. }
                | Problem::Subwords { .. }
                | Problem::Case { .. }
        )
    }

    /// Whether its lines are counted, so that their number is a fact of it. What a change alters has numbers of its own.
    pub(super) fn counts_lines(&self) -> bool {
        !matches!(
            self,
            Problem::UnrelatedRange { .. }
                | Problem::Length { .. }
                | Problem::Difference { .. }
                | Problem::SharedMarks { .. }
                | Problem::SharedEnds { .. }
                | Problem::Tokenized { .. }
                | Problem::Subwords { .. }
        )
    }

    /// What a change alters, if it is such a difference.
    pub fn altered(&self) -> Option<AlteredPlaces> {
        match self {
            Problem::Difference { altered, .. }
            | Problem::SharedMarks { altered, .. }
            | Problem::Tokenized { altered, .. } => Some(*altered),
            _ => None,
        }
    }

    /// The numbers among the facts, by name.
    pub(super) fn numbers(&self) -> Vec<(&'static str, Number)> {
        use Number::{Count, Value};
        match self {
            Problem::ScoreOfZero { hyp_len, ref_len, .. } => {
                vec![("hyp_len", Count(*hyp_len)), ("ref_len", Count(*ref_len))]
            }
            Problem::ScoreOfOne { identical, segments } => {
                vec![("identical", Count(*identical)), ("segments", Count(*segments))]
            }
            Problem::Misaligned { ranges, .. } => {
                vec![("shift", Value(ranges.first().map_or(0.0, |range| range.shift as f64)))]
            }
            Problem::Shuffled { searched, found_elsewhere, .. } => {
                vec![("searched", Count(*searched)), ("found_elsewhere", Count(*found_elsewhere))]
            }
            Problem::UnrelatedRange { compared, related, .. } => {
                vec![("compared", Count(*compared)), ("related", Count(*related))]
            }
            Problem::OtherLanguage { overlap, .. } | Problem::OtherScript { overlap, .. } => {
                vec![("overlap", Value(*overlap))]
            }
            Problem::Duplicated { blocks, neighbors, .. } => {
                vec![("blocks", Count(*blocks)), ("neighbors", Count(*neighbors))]
            }
            Problem::Additions { added } => vec![("added", Value(*added))],
            Problem::Subwords { candidate_marks, reference_marks, .. } => {
                vec![("candidate_marks", Count(*candidate_marks)), ("reference_marks", Count(*reference_marks))]
            }
            Problem::UnsplitText { tokens_per_segment, letters_per_token, .. } => {
                vec![
                    ("tokens_per_segment", Value(*tokens_per_segment)),
                    ("letters_per_token", Value(*letters_per_token)),
                ]
            }
            Problem::Length { hyp_len, ref_len, candidate_characters, reference_characters, extreme, .. } => vec![
                ("hyp_len", Count(*hyp_len)),
                ("ref_len", Count(*ref_len)),
                ("candidate_characters", Count(*candidate_characters)),
                ("reference_characters", Count(*reference_characters)),
                ("extreme_segments", Count(*extreme)),
            ],
            Problem::Case { candidate, reference, compared, .. } => vec![
                ("candidate_uppercase", Value(*candidate)),
                ("reference_uppercase", Value(*reference)),
                ("compared", Count(*compared)),
            ],
            Problem::Placeholders(marks) | Problem::MaskedNames(marks) => vec![
                ("missing", Count(marks.missing)),
                ("placeholders", Count(marks.expected)),
                ("masks", Count(marks.masks)),
            ],
            Problem::LostEnds { characters, lost, compared, .. } => {
                vec![("characters", Count(*characters)), ("lost", Count(*lost)), ("compared", Count(*compared))]
            }
            Problem::StockLines { different, .. } | Problem::StockPhrases { different, .. } => {
                vec![("different_lines", Count(*different))]
            }
            Problem::Difference { altered, .. }
            | Problem::SharedMarks { altered, .. }
            | Problem::Tokenized { altered, .. } => vec![
                ("candidate_lines", Count(altered.candidate.lines)),
                ("reference_lines", Count(altered.references.lines)),
                ("candidate_places", Count(altered.candidate.places)),
                ("reference_places", Count(altered.references.places)),
            ],
            _ => Vec::new(),
        }
    }
}

/// Whether a change is of the spelling of words.
fn is_spelling(change: Change) -> bool {
    matches!(
        change,
        Change::Letters
            | Change::Tatweel
            | Change::Digits
            | Change::Stops
            | Change::HalfSpaces
            | Change::HalfSpacesAsSpaces
            | Change::Underscores
    )
}

/// A number of the evidence of a finding; serialized as a number.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum Number {
    /// A count, as of lines.
    Count(u64),
    /// A share, a mean, a score or a difference.
    Value(f64),
}

impl Number {
    /// The number, whatever its kind.
    #[must_use]
    pub fn value(self) -> f64 {
        match self {
            Number::Count(count) => count as f64,
            Number::Value(value) => value,
        }
    }
}
