//! Other tools' definitions of BLEU, by name: each a value composed of the rules of this library.
//!
//! To add a tool, add its entry to [`Tool::ALL`]. Its name then works in flags, help and signatures.

pub(crate) mod difference;
mod entries;

use super::definition::{Definition, DefinitionBuilder};
use super::rules::{Aggregation, CountingRules, FormulaRules, ZeroOrders};
use super::smoothing::Smoothing;
use super::weights::Weights;
use crate::bleu::error::Error;
use crate::bleu::names;
use crate::bleu::names::displayed_by_name;
use crate::bleu::ngram::{MAX_ORDER, ReferenceLength};
use crate::bleu::tokenize::Tokenization;
use crate::bleu::tokenize::{Lowercasing, moses, name_without_punkt};
pub use crate::bleu::tool_faults::{Failure, Setting};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

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
    tokenizers: &'static [OwnTokenizer],
    case: Case,
    /// Smoothing methods that it has, its default first, each with its rule for orders without a match.
    smoothings: &'static [(Smoothing, ZeroOrders)],
    /// Smoothing of single sentences, if it differs.
    sentence_smoothing: Option<(Smoothing, ZeroOrders)>,
    orders: RangeInclusive<usize>,
    weights: OwnWeights,
    /// Whether its script reads lines of an id, a tab and a text, and joins them by id.
    joins_by_id: bool,
    /// Whether orders are left out for which the candidate is too short.
    effective_order: bool,
    /// Rules of the reference length that it has, its default first.
    reference_lengths: &'static [ReferenceLength],
    counting: CountingRules,
    formula: FormulaRules,
}

/// Weights of the orders.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OwnWeights {
    /// All are equal.
    Equal,
    /// Its users can set them.
    Any,
    /// The highest order alone counts.
    HighestOrder,
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

impl Tool {
    /// The name, as flags take it and signatures give it.
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// Version of the tool that is reproduced.
    pub fn version(&self) -> &'static str {
        self.0.version
    }

    /// One line of help.
    pub fn summary(&self) -> &'static str {
        self.0.summary
    }

    /// Factor of the scores that it prints: 100, or 1.
    pub fn scale(&self) -> f64 {
        self.0.scale
    }
}

impl Tool {
    /// Whether this is sacreBLEU, all of whose options are supported.
    pub fn is_sacrebleu(self) -> bool {
        self == Tool::SACREBLEU
    }

    /// Whether its script reads lines of an id, a tab and a text, and joins the files by id.
    pub fn joins_by_id(self) -> bool {
        self.0.joins_by_id
    }

    /// Whether its users can set the order.
    pub fn has_orders(self) -> bool {
        self.0.orders != ORDER_4
    }

    /// Whether the score of a corpus is the mean of its segments' scores.
    pub(super) fn is_mean(self) -> bool {
        self.0.formula.aggregation == Aggregation::MeanOfSegments
    }

    /// The settings, all of them set, in the tool's own variants, and on the base of its rules.
    pub(super) fn resolve(self, mut settings: DefinitionBuilder) -> Result<DefinitionBuilder, Error> {
        if let Some(form) = settings.normalization {
            return Err(self.refuse(Setting::Normalization(form.name()), "it does not normalize Unicode"));
        }
        let Definition { counting, formula } = &mut settings.base;
        let (tokenization, lowercasing) = self.tokenization(settings.tokenization.as_ref())?;
        let (smoothing, zero_orders) = match (settings.smoothing, self.0.sentence_smoothing) {
            (None, Some(of_sentences)) if settings.sentences => of_sentences,
            (asked, _) => self.smoothing(asked)?,
        };
        (counting.preprocessing.lowercasing, counting.rules) = (lowercasing, self.0.counting);
        formula.rules = FormulaRules { zero_orders, ..self.0.formula };
        settings.effective_order = Some(self.effective_order(&settings)?);
        settings.tokenization = Some(tokenization);
        settings.lowercase = Some(self.lowercase(settings.lowercase)?);
        settings.reference_length = Some(self.reference_length(settings.reference_length)?);
        settings.smoothing = Some(smoothing);
        let order = settings.implied_order()?;
        if !self.0.orders.contains(&order) {
            let known = match (*self.0.orders.start(), *self.0.orders.end()) {
                (least, most) if least == most => format!("its order is always {least}"),
                (least, most) => format!("its orders are {least} to {most}"),
            };
            return Err(self.refuse(Setting::Order(order), &known));
        }
        let own = match self.0.weights {
            OwnWeights::Any => return Ok(settings),
            OwnWeights::Equal => None,
            OwnWeights::HighestOrder => Some(Weights::of_highest_order(order)?),
        };
        if settings.weights.is_some() && settings.weights != own {
            let known = if own.is_some() { "its highest order alone counts" } else { "its weights are always equal" };
            return Err(self.refuse(Setting::Weights, known));
        }
        settings.weights = own;
        Ok(settings)
    }

