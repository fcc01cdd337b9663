//! Walking through the TOML of a sheet: every value knows where it stands, every key that nobody asks for is reported.

use toml::de::{DeTable, DeValue};

use super::expectation::{Expected, Step, ValuePath, inside};
use super::location::{Location, Noun, Segment};
use super::nearest::nearest;
use super::problem::{Report, quote};
use crate::{Argument, Message};
use crate::{insertion_sort, is_unprintable};

/// The most entries any list of a sheet may have.
const LONGEST_LIST: usize = 64;

/// A value and its place.
pub(super) struct Node<'a> {
    value: &'a DeValue<'a>,
    at: Option<usize>,
    path: ValuePath,
    pub(super) place: Location,
    report: &'a Report,
}

impl<'a> Node<'a> {
    pub(super) fn error(&self, what: Message) {
        self.report.error(&self.place, self.at, &self.path, what);
    }

    /// Notes what is taken here.
    pub(super) fn expect(&self, expected: impl FnOnce() -> Expected) {
        self.report.notes.note(&self.path, expected);
    }

    /// Notes that a key may be in this table, where a sheet chooses the keys itself.
    pub(super) fn expect_key(&self, key: &str) {
        let path = inside(&self.path, Step::Key(key.to_string()));
        self.report.notes.note(&path, || Expected::Key {
            needed: false,
            example: None,
        });
    }

    /// An error in a part of a text.
    pub(super) fn error_in(&self, segment: Segment, what: Message) {
        self.report
            .error(&self.place.with(segment), self.at, &self.path, what);
    }

    fn expected<T>(&self, wanted: Message) -> Option<T> {
        let found = match self.value {
            DeValue::String(_) => Message::new("sheet.value.text", "a text"),
            DeValue::Integer(_) => Message::new("sheet.value.number", "a whole number"),
            DeValue::Float(_) => Message::new("sheet.value.decimal", "a decimal number"),
            DeValue::Boolean(_) => true_or_false(),
            DeValue::Datetime(_) => Message::new("sheet.value.date", "a date"),
            DeValue::Array(_) => Message::new("sheet.value.list", "a list"),
            DeValue::Table(_) => Message::new("sheet.value.table", "a table"),
        };
        let what = Message::new("sheet.other-value", "should be {wanted}, but is {found}");
        self.error(what.with("wanted", wanted).with("found", found));
        None
    }

    pub(super) fn is_text(&self) -> bool {
        self.expect(|| Expected::TextOrOther);
        self.value.is_str()
    }

    /// Is it this text?
    pub(super) fn is_word(&self, word: &str) -> bool {
        self.value.as_str() == Some(word)
    }

    pub(super) fn is_table(&self) -> bool {
        self.value.is_table()
    }

    pub(super) fn is_list(&self) -> bool {
        self.value.is_array()
    }

