//! Smoothing: the precision of an order that has no correct n-gram.
//!
//! Chen and Cherry compare the methods in "A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU"
//! (WMT 2014); their numbers are given below.

use crate::bleu::error::Error;
use crate::bleu::exact::exact;
use crate::bleu::names::serialized_as_text;
use std::fmt;
use std::mem::discriminant;
use std::str::FromStr;

/// Treatment of an order without a correct n-gram, if other orders have one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Smoothing {
    /// No smoothing: the score is 0.
    None,
    /// The count 0 becomes this value (method 1), from 0 to 1: a larger value would count for more than a match, and a
    /// precision could exceed 1.
    Floor(f64),
    /// This value, 0 or more, is added to the correct and total counts of orders above 1 (method 2, after Lin and Och,
    /// 2004).
    AddK(f64),
    /// The i-th order without a match has precision 1 / (2^i * total) (method 3; NIST's, as in mteval).
    Exp,
    /// This value, 0 or more, is added to the correct and total counts of all orders (Lin and Och, 2004, as some tools
    /// have it).
    AddKAll(f64),
    /// Chen and Cherry's method of this number, 0 to 7, as NLTK has it. Methods 4 to 7 can give scores above 1.
    ChenCherry(u8),
    /// 1e-15 is added to the correct counts and 1e-9 to the total counts, as in the COCO captioning tools.
    Epsilon,
    /// 1 is added to both counts of orders above 1, and the smallest normal number to all counts, as in CodeNN.
    CodeNn,
    /// An order without a match has precision 1e-7, as in promptfoo.
    TinyPrecision,
}

impl Smoothing {
    /// The methods by name, each with its default value.
    pub const METHODS: &'static [(&'static str, Smoothing)] = Smoothing::ALL.split_at(5).0;

    /// All methods: after the first five, those that only definitions of other tools have.
    const ALL: &'static [(&'static str, Smoothing)] = &[
        ("exp", Smoothing::Exp),
        ("floor", Smoothing::Floor(0.1)),
        ("add-k", Smoothing::AddK(1.0)),
        ("add-k-all", Smoothing::AddKAll(1.0)),
        ("none", Smoothing::None),
        ("method0", Smoothing::ChenCherry(0)),
        ("method1", Smoothing::ChenCherry(1)),
        ("method2", Smoothing::ChenCherry(2)),
        ("method3", Smoothing::ChenCherry(3)),
        ("method4", Smoothing::ChenCherry(4)),
        ("method5", Smoothing::ChenCherry(5)),
        ("method6", Smoothing::ChenCherry(6)),
        ("method7", Smoothing::ChenCherry(7)),
        ("epsilon", Smoothing::Epsilon),
        ("codenn", Smoothing::CodeNn),
        ("tiny-precision", Smoothing::TinyPrecision),
    ];

    /// Whether only definitions of other tools have this method.
    pub fn is_tool_specific(self) -> bool {
        matches!(self, Smoothing::ChenCherry(_) | Smoothing::Epsilon | Smoothing::CodeNn | Smoothing::TinyPrecision)
    }

    /// Longest n-grams that have to be counted for scores of this order.
    pub(crate) fn counted_order(self, order: usize) -> usize {
        match self {
            // The order above the longest, which NLTK takes to be 5 always.
            Smoothing::ChenCherry(5 | 7) => order.max(5),
            _ => order,
        }
    }

    /// Whether corpus scores depend on the last segment.
    pub(crate) fn needs_last_segment(self) -> bool {
        matches!(self, Smoothing::ChenCherry(5..=7))
    }

    /// The name, as the command line and signatures have it; `method` for a number that no method has.
    pub(crate) fn name(self) -> &'static str {
        let is_same = |method: &Smoothing| {
            *method == self || method.value().is_some() && discriminant(method) == discriminant(&self)
        };
        Smoothing::ALL.iter().find(|(_, method)| is_same(method)).map_or("method", |(name, _)| name)
    }

    /// The value, if the method has one.
    fn value(self) -> Option<f64> {
        match self {
            Smoothing::Floor(value) | Smoothing::AddK(value) | Smoothing::AddKAll(value) => Some(value),
            _ => None,
        }
    }

    /// The same method with another value, if it has one.
    fn with_value(self, value: f64) -> Option<Smoothing> {
        match self {
            Smoothing::Floor(_) => Some(Smoothing::Floor(value)),
            Smoothing::AddK(_) => Some(Smoothing::AddK(value)),
            Smoothing::AddKAll(_) => Some(Smoothing::AddKAll(value)),
            _ => None,
        }
    }

    /// The spelling of signatures, which is sacreBLEU's, such as `floor[0.10]`: two decimals, or the whole value if two
    /// decimals would change it.
    pub(crate) fn in_signature(self) -> String {
        let name = self.name();
        let Some(value) = self.value() else { return name.to_owned() };
        let short = format!("{value:.2}");
        let exact = exact(value);
        let is_short = !exact.contains('e') && short.parse() == Ok(value);
        if is_short { format!("{name}[{short}]") } else { format!("{name}[{exact}]") }
    }

    /// Checks the value of a method.
    pub(crate) fn validate(self) -> Result<Smoothing, Error> {
        // -0.0 is refused, so that zero has one spelling.
        let is_valid = |value: f64, most: f64| value.is_sign_positive() && value <= most;
        let value = match self {
            Smoothing::Floor(value) if !is_valid(value, 1.0) => exact(value),
            Smoothing::AddK(value) | Smoothing::AddKAll(value) if !is_valid(value, f64::MAX) => exact(value),
            Smoothing::ChenCherry(number @ 8..) => number.to_string(),
            _ => return Ok(self),
        };
        Err(Error::SmoothingValue { method: self.name(), value })
    }

    /// Parses a method, given its name and value if the text has both.
    fn parse(text: &str, parts: Option<(&str, &str)>) -> Result<Smoothing, Error> {
        let (name, value) = parts.map_or((text, None), |(name, value)| (name, Some(value)));
        let Some(&(method, default)) = Smoothing::ALL.iter().find(|(method, _)| *method == name) else {
            let known = "exp, floor[=X], add-k[=X], add-k-all[=X], none, and NLTK's method0 to method7".to_owned();
            return Err(Error::UnknownName { kind: "smoothing method", name: name.to_owned(), known });
        };
        let Some(text) = value else { return Ok(default) };
        let smoothing = text.parse().ok().and_then(|value| default.with_value(value)?.validate().ok());
        smoothing.ok_or_else(|| Error::SmoothingValue { method, value: text.to_owned() })
    }

    /// Parses the spelling of signatures, such as `floor[0.10]`.
    pub(crate) fn from_signature(text: &str) -> Result<Smoothing, Error> {
        Smoothing::parse(text, text.strip_suffix(']').and_then(|text| text.split_once('[')))
    }
}

