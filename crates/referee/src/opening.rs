//! From the fields of `new` and `load` to a game.

use finaud_record::{Notation, Record, RecordHeader, SeedString, choose_rulings, own_id, push, setup_names};
use finaud_rules::push::MAX_PUSH_SEATS;
use finaud_rules::{Push, Rulings, Sheet, TableGame, builtin, builtin_ids};
use serde_json::Value;

use crate::command::Command;
use crate::matched::{AnyMatch, Match};
use crate::request::{Request, kind};
use crate::request_error::{RequestError, quoted};
use crate::spoken::Spoken;

/// The most problems of a sheet that are told.
const MOST_PROBLEMS: usize = 20;
/// No game of the house has more seats; how many a game really has, it says itself.
const MOST_PLAYERS: usize = 100;

/// The game a request opens, from its start or from a position.
pub(crate) fn open(request: &Request) -> Result<Box<dyn AnyMatch>, RequestError> {
    let wish = Wish {
        request,
        position: Described::of(request)?,
        seed: Seed::of(request)?,
    };
    match wish.game()? {
        Some(push::ID) if !request.has("sheet") => wish.open(wish.push()?),
        id => wish.open(wish.dice_game(id)?),
    }
}

/// What a request says about the game it wants.
struct Wish<'a> {
    request: &'a Request,
    position: Option<Described<'a>>,
    seed: Option<Seed>,
}

impl Wish<'_> {
    /// The id of the game: named, or what the position or the seed is for.
    fn game(&self) -> Result<Option<&str>, RequestError> {
        let hint = self.position.as_ref().and_then(Described::game);
        let hint = hint.or(self.seed.as_ref().and_then(Seed::game));
        Ok(self.request.text("game")?.or(hint))
    }

    /// How many play.
    fn players(&self) -> Result<Option<usize>, RequestError> {
        let hint = self.position.as_ref().and_then(Described::players);
        let hint = hint.or(self.seed.as_ref().and_then(Seed::players));
        Ok(self.request.number("players", 0..=MOST_PLAYERS)?.or(hint))
    }

    /// The options a record tells.
    fn options(&self) -> &[(String, String)] {
        match &self.position {
            Some(Described::Record { header, .. }) => &header.options,
            _ => &[],
        }
    }

    fn dice_game(&self, id: Option<&str>) -> Result<TableGame, RequestError> {
        let mut sheet = sheet(self.request, id)?;
        if self.request.has("variant") {
            return Err(RequestError::new(format!(
                "only {} has a `variant`: this game has `rulings`",
                push::NAME
            )));
        }
        choose_rulings(&mut sheet, self.options())?;
        for (key, value) in self.request.object("rulings")?.into_iter().flatten() {
            set_ruling(&mut sheet.rulings, key, value)?;
        }
        let players = self.players()?.unwrap_or(1);
        TableGame::new(sheet, players).map_err(|error| RequestError::new(error.to_string()))
    }

    fn push(&self) -> Result<Push, RequestError> {
        let name = push::NAME;
        if self.request.has("rulings") {
            return Err(RequestError::new(format!(
                "{name} has no `rulings`: it has a `variant`"
            )));
        }
        let Some(players) = self.players()? else {
            return Err(RequestError::new(format!(
                "`players` is missing: {name} is for 2 to {MAX_PUSH_SEATS}"
            )));
        };
        let chosen = self.request.text("variant")?;
        let chosen = chosen.map(|word| [("variant".to_string(), word.to_string())]);
        let options = chosen.as_ref().map_or(self.options(), |chosen| chosen.as_slice());
        Ok(push::game(players, options)?)
    }

    /// The game at its start, or as far as it is described.
    fn open<G: Spoken + 'static>(&self, game: G) -> Result<Box<dyn AnyMatch>, RequestError> {
        let seed = self
            .seed
            .as_ref()
            .map(|seed| seed.number_for(&game))
            .transpose()?;
        Ok(Box::new(table(game, self.position.as_ref(), seed)?))
    }
}

fn table<G: Spoken>(
    game: G,
    position: Option<&Described<'_>>,
    seed: Option<u64>,
) -> Result<Match<G>, RequestError> {
    let state = match position {
        None => game.start(),
        Some(Described::Json(json)) => game.read_position_json(json)?,
        Some(Described::Text(text)) => game.read_position(text)?,
        Some(Described::Record { text, header }) => {
            let record = Record::read(&game, text)?.record;
            let seed = seed.or(header.seed.as_ref().map(SeedString::seed));
            return Match::of_record(game, &record, seed);
        }
    };
    Ok(Match::new(game, state, seed))
}

