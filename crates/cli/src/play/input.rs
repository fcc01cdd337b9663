//! What people type.

use std::io::{self, BufRead, Write};

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
