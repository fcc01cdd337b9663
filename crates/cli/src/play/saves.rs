//! The file in which a game is kept, so that it can be left and resumed.

use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use finaud_record::RecordHeader;

use super::input::Input;
use crate::texts::{files, play as texts};

/// The file if nobody names one.
const DEFAULT: &str = "finaud-game.txt";
/// A record larger than this is none.
const MAX_BYTES: u64 = 16 << 20;

/// The file a game is saved in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SaveFile(PathBuf);

/// How `finaud play` begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Beginning {
    /// With a new game.
    New,
    /// With the game of this record.
    Resumed(String),
    /// Not at all.
    Nothing,
}

impl SaveFile {
    /// Resumes a saved game, in the same file if no other is named.
    pub(super) fn resumed(from: &Path, to: Option<&Path>) -> SaveFile {
        SaveFile(to.unwrap_or(from).into())
    }

    /// Finds a file for a new game. An unfinished game in it may be resumed; nothing else is ever overwritten.
    pub(super) fn fresh<R: BufRead>(
        named: Option<&Path>,
        input: &mut Input<R>,
        out: &mut impl Write,
    ) -> Result<(SaveFile, Beginning)> {
        let path = named.unwrap_or(Path::new(DEFAULT));
        if !path.exists() {
            return Ok((SaveFile(path.into()), Beginning::New));
        }
        let text = read(path)?;
        let header = header(&text, path)?;
        if header.result.is_some() {
            return match named {
                Some(path) => bail!(texts::finished(&path.display().to_string())),
                None => Ok((SaveFile(unused()?), Beginning::New)),
            };
        }
        let name = path.display().to_string();
        writeln!(out, "{}", texts::unfinished(&name, &header.game, header.players))?;
        loop {
            let answer = input.ask(out, &texts::go_on())?;
            let beginning = match answer.as_deref().map(str::to_lowercase).as_deref() {
                Some("y" | "yes") => Beginning::Resumed(text),
                Some("n" | "no") => Beginning::New,
                Some("q" | "quit") | None => Beginning::Nothing,
                Some(_) => continue,
            };
            return Ok((SaveFile(path.into()), beginning));
        }
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Saves a record. The file is never half written.
    pub(super) fn save(&self, text: &str) -> Result<()> {
        let mut part = self.0.clone().into_os_string();
        part.push(".part");
        fs::write(&part, text)
            .and_then(|()| fs::rename(&part, &self.0))
            .with_context(|| texts::cannot_save(&self.0.display().to_string()))
    }
}

/// A name that no file has yet.
fn unused() -> Result<PathBuf> {
    (2..10_000)
        .map(|number| PathBuf::from(DEFAULT.replace(".txt", &format!("-{number}.txt"))))
        .find(|path| !path.exists())
        .with_context(texts::too_many_games)
}

/// The text of a saved game.
pub(super) fn read(path: &Path) -> Result<String> {
    let name = path.display().to_string();
    let file = fs::File::open(path).with_context(|| files::cannot_open(path))?;
    let mut text = String::new();
    match file.take(MAX_BYTES).read_to_string(&mut text) {
        Ok(_) => Ok(text),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            bail!(texts::no_record(&name))
        }
        Err(error) => Err(error).with_context(|| files::cannot_read(&name)),
    }
}

/// Who played what.
pub(super) fn header(text: &str, path: &Path) -> Result<RecordHeader> {
    RecordHeader::read(text).with_context(|| texts::no_record(&path.display().to_string()))
}
