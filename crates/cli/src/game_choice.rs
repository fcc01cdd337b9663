//! Which game: from words on the command line to a [`GameSpec`].

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use finaud_players::learned::{Learnable, Weights, register_weights};
use finaud_players::{Bot, Roster};
use finaud_record::{Notation, example_game, push};
use finaud_rules::push::MAX_PUSH_SEATS;
use finaud_rules::{MAX_SEATS, Sheet, builtin, builtin_text};
use finaud_table::{AnyGame, GameSpec, read_sheet, with_game};

use crate::failure::UsageError;
use crate::language::language;
use crate::numbers;
use crate::texts::{files, games as texts};

/// The game to play and how its rules are read.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct GameChoice {
    /// A built-in game (`finaud sheet list` names them) or a sheet file.
    #[arg(long, short, value_name = "ID|FILE", default_value = example_game())]
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
const MAX_SHEET_BYTES: u64 = 1 << 20;
/// A file larger than this holds no weights.
const MAX_WEIGHTS_BYTES: u64 = 64 << 20;
/// No game has more players.
const MAX_PLAYERS: usize = if MAX_SEATS > MAX_PUSH_SEATS {
    MAX_SEATS
} else {
    MAX_PUSH_SEATS
};

impl GameChoice {
    /// This game, with its own rules.
    pub(crate) fn plain(game: &str) -> GameChoice {
        GameChoice {
            game: game.into(),
            rulings: Vec::new(),
            variant: None,
            weights: None,
        }
    }

    /// What is asked for, for so many players.
    pub(crate) fn spec(&self, players: usize) -> Result<GameSpec> {
        let mut spec = spec_called(&self.game, players)?;
        if spec.game == push::ID && spec.sheet.is_none() {
            if !self.rulings.is_empty() {
                return Err(UsageError(texts::no_rulings()).into());
            }
            let variant = self.variant.iter();
            spec.options = variant.map(|word| ("variant".into(), word.clone())).collect();
        } else {
            if self.variant.is_some() {
                return Err(UsageError(texts::no_variant()).into());
            }
            let rulings = self.rulings.iter();
            spec.options = rulings.map(|text| split(text)).collect::<Result<_, _>>()?;
        }
        Ok(spec)
    }

    /// The game for so many players; from now on its bots use the weights that were named.
    pub(crate) fn build(&self, players: usize) -> Result<AnyGame> {
        let game = self.spec(players)?.build();
        let game = game.map_err(|error| UsageError(language().describe(&error.message())))?;
        use_weights(self.weights.as_deref(), &game)?;
        Ok(game)
    }

    /// How many can play it, fewest first. None if the game cannot be played at all: building it says why.
    pub(crate) fn player_counts(&self) -> Result<Vec<usize>> {
        let mut spec = self.spec(1)?;
        let can_play = |players: &usize| {
            spec.players = *players;
            spec.build().is_ok()
        };
        Ok((1..=MAX_PLAYERS).filter(can_play).collect())
    }

    /// The fewest who can play it.
    pub(crate) fn fewest_players(&self) -> Result<usize> {
        Ok(self.player_counts()?.first().copied().unwrap_or(1))
    }
}

impl TableChoice {
    /// The game for so many players as were asked for, or for the fewest.
    pub(crate) fn build(&self) -> Result<AnyGame> {
        match self.players {
            Some(players) => self.game.build(players),
            None => self.game.build(self.game.fewest_players()?),
        }
    }
}

/// The built-in game with this id, or the game on the sheet in this file.
fn spec_called(name: &str, players: usize) -> Result<GameSpec> {
    if name.eq_ignore_ascii_case(push::ID) {
        return Ok(GameSpec::plain(push::ID, players));
    }
    if builtin(name).is_some() {
        return Ok(GameSpec::plain(name, players));
    }
    let path = Path::new(name);
    if !looks_like_a_file(path) {
        return Err(UsageError(texts::no_such_game(name)).into());
    }
    let text = sheet_text(path)?;
    let sheet = read_sheet(&text).map_err(|error| anyhow!(texts::unplayable_sheet(name, &error)))?;
    Ok(GameSpec {
        sheet: Some(text),
        ..GameSpec::plain(&sheet.id, players)
    })
}