    /// Any text.
    pub(super) fn text(&self) -> Option<&'a str> {
        self.expect(|| Expected::Text);
        let wanted = || Message::new("sheet.value.quoted-text", "a text in quotes");
        self.value.as_str().or_else(|| self.expected(wanted()))
    }

    /// A text for people: not empty, on one line, at most this long.
    pub(super) fn line_of_text(&self, longest: usize) -> Option<String> {
        self.expect(|| Expected::Line { longest });
        let text = self.text()?;
        let long = text.chars().count();
        if text.trim().is_empty() {
            self.error(Message::new("sheet.empty-text", "should not be empty"));
        } else if long > longest {
            let what = Message::new(
                "sheet.long-text",
                "is {long} characters long, but may have at most {longest}",
            );
            self.error(what.with("long", long).with("longest", longest));
        } else if text.chars().any(is_unprintable) {
            self.error(Message::new(
                "sheet.control-characters",
                "should be one line without tabs or other control characters",
            ));
        } else {
            return Some(text.to_string());
        }
        None
    }

    /// A single word of lowercase letters, at most 20: the name of a die, a line or an action.
    pub(super) fn word(&self) -> Option<String> {
        self.expect(|| Expected::Name);
        let text = self.text()?;
        if (2..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Some(text.to_string());
        }
        let what = Message::new(
            "sheet.no-word",
            "{text} should be a word of 2 to 20 lowercase letters, such as \"yellow\"",
        );
        self.error(what.with("text", quote(text)));
        None
    }

    /// True or false.
    pub(super) fn flag(&self) -> Option<bool> {
        self.expect(|| Expected::Flag);
        self.value.as_bool().or_else(|| self.expected(true_or_false()))
    }

    /// A whole number from `least` to `most`.
    pub(super) fn number<T: TryFrom<i64>>(&self, least: i64, most: i64) -> Option<T> {
        self.expect(|| Expected::Number { least, most });
        let Some(integer) = self.value.as_integer() else {
            let wanted = Message::new(
                "sheet.value.number-between",
                "a whole number from {least} to {most}",
            );
            return self.expected(wanted.with("least", least).with("most", most));
        };
        let number = i64::from_str_radix(integer.as_str(), integer.radix()).ok();
        let fitting = number
            .filter(|number| (least..=most).contains(number))
            .and_then(|number| T::try_from(number).ok());
        if fitting.is_none() {
            let what = Message::new(
                "sheet.number-outside",
                "is {number}, but should be from {least} to {most}",
            );
            let what = what.with("number", short(integer.as_str()));
            self.error(what.with("least", least).with("most", most));
        }
        fitting
    }

    /// One of these texts.
    pub(super) fn one_of<T: Copy>(&self, known: &[(&str, T)]) -> Option<T> {
        self.expect(|| Expected::OneOf(known.iter().map(|(word, _)| (*word).to_string()).collect()));
        let text = self.text()?;
        let found = known
            .iter()
            .find(|(word, _)| *word == text)
            .map(|(_, meaning)| *meaning);
        if found.is_none() {
            let words = Message::any_of(known.iter().map(|(word, _)| format!("\"{word}\"")));
            let guess = did_you_mean(text, known.iter().map(|(word, _)| *word));
            let what = Message::new("sheet.unknown-word", "{text} should be {words}{guess}");
            let what = what.with("text", quote(text)).with("words", words);
            self.error(what.with("guess", guess.unwrap_or_else(Message::nothing)));
        }
        found
    }

    /// The entries of a list; `noun` names one of them.
    pub(super) fn list(&self, noun: Noun) -> Option<Vec<Node<'a>>> {
        self.expect(|| Expected::List {
            of: noun.word(),
            count: None,
        });
        self.entries_of(noun)
    }

    fn entries_of(&self, noun: Noun) -> Option<Vec<Node<'a>>> {
        let Some(entries) = self.value.as_array() else {
            return self.expected(Message::new(
                "sheet.value.bracketed-list",
                "a list in square brackets",
            ));
        };
        if entries.len() > LONGEST_LIST {
            let what = Message::new(
                "sheet.long-list",
                "has {count} entries, but may have at most {most}",
            );
            self.error(what.with("count", entries.len()).with("most", LONGEST_LIST));
            return None;
        }
        let node = |(index, value): (usize, &'a toml::Spanned<DeValue<'a>>)| Node {
            value: value.get_ref(),
            at: Some(value.span().start),
            path: inside(&self.path, Step::Index(index)),
            place: self.place.with(Segment::Numbered(noun, index + 1)),
            report: self.report,
        };
        Some(entries.iter().enumerate().map(node).collect())
    }

    /// The entries of a list that must have `count` of them. Complains about any other number, but gives what is there.
    pub(super) fn list_of(&self, noun: Noun, count: usize, why: Message) -> Option<Vec<Node<'a>>> {
        self.expect(|| Expected::List {
            of: noun.word(),
            count: Some(count),
        });
        let entries = self.entries_of(noun)?;
        if entries.len() != count {
            let found = match entries.len() {
                1 => Message::new("sheet.one-entry", "{n} entry"),
                _ => Message::new("sheet.entries", "{n} entries"),
            };
            let what = Message::new("sheet.entry-count", "has {found}, but should have {count}: {why}");
            let what = what.with("found", found.with("n", entries.len()));
            self.error(what.with("count", count).with("why", why));
        }
        Some(entries)
    }

    /// The keys and values of a table whose keys are anybody's own.
    pub(super) fn entries(&self) -> Option<Vec<(&'a str, Node<'a>)>> {
        let fields = self.fields()?;
        let mut keys: Vec<&'a str> = fields.table.keys().map(|key| key.get_ref().as_ref()).collect();
        insertion_sort(&mut keys, Ord::cmp);
        Some(
            keys.into_iter()
                .filter_map(|key| Some((key, fields.node(key, fields.table.get(key)?))))
                .collect(),
        )
    }

    /// The keys and values of a table.
    pub(super) fn fields(&self) -> Option<Fields<'a>> {
        self.expect(|| Expected::Table);
        let Some(table) = self.value.as_table() else {
            return self.expected(Message::new(
                "sheet.value.table-of-keys",
                "a table with keys and values",
            ));
        };
        Some(Fields {
            table,
            at: self.at,
            path: self.path.clone(),
            place: self.place.clone(),
            report: self.report,
            asked: Vec::new(),
        })
    }
}

