//! Reading other people's words: quoting them, guessing what was meant, and plain numbers.

use finaud_rules::{Message, nearest};

/// The longest piece of somebody's text that is repeated in a sentence.
const LONGEST_QUOTE: usize = 40;

/// Somebody's words, fit to stand in a sentence: short and without control characters.
pub(crate) fn quote(words: &str) -> String {
    let mut shown: String = words
        .chars()
        .filter(|letter| !letter.is_control())
        .take(LONGEST_QUOTE)
        .collect();
    if words.chars().nth(LONGEST_QUOTE).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// `, did you mean …?` if one of the known words is near; nothing otherwise.
pub(crate) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Message {
    nearest(word, known).map_or_else(Message::nothing, |guess| {
        Message::new("read.did-you-mean", ", did you mean `{guess}`?").with("guess", guess)
    })
}

/// A plain number without sign or leading zeros.
pub(crate) fn number(word: &str) -> Option<u8> {
    let plain = word.bytes().all(|byte| byte.is_ascii_digit()) && (word.len() == 1 || !word.starts_with('0'));
    if plain { word.parse().ok() } else { None }
}

/// The number after a letter, as in `r2` or `#7`.
pub(crate) fn number_after(letter: char, word: &str) -> Option<u8> {
    let mut letters = word.chars();
    let first = letters.next()?;
    if first.eq_ignore_ascii_case(&letter) {
        number(letters.as_str())
    } else {
        None
    }
}

/// Blanks become single spaces; blanks around commas go.
pub(crate) fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !(tidy.is_empty() || tidy.ends_with(',') || word.starts_with(',')) {
            tidy.push(' ');
        }
        tidy.push_str(word);
    }
    tidy
}

/// Words that are taken one after the other.
pub(crate) struct Words<'a> {
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> Words<'a> {
    pub(crate) fn of(text: &'a str) -> Words<'a> {
        Words {
            words: text.split_whitespace().collect(),
            next: 0,
        }
    }

    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).copied()
    }

    pub(crate) fn take(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.next += 1;
        Some(word)
    }

    /// Takes the next word if it is this one, whatever the case.
    pub(crate) fn take_if(&mut self, wanted: &str) -> bool {
        let found = self.peek().is_some_and(|word| word.eq_ignore_ascii_case(wanted));
        self.next += usize::from(found);
        found
    }

    /// Takes the next word if something can be made of it.
    pub(crate) fn take_as<T>(&mut self, read: impl FnOnce(&'a str) -> Option<T>) -> Option<T> {
        let made = read(self.peek()?)?;
        self.next += 1;
        Some(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_plain() {
        assert_eq!(number("0"), Some(0));
        assert_eq!(number("255"), Some(255));
        for word in [
            "",
            "-1",
            "+1",
            "01",
            "256",
            "99999999999999999999",
            "١",
            "1.0",
            " 1",
        ] {
            assert_eq!(number(word), None, "{word:?}");
        }
        assert_eq!(number_after('r', "R12"), Some(12));
        assert_eq!(number_after('r', "12"), None);
    }

    #[test]
    fn quotes_are_short_and_harmless() {
        assert_eq!(quote("a\u{1b}[31mb\n"), "`a[31mb`");
        assert_eq!(quote(&"x".repeat(1000)).chars().count(), LONGEST_QUOTE + 3);
    }

    #[test]
    fn blanks_around_commas_go() {
        assert_eq!(tidy("  a   b , c,\td ,e "), "a b,c,d,e");
    }
}
