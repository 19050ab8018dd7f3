//! P-values as text.

use crate::bleu::significance::Comparison;

/// Formats a p-value with as many decimals as show the smallest one, 1 / (resamples + 1); at least four.
pub fn number(p_value: f64, resamples: usize) -> String {
    let decimals = (resamples.saturating_sub(1).max(1).ilog10() as usize + 1).max(4);
    format!("{p_value:.decimals$}")
}

/// Formats a p-value; `-` for the system which the others are tested against.
pub fn optional(p_value: Option<f64>, resamples: usize) -> String {
    p_value.map_or_else(|| String::from("-"), |p_value| number(p_value, resamples))
}

/// Formats a p-value for a column, marked if the difference is significant; `None` for the system that the others are tested
/// against.
pub fn cell(p_value: Option<f64>, resamples: usize, is_significant: bool) -> String {
    p_value.map_or_else(|| String::from("- "), |p_value| marked(number(p_value, resamples), is_significant))
}

/// Formats the p-value of a comparison for a column among many.
pub fn short_cell(comparison: &Comparison) -> String {
    let p_value = comparison.p_value;
    let number = if p_value < 0.0005 { String::from("<.001") } else { format!("{p_value:.3}") };
    marked(number.strip_prefix('0').unwrap_or(&number).to_owned(), comparison.is_significant())
}

/// Marks the text of a cell if it belongs to a significant difference.
pub fn marked(text: String, is_significant: bool) -> String {
    text + if is_significant { "*" } else { " " }
}
