//! Walking through the TOML of a sheet: every value knows where it stands, every key that nobody asks for is reported.

use toml::de::{DeTable, DeValue};

use super::nearest::nearest;
use super::problem::{Report, join, quote};

/// The most entries any list of a sheet may have.
const LONGEST_LIST: usize = 64;

/// A value and its place.
pub(super) struct Node<'a> {
    value: &'a DeValue<'a>,
    at: Option<usize>,
    pub(super) place: String,
    report: &'a Report,
}

impl<'a> Node<'a> {
    pub(super) fn error(&self, what: impl Into<String>) {
        self.report.error(&self.place, self.at, what);
    }

    /// An error in a part of a text.
    pub(super) fn error_in(&self, part: &str, what: impl Into<String>) {
        self.report
            .error(&format!("{}, {part}", self.place), self.at, what);
    }

    fn expected<T>(&self, wanted: &str) -> Option<T> {
        let found = match self.value {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with a point",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.error(format!("should be {wanted}, but is {found}"));
        None
    }

    pub(super) fn is_text(&self) -> bool {
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
        self.value.as_str().or_else(|| self.expected("a text in quotes"))
    }

    /// A text for people: not empty, on one line, at most this long.
    pub(super) fn line_of_text(&self, longest: usize) -> Option<String> {
        let text = self.text()?;
        let long = text.chars().count();
        if text.trim().is_empty() {
            self.error("should not be empty");
        } else if long > longest {
            self.error(format!(
                "is {long} characters long, but may have at most {longest}"
            ));
        } else if text.chars().any(char::is_control) {
            self.error("should be one line without tabs or other control characters");
        } else {
            return Some(text.to_string());
        }
        None
    }

    /// A single word of lowercase letters, at most 20: the name of a die, a line or an action.
    pub(super) fn word(&self) -> Option<String> {
        let text = self.text()?;
        if (2..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Some(text.to_string());
        }
        self.error(format!(
            "{} should be a word of 2 to 20 lowercase letters, such as \"yellow\"",
            quote(text)
        ));
        None
    }

    /// True or false.
    pub(super) fn flag(&self) -> Option<bool> {
        self.value.as_bool().or_else(|| self.expected("true or false"))
    }

    /// A whole number from `least` to `most`.
    pub(super) fn number<T: TryFrom<i64>>(&self, least: i64, most: i64) -> Option<T> {
        let Some(integer) = self.value.as_integer() else {
            return self.expected(&format!("a whole number from {least} to {most}"));
        };
        let number = i64::from_str_radix(integer.as_str(), integer.radix()).ok();
        let fitting = number
            .filter(|number| (least..=most).contains(number))
            .and_then(|number| T::try_from(number).ok());
        if fitting.is_none() {
            self.error(format!(
                "is {}, but should be from {least} to {most}",
                short(integer.as_str())
            ));
        }
        fitting
    }

    /// One of these texts.
    pub(super) fn one_of<T: Copy>(&self, known: &[(&str, T)]) -> Option<T> {
        let text = self.text()?;
        let found = known
            .iter()
            .find(|(word, _)| *word == text)
            .map(|(_, meaning)| *meaning);
        if found.is_none() {
            let words: Vec<String> = known.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            let guess = did_you_mean(text, known.iter().map(|(word, _)| *word));
            self.error(format!("{} should be {}{guess}", quote(text), join(&words, "or")));
        }
        found
    }

    /// The entries of a list; `noun` names one of them.
    pub(super) fn list(&self, noun: &str) -> Option<Vec<Node<'a>>> {
        let Some(entries) = self.value.as_array() else {
            return self.expected("a list in square brackets");
        };
        if entries.len() > LONGEST_LIST {
            self.error(format!(
                "has {} entries, but may have at most {LONGEST_LIST}",
                entries.len()
            ));
            return None;
        }
        let node = |(index, value): (usize, &'a toml::Spanned<DeValue<'a>>)| Node {
            value: value.get_ref(),
            at: Some(value.span().start),
            place: format!("{}, {noun} {}", self.place, index + 1),
            report: self.report,
        };
        Some(entries.iter().enumerate().map(node).collect())
    }

