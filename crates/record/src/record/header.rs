//! The tags at the head of a record.

use finaud_rules::Message;

use super::lines::{Lines, clean};
use super::{RECORD_VERSION, RecordError, RecordErrorKind};
use crate::notation::Notation;
use crate::seed::{SeedError, SeedString, example_game};
use crate::words::{number, quote};

/// How many people may play any game of the house.
const MOST_PLAYERS: u8 = 8;
/// How many tags a record may have.
const MOST_TAGS: usize = 200;

/// Who played what: enough to find the game before its events are read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordHeader {
    /// The id of the game.
    pub game: String,
    /// How many people play.
    pub players: u8,
    /// The seed the luck came from.
    pub seed: Option<SeedString>,
    /// The options that differ from the game's own reading of the rules.
    pub options: Vec<(String, String)>,
    /// The fingerprint of the sheet.
    pub sheet: Option<u64>,
    /// The names of the seats, one for each; empty where nobody was named.
    pub seats: Vec<String>,
    /// Where the game started, if not at its beginning.
    pub position: Option<String>,
    /// The points of each seat at the end.
    pub result: Option<Vec<i32>>,
    /// All other tags, in their order. The names above cannot be used here.
    pub tags: Vec<(String, String)>,
    /// Comments before the first event.
    pub comments: Vec<String>,
}

/// The tags that have a field of their own.
const KNOWN: [&str; 6] = ["game", "players", "seed", "sheet", "position", "result"];

impl RecordHeader {
    /// The header of a new record of this game.
    pub fn of<G: Notation>(game: &G) -> RecordHeader {
        RecordHeader {
            game: game.id().to_string(),
            players: game.seats() as u8,
            seed: None,
            options: game.options(),
            sheet: game.fingerprint(),
            seats: vec![String::new(); game.seats()],
            position: None,
            result: None,
            tags: Vec::new(),
            comments: Vec::new(),
        }
    }

    /// Reads the header of a record, and nothing behind it.
    pub fn read(text: &str) -> Result<RecordHeader, RecordError> {
        RecordHeader::read_from(&mut Lines::of(text)?)
    }

    /// The value of a free tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    pub(super) fn read_from(lines: &mut Lines<'_>) -> Result<RecordHeader, RecordError> {
        let first = lines.next()?.map_or("", |(_, line)| line);
        version(first)?;
        let mut draft = Draft::default();
        while let Some((at, line)) = lines.next()? {
            let line = line.trim_start();
            if line.is_empty() {
                break;
            }
            draft.line(line).map_err(|why| RecordError::at(at, why))?;
        }
        draft.finish()
    }

    pub(super) fn write(&self) -> String {
        let mut text = format!("finaud record {RECORD_VERSION}\n");
        let mut tag = |name: &str, value: &str| {
            text += format!("{}: {}", clean(name), clean(value)).trim_end();
            text.push('\n');
        };
        tag("game", &self.game);
        tag("players", &self.players.to_string());
        if let Some(seed) = &self.seed {
            tag("seed", &seed.to_string());
        }
        for (key, value) in &self.options {
            tag(&format!("option {key}"), value);
        }
        if let Some(sheet) = self.sheet {
            tag("sheet", &format!("{sheet:016x}"));
        }
        if let Some(position) = &self.position {
            tag("position", position);
        }
        for (seat, name) in (1..).zip(&self.seats).filter(|(_, name)| !clean(name).is_empty()) {
            tag(&format!("seat {seat}"), name);
        }
        for (name, value) in self.tags.iter().filter(|(name, _)| is_free(name)) {
            tag(name, value);
        }
        if let Some(result) = &self.result {
            tag(
                "result",
                &result.iter().map(i32::to_string).collect::<Vec<_>>().join(" "),
            );
        }
        let comments = self
            .comments
            .iter()
            .flat_map(|comment| comment.lines())
            .map(clean);
        for comment in comments.filter(|comment| !comment.is_empty()) {
            text += &format!("; {comment}\n");
        }
        text
    }
}

