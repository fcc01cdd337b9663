//! Records from files, with the game they were played in.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use finaud_record::{Notation, Record, RecordHeader};
use finaud_table::{AnyGame, GameSpec, games, with_game};

use crate::failure::caused;
use crate::game_choice::{sheet_text_called, use_weights};
use crate::language::language;
use crate::texts::files;
use crate::texts::games::{SheetArgument, no_game_of_record};

/// A file larger than this is no record.
const MAX_BYTES: u64 = 16 << 20;
/// A file larger than this is no file of games: they take some kilobytes each.
const MAX_GAMES_BYTES: u64 = 1 << 30;
/// How a record begins in a file of many.
const RECORD_HEAD: &str = "finaud record ";
/// How a sheet begins in such a file.
const SHEET_HEAD: &str = "finaud sheet ";

/// What a record does not say about its game.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct GameFiles {
    /// The sheet file of a game that is not built in.
    #[arg(long, short, value_name = "ID|FILE")]
    pub(crate) game: Option<String>,
    /// What was learned about the game, from a file that `finaud train` wrote; a sheet of one's own needs one.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
}

/// The text of a record and its header.
pub(crate) struct RecordFile {
    /// What the file is called in sentences.
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) header: RecordHeader,
    /// The sheet that stands beside it in a file of games.
    sheet: Option<String>,
}

impl RecordFile {
    /// The record in a file; `-` is standard input.
    pub(crate) fn open(file: &Path) -> Result<RecordFile> {
        let (name, text) = text(file)?;
        RecordFile::of(name, text)
    }

    /// All records in a file, one after the other, as `finaud sim --records` and the app write them; `-` is standard input.
    /// A sheet of somebody's own stands before the records that need it.
    pub(crate) fn open_all(file: &Path) -> Result<Vec<RecordFile>> {
        let (name, text) = text_within(file, MAX_GAMES_BYTES)?;
        let is_head = |line: &str| line.starts_with(RECORD_HEAD) || line.starts_with(SHEET_HEAD);
        let lines: Vec<&str> = text.lines().collect();
        let starts: Vec<usize> = (0..lines.len()).filter(|index| is_head(lines[*index])).collect();
        let blank = |lines: &[&str]| lines.iter().all(|line| line.trim().is_empty());
        // One record is told of by the name of its file; so is a text that holds none.
        if starts.len() < 2 || !blank(&lines[..starts[0]]) {
            return Ok(vec![RecordFile::of(name, text)?]);
        }
        let mut sheets: Vec<(&str, String)> = Vec::new();
        let mut records = Vec::new();
        for (index, start) in starts.iter().enumerate() {
            let part = &lines[*start..starts.get(index + 1).copied().unwrap_or(lines.len())];
            if let Some(id) = part[0].strip_prefix(SHEET_HEAD) {
                let sheet = part[1..]
                    .iter()
                    .map(|line| line.strip_prefix("  ").unwrap_or(line));
                sheets.push((id.trim(), sheet.map(|line| format!("{line}\n")).collect()));
                continue;
            }
            let place = format!("{name}:{}", start + 1);
            let mut record = RecordFile::of(place, part.join("\n") + "\n")?;
            let header = &record.header;
            let mut named = sheets.iter().filter(|(id, _)| *id == header.game);
            // Two editions of a sheet may stand in one file: the last one is the likeliest where none fits.
            let fitting = named.clone().find(|(_, sheet)| is_edition_of(header, sheet));
            record.sheet = fitting.or(named.next_back()).map(|(_, sheet)| sheet.clone());
            records.push(record);
        }
        if records.is_empty() {
            // Sheets alone are no record, and that is said.
            return Ok(vec![RecordFile::of(name, text)?]);
        }
        Ok(records)
    }

    /// A record whose header was read.
    pub(crate) fn new(name: String, text: String, header: RecordHeader) -> RecordFile {
        RecordFile {
            name,
            text,
            header,
            sheet: None,
        }
    }

    /// The record in a text.
    pub(crate) fn of(name: String, text: String) -> Result<RecordFile> {
        let header = RecordHeader::read(&text).with_context(|| name.clone())?;
        Ok(RecordFile::new(name, text, header))
    }

    /// How many played.
    pub(crate) fn players(&self) -> usize {
        usize::from(self.header.players)
    }

    /// The game it was played in; on this sheet, if one is named.
    pub(crate) fn game_on(&self, sheet: Option<&str>) -> Result<AnyGame> {
        self.build(sheet, SheetArgument::Sheet)
    }

    /// The game it was played in, with the weights that were named. A sheet matters only where the game is not built in.
    pub(crate) fn game(&self, sheet: Option<&str>, weights: Option<&Path>) -> Result<AnyGame> {
        let sheet = sheet.filter(|_| !games().any(|id| id == self.header.game));
        let game = self.build(sheet, SheetArgument::Game)?;
        use_weights(weights, &game)?;
        Ok(game)
    }

    fn build(&self, sheet: Option<&str>, argument: SheetArgument) -> Result<AnyGame> {
        let sheet = sheet.map(sheet_text_called).transpose()?;
        let sheet = sheet.or_else(|| self.sheet.clone());
        let game = GameSpec::of_record(&self.header, sheet.as_deref()).build();
        game.map_err(|error| anyhow!(no_game_of_record(&error, argument)))
            .with_context(|| self.name.clone())
    }

    /// The record itself, checked by the rules. Warnings go to the error stream.
    pub(crate) fn read<G: Notation>(&self, game: &G) -> Result<Record<G>> {
        let replayed = Record::read(game, &self.text).with_context(|| self.name.clone())?;
        for warning in &replayed.warnings {
            // If nobody listens, the work is done all the same.
            let warning = [self.name.clone(), language().describe(warning)];
            let _ = writeln!(io::stderr(), "finaud: {}", caused(warning.into_iter()));
        }
        Ok(replayed.record)
    }
}

/// Whether a record was played on this edition of a sheet.
fn is_edition_of(header: &RecordHeader, sheet: &str) -> bool {
    let game = GameSpec::of_record(header, Some(sheet)).build();
    game.is_ok_and(|game| with_game!(&game, game => game.fingerprint()) == header.sheet)
}

/// The text of a file and what the file is called in sentences; `-` is standard input.
pub(crate) fn text(file: &Path) -> Result<(String, String)> {
    text_within(file, MAX_BYTES)
}

fn text_within(file: &Path, most: u64) -> Result<(String, String)> {
    let is_stdin = file.as_os_str() == "-";
    let name = if is_stdin {
        files::record()
    } else {
        file.display().to_string()
    };
    let read = || -> Result<String> {
        if is_stdin {
            bounded(io::stdin(), most)
        } else {
            bounded(File::open(file)?, most)
        }
    };
    let text = read().with_context(|| files::cannot_read(&name))?;
    Ok((name, text))
}

fn bounded(input: impl Read, most: u64) -> Result<String> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        bail!(files::record_too_large(most));
    }
    String::from_utf8(bytes).ok().with_context(files::record_no_text)
}
