//! Shares of numbers, and values at a place in their order.

/// Returns a part as a share of a whole, from 0 to 1; 0 if the whole is 0.
pub fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// The value at a place, which depends on their number, of these values in ascending order; `None` if there are none.
pub fn quantile(mut values: Vec<f64>, place: impl Fn(usize) -> usize) -> Option<f64> {
    let place = if values.is_empty() { return None } else { place(values.len()) };
    Some(*values.select_nth_unstable_by(place, f64::total_cmp).1)
}
