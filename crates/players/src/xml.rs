//! What drawings have in common.

/// A text that may stand in XML.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // XML knows no other control characters, and none of the two last code points.
            '\t' | '\n' | '\r' => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() => {}
            letter => safe.push(letter),
        }
    }
    safe
}

/// 1, 2 or 5 times a power of ten, at least this.
pub(crate) fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.max(1e-3).log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= least)
        .unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_safe_in_xml() {
        assert_eq!(
            escaped("<A & \"B\"'\u{0}\n>"),
            "&lt;A &amp; &quot;B&quot;&#39; &gt;"
        );
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(round_step(3.1), 5.0);
        assert_eq!(round_step(20.0), 20.0);
        assert_eq!(round_step(0.7), 1.0);
    }
}
