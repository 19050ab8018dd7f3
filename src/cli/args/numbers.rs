//! Values of flags that are numbers.

use std::ops::RangeInclusive;

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
