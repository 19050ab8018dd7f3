//! The error type of the library.

use super::dictionary_faults::{DictionaryFile, Fault};
use super::exact::exact;
use super::limits::{MAX_ORDER, MAX_RESAMPLES};
use super::tool_faults::{Failure, Setting};
use super::worded::worded;

impl std::error::Error for Error {}

worded! {
    /// Reason why the library rejected a call, with the offending values.
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum Error {
        /// An order outside 1 to [`MAX_ORDER`].
        OrderOutOfRange {
            /// The order asked for.
            order: usize,
        } = "order {order} is not in the range 1 to {MAX_ORDER}",
        /// Different orders of statistics, definitions or weights that must be equal.
        OrderMismatch {
            /// The required order.
            expected: usize,
            /// The order that was given.
            found: usize,
        } = "order {found}, but order {expected} is needed",
        /// Different definitions of corpora that are added up.
        DefinitionMismatch = "corpora that were counted by different definitions cannot be added",
        /// Corpora whose counts depend on the segments before them, so that counts made apart cannot be added. See
        /// [`Counting::is_sequential`](crate::bleu::scoring::Counting::is_sequential).
        SequentialCounts = "the counts of a segment depend on those before it, so corpora counted apart cannot be added",
        /// No weight at all, or more than [`MAX_ORDER`].
        WeightCount {
            /// Number of weights.
            count: usize,
        } = "{count} weights; give 1 to {MAX_ORDER}",
        /// A weight that is negative or not finite.
        WeightOutOfRange {
            /// The weight.
            weight: f64,
        } = "{weight} is not a valid weight; weights must be 0 or more",
        /// Weights that do not sum to 1 within 1e-6.
        WeightSum {
            /// Their sum.
            sum: f64,
        } => match (sum - 1.0).abs() < 0.01 {
            // Rounded decimals, such as 0.333.
            true => format!("the weights sum to {sum}, not 1; write fractions, such as 1/3,1/3,1/3, to be exact"),
            false => format!("the weights sum to {}, not 1", (1000.0 * sum).round() / 1000.0),
        },
        /// Text that is not a number, or not a fraction of two numbers.
        NotANumber {
            /// The text.
            text: String,
        } => match text.trim() {
            "" => "an empty weight; is there a comma too many?".to_owned(),
            _ => format!("'{text}' is not a weight: write a decimal or a fraction of 0 or more"),
        },
        /// A smoothing value outside the range of its method.
        SmoothingValue {
            /// The method: `floor` takes 0 to 1, `add-k` and `add-k-all` take 0 or more, `method` is followed by 0 to 7,
            /// the others take no value.
            method: &'static str,
            /// The value as given.
            value: String,
        } => match *method {
            "floor" => format!("the value of floor must be a number from 0 to 1, not '{value}'"),
            "add-k" | "add-k-all" => format!("the value of {method} must be a number of 0 or more, not '{value}'"),
            "method" => format!("there is no method{value}; Chen and Cherry's methods are method0 to method7"),
            _ => format!("'{method}' takes no value"),
        },
        /// A name that is not known.
        UnknownName {
            /// Kind of thing that is named, such as `tokenizer`.
            kind: &'static str,
            /// The name as given.
            name: String,
            /// The names that are known, separated by commas.
            known: String,
        } = "unknown {kind} '{name}'; use one of: {known}",
        /// Text that is not the code of a language, such as `zh`, `de` or `pt-BR`.
        NotALanguage {
            /// The text.
            text: String,
        } = "'{text}' is not a language code, such as de or zh",
        /// A language written without spaces between words, for which there is no default tokenizer.
        NoTokenizerForLanguage {
            /// The code of the language, such as `th`.
            code: String,
        } = "no default tokenizer for the language '{code}', which is written without spaces between words; use \
            flores200, graphemes or char",
        /// A tokenizer that needs a dictionary or a model.
        TokenizerNeedsData {
            /// The name.
            name: String,
        } = "the tokenizer '{name}' needs a dictionary or a model, which was not given",
        /// A dictionary or model, or a release of SentencePiece, that is not the one of a signature.
        OtherModel {
            /// Fingerprint, and release, of the signature.
            expected: String,
            /// Values that were given.
            found: String,
        } = "the dictionary or model is {found}, but the signature names {expected}",
        /// A dictionary that cannot be used.
        Dictionary {
            /// The file at fault.
            file: DictionaryFile,
            /// The reason.
            fault: Fault,
        } => format_args!("{}: {fault}", file.name()),
        /// A SentencePiece model that cannot be used.
        Model {
            /// The reason, as text. Pieces are counted from 0, as SentencePiece numbers them.
            reason: String,
        } = "{reason}",
        /// Sums of resamples that were drawn with another seed, or another number of them.
        ResamplingMismatch = "resamples with different seeds, or of different number, cannot be added",
        /// Texts of different numbers of lines.
        LineCountMismatch {
            /// Number of lines of the first text.
            expected: usize,
            /// Number of lines of the other.
            found: usize,
        } = "texts of {expected} and {found} lines; all texts must have the same number of lines",
        /// Different numbers of candidates and of segments that have references.
        SegmentCountMismatch {
            /// Number of candidates.
            candidates: usize,
            /// Number of segments that have references.
            references: usize,
        } = "{candidates} candidate(s), but references for {references} segment(s); by_segment takes a list of references for \
            each segment, by_reference a list of segments for each reference",
        /// Lists of different lengths that must be equally long.
        ListLengths {
            /// Length of the first list.
            expected: usize,
            /// Length of the other.
            found: usize,
        } = "lists of {expected} and {found} items; all lists must be equally long",
        /// A segment or a system that does not exist.
        OutOfRange {
            /// Kind of thing: `segment` or `system`.
            kind: &'static str,
            /// Its place, from 0.
            place: usize,
            /// Number of things of this kind.
            number: usize,
        } => format_args!("there is no {kind} {}; the number of {kind}s is {number}", *place as u128 + 1),
        /// A segment without any reference.
        NoReference {
            /// The segment, from 0, of all that were added so far.
            segment: u64,
        } => format_args!("segment {} has no reference", u128::from(*segment) + 1),
        /// A number of references that is 0.
        NoReferences = "a score needs at least one reference",
        /// A number of references that differs from the number in a signature.
        ReferenceCountMismatch {
            /// Number of references in the signature.
            expected: usize,
            /// Number of references given.
            found: usize,
        } = "{found} reference(s), but the signature has nrefs:{expected}",
        /// A record of sums that has segments already, which have no ids or resamples.
        HasSegments = "ids and resamples are asked for before the first segment is added",
        /// A p-value that is not from 0 to 1.
        PValueOutOfRange {
            /// The p-value.
            p_value: f64,
        } = "a p-value is from 0 to 1, not {p_value}",
        /// An unsupported number of candidates: none, or more than two in an explanation.
        CandidateCount {
            /// Number of candidates.
            candidates: usize,
        } = "the number of candidates cannot be {candidates} here",
        /// A number of candidates that differs from the one that was declared.
        CandidateCountMismatch {
            /// Number of candidates declared.
            expected: usize,
            /// Number of candidates given.
            found: usize,
        } = "{found} candidate(s), but the number declared is {expected}",
        /// Fewer lines than are needed to score lines against each other, or against a pool; or fewer samples of a segment than
        /// are needed to compare or choose them.
        TooFew {
            /// Kind of thing: `line` or `sample`.
            kind: &'static str,
            /// Number of things of this kind.
            found: usize,
            /// Minimum number.
            needed: usize,
        } = "{found} {kind}(s); at least {needed} are needed",
        /// A text that is longer than 4 GiB, before or after normalizing.
        TextTooLong = "a text is larger than 4 GiB; split it",
        /// A name that a tokenizer of one's own cannot have: another tokenizer's, or one that does not fit into a signature.
        TokenizerName {
            /// The name.
            name: String,
        } = "a tokenizer cannot be named `{name}`: a name is new, and made of visible ASCII but `|`",
        /// A line of more than 2 MiB, before or after normalizing, which is too long for MeCab and SentencePiece.
        LineTooLong {
            /// Length of the line, or of the part of its normalized form that was produced.
            bytes: usize,
            /// Maximum length.
            limit: usize,
        } = "a line has {bytes} bytes after normalization; this tokenizer allows {limit}; split the line",
        /// A line with more than 4,194,304 tokens: counting its n-grams would take too much memory.
        TooManyTokens {
            /// Number of tokens.
            tokens: usize,
            /// Maximum number.
            limit: usize,
        } = "a line has {tokens} tokens; at most {limit} are counted; split the line",
        /// A row of statistics whose length fits no order: it must be 2 + 2 * order.
        RowLength {
            /// Length of the row.
            found: usize,
        } = "a row of {found} numbers; rows have 2 for each order, and 2 more",
        /// Segments in one [`CorpusTotals`](crate::bleu::scoring::CorpusTotals) for different kinds of scores: of sums, means of segment scores,
        /// and scores that were given.
        MixedTotals = "totals for different kinds of scores cannot be added: sums, means of segment scores, given scores",
        /// A score of a segment that is not from 0 to 1.
        ScoreOutOfRange {
            /// The score.
            score: f64,
        } = "the score of a segment is from 0 to 1, not {score}",
        /// Impossible counts: more correct n-grams than n-grams, or lists of different lengths.
        InvalidStatistics {
            /// The order whose counts are wrong, from 1.
            order: usize,
        } = "invalid counts of order {order}: correct exceeds total, or a count is missing",
        /// A sum that exceeds 64 bits, or the statistics of a segment that exceed 32 bits.
        Overflow = "a sum exceeds 64 bits, or a count of one segment 32 bits",
        /// Systems with different numbers of segments, or more than 2^32 - 1 segments, which cannot be resampled together.
        SystemLengths {
            /// Segments of the first system.
            expected: usize,
            /// Segments of the first system that differs, or the same number if there are too many.
            found: usize,
        } => match expected == found {
            true => format!("{found} segments; resampling supports at most {}", u32::MAX),
            false => format!("systems of {expected} and {found} segments cannot be resampled together"),
        },
        /// Systems with different numbers of runs, or without any.
        UnequalRuns {
            /// Runs of the first system.
            expected: usize,
            /// Runs of the first system that differs, or 0.
            found: usize,
        } => match found {
            0 => "a system without runs".to_owned(),
            _ => format!("systems of {expected} and {found} runs; all systems must have the same number"),
        },
        /// More resamples than [`Resampling::MAX_RESAMPLES`](crate::bleu::significance::Resampling::MAX_RESAMPLES).
        TooManyResamples {
            /// Number of resamples asked for.
            resamples: usize,
        } => format_args!("{resamples} resamples; at most {} are possible", MAX_RESAMPLES),
        /// A confidence level that is not between 0 and 1 ([`Resampling::level`](crate::bleu::significance::Resampling::level)).
        LevelOutOfRange {
            /// The level.
            level: f64,
        } => format_args!("a confidence level is between 0 and 1, not {}", exact(*level)),
        /// A call that its progress function cancelled ([`Resampling::progress`](crate::bleu::significance::Resampling::progress)).
        Cancelled = "cancelled",
        /// A score that is not a function of summed statistics: it is a mean of segment scores, or depends on the last
        /// segment. See [`Definition::is_score_of_sums`](crate::bleu::scoring::Definition::is_score_of_sums).
        NotScoreOfSums = "this score is a mean of segment scores, or depends on the last segment; it cannot be computed from \
            sums",
        /// A score whose formula is not sacreBLEU's, where only that one is supported: explanations and samples. See
        /// [`Definition::uses_sacrebleu_formula`](crate::bleu::scoring::Definition::uses_sacrebleu_formula).
        NotSacrebleuFormula = "the score is not by sacreBLEU's formula, as is needed here",
        /// A definition that depends on which reference comes first, so that a pool of references cannot be used. See
        /// [`Counting::supports_pools`](crate::bleu::scoring::Counting::supports_pools).
        PoolNotSupported = "this score depends on which reference comes first; a pool has no first reference",
        /// Text for which the definition's tool has no score.
        ToolFails {
            /// Why the tool fails.
            failure: Failure,
        } = "the tool has no score for this text: {failure}",
        /// A setting that the tool does not support.
        NotInTool {
            /// Name of the tool.
            tool: &'static str,
            /// The setting, with the value asked for.
            setting: Setting,
            /// The supported values, in words.
            supported: String,
        } = "{tool} does not support {setting}: {supported}",
        /// A field that is not part of a signature, occurs twice, or has a wrong value.
        InvalidSignature {
            /// The field.
            field: String,
        } = "not a signature: the field '{field}' is unknown, repeated or wrong",
        /// A signature that lacks a field.
        MissingSignatureField {
            /// Key of the field, or the keys if any of them is missing.
            key: &'static str,
        } = "not a complete signature: {key} is missing",
    }
}