    /// The entries of a list that must have `count` of them. Complains about any other number, but gives what is there.
    pub(super) fn list_of(&self, noun: &str, count: usize, why: &str) -> Option<Vec<Node<'a>>> {
        let entries = self.list(noun)?;
        if entries.len() != count {
            let (found, entry) = (
                entries.len(),
                if entries.len() == 1 { "entry" } else { "entries" },
            );
            self.error(format!("has {found} {entry}, but should have {count}: {why}"));
        }
        Some(entries)
    }

    /// The keys and values of a table whose keys are anybody's own.
    pub(super) fn entries(&self) -> Option<Vec<(&'a str, Node<'a>)>> {
        let fields = self.fields()?;
        let mut keys: Vec<&'a str> = fields.table.keys().map(|key| key.get_ref().as_ref()).collect();
        keys.sort_unstable();
        Some(
            keys.into_iter()
                .filter_map(|key| Some((key, fields.get(key)?)))
                .collect(),
        )
    }

    /// The keys and values of a table.
    pub(super) fn fields(&self) -> Option<Fields<'a>> {
        let Some(table) = self.value.as_table() else {
            return self.expected("a table with keys and values");
        };
        Some(Fields {
            table,
            at: self.at,
            place: self.place.clone(),
            report: self.report,
            asked: Vec::new(),
        })
    }
}

/// The keys and values of a table, and which of them were asked for.
pub(super) struct Fields<'a> {
    table: &'a DeTable<'a>,
    at: Option<usize>,
    pub(super) place: String,
    report: &'a Report,
    asked: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// The whole document.
    pub(super) fn root(table: &'a DeTable<'a>, report: &'a Report) -> Fields<'a> {
        Fields {
            table,
            at: None,
            place: String::new(),
            report,
            asked: Vec::new(),
        }
    }

    fn own_place(&self) -> &str {
        if self.place.is_empty() {
            "sheet"
        } else {
            &self.place
        }
    }

    pub(super) fn error(&self, what: impl Into<String>) {
        self.report.error(self.own_place(), self.at, what);
    }

    pub(super) fn warning_at(&self, place: &str, what: impl Into<String>) {
        self.report.warning(place, self.at, what);
    }

    pub(super) fn error_at(&self, place: &str, what: impl Into<String>) {
        self.report.error(place, self.at, what);
    }

    /// The value of a key that may be left out.
    pub(super) fn maybe(&mut self, key: &'static str) -> Option<Node<'a>> {
        self.asked.push(key);
        self.get(key)
    }

    /// Is this the value of a key that somebody else reads?
    pub(super) fn says(&self, key: &'static str, word: &str) -> bool {
        self.get(key).is_some_and(|node| node.is_word(word))
    }

    /// The value of a key that must be there.
    pub(super) fn need(&mut self, key: &'static str, example: &str) -> Option<Node<'a>> {
        let node = self.maybe(key);
        if node.is_none() {
            self.error(format!(
                "\"{key}\" is missing; write for example: {key} = {example}"
            ));
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
        let node = self.maybe(key);
        match (&node, made) {
            (None, Some(made)) if made == wanted => {
                self.error(format!("\"{key}\" is missing: {when} needs it"));
            }
            (Some(node), Some(made)) if made != wanted => {
                node.error(format!("means something only with {when}"));
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
        let place = if self.place.is_empty() {
            key.to_string()
        } else {
            format!("{}, {key}", self.place)
        };
        Node {
            value: value.get_ref(),
            at: Some(value.span().start),
            place,
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
            let mut node = self.node(&clip(name), value);
            node.at = Some(key.span().start);
            (name, node)
        };
        self.table.iter().map(entry).collect()
    }

    /// Complains about every key nobody asked for. `what` names the table: "a grid".
    pub(super) fn finish(&self, what: &str) {
        for (key, _) in self.table {
            let name: &str = key.get_ref();
            if self.asked.contains(&name) {
                continue;
            }
            let guess = did_you_mean(name, self.asked.iter().copied());
            let help = if guess.is_empty() {
                let known: Vec<String> = self.asked.iter().map(|key| format!("\"{key}\"")).collect();
                format!("; the keys are {}", join(&known, "and"))
            } else {
                guess
            };
            let at = Some(key.span().start);
            self.report.error(
                self.own_place(),
                at,
                format!("{what} has no key {}{help}", quote(name)),
            );
        }
    }
}

/// ` (did you mean "…"?)`, or nothing where no known word is near.
pub(super) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or(String::new(), |guess| format!("; did you mean \"{guess}\"?"))
}

/// A name for a place: as written, unless it is very long or odd.
fn clip(name: &str) -> String {
    if name.len() <= 20 && !name.chars().any(char::is_control) {
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