/// Can this be the name of a tag without a field of its own?
fn is_free(name: &str) -> bool {
    let name = clean(name).to_lowercase();
    let first = name.split(' ').next().unwrap_or_default();
    let known = KNOWN.contains(&name.as_str()) || ["option", "seat"].contains(&first);
    !(known || name.is_empty() || name.contains(':') || name.starts_with(';'))
}

fn version(line: &str) -> Result<(), RecordError> {
    let Some(version) = line.strip_prefix("finaud record ") else {
        let why = Message::new(
            "record.first-line",
            "a record begins with `finaud record {version}`, not {line}",
        );
        let why = why.with("version", RECORD_VERSION).with("line", quote(line));
        return Err(RecordError::at(1, why));
    };
    if version == RECORD_VERSION.to_string() {
        return Ok(());
    }
    let why = Message::new(
        "record.other-version",
        "the record has version {version}; this program reads version {known}",
    );
    let why = why.with("version", quote(version)).with("known", RECORD_VERSION);
    let error = RecordError::at(1, why);
    let newer = version
        .trim()
        .parse::<u32>()
        .is_ok_and(|version| version > RECORD_VERSION);
    Err(if newer {
        error.of_kind(RecordErrorKind::Newer)
    } else {
        error
    })
}

/// A header while it is read.
#[derive(Default)]
struct Draft {
    game: Option<String>,
    players: Option<u8>,
    seed: Option<SeedString>,
    options: Vec<(String, String)>,
    sheet: Option<u64>,
    seats: Vec<(u8, String)>,
    position: Option<String>,
    result: Option<Vec<i32>>,
    tags: Vec<(String, String)>,
    comments: Vec<String>,
}

impl Draft {
    fn line(&mut self, line: &str) -> Result<(), Message> {
        // What is not seen does not count: a comment stays one when it is written again.
        if let Some(comment) = clean(line).strip_prefix(';') {
            self.comments
                .extend(Some(clean(comment)).filter(|comment| !comment.is_empty()));
            return Ok(());
        }
        let Some((name, value)) = line.split_once(':') else {
            let error = Message::new("record.no-tag", "{line} should be a tag, `name: value`");
            return Err(error.with("line", quote(line)));
        };
        let (name, value) = (clean(name), clean(value));
        let key = name.to_lowercase();
        match key.split_once(' ').unwrap_or((&key, "")) {
            ("game", "") => once(&mut self.game, &key, Some(value).filter(|game| !game.is_empty())),
            ("players", "") => {
                let players = number(&value).filter(|players| (1..=MOST_PLAYERS).contains(players));
                let why = || {
                    Message::new(
                        "record.player-count",
                        "a game is for 1 to {most} players, not {players}",
                    )
                    .with("players", quote(&value))
                    .with("most", MOST_PLAYERS)
                };
                once(&mut self.players, &key, Some(players.ok_or_else(why)?))
            }
            ("seed", "") => {
                let seed = value.parse().map_err(|error: SeedError| {
                    Message::new("record.no-seed", "{text} is no seed: {why}")
                        .with("text", quote(&value))
                        .with("why", error.message())
                })?;
                once(&mut self.seed, &key, Some(seed))
            }
            ("sheet", "") => {
                let plain = value.len() == 16 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
                let sheet = if plain {
                    u64::from_str_radix(&value, 16).ok()
                } else {
                    None
                };
                let why = || {
                    Message::new(
                        "record.no-fingerprint",
                        "{text} is no fingerprint of a sheet: it has 16 digits from 0 to f",
                    )
                    .with("text", quote(&value))
                };
                once(&mut self.sheet, &key, Some(sheet.ok_or_else(why)?))
            }
            ("position", "") => once(&mut self.position, &key, Some(value)),
            ("result", "") => {
                let points: Option<Vec<i32>> =
                    value.split_whitespace().map(|word| word.parse().ok()).collect();
                let why = || {
                    Message::new("record.no-result", "{text} should be the points of each seat")
                        .with("text", quote(&value))
                };
                once(&mut self.result, &key, Some(points.ok_or_else(why)?))
            }
            ("option", option) => {
                let option = option.trim();
                if option.is_empty() || self.options.iter().any(|(known, _)| known == option) {
                    let error = Message::new(
                        "record.bad-option",
                        "the option {option} is missing a name or appears twice",
                    );
                    return Err(error.with("option", quote(option)));
                }
                self.options.push((option.to_string(), value));
                self.bounded()
            }
            ("seat", seat) => {
                let seat = seat.trim();
                let number = number(seat).ok_or_else(|| {
                    Message::new("record.no-seat", "{text} is no seat").with("text", quote(seat))
                })?;
                if self.seats.iter().any(|(known, _)| *known == number) {
                    let error = Message::new("record.seat-twice", "seat {seat} is named twice");
                    return Err(error.with("seat", number));
                }
                self.seats.push((number, value));
                self.bounded()
            }
            _ if name.is_empty() => Err(Message::new(
                "record.nameless-tag",
                "a tag needs a name before the `:`",
            )),
            _ => {
                self.tags.push((name, value));
                self.bounded()
            }
        }
    }

