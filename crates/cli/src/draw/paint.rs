//! Text with colours that can be left out.

use std::io::IsTerminal;

/// A colour, if the terminal has one of that name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hue(Option<u8>);

/// Names of colours and their place among the 256 colours of terminals.
const HUES: [(&str, u8); 16] = [
    ("white", 255),
    ("yellow", 220),
    ("blue", 75),
    ("green", 77),
    ("orange", 208),
    ("violet", 141),
    ("purple", 141),
    ("turquoise", 44),
    ("brown", 137),
    ("pink", 212),
    ("red", 203),
    ("grey", 247),
    ("gray", 247),
    ("silver", 250),
    ("gold", 178),
    ("black", 240),
];

impl Hue {
    /// The colour of this name; no colour if the name says nothing to us.
    pub(crate) fn named(name: &str) -> Hue {
        Hue(HUES
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, code)| *code))
    }
}

/// How a piece of text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Style {
    /// As it is.
    #[default]
    Plain,
    /// Less important.
    Faint,
    /// More important.
    Bold,
    /// Written in a colour.
    Zone(Hue),
    /// On a ground of a colour.
    Filled(Hue),
}

/// Are colours shown?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Palette {
    /// Letters only.
    Letters,
    /// Colours too.
    Colours,
}

impl Palette {
    /// Colours if standard output is a terminal and nobody asked for none (`NO_COLOR`).
    pub(crate) fn of_stdout() -> Palette {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if std::io::stdout().is_terminal() && !unwanted {
            Palette::Colours
        } else {
            Palette::Letters
        }
    }
}

/// A line of styled text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct TextLine(Vec<(String, Style)>);

impl TextLine {
    /// An empty line.
    pub(crate) fn new() -> TextLine {
        TextLine::default()
    }

    /// A line without styles.
    pub(crate) fn plain(text: impl Into<String>) -> TextLine {
        TextLine::new().with(text, Style::Plain)
    }

    /// The line with more text at its end.
    #[must_use]
    pub(crate) fn with(mut self, text: impl Into<String>, style: Style) -> TextLine {
        let text = text.into();
        if !text.is_empty() {
            self.0.push((text, style));
        }
        self
    }

    /// The line followed by another one.
    #[must_use]
    pub(crate) fn and(mut self, other: TextLine) -> TextLine {
        self.0.extend(other.0);
        self
    }

    /// The line with blanks up to a width.
    #[must_use]
    pub(crate) fn padded(self, width: usize) -> TextLine {
        let missing = width.saturating_sub(self.width());
        self.with(" ".repeat(missing), Style::Plain)
    }

    /// How many columns it takes.
    pub(crate) fn width(&self) -> usize {
        self.0.iter().map(|(text, _)| text.chars().count()).sum()
    }

    /// The text for a terminal, or for anything else.
    pub(crate) fn show(&self, palette: Palette) -> String {
        let text: String = self
            .0
            .iter()
            .map(|(text, style)| painted(text, *style, palette))
            .collect();
        text.trim_end().to_string()
    }
}

fn painted(text: &str, style: Style, palette: Palette) -> String {
    if palette == Palette::Letters {
        return text.into();
    }
    match style {
        Style::Faint => format!("\x1b[2m{text}\x1b[0m"),
        Style::Bold => format!("\x1b[1m{text}\x1b[0m"),
        Style::Zone(Hue(Some(code))) => format!("\x1b[38;5;{code}m{text}\x1b[0m"),
        Style::Filled(Hue(Some(code))) => format!("\x1b[1;38;5;16;48;5;{code}m{text}\x1b[0m"),
        Style::Filled(Hue(None)) => format!("\x1b[7m{text}\x1b[0m"),
        Style::Plain | Style::Zone(Hue(None)) => text.into(),
    }
}
