//! Other tools' definitions of BLEU, by name: each a value composed of the rules of this library.
//!
//! To add a tool, add its entry to [`Tool::ALL`]. Its name then works in flags, help and signatures.

pub(crate) mod difference;
mod entries;

use super::rules::{CountingRules, FormulaRules, ZeroOrders};
use super::{DEFAULT_ORDER, Definition, DefinitionBuilder, MAX_ORDER, ReferenceLength, Smoothing, Weights};
use crate::Error;
use crate::names::{self, displayed_by_name};
use crate::ngram::check_order;
use crate::tokenize::{Lowercasing, Normalization, Tokenization, moses};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

pub use difference::Aspect;

/// A tool that computes BLEU, by name.
#[derive(Clone, Copy)]
pub struct Tool(&'static ToolEntry);

/// A tool and its definition.
struct ToolEntry {
    /// Name in flags and signatures.
    name: &'static str,
    /// The version that is reproduced, as signatures give it.
    version: &'static str,
    /// One line of help: what it is.
    summary: &'static str,
    /// Factor of its scores: 100, or 1.
    scale: f64,
    /// Supported tokenizers, the default first: name as given by users, the tool's variant, and its lowercasing.
    tokenizers: Supported<OwnTokenizer>,
    case: Case,
    /// Smoothing methods that it has, its default first, each with its rule for orders without a match.
    smoothings: Supported<(Smoothing, ZeroOrders)>,
    /// Smoothing of single sentences, if it differs.
    sentence_smoothing: Option<(Smoothing, ZeroOrders)>,
    orders: RangeInclusive<usize>,
    /// Whether its users can set weights.
    has_weights: bool,
    /// Rules of the reference length that it has, its default first.
    reference_lengths: &'static [ReferenceLength],
    counting: CountingRules,
    formula: FormulaRules,
}

/// Values of a setting.
enum Supported<T: 'static> {
    /// All values that `bleu` supports; this one is the default.
    Any(&'static T),
    /// These, the default first.
    OneOf(&'static [T]),
}

/// Treatment of upper and lower case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    /// Case counts; lowercasing is an option.
    Optional,
    /// Case does not count, unless asked for.
    LowerByDefault,
    /// Case counts always.
    Mixed,
    /// Case never counts.
    Lower,
}

/// A setting of a definition, as an error names it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Setting {
    /// The tokenizer, by its name.
    Tokenizer(String),
    /// Whether text is lowercased.
    Lowercase(bool),
    /// The smoothing method.
    Smoothing(Smoothing),
    /// The order.
    Order(usize),
    /// Weights of the orders.
    Weights,
    /// Rule of the reference length.
    ReferenceLength(ReferenceLength),
    /// The effective order.
    EffectiveOrder,
    /// Unicode normalization.
    Normalization(Normalization),
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Setting::Tokenizer(name) => write!(f, "the tokenizer {name}"),
            Setting::Lowercase(true) => f.write_str("lowercasing"),
            Setting::Lowercase(false) => f.write_str("mixed case"),
            Setting::Smoothing(method) => write!(f, "the smoothing {method}"),
            Setting::Order(order) => write!(f, "order {order}"),
            Setting::Weights => f.write_str("weights"),
            Setting::ReferenceLength(rule) => write!(f, "the reference length {}", rule.name()),
            Setting::EffectiveOrder => f.write_str("an effective order"),
            Setting::Normalization(form) => write!(f, "the normal form {form}"),
        }
    }
}

/// Reason why a tool has no score for some segments: it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// The candidate has no tokens.
    EmptyCandidate,
    /// The references have no tokens.
    EmptyReferences,
    /// NLTK's method 6 needs three orders and a correct trigram.
    NoTrigram,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Failure::EmptyCandidate => "the candidate has no tokens",
            Failure::EmptyReferences => "the references have no tokens",
            Failure::NoTrigram => "method 6 needs three orders and a correct trigram",
        })
    }
}

