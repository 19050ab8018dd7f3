//! The tools, each with the rules of its definition.

use super::Supported::{Any, OneOf};
use super::{ANY_ORDER, Case, ORDER_4, Supported, Tool, ToolEntry};
use crate::bleu::rules::{
    Aggregation, Arithmetic, BlankSegments, Brevity, CountingRules, EmptyCorpus, EmptySegments, FormulaRules, Matching,
    Totals, UsedReferences, ZeroOrders,
};
use crate::bleu::{ReferenceLength, Smoothing};
use crate::tokenize::Lowercasing::{ReferencesLater, Text, Tokens, Unescaped};
use crate::tokenize::{CaseMapping, Lowercasing, Tokenization};

impl Tool {
    /// sacreBLEU, whose score is the default.
    pub const SACREBLEU: Tool = Tool(&SACREBLEU);

    /// All tools, sacreBLEU first.
    pub const ALL: &'static [Tool] = &[
        Tool::SACREBLEU,
        Tool(&MULTI_BLEU),
        Tool(&MULTI_BLEU_DETOK),
        Tool(&MTEVAL_V13A),
        Tool(&MTEVAL_V14),
        Tool(&NLTK),
        Tool(&HF),
        Tool(&TORCHMETRICS),
        Tool(&COCO),
        Tool(&MOSES_SENTENCE),
        Tool(&FAIRSEQ),
        Tool(&T2T),
        Tool(&COMPARE_MT),
        Tool(&MULTEVAL),
        Tool(&CODEXGLUE),
        Tool(&CODE_DM),
        Tool(&CODE_FC),
        Tool(&CODE_DC),
        Tool(&CODE_CN),
        Tool(&CODE_NCS),
        Tool(&CODE_RC),
    ];
}

const CLOSEST: &[ReferenceLength] = &[ReferenceLength::Closest];
const SHORTEST: &[ReferenceLength] = &[ReferenceLength::Shortest];

const FULL: Lowercasing = Text(CaseMapping::Full);

const DEFAULT: ToolEntry = ToolEntry {
    name: "",
    version: "",
    summary: "",
    scale: 1.0,
    tokenizers: OneOf(&[(Tokenization::NONE, Tokenization::NONE, FULL)]),
    case: Case::Mixed,
    smoothings: OneOf(&[(Smoothing::None, ZeroOrders::Zero)]),
    sentence_smoothing: None,
    orders: ORDER_4,
    has_weights: false,
    reference_lengths: CLOSEST,
    counting: CountingRules::SACREBLEU,
    formula: FormulaRules::SACREBLEU,
};

static SACREBLEU: ToolEntry = ToolEntry {
    name: "sacrebleu",
    version: "2.6.0",
    summary: "sacreBLEU (Post, 2018), the default here",
    scale: 100.0,
    tokenizers: Any(&(Tokenization::V13A, Tokenization::V13A, FULL)),
    case: Case::Optional,
    smoothings: Any(&(Smoothing::Exp, ZeroOrders::Zero)),
    orders: ANY_ORDER,
    ..DEFAULT
};

static MULTI_BLEU: ToolEntry = ToolEntry {
    name: "multi-bleu",
    version: "mosesdecoder-3445289",
    summary: "multi-bleu.perl of Moses, for tokenized text",
    scale: 100.0,
    tokenizers: OneOf(&[(Tokenization::ASCII_SPACE, Tokenization::ASCII_SPACE, Text(CaseMapping::Ascii))]),
    case: Case::Optional,
    formula: FormulaRules { empty_corpus: EmptyCorpus::NeedsCandidate, ..FormulaRules::SACREBLEU },
    ..DEFAULT
};

static MULTI_BLEU_DETOK: ToolEntry = ToolEntry {
    name: "multi-bleu-detok",
    version: "mosesdecoder-3445289",
    summary: "multi-bleu-detok.perl of Moses, for untokenized text",
    scale: 100.0,
    tokenizers: OneOf(&[(Tokenization::V13A, Tokenization::V13A_MTEVAL, ReferencesLater(CaseMapping::EachAlone))]),
    case: Case::Optional,
    formula: FormulaRules { empty_corpus: EmptyCorpus::NeedsCandidate, ..FormulaRules::SACREBLEU },
    ..DEFAULT
};

