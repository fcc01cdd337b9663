//! Sentences for people that can be said in any language.

use std::borrow::Cow;
use std::fmt;

/// A sentence: the key under which other languages have it, its English, and what stands in its blanks.
///
/// ```
/// use finaud_rules::Message;
/// let message = Message::new("example", "seat {seat} may not play {what}")
///     .with("seat", 2)
///     .with("what", Message::new("example.fox", "a fox"));
/// assert_eq!(message.to_string(), "seat 2 may not play a fox");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Message {
    key: &'static str,
    english: Cow<'static, str>,
    arguments: Vec<(&'static str, Argument)>,
}

/// Would this letter do something instead of being seen: a control character, or one that hides or turns text around?
pub fn is_unprintable(letter: char) -> bool {
    let hides = matches!(
        letter,
        '\u{ad}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
    );
    letter.is_control() || hides
}

/// What stands in a blank.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Argument {
    /// The same in every language: a number, a name, somebody's own words.
    Text(String),
    /// Another sentence, or a part of one.
    Message(Message),
}

impl Message {
    /// The sentence with this key; `{name}` in its English is a blank. A program without the feature `embedded` has no
    /// English inside: its languages, which it fetches, have the sentence.
    pub fn new(key: &'static str, english: &'static str) -> Message {
        let english = if cfg!(feature = "embedded") { english } else { key };
        Message {
            key,
            english: Cow::Borrowed(english),
            arguments: Vec::new(),
        }
    }

    /// Nothing at all: for blanks that may stay empty.
    pub fn nothing() -> Message {
        Message::new("", "")
    }

    /// *a, b and c*, for a blank; nothing for an empty list.
    ///
    /// ```
    /// use finaud_rules::Message;
    /// let list = Message::all_of(["fox", "reroll", "+1"]);
    /// assert_eq!(list.to_string(), "fox, reroll and +1");
    /// ```
    pub fn all_of<T: Into<Argument>>(items: impl IntoIterator<Item = T>) -> Argument {
        list(items, Message::new("language.list_and", "{others} and {last}"))
    }

    /// *a, b or c*, for a blank; nothing for an empty list.
    pub fn any_of<T: Into<Argument>>(items: impl IntoIterator<Item = T>) -> Argument {
        list(items, Message::new("language.list_or", "{others} or {last}"))
    }

    /// Fills a blank.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Argument>) -> Message {
        self.arguments.push((name, value.into()));
        self
    }

    /// Fills a blank anew, in place of what stood in it.
    #[must_use]
    pub fn instead(mut self, name: &str, value: impl Into<Argument>) -> Message {
        if let Some((_, there)) = self.arguments.iter_mut().find(|(known, _)| *known == name) {
            *there = value.into();
        }
        self
    }

    /// The key under which other languages have the sentence; empty if it is English only.
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// What stands in the blanks.
    pub fn arguments(&self) -> &[(&'static str, Argument)] {
        &self.arguments
    }
}

/// Joins items, the last two by `join`.
fn list<T: Into<Argument>>(items: impl IntoIterator<Item = T>, join: Message) -> Argument {
    let mut items: Vec<Argument> = items.into_iter().map(Into::into).collect();
    let Some(last) = items.pop() else {
        return Message::nothing().into();
    };
    let others = items.into_iter().rev().reduce(|behind, one| {
        let comma = Message::new("language.list_comma", "{one}, {other}");
        comma.with("one", one).with("other", behind).into()
    });
    match others {
        None => last,
        Some(others) => join.with("others", others).with("last", last).into(),
    }
}

/// In English.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.arguments.is_empty() {
            return f.write_str(&self.english);
        }
        let mut rest = self.english.as_ref();
        while let Some((before, behind)) = rest.split_once('{') {
            f.write_str(before)?;
            let filled = behind.split_once('}').and_then(|(name, behind)| {
                let known = self.arguments.iter().find(|(known, _)| *known == name);
                known.map(|(_, value)| (value, behind))
            });
            match filled {
                Some((value, behind)) => {
                    value.fmt(f)?;
                    rest = behind;
                }
                // No blank of ours: a brace like any other letter.
                None => {
                    f.write_str("{")?;
                    rest = behind;
                }
            }
        }
        f.write_str(rest)
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Text(text) => f.write_str(text),
            Argument::Message(message) => message.fmt(f),
        }
    }
}

/// A sentence in English only.
impl From<String> for Message {
    fn from(english: String) -> Message {
        Message {
            key: "",
            english: Cow::Owned(english),
            arguments: Vec::new(),
        }
    }
}

/// A sentence in English only.
impl From<&str> for Message {
    fn from(english: &str) -> Message {
        english.to_string().into()
    }
}

/// A list, or its only item.
impl From<Argument> for Message {
    fn from(argument: Argument) -> Message {
        match argument {
            Argument::Text(text) => text.into(),
            Argument::Message(message) => message,
        }
    }
}

impl From<Message> for Argument {
    fn from(message: Message) -> Argument {
        Argument::Message(message)
    }
}

macro_rules! plain_arguments {
    ($($kind:ty),+) => {
        $(impl From<$kind> for Argument {
            fn from(value: $kind) -> Argument {
                Argument::Text(value.to_string())
            }
        })+
    };
}

plain_arguments!(
    String, &String, &str, char, u8, u16, u32, u64, usize, i16, i32, i64
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_filled_once_and_other_braces_stay() {
        let message = Message::new("key", "{a} and {b} in {\"json\":true} { {a")
            .with("a", "{b}")
            .with("b", 7usize);
        assert_eq!(message.to_string(), "{b} and 7 in {\"json\":true} { {a");
    }

    #[test]
    fn lists_end_in_a_word() {
        let list = |count: usize| {
            let items = ["a", "b", "c", "d"].into_iter().take(count);
            Message::any_of(items).to_string()
        };
        assert_eq!(
            [0, 1, 2, 3, 4].map(list),
            ["", "a", "a or b", "a, b or c", "a, b, c or d"]
        );
    }

    #[test]
    fn a_text_of_ones_own_is_left_alone() {
        assert_eq!(Message::from("50 % {done}").to_string(), "50 % {done}");
        assert_eq!(Message::nothing().to_string(), "");
    }
}
