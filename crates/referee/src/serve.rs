//! A session between an input and an output.

use std::io::{self, BufRead, Write};

use crate::lines::{Line, Lines};
use crate::reply;
use crate::request_error::RequestError;
use crate::session::{Session, too_long};

/// Answers every line of the input until it ends. Blank lines are passed over.
///
/// Each answer is flushed before the next line is read, so that a program can wait for it.
pub fn serve(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::new();
    for line in Lines::new(input) {
        let answer = match line? {
            Line::Text(text) if text.trim().is_empty() => continue,
            Line::Text(text) => session.answer(&text),
            Line::TooLong => reply::line(None, &Err(too_long())),
            Line::NotText => reply::line(None, &Err(RequestError::new("this line is not UTF-8"))),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}