/// Settings common to mteval v13a and v14.
const MTEVAL: ToolEntry = ToolEntry {
    version: "mosesdecoder-3445289",
    tokenizers: OneOf(&[
        (Tokenization::V13A, Tokenization::V13A_MTEVAL, Unescaped(CaseMapping::Ascii)),
        (Tokenization::INTL, Tokenization::INTL_MTEVAL, Unescaped(CaseMapping::EachAlone)),
    ]),
    case: Case::LowerByDefault,
    smoothings: OneOf(&[(Smoothing::Exp, ZeroOrders::EmptyCountAsOne), (Smoothing::None, ZeroOrders::Zero)]),
    orders: ANY_ORDER,
    reference_lengths: &[ReferenceLength::Closest, ReferenceLength::Shortest],
    ..DEFAULT
};

static MTEVAL_V13A: ToolEntry = ToolEntry {
    name: "mteval-v13a",
    summary: "NIST's mteval-v13a.pl",
    formula: FormulaRules { empty_corpus: EmptyCorpus::SmoothedNeedsBoth, ..FormulaRules::SACREBLEU },
    ..MTEVAL
};

static MTEVAL_V14: ToolEntry = ToolEntry { name: "mteval-v14", summary: "NIST's mteval-v14.pl", ..MTEVAL };

/// NLTK's counts, shared by other tools.
const NLTK_RULES: CountingRules = CountingRules { totals: Totals::AtLeastOne, ..CountingRules::SACREBLEU };

static NLTK: ToolEntry = ToolEntry {
    name: "nltk",
    version: "3.10.4",
    summary: "corpus_bleu and sentence_bleu of NLTK, for tokenized text",
    smoothings: OneOf(&[
        (Smoothing::ChenCherry(0), ZeroOrders::LeftOut),
        (Smoothing::ChenCherry(1), ZeroOrders::LeftOut),
        (Smoothing::ChenCherry(2), ZeroOrders::LeftOut),
        (Smoothing::ChenCherry(3), ZeroOrders::LeftOut),
        (Smoothing::ChenCherry(4), ZeroOrders::LeftOut),
        (Smoothing::ChenCherry(5), ZeroOrders::LeftOut),
        (Smoothing::ChenCherry(6), ZeroOrders::LeftOut),
        (Smoothing::ChenCherry(7), ZeroOrders::LeftOut),
    ]),
    orders: ANY_ORDER,
    has_weights: true,
    counting: NLTK_RULES,
    ..DEFAULT
};

static HF: ToolEntry = ToolEntry {
    name: "hf",
    version: "evaluate-a7dd338",
    summary: "bleu of Hugging Face evaluate, after TensorFlow's nmt",
    tokenizers: OneOf(&[
        (Tokenization::V13A, Tokenization::V13A, FULL),
        (Tokenization::NONE, Tokenization::NONE, FULL),
    ]),
    smoothings: OneOf(&[(Smoothing::None, ZeroOrders::Zero), (Smoothing::AddKAll(1.0), ZeroOrders::Smoothed)]),
    orders: ANY_ORDER,
    reference_lengths: SHORTEST,
    formula: FormulaRules { empty_corpus: EmptyCorpus::NeedsBoth, ..FormulaRules::SACREBLEU },
    ..DEFAULT
};

static TORCHMETRICS: ToolEntry = ToolEntry {
    name: "torchmetrics",
    version: "1.9.0",
    summary: "BLEUScore and SacreBLEUScore of torchmetrics",
    tokenizers: OneOf(&[
        (Tokenization::NONE, Tokenization::NONE, Tokens(CaseMapping::Full)),
        (Tokenization::V13A, Tokenization::V13A, Tokens(CaseMapping::Full)),
        (Tokenization::INTL, Tokenization::INTL_UNTRIMMED, Tokens(CaseMapping::Full)),
        (Tokenization::ZH, Tokenization::ZH, Tokens(CaseMapping::Full)),
        (Tokenization::CHAR, Tokenization::CHAR, Tokens(CaseMapping::Full)),
    ]),
    case: Case::Optional,
    smoothings: OneOf(&[
        (Smoothing::None, ZeroOrders::ZeroEvenIfSmoothed),
        (Smoothing::AddK(1.0), ZeroOrders::ZeroEvenIfSmoothed),
    ]),
    orders: ANY_ORDER,
    has_weights: true,
    reference_lengths: &[ReferenceLength::FirstClosest],
    formula: FormulaRules { arithmetic: Arithmetic::RoundedToSingle, ..FormulaRules::SACREBLEU },
    ..DEFAULT
};

