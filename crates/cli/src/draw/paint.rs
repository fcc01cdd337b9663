//! Text with colours that can be left out.

use std::io::IsTerminal;

use finaud_rules::Tint;

/// A colour, by its place among the 256 colours of terminals, if there is one.
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

    /// The colour of a die and of its zone.
    pub(crate) fn of(tint: &Tint) -> Hue {
        match tint {
            Tint::Named(name) => Hue::named(name),
            Tint::Mixed(parts) => Hue(Some(nearest(lightened(*parts)))),
        }
    }
}

/// As dark as a colour may be: black is written on it, and terminals are often dark themselves. Like the named colours.
const LEAST_LIGHT: u16 = 1000;

/// The colour, mixed with white where it is too dark.
fn lightened(parts: [u8; 3]) -> [u8; 3] {
    // The eye sees green best and blue least.
    let light = |[red, green, blue]: [u8; 3]| 3 * u16::from(red) + 6 * u16::from(green) + u16::from(blue);
    let (now, white) = (light(parts), light([255; 3]));
    if now >= LEAST_LIGHT {
        return parts;
    }
    let share = f32::from(LEAST_LIGHT - now) / f32::from(white - now);
    parts.map(|part| (f32::from(part) + share * f32::from(255 - part)) as u8)
}

/// How bright red, green and blue may be in the colours 16 to 231, which are all mixtures of these six steps.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The colour of a terminal that is nearest to a mixture. The greys are 232 to 255.
fn nearest(parts: [u8; 3]) -> u8 {
    let step = |part: u8| {
        let places = 0..STEPS.len() as u8;
        let nearest = places.min_by_key(|place| STEPS[usize::from(*place)].abs_diff(part));
        nearest.unwrap_or_default()
    };
    let cube = parts.map(step);
    let cube_parts = cube.map(|place| STEPS[usize::from(place)]);
    let average = parts.iter().map(|part| u16::from(*part)).sum::<u16>() / 3;
    let grey = (average.saturating_sub(3) / 10).min(23) as u8;
    let distance = |other: [u8; 3]| -> u32 {
        let squares = parts.iter().zip(other).map(|(one, other)| {
            let apart = u32::from(one.abs_diff(other));
            apart * apart
        });
        squares.sum()
    };
    if distance([8 + 10 * grey; 3]) < distance(cube_parts) {
        232 + grey
    } else {
        16 + 36 * cube[0] + 6 * cube[1] + cube[2]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_colours_find_the_nearest_of_the_terminal() {
        let code = |parts| Hue::of(&Tint::Mixed(parts));
        assert_eq!(code([255, 175, 0]), Hue(Some(214)));
        assert_eq!(code([255, 255, 255]), Hue(Some(231)));
        assert_eq!(code([0xc8, 0x86, 0x0a]), Hue(Some(172)));
        assert_eq!(code([148, 148, 148]), Hue(Some(246)));
        assert_eq!(Hue::of(&Tint::Named("yellow")), Hue::named("yellow"));
    }

    #[test]
    fn dark_colours_are_lightened_until_they_can_be_seen() {
        assert_eq!(lightened([200, 134, 10]), [200, 134, 10]);
        for dark in [[0, 0, 0], [16, 32, 64], [0, 0, 255]] {
            let [red, green, blue] = lightened(dark).map(u16::from);
            let light = 3 * red + 6 * green + blue;
            assert!((980..=1000).contains(&light), "{dark:?} has {light}");
        }
        let [red, _, blue] = lightened([0, 0, 200]);
        assert!(blue > red, "blue stays blue");
    }
}
