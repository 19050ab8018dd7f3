//! The tools, each with the rules of its definition.

use super::{ANY_ORDER, Case, ORDER_4, OwnTokenizer, OwnWeights, Tool, ToolEntry};
use crate::bleu::scoring::rules::{
    Aggregation, Arithmetic, BlankSegments, Brevity, CountingRules, EmptyCorpus, EmptyReferences, EmptySegments,
    FormulaRules, Matching, SegmentParts, Totals, UsedReferences, ZeroOrders,
};
use crate::bleu::scoring::{ReferenceLength, Smoothing};
use crate::bleu::tokenize::Lowercasing::{ReferencesLater, Text, Tokens, Unescaped};
use crate::bleu::tokenize::{CaseMapping, Lowercasing, Tokenization};

const CLOSEST: &[ReferenceLength] = &[ReferenceLength::Closest];
const SHORTEST: &[ReferenceLength] = &[ReferenceLength::Shortest];

const FULL: Lowercasing = Text(CaseMapping::Full);

const DEFAULT: ToolEntry = ToolEntry {
    name: "",
    version: "",
    summary: "",
    scale: 1.0,
    tokenizers: &[(Tokenization::NONE, Tokenization::NONE, FULL)],
    case: Case::Mixed,
    smoothings: &[(Smoothing::None, ZeroOrders::Zero)],
    sentence_smoothing: None,
    orders: ORDER_4,
    weights: OwnWeights::Equal,
    joins_by_id: false,
    effective_order: false,
    reference_lengths: CLOSEST,
    counting: CountingRules::SACREBLEU,
    formula: FormulaRules::SACREBLEU,
};

/// Settings common to mteval v13a and v14.
const MTEVAL: ToolEntry = ToolEntry {
    version: "mosesdecoder-3445289",
    tokenizers: &[
        (Tokenization::V13A, Tokenization::V13A_MTEVAL, Unescaped(CaseMapping::Ascii)),
        (Tokenization::INTL, Tokenization::INTL_MTEVAL, Unescaped(CaseMapping::EachAlone)),
    ],
    case: Case::LowerByDefault,
    smoothings: &[(Smoothing::Exp, ZeroOrders::EmptyCountAsOne), (Smoothing::None, ZeroOrders::Zero)],
    orders: ANY_ORDER,
    reference_lengths: &[ReferenceLength::Closest, ReferenceLength::Shortest],
    ..DEFAULT
};

/// One of NLTK's smoothing methods.
const fn nltk(method: u8) -> (Smoothing, ZeroOrders) {
    (Smoothing::ChenCherry(method), ZeroOrders::LeftOut)
}

/// NLTK's number of n-grams.
const NLTK_TOTALS: CountingRules = CountingRules { totals: Totals::AtLeastOne, ..CountingRules::SACREBLEU };

/// The formula of the COCO captioning tools.
const COCO_SMOOTHING: &[(Smoothing, ZeroOrders)] = &[(Smoothing::Epsilon, ZeroOrders::Smoothed)];

/// The formula of CodeNN's script.
const CODE_NN: ToolEntry = ToolEntry {
    scale: 100.0,
    case: Case::Lower,
    smoothings: &[(Smoothing::CodeNn, ZeroOrders::Smoothed)],
    reference_lengths: SHORTEST,
    formula: FormulaRules { brevity: Brevity::PlusOne, ..MEAN },
    ..DEFAULT
};

/// The script of Shi et al., "On the Evaluation of Neural Code Summarization" (ICSE 2022), which computes six variants
/// of BLEU, each from one reference.
const CODE: ToolEntry = ToolEntry { version: "CodeSumEvaluation-6cd87bb", scale: 100.0, ..DEFAULT };
const ONE_REFERENCE: CountingRules = CountingRules { references: UsedReferences::First, ..CountingRules::SACREBLEU };
const MEAN: FormulaRules = FormulaRules { aggregation: Aggregation::MeanOfSegments, ..FormulaRules::SACREBLEU };

/// sacreBLEU's tokenizers that need no data.
const SACREBLEU_TOKENIZERS: &[OwnTokenizer] = &[
    (Tokenization::V13A, Tokenization::V13A, FULL),
    (Tokenization::NONE, Tokenization::NONE, FULL),
    (Tokenization::INTL, Tokenization::INTL, FULL),
    (Tokenization::ZH, Tokenization::ZH, FULL),
    (Tokenization::CHAR, Tokenization::CHAR, FULL),
];

/// The formula in torch's 32-bit numbers.
const SINGLE: FormulaRules = FormulaRules { arithmetic: Arithmetic::Single, ..FormulaRules::SACREBLEU };