/// The formula of the COCO captioning tools.
const COCO_SMOOTHING: Supported<(Smoothing, ZeroOrders)> = OneOf(&[(Smoothing::Epsilon, ZeroOrders::Smoothed)]);
const COCO_RULES: FormulaRules = FormulaRules { brevity: Brevity::Epsilon, ..FormulaRules::SACREBLEU };

static COCO: ToolEntry = ToolEntry {
    name: "coco",
    version: "pycocoevalcap-1.2",
    summary: "Bleu of the COCO captioning tools, for tokenized text",
    smoothings: COCO_SMOOTHING,
    orders: ANY_ORDER,
    formula: COCO_RULES,
    ..DEFAULT
};

static MOSES_SENTENCE: ToolEntry = ToolEntry {
    name: "moses-sentence",
    version: "mosesdecoder-3445289",
    summary: "sentence-bleu of Moses; for a corpus, the mean",
    tokenizers: OneOf(&[(Tokenization::SPACE, Tokenization::SPACE, FULL)]),
    smoothings: OneOf(&[(Smoothing::AddKAll(1.0), ZeroOrders::Smoothed)]),
    formula: FormulaRules {
        arithmetic: Arithmetic::Single,
        aggregation: Aggregation::MeanOfSegments,
        ..FormulaRules::SACREBLEU
    },
    ..DEFAULT
};

static FAIRSEQ: ToolEntry = ToolEntry {
    name: "fairseq",
    version: "3d262bb",
    summary: "fairseq-score, for tokenized text",
    scale: 100.0,
    case: Case::Optional,
    sentence_smoothing: Some((Smoothing::AddK(1.0), ZeroOrders::Zero)),
    orders: 1..=4,
    counting: CountingRules {
        references: UsedReferences::First,
        matching: Matching::FairseqHash,
        ..CountingRules::SACREBLEU
    },
    ..DEFAULT
};

static T2T: ToolEntry = ToolEntry {
    name: "t2t",
    version: "bafdc1b",
    summary: "t2t-bleu of tensor2tensor",
    scale: 100.0,
    tokenizers: OneOf(&[(Tokenization::INTL, Tokenization::INTL_T2T, FULL)]),
    case: Case::Optional,
    smoothings: OneOf(&[(Smoothing::Exp, ZeroOrders::EmptyCountAsOne)]),
    counting: CountingRules { references: UsedReferences::First, ..CountingRules::SACREBLEU },
    formula: FormulaRules { arithmetic: Arithmetic::RoundedToSingle, ..FormulaRules::SACREBLEU },
    ..DEFAULT
};

static COMPARE_MT: ToolEntry = ToolEntry {
    name: "compare-mt",
    version: "0.2.10",
    summary: "BLEU of compare-mt, for tokenized text",
    scale: 100.0,
    tokenizers: OneOf(&[(Tokenization::SINGLE_SPACES, Tokenization::SINGLE_SPACES, Tokens(CaseMapping::Full))]),
    case: Case::Optional,
    smoothings: OneOf(&[(Smoothing::None, ZeroOrders::LeftOut)]),
    sentence_smoothing: Some((Smoothing::ChenCherry(2), ZeroOrders::LeftOut)),
    counting: CountingRules { references: UsedReferences::First, ..NLTK_RULES },
    ..DEFAULT
};

static MULTEVAL: ToolEntry = ToolEntry {
    name: "multeval",
    version: "bd93ed1",
    summary: "MultEval (Clark et al., 2011), for tokenized text",
    scale: 100.0,
    tokenizers: OneOf(&[(Tokenization::BREAKING_SPACES, Tokenization::BREAKING_SPACES, FULL)]),
    smoothings: OneOf(&[(Smoothing::Exp, ZeroOrders::EmptyCountAsOne)]),
    ..DEFAULT
};

