//! The lines of a record: numbered, and within bounds.

use finaud_rules::Message;

use super::RecordError;

/// The longest record that is read.
const LONGEST_TEXT: usize = 16 * 1024 * 1024;
/// The longest line that is read.
const LONGEST_LINE: usize = 8 * 1024;

/// The numbered lines of a text.
pub(super) struct Lines<'a> {
    lines: std::iter::Zip<std::ops::RangeFrom<usize>, std::str::Lines<'a>>,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str) -> Result<Lines<'a>, RecordError> {
        if text.len() > LONGEST_TEXT {
            let error = Message::new(
                "record.too-long",
                "the record has {bytes} bytes; at most {most} are read",
            );
            return Err(RecordError::whole(
                error.with("bytes", text.len()).with("most", LONGEST_TEXT),
            ));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Ok(Lines {
            lines: (1..).zip(text.lines()),
        })
    }

    /// The next line and its number.
    pub(super) fn next(&mut self) -> Result<Option<(usize, &'a str)>, RecordError> {
        match self.lines.next() {
            Some((number, line)) if line.len() > LONGEST_LINE => {
                let why = Message::new(
                    "record.long-line",
                    "it has {bytes} bytes; at most {most} are read",
                );
                let why = why.with("bytes", line.len()).with("most", LONGEST_LINE);
                Err(RecordError::at(number, why))
            }
            line => Ok(line.map(|(number, line)| (number, line.trim_end()))),
        }
    }
}

/// A text for one line of a record: no control characters, no blanks around it.
pub(super) fn clean(text: &str) -> String {
    let spaced = text
        .chars()
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter });
    spaced
        .filter(|letter| !letter.is_control())
        .collect::<String>()
        .trim()
        .to_string()
}
