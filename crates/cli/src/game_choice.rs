//! Which game: a built-in one or a sheet file, for how many players, under which readings of the rules.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use finaud_players::Bot;
use finaud_players::learned::{Learnable, Weights, register_weights};
use finaud_record::{choose_rulings, own_id, push};
use finaud_rules::push::MAX_PUSH_SEATS;
use finaud_rules::{Sheet, SoloGame, TableGame, builtin, builtin_ids, nearest};

use crate::failure::Usage;
use crate::surface::Surface;

/// The game to play and how its rules are read.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct GameChoice {
    /// A built-in game (`finaud sheet list` names them) or a sheet file.
    #[arg(long, short, value_name = "ID|FILE", default_value = "tres-fute")]
    pub(crate) game: String,
    /// Reads a rule in another way, as in `forfeit_always=true`. May be given several times.
    #[arg(long = "ruling", value_name = "KEY=VALUE")]
    pub(crate) rulings: Vec<String>,
    /// The variant of PUSH: standard or risk.
    #[arg(long)]
    pub(crate) variant: Option<String>,
    /// What `expert`, `master` and the coach have learned, from a file that `finaud train` wrote; a sheet of one's own
    /// needs one.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
}

/// The game and how many play it.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct TableChoice {
    #[command(flatten)]
    game: GameChoice,
    /// How many players sit at the table; as few as can be if not given.
    #[arg(long, short, value_parser = players, allow_hyphen_values = true)]
    players: Option<usize>,
}

/// A sheet file larger than this is no sheet.
const MOST_BYTES: u64 = 1 << 20;
/// A file larger than this holds no weights.
const MOST_WEIGHTS: u64 = 64 << 20;

/// Something to be done with a game of any kind.
pub(crate) trait WithGame {
    /// What comes of it.
    type Out;

    /// Does it.
    fn with<G: Surface>(self, game: G) -> Self::Out;
}

impl GameChoice {
    /// Is it PUSH, which has no sheet?
    pub(crate) fn is_push(&self) -> bool {
        self.game.eq_ignore_ascii_case(push::ID)
    }

    /// The sheet, with the readings of the rules that were asked for.
    pub(crate) fn sheet(&self) -> Result<Sheet> {
        if self.variant.is_some() {
            return Err(Usage(format!(
                "--variant is for {}; a dice game has --ruling",
                push::NAME
            ))
            .into());
        }
        let mut sheet = sheet_called(&self.game)?;
        let chosen: Vec<(String, String)> = self
            .rulings
            .iter()
            .map(|text| split(text))
            .collect::<Result<_, _>>()?;
        choose_rulings(&mut sheet, &chosen).map_err(|fault| Usage(fault.to_string()))?;
        Ok(sheet)
    }

    /// Chooses what a record was played with. A sheet that is not built in must have been chosen already.
    pub(crate) fn follow(&mut self, id: &str, options: &[(String, String)]) -> Result<()> {
        if id == push::ID {
            self.game = id.into();
            self.variant = options
                .iter()
                .find(|(key, _)| key == "variant")
                .map(|(_, value)| value.clone());
            self.rulings = Vec::new();
            return Ok(());
        }
        if builtin(id).is_some() {
            self.game = id.into();
        } else if sheet_called(&self.game)?.id != id {
            bail!("the game `{id}` is not built in; name its sheet file with --game");
        }
        self.rulings = options
            .iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        Ok(())
    }

    /// Makes the game for so many players and does something with it.
    pub(crate) fn with<W: WithGame>(&self, players: usize, then: W) -> Result<W::Out> {
        if self.is_push() {
            if !self.rulings.is_empty() {
                return Err(Usage(format!(
                    "{} has no rulings to choose; it has --variant",
                    push::NAME
                ))
                .into());
            }
            let variant = self
                .variant
                .iter()
                .map(|variant| ("variant".to_string(), variant.clone()));
            let game = push::game(players, &variant.collect::<Vec<_>>());
            let game = game.map_err(|fault| Usage(fault.to_string()))?;
            return Ok(then.with(self.taught(game)?));
        }
        let sheet = self.sheet()?;
        // A solo game has a smaller state.
        Ok(if players == 1 {
            let game = SoloGame::new(sheet, players).map_err(|error| Usage(error.to_string()))?;
            then.with(self.taught(game)?)
        } else {
            let game = TableGame::new(sheet, players).map_err(|error| Usage(error.to_string()))?;
            then.with(self.taught(game)?)
        })
    }

    /// Lends the game the weights that were asked for.
    fn taught<G: Learnable>(&self, game: G) -> Result<G> {
        if let Some(path) = &self.weights {
            let name = path.display();
            let bytes = bytes_of(path, MOST_WEIGHTS)?;
            let weights = Weights::read(&bytes).with_context(|| format!("{name} cannot be used"))?;
            game.accepts(&weights)
                .with_context(|| format!("{name} cannot be used"))?;
            register_weights(weights);
        }
        Ok(game)
    }
}