/// The formula of CodeNN's script.
const CODE_NN: ToolEntry = ToolEntry {
    scale: 100.0,
    case: Case::Lower,
    smoothings: OneOf(&[(Smoothing::CodeNn, ZeroOrders::Smoothed)]),
    reference_lengths: SHORTEST,
    formula: FormulaRules {
        brevity: Brevity::PlusOne,
        aggregation: Aggregation::MeanOfSegments,
        ..FormulaRules::SACREBLEU
    },
    ..DEFAULT
};

static CODEXGLUE: ToolEntry = ToolEntry {
    name: "codexglue",
    version: "ac74a62",
    summary: "CodeXGLUE's smoothed BLEU for code summaries",
    tokenizers: OneOf(&[(Tokenization::WORDS_CODE_NN, Tokenization::WORDS_CODE_NN, FULL)]),
    ..CODE_NN
};

/// The script of Shi et al., "On the Evaluation of Neural Code Summarization" (ICSE 2022), which computes six variants
/// of BLEU, each from one reference.
const CODE: ToolEntry = ToolEntry { version: "CodeSumEvaluation-6cd87bb", scale: 100.0, ..DEFAULT };
const ONE_REFERENCE: CountingRules = CountingRules { references: UsedReferences::First, ..CountingRules::SACREBLEU };
const MEAN: FormulaRules = FormulaRules { aggregation: Aggregation::MeanOfSegments, ..FormulaRules::SACREBLEU };

static CODE_DM: ToolEntry = ToolEntry {
    name: "code-dm",
    summary: "BLEU-DM for code summaries: NLTK, method 0, mean",
    smoothings: OneOf(&[(Smoothing::ChenCherry(0), ZeroOrders::LeftOut)]),
    counting: CountingRules { totals: Totals::AtLeastOne, ..ONE_REFERENCE },
    formula: MEAN,
    ..CODE
};

static CODE_FC: ToolEntry = ToolEntry {
    name: "code-fc",
    summary: "BLEU-FC for code summaries: NLTK, method 0, corpus",
    smoothings: OneOf(&[(Smoothing::ChenCherry(0), ZeroOrders::LeftOut)]),
    counting: CountingRules { references: UsedReferences::First, ..NLTK_RULES },
    ..CODE
};

static CODE_DC: ToolEntry = ToolEntry {
    name: "code-dc",
    summary: "BLEU-DC for code summaries: NLTK, method 4, mean",
    smoothings: OneOf(&[(Smoothing::ChenCherry(4), ZeroOrders::LeftOut)]),
    counting: CountingRules { totals: Totals::AtLeastOne, ..ONE_REFERENCE },
    formula: MEAN,
    ..CODE
};

static CODE_CN: ToolEntry = ToolEntry {
    name: "code-cn",
    version: CODE.version,
    summary: "BLEU-CN for code summaries: CodeNN's, mean",
    tokenizers: OneOf(&[(Tokenization::V13A, Tokenization::V13A_CODE_NN, Unescaped(CaseMapping::Full))]),
    counting: CountingRules { blank_segments: BlankSegments::AllZero, ..ONE_REFERENCE },
    formula: FormulaRules { brevity: Brevity::PlusOne, empty_segments: EmptySegments::LeftOut, ..MEAN },
    ..CODE_NN
};

static CODE_NCS: ToolEntry = ToolEntry {
    name: "code-ncs",
    summary: "BLEU-NCS for code summaries: +1 on all orders, mean",
    smoothings: OneOf(&[(Smoothing::AddKAll(1.0), ZeroOrders::Smoothed)]),
    counting: ONE_REFERENCE,
    formula: FormulaRules { empty_segments: EmptySegments::Zero, ..MEAN },
    ..CODE
};

static CODE_RC: ToolEntry = ToolEntry {
    name: "code-rc",
    summary: "BLEU-RC for code summaries: COCO's, mean",
    smoothings: COCO_SMOOTHING,
    counting: ONE_REFERENCE,
    formula: FormulaRules { brevity: Brevity::Epsilon, ..MEAN },
    ..CODE
};