impl Tool {
    /// The name, as flags take it and signatures give it.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Version of the tool that is reproduced.
    pub fn version(self) -> &'static str {
        self.0.version
    }

    /// One line of help.
    pub fn summary(self) -> &'static str {
        self.0.summary
    }

    /// Factor of the scores that it prints: 100, or 1.
    pub fn scale(self) -> f64 {
        self.0.scale
    }

    /// The definition of its score with these settings, in the tool's own variants.
    pub(super) fn definition(self, settings: DefinitionBuilder) -> Result<Definition, Error> {
        if let Some(form) = settings.normalization {
            return Err(self.refuse(Setting::Normalization(form), "it does not normalize Unicode"));
        }
        let (tokenization, lowercasing) = self.tokenization(settings.tokenization.as_ref())?;
        let (smoothing, zero_orders) = match (settings.smoothing, self.0.sentence_smoothing) {
            (None, Some(of_sentences)) if settings.sentences => of_sentences,
            (asked, _) => self.smoothing(asked)?,
        };
        let Definition { mut counting, mut formula } = Definition::default();
        counting.preprocessing.tokenization = tokenization;
        counting.preprocessing.lowercase = self.lowercase(settings.lowercase)?;
        counting.preprocessing.lowercasing = lowercasing;
        counting.reference_length = self.reference_length(settings.reference_length)?;
        counting.rules = self.0.counting;
        (formula.smoothing, formula.effective_order) = (smoothing, self.effective_order(&settings)?);
        (formula.rules, formula.tool) = (FormulaRules { zero_orders, ..self.0.formula }, Some(self));
        let order = settings.order.or(settings.weights.as_ref().map(Weights::order)).unwrap_or(DEFAULT_ORDER);
        if !self.0.orders.contains(&check_order(order)?) {
            let orders = &self.0.orders;
            let known = match (*orders.start(), *orders.end()) {
                (least, most) if least == most => format!("its order is always {least}"),
                (least, most) => format!("its orders are {least} to {most}"),
            };
            return Err(self.refuse(Setting::Order(order), &known));
        }
        if settings.weights.is_some() && !self.0.has_weights {
            return Err(self.refuse(Setting::Weights, "its weights are always equal"));
        }
        Definition { counting, formula }.with_orders(settings.order, settings.weights)
    }

    /// Whether this is sacreBLEU, all of whose options are supported.
    pub fn is_sacrebleu(self) -> bool {
        self == Tool::SACREBLEU
    }

    /// Whether its users can set the order.
    pub fn has_orders(self) -> bool {
        self.0.orders != ORDER_4
    }

    fn tokenization(self, asked: Option<&Tokenization>) -> Result<(Tokenization, Lowercasing), Error> {
        let pairs = match &self.0.tokenizers {
            Supported::Any((default, _, lowercasing)) => {
                let asked = asked.unwrap_or(default);
                let is_own = Tokenization::ALL.contains(asked) && !OF_SACREBLEU.contains(asked);
                return if is_own {
                    let names = "none, 13a, intl, zh, char, ja-mecab, ko-mecab, spm:, flores101, flores200, spBLEU-1K";
                    Err(self.refuse(Setting::Tokenizer(asked.to_string()), &format!("its tokenizers are {names}")))
                } else {
                    Ok((asked.clone(), *lowercasing))
                };
            }
            Supported::OneOf(pairs) => pairs,
        };
        let Some(asked) = asked else { return Ok((pairs[0].1.clone(), pairs[0].2)) };
        if let Some((_, _, lowercasing)) = after_moses(asked.name(), pairs) {
            return Ok((asked.clone(), *lowercasing));
        }
        let found = pairs.iter().find(|(user, own, _)| user == asked || own == asked);
        let found = found.map(|(_, own, lowercasing)| (own.clone(), *lowercasing));
        found.ok_or_else(|| self.refuse_tokenizer(asked.name(), pairs))
    }

    /// Checks that the tool supports tokenizers that need a dictionary or a model, or are not of this library.
    pub(crate) fn check_other_tokenizer(self, name: &str) -> Result<(), Error> {
        match &self.0.tokenizers {
            Supported::Any(_) => Ok(()),
            Supported::OneOf(pairs) if after_moses(name, pairs).is_some() => Ok(()),
            Supported::OneOf(pairs) => Err(self.refuse_tokenizer(name, pairs)),
        }
    }

    fn refuse_tokenizer(self, name: &str, pairs: &[OwnTokenizer]) -> Error {
        let has = match pairs {
            [(_, own, _)] => {
                let moses = if AT_SPACES.contains(own) { "; moses:LANG can come before it" } else { "" };
                format!("its tokenizer is always the same: {}{moses}", own.summary())
            }
            _ => {
                let names: Vec<&str> = pairs.iter().map(|(user, ..)| user.name()).collect();
                format!("its tokenizers are {}", names.join(", "))
            }
        };
        self.refuse(Setting::Tokenizer(name.to_owned()), &has)
    }

    fn lowercase(self, asked: Option<bool>) -> Result<bool, Error> {
        match (self.0.case, asked) {
            (Case::Optional | Case::LowerByDefault, Some(asked)) => Ok(asked),
            (Case::Optional | Case::Mixed, None | Some(false)) => Ok(false),
            (Case::LowerByDefault | Case::Lower, None | Some(true)) => Ok(true),
            (Case::Mixed, Some(true)) => Err(self.refuse(Setting::Lowercase(true), "case always counts")),
            (Case::Lower, Some(false)) => Err(self.refuse(Setting::Lowercase(false), "it always ignores case")),
        }
    }

    fn smoothing(self, asked: Option<Smoothing>) -> Result<(Smoothing, ZeroOrders), Error> {
        let methods = match &self.0.smoothings {
            Supported::Any((default, zero_orders)) => {
                let method = asked.unwrap_or(*default);
                return if method.is_tool_specific() || matches!(method, Smoothing::AddKAll(_)) {
                    let names = "its methods are exp, floor, add-k, none";
                    Err(self.refuse(Setting::Smoothing(method), names))
                } else {
                    Ok((method, *zero_orders))
                };
            }
            Supported::OneOf(methods) => methods,
        };
        let Some(asked) = asked else { return Ok(methods[0]) };
        // The smoothing of sentences is accepted too, so that signatures can be read back.
        let found = methods.iter().chain(&self.0.sentence_smoothing).find(|(method, _)| *method == asked);
        found.copied().ok_or_else(|| {
            let names = methods.iter().map(|(method, _)| method.to_string()).collect();
            self.refuse_other(Setting::Smoothing(asked), ["smoothing is always", "methods are"], names)
        })
    }

    fn reference_length(self, asked: Option<ReferenceLength>) -> Result<ReferenceLength, Error> {
        let lengths = self.0.reference_lengths;
        match asked {
            None => Ok(lengths[0]),
            Some(asked) if lengths.contains(&asked) => Ok(asked),
            Some(asked) => {
                let names = lengths.iter().map(ReferenceLength::to_string).collect();
                Err(self.refuse_other(Setting::ReferenceLength(asked), ["rule is always", "rules are"], names))
            }
        }
    }

    fn effective_order(self, options: &DefinitionBuilder) -> Result<bool, Error> {
        match (&self.0.smoothings, options.effective_order) {
            (Supported::Any(_), asked) => Ok(asked.unwrap_or(options.sentences)),
            (Supported::OneOf(_), Some(true)) => Err(self.refuse(Setting::EffectiveOrder, "it has no such option")),
            (Supported::OneOf(_), _) => Ok(false),
        }
    }

    /// The error for a value that is none of the tool's, whose names follow words for one or for several.
    fn refuse_other(self, setting: Setting, [one, several]: [&str; 2], names: Vec<String>) -> Error {
        let words = if names.len() == 1 { one } else { several };
        self.refuse(setting, &format!("its {words} {}", names.join(", ")))
    }

    /// The error for an unsupported setting.
    fn refuse(self, setting: Setting, supported: &str) -> Error {
        Error::NotInTool { tool: self, setting, supported: supported.to_owned() }
    }
}