/// What a `load` command starts from.
enum Described<'a> {
    Json(&'a Value),
    Text(&'a str),
    Record {
        text: &'a str,
        header: Box<RecordHeader>,
    },
}

impl Described<'_> {
    /// What a `load` command starts from; `None` for `new`.
    fn of(request: &Request) -> Result<Option<Described<'_>>, RequestError> {
        if request.command != Command::Load {
            return Ok(None);
        }
        let (json, text, record) = (
            request.value("position"),
            request.text("text")?,
            request.text("record")?,
        );
        Ok(Some(match (json, text, record) {
            (Some(json), None, None) => Described::Json(json),
            (None, Some(text), None) => Described::Text(text),
            (None, None, Some(text)) => Described::Record {
                text,
                header: Box::new(RecordHeader::read(text)?),
            },
            (None, None, None) => {
                return Err(RequestError::new(
                    "`position` is missing: the position as JSON, or `text`, or `record`",
                ));
            }
            _ => {
                return Err(RequestError::new(
                    "give one of `position`, `text` and `record`, not several",
                ));
            }
        }))
    }

    /// The game it says it is for.
    fn game(&self) -> Option<&str> {
        match self {
            Described::Json(json) => json.get("game").and_then(Value::as_str),
            Described::Text(text) => setup_names(text).map(|(game, _)| game),
            Described::Record { header, .. } => Some(&header.game),
        }
    }

    /// How many sheets it shows.
    fn players(&self) -> Option<usize> {
        match self {
            Described::Json(json) => json.get("seats").and_then(Value::as_array).map(Vec::len),
            Described::Text(text) => setup_names(text).map(|(_, players)| players),
            Described::Record { header, .. } => Some(usize::from(header.players)),
        }
    }
}

/// The sheet a request brings along, or the built-in one with this id.
fn sheet(request: &Request, id: Option<&str>) -> Result<Sheet, RequestError> {
    if let Some(text) = request.text("sheet")? {
        let sheet = read_sheet(text)?;
        return match request.text("game")? {
            Some(id) if id != sheet.id => Err(RequestError::new(format!(
                "`game` is {}, but the sheet is `{}`",
                quoted(id),
                sheet.id
            ))),
            _ => Ok(sheet),
        };
    }
    let Some(id) = id else {
        return Err(RequestError::new(format!(
            "`game` is missing: {} or another",
            builtin_ids()[0]
        )));
    };
    let known = builtin_ids().iter().copied().chain([push::ID]);
    builtin(id)
        .cloned()
        .ok_or_else(|| RequestError::unknown("game", id, known))
}

fn read_sheet(text: &str) -> Result<Sheet, RequestError> {
    let reading = Sheet::read(text);
    let sheet = reading.sheet.ok_or_else(|| {
        let errors = reading.problems.iter().filter(|problem| problem.is_error());
        let told: Vec<String> = errors.take(MOST_PROBLEMS).map(ToString::to_string).collect();
        RequestError::new(format!("the sheet cannot be played on: {}", told.join("; ")))
    })?;
    own_id(&sheet).map_err(|fault| RequestError::new(format!("the sheet cannot be played on: {fault}")))?;
    Ok(sheet)
}

fn set_ruling(rulings: &mut Rulings, key: &str, value: &Value) -> Result<(), RequestError> {
    let Some(switch) = rulings.switch(key) else {
        return Err(RequestError::unknown("ruling", key, Rulings::KEYS));
    };
    let Some(chosen) = value.as_bool() else {
        return Err(RequestError::new(format!(
            "the ruling `{key}` is true or false, not {}",
            kind(value)
        )));
    };
    *switch = chosen;
    Ok(())
}

/// Where seeded luck comes from: a number, or a string that names a game and its players too.
enum Seed {
    Number(u64),
    Named(SeedString),
}

impl Seed {
    fn of(request: &Request) -> Result<Option<Seed>, RequestError> {
        let Some(value) = request.value("seed") else {
            return Ok(None);
        };
        if let Some(text) = value.as_str() {
            let named = text
                .parse()
                .map_err(|error| RequestError::new(format!("{} is no seed: {error}", quoted(text))))?;
            return Ok(Some(Seed::Named(named)));
        }
        match value.as_u64() {
            Some(number) => Ok(Some(Seed::Number(number))),
            None => {
                let wanted = format!(
                    "a whole number from 0 to {} or a text such as `tres-fute-p2-7K3`",
                    u64::MAX
                );
                Err(RequestError::new(format!(
                    "`seed` must be {wanted}, not {}",
                    kind(value)
                )))
            }
        }
    }

    fn game(&self) -> Option<&str> {
        match self {
            Seed::Number(_) => None,
            Seed::Named(seed) => Some(seed.game()),
        }
    }

    fn players(&self) -> Option<usize> {
        match self {
            Seed::Number(_) => None,
            Seed::Named(seed) => Some(usize::from(seed.players())),
        }
    }

    /// The number, unless the seed is for another game.
    fn number_for<G: Notation>(&self, game: &G) -> Result<u64, RequestError> {
        match self {
            Seed::Number(number) => Ok(*number),
            Seed::Named(seed) if (seed.game(), usize::from(seed.players())) == (game.id(), game.seats()) => {
                Ok(seed.seed())
            }
            Seed::Named(seed) => Err(RequestError::new(format!(
                "the seed `{seed}` is not for `{}` with {} players",
                game.id(),
                game.seats()
            ))),
        }
    }
}
