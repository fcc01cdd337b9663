//! From the fields of `new` and `load` to a game.

use finaud_record::{Notation, Record, RecordHeader, SeedString, example_game, push, setup_names};
use finaud_rules::push::MAX_PUSH_SEATS;
use finaud_rules::{Rulings, builtin_ids};
use finaud_table::{Chair, ChanceSource, GameError, GameSpec, GameTable, with_game};
use serde_json::Value;

use crate::command::Command;
use crate::matched::{AnyMatch, LONGEST_LOG, Match, too_long};
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
    with_game!(into wish.spec()?.build().map_err(refused)?, game => wish.open(game))
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

    /// Everything the request says about the game.
    fn spec(&self) -> Result<GameSpec, RequestError> {
        let sheet = self.request.text("sheet")?;
        match self.game()? {
            Some(push::ID) if sheet.is_none() => self.push_spec(),
            id => self.dice_spec(id, sheet),
        }
    }

    fn dice_spec(&self, id: Option<&str>, sheet: Option<&str>) -> Result<GameSpec, RequestError> {
        let game = match (sheet, self.request.text("game")?) {
            // A sheet says its own id.
            (Some(text), None) => finaud_table::read_sheet(text).map_err(refused)?.id,
            (Some(_), Some(id)) => id.to_string(),
            (None, _) => id
                .ok_or_else(|| {
                    RequestError::new(format!("`game` is missing: {} or another", builtin_ids()[0]))
                })?
                .to_string(),
        };
        let mut spec = GameSpec {
            sheet: sheet.map(Into::into),
            options: self.options().to_vec(),
            ..GameSpec::plain(&game, self.players()?.unwrap_or(1))
        };
        // What is wrong with the sheet is told before what is wrong with the options.
        spec.sheet().map_err(refused)?;
        if self.request.has("variant") {
            return Err(RequestError::new(format!(
                "only {} has a `variant`: this game has `rulings`",
                push::NAME
            )));
        }
        for (key, value) in self.request.object("rulings")?.into_iter().flatten() {
            spec.options.push((key.clone(), ruling(key, value)?.to_string()));
        }
        Ok(spec)
    }

    fn push_spec(&self) -> Result<GameSpec, RequestError> {
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
        Ok(GameSpec {
            options: chosen.map_or_else(
                || self.options().to_vec(),
                |word| vec![("variant".into(), word.into())],
            ),
            ..GameSpec::plain(push::ID, players)
        })
    }

    /// The game at its start, or as far as it is described.
    fn open<G: Spoken + 'static>(&self, game: G) -> Result<Box<dyn AnyMatch>, RequestError> {
        let seed = self
            .seed
            .as_ref()
            .map(|seed| seed.number_for(&game))
            .transpose()?;
        Ok(Box::new(Match::new(table(game, self.position.as_ref(), seed)?)))
    }
}

/// Why there is no such game, as the referee says it.
fn refused(error: GameError) -> RequestError {
    match error {
        GameError::Unknown { id, .. } => RequestError::unknown("game", &id, finaud_table::games()),
        GameError::Sheet(problems) => {
            let told: Vec<String> = problems
                .iter()
                .take(MOST_PROBLEMS)
                .map(ToString::to_string)
                .collect();
            RequestError::new(format!("the sheet cannot be played on: {}", told.join("; ")))
        }
        GameError::TakenId(error) => RequestError::new(format!("the sheet cannot be played on: {error}")),
        GameError::OtherSheet { wanted, found } => RequestError::new(format!(
            "`game` is {}, but the sheet is `{found}`",
            quoted(&wanted)
        )),
        GameError::Options(error) => error.into(),
        GameError::Players(message) => RequestError::new(message.to_string()),
    }
}

fn table<G: Spoken>(
    game: G,
    position: Option<&Described<'_>>,
    seed: Option<u64>,
) -> Result<GameTable<G>, RequestError> {
    let state = match position {
        None => game.start(),
        Some(Described::Json(json)) => game.read_position_json(json)?,
        Some(Described::Text(text)) => game.read_position(text)?,
        Some(Described::Record { text, .. }) => {
            let mut record = Record::read(&game, text)?.record;
            if record.events.len() > LONGEST_LOG {
                return Err(too_long());
            }
            if let Some(seed) = seed {
                record.header.seed = seed_string(&game, seed);
            }
            let table = GameTable::of_record(game, &record);
            return table.map_err(|error| RequestError::new(error.to_string()));
        }
    };
    let chance = seed.map_or(ChanceSource::Typed, ChanceSource::Seed);
    let people = vec![Chair::person(""); game.seats()];
    let table = GameTable::starting_at(game, state, people, chance);
    table.map_err(|error| RequestError::new(error.to_string()))
}

/// The seed as a string that names the game too.
fn seed_string<G: Notation>(game: &G, seed: u64) -> Option<SeedString> {
    SeedString::new(game.id(), u8::try_from(game.seats()).ok()?, seed).ok()
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

/// How a ruling is set.
fn ruling(key: &str, value: &Value) -> Result<bool, RequestError> {
    if !Rulings::KEYS.contains(&key) {
        return Err(RequestError::unknown("ruling", key, Rulings::KEYS));
    }
    value.as_bool().ok_or_else(|| {
        RequestError::new(format!(
            "the ruling `{key}` is true or false, not {}",
            kind(value)
        ))
    })
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
                    "a whole number from 0 to {} or a text such as `{}-p2-7K3`",
                    u64::MAX,
                    example_game()
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
