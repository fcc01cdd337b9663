//! What a run has found, in a file, so that it can go on later.
//!
//! The first line names the position, the sheet and a value of its net, to the last bit; each other line is a path that was searched:
//! settings, seed, worth, points, luck, with tabs between them.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, Result, anyhow, bail};
use finaud_players::{Roster, SearchLimits};
use finaud_proof::line::{Line, Settings};
use finaud_record::Notation;
use finaud_rules::{Game, Position, Seat, SoloGame};

/// Paths that were searched.
pub(super) struct Kept {
    path: PathBuf,
    known: HashMap<(String, u64), Line>,
    file: Mutex<(File, io::Result<()>)>,
}

impl Kept {
    /// The paths in a file, which is begun if it is not there. What was found for something else is refused.
    pub(super) fn open(path: &Path, game: &SoloGame, from: &Position<1>) -> Result<Kept> {
        let outlook = game
            .analyst(SearchLimits::NONE)
            .outlook(game, &game.start(), Seat(0));
        let first = format!(
            "finaud bound 1\t{}\t{:016x}\t{:016x}",
            game.position_text(from),
            game.fingerprint().unwrap_or(0),
            outlook.points.to_bits()
        );
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(|| crate::texts::files::cannot_open(path)),
        };
        let mut lines = text.lines();
        match lines.next() {
            None => {}
            Some(line) if line == first => {}
            Some(_) => bail!(
                "{} holds no paths of this game with these weights; name another file",
                path.display()
            ),
        }
        let mut known = HashMap::new();
        // The last line may have been cut short.
        for line in lines.clone().filter(|line| line.split('\t').count() == 5) {
            let (key, found) = read(line).ok_or_else(|| anyhow!("{}: `{line}`", path.display()))?;
            known.insert(key, found);
        }
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| crate::texts::files::cannot_open(path))?;
        if text.is_empty() {
            writeln!(file, "{first}")?;
        } else if !text.ends_with('\n') {
            writeln!(file)?;
        }
        Ok(Kept {
            path: path.to_path_buf(),
            known,
            file: Mutex::new((file, Ok(()))),
        })
    }

    /// What was found on a path before.
    pub(super) fn get(&self, settings: Settings, seed: u64) -> Option<Line> {
        self.known.get(&(text(settings), seed)).copied()
    }

    /// Keeps what was found on a path.
    pub(super) fn add(&self, settings: Settings, seed: u64, line: Line) {
        let mut file = self.file.lock().expect("nobody fails while holding it");
        let Line { worth, points, luck } = line;
        let written = writeln!(
            file.0,
            "{}\t{seed:016x}\t{worth}\t{points}\t{luck}",
            text(settings)
        );
        if file.1.is_ok() {
            file.1 = written;
        }
    }

    /// Says whether everything could be written.
    pub(super) fn check(&self) -> Result<()> {
        let mut file = self.file.lock().expect("nobody fails while holding it");
        let written = std::mem::replace(&mut file.1, Ok(()));
        written.with_context(|| format!("{} cannot be written", self.path.display()))
    }
}

fn text(settings: Settings) -> String {
    let Settings {
        alpha,
        outcomes,
        width,
        margin,
    } = settings;
    format!("{alpha} {outcomes} {width} {margin}")
}

fn read(line: &str) -> Option<((String, u64), Line)> {
    let mut words = line.split('\t');
    let settings = words.next()?.to_string();
    let seed = u64::from_str_radix(words.next()?, 16).ok()?;
    let line = Line {
        worth: words.next()?.parse().ok()?,
        points: words.next()?.parse().ok()?,
        luck: words.next()?.parse().ok()?,
    };
    Some(((settings, seed), line))
}
