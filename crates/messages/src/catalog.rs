//! The languages that are there, and looking messages up.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{OnceLock, PoisonError, RwLock};

use finaud_rules::{Argument as Part, Message};

use crate::plural::{self, Shown};
use crate::template;
use crate::value::{Argument, Value};

/// The messages of one language by key. They stay until the program ends.
struct Catalog {
    code: &'static str,
    messages: RwLock<BTreeMap<String, &'static str>>,
}

/// A language that is there.
#[derive(Clone, Copy)]
pub struct Language(&'static Catalog);

/// Why a language cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CatalogError(pub String);

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CatalogError {}

/// The categories of plurals that rules may tell, in the order in which they are tried.
const CATEGORIES: [&str; 5] = ["zero", "one", "two", "few", "many"];

static LANGUAGES: OnceLock<RwLock<Vec<Language>>> = OnceLock::new();

fn languages() -> &'static RwLock<Vec<Language>> {
    LANGUAGES.get_or_init(|| RwLock::new(built_in()))
}

#[cfg(feature = "embedded")]
fn built_in() -> Vec<Language> {
    crate::embedded::languages()
        .into_iter()
        .map(|(code, messages)| Language::new(code, messages))
        .collect()
}

#[cfg(not(feature = "embedded"))]
fn built_in() -> Vec<Language> {
    Vec::new()
}

/// Makes a language known: its messages as a flat JSON object. One that is known already gets these messages too.
pub fn install(code: &str, json: &str) -> Result<Language, CatalogError> {
    let messages: BTreeMap<String, String> = serde_json::from_str(json)
        .map_err(|error| CatalogError(format!("the messages of `{code}` cannot be read: {error}")))?;
    if let Some(language) = Language::get(code) {
        language.add(messages);
        return Ok(language);
    }
    let language = Language::new(code, messages);
    let mut known = languages().write().unwrap_or_else(PoisonError::into_inner);
    known.push(language);
    Ok(language)
}

/// Gives a known language more messages.
pub fn extend(language: Language, json: &str) -> Result<(), CatalogError> {
    install(language.code(), json).map(|_| ())
}

impl Language {
    fn new(code: &str, messages: BTreeMap<String, String>) -> Language {
        let language = Language(Box::leak(Box::new(Catalog {
            code: leak(code.to_string()),
            messages: RwLock::default(),
        })));
        language.add(messages);
        language
    }

    fn add(self, messages: BTreeMap<String, String>) {
        let mut known = self.0.messages.write().unwrap_or_else(PoisonError::into_inner);
        known.extend(messages.into_iter().map(|(key, text)| (key, leak(text))));
    }

    /// All languages that are there, in the order in which they are offered.
    pub fn all() -> Vec<Language> {
        let known = languages().read().unwrap_or_else(PoisonError::into_inner);
        known.clone()
    }

    /// The language with this code, or with the code at the head of a tag: `fr`, `fr-CA`, `fr_FR.UTF-8`.
    pub fn get(tag: &str) -> Option<Language> {
        let code = tag.split(['-', '_', '.', '@']).next().unwrap_or_default();
        let known = languages().read().unwrap_or_else(PoisonError::into_inner);
        known
            .iter()
            .copied()
            .find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// English, which is always there in programs that have their languages inside; the first language otherwise.
    ///
    /// # Panics
    /// If no language was installed.
    pub fn english() -> Language {
        let first = || Language::all().first().copied();
        Language::get("en")
            .or_else(first)
            .expect("a language was installed")
    }

    /// The code of the language: `fr`.
    pub fn code(self) -> &'static str {
        self.0.code
    }

    /// What the language calls itself.
    pub fn name(self) -> &'static str {
        self.find("language.name").unwrap_or(self.0.code)
    }

    /// The message with this key, if there is one.
    pub fn find(self, key: &str) -> Option<&'static str> {
        let known = self.0.messages.read().unwrap_or_else(PoisonError::into_inner);
        known.get(key).copied()
    }

    /// All messages by key.
    pub fn messages(self) -> BTreeMap<String, String> {
        let known = self.0.messages.read().unwrap_or_else(PoisonError::into_inner);
        known
            .iter()
            .map(|(key, text)| (key.clone(), (*text).to_string()))
            .collect()
    }

    /// The message with this key; the key itself if there is none, which the tests do not let happen.
    pub fn text(self, key: &'static str) -> &'static str {
        self.find(key).unwrap_or(key)
    }

    /// The message with its blanks filled.
    pub fn fill(self, key: &str, arguments: &[(&str, &dyn Argument)]) -> String {
        let arguments: Vec<(&str, Value<'_>)> = arguments
            .iter()
            .map(|(name, argument)| (*name, argument.value()))
            .collect();
        self.say(key, &arguments)
    }

    /// The message with its blanks filled by values.
    pub fn say(self, key: &str, arguments: &[(&str, Value<'_>)]) -> String {
        let mut text = String::new();
        match self.find(key) {
            Some(template) => template::render(self, template, arguments, &mut text),
            None => text.push_str(key),
        }
        text
    }

    /// A sentence of the rules in this language; in English where the language does not have it.
    pub fn describe(self, message: &Message) -> String {
        let Some(template) = self.find(message.key()) else {
            return message.to_string();
        };
        let parts: Vec<(&str, Value<'_>)> = message
            .arguments()
            .iter()
            .map(|(name, part)| {
                let value = match part {
                    // A number chooses plurals; what only looks like one (`007`) stays as it is.
                    Part::Text(text) => match text.parse::<i64>() {
                        Ok(number) if number.to_string() == *text => Value::Int(number),
                        _ => Value::Text(text.into()),
                    },
                    Part::Message(message) => Value::Text(self.describe(message).into()),
                };
                (*name, value)
            })
            .collect();
        let mut text = String::new();
        template::render(self, template, &parts, &mut text);
        text
    }

    /// A form of a message, `key.form`; the plain one where there is no such form.
    pub(crate) fn form(self, key: &str, form: &str) -> Option<&'static str> {
        let special = (!form.is_empty())
            .then(|| self.find(&format!("{key}.{form}")))
            .flatten();
        special
            .or_else(|| self.find(key))
            .or_else(|| self.find(&format!("{key}.plain")))
    }

    /// A word that the language knows, in a form; the word itself if it does not.
    pub fn word(self, word: &str, form: &str) -> String {
        self.form(&format!("word.{word}"), form).unwrap_or(word).into()
    }

    /// The category of plurals a number belongs to.
    pub(crate) fn plural(self, number: Shown) -> &'static str {
        let holds = |category: &&&str| {
            let rule = self.find(&format!("language.plural.{category}"));
            rule.is_some_and(|rule| plural::holds(rule, number))
        };
        CATEGORIES.iter().find(holds).copied().unwrap_or("other")
    }

    /// A number with one decimal, as the language writes it.
    pub fn decimal(self, number: f64) -> String {
        let text = format!("{number:.1}");
        let text = if text == "-0.0" { "0.0".into() } else { text };
        text.replace('-', "−").replace('.', self.text("language.decimal"))
    }

    /// A number that was written with a point, as the language writes it: for tables, which have formats of their own.
    pub fn tabular(self, number: &str) -> String {
        number.replace('.', self.text("language.decimal"))
    }
}

fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        self.code() == other.code()
    }
}

impl Eq for Language {}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Language({})", self.code())
    }
}
