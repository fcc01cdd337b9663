//! A line on the error stream that says how far a simulation has come, if somebody is looking.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use crate::numbers::grouped;

const WIDTH: usize = 24;

/// How far a simulation has come.
pub(crate) struct Progress {
    games: u64,
    start: Instant,
    seen: bool,
}

impl Progress {
    /// Of so many games, none is played yet.
    pub(crate) fn new(games: u64) -> Progress {
        Progress {
            games,
            start: Instant::now(),
            seen: io::stderr().is_terminal(),
        }
    }

    /// Shows that so many games are played.
    pub(crate) fn show(&self, done: u64) {
        if self.seen {
            // The line is a courtesy: if it cannot be written, the games go on.
            let _ = write!(
                io::stderr(),
                "\r{}\x1b[K",
                self.line(done, self.start.elapsed().as_secs_f64())
            );
        }
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        if self.seen {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    fn line(&self, done: u64, seconds: f64) -> String {
        let share = done as f64 / self.games as f64;
        let filled = (share * WIDTH as f64) as usize;
        let bar = format!("{}{}", "#".repeat(filled), "-".repeat(WIDTH - filled.min(WIDTH)));
        let rate = done as f64 / seconds.max(1e-9);
        let left = if done == 0 {
            String::new()
        } else {
            format!(", {} left", span((self.games - done) as f64 / rate))
        };
        format!(
            "[{bar}] {:3.0} %  {} games, {}/s{left}",
            share * 100.0,
            grouped(done),
            grouped(rate as u64)
        )
    }
}

/// A span of time in words.
fn span(seconds: f64) -> String {
    match seconds as u64 {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6_000 => format!("{} min", seconds / 60),
        seconds @ 6_000..172_800 => format!("{} h", seconds / 3_600),
        seconds => format!("{} days", grouped(seconds / 86_400)),
    }
}
