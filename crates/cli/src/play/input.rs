//! What people type.

use std::io::{self, BufRead, Write};

/// What can be asked for at any time, other than to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlayCommand<'a> {
    Leave,
    Undo,
    Retype,
    Help,
    Chances,
    More,
    /// Everybody's sheet, or that of the player whose number follows.
    Sheets(&'a str),
}

impl PlayCommand<'_> {
    /// Can it be given while dice are to be typed in?
    pub(super) fn goes_with_chance(&self) -> bool {
        match self {
            PlayCommand::Leave | PlayCommand::Undo | PlayCommand::Help | PlayCommand::Sheets("") => true,
            PlayCommand::Retype | PlayCommand::Chances | PlayCommand::More | PlayCommand::Sheets(_) => false,
        }
    }

    /// The command with this letter, as the help shows it.
    pub(super) fn by_letter(text: &str) -> Option<PlayCommand<'_>> {
        let (letter, rest) = text.split_once(' ').unwrap_or((text, ""));
        let command = match letter {
            "s" | "S" => return Some(PlayCommand::Sheets(rest.trim())),
            "q" | "Q" => PlayCommand::Leave,
            "u" | "U" => PlayCommand::Undo,
            "r" | "R" => PlayCommand::Retype,
            "?" | "h" | "H" => PlayCommand::Help,
            "c" | "C" => PlayCommand::Chances,
            "m" | "M" => PlayCommand::More,
            _ => return None,
        };
        rest.is_empty().then_some(command)
    }

    /// The command with this name. A die may have the same one, and then goes first.
    pub(super) fn by_name(text: &str) -> Option<PlayCommand<'static>> {
        Some(match text.to_lowercase().as_str() {
            "quit" => PlayCommand::Leave,
            "undo" => PlayCommand::Undo,
            "retype" => PlayCommand::Retype,
            "help" => PlayCommand::Help,
            "chances" => PlayCommand::Chances,
            "more" => PlayCommand::More,
            "sheet" => PlayCommand::Sheets(""),
            _ => return None,
        })
    }
}

/// Longer lines are cut: nothing a person types is longer.
const LONGEST: u64 = 1000;

/// Lines that somebody types or a program sends.
pub(super) struct Input<R> {
    lines: R,
    /// Nobody sees what a program sends, so it is shown.
    echo: bool,
}

impl<R: BufRead> Input<R> {
    pub(super) fn new(lines: R, echo: bool) -> Input<R> {
        Input { lines, echo }
    }

    /// Shows a prompt and waits for a line; `None` at the end of the input.
    pub(super) fn ask(&mut self, out: &mut impl Write, prompt: &str) -> io::Result<Option<String>> {
        write!(out, "{prompt} ")?;
        out.flush()?;
        let mut bytes = Vec::new();
        if io::Read::take(&mut self.lines, LONGEST).read_until(b'\n', &mut bytes)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        if bytes.last() != Some(&b'\n') {
            self.skip_line()?;
        }
        let text = String::from_utf8_lossy(&bytes);
        let text: String = text.trim().chars().filter(|char| !char.is_control()).collect();
        if self.echo {
            writeln!(out, "{text}")?;
        }
        Ok(Some(text))
    }

    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let read = self.lines.fill_buf()?;
            let end = read.iter().position(|byte| *byte == b'\n');
            let used = end.map_or(read.len(), |end| end + 1);
            let over = end.is_some() || read.is_empty();
            self.lines.consume(used);
            if over {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_a_letter_and_a_name() {
        let commands = ["quit", "undo", "retype", "help", "chances", "more", "sheet"];
        for name in commands {
            let letter = &name[..1];
            assert!(PlayCommand::by_name(name).is_some(), "{name}");
            assert_eq!(
                PlayCommand::by_letter(letter),
                PlayCommand::by_name(&name.to_uppercase())
            );
            assert_eq!(PlayCommand::by_letter(name), None, "a die may be called {name}");
            assert_eq!(PlayCommand::by_name(letter), None);
        }
        assert_eq!(PlayCommand::by_letter("s  2"), Some(PlayCommand::Sheets("2")));
        assert_eq!(PlayCommand::by_letter("u 2"), None);
    }

    #[test]
    fn lines_come_one_by_one_and_none_is_too_long() {
        let long = "x".repeat(100_000);
        let text = format!("first\r\n{long}\nthird");
        let mut input = Input::new(text.as_bytes(), false);
        let mut next = || input.ask(&mut io::sink(), ">").unwrap();
        assert_eq!(next().as_deref(), Some("first"));
        assert_eq!(next().map(|line| line.len()), Some(LONGEST as usize));
        assert_eq!(next().as_deref(), Some("third"));
        assert_eq!(next(), None);
    }
}
