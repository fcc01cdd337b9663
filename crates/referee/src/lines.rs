//! Lines of any length, read in bounded memory.

use std::io::{self, BufRead};

use crate::LONGEST_LINE;

/// A line of the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A text of at most [`LONGEST_LINE`] bytes, without its end.
    Text(String),
    /// A longer line; its text is gone.
    TooLong,
    /// A line that is not UTF-8.
    NotText,
}

/// Reads an input line by line. A line ends with `\n`, `\r\n` or the input.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    /// The lines of this input.
    pub fn new(input: R) -> Lines<R> {
        Lines { input }
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let mut is_too_long = false;
        let mut is_begun = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            is_begun = true;
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            // Two more bytes than a line may have: a `\r` at its end, and one that shows it is too long.
            let room = (LONGEST_LINE + 2).saturating_sub(bytes.len());
            bytes.extend_from_slice(&part[..part.len().min(room)]);
            is_too_long |= part.len() > room;
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        if bytes.last() == Some(&b'\r') && !is_too_long {
            bytes.pop();
        }
        Ok(is_begun.then(|| {
            if is_too_long || bytes.len() > LONGEST_LINE {
                return Line::TooLong;
            }
            String::from_utf8(bytes).map_or(Line::NotText, Line::Text)
        }))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Line> {
        // A small buffer, so that lines span several of its fillings.
        Lines::new(io::BufReader::with_capacity(7, input))
            .map(Result::unwrap)
            .collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.into())
    }

    #[test]
    fn a_line_ends_with_a_newline_or_the_input() {
        assert_eq!(lines(b""), []);
        assert_eq!(
            lines(b"a longer line\nb\r\n\nlast"),
            [text("a longer line"), text("b"), text(""), text("last")]
        );
    }

    #[test]
    fn a_line_too_long_is_skipped_and_the_next_one_read() {
        for (length, fits) in [
            (LONGEST_LINE, true),
            (LONGEST_LINE + 1, false),
            (10 * LONGEST_LINE, false),
        ] {
            for end in ["\n", "\r\n"] {
                let input = format!("{}{end}next\n", "x".repeat(length));
                let [first, next] = &lines(input.as_bytes())[..] else {
                    panic!("two lines were given")
                };
                assert_eq!(matches!(first, Line::Text(_)), fits, "{length} bytes");
                assert_eq!(*next, text("next"));
            }
        }
    }

    #[test]
    fn a_line_that_is_not_utf8_is_named_and_the_next_one_read() {
        assert_eq!(lines(b"\xff\xfe\n\0\n"), [Line::NotText, text("\0")]);
    }
}