impl TableChoice {
    /// Makes the game and does something with it.
    pub(crate) fn with<W: WithGame>(&self, then: W) -> Result<W::Out> {
        self.game.with(self.players(), then)
    }

    /// So many players as were asked for, or the fewest the game is for.
    fn players(&self) -> usize {
        let can_play = |players: &usize| !self.game.is_push() || push::game(*players, &[]).is_ok();
        self.players.or((1..=MAX_PUSH_SEATS).find(can_play)).unwrap_or(1)
    }
}

/// The built-in sheet with this id, or the sheet in this file.
pub(crate) fn sheet_called(name: &str) -> Result<Sheet> {
    if let Some(sheet) = builtin(name) {
        return Ok(sheet.clone());
    }
    if name.eq_ignore_ascii_case(push::ID) {
        return Err(Usage(format!("{} is played with cards: it has no sheet", push::NAME)).into());
    }
    let path = Path::new(name);
    if !looks_like_a_file(path) {
        return Err(Usage(no_such_game(name)).into());
    }
    let reading = Sheet::read(&sheet_text(path)?);
    let errors = reading
        .problems
        .iter()
        .filter(|problem| problem.is_error())
        .count();
    match reading.sheet {
        Some(sheet) => {
            own_id(&sheet).with_context(|| format!("{name} cannot be played"))?;
            Ok(sheet)
        }
        None => {
            let first = reading.problems.iter().find(|problem| problem.is_error());
            let first = first.map(ToString::to_string).unwrap_or_default();
            let others = match errors {
                0 | 1 => String::new(),
                2 => " (and another problem)".into(),
                _ => format!(" (and {} more problems)", errors - 1),
            };
            bail!("{name} cannot be played: {first}{others}; `finaud sheet check {name}` lists all")
        }
    }
}

/// The text of a sheet file.
pub(crate) fn sheet_text(path: &Path) -> Result<String> {
    let bytes = bytes_of(path, MOST_BYTES)?;
    String::from_utf8(bytes)
        .ok()
        .with_context(|| format!("{} is not a text file in UTF-8", path.display()))
}

/// What is in a file, unless it is larger than anything of its kind.
fn bytes_of(path: &Path, most: u64) -> Result<Vec<u8>> {
    let name = path.display();
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(|| format!("{name} cannot be opened"))?;
    file.take(most + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("{name} cannot be read"))?;
    if bytes.len() as u64 > most {
        bail!("{name} is larger than {} MiB, which no such file is", most >> 20);
    }
    Ok(bytes)
}

fn looks_like_a_file(path: &Path) -> bool {
    path.components().count() > 1 || path.extension().is_some() || path.is_file()
}

fn no_such_game(name: &str) -> String {
    let ids: Vec<&str> = builtin_ids().iter().copied().chain([push::ID]).collect();
    match nearest(name, ids.iter().copied()) {
        Some(id) => format!("there is no game `{name}`; did you mean `{id}`?"),
        None => format!(
            "there is no game `{name}`; there are {}, and any sheet file",
            ids.join(", ")
        ),
    }
}

/// Takes `KEY=VALUE` apart.
fn split(text: &str) -> Result<(String, String), Usage> {
    let parts = text
        .split_once('=')
        .map(|(key, value)| (key.trim().to_string(), value.trim().to_string()));
    parts.ok_or_else(|| {
        Usage(format!(
            "a ruling is written KEY=VALUE, as in `forfeit_always=true`, not `{text}`"
        ))
    })
}

/// Reads the number of a seat.
pub(crate) fn seat(text: &str) -> Result<usize, String> {
    let most = finaud_rules::MAX_SEATS.max(MAX_PUSH_SEATS);
    crate::numbers::count(text, "the seat", 1..=most as u64).map(|seat| seat as usize)
}

/// Reads a number of players.
pub(crate) fn players(text: &str) -> Result<usize, String> {
    let most = finaud_rules::MAX_SEATS.max(MAX_PUSH_SEATS);
    crate::numbers::count(text, "the number of players", 1..=most as u64).map(|players| players as usize)
}

/// Says so if a bot cannot play a game.
pub(crate) fn check_bot<G: Surface>(game: &G, bot: Bot) -> Result<(), Usage> {
    if G::BOTS.contains(&bot) {
        if let Some(caveat) = game.caveat().filter(|_| G::LEARNED.contains(&bot)) {
            // A note, not a failure: the game can be played all the same.
            let _ = writeln!(io::stderr(), "finaud: {caveat}");
        }
        return Ok(());
    }
    let known: Vec<&str> = G::BOTS.iter().map(|bot| bot.name()).collect();
    Err(Usage(format!(
        "{} has no player `{bot}`; it has {}",
        game.name(),
        known.join(", ")
    )))
}
