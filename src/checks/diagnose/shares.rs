//! Shares of numbers, values at a place in their order, and the value of most.

/// Returns a part as a share of a whole, from 0 to 1; 0 if the whole is 0.
pub fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// The value at a place, which depends on their number, of these values in ascending order; `None` if there are none.
pub fn quantile(mut values: Vec<f64>, place: impl Fn(usize) -> usize) -> Option<f64> {
    let place = if values.is_empty() { return None } else { place(values.len()) };
    Some(*values.select_nth_unstable_by(place, f64::total_cmp).1)
}

/// The value of more than half of the elements, and of this many, if there is one, by the vote of Boyer and Moore (1991).
pub fn majority<T: PartialEq>(values: impl Iterator<Item = T> + Clone, least: usize) -> Option<T> {
    let (mut elected, mut votes) = (None, 0);
    for value in values.clone() {
        if votes == 0 {
            elected = Some(value);
            votes = 1;
        } else if elected.as_ref() == Some(&value) {
            votes += 1;
        } else {
            votes -= 1;
        }
    }
    let [mut number, mut all] = [0; 2];
    for value in values {
        all += 1;
        number += usize::from(elected.as_ref() == Some(&value));
    }
    elected.filter(|_| number >= least && 2 * number > all)
}
