//! Where a game is kept between two sittings.

use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use finaud_record::RecordHeader;

use super::input::Input;

/// The file if nobody names one.
const DEFAULT: &str = "finaud-game.txt";
/// A record larger than this is none.
const MOST_BYTES: u64 = 16 << 20;

/// The file a game is saved in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Saves(PathBuf);

/// How a sitting begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Start {
    /// With a new game.
    Anew,
    /// With the game of this record.
    Resumed(String),
    /// Not at all.
    Nothing,
}

impl Saves {
    /// Goes on with a saved game, in the same file if no other is named.
    pub(super) fn resumed(from: &Path, to: Option<&Path>) -> Saves {
        Saves(to.unwrap_or(from).into())
    }

    /// Finds a file for a new game. An unfinished game in it may be gone on with; nothing else is ever lost.
    pub(super) fn fresh<R: BufRead>(
        named: Option<&Path>,
        input: &mut Input<R>,
        out: &mut impl Write,
    ) -> Result<(Saves, Start)> {
        let path = named.unwrap_or(Path::new(DEFAULT));
        if !path.exists() {
            return Ok((Saves(path.into()), Start::Anew));
        }
        let text = read(path)?;
        let header = header(&text, path)?;
        if header.result.is_some() {
            return match named {
                Some(path) => bail!("{} holds a finished game; name another file", path.display()),
                None => Ok((Saves(unused()?), Start::Anew)),
            };
        }
        let name = path.display();
        writeln!(
            out,
            "{name} holds an unfinished game of {} ({} players).",
            header.game, header.players
        )?;
        loop {
            let answer = input.ask(
                out,
                "Go on with it? (y: go on, n: forget it and start anew, q: quit)",
            )?;
            let start = match answer.as_deref().map(str::to_lowercase).as_deref() {
                Some("y" | "yes") => Start::Resumed(text),
                Some("n" | "no") => Start::Anew,
                Some("q" | "quit") | None => Start::Nothing,
                Some(_) => continue,
            };
            return Ok((Saves(path.into()), start));
        }
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Saves a record. The file is never half written.
    pub(super) fn save(&self, text: &str) -> Result<()> {
        let name = self.0.display();
        let mut part = self.0.clone().into_os_string();
        part.push(".part");
        fs::write(&part, text)
            .and_then(|()| fs::rename(&part, &self.0))
            .with_context(|| format!("the game cannot be saved in {name}"))
    }
}

/// A name that no file has yet.
fn unused() -> Result<PathBuf> {
    (2..10_000)
        .map(|number| PathBuf::from(DEFAULT.replace(".txt", &format!("-{number}.txt"))))
        .find(|path| !path.exists())
        .context("there are too many finished games here; name a file with --save")
}

/// The text of a saved game.
pub(super) fn read(path: &Path) -> Result<String> {
    let name = path.display();
    let file = fs::File::open(path).with_context(|| format!("{name} cannot be opened"))?;
    let mut text = String::new();
    match file.take(MOST_BYTES).read_to_string(&mut text) {
        Ok(_) => Ok(text),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => bail!("{name} is no record of a game"),
        Err(error) => Err(error).with_context(|| format!("{name} cannot be read")),
    }
}

/// Who played what.
pub(super) fn header(text: &str, path: &Path) -> Result<RecordHeader> {
    RecordHeader::read(text).with_context(|| format!("{} is no record of a game", path.display()))
}
