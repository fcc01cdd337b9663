//! Records from files, with the game they were played in.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use finaud_record::{Notation, Record, RecordHeader};

use crate::game_choice::GameChoice;
use crate::replay;

/// What a record does not say about its game.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Unsaid {
    /// The sheet file of a game that is not built in.
    #[arg(long, short, value_name = "ID|FILE")]
    pub(crate) game: Option<String>,
    /// What was learned about the game, from a file that `finaud train` wrote; a sheet of one's own needs one.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
}

/// The text of a record and what it says about its game.
pub(crate) struct RecordFile {
    /// What the file is called in sentences.
    pub(crate) name: String,
    text: String,
    /// The game it was played in.
    pub(crate) game: GameChoice,
    /// How many played.
    pub(crate) players: usize,
}

impl RecordFile {
    /// The record in a file; `-` is standard input.
    pub(crate) fn open(file: &Path, known: &Unsaid) -> Result<RecordFile> {
        let (name, text) = text(file)?;
        RecordFile::of(name, text, known)
    }

    /// The record in a text.
    pub(crate) fn of(name: String, text: String, known: &Unsaid) -> Result<RecordFile> {
        let header = RecordHeader::read(&text).with_context(|| name.clone())?;
        let mut game = GameChoice {
            game: known.game.as_deref().unwrap_or("tres-fute").into(),
            rulings: Vec::new(),
            variant: None,
            weights: known.weights.clone(),
        };
        game.follow(&header.game, &header.options)
            .with_context(|| name.clone())?;
        Ok(RecordFile {
            name,
            text,
            game,
            players: usize::from(header.players),
        })
    }

    /// The record itself, checked by the rules. Warnings go to the error stream.
    pub(crate) fn read<G: Notation>(&self, game: &G) -> Result<Record<G>> {
        let replayed = Record::read(game, &self.text).with_context(|| self.name.clone())?;
        for warning in &replayed.warnings {
            // If nobody listens, the work is done all the same.
            let _ = writeln!(io::stderr(), "finaud: {}: {warning}", self.name);
        }
        Ok(replayed.record)
    }
}

/// The text of a file and what it is called in sentences.
pub(crate) fn text(file: &Path) -> Result<(String, String)> {
    let name = if replay::is_stdin(file) {
        "the record".into()
    } else {
        file.display().to_string()
    };
    let text = replay::read(file).with_context(|| format!("{name} cannot be read"))?;
    Ok((name, text))
}