/// The built-in sheet with this id, or the sheet in this file.
pub(crate) fn sheet_called(name: &str) -> Result<Sheet> {
    let sheet = spec_called(name, 1)?.sheet()?;
    sheet.ok_or_else(|| UsageError(texts::no_sheet()).into())
}

/// The text of the built-in sheet with this id, or of the sheet in this file.
pub(crate) fn sheet_text_called(name: &str) -> Result<String> {
    let spec = spec_called(name, 1)?;
    let text = spec.sheet.or_else(|| builtin_text(&spec.game).map(Into::into));
    text.ok_or_else(|| UsageError(texts::no_sheet()).into())
}

/// The text of a sheet file.
pub(crate) fn sheet_text(path: &Path) -> Result<String> {
    let bytes = read_file(path, MAX_SHEET_BYTES)?;
    String::from_utf8(bytes)
        .ok()
        .with_context(|| files::no_text(path))
}

/// Lets the bots use the weights in this file, which must be for this game.
pub(crate) fn use_weights(file: Option<&Path>, game: &AnyGame) -> Result<()> {
    let Some(path) = file else { return Ok(()) };
    register_weights(with_game!(game, game => read_weights(path, game))?);
    Ok(())
}

/// The weights in this file, which must be for this game.
pub(crate) fn read_weights<G: Learnable>(path: &Path, game: &G) -> Result<Weights> {
    let unusable = || files::cannot_use(path);
    let bytes = read_file(path, MAX_WEIGHTS_BYTES)?;
    let weights = Weights::read(&bytes).with_context(unusable)?;
    game.accepts(&weights).with_context(unusable)?;
    Ok(weights)
}

/// What is in a file, unless it is larger than anything of its kind.
fn read_file(path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(|| files::cannot_open(path))?;
    file.take(max_bytes + 1)
        .read_to_end(&mut bytes)
        .with_context(|| files::cannot_read(&path.display().to_string()))?;
    if bytes.len() as u64 > max_bytes {
        bail!(files::too_large(path, max_bytes));
    }
    Ok(bytes)
}

fn looks_like_a_file(path: &Path) -> bool {
    path.components().count() > 1 || path.extension().is_some() || path.is_file()
}

/// Takes `KEY=VALUE` apart.
fn split(text: &str) -> Result<(String, String), UsageError> {
    let parts = text
        .split_once('=')
        .map(|(key, value)| (key.trim().to_string(), value.trim().to_string()));
    parts.ok_or_else(|| UsageError(texts::ruling_format(text)))
}

/// Reads the number of a seat.
pub(crate) fn seat(text: &str) -> Result<usize, String> {
    numbers::count(text, "the seat", 1..=MAX_PLAYERS as u64).map(|seat| seat as usize)
}

/// Reads a number of players.
pub(crate) fn players(text: &str) -> Result<usize, String> {
    let players = numbers::count(text, "the number of players", 1..=MAX_PLAYERS as u64);
    players.map(|players| players as usize)
}

/// Refuses a bot that cannot play a game, and notes what it has not learned.
pub(crate) fn check_bot<G: Notation + Roster>(game: &G, bot: Bot) -> Result<(), UsageError> {
    check_can_play(game, bot)?;
    if let Some(caveat) = game.caveat().filter(|_| G::LEARNED.contains(&bot)) {
        // A note, not a failure: the game can be played all the same.
        let _ = writeln!(io::stderr(), "finaud: {}", language().describe(&caveat));
    }
    Ok(())
}

/// Refuses a bot that cannot play a game.
pub(crate) fn check_can_play<G: Notation + Roster>(game: &G, bot: Bot) -> Result<(), UsageError> {
    if G::BOTS.contains(&bot) {
        return Ok(());
    }
    let known: Vec<&str> = G::BOTS.iter().map(|bot| bot.name()).collect();
    Err(UsageError(texts::no_such_bot(game.name(), bot.name(), &known)))
}