/// Must a key be there?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need<'a> {
    Maybe,
    Always,
    /// Yes, and this may be written.
    Like(&'a str),
}

/// The keys and values of a table, and which of them were asked for.
pub(super) struct Fields<'a> {
    table: &'a DeTable<'a>,
    at: Option<usize>,
    path: ValuePath,
    pub(super) place: Location,
    report: &'a Report,
    asked: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// The whole document.
    pub(super) fn root(table: &'a DeTable<'a>, report: &'a Report) -> Fields<'a> {
        Fields {
            table,
            at: None,
            path: ValuePath::new(),
            place: Location::default(),
            report,
            asked: Vec::new(),
        }
    }

    pub(super) fn error(&self, what: Message) {
        self.report.error(&self.place, self.at, &self.path, what);
    }

    pub(super) fn warning_at(&self, place: &Location, what: Message) {
        self.report.warning(place, self.at, &self.path, what);
    }

    pub(super) fn error_at(&self, place: &Location, what: Message) {
        self.report.error(place, self.at, &self.path, what);
    }

    /// Notes that a key may be here.
    fn expect(&self, key: &str, need: Need<'_>) {
        let path = inside(&self.path, Step::Key(key.to_string()));
        self.report.notes.note(&path, || Expected::Key {
            needed: need != Need::Maybe,
            example: match need {
                Need::Like(example) => Some(example.to_string()),
                Need::Maybe | Need::Always => None,
            },
        });
    }

    /// The value of a key that may be left out.
    pub(super) fn maybe(&mut self, key: &'static str) -> Option<Node<'a>> {
        self.expect(key, Need::Maybe);
        self.asked.push(key);
        self.get(key)
    }

    /// Is this the value of a key that somebody else reads?
    pub(super) fn says(&self, key: &'static str, word: &str) -> bool {
        self.get(key).is_some_and(|node| node.is_word(word))
    }

    /// The value of a key that must be there.
    pub(super) fn need(&mut self, key: &'static str, example: &str) -> Option<Node<'a>> {
        self.expect(key, Need::Like(example));
        self.asked.push(key);
        let node = self.get(key);
        if node.is_none() {
            let what = Message::new(
                "sheet.missing-key",
                "\"{key}\" is missing; write for example: {key} = {example}",
            );
            self.error(what.with("key", key).with("example", example));
        }
        node
    }

    /// The value of a key that belongs to one choice of another key: needed with it, out of place without.
    pub(super) fn for_choice<T: PartialEq>(
        &mut self,
        key: &'static str,
        made: Option<T>,
        wanted: T,
        when: &str,
    ) -> Option<Node<'a>> {
        let is_wanted = made.as_ref() == Some(&wanted);
        self.expect(key, if is_wanted { Need::Always } else { Need::Maybe });
        self.asked.push(key);
        let node = self.get(key);
        match (&node, made) {
            (None, Some(made)) if made == wanted => {
                let what = Message::new("sheet.needed-key", "\"{key}\" is missing: {when} needs it");
                self.error(what.with("key", key).with("when", when));
            }
            (Some(node), Some(made)) if made != wanted => {
                node.error(only_with(when));
            }
            _ => {}
        }
        node
    }

    fn get(&self, key: &str) -> Option<Node<'a>> {
        let value = self.table.get(key)?;
        Some(self.node(key, value))
    }

    fn node(&self, key: &str, value: &'a toml::Spanned<DeValue<'a>>) -> Node<'a> {
        Node {
            value: value.get_ref(),
            at: Some(value.span().start),
            path: inside(&self.path, Step::Key(key.to_string())),
            place: self.place.with(Segment::Key(clip(key))),
            report: self.report,
        }
    }

    /// All keys and values, for tables whose keys are names.
    pub(super) fn all(&self) -> Vec<(&'a str, Node<'a>)> {
        let entry = |(key, value): (
            &'a toml::Spanned<toml::de::DeString<'a>>,
            &'a toml::Spanned<DeValue<'a>>,
        )| {
            let name: &'a str = key.get_ref();
            let mut node = self.node(name, value);
            node.at = Some(key.span().start);
            (name, node)
        };
        self.table.iter().map(entry).collect()
    }

    /// Complains about every key nobody asked for. `table` names the table: "a grid".
    pub(super) fn finish(&self, table: Message) {
        for (key, _) in self.table {
            let name: &str = key.get_ref();
            if self.asked.contains(&name) {
                continue;
            }
            let help = did_you_mean(name, self.asked.iter().copied()).unwrap_or_else(|| {
                let keys = Message::all_of(self.asked.iter().map(|key| format!("\"{key}\"")));
                Message::new("sheet.known-keys", "; the keys are {keys}").with("keys", keys)
            });
            let what = Message::new("sheet.unknown-key", "{table} has no key {key}{help}")
                .with("table", table.clone())
                .with("key", quote(name))
                .with("help", help);
            let path = inside(&self.path, Step::Key(name.to_string()));
            self.report
                .error(&self.place, Some(key.span().start), &path, what);
        }
    }
}