/// A tool's tokenizer of its own, with its lowercasing, as in [`ToolEntry::tokenizers`].
type OwnTokenizer = (Tokenization, Tokenization, Lowercasing);

/// The tool's tokenizer that splits at spaces only, if `name` is a tokenizer of Moses: it finds the same tokens in text
/// that was tokenized by Moses first, as the tools' users do.
fn after_moses<'a>(name: &str, tokenizers: &'a [OwnTokenizer]) -> Option<&'a OwnTokenizer> {
    tokenizers.iter().find(|(_, own, _)| moses::Settings::is_name(name) && AT_SPACES.contains(own))
}

/// Tokenizers that only split, at any number of spaces.
const AT_SPACES: [Tokenization; 3] = [Tokenization::NONE, Tokenization::ASCII_SPACE, Tokenization::SPACE];

/// Equality of names.
impl PartialEq for Tool {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Tool {}

impl FromStr for Tool {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        names::find(Tool::ALL.iter().map(|tool| (tool.name(), *tool)), "tool", name)
    }
}

displayed_by_name!(Tool);

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Tool({})", self.name())
    }
}

/// Tokenizers of sacreBLEU that need no data.
const OF_SACREBLEU: [Tokenization; 5] =
    [Tokenization::NONE, Tokenization::V13A, Tokenization::INTL, Tokenization::ZH, Tokenization::CHAR];

const ANY_ORDER: RangeInclusive<usize> = 1..=MAX_ORDER;
const ORDER_4: RangeInclusive<usize> = 4..=4;
