//! P-values as text.

use crate::bleu::significance::SIGNIFICANCE_LEVEL;

/// Formats a p-value with as many decimals as show the smallest one, 1 / (resamples + 1); at least four.
pub fn number(p_value: f64, resamples: usize) -> String {
    let decimals = (resamples.saturating_sub(1).max(1).ilog10() as usize + 1).max(4);
    format!("{p_value:.decimals$}")
}

/// Formats a p-value; `-` for the system which the others are tested against.
pub fn optional(p_value: Option<f64>, resamples: usize) -> String {
    p_value.map_or_else(|| String::from("-"), |p_value| number(p_value, resamples))
}

/// Formats a p-value for a column; `None` for the system that the others are tested against.
pub fn cell(p_value: Option<f64>, resamples: usize) -> String {
    p_value.map_or_else(|| String::from("- "), |p_value| marked(number(p_value, resamples), p_value))
}

/// Formats a p-value for a column among many.
pub fn short_cell(p_value: f64) -> String {
    let number = if p_value < 0.0005 { String::from("<.001") } else { format!("{p_value:.3}") };
    marked(number.strip_prefix('0').unwrap_or(&number).to_owned(), p_value)
}

/// Marks the text of a cell if its p-value is significant.
pub fn marked(text: String, p_value: f64) -> String {
    text + if p_value < SIGNIFICANCE_LEVEL { "*" } else { " " }
}