impl Tool {
    /// sacreBLEU, whose score is the default.
    pub const SACREBLEU: Tool = Tool::ALL[0];

    /// All tools, sacreBLEU first.
    pub const ALL: &'static [Tool] = &[
        Tool(&ToolEntry {
            name: "sacrebleu",
            version: "2.6.0",
            summary: "sacreBLEU (Post, 2018), the default here",
            scale: 100.0,
            tokenizers: SACREBLEU_TOKENIZERS,
            case: Case::Optional,
            smoothings: &[
                (Smoothing::Exp, ZeroOrders::Zero),
                (Smoothing::Floor(0.1), ZeroOrders::Zero),
                (Smoothing::AddK(1.0), ZeroOrders::Zero),
                (Smoothing::None, ZeroOrders::Zero),
            ],
            orders: ANY_ORDER,
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "multi-bleu",
            version: "mosesdecoder-3445289",
            summary: "multi-bleu.perl of Moses, for tokenized text",
            scale: 100.0,
            tokenizers: &[(Tokenization::ASCII_SPACE, Tokenization::ASCII_SPACE, Text(CaseMapping::Ascii))],
            case: Case::Optional,
            formula: FormulaRules { empty_corpus: EmptyCorpus::NeedsCandidate, ..FormulaRules::SACREBLEU },
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "multi-bleu-detok",
            version: "mosesdecoder-3445289",
            summary: "multi-bleu-detok.perl of Moses, for untokenized text",
            scale: 100.0,
            tokenizers: &[(Tokenization::V13A, Tokenization::V13A_MTEVAL, ReferencesLater(CaseMapping::EachAlone))],
            case: Case::Optional,
            formula: FormulaRules { empty_corpus: EmptyCorpus::NeedsCandidate, ..FormulaRules::SACREBLEU },
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "mteval-v13a",
            summary: "NIST's mteval-v13a.pl",
            formula: FormulaRules { empty_corpus: EmptyCorpus::SmoothedNeedsBoth, ..FormulaRules::SACREBLEU },
            ..MTEVAL
        }),
        Tool(&ToolEntry { name: "mteval-v14", summary: "NIST's mteval-v14.pl", ..MTEVAL }),
        Tool(&ToolEntry {
            name: "nltk",
            version: "3.10.4",
            summary: "corpus_bleu and sentence_bleu of NLTK, for tokenized text",
            tokenizers: &[
                (Tokenization::NONE, Tokenization::NONE, FULL),
                (Tokenization::NLTK, Tokenization::NLTK, FULL),
                (Tokenization::CODEPOINTS, Tokenization::CODEPOINTS, FULL),
            ],
            case: Case::Optional,
            smoothings: &[nltk(0), nltk(1), nltk(2), nltk(3), nltk(4), nltk(5), nltk(6), nltk(7)],
            orders: ANY_ORDER,
            weights: OwnWeights::Any,
            counting: NLTK_TOTALS,
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "hf",
            version: "evaluate-a7dd338",
            summary: "bleu of Hugging Face evaluate, after TensorFlow's nmt",
            tokenizers: &[
                (Tokenization::V13A, Tokenization::V13A, FULL),
                (Tokenization::NONE, Tokenization::NONE, FULL),
            ],
            smoothings: &[(Smoothing::None, ZeroOrders::Zero), (Smoothing::AddKAll(1.0), ZeroOrders::Smoothed)],
            orders: ANY_ORDER,
            reference_lengths: SHORTEST,
            formula: FormulaRules { empty_corpus: EmptyCorpus::NeedsBoth, ..FormulaRules::SACREBLEU },
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "torchmetrics",
            version: "1.9.0",
            summary: "BLEUScore and SacreBLEUScore of torchmetrics",
            tokenizers: &[
                (Tokenization::NONE, Tokenization::NONE, Tokens(CaseMapping::Full)),
                (Tokenization::V13A, Tokenization::V13A, Tokens(CaseMapping::Full)),
                (Tokenization::INTL, Tokenization::INTL_UNTRIMMED, Tokens(CaseMapping::Full)),
                (Tokenization::ZH, Tokenization::ZH, Tokens(CaseMapping::Full)),
                (Tokenization::CHAR, Tokenization::CHAR, Tokens(CaseMapping::Full)),
            ],
            case: Case::Optional,
            smoothings: &[
                (Smoothing::None, ZeroOrders::ZeroEvenIfSmoothed),
                (Smoothing::AddK(1.0), ZeroOrders::ZeroEvenIfSmoothed),
            ],
            orders: ANY_ORDER,
            weights: OwnWeights::Any,
            reference_lengths: &[ReferenceLength::ClosestFirst],
            formula: SINGLE,
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "torchtext",
            version: "0.18.0",
            summary: "bleu_score of torchtext, for tokenized text",
            smoothings: &[(Smoothing::None, ZeroOrders::ZeroEvenIfSmoothed)],
            orders: ANY_ORDER,
            weights: OwnWeights::Any,
            reference_lengths: &[ReferenceLength::ClosestFirst],
            formula: FormulaRules { arithmetic: Arithmetic::SingleMean, ..FormulaRules::SACREBLEU },
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "torcheval",
            version: "0.0.7",
            summary: "BLEUScore of torcheval, for tokenized text",
            smoothings: &[(Smoothing::None, ZeroOrders::ZeroEvenIfSmoothed)],
            orders: 1..=4,
            weights: OwnWeights::Any,
            reference_lengths: SHORTEST,
            formula: FormulaRules { empty_corpus: EmptyCorpus::NeedsAllOrders, ..SINGLE },
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "fairseq2",
            version: "0.8.1",
            summary: "BleuMetric of fairseq2, on sacreBLEU's counts",
            scale: 100.0,
            tokenizers: SACREBLEU_TOKENIZERS,
            counting: ONE_REFERENCE,
            formula: FormulaRules { arithmetic: Arithmetic::PercentRoundedToSingle, ..FormulaRules::SACREBLEU },
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "coco",
            version: "pycocoevalcap-1.2",
            summary: "Bleu of the COCO captioning tools, for tokenized text",
            smoothings: COCO_SMOOTHING,
            orders: ANY_ORDER,
            formula: FormulaRules { brevity: Brevity::Epsilon, ..FormulaRules::SACREBLEU },
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "moses-sentence",
            version: "mosesdecoder-3445289",
            summary: "sentence-bleu of Moses; for a corpus, the mean",
            tokenizers: &[(Tokenization::SPACE, Tokenization::SPACE, FULL)],
            smoothings: &[(Smoothing::AddKAll(1.0), ZeroOrders::Smoothed)],
            formula: FormulaRules { arithmetic: Arithmetic::SingleLogarithms, ..MEAN },
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "fairseq",
            version: "3d262bb",
            summary: "fairseq-score, for tokenized text",
            scale: 100.0,
            case: Case::Optional,
            sentence_smoothing: Some((Smoothing::AddK(1.0), ZeroOrders::Zero)),
            orders: 1..=4,
            counting: CountingRules { matching: Matching::FairseqHash, ..ONE_REFERENCE },
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "t2t",
            version: "bafdc1b",
            summary: "t2t-bleu of tensor2tensor",
            scale: 100.0,
            tokenizers: &[(Tokenization::INTL, Tokenization::INTL_T2T, FULL)],
            case: Case::Optional,
            smoothings: &[(Smoothing::Exp, ZeroOrders::EmptyCountAsOne)],
            counting: ONE_REFERENCE,
            formula: FormulaRules { arithmetic: Arithmetic::RoundedToSingle, ..FormulaRules::SACREBLEU },
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "compare-mt",
            version: "0.2.10",
            summary: "BLEU of compare-mt, for tokenized text",
            scale: 100.0,
            tokenizers: &[(Tokenization::SINGLE_SPACES, Tokenization::SINGLE_SPACES, Tokens(CaseMapping::Full))],
            case: Case::Optional,
            smoothings: &[(Smoothing::None, ZeroOrders::LeftOut)],
            sentence_smoothing: Some(nltk(2)),
            counting: CountingRules { totals: Totals::AtLeastOne, ..ONE_REFERENCE },
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "multeval",
            version: "bd93ed1",
            summary: "MultEval (Clark et al., 2011), for tokenized text",
            scale: 100.0,
            tokenizers: &[(Tokenization::BREAKING_SPACES, Tokenization::BREAKING_SPACES, FULL)],
            smoothings: &[(Smoothing::Exp, ZeroOrders::EmptyCountAsOne)],
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "codexglue",
            version: "ac74a62",
            summary: "CodeXGLUE's smoothed BLEU for code summaries",
            tokenizers: &[(Tokenization::WORDS_CODE_NN, Tokenization::WORDS_CODE_NN, FULL)],
            joins_by_id: true,
            ..CODE_NN
        }),
        Tool(&ToolEntry {
            name: "code-dm",
            summary: "BLEU-DM for code summaries: NLTK, method 0, mean",
            smoothings: &[nltk(0)],
            counting: CountingRules { totals: Totals::AtLeastOne, ..ONE_REFERENCE },
            formula: MEAN,
            ..CODE
        }),
        Tool(&ToolEntry {
            name: "code-fc",
            summary: "BLEU-FC for code summaries: NLTK, method 0, corpus",
            smoothings: &[nltk(0)],
            counting: CountingRules { totals: Totals::AtLeastOne, ..ONE_REFERENCE },
            ..CODE
        }),
        Tool(&ToolEntry {
            name: "code-dc",
            summary: "BLEU-DC for code summaries: NLTK, method 4, mean",
            smoothings: &[nltk(4)],
            counting: CountingRules { totals: Totals::AtLeastOne, ..ONE_REFERENCE },
            formula: MEAN,
            ..CODE
        }),
        Tool(&ToolEntry {
            name: "code-cn",
            version: CODE.version,
            summary: "BLEU-CN for code summaries: CodeNN's, mean",
            tokenizers: &[(Tokenization::V13A, Tokenization::V13A_CODE_NN, Unescaped(CaseMapping::Full))],
            counting: CountingRules { blank_segments: BlankSegments::AllZero, ..ONE_REFERENCE },
            formula: FormulaRules { brevity: Brevity::PlusOne, empty_segments: EmptySegments::LeftOut, ..MEAN },
            ..CODE_NN
        }),
        Tool(&ToolEntry {
            name: "code-ncs",
            summary: "BLEU-NCS for code summaries: +1 on all orders, mean",
            smoothings: &[(Smoothing::AddKAll(1.0), ZeroOrders::Smoothed)],
            counting: ONE_REFERENCE,
            formula: FormulaRules { empty_segments: EmptySegments::Zero, ..MEAN },
            ..CODE
        }),
        Tool(&ToolEntry {
            name: "code-rc",
            summary: "BLEU-RC for code summaries: COCO's, mean",
            smoothings: COCO_SMOOTHING,
            counting: ONE_REFERENCE,
            formula: FormulaRules { brevity: Brevity::Epsilon, ..MEAN },
            ..CODE
        }),
        Tool(&ToolEntry {
            name: "promptfoo",
            version: "0.123.1",
            summary: "the assertion bleu of promptfoo; for a corpus, the mean",
            tokenizers: &[(Tokenization::JAVASCRIPT_SPACE, Tokenization::JAVASCRIPT_SPACE, FULL)],
            case: Case::Lower,
            smoothings: &[(Smoothing::TinyPrecision, ZeroOrders::Smoothed)],
            effective_order: true,
            counting: CountingRules {
                matching: Matching::BestReference,
                empty_references: EmptyReferences::OneToken,
                ..CountingRules::SACREBLEU
            },
            formula: FormulaRules { empty_segments: EmptySegments::Zero, ..MEAN },
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "deepeval",
            version: "4.3.1",
            summary: "sentence_bleu_score of DeepEval, bleu4; for a corpus, the mean",
            tokenizers: &[(Tokenization::NLTK, Tokenization::NLTK, FULL)],
            smoothings: &[nltk(0)],
            orders: 1..=4,
            weights: OwnWeights::HighestOrder,
            counting: NLTK_TOTALS,
            formula: MEAN,
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "azure",
            version: "1.18.10",
            summary: "BleuScoreEvaluator of azure-ai-evaluation; for a corpus, the mean",
            tokenizers: &[(Tokenization::AZURE, Tokenization::AZURE, FULL)],
            smoothings: &[nltk(4)],
            counting: CountingRules { totals: Totals::AtLeastOne, ..ONE_REFERENCE },
            formula: MEAN,
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "llamafactory",
            version: "0.9.5",
            summary: "predict_bleu-4 of LLaMA-Factory: characters; for a corpus, the mean",
            scale: 100.0,
            tokenizers: &[(Tokenization::CODEPOINTS, Tokenization::CODEPOINTS, FULL)],
            smoothings: &[nltk(3)],
            counting: CountingRules { totals: Totals::AtLeastOne, ..ONE_REFERENCE },
            formula: FormulaRules { arithmetic: Arithmetic::PercentRoundedToFourDecimals, ..MEAN },
            ..DEFAULT
        }),
        Tool(&ToolEntry {
            name: "ragas",
            version: "0.4.3",
            summary: "BleuScore of Ragas: the first sentence; for a corpus, the mean",
            tokenizers: SACREBLEU_TOKENIZERS,
            case: Case::Optional,
            smoothings: &[(Smoothing::Exp, ZeroOrders::Zero)],
            counting: CountingRules { parts: SegmentParts::Sentences, ..ONE_REFERENCE },
            formula: MEAN,
            ..DEFAULT
        }),
    ];
}