    fn tokenization(self, asked: Option<&Tokenization>) -> Result<(Tokenization, Lowercasing), Error> {
        let Some(asked) = asked else {
            let (_, own, lowercasing) = &self.0.tokenizers[0];
            return Ok((own.clone(), *lowercasing));
        };
        let plain = asked.without_punkt();
        match self.0.tokenizers.iter().find(|(user, own, _)| *user == plain || *own == plain) {
            Some((_, own, lowercasing)) => {
                let own = own.clone();
                Ok((asked.punkt().map_or(own.clone(), |punkt| own.with_punkt(punkt)), *lowercasing))
            }
            None => Ok((asked.clone(), self.check_other_tokenizer(asked.name())?)),
        }
    }

    /// Checks that the tool supports a tokenizer that is not in its list, such as one that needs a dictionary or a model, or is
    /// not of this library. Returns how text is lowercased with it.
    pub(crate) fn check_other_tokenizer(self, name: &str) -> Result<Lowercasing, Error> {
        let plain = name_without_punkt(name);
        if plain != name
            && let Some((.., lowercasing)) = self.0.tokenizers.iter().find(|(_, own, _)| own.name() == plain)
        {
            return Ok(*lowercasing);
        }
        let has = match self.0.tokenizers {
            _ if self.is_sacrebleu() => {
                if !Tokenization::ALL.iter().any(|own| own.name() == plain) {
                    return Ok(Lowercasing::default());
                }
                let names = "none, 13a, intl, zh, char, ja-mecab, ko-mecab, spm:, flores101, flores200, spBLEU-1K";
                format!("its tokenizers are {names}")
            }
            // It finds the same tokens in text that was tokenized by Moses first, as the tools' users do.
            [(_, own, lowercasing), ..] if AT_SPACES.contains(own) && moses::Settings::is_name(name) => {
                return Ok(*lowercasing);
            }
            [(_, own, _)] if AT_SPACES.contains(own) => {
                format!("its tokenizer is always the same: {}; moses:LANG can come before it", own.summary())
            }
            [(_, own, _)] => format!("its tokenizer is always the same: {}", own.summary()),
            tokenizers => {
                let names: Vec<&str> = tokenizers.iter().map(|(user, ..)| user.name()).collect();
                format!("its tokenizers are {}", names.join(", "))
            }
        };
        Err(self.refuse(Setting::Tokenizer(name.to_owned()), &has))
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
        let methods = self.0.smoothings;
        let Some(asked) = asked else { return Ok(methods[0]) };
        // sacreBLEU's methods take any value.
        let name = |method: Smoothing| if self.is_sacrebleu() { method.name().to_owned() } else { method.to_string() };
        // The smoothing of sentences is accepted too, so that signatures can be read back.
        let found = methods.iter().chain(&self.0.sentence_smoothing).find(|(method, _)| name(*method) == name(asked));
        found.map(|(_, zero_orders)| (asked, *zero_orders)).ok_or_else(|| {
            let names = methods.iter().map(|(method, _)| name(*method)).collect();
            self.refuse_other(Setting::Smoothing(asked.to_string()), ["smoothing is always", "methods are"], names)
        })
    }

    fn reference_length(self, asked: Option<ReferenceLength>) -> Result<ReferenceLength, Error> {
        let lengths = self.0.reference_lengths;
        match asked {
            None => Ok(lengths[0]),
            Some(asked) if lengths.contains(&asked) => Ok(asked),
            Some(asked) => {
                let names = lengths.iter().map(ReferenceLength::to_string).collect();
                Err(self.refuse_other(Setting::ReferenceLength(asked.name()), ["rule is always", "rules are"], names))
            }
        }
    }

    fn effective_order(self, settings: &DefinitionBuilder) -> Result<bool, Error> {
        match settings.effective_order {
            asked if self.is_sacrebleu() => Ok(asked.unwrap_or(settings.sentences)),
            Some(asked) if asked != self.0.effective_order => {
                Err(self.refuse(Setting::EffectiveOrder, "it has no such option"))
            }
            _ => Ok(self.0.effective_order),
        }
    }

    /// The error for a value that is none of the tool's, whose names follow words for one or for several.
    fn refuse_other(self, setting: Setting, [one, several]: [&str; 2], names: Vec<String>) -> Error {
        let words = if names.len() == 1 { one } else { several };
        self.refuse(setting, &format!("its {words} {}", names.join(", ")))
    }

    /// The error for an unsupported setting.
    fn refuse(self, setting: Setting, supported: &str) -> Error {
        Error::NotInTool { tool: self.name(), setting, supported: supported.to_owned() }
    }
}

/// A tool's tokenizer of its own, with its lowercasing, as in [`ToolEntry::tokenizers`].
type OwnTokenizer = (Tokenization, Tokenization, Lowercasing);

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

const ANY_ORDER: RangeInclusive<usize> = 1..=MAX_ORDER;
const ORDER_4: RangeInclusive<usize> = 4..=4;
