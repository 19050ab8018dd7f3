//! Numbers of any size as short text.

/// Longest text without an exponent: every number from 0.00001 to 1e16 fits, with all its digits.
const LONGEST: usize = 24;

/// Returns the shortest decimal that reads back as this number: `0.125`, `2e-300`. Only a long one has an exponent.
pub(crate) fn exact(number: f64) -> String {
    let plain = number.to_string();
    if plain.len() <= LONGEST { plain } else { format!("{number:e}") }
}

/// Formats a number for people: as [`exact`] does, but with two digits before an exponent, as in `2.2e-308`.
#[cfg(feature = "cli")]
pub(crate) fn brief(number: f64) -> String {
    let exact = exact(number);
    if exact.contains('e') { format!("{number:.1e}").replace(".0e", "e") } else { exact }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn tiny_and_huge_numbers_have_an_exponent() {
        let numbers = [0.0, -0.0, 0.1, 1e-9, 12.0, 0.1 + 0.2, f64::MIN_POSITIVE, 1e-300, -1e300];
        let expected =
            ["0", "-0", "0.1", "0.000000001", "12", "0.30000000000000004", "2.2250738585072014e-308", "1e-300"];
        assert_eq!(numbers.map(exact)[..8], expected);
        assert_eq!(numbers.map(exact)[8], "-1e300");
        #[cfg(feature = "cli")]
        assert_eq!(numbers.map(brief)[4..], ["12", "0.30000000000000004", "2.2e-308", "1e-300", "-1e300"]);
    }

    proptest! {
        #[test]
        fn any_number_reads_back(number in any::<f64>()) {
            let text = exact(number);
            prop_assert!(text.len() <= LONGEST);
            prop_assert_eq!(text.parse(), Ok(number));
        }
    }
}
