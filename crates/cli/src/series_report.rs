//! How series of games print what they found: a table or JSON, and a word if they were interrupted.

use std::io::{self, Write};

use anyhow::Result;
use serde_json::Value;

use crate::failure::INTERRUPTED;
use crate::numbers;

/// The results of a series of games.
pub(crate) trait SeriesReport {
    /// For programs.
    fn json(&self) -> Value;

    /// For people.
    fn write(&self, text: &mut String) -> std::fmt::Result;

    /// How many of how many were played, and what they are called: `games`.
    fn played(&self) -> (u64, u64, &'static str);

    /// The same as [`SeriesReport::json`], with a word if not everything was played.
    fn whole_json(&self) -> Value {
        let mut object = self.json();
        let (played, wanted, _) = self.played();
        if played < wanted {
            object["interrupted"] = Value::Bool(true);
        }
        object
    }

    /// The same as [`SeriesReport::write`].
    fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text);
        text
    }

    /// Prints the report; an interruption is reported at the end and makes the program fail.
    fn print(&self, as_json: bool) -> Result<()> {
        let mut out = io::stdout().lock();
        if as_json {
            writeln!(out, "{}", self.whole_json())?;
        } else {
            out.write_all(self.text().as_bytes())?;
        }
        out.flush()?;
        let (played, wanted, what) = self.played();
        if played < wanted {
            let (played, wanted) = (numbers::grouped(played), numbers::grouped(wanted));
            let _ = writeln!(
                io::stderr(),
                "finaud: interrupted after {played} of {wanted} {what}"
            );
            return Err(INTERRUPTED.into());
        }
        Ok(())
    }
}