/// `; did you mean "…"?`, if a known word is near.
pub(super) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<Message> {
    let guess = nearest(word, known)?;
    Some(Message::new("sheet.did-you-mean", "; did you mean \"{guess}\"?").with("guess", guess))
}

/// The value is out of place without another one, which is told as it is written.
pub(super) fn only_with(when: impl Into<Argument>) -> Message {
    Message::new("sheet.only-with", "makes sense only with {when}").with("when", when)
}

/// Two things that do not go together, told as they are written.
pub(super) fn not_together(one: impl Into<Argument>, other: impl Into<Argument>) -> Message {
    Message::new("sheet.not-together", "{one} does not go with {other}")
        .with("one", one)
        .with("other", other)
}

fn true_or_false() -> Message {
    Message::new("sheet.value.true-or-false", "true or false")
}

/// A name for a place: as written, unless it is very long or odd.
fn clip(name: &str) -> String {
    if name.len() <= 20 && !name.chars().any(is_unprintable) {
        name.to_string()
    } else {
        quote(name)
    }
}

/// A number as it stands in the text, shortened if it is absurdly long.
fn short(digits: &str) -> String {
    const MOST: usize = 20;
    if digits.len() <= MOST {
        digits.to_string()
    } else {
        format!("{}…", digits.chars().take(MOST).collect::<String>())
    }
}
