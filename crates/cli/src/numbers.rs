//! Numbers on the command line and in tables.

use std::ops::RangeInclusive;

/// Reads a count within bounds; the error is a sentence. Underscores and commas may group digits, `1e6` is a million.
pub(crate) fn count(text: &str, what: &str, bounds: RangeInclusive<u64>) -> Result<u64, String> {
    let plain: String = text.chars().filter(|char| *char != '_' && *char != ',').collect();
    let (least, most) = (*bounds.start(), *bounds.end());
    let wanted = || {
        format!(
            "{what} must be a whole number from {} to {}",
            grouped(least),
            grouped(most)
        )
    };
    let number = match plain.split_once(['e', 'E']) {
        None => plain.parse::<u64>().ok(),
        Some((digits, zeros)) => digits
            .parse::<u64>()
            .ok()
            .zip(zeros.parse::<u32>().ok())
            .and_then(|(digits, zeros)| {
                10u64
                    .checked_pow(zeros)
                    .and_then(|power| digits.checked_mul(power))
            }),
    };
    number.filter(|number| bounds.contains(number)).ok_or_else(wanted)
}

/// Reads a seed: any whole number from 0 to 2⁶⁴ − 1, decimal or, after `0x`, hexadecimal.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.map_err(|_| format!("a seed is a whole number from 0 to {}", grouped(u64::MAX)))
}

/// The number with a comma after every third digit.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How many threads the machine runs at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_within_bounds() {
        assert_eq!(count("12", "it", 1..=100), Ok(12));
        assert_eq!(count("1_000", "it", 1..=1000), Ok(1000));
        assert_eq!(count("1e6", "it", 1..=1_000_000_000_000), Ok(1_000_000));
        for bad in ["0", "-3", "101", "ten", "", "1e40", "99999999999999999999999"] {
            assert_eq!(
                count(bad, "it", 1..=100),
                Err("it must be a whole number from 1 to 100".into()),
                "{bad}"
            );
        }
    }

    #[test]
    fn seeds_are_decimal_or_hexadecimal() {
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(seed("0xff"), Ok(255));
        assert!(seed("-1").is_err());
        assert!(seed("seed").is_err());
    }

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
