//! Numbers with a fixed number of decimals, by integer arithmetic: scores of segments are printed by the million.

/// Most decimals that are formatted here.
const MOST_DECIMALS: usize = 9;
/// Numbers below this one, times 10 to the power of the decimals, are rounded exactly.
const LARGEST: f64 = 1e9;

/// Formats a number with this many decimals, as `format!` does: the exact value of the number is rounded, halves to the
/// even digit.
pub fn fixed(number: f64, decimals: usize) -> String {
    let mut digits = String::new();
    push_fixed(number, decimals, &mut digits);
    digits
}

/// Appends a number that is formatted as by [`fixed`].
#[inline]
pub fn push_fixed(number: f64, decimals: usize, text: &mut String) {
    let unit = 10u64.pow(decimals.min(MOST_DECIMALS) as u32);
    let scaled = number * unit as f64;
    let rounded = (scaled + 0.5) as u64;
    // The product is off by less than a millionth, which matters only halfway between two numbers.
    let is_clear = (scaled - rounded as f64).abs() < 0.499_999;
    let is_small = number.is_sign_positive() && scaled < LARGEST && (1..=MOST_DECIMALS).contains(&decimals);
    if !(is_clear && is_small) {
        text.push_str(&format!("{number:.decimals$}"));
        return;
    }
    // The digits from the last to the first, with a point, of a number that is at most as large as the largest.
    let (mut digits, mut place, mut rest) = ([b'0'; MOST_DECIMALS + 2], MOST_DECIMALS + 2, rounded);
    while rest > 0 || digits.len() - place < decimals + 2 {
        if digits.len() - place == decimals {
            place -= 1;
            digits[place] = b'.';
        }
        place -= 1;
        digits[place] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    text.push_str(str::from_utf8(&digits[place..]).unwrap_or_default());
}

/// Formats a number with its sign and this many decimals; one that is rounded to 0 has no minus.
pub fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{number:+.decimals$}");
    if is_shown_as_0(&text) { text.replace('-', "+") } else { text }
}

/// Whether a formatted number is 0.
pub fn is_shown_as_0(number: &str) -> bool {
    number.parse() == Ok(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(number: f64) {
        for decimals in 0..=12 {
            assert_eq!(fixed(number, decimals), format!("{number:.decimals$}"), "{number:e}");
        }
    }

    #[test]
    fn ties_are_rounded_as_by_the_standard_library() {
        // Numbers with up to 12 binary places; some are halfway between two decimals.
        for places in 0..=12 {
            for numerator in 0..(3 << places) {
                check(f64::from(numerator) / f64::from(1 << places));
            }
        }
    }

    #[test]
    fn extreme_numbers_are_formatted_as_by_the_standard_library() {
        let limits =
            [f64::MIN_POSITIVE, f64::EPSILON, 1e-10, 0.5e-9, LARGEST, f64::MAX, f64::INFINITY, f64::NAN, 5e-324];
        for limit in limits {
            for number in [limit, -limit, limit.next_up(), limit.next_down()] {
                check(number);
            }
        }
        check(-0.0);
        check(999_999.999_999_999_9);
        check(0.1 + 0.2);
    }

    proptest! {
        #[test]
        fn any_number_is_formatted_as_by_the_standard_library(bits in any::<u64>(), unit in 0.0..=1.0, percent in 0.0..=100.0) {
            check(f64::from_bits(bits));
            check(unit);
            check(percent);
            // Next to what is printed: the nearest double of a decimal.
            check((unit * 1e5f64).round() / 1e5);
        }
    }
}
