//! The games of a simulation in a file: one record after the other, as the app writes and reads them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use finaud_players::Bot;
use finaud_record::{Event, Notation, Record, SeedString};

use crate::texts::files::cannot_write;

/// A file that games are written to in the order of the series, whoever has played them first.
pub(super) struct RecordsFile {
    path: PathBuf,
    bot: Bot,
    queue: Mutex<RecordQueue>,
}

struct RecordQueue {
    file: BufWriter<File>,
    /// The game to be written next.
    next: u64,
    /// Games that are done before their turn.
    waiting: BTreeMap<u64, String>,
    /// The first thing that went wrong.
    failed: Option<io::Error>,
}

impl RecordsFile {
    /// A new file for games of this bot.
    pub(super) fn create(path: &Path, bot: Bot) -> Result<RecordsFile> {
        let file = File::create(path).with_context(|| cannot_write(path))?;
        Ok(RecordsFile {
            path: path.to_owned(),
            bot,
            queue: Mutex::new(RecordQueue {
                file: BufWriter::new(file),
                next: 0,
                waiting: BTreeMap::new(),
                failed: None,
            }),
        })
    }

    /// Takes the game with this index in the series.
    pub(super) fn add<G: Notation>(&self, game: &G, index: u64, seed: u64, log: &[Event<G>]) {
        let Ok(mut record) = Record::of(game, log.iter().copied()) else {
            return;
        };
        record.header.seed = SeedString::new(game.id(), game.seats() as u8, seed).ok();
        let bots = (1..=game.seats()).map(|seat| (format!("bot {seat}"), self.bot.name().to_owned()));
        record.header.tags.extend(bots);
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.waiting.insert(index, record.write(game));
        queue.write_waiting();
    }

    /// Everything is played. What has waited for games that were not played any more is written, too.
    pub(super) fn finish(&self) -> Result<()> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(first) = queue.waiting.first_key_value() {
            queue.next = *first.0;
            queue.write_waiting();
        }
        let flushed = queue.file.flush();
        let failed = queue.failed.take().map_or(flushed, Err);
        failed.with_context(|| cannot_write(&self.path))
    }
}

impl RecordQueue {
    fn write_waiting(&mut self) {
        while let Some(text) = self.waiting.remove(&self.next) {
            self.next += 1;
            if let Err(error) = write!(self.file, "{}\n\n", text.trim_end()) {
                self.failed.get_or_insert(error);
            }
        }
    }
}
