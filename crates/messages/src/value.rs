//! What stands in the blanks of a message.

use std::borrow::Cow;

use finaud_rules::Seat;

/// What stands in a blank.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'a> {
    /// The same in every language: a name, somebody's own words, or a text that was made already.
    Text(Cow<'a, str>),
    /// A whole number.
    Int(i64),
    /// A number with decimals.
    Decimal(f64),
    /// A word that the language knows, with its forms: `word.blue`.
    Word(Cow<'a, str>),
    /// A word with forms of its own.
    Forms(&'a Forms),
    /// *First*, *second*, …; counted from 1.
    Ordinal(usize),
    /// Several things.
    List(Vec<Value<'a>>),
    /// Another message, with its own arguments.
    Message(Cow<'a, str>, Vec<(&'a str, Value<'a>)>),
}

/// A word with the forms a language may need: a plain one first, then others by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Forms {
    plain: String,
    others: Vec<(String, String)>,
}

impl Forms {
    /// A word that has one form only.
    pub fn plain(text: impl Into<String>) -> Forms {
        Forms {
            plain: text.into(),
            others: Vec::new(),
        }
    }

    /// With another form.
    #[must_use]
    pub fn with(mut self, form: impl Into<String>, text: impl Into<String>) -> Forms {
        self.others.push((form.into(), text.into()));
        self
    }

    /// A form; the plain one where there is no such form.
    pub fn form(&self, form: &str) -> &str {
        let found = self.others.iter().find(|(known, _)| known == form);
        found.map_or(&self.plain, |(_, text)| text)
    }
}

/// Anything that can stand in a blank.
pub trait Argument {
    /// What stands there.
    fn value(&self) -> Value<'_>;
}

impl Argument for Value<'_> {
    fn value(&self) -> Value<'_> {
        self.clone()
    }
}

impl Argument for str {
    fn value(&self) -> Value<'_> {
        Value::Text(self.into())
    }
}

impl Argument for String {
    fn value(&self) -> Value<'_> {
        Value::Text(self.into())
    }
}

impl Argument for Cow<'_, str> {
    fn value(&self) -> Value<'_> {
        Value::Text(Cow::Borrowed(self))
    }
}

impl Argument for char {
    fn value(&self) -> Value<'_> {
        Value::Text(self.to_string().into())
    }
}

impl Argument for f64 {
    fn value(&self) -> Value<'_> {
        Value::Decimal(*self)
    }
}

impl Argument for f32 {
    fn value(&self) -> Value<'_> {
        Value::Decimal(f64::from(*self))
    }
}

/// Seats are counted from 1.
impl Argument for Seat {
    fn value(&self) -> Value<'_> {
        Value::Int(i64::from(self.0) + 1)
    }
}

impl<T: Argument + ?Sized> Argument for &T {
    fn value(&self) -> Value<'_> {
        (**self).value()
    }
}

macro_rules! whole_numbers {
    ($($kind:ty),+) => {
        $(impl Argument for $kind {
            fn value(&self) -> Value<'_> {
                Value::Int(i64::try_from(*self).unwrap_or(i64::MAX))
            }
        })+
    };
}

whole_numbers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Value<'a> {
        Value::Text(text.into())
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(text.into())
    }
}
