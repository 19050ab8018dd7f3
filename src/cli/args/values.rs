//! The values of flags, as clap and the help list them.

use crate::cli::output::wrap;
use crate::repair::Repair;
use crate::{Correction, EmptyCandidate, EmptyReference, Normalization, PairedTest, Tokenization};
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap_complete::env::{Bash, Elvish, Fish, Powershell, Shells, Zsh};
use std::ops::RangeInclusive;

/// Width of lists in the help, so that clap, which indents them, need not wrap their lines.
const LIST_WIDTH: usize = 68;

/// The shells that can complete command lines.
pub const SHELLS: Shells = Shells(&[&Bash, &Zsh, &Fish, &Powershell, &Elvish]);

/// Parses the value of a flag that may be given without one.
pub fn switch() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["yes", "no"]).map(|value| value.eq_ignore_ascii_case("yes"))
}

/// Returns a parser of whole numbers in a range; one up to [`u64::MAX`] has no maximum of its own.
pub fn whole<T: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| match range.clone().into_inner() {
            (least, u64::MAX) => format!("must be a whole number of {least} or more, below 2^64"),
            (least, most) => format!("must be a whole number from {least} to {most}"),
        })
    }
}

/// Parses a score.
pub fn score(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|score: &f64| !score.is_nan()).ok_or("not a number; use one such as 0.3")
}

/// Names of the values that a flag takes, separated by commas.
pub fn names<T: ValueEnum>() -> String {
    let values = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    values.map(|value| value.get_name().to_owned()).collect::<Vec<_>>().join(", ")
}

/// Returns a help text with the values that a flag takes, and their meaning, one per line.
pub fn with_values<T: ValueEnum>(text: &str) -> String {
    with_list(text, T::value_variants().iter().filter_map(ValueEnum::to_possible_value))
}

/// Returns a help text with a list of values, one per line; further lines of a value are indented.
pub fn with_list(text: &str, values: impl IntoIterator<Item = PossibleValue>) -> String {
    let item = |value: PossibleValue| {
        let help = value.get_help().map_or_else(String::new, |help| format!(": {help}"));
        let item = format!("- {}{help}", value.get_name());
        // Most fit, and lists are made at every start of the program.
        let lines = if item.len() <= LIST_WIDTH { vec![item] } else { wrap(&item, LIST_WIDTH) };
        format!("\n{}", lines.join("\n  "))
    };
    text.to_owned() + &values.into_iter().map(item).collect::<String>()
}

impl ValueEnum for Tokenization {
    fn value_variants<'a>() -> &'a [Self] {
        Tokenization::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let known = Self::value_variants().iter().find(|known| *known == self)?;
        Some(PossibleValue::new(known.name()).help(known.summary()))
    }
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

value_enums!(Correction, EmptyCandidate, EmptyReference, Normalization, PairedTest, Repair);