#[cfg(test)]
mod tests {
    use super::Error;
    use crate::ReferenceCount;
    use crate::bleu::shards::RecordError;
    use crate::bleu::tool_faults::{Failure, Setting};
    use crate::bleu::worded::extremes::Extreme;
    use crate::mecab::{DictionaryFile, Fault};
    use std::num::NonZero;

    macro_rules! extremes {
        ($($type:ty: $values:expr,)+) => { $(
            impl Extreme for $type {
                fn extremes() -> Vec<Self> {
                    $values.to_vec()
                }
            }
        )+ };
    }

    extremes! {
        bool: [false, true],
        u32: [u32::MAX, 0],
        u64: [u64::MAX, 0],
        usize: [usize::MAX, 0],
        f64: [f64::MAX, f64::NAN, f64::NEG_INFINITY, -0.0],
        NonZero<usize>: [NonZero::<usize>::MAX, NonZero::<usize>::MIN],
        String: ["", "\u{1b}\n", "\u{10ffff}"].map(String::from),
        &'static str: ["", "floor", "add-k", "method"],
        Option<String>: [None, Some(String::new())],
        Vec<String>: [vec![], vec![String::new()]],
        DictionaryFile: [DictionaryFile::Words, DictionaryFile::Settings],
    }

    /// Displays each variant of an enum with all extreme values of its fields.
    fn display_all<T: Extreme + ToString>() -> Vec<String> {
        T::extremes().iter().map(T::to_string).collect()
    }

    #[test]
    fn no_words_overflow() {
        let words = [
            display_all::<Error>(),
            display_all::<RecordError>(),
            display_all::<Fault>(),
            display_all::<Failure>(),
            display_all::<Setting>(),
            display_all::<ReferenceCount>(),
        ];
        // A number from 1 that has wrapped round.
        let wrapped = words.concat().into_iter().find(|words| words.contains("segment 0 ") || words.contains("no  0"));
        assert_eq!(wrapped, None);
        let error = Error::OutOfRange { kind: "segment", place: usize::MAX, number: usize::MAX };
        let expected =
            format!("there is no segment {}; the number of segments is {}", 1u128 << usize::BITS, usize::MAX);
        assert_eq!(error.to_string(), expected);
    }
}
