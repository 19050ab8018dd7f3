//! The values of flags: their names and parsers.

use crate::bleu::error::Error;
use crate::bleu::scoring::tools::Tool;
use crate::bleu::scoring::{ReferenceLength, Smoothing};
use crate::bleu::signature::{EmptyCandidate, EmptyReference};
use crate::bleu::significance::{Correction, PairedTest};
use crate::bleu::tokenize::sentencepiece::Release;
use crate::bleu::tokenize::{Normalization, UnicodeVersion};
use crate::checks::repair::Repair;
use crate::program::request::format::Separator;
use crate::text::SampleLayout;
use crate::text::suggestions::{nearest, unknown};
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap_complete::env::{Bash, Elvish, Fish, Powershell, Shells, Zsh};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The shells that can complete command lines.
pub const SHELLS: Shells = Shells(&[&Bash, &Zsh, &Fish, &Powershell, &Elvish]);

/// Maximum number of samples of a segment that are lines: more suggest that a number is wrong.
pub const MAX_SAMPLES: u64 = 1 << 20;

/// Parses the value of a flag that may be given without one.
pub fn switch() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["yes", "no"]).map(|value| value.eq_ignore_ascii_case("yes"))
}

/// Returns a parser of whole numbers in a range; one up to [`u64::MAX`] has no maximum of its own.
pub fn whole<T: FromStr>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let is_in_range = text.parse().is_ok_and(|number: u64| range.contains(&number));
        text.parse().ok().filter(|_| is_in_range).ok_or_else(|| match range.clone().into_inner() {
            (least, u64::MAX) => format!("must be a whole number of {least} or more, below 2^64"),
            (least, most) => format!("must be a whole number from {least} to {most}"),
        })
    }
}

/// Parses a score.
pub fn score(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|score: &f64| !score.is_nan()).ok_or("not a number; use one such as 0.3")
}

/// Parses what separates the cells of CSV.
pub fn separator(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [byte] if byte.is_ascii() && !byte.is_ascii_alphanumeric() && !b"\"\r\n".contains(byte) => Ok(*byte),
        _ => Err("not a separator; give one ASCII character other than a letter, digit or quote, or `tab`".into()),
    }
}

/// Parses the separator of CSV that is written.
pub fn csv_separator(text: &str) -> Result<Separator, &'static str> {
    match text {
        "," => Ok(Separator::Comma),
        ";" => Ok(Separator::Semicolon),
        _ => Err("use , or ; (tabs separate --format tsv)"),
    }
}

/// Parses a label of LaTeX: a name that needs no escape there.
pub fn latex_label(text: &str) -> Result<String, &'static str> {
    match !text.is_empty() && text.chars().all(is_plain_in_latex) {
        true => Ok(text.to_owned()),
        false => Err("use letters, digits and : - _ . / +"),
    }
}

fn is_plain_in_latex(c: char) -> bool {
    c.is_ascii_alphanumeric() || ":-_./+".contains(c)
}

/// Parses the value of --samples.
pub fn samples(text: &str) -> Result<SampleLayout, String> {
    if text.eq_ignore_ascii_case("array") {
        return Ok(SampleLayout::Array);
    }
    if text.eq_ignore_ascii_case("nbest") {
        return Ok(SampleLayout::Nbest);
    }
    whole(1..=MAX_SAMPLES)(text).map(SampleLayout::Lines).map_err(|message| format!("{message}, `array`, or `nbest`"))
}

/// Value of --as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum As {
    /// A tool.
    Tool(Tool),
    /// All of them, compared.
    All,
}

/// Parses the value of --as.
pub fn tool(name: &str) -> Result<As, String> {
    match &*name.to_lowercase() {
        "all" => Ok(As::All),
        lower => lower.parse().map(As::Tool).map_err(|_: Error| {
            let known: Vec<&str> = Tool::ALL.iter().map(Tool::name).chain(["all"]).collect();
            unknown("tool", name, &known)
        }),
    }
}

/// Parses the value of --smooth.
pub fn smoothing(text: &str) -> Result<Smoothing, String> {
    let name = text.split('=').next().unwrap_or_default();
    text.replacen(name, &name.to_lowercase(), 1).parse().map_err(|error: Error| {
        let known: Vec<&str> = Smoothing::METHODS.iter().map(|(name, _)| *name).collect();
        match nearest(name, &known) {
            Some(near) if matches!(error, Error::UnknownName { .. }) => {
                format!("unknown smoothing method '{name}'; did you mean '{near}'?")
            }
            _ => error.to_string(),
        }
    })
}

/// Parses the value of --ref-length.
pub fn reference_length() -> impl TypedValueParser<Value = ReferenceLength> {
    PossibleValuesParser::new(ReferenceLength::ALL.iter().map(|rule| rule.name()))
        .map(|name| name.to_ascii_lowercase().parse().expect("clap accepts only these names"))
}

/// Parses the value of `--sentencepiece-version`.
pub fn sentencepiece_version(version: &str) -> Result<Release, &'static str> {
    version.parse().map_err(|_| "use 0.2.2 (also for later versions) or 0.2.1 (also for 0.1.99 and 0.2.0)")
}

/// Names of the values that a flag takes, separated by commas.
pub fn names<T: ValueEnum>() -> String {
    let values = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    values.map(|value| value.get_name().to_owned()).collect::<Vec<_>>().join(", ")
}

/// Makes named values with summaries ones for clap.
macro_rules! value_enums {
    ($($type:ident),+) => {
        $(impl ValueEnum for $type {
            fn value_variants<'a>() -> &'a [Self] {
                $type::ALL
            }

            fn to_possible_value(&self) -> Option<PossibleValue> {
                Some(PossibleValue::new(self.name()).help(self.summary()))
            }
        })+
    };
}

value_enums!(Correction, EmptyCandidate, EmptyReference, Normalization, PairedTest, Repair, UnicodeVersion);
