//! Variants of tokenizers, different in white space or details, used only by other tools' definitions.

use super::char_class::{CharClasses, ClassOf};
use super::custom::CustomSplitter;
use super::general_category::{GeneralCategory, UnicodeVersion};
use super::intl::Variant;
use super::nltk::WordTokenizer;
use super::scan::{Spans, View, WhiteSpace, is_white_space, scan, scan_at, shift};
use super::simd::within;
use super::splitter::with_memory;
use super::tokenization::Tokenization;
use super::{entities, intl, nist, none, v13a};

impl Tokenization {
    /// Tokenizers that only definitions of other tools use.
    pub(super) const TOOL_SPECIFIC: [Tokenization; 12] = [
        Tokenization::ASCII_SPACE,
        Tokenization::SPACE,
        Tokenization::SINGLE_SPACES,
        Tokenization::BREAKING_SPACES,
        Tokenization::V13A_MTEVAL,
        Tokenization::V13A_CODE_NN,
        Tokenization::INTL_MTEVAL,
        Tokenization::INTL_UNTRIMMED,
        Tokenization::INTL_T2T,
        Tokenization::WORDS_CODE_NN,
        Tokenization::JAVASCRIPT_SPACE,
        Tokenization::AZURE,
    ];

    /// Tokenizer of multi-bleu.
    pub(crate) const ASCII_SPACE: Tokenization =
        Tokenization::by_rules("ascii-space", "splits at ASCII white space only", || {
            with_memory(WhiteSpace::Ascii, none::split)
        });

    /// Tokenizer of sentence-bleu of Moses.
    pub(crate) const SPACE: Tokenization =
        Tokenization::by_rules("space", "splits at spaces only", || with_memory(WhiteSpace::Space, none::split));

    /// Tokenizer of compare-mt.
    pub(crate) const SINGLE_SPACES: Tokenization =
        Tokenization::by_rules("single-spaces", "splits at every single space; tokens may be empty", || {
            Box::new(split_at_single_spaces)
        });

    /// Tokenizer of MultEval.
    pub(crate) const BREAKING_SPACES: Tokenization = Tokenization::by_rules(
        "breaking-spaces",
        "splits at every breaking space (a run of ASCII spaces is one); tokens may be empty",
        || Box::new(split_at_breaking_spaces),
    );

    /// Default tokenizer of mteval, and of multi-bleu-detok.
    pub(crate) const V13A_MTEVAL: Tokenization =
        Tokenization::by_rules("13a-mteval", "13a, with Perl's white space", || with_memory((), split_13a_at_unicode))
            .with_entities(entities::STANDARD);

    /// Tokenizer of CodeNN's script.
    pub(crate) const V13A_CODE_NN: Tokenization =
        Tokenization::by_rules("13a-codenn", "13a, replacing &amp; last", || Box::new(v13a::split))
            .with_entities(entities::AMPERSAND_LAST);

    /// Tokenizer of mteval with `--international-tokenization`.
    pub(crate) const INTL_MTEVAL: Tokenization =
        Tokenization::by_categories("intl-mteval", "intl with entities, keeping white space at line ends", |unicode| {
            intl::splitter(Variant::Untrimmed, WhiteSpace::Unicode, unicode)
        })
        .with_entities(entities::INTERNATIONAL);

    /// Tokenizer `intl` of torchmetrics.
    pub(crate) const INTL_UNTRIMMED: Tokenization =
        Tokenization::by_categories("intl-untrimmed", "intl, keeping white space at line ends", |unicode| {
            intl::splitter(Variant::Untrimmed, WhiteSpace::Python, unicode)
        });

    /// Tokenizer of tensor2tensor.
    pub(crate) const INTL_T2T: Tokenization = Tokenization::by_categories(
        "intl-t2t",
        "intl, keeping white space at line ends; only decimal digits are numbers, and backslash is a letter",
        |unicode| intl::splitter(Variant::T2t, WhiteSpace::Python, unicode),
    );

    /// Tokenizer of CodeXGLUE.
    pub(crate) const WORDS_CODE_NN: Tokenization = Tokenization::by_categories(
        "words-codenn",
        "runs of letters and digits, and single other characters",
        |unicode| {
            let alone: ClassOf = match unicode {
                UnicodeVersion::V17 => |c| alone(c, GeneralCategory::in_unicode_17(c)),
                UnicodeVersion::V18 => |c| alone(c, GeneralCategory::of(c)),
            };
            with_memory(CharClasses::new(alone), split_words)
        },
    );