/// The spelling of the command line, `exp`, `floor` or `floor=0.2`, and the spelling of signatures, `floor[0.20]`.
impl FromStr for Smoothing {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.split_once('=') {
            Some(parts) => Smoothing::parse(text, Some(parts)),
            None => Smoothing::from_signature(text),
        }
    }
}

/// The spelling of the command line, with the value: `floor=0.1`.
impl fmt::Display for Smoothing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.value() {
            Some(value) => write!(f, "{}={}", self.name(), exact(value)),
            None => f.write_str(self.name()),
        }
    }
}

serialized_as_text!(Smoothing);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_flags_and_signatures_agree() {
        for (text, method, signature) in [
            ("exp", Smoothing::Exp, "exp"),
            ("none", Smoothing::None, "none"),
            ("floor", Smoothing::Floor(0.1), "floor[0.10]"),
            ("floor=0", Smoothing::Floor(0.0), "floor[0.00]"),
            ("floor=0.125", Smoothing::Floor(0.125), "floor[0.125]"),
            ("floor=1e-3", Smoothing::Floor(0.001), "floor[0.001]"),
            ("floor=2e-300", Smoothing::Floor(2e-300), "floor[2e-300]"),
            ("add-k", Smoothing::AddK(1.0), "add-k[1.00]"),
            ("add-k=1e300", Smoothing::AddK(1e300), "add-k[1e300]"),
            ("add-k=0.5", Smoothing::AddK(0.5), "add-k[0.50]"),
            ("add-k=12", Smoothing::AddK(12.0), "add-k[12.00]"),
        ] {
            assert_eq!(text.parse(), Ok(method));
            assert_eq!(method.to_string().parse(), Ok(method));
            assert_eq!(method.in_signature(), signature);
            assert_eq!(Smoothing::from_signature(signature), Ok(method));
            assert_eq!(signature.parse(), Ok(method));
        }
    }

    #[test]
    fn values_out_of_range_are_refused() {
        for text in [
            "",
            "Exp",
            "exp ",
            "add-k=",
            "add-k=-1",
            "add-k=inf",
            "floor=nan",
            "floor=2",
            "none=1",
            "addk",
            "floor[2]",
            "floor[",
            "floor[0.1",
        ] {
            assert!(text.parse::<Smoothing>().is_err(), "{text}");
        }
        for smoothing in [
            Smoothing::Floor(1.5),
            Smoothing::Floor(f64::NAN),
            Smoothing::AddK(-0.0),
            Smoothing::ChenCherry(8),
            Smoothing::ChenCherry(255),
        ] {
            assert!(smoothing.validate().is_err(), "{smoothing:?}");
        }
    }
}