    fn bounded(&self) -> Result<(), Message> {
        if self.options.len() + self.seats.len() + self.tags.len() > MOST_TAGS {
            let error = Message::new("record.tag-count", "a record has at most {most} tags");
            return Err(error.with("most", MOST_TAGS));
        }
        Ok(())
    }

    fn finish(self) -> Result<RecordHeader, RecordError> {
        let game = self.game.ok_or_else(|| {
            let why = Message::new(
                "record.no-game",
                "the record does not name its game: `game: {example}`",
            );
            RecordError::whole(why.with("example", example_game()))
        })?;
        let players = self.players.ok_or_else(|| {
            RecordError::whole(Message::new(
                "record.no-players",
                "the record does not say how many people play: `players: 2`",
            ))
        })?;
        let mut seats = vec![String::new(); usize::from(players)];
        for (seat, name) in self.seats {
            let Some(place) = usize::from(seat)
                .checked_sub(1)
                .and_then(|index| seats.get_mut(index))
            else {
                let error = Message::new(
                    "record.stray-seat",
                    "seat {seat} is named, but {players} people play",
                );
                return Err(RecordError::whole(
                    error.with("seat", seat).with("players", players),
                ));
            };
            *place = name;
        }
        if self
            .seed
            .as_ref()
            .is_some_and(|seed| (seed.game(), seed.players()) != (&game, players))
        {
            return Err(RecordError::whole(Message::new(
                "record.other-seed",
                "the seed is for another game or another number of players",
            )));
        }
        if self
            .result
            .as_ref()
            .is_some_and(|result| result.len() != usize::from(players))
        {
            let error = Message::new(
                "record.result-count",
                "the result should have {players} numbers, one for each seat",
            );
            return Err(RecordError::whole(error.with("players", players)));
        }
        Ok(RecordHeader {
            game,
            players,
            seed: self.seed,
            options: self.options,
            sheet: self.sheet,
            seats,
            position: self.position,
            result: self.result,
            tags: self.tags,
            comments: self.comments,
        })
    }
}

/// Sets a tag that may stand there once.
fn once<T>(tag: &mut Option<T>, name: &str, value: Option<T>) -> Result<(), Message> {
    if value.is_none() {
        return Err(Message::new("record.empty-tag", "the tag `{name}` is empty").with("name", name));
    }
    match std::mem::replace(tag, value) {
        None => Ok(()),
        Some(_) => Err(Message::new("record.tag-twice", "the tag `{name}` appears twice").with("name", name)),
    }
}
