//! `finaud play`: a game in the terminal, for people and bots.

mod finish;
mod input;
mod menu;
mod saves;
mod session;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use finaud_players::Bot;
use finaud_record::SeedString;
use finaud_table::{Chair, ChanceSource, Sitter, Table};

use crate::draw::Palette;
use crate::failure::Usage;
use crate::game_choice::{self, GameChoice, WithGame};
use crate::numbers;
use crate::surface::{Language, Surface};
use input::Input;
use saves::{Saves, Start};
use session::Session;

/// The longest name of a player.
const LONGEST_NAME: usize = 24;

/// The arguments of `finaud play`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, as with --game.
    #[arg(value_name = "GAME", conflicts_with = "game")]
    name: Option<String>,
    #[command(flatten)]
    game: GameChoice,
    /// Seats somebody, as in `Ada`, `Ada=person` or `Reynard=greedy`. Give it once for each player.
    #[arg(long = "seat", value_name = "NAME[=person|BOT]", value_parser = chair)]
    seats: Vec<Chair>,
    /// Plays with the dice of this seed: a number, or a string like `tres-fute-p1-7K3`.
    #[arg(long, allow_hyphen_values = true)]
    seed: Option<String>,
    /// You roll your own dice and type what they show.
    #[arg(long, conflicts_with = "seed")]
    real_dice: bool,
    /// Goes on with a game that was saved.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seats", "seed", "real_dice"])]
    resume: Option<PathBuf>,
    /// Where the game is saved after each choice; `finaud-game.txt` if not given.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The language of the rating at the end.
    #[arg(long, value_enum, default_value = "en")]
    lang: Language,
}

/// Reads who sits where.
fn chair(text: &str) -> Result<Chair, String> {
    let (name, who) = text.split_once('=').unwrap_or((text, "person"));
    let name = if name.trim().is_empty() { who } else { name.trim() };
    let proper = |name: &str| name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control);
    if name.is_empty() || !proper(name) {
        return Err(format!("a player has a name of 1 to {LONGEST_NAME} letters"));
    }
    match who.trim() {
        "person" => Ok(Chair::person(name)),
        bot => Bot::by_name(bot)
            .map(|bot| Chair::bot(name, bot))
            .map_err(|unknown| unknown.to_string()),
    }
}

/// Plays.
pub(crate) fn run(args: &Args) -> Result<()> {
    let mut input = Input::new(io::stdin().lock(), !io::stdin().is_terminal());
    let mut out = io::stdout();
    let mut choice = args.game.clone();
    if let Some(name) = &args.name {
        choice.game = name.clone();
    }
    let (saves, start) = match &args.resume {
        Some(path) => (
            Saves::resumed(path, args.save.as_deref()),
            Start::Resumed(saves::read(path)?),
        ),
        None => Saves::fresh(args.save.as_deref(), &mut input, &mut out)?,
    };
    match start {
        Start::Nothing => Ok(()),
        Start::Resumed(text) => {
            let header = saves::header(&text, saves.path())?;
            choice.follow(&header.game, &header.options)?;
            let players = usize::from(header.players);
            choice.with(
                players,
                Play {
                    args,
                    saves,
                    text: Some(text),
                    chairs: Vec::new(),
                    input,
                    out,
                },
            )?
        }
        Start::Anew => {
            let chairs = if args.seats.is_empty() {
                // PUSH needs an opponent.
                let opponent = choice.is_push().then(|| Chair::bot("Reynard", Bot::Club));
                std::iter::once(Chair::person("You")).chain(opponent).collect()
            } else {
                args.seats.clone()
            };
            choice.with(
                chairs.len(),
                Play {
                    args,
                    saves,
                    text: None,
                    chairs,
                    input,
                    out,
                },
            )?
        }
    }
}

struct Play<'a, In, Out> {
    args: &'a Args,
    saves: Saves,
    /// The record of the game to go on with.
    text: Option<String>,
    chairs: Vec<Chair>,
    input: In,
    out: Out,
}

impl<R: io::BufRead, W: Write> WithGame for Play<'_, Input<R>, W> {
    type Out = Result<()>;

    fn with<G: Surface>(mut self, game: G) -> Result<()> {
        let table = match &self.text {
            None => {
                let luck = chance_source(self.args, game.id(), self.chairs.len())?;
                Table::new(game, self.chairs, luck).map_err(|error| Usage(error.to_string()))?
            }
            Some(text) => {
                let place = self.saves.path().display();
                let replayed = finaud_record::Record::read(&game, text)
                    .with_context(|| format!("{place} cannot be resumed"))?;
                if let (Some(then), Some(now)) = (replayed.record.header.sheet, game.fingerprint())
                    && then != now
                {
                    bail!(
                        "{place} cannot be resumed: it was played on another edition of the sheet `{}`, and the \
                         rules do not change in the middle of a game",
                        game.id()
                    );
                }
                for warning in &replayed.warnings {
                    writeln!(self.out, "Note: {warning}.")?;
                }
                Table::restore(game, &replayed.record)
                    .with_context(|| format!("{place} cannot be resumed"))?
            }
        };
        for chair in table.chairs() {
            if let Sitter::Bot(bot) = chair.sitter {
                game_choice::check_bot(table.game(), bot)?;
            }
        }
        let palette = Palette::of_stdout();
        Session {
            table,
            input: self.input,
            out: self.out,
            palette,
            saves: self.saves,
            language: self.args.lang,
        }
        .run()
    }
}

fn chance_source(args: &Args, game: &str, players: usize) -> Result<ChanceSource> {
    if args.real_dice {
        return Ok(ChanceSource::Typed);
    }
    let Some(text) = &args.seed else {
        // The standard library's hashers start from the system's randomness.
        return Ok(ChanceSource::Seed(RandomState::new().hash_one("dice") >> 24));
    };
    if let Ok(seed) = numbers::seed(text) {
        return Ok(ChanceSource::Seed(seed));
    }
    let seed: SeedString = text
        .parse()
        .map_err(|error| Usage(format!("`{text}` is no seed: {error}")))?;
    if (seed.game(), usize::from(seed.players())) != (game, players) {
        let wanted = format!("{} for {}", seed.game(), seed.players());
        return Err(Usage(format!(
            "the seed `{text}` is of another game ({wanted}), not of {game} for {players}"
        ))
        .into());
    }
    Ok(ChanceSource::Seed(seed.seed()))
}