    /// Tokenizer of promptfoo.
    pub(crate) const JAVASCRIPT_SPACE: Tokenization =
        Tokenization::by_rules("js-space", "splits at JavaScript's white space", || {
            Box::new(split_at_javascript_space)
        });

    /// Tokenizer of azure-ai-evaluation, which chooses one for each side.
    pub(crate) const AZURE: Tokenization = Tokenization::by_sentences(
        "azure",
        "nltk for lines in ASCII; others by NIST's international rules, and between ASCII and other characters",
        Some(UnicodeVersion::V18),
        |unicode, punkt| {
            let mut words = WordTokenizer::new(punkt);
            Box::new(CustomSplitter::new(move |line: &str, push: &mut dyn FnMut(&str)| {
                if line.is_ascii() { words.tokens(line, push) } else { nist::tokens(line, unicode, push) }
            }))
        },
    );
}

#[inline(always)]
fn split_13a_at_unicode(text: &str, (): &mut (), spans: &mut Spans) {
    let mut rule = v13a::Rule::default();
    scan_at(WhiteSpace::Unicode, text, spans, |view| rule.breaks(view, 0));
}

/// Class 0: characters beyond ASCII that are neither letters nor numbers.
fn alone(c: char, category: GeneralCategory) -> Option<usize> {
    let is_alone = match category {
        GeneralCategory::Letter | GeneralCategory::DecimalNumber | GeneralCategory::OtherNumber => false,
        GeneralCategory::Punctuation | GeneralCategory::Symbol | GeneralCategory::Other => !c.is_ascii(),
    };
    is_alone.then_some(0)
}

#[inline(always)]
fn split_words(text: &str, classes: &mut CharClasses, spans: &mut Spans) {
    let (mut carry, mut after_single) = (0, 0);
    scan(text, spans, |view: &View| {
        let block = view.block;
        let word = block.mask(|lane| within(lane, b'0', b'9') | within(lane, b'A', b'Z') | within(lane, b'a', b'z'));
        let ascii = block.mask(|lane| within(lane, 0, 0x7F));
        let continuation = block.continuation();
        let single = ascii & !word | classes.members(view, 0, !ascii & !continuation, &mut carry);
        (single | shift(single, &mut after_single)) & !continuation
    });
}

/// Adds the tokens that `split` finds in each line; its ranges are relative to the line.
fn split_lines(text: &str, spans: &mut Spans, split: impl Fn(&str, &mut dyn FnMut(usize, usize))) {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        split(line.trim_end_matches('\n'), &mut |start, end| spans.push(offset + start, offset + end));
        spans.end_line();
        offset += line.len();
    }
}

fn split_at_single_spaces(text: &str, spans: &mut Spans) {
    split_lines(text, spans, |line, push| {
        let trimmed = line.trim_matches(is_white_space);
        let mut start = line.len() - line.trim_start_matches(is_white_space).len();
        for token in trimmed.split(' ') {
            push(start, start + token.len());
            start += token.len() + 1;
        }
    });
}

fn split_at_breaking_spaces(text: &str, spans: &mut Spans) {
    let is_ascii_space = |c: char| matches!(c, '\t'..='\r' | ' ');
    split_lines(text, spans, |line, push| {
        let end = line.trim_end_matches(|c| c <= ' ').len();
        let mut start = line[..end].len() - line[..end].trim_start_matches(|c| c <= ' ').len();
        let mut in_run = false;
        let first = start;
        for (at, c) in line[..end].char_indices().skip_while(|&(at, _)| at < first) {
            let continues_run = in_run && is_ascii_space(c);
            in_run = is_ascii_space(c);
            if continues_run {
                start = at + 1;
            } else if is_breaking_space(c) {
                push(start, at);
                start = at + c.len_utf8();
            }
        }
        push(start, end);
    });
}

fn split_at_javascript_space(text: &str, spans: &mut Spans) {
    split_lines(text, spans, |line, push| {
        let mut start = 0;
        for (at, space) in line.match_indices(is_javascript_space) {
            if at > start {
                push(start, at);
            }
            start = at + space.len();
        }
        if line.len() > start {
            push(start, line.len());
        }
    });
}

/// Whether this is white space in JavaScript, to which the byte order mark belongs, but no control character beyond ASCII's.
fn is_javascript_space(c: char) -> bool {
    matches!(c, '\t'..='\r' | '\u{FEFF}') || c.is_whitespace() && c != '\u{85}'
}

/// Whether this is white space in Java, which excludes no-break spaces.
fn is_breaking_space(c: char) -> bool {
    c.is_whitespace() && !matches!(c, '\u{A0}' | '\u{2007}' | '\u{202F}')
}
