//! Quantiles of Student's t distribution.

use super::difference::TWO_SIDED_95;

/// Quantiles for 1 and 2 degrees of freedom, for which the series is not accurate.
const EXACT: [f64; 2] = [12.706_204_736, 4.302_652_730];

/// Returns the quantile that leaves 2.5% above it, for this many degrees of freedom, at least 1; its error is below 0.004.
///
/// The series is by Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964), 26.7.5.
pub(crate) fn two_sided_95(degrees: usize) -> f64 {
    if let Some(exact) = EXACT.get(degrees.saturating_sub(1)) {
        return *exact;
    }
    let (z, n) = (TWO_SIDED_95, degrees as f64);
    let power = |exponent| z.powi(exponent);
    z + (power(3) + z) / (4.0 * n)
        + (5.0 * power(5) + 16.0 * power(3) + 3.0 * z) / (96.0 * n.powi(2))
        + (3.0 * power(7) + 19.0 * power(5) + 17.0 * power(3) - 15.0 * z) / (384.0 * n.powi(3))
        + (79.0 * power(9) + 776.0 * power(7) + 1482.0 * power(5) - 1920.0 * power(3) - 945.0 * z)
            / (92_160.0 * n.powi(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        let table =
            [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (6, 2.447), (10, 2.228), (30, 2.042), (1000, 1.962)];
        for (degrees, expected) in table {
            assert!((two_sided_95(degrees) - expected).abs() < 0.004, "{degrees}: {}", two_sided_95(degrees));
        }
    }
}
