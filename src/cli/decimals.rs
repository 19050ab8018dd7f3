//! Numbers with a fixed number of decimals, by integer arithmetic: scores of segments are printed by the million.

/// Most decimals for which [`fixed`] is faster than the standard library.
const MOST_DECIMALS: usize = 9;
/// Numbers below this one, times 10 to the power of [`MOST_DECIMALS`], fit into 64 bits.
const LARGEST: f64 = 1e6;

/// Formats a number with this many decimals, as `format!` does: the exact value of the number is rounded, halves to the
/// even digit.
pub fn fixed(number: f64, decimals: usize) -> String {
    let is_small = number.is_sign_positive() && number < LARGEST;
    if !is_small || !(1..=MOST_DECIMALS).contains(&decimals) {
        return format!("{number:.decimals$}");
    }
    let power = 10u64.pow(decimals as u32);
    // The number is `mantissa` divided by 2 to the power of `shift`, which is at least 33.
    let (exponent, fraction) = (number.to_bits() >> 52, number.to_bits() & ((1 << 52) - 1));
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    // Numbers that would be shifted further are rounded to 0 all the same: `scaled` has at most 83 bits.
    let shift = (1075 - exponent.max(1)).min(127);
    let scaled = u128::from(mantissa) * u128::from(power);
    let (whole, rest, half) = ((scaled >> shift) as u64, scaled & ((1 << shift) - 1), 1 << (shift - 1));
    let rounded = whole + u64::from(rest > half || rest == half && whole % 2 == 1);
    let mut digits = [b'0'; 24];
    let (mut left, mut start, least) = (rounded, digits.len(), digits.len() - decimals - 2);
    while left > 0 || start > least {
        if start == digits.len() - decimals {
            start -= 1;
            digits[start] = b'.';
        }
        start -= 1;
        digits[start] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    String::from_utf8_lossy(&digits[start..]).into_owned()
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
        // Numbers with up to 12 binary places, some of which are halfway between two decimals.
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
